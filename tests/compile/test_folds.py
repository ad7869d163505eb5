"""Loops and folds: sums, counts, extremes, the one, what is distinct, what is drawn at random."""

import pytest

from tests.compile.small import Small, refused, ruleset, truth, value

CARDS = """
type Colour = yellow, red, blue
component Card
  colour: Colour
  value: 0..9
  make 1 for each colour, value in 3..5
  make 2 colour = red, value = 9
zone deck: pile of Card
zone spare: pile of Card
zone heap[Player, Colour]: pile of Card
var n: -100..100 = 0
var low: 3..8 = 3
counter coins[Player]: 0..9 = 3
"""
DEAL = "move all Card to deck"
HEAPS = "move each Card to heap[seat 1, its colour]"


@pytest.mark.parametrize(
    ("fold", "result"),
    [
        ("sum(c.value for c in deck)", 3 * 12 + 18),
        ("sum(c.value for c in deck where c.colour = red)", 12 + 18),
        ("sum(1 for c in spare)", 0),
        ("count(c in deck)", 11),
        ("count(c in deck where c.value = 9)", 2),
        ("count(c.value > 4 for c in deck)", 5),
        ("max(c.value for c in deck)", 9),
        ("max(c.value for c in deck where c.value < 9)", 5),
        ("min(c.value for c in deck)", 3),
        ("min(-c.value for c in deck)", -9),
        ("max(-c.value for c in deck)", -3),
        ("distinct(c.value for c in deck)", 4),
        ("distinct(c.colour for c in deck)", 3),
        ("distinct(c.value for c in deck where c.colour = blue)", 3),
        ("distinct(c.value for c in spare)", 0),
        ("distinct(c.value * k for c in deck, k in 0..1)", 5),
        ("sum(c.value * k for c in deck, k in 1..2 where c.value = 9)", 54),
        ("count(yes for c in deck, d in deck where c = d)", 11),
        ("count(yes for c in deck, d in deck where c.value = d.value and c.colour < red)", 9),
        ("sum(k for k in low..6)", 18),
        ("sum(k for k in n..low)", 6),
        ("count(k in low..n)", 0),
        ("sum(sum(j for j in 1..k) for k in 1..3)", 1 + 3 + 6),
        ("size(deck)", 11),
        ("size({c in deck where c.value = 9})", 2),
        ("count(p in Player)", 2),
        ("count(t in Card)", 11),
        ("the(c in deck where c.value = 4 and c.colour = red).value", 4),
        (
            "the(c in deck where c.value < 9 with highest c.value * 9"
            " + (1 if c.colour = red else 0)).value",
            5,
        ),
        ("the(k in {4, 7, 2} with lowest k)", 2),
        ("the(k in {4, 7, 2} with highest k)", 7),
        ("the(k in 3..3)", 3),
    ],
)
def test_folds(fold: str, result: int) -> None:
    assert value(fold, CARDS, setup=DEAL) == result


@pytest.mark.parametrize(
    ("fold", "holds"),
    [
        ("any(c.value = 9 for c in deck)", True),
        ("any(c.value = 8 for c in deck)", False),
        ("any(c.value = 8 for c in spare)", False),
        ("all(c.value >= 3 for c in deck)", True),
        ("all(c.value > 3 for c in deck)", False),
        ("all(c.value > 3 for c in spare)", True),
        ("any(c in deck where c.colour = blue)", True),
        ("any(c in spare)", False),
        ("{c in spare} is empty", True),
        ("{c in deck where c.value = 9} is empty", False),
    ],
)
def test_truths_over_domains(fold: str, holds: bool) -> None:
    assert truth(fold, CARDS, setup=DEAL) is holds


@pytest.mark.parametrize(
    "fold",
    [
        "the(c in deck where c.value = 8).value",
        "the(c in deck where c.value = 9).value",
        "the(c in deck with highest c.value).value",
        "the(c in deck with lowest c.value).value",
        "the(c in spare with lowest c.value).value",
        "the(k in 1..n)",
        "max(c.value for c in spare)",
        "min(c.value for c in deck where c.value = 8)",
    ],
)
def test_none_or_several_is_an_error_with_the_line(fold: str) -> None:
    refused(ruleset(CARDS, f"n := 0\nanswer := {fold}  # here", DEAL), "E505")


def test_the_highest_is_found_wherever_it_lies() -> None:
    for best in range(3):
        items = ", ".join("9" if i == best else str(i) for i in range(3))
        assert value(f"the(k in {{{items}}} with highest k)") == 9


def test_level_values_before_a_higher_one_don_t_matter() -> None:
    assert value("the(k in {11, 21, 9} with highest k mod 10)") == 9
    refused(ruleset(turn="answer := the(k in {9, 11, 21} with lowest k mod 10)  # here"), "E505")


