"""Triggers and endings: when they are looked at, in which order, and what is abandoned."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import count, line_of, moves, play, refused, start, var, zone

CARDS = """
component Card
  value: 1..5
  make 1 for each value
zone deck: row of Card
zone mat[Player]: row of Card
zone shelf: row of Card, at most 2
var log: 0..9999999 = 0
setup
  move all Card to deck
"""
TURN = """
turn
  choose
    lay(card in deck)
      move card to my mat
      log := log * 10 + 9
    shelve(card in deck)
      move card to shelf
      log := log * 10 + 9
    sweep
      move all Card to shelf
    back
      move all from my mat to deck
"""


# -------------------------------------------------------------- triggers


def test_triggers_come_after_the_change_in_text_order_before_the_next_statement() -> None:
    s = start(CARDS + TURN + """
when card arrives in mat[player]
  log := log * 10 + 1
when thing arrives in mat[who]
  log := log * 10 + 2
""")  # fmt: skip
    assert var(play(s, "lay(3)"), "log") == "129"


def test_a_trigger_binds_what_arrived_where() -> None:
    s = start(CARDS + TURN + """
var place: Player? = none
when card arrives in mat[player] at space
  place := player
  log := card.value * 100 + space * 10
""")  # fmt: skip
    play(s, "lay(3)", "lay(4)", "lay(5)")
    assert (var(s, "place"), var(s, "log")) == ("seat 1", "5209")  # the second card in that row


def test_a_known_name_in_a_trigger_s_head_compares() -> None:
    s = start("""
        type Colour = red, blue
        component Card
          colour: Colour
          value: 1..2
          make 1 for each colour, value
        zone deck: row of Card
        zone mat[Colour]: row of Card
        var reds: 0..9 = 0
        var second: 0..9 = 0
        setup
          move all Card to deck
        turn
          choose
            lay(card in deck)
              move card to mat[card.colour]
        when card arrives in mat[red]
          reds := reds + 1
        when card arrives in mat[colour] at 2
          second := second + 1
    """)  # fmt: skip
    play(s, "lay(red 1)", "lay(blue 1)", "lay(blue 2)")
    assert (var(s, "reds"), var(s, "second")) == ("1", "1")


def test_a_zone_that_becomes_empty_or_full_sets_off_its_triggers() -> None:
    text = (
        CARDS
        + TURN
        + """
when deck becomes empty
  log := log * 10 + 1
  move all from mat[seat 1] to deck
when deck becomes empty
  log := log * 10 + 3
when shelf becomes full
  log := log * 10 + 2
"""
    )
    s = play(start(text), "shelve(1)")
    assert var(s, "log") == "9"
    play(s, "shelve(2)")
    assert var(s, "log") == "929"
    s = play(start(text), "lay(1)", "lay(2)", "lay(3)", "lay(4)", "lay(5)")
    assert var(s, "log") == "9999139"  # before the next statement


@pytest.mark.parametrize(
    "move",
    [
        "all from deck to mat[seat 1]",
        "5 from deck to mat[seat 1]",
        "up to 9 from deck to mat[seat 1]",
        "{card in deck where card.value < 9} to mat[seat 1]",
        "all Card to mat[seat 1]",
    ],
)
def test_a_zone_emptied_in_bulk_becomes_empty_once(move: str) -> None:
    s = start(CARDS + f"""
turn
  choose
    sweep
      move {move}
when deck becomes empty
  log := log * 10 + 1
""")  # fmt: skip
    assert var(play(s, "sweep"), "log") == "1"


def test_a_zone_that_was_empty_does_not_become_empty() -> None:
    s = start(CARDS + """
turn
  choose
    sweep
      move all from mat[seat 2] to deck
    other
      move top of deck to my mat
when mat[seat 2] becomes empty
  log := log * 10 + 1
""")  # fmt: skip
    assert var(play(s, "sweep", "other", "other", "other"), "log") == "0"
    assert var(play(s, "sweep"), "log") == "1"


def test_triggers_run_depth_first() -> None:
    s = start(CARDS + """
turn
  choose
    go(card in deck)
      move card to shelf
      log := log * 10 + 9
when card arrives in shelf
  log := log * 10 + 1
  move top of deck to mat[seat 1]
  log := log * 10 + 3
when card arrives in mat[player]
  log := log * 10 + 2
