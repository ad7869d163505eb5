"""`advice`: what it may say and of what, its weights in both executors, and patches of it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from engine.agents.hints import hint
from engine.agents.wasm_tree import Tree
from engine.compile.lowering.advice import HEAVIEST
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.language.diagnostics import Findings
from engine.language.format import format_text
from engine.language.source import Source
from engine.rules.load import Loaded, load, load_text
from engine.rules.translations import translatable
from tests.game.games import walk

CARD = (Path(__file__).parents[2] / "rulesets" / "lost-cities-card.cairn").read_text("utf-8")
PLAIN = "\n\n".join(p for p in CARD.split("\n\n") if not p.startswith("advice"))
STEPS = """
advice explore(card)
  "Go on in small steps."
  14 - 3 * gap(card) if my expedition[card.colour] is not empty
  2 if card.value < 6
  0 otherwise

rule gap(card: Card)
  card.value - last(my expedition[card.colour]).value if my expedition[card.colour] is not empty
  0 otherwise

advice take(colour)
  5 if last(discards[colour]).value > 5
"""
PAIRS = """
game "Pairs"
  players 2

component Card
  value: 1..9
  make 1 for each value

zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone shown[Player]: area of Card

setup
  move all Card to deck
  shuffle deck
  deal 4 from deck to each hand

turn
  choose
    pair(cards in 2 of my hand)
      move cards to my shown

game ends when any(size(shown[p]) >= 4 for p in Player)

winner highest count(card in my shown)

advice pair(both)
  "High pairs."
  sum(card.value for card in both)
"""


def ruleset(text: str) -> Loaded:
    return load_text(text, Path("advised.cairn"))


def said(text: str) -> list[str]:
    """The errors and warnings that a text is found to have."""
    return [f"{d.code}: {d.message}" for d in ruleset(text).findings.items]


def weights(here: Game, session: Session) -> dict[str, int]:
    """The weight of every legal move, by its notation."""
    return {x.text: here.interpreter.weight(session.state, x.move) for x in session.legal()}


def test_weights_follow_the_first_case_that_holds() -> None:
    here = Game(ruleset(PLAIN + STEPS), 2)
    session = Session(here, 4)
    for text, weight in weights(here, session).items():
        value = int(text.split()[-1].strip(")").replace("wager", "0"))
        expected = (2 if value < 6 else 0) if text.startswith("explore") else 1
        assert weight == expected, text
    session.play("explore(yellow 3)")
    assert weights(here, session) == {"draw": 1}
    session.play("draw")
    session.play(session.legal()[-1].text)
    session.play("draw")
    found = weights(here, session)
    assert found["explore(yellow 6)"] == 14 - 9
    assert found["explore(yellow 10)"] == 0


@pytest.mark.parametrize("text", [PLAIN + STEPS, PAIRS], ids=["card", "pairs"])
def test_both_executors_weigh_alike(text: str) -> None:
    here = Game(ruleset(text), 2)
    module = Tree(here.compiled).module
    for session in islice(walk(Session(here, 3), Chance(3), 60), 60):
        legal = here.interpreter.legal(session.state)
        module.load(session.state)
        assert module.legal() == legal
        weighed = [module.call("weight", number) for number in range(len(legal))]
        assert weighed == [here.interpreter.weight(session.state, move) for move in legal]


def test_what_is_taken_together_is_weighed_together() -> None:
    here = Game(ruleset(PAIRS), 2)
    found = weights(here, Session(here, 3))
    assert len(found) == 6
    for text, weight in found.items():
        assert weight == sum(map(int, text[5:-1].split(" + ")))


def test_weights_stay_within_bounds() -> None:
    advice = "\nadvice discard(card)\n  0 - 5 if card.value = 0\n  9999\n"
    here = Game(ruleset(PLAIN + advice), 2)
    found = weights(here, Session(here, 4))
    assert {w for t, w in found.items() if t.startswith("discard")} == {0, HEAVIEST}


def test_advice_changes_no_game() -> None:
    with_it, without = (Game(ruleset(text), 2) for text in (PLAIN + STEPS, PLAIN))
    for one, other in zip(
        walk(Session(with_it, 8), Chance(1), 200), walk(Session(without, 8), Chance(1), 200),
        strict=True,
    ):  # fmt: skip
        assert one.state == other.state


def test_a_search_goes_by_it() -> None:
    """With a single iteration a move there is nothing else to go by."""
    advice = "\nadvice discard(card)\n  999 if card.value = 10\n"
    session = Session(Game(ruleset(PLAIN + advice), 2), 4)
    found = hint(session, iterations=1)
    assert {x.text for x in found.moves if x.tries} == {"discard(yellow 10)"}


def test_a_hint_quotes_it_where_it_speaks_for_a_move() -> None:
    session = Session(Game(ruleset(PLAIN + STEPS), 2), 4)
    found = {x.text: x for x in hint(session, iterations=40).moves}
    assert found["explore(yellow 3)"].reason == "Go on in small steps."
    assert found["explore(yellow 3)"].weight == 2
    assert found["explore(red 7)"].reason == ""
    assert found["discard(red 7)"].weight == 1


@pytest.mark.parametrize(
    ("advice", "message"),
    [
        ("advice go(card)\n  1", "E010: there is no action 'go' to give advice on"),
        (
            "advice draw(card)\n  1",
            "E102: 'draw' takes nothing; advice on it can't name 1",
        ),
        (
            "advice explore(a, b)\n  1",
            "E102: 'explore' takes 1 thing; advice on it can't name 2",
        ),
        (
            "advice explore(card)\n  card.value\nadvice explore(card)\n  1",
            "E011: there is already advice on 'explore' (line 216)",
        ),
        ("advice draw\n  2\n  3 if deck is empty", "W002: this line is never reached"),
        ("advice draw\n  deck is empty", "E101: a weight needs a number, but this is yes or no"),
        (
            "advice draw\n  2 if last(deck).value > 5",
            "E206: the choosing player can't see what is in 'deck', so advice can't depend on it",
        ),
        (
            "advice draw\n  size(hand[left(me)]) if deck is not empty",
            "",
        ),
        ("advice explore\n  3", ""),
        ('advice explore(card)\n  "Words alone do, too."', ""),
    ],
)
def test_what_advice_may_say(advice: str, message: str) -> None:
    found = said(PLAIN.rstrip("\n") + "\n\n" + advice + "\n")
    assert found == ([message] if message else [])


def test_a_variant_replaces_adds_and_removes_it(tmp_path: Path) -> None:
    (tmp_path / "base.cairn").write_text(PLAIN + STEPS, "utf-8")
    (tmp_path / "other.cairn").write_text(
        'variant "Other" of "base"\n\nreplace advice explore(card)\n  7 + 0 * gap(card)\n\n'
        "remove advice take\n\nadvice discard(card)\n  3\n",
        "utf-8",
    )
    loaded = load(tmp_path / "other.cairn")
    assert loaded.findings.items == []
    here = Game(loaded, 2)
    assert set(weights(here, Session(here, 4)).values()) == {3, 7}
    assert sorted(here.rules.advice) == ["discard", "explore"]


def test_it_is_formatted_and_translated() -> None:
    text = 'advice   explore( card )\n  "Go on."\n  2   if card.value<6\n'
    source = Source("a.cairn", text)
    written = format_text(source, Findings({"a.cairn": source}))
    assert written == 'advice explore(card)\n  "Go on."\n  2 if card.value < 6\n'
    loaded = ruleset(PLAIN + STEPS)
    assert "Go on in small steps." in translatable(loaded.own_items, "advised.cairn").texts
