"""Why a policy prefers a move: the parts add up to what it says, and the words are true."""

import math
import re

import pytest

from engine import Game, Session, hint, load
from engine.agents.parallel_search import forest
from engine.agents.wasm_tree import Tree
from engine.rules.catalogue import ENGLISH
from engine.rules.engine_messages import LANGUAGES, engine_words
from engine.training import meanings
from engine.training.attribution import (
    COMPARED,
    REASON,
    Contribution,
    FeatureAttribution,
    in_words,
    look,
    tipped,
)
from engine.training.meanings import OPPOSITE
from engine.training.policy import policy_for
from engine.training.templates import Templates

HIGHER = re.compile(
    r"your hand, higher ones of the same colour: (\d+) "
    r"\((\d+) with the next best move\)[.;]"
)


def _later(game: Game, seed: int, decisions: int) -> Session:
    session = Session(game, seed=seed)
    for _ in range(decisions):
        session.apply(game.interpreter.legal(session.state)[0])
    return session


@pytest.mark.parametrize("name", ["lost-cities-card", "lost-cities-roll-and-write"])
def test_parts_add_up_to_how_likely_each_move_is(name: str) -> None:
    game = Game(load(name), 2)
    policy = policy_for(game)
    assert policy is not None
    tree, scales = Tree(policy.plan.compiled, policy=policy), FeatureAttribution(policy)
    for decisions in (0, 7, 20):
        session = _later(game, 3, decisions)
        assert session.seat is not None
        state = game.knowledge.sample(session.information_set(session.seat), 0)
        likely = tree.rates(state)
        looked = look(tree.module, policy.plan.rated, range(len(likely)))
        sums = [sum(part for _, part in scales.lines(one).values()) for one in looked]
        odds = [math.exp(s - max(sums)) for s in sums]
        assert likely == pytest.approx([x / sum(odds) for x in odds], abs=1e-4)


def test_what_speaks_for_a_move_makes_up_for_what_speaks_against_it() -> None:
    game = Game(load("lost-cities-card"), 2)
    policy = policy_for(game)
    assert policy is not None
    tree = Tree(policy.plan.compiled, policy=policy)
    session = Session(game, seed=5)
    state = game.knowledge.sample(session.information_set(0), 0)
    likely = tree.rates(state)
    best = max(range(len(likely)), key=lambda i: likely[i])
    worst = min(range(len(likely)), key=lambda i: likely[i])
    good, bad = look(tree.module, policy.plan.rated, (best, worst))
    assert tipped(FeatureAttribution(policy), good, bad)
    assert tipped(FeatureAttribution(policy), bad, good) == []


def test_a_hint_tells_numbers_that_are_there() -> None:
    game = Game(load("lost-cities-card"), 2)
    for seed in range(1, 12):
        session = Session(game, seed=seed)
        advice = hint(session, iterations=60)
        told = HIGHER.search(advice.best.reason)
        if told is None:
            continue
        (hand,) = (zone for zone in session.view(0).zones if zone.name == "hand[seat 1]")
        cards = [item.name or "" for item in hand.items]
        for move, number in ((advice.best.shown, told[1]), (advice.moves[1].shown, told[2])):
            assert _higher(cards, move) == int(number), (move, cards)
        return
    pytest.fail("no hint spoke of the hand")


def _higher(cards: list[str], move: str) -> int:
    """Count the cards that are of a move's colour and higher, as a reader would."""
    colour, value = _card(move.partition(" ")[2])
    return sum(c == colour and v > value for c, v in map(_card, cards))


def _card(text: str) -> tuple[str, int]:
    colour, value = text.split()
    return colour, 0 if value == "wager" else int(value)


def test_a_game_without_a_policy_gives_no_learned_reason() -> None:
    game = Game(load("examples/tic-tac-toe.cairn"), 2)
    session = Session(game, seed=1)
    assert forest(game).reason(game, session.information_set(0), 0, 1) == ""


def test_every_meaning_is_said_in_every_language() -> None:
    said = {v for k, v in vars(meanings).items() if k.isupper() and isinstance(v, str)}
    said |= {REASON, COMPARED, *OPPOSITE.values()}
    said -= {"{number}", "{name}", "{name}: {word}"}
    for language in LANGUAGES[1:]:
        assert said <= engine_words(language).keys(), language


@pytest.mark.parametrize(
    "name", ["lost-cities-board", "lost-cities-rivals", "lost-cities-roll-and-write"]
)
def test_no_reason_names_a_rule_by_how_it_is_written(name: str) -> None:
    rules = load(name).checked()
    assert rules.rules
    for meaning in Templates(rules).meanings.values():
        assert "“" not in meaning.text(ENGLISH) and not set(meaning.parts.values()) & set(
            rules.rules
        )


def test_a_bare_number_without_another_to_compare_it_with_is_no_reason() -> None:
    policy = policy_for(Game(load("lost-cities-card"), 2))
    assert policy is not None
    value = next(line for line, m in policy.meanings.items() if m.words == meanings.NUMBER)
    assert in_words(policy, [Contribution(value, 5.0, None, 1.0)], ENGLISH) == ""
    assert "5 (3 with the next" in in_words(policy, [Contribution(value, 5.0, 3.0, 1.0)], ENGLISH)
