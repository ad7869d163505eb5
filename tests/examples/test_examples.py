"""The rulesets of `examples/`: small games of other families, and six house variants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.compile import layout as at
from engine.game.examples import run_examples
from engine.game.interpreter import State
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.language.format import format_text
from engine.language.source import Source
from engine.rules.load import Loaded, load
from engine.study.simulate import simulate
from tests.game.playing import check_pieces, counted_pieces, indistinguishable, swapped

FOLDER = Path(__file__).resolve().parents[2] / "examples"
SMALL = (
    "across", "beacons", "behind-screens", "fill-up", "go-fish", "goofspiel", "hex", "kalah",
    "knock", "lamplighters", "liars-dice", "night-freight", "nim", "pig", "pushing-in", "reversi",
    "steep-paths", "surround", "tic-tac-toe", "two-kings", "two-roads", "whist",
)  # fmt: skip
HOUSE = {
    "blind-bids": "lost-cities-rivals",
    "dear-artifacts": "lost-cities-board",
    "draw-two-keep-one": "lost-cities-card",
    "one-discard-pile": "lost-cities-card",
    "open-hands": "lost-cities-card",
    "three-at-the-card-game": "lost-cities-card",
}
ALL = (*SMALL, *HOUSE)
STALL = 3000
"""No random game of these takes so many decisions."""


@cache
def loaded(name: str) -> Loaded:
    """A ruleset of the folder."""
    return load(FOLDER / f"{name}.cairn")


def tables() -> list[tuple[str, int]]:
    """Every ruleset with every number of players that it allows."""
    found = []
    for name in ALL:
        low, high = loaded(name).checked().header.players
        found += [(name, players) for players in range(low, high + 1)]
    return found


def least_and_most(name: str) -> tuple[int, int]:
    """How few and how many can play."""
    return loaded(name).checked().header.players


@cache
def game(name: str, players: int) -> Game:
    """A ruleset, compiled."""
    return Game(loaded(name), players, {})


def positions(game: Game, seed: int) -> Iterator[State]:
    """The positions of a random game, up to the end of the game."""
    interpreter, chance = game.interpreter, Chance(seed)
    state = interpreter.start(seed, seed % game.players)
    for _ in range(STALL):
        yield state
        if interpreter.over(state):
            return
        moves = interpreter.legal(state)
        interpreter.apply(state, moves[chance.below(len(moves))])
    raise AssertionError("the game doesn't end")


def test_the_folder_holds_these_and_nothing_else() -> None:
    assert sorted(p.stem for p in FOLDER.glob("*.cairn")) == sorted(ALL)


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_wrong_with_it(name: str) -> None:
    assert loaded(name).findings.render() == ""


@pytest.mark.parametrize("name", ALL)
def test_it_is_formatted(name: str) -> None:
    text = (FOLDER / f"{name}.cairn").read_text(encoding="utf-8")
    assert format_text(Source(name, text), Findings()) == text


@pytest.mark.parametrize("name", ALL)
def test_its_examples_pass(name: str) -> None:
    for outcome in run_examples(loaded(name)):
        assert outcome.passed, f"{outcome.title}: {outcome.diagnostic}"


@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_is_short_with_its_examples(name: str) -> None:
    text = (FOLDER / f"{name}.cairn").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("\nexample ") >= 3


@pytest.mark.parametrize("name", HOUSE)
def test_a_house_variant_is_short_says_what_it_changes_and_has_an_example(name: str) -> None:
    text = (FOLDER / f"{name}.cairn").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 25
    assert text.startswith("# What it changes: ")
    assert "example " in text.replace("remove example", "")
    assert loaded(name).base == HOUSE[name]


def test_every_way_of_changing_a_game_is_shown() -> None:
    texts = "\n".join((FOLDER / f"{name}.cairn").read_text(encoding="utf-8") for name in HOUSE)
    for way in ("replace ", "add ", "add to ", "remove ", "set "):
        assert f"\n{way}" in texts
    assert " original " in texts


@pytest.mark.parametrize("name", ALL)
def test_a_player_meets_words_everywhere(name: str) -> None:
    own = [i.item if isinstance(i, (s.Add, s.Replace)) else i for i in loaded(name).own_items]
    for item in own:
        if isinstance(item, (s.Rule, s.Ending, s.Option)) or (
            name in SMALL and isinstance(item, (s.Zone, s.Variable))
        ):
            assert item.words, f"line {item.span.line} says nothing to a player"
    for choose in [n for n in _nodes(tuple(own)) if isinstance(n, s.Action)]:
        head = choose.body.statements[:1]
        assert choose.text or (head and isinstance(head[0], s.Words)), choose.name


def _nodes(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif isinstance(node, s.Node):
        yield node
        for name in node.__dataclass_fields__:
            yield from _nodes(getattr(node, name))


@pytest.mark.parametrize(("name", "players"), tables())
def test_random_games_end_and_keep_their_pieces(name: str, players: int) -> None:
    g = game(name, players)
    for seed in range(5):
        start: dict[str, int] | None = None
        for state in positions(g, seed):
            check_pieces(g, state)
            counted = counted_pieces(g, state)
            start = start or counted
            assert counted == start
            if seed < 2:
                lost = [p.number for p in g.compiled.setting.pieces
                        if state[g.compiled.layout.zone_of + p.number] == at.NOWHERE]  # fmt: skip
                assert lost == []


@pytest.mark.parametrize(
    ("name", "players"), [(n, p) for n, p in tables() if p in least_and_most(n)]
)
def test_views_leak_nothing(name: str, players: int) -> None:
    g = game(name, players)
    for number, state in enumerate(positions(g, 7)):
        if number % (5 if number < 200 else 50):
            continue
        for seat in range(players):
            known, seen = g.knowledge.observe(state, seat), g.viewer.view(state, seat)
            for one, *others in indistinguishable(g, state, seat):
                changed = swapped(g, state, one, others[number % len(others)])
                assert g.knowledge.observe(changed, seat) == known
                assert g.viewer.view(changed, seat) == seen
            sample = g.knowledge.sample(known, number)
            assert g.knowledge.observe(sample, seat) == known
            assert g.viewer.view(sample, seat) == seen


@pytest.mark.parametrize("name", ALL)
def test_a_game_can_be_played_through_a_session(name: str) -> None:
    g = game(name, loaded(name).checked().header.players[0])
    session, chance = Session(g, 3), Chance(3)
    for _ in range(60):
        if session.over:
            break
        moves = session.legal()
        session.play(moves[chance.below(len(moves))].text)
        for seat in (None, *range(g.players)):
            assert session.view(seat)
            assert session.log(seat)


def test_random_noughts_and_crosses_are_won_as_often_as_is_known() -> None:
    # All games of random play, counted out: the first wins 58.5 %, the second 28.8 %, 12.7 % drawn.
    games = 10_000
    report = simulate(loaded("tic-tac-toe"), 2, games, 1, ["random", "random"])
    first, second = (100 * seat.wins / games for seat in report.seats)
    shares = (first, second, 100 - first - second)
    assert shares == pytest.approx((58.5, 28.8, 12.7), abs=1)
