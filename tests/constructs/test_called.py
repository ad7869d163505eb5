"""What pieces are called: words computed from what is printed on them."""

from __future__ import annotations

from tests.constructs.tiny import examples, moves, start

FACES = """
table face: 1..3 = 7, 8, 9
component Card
  rank: 1..3
  called "{face[rank]}"
  make 1 for each rank
zone deck: row of Card
zone won: row of Card
setup
  move all Card to deck
turn
  choose
    take(card in deck)
      move card to won
example "A piece is named as the table says"
  given won = 7
  then  can take(8)
"""


def test_a_table_may_be_looked_into_by_names_alone() -> None:
    assert moves(start(FACES)) == ["take(7)", "take(8)", "take(9)"]
    assert examples(FACES) == {"A piece is named as the table says": ""}
