"""Who comes next: `next turn` at the end of a turn and of a round, and players who are out."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.examples import run_examples
from engine.rules.load import load
from tests.constructs.tiny import codes, play, start

FOUND = Path(__file__).resolve().parents[1] / "found"
ROUNDS = """game "Tiny"
  players 3
  rounds 9
  starts anyone, then {then}
turn
  choose
    wait
    call(who in Player)
      next turn who
    finish(who in Player)
      next turn who
      end round
    stop
      end round
    leave(who in Player)
      out me
      next turn who
    drop
      out me
"""


def to_move(*made: str, then: str = "next player", more: str = "") -> int:
    """The number of the seat to move after some moves by three players; seat 1 begins."""
    played = play(start(ROUNDS.format(then=then) + more, 3), *made)
    assert played.seat is not None
    return played.seat + 1


def test_without_next_turn_the_neighbour_begins_the_next_round() -> None:
    assert to_move("wait") == 2
    assert to_move("wait", "stop") == 3
    assert to_move("call(seat 3)", "stop") == 1


def test_whom_next_turn_named_begins_the_next_round() -> None:
    assert to_move("finish(seat 1)") == 1
    assert to_move("wait", "finish(seat 1)") == 1
    assert to_move("finish(seat 3)", "stop") == 1


def test_next_turn_after_the_round_counts_as_well() -> None:
    after = "after each round\n  next turn left(left(active))\n"
    assert to_move("stop", more=after) == 3
    assert to_move("finish(seat 1)", more=after) == 3


def test_next_turn_has_no_say_where_the_header_names_the_starter() -> None:
    assert to_move("wait", "finish(seat 1)", then="next starter") == 2


def test_the_turn_of_who_is_out_passes_on() -> None:
    assert to_move("leave(seat 1)") == 2
    assert to_move("drop", "call(seat 1)") == 2
    assert to_move("drop", "wait", "call(seat 1)") == 2


def test_who_is_out_may_begin_the_next_round() -> None:
    assert to_move("drop", "drop", "leave(seat 3)") == 3
    assert to_move("drop", "drop", "leave(seat 1)") == 1
    assert to_move("drop", "drop", "drop") == 1


def test_the_example_that_a_stranger_wrote_holds() -> None:
    assert [o.passed for o in run_examples(load(FOUND / "next-turn-lost.cairn"))] == [True]


@pytest.mark.parametrize(
    ("then", "part", "refused"),
    [
        ("next player", "after each round", False),
        ("next starter", "after each turn", False),
        ("next starter", "after each round", True),
        ("leader", "after each round", True),
        ("next player", "after last round", True),
        ("next player", "setup", True),
        ("next player", "setup once", True),
    ],
)
def test_next_turn_is_refused_where_it_would_be_lost(then: str, part: str, refused: bool) -> None:
    text = ROUNDS.format(then=then) + f"{part}\n  next turn left(active)\n"
    assert codes(text) == (["E203"] if refused else [])
