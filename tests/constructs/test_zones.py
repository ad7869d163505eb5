"""Components and their pieces, zones and what they show, index families, variables."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import moves, play, start, var, zone

CARDS = """
type Colour = red, blue
component Card
  colour: Colour
  value: 0..3
  called "{colour} wild" if value = 0 else "{colour} {value}"
  make 1 for each colour, value in 1..3
  make 2 for each colour, value = 0
"""


def test_make_makes_a_piece_for_each_combination_and_copies() -> None:
    s = start(
        CARDS + "zone deck: row of Card\nsetup\n  move all Card to deck\nturn\n  choose\n    go\n"
    )
    assert zone(s, "deck") == [
        *("red 1", "red 2", "red 3", "blue 1", "blue 2", "blue 3"),
        *("red wild", "red wild", "blue wild", "blue wild"),
    ]


def test_all_pieces_may_go_each_to_a_place_of_its_own() -> None:
    text = CARDS + "zone row[Colour]: row of Card\nsetup\n  move all Card to row[its colour]\n"
    s = start(text + "turn\n  choose\n    go\n")
    for colour in ("red", "blue"):
        named = [f"{colour} 1", f"{colour} 2", f"{colour} 3", f"{colour} wild", f"{colour} wild"]
        assert zone(s, f"row[{colour}]") == named


def test_an_attribute_has_its_default() -> None:
    s = start("""
        component Card
          value: 1..3
          gold: yes, no = no
          called "{value} of gold" if gold else "{value} of tin"
          make 1 for each value
          make 1 for each value, gold = yes
        zone deck: row of Card
        setup
          move all Card to deck
        turn
          choose
            go
    """)  # fmt: skip
    assert zone(s, "deck") == [
        *("1 of tin", "2 of tin", "3 of tin", "1 of gold", "2 of gold", "3 of gold"),
    ]


def test_pieces_of_several_components_may_share_a_zone() -> None:
    s = start("""
        component Card
          value: 1..2
          called "card {value}"
          make 1 for each value
        component Joker
          colour: red, black
          called "{colour} joker"
          make 1 for each colour
        zone deck: row of Card or Joker
        setup
          move all Joker to deck
          move all Card to deck
        turn
          choose
            go
    """)  # fmt: skip
    assert zone(s, "deck") == ["red joker", "black joker", "card 1", "card 2"]


def test_a_component_without_attributes_is_counted() -> None:
    s = start("""
        component Coin
          make 10
        zone bank: pile of Coin
        zone purse[Player]: pile of Coin
        setup
          move all Coin to bank
          deal 2 from bank to each purse
        turn
          choose
            take(amount in 1..size(bank))
              move amount from bank to my purse
    """)  # fmt: skip
    play(s, "take(4)")
    counts = {z.name: z.count for z in s.view(None).zones}
    assert counts == {"bank": 2, "purse[seat 1]": 6, "purse[seat 2]": 2}


# -------------------------------------------------------------- what is seen


@pytest.mark.parametrize(
    ("declared", "own", "other"),
    [
        ("pile of Card", True, True),
        ("pile of Card, face down", False, False),
        ("pile of Card, face up", True, True),
        ("hand of Card", True, False),
        ("hand of Card, face up", True, True),
        ("hand of Card, seen by all", True, True),
        ("hand of Card, seen by none", False, False),
        ("hand of Card, seen by all but owner", False, True),
        ("column of Card", True, True),
        ("row of Card", True, True),
        ("row of Card, seen by owner", True, False),
        ("area of Card", True, True),
        ("area of Card, face down", False, False),
        ("bag of Card", False, False),
        ("spot of Card, at most 9", True, True),
    ],
)
def test_what_a_zone_shows(declared: str, own: bool, other: bool) -> None:
    s = start(f"""
        component Card
          value: 1..2
          make 1 for each value
        zone mat[Player]: {declared}
        setup
          move all Card to mat[seat 1]
        turn
          choose
            go
    """)  # fmt: skip
    assert (None not in zone(s, "mat[seat 1]", 0)) == own
    assert (None not in zone(s, "mat[seat 1]", 1)) == other
    assert len(zone(s, "mat[seat 1]", 1)) == 2  # how many there are is seen by everybody


# -------------------------------------------------------------- families


def test_index_families_may_have_players_words_and_ranges() -> None:
    s = start("""
        type Colour = red, blue
        component Card
          value: 1..2
          make 1 for each value
        zone pot[Player, Colour, 2..3]: row of Card
        setup
          move all Card to pot[seat 2, blue, 3]
        turn
          choose
            go
    """)  # fmt: skip
    names = [z.name for z in s.view(None).zones]
    assert len(names) == 2 * 2 * 2
    assert names[0] == "pot[seat 1, red, 2]"
    assert zone(s, "pot[seat 2, blue, 3]") == ["1", "2"]


MY = (
    CARDS
    + """
