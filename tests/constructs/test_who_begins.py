"""Who begins, where set-up decides it: `starts the(player in Player where …)`, and `starter`."""

from __future__ import annotations

from tests.constructs.tiny import codes, examples, refused, same_in_both, start

TEXT = """game "Lowest begins"
  players 2..3
  rounds  3
  starts  the(player in Player where any(card.rank = 1 for card in hand[player]))
component Card
  rank: 1..12
  called "{rank}"
  make 1 for each rank
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone heap: pile of Card, face up
var opened: 1..12?
var begun: 0..9
setup
  move all Card to deck
  shuffle deck
  deal 3 from deck to each hand
  if not any(any(card.rank = 1 for card in hand[player]) for player in Player)
    move the(card in deck where card.rank = 1) to my hand
turn
  choose
    play(card in my hand)
      if active = starter: begun := begun + 1
      if heap is empty: opened := card.rank
      move card to heap
round ends when size(heap) >= 4
"""
CLAIMS = """
example "the lowest card begins"
  given 3 players
  given my hand = 2, 3, 4
  given hand[seat 2] = 1, 6, 7
  then  seat 2 is to move
  then  starter = seat 2

example "who is to move may be given"
  given 3 players
  given my hand = 1, 3, 4
  given seat 3 is to move
  then  starter = seat 3
"""


def test_both_executors_let_the_same_seat_begin() -> None:
    same_in_both(TEXT)


def test_each_round_begins_with_the_seat_that_has_the_card() -> None:
    for seed in range(3):
        session = start(TEXT, 3, seed=seed)
        while not session.over:
            state = session.view(None)
            heap = next(z for z in state.zones if z.name == "heap")
            if not heap.items:
                hands = {
                    z.owner: [i.name for i in z.items] for z in state.zones if z.owner is not None
                }
                assert session.seat is not None and "1" in hands[session.seat]
            session.apply(session.legal()[0].move)


def test_with_then_only_the_first_round_begins_so() -> None:
    text = TEXT.replace(
        "for card in hand[player]))\n", "for card in hand[player])), then next starter\n", 1
    )
    session = start(text, 3, seed=1)
    first = session.seat
    for _ in range(4):
        session.apply(session.legal()[0].move)
    assert first is not None and session.seat == (first + 1) % 3


def test_an_example_looks_when_everything_is_given() -> None:
    assert set(examples(TEXT + CLAIMS).values()) == {""}


def test_somebody_must_be_found_and_it_must_be_a_player() -> None:
    nobody = TEXT.replace("rank = 1 for", "rank > 12 for")
    assert "nothing" in str(refused("E505", nobody, 3))
    assert codes(TEXT.replace("starts  the(player", "starts  count(player")) == ["E101"]
