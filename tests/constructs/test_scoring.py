"""Ledgers, winners and ties, rounds added up, and what is done after turns and rounds."""

from __future__ import annotations

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.chronicle.rows import PaymentRow
from tests.constructs.tiny import examples, play, start, var
from tests.table.rows import rows_of

GOLD = """
game "Tiny"
  players 2
  rounds {rounds}
var gold[Player]: 0..99 = 0
var n: 0..99 = 0
setup
  n := 0
turn
  choose
    earn(amount in 0..9)
      my gold := my gold + amount
      n := n + 1
round ends when n = 2
"""


def rows(text: str, *made: str) -> list[tuple[str, str, int]]:
    """The ledger lines of seat 1."""
    s = play(start(text), *made)
    return [(r.label, r.kind, r.value or 0) for ledger in s.ledgers(0) for r in ledger.rows]


def total(text: str, *made: str) -> int:
    return sum(ledger.total or 0 for ledger in play(start(text), *made).ledgers(0))


def test_times_multiplies_the_subtotal_of_the_innermost_for_each() -> None:
    text = (
        GOLD.format(rounds=1)
        + """
score each Player
  add "Base" 100
  for each x in 1..2
    add "Gold" my gold
    add "Step" x
    times "Double" 2
    add "After" 1
  add "Last" 1000
"""
    )
    # 100 + (2 * (3 + 1) + 1) + (2 * (3 + 2) + 1) + 1000
    assert total(text, "earn(3)") == 100 + 9 + 11 + 1000
    assert rows(text, "earn(3)")[:4] == [
        ("Base", "add", 100), ("Gold", "add", 3), ("Step", "add", 1), ("Double", "times", 2),
    ]  # fmt: skip


def test_times_in_a_nested_for_each_leaves_the_outer_one_alone() -> None:
    text = (
        GOLD.format(rounds=1)
        + """
score each Player
  for each x in 1..2
    add "Outer" 10
    for each y in 1..1
      add "Inner" 1
      times "Triple" 3
    times "Double" 2
"""
    )
    assert total(text) == 2 * ((10 + 3) * 2)


def test_times_outside_a_for_each_multiplies_the_whole_ledger_so_far() -> None:
    text = (
        GOLD.format(rounds=1)
        + """
score each Player
  add "Gold" my gold
  for each x in 1..2
    add "Step" x
  times "Double" 2
  add "Last" 1
"""
    )
    assert total(text, "earn(4)") == (4 + 1 + 2) * 2 + 1


def test_a_line_with_when_counts_only_then() -> None:
    text = (
        GOLD.format(rounds=1)
        + """
score each Player
  add "Gold" my gold when my gold > 2
  times "Double" 2 when my gold > 5
  add "{my gold} coins" 1
"""
    )
    assert rows(text, "earn(2)") == [("2 coins", "add", 1)]
    assert rows(text, "earn(3)") == [("Gold", "add", 3), ("3 coins", "add", 1)]
    assert total(text, "earn(6)") == 13


def test_scores_of_all_rounds_are_added_up() -> None:
    s = start(GOLD.format(rounds=2) + 'score each Player\n  add "Gold" my gold\n  add "Fixed" -5\n')
    play(s, "earn(3)", "earn(4)")
    assert s.view(None).totals == (-2, -1)
    play(s, "earn(9)", "earn(0)")
    assert s.over
    assert s.view(None).totals == (-2 + 7, -1 - 1)
    assert s.scores == [5, -2]


INTO = """
game "Tiny"
  players 2
  rounds 2
counter coins[Player]: 0..20 = 5
var n: 0..9 = 0
var debt[Player]: 0..99 = 0
setup
  n := 0
turn
  choose
    go(amount in 0..30)
      my debt := amount
      n := n + 1
round ends when n = 2
score each Player into coins
  add "Debt" -1 * my debt
  add "Wage" 8
winner highest coins
"""


def test_into_pays_the_net_total_once_and_stops_at_the_floor_of_the_balance() -> None:
    s = play(start(INTO), "go(10)", "go(30)")
    # 5 - 10 + 8 = 3 (line by line it would be 8); 5 - 30 + 8 stops at 0
    assert (var(s, "coins[seat 1]"), var(s, "coins[seat 2]")) == ("3", "0")
    play(s, "go(0)", "go(0)")
    assert s.over
    assert s.scores == [11, 8]
    assert s.winners == [0]