zone deck: pile of Card
zone mat[Player, Colour]: row of Card
setup
  move all Card to deck
turn
  choose
    take
      let card = last(deck)
      move card to my mat[card.colour]
    count
      require size(my mat) >= 2
    any(card in my mat)
"""
)


def test_my_fills_the_player_s_index() -> None:
    s = play(start(MY), "take", "take", "take")  # from the deck: two blue wilds, then a red one
    assert zone(s, "mat[seat 1, blue]") == zone(s, "mat[seat 2, blue]") == ["blue wild"]
    assert (zone(s, "mat[seat 1, red]"), zone(s, "mat[seat 2, red]")) == (["red wild"], [])


def test_my_with_an_index_left_open_is_the_whole_family() -> None:
    s = play(start(MY), "take", "take")  # a blue wild each
    assert "count" not in moves(s)
    play(s, "take", "take")  # a red wild each
    assert "count" in moves(s)
    assert [m for m in moves(s) if m.startswith("any")] == [
        "any(red wild in mat[red])",
        "any(blue wild in mat[blue])",
    ]


def test_another_player_s_index_alone_is_all_that_they_have_as_my_is_all_of_mine() -> None:
    text = MY.replace(
        "    any(card in my mat)\n",
        "    rob(rival in Player where rival != me, card in mat[rival])\n"
        "      move card to my mat[card.colour]\n",
    )
    s = play(start(text), "take", "take", "take", "take")  # two wilds each
    both = ["red wild", "blue wild"]
    robbed = [m for m in moves(s) if m.startswith("rob")]
    assert robbed == [f"rob(seat 2, {card} in mat[seat 2, {card.split()[0]}])" for card in both]
    play(s, robbed[1])
    assert zone(s, "mat[seat 1, blue]") == ["blue wild", "blue wild"]
    assert zone(s, "mat[seat 2, blue]") == []


def test_my_fills_variables_too() -> None:
    s = start("""
        var gold[Player]: 0..9 = 0
        turn
          choose
            earn
              my gold := my gold + 1
    """)  # fmt: skip
    play(s, "earn", "earn", "earn")
    assert (var(s, "gold[seat 1]"), var(s, "gold[seat 2]")) == ("2", "1")


# -------------------------------------------------------------- variables


def test_a_turn_s_variable_begins_anew_with_each_turn() -> None:
    s = start("""
        turn
          var n: 0..9 = 0
          phase "One"
            choose
              up
                n := n + 1
              stay
          phase "Two"
            choose
              low
                require n = 0
              high
                require n = 1
    """)  # fmt: skip
    assert moves(play(s, "up")) == ["high"]
    play(s, "high")
    assert moves(play(s, "stay")) == ["low"]


def test_a_top_level_variable_survives_a_round() -> None:
    s = start("""
        game "Tiny"
          players 2
          rounds 3
        var n: 0..9 = 0
        var ever: 0..99 = 0
        setup
          n := 0
        turn
          choose
            more
              ever := ever + 1
              n := n + 1
        round ends when n = 2
    """)  # fmt: skip
    play(s, "more", "more", "more")
    assert (s.view(None).round, var(s, "n"), var(s, "ever")) == (2, "1", "3")


def test_setup_once_runs_before_the_first_round_only() -> None:
    s = start("""
        game "Tiny"
          players 2
          rounds 2
        var n: 0..9 = 0
        var once: 0..9 = 0
        var each_time: 0..9 = 0
        setup once
          once := once + 1
        setup
          n := 0
          each_time := each_time + 1
        turn
          choose
            more
              n := n + 1
        round ends when n = 1
    """)  # fmt: skip
    play(s, "more")
    assert (var(s, "once"), var(s, "each_time")) == ("1", "2")


def test_pieces_places_survive_a_round() -> None:
    s = start("""
        game "Tiny"
          players 2
          rounds 2
        component Card
          value: 1..3
          make 1 for each value
        zone deck: row of Card
        zone kept: row of Card
        setup once
          move all Card to deck
        turn
          choose
            keep(card in deck)
              move card to kept
        round ends when size(kept) = 2
    """)  # fmt: skip
    play(s, "keep(2)", "keep(1)")
    assert s.view(None).round == 2
    assert (zone(s, "kept"), zone(s, "deck")) == (["2", "1"], ["3"])


def test_a_block_s_variable_outlasts_a_decision() -> None:
    s = start("""
        var kept: 0..9 = 0
        turn
          choose
            pick(n in 1..3)
              var double: 0..9 = n * 2
              choose
                confirm
                  kept := double
                more
                  double := double + 1
                  kept := double
    """)  # fmt: skip
    assert var(play(s, "pick(3)", "confirm"), "kept") == "6"
    assert var(play(s, "pick(2)", "more"), "kept") == "5"