def test_an_open_family_is_all_its_zones() -> None:
    assert value("size(heap)", CARDS, setup=HEAPS) == 11
    assert value("size(my heap)", CARDS, setup=HEAPS) == 11
    assert value("count(c in my heap where c.value = 4)", CARDS, setup=HEAPS) == 3
    assert value("sum(c.value for c in heap)", CARDS, setup=HEAPS) == 54
    assert truth("my heap is not empty", CARDS, setup=HEAPS)
    other = "as seat 2: answer := size(my heap)"
    assert Small(ruleset(CARDS, other, HEAPS)).var("answer") == 0


def test_a_piece_is_in_the_zones_of_an_open_family_that_are_meant() -> None:
    before = "let c = the(x in Card where x.value = 4 and x.colour = red)"
    for test, holds in {
        "c is in heap": True,
        "c is in my heap": True,
        "c is in my heap[red]": True,
        "c is in my heap[blue]": False,
        "c is in deck": False,
        "c is in {x in my heap where x.colour = red}": True,
        "c is in {x in my heap where x.colour = blue}": False,
        "c is in {x in my heap[red]} + {x in deck}": True,
        "c is in {x in heap} - {x in my heap[red]}": False,
        "c is in Card": True,
    }.items():
        assert truth(test, CARDS, before, HEAPS) is holds, test
    other = f"{before}\nas seat 2: answer := 1 if c is in my heap else 0"
    assert Small(ruleset(CARDS, other, HEAPS)).var("answer") == 0


def test_sets_of_pieces_are_moved_as_one() -> None:
    game = Small(ruleset(CARDS, "move {c in deck where c.value = 9} to spare", DEAL))
    assert game.values("value", "spare") == [9, 9]
    assert game.size("deck") == 9


def test_for_each_runs_in_order_and_may_change_what_it_runs_through() -> None:
    turn = """
    for each c in deck where c.value > 3
      move c to spare
      n := n + 1
    """
    game = Small(ruleset(CARDS, turn, DEAL))
    assert game.var("n") == game.size("spare") == 8
    assert game.values("value", "deck") == [3, 3, 3]
    assert game.values("value", "spare") == [4, 5, 4, 5, 4, 5, 9, 9]


def test_the_first_binder_runs_slowest() -> None:
    turn = "for each x in 1..2, y in 3..4: answer := answer * 100 + x * 10 + y"
    assert Small(ruleset(CARDS, turn)).var("answer") == 13142324


ASKING = """game "Small"
  players 2
var heard: 0..100000 = 0
turn
  for each x in DOMAIN where x != 4
    choose
      say(k in x..x + 1)
        heard := heard * 10 + k
  end game
"""


@pytest.mark.parametrize(
    ("domain", "asked"),
    [
        ("{2, 5, 4, 7}", [2, 5, 7]),
        ("3..6", [3, 5, 6]),
        ("{y in 1..6 where y mod 2 = 0}", [2, 6]),
        ("{1} + {1, 3}", [1, 3]),
        ("{6, 4, 3 + 3}", [6]),
    ],
)
def test_a_loop_that_asks_visits_every_value(domain: str, asked: list[int]) -> None:
    game = Small(ASKING.replace("DOMAIN", domain))
    for x in asked:
        assert game.moves() == [("say", (x,)), ("say", (x + 1,))]
        game.play("say", x + 1)
    assert game.over
    assert game.var("heard") == int("".join(str(x + 1) for x in asked))


def test_a_random_value_is_one_of_those_that_may_be_drawn_and_each_can_be() -> None:
    text = ruleset(CARDS, "let c = random(c in deck where c.value < 5)\nanswer := c.value", DEAL)
    game = Small(text)
    seen = set()
    for seed in range(60):
        state = game.interpreter.start(seed)
        seen.add(state[game.compiled.layout.cells["answer"].base])
    assert seen == {3, 4}
    nothing = "let c = random(c in deck where c.value = 8)  # here\nanswer := c.value"
    refused(ruleset(CARDS, nothing, DEAL), "E505")


def test_ranges_of_what_a_name_runs_through_are_not_forgotten() -> None:
    """What two sets put together may hold is checked, whichever of them came first."""
    table = "table row: 1..2 -> set of 1..9\n  1 = 2, 3\n  2 = 3\nvar small: 0..5 = 0\n"
    for domain in ("row[1] + {9}", "{9} + row[1]", "{2, n, 9}", "{x in {2} + {9}}"):
        text = ruleset(CARDS + table, f"for each x in {domain}: small := x  # here")
        refused(text, "E503")
