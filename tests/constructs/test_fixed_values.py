"""`let NAME = VALUE` at the left edge: values that players and options decide."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import codes, examples, moves, same_in_both, start

FIXED = """
option many: yes, no = no
let most = 3 if players > 2 else 2
let all_stones = most * 2 if many else most
component Stone
  number: 1..9
  called "{number}"
  make 1 for each number in 1..all_stones
zone box: area of Stone, at most all_stones
zone row_of[1..most]: spot of Stone
setup
  move all Stone to box
turn
  choose
    put(stone in box, place in 1..most)
      require row_of[place] is empty
      move stone to row_of[place]
game ends when size(box) = all_stones - most
"""
CLAIM = """
example "It depends on players and options"
  given 3 players
  given many = yes
  then most = 3
  then size(box) = 6
"""


def test_a_fixed_value_stands_wherever_players_and_options_can() -> None:
    assert set(examples(FIXED + CLAIM).values()) == {""}
    assert len(moves(start(FIXED))) == 2 * 2
    assert len(moves(start(FIXED, players=3, many="yes"))) == 6 * 3
    same_in_both(FIXED)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("let most = 3 if players > 2 else 2", "let most = size(box)", "E101"),
        ("let most = 3 if players > 2 else 2", "let most = round", "E106"),
        ("let most = 3 if players > 2 else 2", "let most = none_such", "E010"),
        ("let most =", "let many =", "E011"),
        ("    put(", "    most(", ""),
    ],
)
def test_what_is_refused(old: str, new: str, code: str) -> None:
    found = codes(FIXED.replace(old, new))
    assert (code in found) if code else not found
