"""What all players hold continues to a neighbour at once."""

from __future__ import annotations

from tests.constructs.tiny import codes, examples, play, same_in_both, start, zone

PASSING = """
    type Side = 1..2
    component Card
      rank: 1..9
      called "{rank}"
      make 1 for each rank
    component Coin
      make 9

    zone deck:               pile of Card
    zone bank:               pile of Coin
    zone hand[Player]:       hand of Card
    zone purse[Player]:      area of Coin
    zone kept[Side, Player]: pile of Card
    zone slate[Player]:      row of 1..9, at most 4

    counter emptied: 0..99 = 0

    setup
      move all Card to deck
      move all Coin to bank
      deal 2 from deck to each hand
      each Player
        move me.number from bank to my purse
        write me.number in my slate

    turn
      choose
        left
          move each hand to the left
        right
          move each hand to the right
        others
          move each purse to the left
          move each slate to the right
        keep(card in my hand)
          move card to kept[1, me]
        piles
          move each kept to the left

    when hand[seat 1] becomes empty
      gain at most 1 emptied

    game ends when all(hand[p] is empty for p in Player)
"""


def test_everything_goes_one_seat_on() -> None:
    s = start(PASSING, 3)
    before = [zone(s, f"hand[seat {n}]") for n in (1, 2, 3)]
    play(s, "left")
    assert [zone(s, f"hand[seat {n}]") for n in (2, 3, 1)] == before
    play(s, "right", "right")
    assert [zone(s, f"hand[seat {n}]") for n in (3, 1, 2)] == before


def test_counted_pieces_values_and_zones_of_more_indices_go_as_well() -> None:
    assert examples(PASSING + """
    example "All"
      given 3 players
      given kept[1, seat 1] = 9
      given kept[2, seat 3] = 8
      do    others, piles
      then  size(purse[seat 2]) = 1
      then  size(my purse) = 3
      then  first(slate[seat 3]) = 1
      then  kept[1, seat 2] = 9
      then  kept[2, me] = 8
      then  kept[1, me] is empty

    example "A zone that becomes empty by it"
      given 2 players
      given hand[seat 2] is empty
      do    left
      then  emptied = 1
      then  hand[seat 2] is not empty
    """) == {"All": "", "A zone that becomes empty by it": ""}  # fmt: skip


def test_who_passed_cards_on_knows_them_and_who_gets_them_too() -> None:
    s = start(PASSING, 3, fair=False)
    mine = zone(s, "hand[seat 1]", 0)
    play(s, "left")
    assert zone(s, "hand[seat 2]", 0) == zone(s, "hand[seat 2]", 1) == mine
    assert zone(s, "hand[seat 2]", 2) == [None, None]
    play(s, "left")
    assert zone(s, "hand[seat 3]", 0) == zone(s, "hand[seat 3]", 2) == mine


def test_both_executors_pass_alike() -> None:
    same_in_both(PASSING, players=3, games=1)


def test_what_does_not_fit_is_told() -> None:
    uneven = PASSING.replace("pile of Card\n    zone slate",
                             "pile of Card, at most player.number\n    zone slate")  # fmt: skip
    assert examples(uneven + """
    example "Two don't fit where one does"
      given 2 players
      given kept[1, seat 2] = 1, 2
      do    piles
      then  kept[1, me] = 1, 2
    """) == {
        "Two don't fit where one does": "the example 'Two don't fit where one does' meets an "
        "error: not all of this fits into 'kept'"
    }  # fmt: skip


def test_only_what_each_player_has_is_passed_to_a_neighbour() -> None:
    assert codes(PASSING.replace("each hand to the left", "each deck to the left")) == ["E102"]
    assert codes(PASSING.replace("each hand to the left", "each hand to the across")) == ["E015"]