when card arrives in shelf
  log := log * 10 + 4
""")  # fmt: skip
    assert var(play(s, "go(1)"), "log") == "12349"


def test_a_trigger_may_ask_and_me_is_who_was_acting() -> None:
    s = start(CARDS + TURN + """
var asked: Player? = none
when card arrives in mat[player]
  choose
    keep
      asked := me
    again(other in deck)
      move other to my mat
  log := log * 10 + 1
""")  # fmt: skip
    play(s, "lay(1)")
    assert (s.seat, moves(s)[:2], var(s, "log")) == (0, ["keep", "again(2)"], "0")
    play(s, "again(2)")
    assert moves(s)[:2] == ["keep", "again(3)"]
    play(s, "keep")
    assert (var(s, "asked"), var(s, "log"), s.seat) == ("seat 1", "119", 1)


def test_me_in_a_trigger_is_who_acts_not_whose_turn_it_is() -> None:
    s = start(CARDS + """
var asked: Player? = none
turn
  as left(me)
    choose
      lay(card in deck)
        move card to my mat
when card arrives in mat[player]
  asked := me
""")  # fmt: skip
    assert var(play(s, "lay(1)"), "asked") == "seat 2"


def test_an_endless_chain_of_triggers_is_stopped_and_named() -> None:
    text = (
        CARDS
        + TURN
        + """
when card arrives in mat[player]
  move card to deck
  move card to mat[player]
"""
    )
    found = refused("E502", text, 2, "lay(1)").diagnostics[0]
    assert "card arrives in mat" in found.message
    assert found.span.line in (line_of(text, "when card arrives"), line_of(text, "to mat[player]"))


def test_triggers_are_silent_in_setup() -> None:
    s = start(CARDS + TURN + """
when card arrives in deck
  log := log + 1
when card arrives in mat[player]
  log := log + 1
""")  # fmt: skip
    assert var(s, "log") == "0"


# -------------------------------------------------------------- endings


def test_an_ending_comes_at_once_and_abandons_what_is_pending() -> None:
    s = start(CARDS + """
turn
  choose
    both(card in deck)
      move card to my mat
      log := log * 10 + 1
      move top of deck to my mat
      log := log * 10 + 2
  log := log * 10 + 3
when card arrives in mat[player]
  log := log * 10 + 4
after each turn
  log := log * 10 + 5
round ends when size(mat[seat 1]) = 2
""")  # fmt: skip
    play(s, "both(1)")
    assert s.over
    assert zone(s, "mat[seat 1]") == ["1", "5"]  # finished changes stay
    assert var(s, "log") == "41"  # the trigger of the first card; nothing after the second


def test_an_ending_is_tested_after_every_single_change() -> None:
    s = start("""
        var n: 0..9 = 0
        turn
          choose
            up_and_down
              n := 3
              n := 0
        round ends when n = 3
    """)  # fmt: skip
    play(s, "up_and_down")
    assert s.over
    assert var(s, "n") == "3"


def test_endings_do_not_interrupt_a_bulk_move() -> None:
    text = CARDS.replace("at most 2", "at most 9") + TURN + "round ends when size(shelf) >= 1\n"
    swept = play(start(text), "sweep")
    assert swept.over
    assert count(swept, "shelf") == 5


def test_endings_are_not_tested_in_setup() -> None:
    s = start("""
        game "Tiny"
          players 2
          rounds 2
        var n: 0..9 = 0
        setup
          n := 3
          n := 1
        turn
          choose
            more
              n := n + 1
        round ends when n = 3
    """)  # fmt: skip
    assert (s.over, s.view(None).round, var(s, "n")) == (False, 1, "1")
    play(s, "more", "more")
    assert s.view(None).round == 2


ENDED = """
var n: 0..9 = 0
var m: 0..9 = 0
turn
  choose
    go
      n := 1
round ends when n = 1 and m = 0
  "The first."
game ends when n = 1
  "The second."
