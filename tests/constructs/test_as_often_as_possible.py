"""`choose repeatedly`: what must be done as often as it can be."""

from __future__ import annotations

from tests.constructs.tiny import codes, examples, moves, play, same_in_both, start

LAYING = """
component Card
  rank: 1..6
  called "{rank}"
  make 2 for each rank
zone heap: pile of Card
zone hand[Player]: hand of Card, seen by all
var done: 0..99 = 0
setup
  move all Card to heap
  deal 4 from heap to each hand
turn
  phase "Lay"
    choose repeatedly
      lay(card in my hand where card.rank <= 2)
        move card to heap
  phase "Go on"
    done := done + 1
    choose
      draw
        move first(heap) to my hand
game ends when done = 6
"""
CLAIMS = """
example "All that can be laid must be"
  given my hand = 1, 2, 5
  then cannot draw
  do lay(1)
  then cannot draw
  then can lay(2)
  do lay(2)
  then can draw

example "Nothing to lay is nothing to choose"
  given my hand = 5
  then can draw
  then seat 1 cannot lay(5)
"""


def test_it_is_asked_until_nothing_is_left_and_cant_be_passed() -> None:
    assert set(examples(LAYING + CLAIMS).values()) == {""}
    session = start(LAYING)
    while not session.over:
        assert "pass" not in moves(session)
        play(session, moves(session)[0])


def test_both_executors_agree() -> None:
    same_in_both(LAYING, games=3)


def test_it_has_no_else() -> None:
    text = LAYING.replace('  phase "Go on"', '    else\n      done := 0\n  phase "Go on"')
    assert codes(text) == ["E203"]