def test_the_ledger_can_be_read_in_any_position_and_adds_up() -> None:
    s = start(INTO)
    ledger = s.ledgers(0)[0]
    assert (ledger.into, ledger.total, [r.label for r in ledger.rows]) == (
        "coins",
        8,
        ["Debt", "Wage"],
    )
    assert all(row.span.line for row in ledger.rows)


WINNER = (
    GOLD.format(rounds=1)
    + """
var gems[Player]: 0..9 = 0
score each Player
  add "Gold" my gold
"""
)


@pytest.mark.parametrize(
    ("ranking", "made", "winners"),
    [
        ("highest total", ("earn(3)", "earn(5)"), [1]),
        ("lowest total", ("earn(3)", "earn(5)"), [0]),
        ("highest total", ("earn(3)", "earn(3)"), [0, 1]),
        ("highest gems, then highest gold", ("earn(3)", "earn(4)"), [1]),
        ("highest gems, then lowest gold", ("earn(3)", "earn(4)"), [0]),
        ("lowest gold, then highest gems", ("earn(2)", "earn(2)"), [0, 1]),
    ],
)
def test_the_winner_and_ties(ranking: str, made: tuple[str, ...], winners: list[int]) -> None:
    assert play(start(WINNER + f"winner {ranking}\n"), *made).winners == winners


def test_without_a_winner_line_the_most_points_win() -> None:
    assert play(start(WINNER), "earn(3)", "earn(4)").winners == [1]


def test_nobody_has_won_while_the_game_goes_on() -> None:
    assert play(start(WINNER), "earn(3)").winners == []


AFTER = """
game "Tiny"
  players 2
  rounds 2
var n: 0..99 = 0
var turns: 0..99 = 0
var done: 0..99 = 0
var last: 0..99 = 0
var bonus[Player]: 0..99 = 0
setup
  n := 0
turn
  choose
    go
      n := n + 1
round ends at end of turn when n = 2
after each turn
  turns := turns + 1
after each round
  done := done + 1
after last round
  last := last + 1
  score each Player
    add "Bonus" 7
score each Player
  add "Round" 1
"""


def test_after_each_turn_each_round_and_the_last_round() -> None:
    s = start(AFTER.replace("var last", "var final").replace("last := last", "final := final"))
    play(s, "go", "go")
    assert [var(s, x) for x in ("turns", "done", "final")] == ["2", "1", "0"]
    play(s, "go", "go")
    assert [var(s, x) for x in ("turns", "done", "final")] == ["4", "2", "1"]
    assert s.view(None).totals == (9, 9)
    assert [r.label for ledger in s.ledgers(0) for r in ledger.rows] == ["Round", "Bonus"]


def test_undo_takes_back_what_a_round_has_paid() -> None:
    s = start(AFTER.replace("var last", "var final").replace("last := last", "final := final"))
    play(s, "go", "go")
    assert len(s.results) == 1
    s.undo()
    assert s.results == []
    s.redo()
    assert len(s.results) == 1


# -------------------------------------------------------------- examples

EXAMPLES = """
game "Tiny"
  players 2..3
option high: 1..9 = 2
component Card
  value: 1..6
  make 1 for each value
component Die
  var face: 1..6
  make 2
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone mat: row of Card
zone tray: area of Die
var gold[Player]: 0..9 = 0
setup
  move all Card to deck
  shuffle deck
  deal 1 from deck to each hand
  move all Die to tray
rule big(card: Card)
  "Only big cards count."
  card.value > high
turn
  choose
    play(card in my hand)
      require big(card)
      my gold := my gold + card.value
      move card to mat
    throw
      roll tray
      my gold := sum(die.face for die in tray) / 2
  choose
    done
round ends when size(mat) = 2
score each Player
  add "Gold" my gold
  add "Seats" players when players > 2
winner highest total
"""


def check(steps: str) -> str:
    """How an example with these steps goes: empty when it passes."""
    body = "\n".join("  " + row.strip() for row in steps.strip().splitlines())
    return examples(EXAMPLES + f'example "It"\n{body}\n')["It"]