"""


def test_of_two_endings_that_hold_together_the_first_in_the_text_counts() -> None:
    text = 'game "Tiny"\n  players 2\n  rounds 3\n' + ENDED + "setup\n  n := 0\n"
    s = play(start(text), "go")
    assert (s.over, s.view(None).round) == (False, 2)  # only the round is over
    turned = text.replace("round ends when n = 1 and m = 0", "game ends when n = 1 and m = 0")
    assert play(start(turned), "go").over


def test_at_end_of_turn_waits_for_the_end_of_the_turn() -> None:
    s = start("""
        var n: 0..9 = 0
        turn
          choose
            go
              n := 3
          choose
            more
            undo_it
              n := 0
        round ends at end of turn when n = 3
    """)  # fmt: skip
    play(s, "go")
    assert moves(s) == ["more", "undo_it"]
    assert not play(s, "undo_it").over
    assert play(s, "go", "more").over


def test_after_each_turn_comes_before_endings_at_end_of_turn() -> None:
    s = start("""
        var n: 0..9 = 0
        turn
          choose
            go
        after each turn
          n := n + 1
        round ends at end of turn when n = 2
    """)  # fmt: skip
    assert not play(s, "go").over
    assert play(s, "go").over


@pytest.mark.parametrize("more", [0, 1, 3])
def test_more_turns_latch_when_the_condition_first_holds(more: int) -> None:
    s = start(f"""
        var n: 0..9 = 0
        turn
          choose
            up
              n := 1
            down
              n := 0
        game ends after {more} more turns when n = 1
    """)  # fmt: skip
    play(s, "down", "up")
    for _ in range(more):
        assert not s.over
        play(s, "down")  # the condition holds no longer, yet the count continues
    assert s.over


def test_wins_when_is_tried_with_each_seat_as_me() -> None:
    s = start("""
        var gold[Player]: 0..9 = 0
        turn
          choose
            earn
              my gold := my gold + 1
            give
              gold[left(me)] := gold[left(me)] + 3
        wins when my gold = 3
    """)  # fmt: skip
    assert play(s, "give").winners == [1]
    s.undo()
    assert play(s, "earn").winners == []
    assert play(s, "earn", "earn", "earn", "earn").winners == [0]


def test_two_seats_may_win_together() -> None:
    s = start("""
        var gold: 0..9 = 0
        turn
          choose
            earn
              gold := 3
        wins when gold = 3
    """)  # fmt: skip
    assert play(s, "earn").winners == [0, 1]


ENDS = """
game "Tiny"
  players 2
  rounds 2
var n: 0..99 = 0
setup
  n := n + 10
turn
  choose
    turn_over
      end turn
      n := 0
    round_over
      end round
      n := 0
    game_over
      end game
      n := 0
    stay
  choose
    done
"""


def test_end_turn_round_and_game_leave_what_follows() -> None:
    s = play(start(ENDS), "turn_over")
    assert (s.seat, var(s, "n"), moves(s)[0]) == (1, "10", "turn_over")
    play(s, "round_over")
    assert (s.over, s.view(None).round, var(s, "n")) == (False, 2, "20")
    assert play(start(ENDS), "game_over").over
    assert play(s, "round_over").over


def test_an_ending_inside_a_trigger_inside_a_procedure_abandons_all_of_them() -> None:
    s = start(CARDS + """
to lay_two()
  move top of deck to my mat
  log := log + 1
turn
  choose
    go
      lay_two()
      log := log + 10
    stay
when card arrives in mat[player]
  choose
    stop
      end round
    on
  log := log + 100
round ends when players > 4
""")  # fmt: skip
    play(s, "go")
    play(s, "stop")
    assert (s.over, var(s, "log")) == (True, "0")


def test_together_counts_as_one_change_procedures_included() -> None:
    s = start("""
        var n: 0..9 = 0
        to up()
          n := n + 1
        turn
          choose
            both
              together
                up()
                n := n + 1
                up()
              n := n + 5
        round ends when n >= 1
    """)  # fmt: skip
    play(s, "both")
    assert s.over
    assert var(s, "n") == "3"


def test_a_phase_that_is_left_out_of_a_block_leaves_nothing_behind() -> None:
    s = start("""
        var n: 0..9 = 0
        to leave()
          together
            end phase
        to up()
          n := n + 1
          n := n + 1
        turn
          phase "One"
            choose
              go
                as left(me)
                  leave()
          phase "Two"
            choose
              count_up
                up()
        round ends when n = 1
    """)  # fmt: skip
    assert play(s, "go").seat == 0
    play(s, "count_up")
    assert s.over
    assert var(s, "n") == "1"
