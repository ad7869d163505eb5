"""`first(N of ROW)`, `last(N of ROW)` and `piece.place`: places in a row that is counted off."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import codes, examples, same_in_both

ROW = """
component Card
  rank: 1..9
  called "{rank}"
  make 2 for each rank

zone deck:         pile of Card, face down
zone queue:        row of Card
zone out_of:       pile of Card
zone hand[Player]: hand of Card

var n: 0..99 = 0

setup
  move all Card to deck
  shuffle deck
  deal 5 from deck to each hand

turn
  choose
    join(card in my hand)
      "Put {card} at the end of the queue."
      move card to queue
      if size(queue) > 4: move first(2 of queue) to out_of
    push(card in my hand)
      "Put {card} at the end, and send those back that stand before it and are lower."
      n := count(other in first(card.rank of queue) where other.rank < card.rank)
      move card to queue
      for each other in first(size(queue) - 1 of queue) where other.rank < card.rank
        move other to out_of
    skip_to(card in last(3 of queue))
      "Take {card}, which is number {card.place}."
      require card.place > 1
        because "Nobody takes the first, which is number {card.place}."
      n := card.place
      move card to my hand

game ends when any(hand[p] is empty for p in Player)

example "Counted off from the front"
  given queue = 5, 2, 9, 4
  given my hand = 3, 6
  then  can skip_to(9)
  then  cannot skip_to(5)
  then  queue = 5, 2, 9, 4
  do    push(6)
  then  n = 3
  then  queue = 9, 6
  then  out_of = 5, 2, 4

example "The first two leave"
  given queue = 5, 2, 9, 4
  given my hand = 3, 6
  do    join(3)
  then  queue = 9, 4, 3
  then  out_of = 5, 2
  then  size(first(2 of queue)) = 2
  then  size(last(9 of queue)) = 3
  then  size(first(0 - 1 of queue)) = 0
  then  any(card.rank = 4 for card in last(2 of queue))
  then  first(queue) is in first(1 of queue)
  then  first(queue) is not in last(2 of queue)

example "Nobody takes the first"
  given queue = 5, 2, 9
  then  cannot skip_to(5) because "Nobody takes the first, which is number 1."
  do    skip_to(9)
  then  n = 3
"""


def test_places_are_counted_from_the_front() -> None:
    assert set(examples(ROW).values()) == {""}


def test_both_executors_agree() -> None:
    same_in_both(ROW)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("size(first(2 of my hand)) = 2", "E101"),
        ("size(first(2 of n)) = 2", "E101"),
        ("any(other.rank > 3 for other in first(3 of deck))", "E206"),
        ("any(other.place > 3 for other in my hand)", ""),
    ],
)
def test_what_has_an_end(asked: str, code: str) -> None:
    text = ROW.replace('require card.place > 1\n        because "Nobody takes the first, '
                       'which is number {card.place}."', f"require {asked}")  # fmt: skip
    text = text.partition("example")[0]
    assert codes(text) == ([code] if code else [])
