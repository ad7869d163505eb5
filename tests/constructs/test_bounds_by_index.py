"""How many spaces and how much room each zone of a family has, by its index."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import (
    codes,
    examples,
    line_of,
    moves,
    play,
    refused,
    same_in_both,
    start,
)

TRACKS = """
    type Lane = 2..4
    table length: Lane = 1, 3, 2

    component Runner
      side: red, blue
      lane:  Lane
      called "{side} {lane}"
      make 1 for each side, lane
    component Coin
      make 9

    zone bank:       pile of Coin
    zone track[Lane]: track of Runner, spaces 0..length[lane]
    zone rest[Lane]:  row of Runner, at most length[lane]
    zone purse[Lane]: pile of Coin, at most length[lane] + 1
    zone note[Lane]:  row of Lane, at most 4 - length[lane]

    counter whole: 0..9 = 0

    setup
      move all Coin to bank
      for each lane: move {runner in Runner where runner.lane = lane} to track[lane] at 0

    turn
      choose
        run(runner in track)
          require runner.space < length[runner.lane]
          move runner forward 1
        fall(runner in track, space in 0..4)
          require space <= length[runner.lane]
          move runner to track[runner.lane] at space
        stop(runner in track)
          require rest[runner.lane] is not full
          move runner to rest[runner.lane]
        stride(runner in track)
          move runner forward 2
        leap(runner in track)
          move runner to track[runner.lane] at 3
        push(runner in track)
          move runner to rest[2]
        fund(lane in Lane, many in 1..4)
          move many from bank to purse[lane]
        put(lane in Lane)
          write lane in note[lane]
        pass

    when rest[2] becomes full
      gain 1 whole
    when track[2] becomes empty
      gain 2 whole
"""
SAFE = (
    TRACKS[: TRACKS.index("        stride")]
    + """
        pass

    when rest[4] becomes full
      gain at most 1 whole

    game ends when rest is full
"""
)


def test_a_piece_goes_no_further_than_its_track() -> None:
    s = start(TRACKS)
    assert {m for m in moves(s) if m.startswith("fall")} >= {
        "fall(red 3 in track[3], 3)", "fall(red 2 in track[2], 1)",
    }  # fmt: skip
    assert "fall(red 2 in track[2], 2)" not in moves(s)
    play(s, "run(red 2 in track[2])", "pass")
    assert "run(red 2 in track[2])" not in moves(s)
    play(start(TRACKS), "stride(red 4 in track[4])", "leap(red 3 in track[3])")


@pytest.mark.parametrize(
    ("made", "code", "line"),
    [
        (("stride(red 2 in track[2])",), "E503", "forward 2"),
        (("leap(blue 4 in track[4])",), "E503", "at 3"),
        (("push(red 2 in track[2])", "push(red 4 in track[4])"), "E508", "to rest[2]"),
        (("fund(2, 3)",), "E508", "to purse[lane]"),
        (("put(3)", "put(3)"), "E508", "in note[lane]"),
    ],
)
def test_beyond_its_bound_nothing_goes(made: tuple[str, ...], code: str, line: str) -> None:
    found = refused(code, TRACKS, 2, *made).diagnostics[0]
    assert found.span.line == line_of(TRACKS, line)
    play(start(TRACKS), "fund(3, 4)", "put(2)", "put(2)", "put(2)")


def test_full_and_whole_families_are_asked_by_their_own_bounds() -> None:
    assert examples(TRACKS + """
    example "Full"
      given rest[2] = red 2
      given rest[3] = red 3, blue 3
      given purse[4] = 3
      given purse[3] = 3
      given note[4] = 4, 4
      given track[3] = red 4 at 3
      then  rest[2] is full
      then  rest[3] is not full
      then  purse[4] is full
      then  purse[3] is not full
      then  note[4] is full
      then  rest is not full
      do    push(blue 2)

    example "Becomes full"
      given track[2] = red 2 at 1, blue 2 at 0
      do    push(red 2)
      then  whole = 1
      then  rest is not full

    example "No such space"
      given track[4] = red 4 at 3
      then  whole = 0

    example "No room"
      given rest[2] = red 2, blue 2
      then  whole = 0

    example "No room to write"
      given note[3] = 3, 3
      then  whole = 0
    """) == {
        "Full": "the example 'Full' meets an error: 'rest' is full; nothing more fits in",
        "Becomes full": "",
        "No such space": "say at which space, 0..2, of 'track'",
        "No room": "'rest' holds at most 1",
        "No room to write": "'note' holds at most 1",
    }  # fmt: skip


def test_both_executors_keep_the_bounds_alike() -> None:
    same_in_both(SAFE, games=1)


def test_bounds_are_fixed_before_the_game() -> None:
    assert codes(TRACKS.replace("0..length[lane]", "0..size(bank)")) == ["E106"]
    assert codes(TRACKS.replace("Lane = 1, 3, 2", "Lane = 1, 3")) == ["E102"]
    refused("E104", TRACKS.replace("4 - length[lane]", "2 - length[lane]"))
    refused("E104", TRACKS.replace("spaces 0..length", "spaces 2..length"))


def test_a_named_range_is_run_through_as_a_type_is() -> None:
    assert examples(TRACKS + """
    example "Through a range"
      then sum(length[lane] for lane) = 6
      then count(lane in Lane where length[lane] > 1) = 2
      then 4 is in Lane
      then 5 is not in Lane
    """) == {"Through a range": ""}  # fmt: skip
