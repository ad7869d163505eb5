"""Rules, procedures, actions and what they require, phases, decisions."""

from __future__ import annotations

import pytest

from engine.language.diagnostics import RulesError
from tests.constructs.tiny import count, line_of, moves, play, refused, start, var, zone

CARDS = """
component Card
  value: 1..4
  make 1 for each value
zone deck: row of Card
zone mat: row of Card
var n: 0..20 = 0
setup
  move all Card to deck
"""


# -------------------------------------------------------------- rules and procedures


def test_rules_yield_truths_numbers_and_pieces() -> None:
    s = start(CARDS + """
rule best(row: deck)
  the(card in row with highest card.value)
rule high(card: Card)
  card.value > 2
turn
  choose
    take(card in deck where high(card))
      n := best(deck).value
      move card to mat
""")  # fmt: skip
    assert moves(s) == ["take(3)", "take(4)"]
    assert var(play(s, "take(4)", "take(3)"), "n") == "3"


RECURSION = """
var n: 0..2000 = 0
to down(times: 0..2000)
  if times > 0
    n := n + 1
    down(times - 1)
turn
  choose
    start(times in 1..2000)
      down(times)
"""


def test_a_procedure_may_call_itself() -> None:
    assert var(play(start(RECURSION), "start(50)"), "n") == "50"


def test_endless_recursion_is_stopped_and_named() -> None:
    found = refused("E502", RECURSION, 2, "start(2000)").diagnostics[0]
    assert "down" in found.message
    assert found.span.line == line_of(RECURSION, "down(times - 1)")


def test_a_procedure_may_ask() -> None:
    s = start("""
        var n: 0..99 = 0
        to ask(times: 0..9)
          choose
            add(x in 1..3)
              n := n + x
          if times > 1: ask(times - 1)
          n := n + 10
        turn
          choose
            go
              ask(2)
              n := n + 50
    """)  # fmt: skip
    play(s, "go", "add(1)")
    assert var(s, "n") == "1"
    assert var(play(s, "add(2)"), "n") == "73"
    assert moves(s) == ["go"]


# -------------------------------------------------------------- actions


def test_a_later_parameter_may_depend_on_an_earlier_one() -> None:
    s = start(CARDS + """
turn
  choose
    pair(a in deck, b in deck where b.value > a.value + 1, x in a.value..2)
      move a to mat
      move b to mat
""")  # fmt: skip
    assert moves(s) == [
        "pair(1, 3, 1)",
        "pair(1, 3, 2)",
        "pair(1, 4, 1)",
        "pair(1, 4, 2)",
        "pair(2, 4, 2)",
    ]
    assert zone(play(s, "pair(2, 4, 2)"), "mat") == ["2", "4"]


BID = """
component Coin
  make 10
zone bank: pile of Coin
zone purse[Player]: pile of Coin
var price: 0..9 = 3
rule rich(who: Player)
  "One needs more than five coins."
  size(purse[who]) > 5
setup
  move all Coin to bank
  deal 4 from bank to each purse
turn
  choose
    bid(amount in price + 1..size(my purse))
    buy
      require size(my purse) >= price * 2
        because "It costs {price * 2} and you have {size(my purse)}."
    boast
      require rich(me)
    leave
"""


def test_a_range_is_legality_and_why_not_names_the_values_that_it_has() -> None:
    s = start(BID)
    assert moves(s) == ["bid(4)", "leave"]
    why = s.explain(0, "bid(5)")
    assert not why.legal
    assert why.sentence == "amount can only be 4 here."
    assert why.span.line == line_of(BID, "bid(amount")


def test_because_gives_the_sentence() -> None:
    why = start(BID).explain(0, "buy")
    assert not why.legal
    assert why.sentence == "It costs 6 and you have 4."
    assert why.span.line == line_of(BID, "require size(my purse)")


def test_without_because_the_rule_s_own_words_are_the_sentence() -> None:
    why = start(BID).explain(0, "boast")
    assert (why.legal, why.rule, why.sentence) == (False, "rich", "One needs more than five coins.")


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    s = start(BID)
    before = list(s.state)
    with pytest.raises(RulesError, match="It costs 6 and you have 4"):
        s.play("buy")
    assert s.state == before
    assert s.history == []


def test_every_requirement_must_hold() -> None:
    s = start("""
        var n: 0..9 = 3
        turn
          choose
            both(x in 0..9)
              require x > n
              require x < 6
    """)  # fmt: skip
    assert moves(s) == ["both(4)", "both(5)"]


# -------------------------------------------------------------- phases


PHASES = """
var n: 0..9 = 0
turn
  phase "First"
    choose
      one
        n := n + 1
  phase "Odd" when n mod 2 = 1
    choose
      odd
      leave
        end turn
      hop
        end phase
        n := 9
  phase "Last"
    choose
      last
"""


def test_phases_follow_one_another_and_have_names() -> None:
    s = start(PHASES)
    seen = []
    for move in ("one", "odd", "last", "one", "last"):
        seen.append((s.seat, s.view(None).phase))
        play(s, move)
    assert seen == [(0, "First"), (0, "Odd"), (0, "Last"), (1, "First"), (1, "Last")]


