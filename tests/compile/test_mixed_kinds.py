"""Zones of several kinds of pieces that change: a piece that lacks an attribute holds 0 there."""

from pathlib import Path

import pytest

from benchmarks.equality import Pair, seated
from engine.compile.lower import lower
from engine.compile.wasm import legal_moves
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded, load_text
from engine.study.simulate import simulate

_MIXED = """\
game "Mixed"
  players 2

component Ant
{ant}
component Wedge
{wedge}

zone deck:        pile of Ant or Wedge{hidden}
zone cup[Player]: hand of Ant or Wedge{hidden}
zone out:         area of Ant or Wedge

setup
  move all Ant to deck
  move all Wedge to deck
  shuffle deck
  deal 6 from deck to each cup

turn
  choose
    throw(it in my cup)
      {first}move it to out

game ends when size(out) = 8

score each Player
  add "left" {score}
"""
_LEGS = '  var legs: {}\n  called "ant {{legs}}"\n  make 2 for each legs'
_SIDE = '  var side: {}\n  called "wedge {{side}}"\n  make 3 for each side'
_PLAIN = '  value: 1..2\n  called "wedge {value}"\n  make 3 for each value'
_OLD = '  age: 3..6\n  called "wedge {age}"\n  make 3 for each age'
_AGES = '  var age: 4..7\n  called "ant {age}"\n  make 3 for each age'


def mixed(
    ant: str,
    wedge: str = _PLAIN,
    *,
    hidden: str = "",
    first: str = "",
    score: str = "size(my cup)",
) -> Loaded:
    text = _MIXED.format(ant=ant, wedge=wedge, hidden=hidden, first=first, score=score)
    return load_text(text, Path("mixed.cairn"))


TEXTS = [
    ("bits", mixed(_LEGS.format("2..6"))),
    ("bits", mixed(_LEGS.format("2..6"), _SIDE.format("1..2"))),
    ("bits", mixed(_LEGS.format("-4..-2"), _SIDE.format("3..4"))),
    ("bits", mixed(_AGES, _OLD)),
    ("bits", mixed(_AGES, _OLD, score="sum(it.age for it in my cup)")),
    ("marks", mixed(_LEGS.format("2..60"))),
    ("marks", mixed(_LEGS.format("2..60"), _SIDE.format("1..2"))),
    ("marks", mixed(_LEGS.format("-90..-3"), _SIDE.format("10..20"))),
    ("list", mixed(_LEGS.format("2..200"), _SIDE.format("100..140"))),
]
"""How what has been met is remembered, and a game."""


@pytest.mark.parametrize(("kind", "loaded"), TEXTS)
def test_both_executors_list_the_same_moves(
    kind: str, loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = set()
    fresh = legal_moves.SeenKeys.fresh

    def spied(self: legal_moves.SeenKeys) -> str:
        kinds.add(self.kind)
        return fresh(self)

    monkeypatch.setattr(legal_moves.SeenKeys, "fresh", spied)
    pair = Pair(lower(loaded.checked(), 2))
    assert kinds == {kind}
    for number in range(1, 21):
        pair.game(3, number)
    pair.bulk(3, 1, 40)


def test_what_is_fixed_in_one_kind_is_read_as_it_was_made() -> None:
    pair = Pair(lower(mixed(_AGES, _OLD, score="sum(it.age for it in Wedge)").checked(), 2))
    state = pair.interpreter.start(1)
    assert pair.interpreter.points(state, 0, 0) == 3 * (3 + 4 + 5 + 6)


@pytest.mark.parametrize("score", ["size(my cup)", "sum(it.age for it in my cup)"])
def test_samples_keep_what_is_fixed_in_one_kind(score: str) -> None:
    loaded = mixed(_AGES, _OLD, hidden=", face down", score=score)
    assert seated(loaded, ("greedy", "random"), 4, 1, {}) == 0


def test_a_piece_never_holds_what_only_another_kind_may() -> None:
    wedge = '  var legs: 1..4\n  called "wedge {legs}"\n  make 3 for each legs'
    loaded = mixed(_LEGS.format("2..60"), wedge, first="it.legs := 50\n      ")
    with pytest.raises(RulesError, match="'legs' of Wedge can only be 1 to 4") as caught:
        simulate(loaded, 2, 20, 1, ("random", "random"), executor="interpreter")
    assert caught.value.diagnostics[0].code == "E503"
    compiled = lower(loaded.checked(), 2)
    for number in range(1, 4):
        Pair(compiled).game(1, number)
