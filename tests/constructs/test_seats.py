"""Loops, seats, circles, and several seats at the same time."""

from __future__ import annotations

import pytest

from engine.chronicle.chronicle import Chronicle
from tests.constructs.tiny import line_of, moves, play, refused, start, var, zone


def test_each_player_sets_me_in_seat_order_from_who_is_acting() -> None:
    s = start("""
        var order: 0..9999 = 0
        var seats[Player]: 0..9 = 0
        turn
          choose
            go
              each Player
                my seats := my seats + 1
                order := order * 10 + my seats
            others
              each other Player
                my seats := my seats + 1
    """, 3)  # fmt: skip
    play(s, "others")
    assert [var(s, f"seats[seat {i}]") for i in (1, 2, 3)] == ["0", "1", "1"]
    play(s, "go")  # begins with seat 2
    assert var(s, "order") == "221"


def test_each_other_player_asks_the_others_in_turn_order() -> None:
    s = start("""
        turn
          choose
            go
          each other Player
            choose
              nod
          choose
            done
    """, 3)  # fmt: skip
    seats = [s.seat]
    for move in ("go", "nod", "nod", "done", "go", "nod", "nod"):
        play(s, move)
        seats.append(s.seat)
    assert seats == [0, 1, 2, 0, 1, 2, 0, 1]


def test_repeat_runs_until_its_condition_and_at_least_once() -> None:
    s = start("""
        var n: 0..99 = 0
        turn
          choose
            go(start in 0..9)
              n := start
              repeat
                n := n + 3
              until n > 5
    """)  # fmt: skip
    assert [var(play(s, f"go({i})"), "n") for i in (0, 2, 9)] == ["6", "8", "12"]


def test_an_endless_loop_is_named_with_its_line() -> None:
    text = """
        var n: 0..9 = 0
        turn
          choose
            go
              repeat
                n := 0
              until n = 1
    """
    assert refused("E502", text, 2, "go").diagnostics[0].span.line == line_of(text, "repeat")


def test_a_game_that_never_asks_is_stopped_and_named() -> None:
    text = """
        var n: 0..9 = 0
        to idle()
          n := 0
        turn
          idle()
          if n = 1
            choose
              never
    """
    found = refused("E502", text).diagnostics[0]
    assert found.span.line > 0


CIRCLE = """
var bidding[Player] = yes
var price: 0..20 = 0
turn
  choose
    open
      price := 1
      each Player
        my bidding := yes
      repeat each Player clockwise after me where my bidding
        choose
          raise
            price := price + 1
          pass
            my bidding := no
      until count(player in Player where bidding[player]) = 1
      price := price + 10
  choose
    done
"""


def test_a_circle_begins_after_a_seat_skips_who_is_out_and_ends_by_its_condition() -> None:
    s = play(start(CIRCLE, 3), "open")
    seats = []
    for move in ("raise", "pass", "raise", "raise"):
        seats.append(s.seat)
        play(s, move)
    assert seats == [1, 2, 0, 1]
    assert s.seat == 0
    play(s, "pass")
    assert (moves(s), s.seat, var(s, "price")) == (["done"], 0, "14")


def test_as_sets_me_and_restores_it() -> None:
    s = start("""
        var gold[Player]: 0..9 = 0
        turn
          as left(left(me))
            my gold := 5
            choose
              ask
          my gold := 1
          choose
            done
    """, 3)  # fmt: skip
    assert (s.seat, s.view(None).active) == (2, 0)
    play(s, "ask")
    assert s.seat == 0
    assert [var(s, f"gold[seat {i}]") for i in (1, 2, 3)] == ["1", "0", "5"]


def test_active_is_whose_turn_it_is() -> None:
    s = start("""
        var who: Player? = none
        turn
          as right(me)
            choose
              ask
                who := active
    """, 3)  # fmt: skip
    assert var(play(s, "ask", "ask"), "who") == "seat 2"


def test_next_turn_says_whose_turn_comes_then_it_goes_on_from_there() -> None:
    s = start("""
        turn
          choose
            plain
            skip_one
              next turn left(left(me))
            again
              next turn me
    """, 4)  # fmt: skip
    seats = []
    for move in ("plain", "skip_one", "plain", "again", "plain"):
        play(s, move)
        seats.append(s.seat)
    assert seats == [1, 3, 0, 0, 1]


OUT = """
turn
  choose
    stay
    leave
      out me
round ends when players > 4
"""


def test_who_is_out_has_no_more_turns() -> None:
    s = play(start(OUT, 3), "stay", "leave", "stay")
    assert s.seat == 0
    assert play(s, "stay").seat == 2


def test_when_all_are_out_the_round_is_over() -> None:
    assert play(start(OUT, 3), "leave", "leave", "leave").over


# -------------------------------------------------------------- at the same time


SEALED = """
var secret[Player]: 0..3 = 0
var all_bids: 0..999 = 0
turn
  simultaneously each Player
    choose
      bid(n in 1..3)
        my secret := n
        all_bids := all_bids * 10 + n
  choose
    done
round ends when secret[seat 1] = 3
  "Seat 1 has bid 3."
"""


