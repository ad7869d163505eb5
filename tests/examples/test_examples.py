"""The rulesets of `examples/`: small games of other families, and six house variants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.language import syntax as s
from engine.rules.load import Loaded, load
from engine.study.simulate import simulate

FOLDER = Path(__file__).resolve().parents[2] / "examples"
SMALL = (
    "across", "beacons", "behind-screens", "fill-up", "go-fish", "goofspiel",
    "knock", "kuhn", "lamplighters", "liars-dice", "night-freight", "nim", "pig", "pushing-in",
    "steep-paths", "supper", "tic-tac-toe", "two-roads", "whist", "wolf",
)  # fmt: skip
LONGER = ("leduc", "two-kings")
HOUSE = {
    "blind-bids": "lost-cities-rivals",
    "dear-artifacts": "lost-cities-board",
    "draw-two-keep-one": "lost-cities-card",
    "one-discard-pile": "lost-cities-card",
    "open-hands": "lost-cities-card",
    "three-at-the-card-game": "lost-cities-card",
}
CLASSIC = {
    "all-fives": "dominoes",
    "anti-reversi": "reversi",
    "block-dominoes": "dominoes",
    "first-capture": "go",
    "king-of-the-hill": "chess",
    "give-away-draughts": "draughts",
    "kalah-without-capture": "kalah",
    "lasker-morris": "nine-mens-morris",
    "oklahoma-gin": "gin-rummy",
    "omnibus-hearts": "hearts",
    "reverse-hex": "hex",
    "seven-card-cribbage": "cribbage",
    "small-go": "go",
    "yacht-with-bonus": "yacht",
}
"""Well-known variants of the library's classics; they may change much."""
ALL = (*SMALL, *LONGER, *HOUSE, *CLASSIC)
STALL = 3000
"""No random game of these takes so many decisions."""


@cache
def loaded(name: str) -> Loaded:
    """A ruleset of the folder."""
    return load(FOLDER / f"{name}.cairn")


def test_the_folder_holds_these_and_nothing_else() -> None:
    assert sorted(p.stem for p in FOLDER.glob("*.cairn")) == sorted(ALL)


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_wrong_with_it(name: str) -> None:
    assert loaded(name).findings.render() == ""


@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_is_short_with_its_examples(name: str) -> None:
    text = (FOLDER / f"{name}.cairn").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 90  # a diagram has as many lines as the board has rows
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("\nexample ") >= 3


@pytest.mark.parametrize("name", HOUSE)
def test_a_house_variant_is_short_says_what_it_changes_and_has_an_example(name: str) -> None:
    text = (FOLDER / f"{name}.cairn").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 25
    assert text.startswith("# What it changes: ")
    assert "example " in text.replace("remove example", "")
    base = loaded(name).base
    assert base is not None and base.stem == HOUSE[name]


@pytest.mark.parametrize("name", CLASSIC)
def test_a_known_variant_has_its_game_and_an_example(name: str) -> None:
    text = (FOLDER / f"{name}.cairn").read_text(encoding="utf-8")
    assert "example " in text.replace("remove example", "")
    base = loaded(name).base
    assert base is not None and base.stem == CLASSIC[name]


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


def test_random_noughts_and_crosses_are_won_as_often_as_is_known() -> None:
    # All games of random play, counted out: the first wins 58.5 %, the second 28.8 %, 12.7 % drawn.
    games = 10_000
    report = simulate(loaded("tic-tac-toe"), 2, games, 1, ["random", "random"])
    first, second = (100 * seat.wins / games for seat in report.seats)
    shares = (first, second, 100 - first - second)
    assert shares == pytest.approx((58.5, 28.8, 12.7), abs=1)