def test_end_phase_goes_on_with_the_next_phase_and_end_turn_with_the_next_turn() -> None:
    s = play(start(PHASES), "one", "hop")
    assert (s.seat, s.view(None).phase, var(s, "n")) == (0, "Last", "1")
    s = play(start(PHASES), "one", "leave")
    assert (s.seat, s.view(None).phase) == (1, "First")


# -------------------------------------------------------------- decisions


MAY = (
    CARDS
    + """
turn
  phase "Draw"
    may choose
      take(card in deck where card.value > n)
        move card to mat
        n := card.value
  phase "Then"
    choose
      done
"""
)


def test_may_choose_with_nothing_legal_is_passed_over() -> None:
    s = play(start(MAY), "take(4)")
    assert moves(s) == ["done"]
    assert moves(play(s, "done")) == ["done"]  # nothing above 4: straight to the second phase


def test_may_choose_with_one_legal_move_still_asks() -> None:
    s = play(start(MAY), "take(3)", "done")
    assert moves(s) == ["take(4)", "pass"]
    assert moves(play(s, "pass")) == ["done"]
    assert count(s, "mat") == 1


def test_repeatedly_asks_until_a_pass_or_nothing_legal() -> None:
    s = start(MAY.replace("may choose", "may choose repeatedly"))
    play(s, "take(1)", "take(2)")
    assert moves(s) == ["take(3)", "take(4)", "pass"]
    assert moves(play(s, "pass")) == ["done"]
    play(s, "done", "take(3)", "take(4)")
    assert moves(s) == ["done"]


def test_a_pass_has_words_and_a_body() -> None:
    s = start("""
        var passes: 0..9 = 0
        turn
          may choose repeatedly
            go
            pass "Enough of it."
              passes := passes + 1
    """)  # fmt: skip
    assert [(x.text, x.words) for x in s.legal()] == [("go", ""), ("pass", "Enough of it.")]
    play(s, "go", "pass")
    assert (s.seat, var(s, "passes")) == (1, "1")


def test_else_is_done_when_nothing_is_legal() -> None:
    s = start(CARDS + """
turn
  choose
    take(card in deck)
      require size(mat) < 2
      move card to mat
  else
    n := n + 1
    choose
      sigh
""")  # fmt: skip
    play(s, "take(1)", "take(2)")
    assert (moves(s), var(s, "n")) == (["sigh"], "1")


def test_choose_without_a_legal_move_names_its_line() -> None:
    text = (
        CARDS
        + """
turn
  choose
    take(card in deck)
      require size(mat) < 1
      move card to mat
"""
    )
    found = refused("E501", text, 2, "take(1)").diagnostics[0]
    assert found.span.line == line_of(text, "choose")


def test_moves_that_read_the_same_are_one_move() -> None:
    s = start("""
        component Card
          value: 1..2
          make 3 for each value
        zone hand[Player]: hand of Card
        setup
          move all Card to hand[seat 1]
        turn
          choose
            play(card in my hand)
              move card to hand[seat 2]
            two(a in my hand, b in my hand where a != b)
            go
    """)  # fmt: skip
    assert moves(s) == [
        *("play(1)", "play(2)", "two(1, 1)", "two(1, 2)", "two(2, 1)", "two(2, 2)", "go"),
    ]


def test_pieces_that_differ_in_a_changing_attribute_are_two_moves() -> None:
    s = start("""
        component Die
          var face: 1..6
          make 3
        zone tray: area of Die
        setup
          move all Die to tray
          the(die in tray where die = first(tray)).face := 5
        turn
          choose
            use(die in tray)
    """)  # fmt: skip
    assert moves(s) == ["use(5)", "use(1)"]


def test_pieces_in_several_places_are_named_with_their_place() -> None:
    s = start("""
        type Colour = red, blue
        component Card
          value: 1..2
          make 2 for each value
        zone mat[Colour]: row of Card
        setup
          move all Card to mat[red]
          move last(mat[red]) to mat[blue]
        turn
          choose
            use(card in mat)
              move card to mat[blue]
    """)  # fmt: skip
    assert moves(s) == ["use(1 in mat[red])", "use(2 in mat[red])", "use(2 in mat[blue])"]
    play(s, "use(2 in mat[red])")
    assert zone(s, "mat[red]") == ["1", "1"]


def test_called_that_gives_unlike_pieces_one_name_is_refused() -> None:
    text = """
        component Card
          value: 1..2
          called "card"
          make 1 for each value
        zone hand[Player]: hand of Card
        setup
          move all Card to hand[seat 1]
        turn
          choose
            play(card in my hand)
    """
    assert refused("E507", text).diagnostics[0].span.line == line_of(text, "play(card")


def test_moves_are_read_with_other_spaces_and_capitals() -> None:
    s = start(
        CARDS + "turn\n  choose\n    pair(a in deck, b in deck where b != a)\n      move a to mat\n"
    )
    assert s.play("  PAIR( 1 ,2 ) ").text == "pair(1, 2)"
