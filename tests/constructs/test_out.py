"""Players who are out: no turns of their own, but in every loop that doesn't leave them out."""

from __future__ import annotations

import pytest

from tests.compile.small import same_games
from tests.constructs.tiny import codes, examples, moves, play, refused, start, var, whole

STONES = """
counter once[Player]: 0..99 = 0
counter round_[Player]: 0..99 = 0
counter at_once[Player]: 0..99 = 0
var who: Player?
turn
  choose
    go
      out left(me)
      each Player{where}: gain 1 once
      repeat each Player clockwise{where}
        gain 1 round_
      until sum(round_[p] for p in Player) >= 3
      simultaneously each Player{where}
        choose
          take
            gain 1 at_once
    drop(rival in Player where rival is not out)
      out rival
    lose_nobody
      out who
    ask_nobody
      if who is out: gain 1 once
    call_nobody
      next turn who
"""
LEFT_OUT = STONES.format(where=" where me is not out")


def counted(text: str, *made: str) -> dict[str, str]:
    s = play(start(text, 3), *made)
    names = ("once", "round_", "at_once")
    return {n: "".join(str(var(s, f"{n}[seat {p}]")) for p in (1, 2, 3)) for n in names}


def test_loops_over_the_players_run_through_those_who_are_out_as_well() -> None:
    found = counted(STONES.format(where=""), "go", "take", "take", "take")
    assert found == {"once": "111", "round_": "111", "at_once": "111"}


def test_who_is_out_is_left_out_by_a_condition() -> None:
    found = counted(LEFT_OUT, "go", "take", "take")
    assert found == {"once": "101", "round_": "201", "at_once": "101"}


def test_both_executors_leave_out_the_same() -> None:
    ends = "game ends at end of turn when count(p in Player where p is out) >= players - 1\n"
    same_games(whole(LEFT_OUT.split("    lose_nobody")[0] + ends))


def test_an_ending_may_wait_for_who_is_left() -> None:
    ends = "game ends when count(p in Player where p is not out) = 1\n"
    s = start(LEFT_OUT + ends, 3)
    assert moves(play(s, "drop(seat 2)"))[1:3] == ["drop(seat 1)", "drop(seat 3)"]
    assert not s.over
    assert play(s, "drop(seat 1)").over


def test_in_a_new_round_all_are_in_again() -> None:
    rounds = 'game "Tiny"\n  players 3\n  rounds 2\n'
    s = play(start(rounds + LEFT_OUT, 3), *[f"drop(seat {n})" for n in (2, 1, 3)])
    assert len([m for m in moves(s) if m.startswith("drop")]) == 3


@pytest.mark.parametrize("action", ["lose_nobody", "ask_nobody", "call_nobody"])
def test_nobody_is_no_player(action: str) -> None:
    found = refused("E503", LEFT_OUT, 3, action).diagnostics[0]
    assert "none" in found.message


def test_only_a_player_is_out() -> None:
    assert codes(LEFT_OUT + "wins when once is out\n")[0] in ("E101", "E102")
    assert codes(LEFT_OUT + "option far: 1..3 = 2\nwins when far is out\n") == ["E101"]


def test_examples_can_claim_who_is_out() -> None:
    text = (
        LEFT_OUT
        + """
example "Out"
  given 3 players
  do    drop(seat 3)
  then  seat 3 is out
  then  me is not out
"""
    )
    assert examples(text) == {"Out": ""}