def test_simultaneous_choices_are_collected_then_carried_out_in_seat_order() -> None:
    s = start(SEALED, 3, starter=1)
    seats = []
    for n in (1, 2, 2):
        seats.append(s.seat)
        assert var(s, "all_bids") == "0"  # nothing is carried out before all have chosen
        play(s, f"bid({n})")
    assert sorted(x for x in seats if x is not None) == [0, 1, 2]
    assert var(s, "all_bids") == "122"
    assert (moves(s), s.seat) == (["done"], 1)


def test_nothing_of_a_simultaneous_choice_shows_before_all_are_done() -> None:
    one, other = play(start(SEALED), "bid(1)"), play(start(SEALED), "bid(2)")
    assert one.view(1) == other.view(1)
    assert one.information_set(1) == other.information_set(1)
    assert one.information_set(0) != other.information_set(0)  # the chooser knows
    assert Chronicle(one).log(1) == Chronicle(other).log(1)
    assert Chronicle(one).log(0) != Chronicle(other).log(0)
    play(one, "bid(1)")
    play(other, "bid(1)")
    assert one.view(1) != other.view(1)
    assert [row[1] for row in Chronicle(one).log(1)] == ["bid(1)", "bid(1)"]


def test_endings_are_tested_when_simultaneous_choices_are_merged() -> None:
    s = play(start(SEALED), "bid(3)", "bid(2)")
    assert s.over
    assert var(s, "all_bids") == "32"  # the second was carried out as well


BRANCHES = """
component Card
  value: 1..8
  make 1 for each value
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone mat[Player]: row of Card
var points[Player]: 0..99 = 0
setup
  move all Card to deck
  deal 4 from deck to each hand
turn
  simultaneously each Player
    may choose repeatedly
      lay(card in my hand)
        my points := my points + 1
        move card to my mat
  choose
    done
round ends when size(mat[seat 1]) = 2
"""


def test_a_branch_that_asks_again_runs_to_its_end_apart_from_the_others() -> None:
    s = start(BRANCHES)
    before, known = s.view(1), s.information_set(1)
    play(s, moves(s)[0])
    play(s, moves(s)[0])
    assert s.seat == 0  # the ending waits for the merge
    shown = s.view(1)
    assert (shown.zones, shown.variables) == (before.zones, before.variables)
    assert s.information_set(1).holes == known.holes
    play(s, "pass")
    assert (s.seat, s.over) == (1, False)
    assert {row[1] for row in Chronicle(s).log(1)} == {""}
    shown = s.view(1)
    assert (shown.zones, shown.variables) == (before.zones, before.variables)
    assert len(zone(s, "mat[seat 1]", 0)) == 2  # the own cards show
    assert s.view(0).zones != before.zones


def test_what_a_branch_did_shows_after_the_merge() -> None:
    s = start(BRANCHES)
    laid = moves(s)[0]
    play(s, laid, "pass", "pass")
    assert (moves(s), s.over) == (["done"], False)
    assert zone(s, "mat[seat 1]", 1) == [laid[4:-1]]
    assert (var(s, "points[seat 1]", 1), var(s, "points[seat 2]", 1)) == ("1", "0")


def test_an_ending_is_tested_at_the_merge_of_branches() -> None:
    s = start(BRANCHES)
    play(s, moves(s)[0])
    play(s, moves(s)[0])
    play(s, "pass")
    assert not s.over
    play(s, moves(s)[0])
    play(s, "pass")
    assert s.over
    assert len(zone(s, "mat[seat 2]")) == 1  # the second branch was merged before the ending


def test_a_pick_may_be_taken_back_until_all_are_carried_out() -> None:
    s = play(start(SEALED), "bid(1)")
    s.undo()
    play(s, "bid(2)", "bid(3)")
    assert s.why_no_undo() == "what the others have chosen has come to light since."


IN_A_PROCEDURE = """
var secret[Player]: 0..3 = 0
var n: 0..9 = 0
to count_up()
  n := n + 1
to pick()
  simultaneously each Player
    choose
      bid(number in 1..3)
        my secret := number
        count_up()
        count_up()
turn
  pick()
  choose
    done
round ends when n >= 3
"""


def test_picks_in_a_procedure_are_as_secret_and_end_at_the_merge() -> None:
    one, other = play(start(IN_A_PROCEDURE), "bid(1)"), play(start(IN_A_PROCEDURE), "bid(2)")
    assert one.view(1) == other.view(1)
    assert one.information_set(1) == other.information_set(1)
    assert Chronicle(one).log(1) == Chronicle(other).log(1)
    play(one, "bid(3)")
    assert one.over
    assert var(one, "n") == "4"  # both were carried out whole before the ending was looked at


@pytest.mark.parametrize("moves_made", [1, 2, 3])
def test_samples_in_the_middle_of_branches_agree_with_what_is_seen(moves_made: int) -> None:
    s = start(BRANCHES)
    for _ in range(moves_made):
        play(s, moves(s)[0] if moves_made != 3 or len(s.history) < 2 else "pass")
    knowledge = s.game.knowledge
    for seat in (0, 1):
        known = s.information_set(seat)
        for number in range(5):
            assert knowledge.observe(knowledge.sample(known, number), seat) == known