@pytest.mark.parametrize(
    "steps",
    [
        "given my hand = 3\ndo play(3)\nthen mat = 3\nthen my score is 3",
        'given my hand = 3\ndo play(3), done\nthen seat 2 is to move\nthen my "Gold" is 3',
        *(
            "given my hand = 3\ngiven hand[seat 2] = 4\n"
            "do play(3), done, seat 2: play(4)\nthen the round is over\nthen seat 2 wins",
        ),
        "given my hand = 1\nthen cannot play(1) because big",
        'given my hand = 1\nthen cannot play(1) because "Only big cards count."',
        "given high = 5\ngiven my hand = 5, 6\nthen cannot play(5)\nthen can play(6)",
        "given 3 players\ngiven my gold = 4\nthen my score is 7",
        "given 3 players\ndo any turn, any turn\nthen seat 3 is to move",
        "given my hand has 5\nthen my hand has 5",
        "given mat is empty\nthen mat is empty\nthen size(deck) = 4",
        "given my hand = 2, 4\nthen size(my hand) = 2\nthen size(deck) + size(hand[seat 2]) <= 4",
        *(
            "given my hand = 6\ngiven hand[seat 2] = 5\n"
            "do play(6), done, play(5)\nthen the game is over after scoring",
        ),
    ],
)
def test_examples_that_hold(steps: str) -> None:
    assert check(steps) == ""


@pytest.mark.parametrize(
    ("steps", "part"),
    [
        ("given my hand = 3\nthen my score is 3", "my score"),
        ("given my hand = 3\ndo play(3)\nthen mat = 4", "3"),
        ("given my hand = 1\nthen can play(1)", "Only big cards count."),
        ("given my hand = 4\nthen cannot play(4)", "play(4)"),
        ('given my hand = 1\nthen cannot play(1) because "Too small."', "Only big cards count."),
        ("given my hand = 3\ndo done\nthen size(mat) = 0", "done"),
        ("given my hand = 7\nthen my score is 0", "7"),
        ("given my hand = 3\ndo play(3)\nthen the round is over", "round"),
        ("given my hand = 3\ndo play(3)\nthen seat 2 is to move", "seat 1"),
        ("given my hand = 3, 3\nthen my score is 0", "1 of '3'"),
    ],
)
def test_examples_that_do_not_hold_say_why(steps: str, part: str) -> None:
    assert part in check(steps)


def test_an_example_does_not_pass_by_the_luck_of_one_deal() -> None:
    assert any(check(f"then top of deck = {n}") == "" for n in range(1, 7)) is False


def test_given_conserves_pieces_and_lets_displaced_ones_wait_out_of_play() -> None:
    assert (
        check("given my hand = 3, 4\ngiven hand[seat 2] = 5\ngiven mat = 1\nthen size(deck) <= 2")
        == ""
    )


def test_given_is_silent() -> None:
    # two cards lie on the mat, which would end the round; nothing is said before a change is made
    assert check("given mat = 1, 2\ngiven my hand = 5\nthen can play(5)\nthen size(mat) = 2") == ""


def test_a_roll_may_be_given() -> None:
    assert check("given roll = 3, 5\ndo throw\nthen my gold is 4") == ""
    assert "my gold" in check("given roll = 3, 5\ndo throw\nthen my gold is 5")


def test_what_is_paid_into_a_hidden_counter_is_told_to_those_only_who_see_it() -> None:
    text = """
game "Tiny"
  players 2
  rounds 2
counter fame[Player]: 0..99 = 0, seen by owner
var n: 0..9 = 0
setup
  n := 0
turn
  choose
    earn(amount in 0..9)
      "Earn something."
      my fame := my fame + amount
      n := n + 1
round ends when n = 2
score each Player into fame
  add "Again" my fame
"""
    s = play(start(text), "earn(3)", "earn(4)")
    assert [[x.total for x in r.ledgers] for r in Chronicle(s).paid(0)] == [[3, None]]
    assert [[x.total for x in r.ledgers] for r in Chronicle(s).paid(1)] == [[None, 4]]
    assert not Chronicle(s).paid(0)[0].ledgers[1].rows and Chronicle(s).paid(0)[0].ledgers[0].rows
    assert rows_of(PaymentRow, Chronicle(s).entries(1))[-1].totals == (None, 4)
    s = play(s, "earn(0)", "earn(0)")
    assert s.over and [x.total for x in Chronicle(s).paid(0)[-1].ledgers] == [6, 8]
