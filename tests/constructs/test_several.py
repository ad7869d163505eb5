"""`N of SET`: an action that takes several pieces or values at once."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.rules.load import load_text
from tests.constructs.tiny import codes, examples, moves, play, refused, start, whole, zone

DECK = """
type Suit = clubs, hearts

component Card
  suit: Suit
  rank: 1..5
  called "{suit} {rank}"
  make 1 for each suit, rank

zone deck:         pile of Card
zone heap:         area of Card
zone hand[Player]: hand of Card, at most 5

setup
  move all Card to deck
  deal 4 from deck to each hand
"""
MELD = """
turn
  choose
    meld(cards in 2 of my hand where distinct(card.suit for card in cards) = 1)
      "Lay down {cards}."
      require sum(card.rank for card in cards) > 4
        because "Two cards of {sum(card.rank for card in cards)} are too low."
      move cards to heap
    pass

example "Only two of a suit are laid down, in whatever order they are named"
  given my hand = clubs 1, clubs 2, hearts 1, hearts 4
  then  can meld(hearts 1 + hearts 4)
  then  can meld(hearts 4 + hearts 1)
  then  cannot meld(clubs 1 + hearts 4)
  then  cannot meld(clubs 1 + clubs 2) because "Two cards of 3 are too low."
  do    meld(hearts 4 + hearts 1)
  then  heap = hearts 1, hearts 4
  then  my hand = clubs 1, clubs 2
"""


def test_an_action_takes_several_pieces() -> None:
    assert set(examples(DECK + MELD).values()) == {""}


def test_each_set_is_offered_once_and_every_set_that_may_be_taken() -> None:
    session = start(DECK + MELD)
    hand = [(name or "").split() for name in zone(session, "hand[seat 1]")]
    wanted = {
        frozenset((" ".join(a), " ".join(b)))
        for a, b in combinations(hand, 2)
        if a[0] == b[0] and int(a[1]) + int(b[1]) > 4
    }
    offered = [move[5:-1].split(" + ") for move in moves(session) if move != "pass"]
    assert len(offered) == len(wanted) > 0
    assert {frozenset(pair) for pair in offered} == wanted


def test_log_and_words_name_all_of_them() -> None:
    session = start(DECK + MELD)
    legal = session.legal()[0]
    first, second = legal.text[5:-1].split(" + ")
    assert legal.words == f"Lay down {first}, {second}."
    play(session, f"meld({second}+{first})")
    assert Chronicle(session).log(0)[0][1:] == (legal.text, legal.words)
    assert Chronicle(session).log(1)[0][1:] == (legal.text, legal.words)


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ("meld(clubs 1)", "'cards' is 2 of my hand, not 1."),
        ("meld(clubs 1 + clubs 1)", "'clubs 1' is taken twice, and there is only one."),
        ("meld(clubs 1 + hearts 9)", "'hearts 9' is not a card of this game."),
        ("meld(clubs 1 + clubs 5)", "there is no clubs 5 in"),
        ("meld(clubs 1 + hearts 4)", "distinct(card.suit for card in cards) = 1"),
        ("meld(clubs 1 + clubs 2)", "Two cards of 3 are too low."),
        ("meld", "'my hand' can't be had"),
    ],
)
def test_why_not(move: str, part: str) -> None:
    hand = "one" if move == "meld" else "four"
    text = DECK + MELD.partition("example")[0]
    given = {"four": "clubs 1, clubs 2, hearts 1, hearts 4", "one": "clubs 3"}[hand]
    text += f'example "x"\n  given my hand = {given}\n  then cannot {move} because "?"\n'
    message = next(iter(examples(text).values()))
    assert part in message or (move == "meld" and "there are only 1" in message), message


ALIKE = """
component Card
  rank: 1..2
  called "{rank}"
  make 3 for each rank

zone deck:         area of Card
zone hand[Player]: hand of Card

setup
  move all Card to deck
  move each Card to hand[seat 1]

turn
  choose
    drop(cards in 3 of my hand)
      move cards to deck
    pass
"""


def test_sets_that_read_the_same_are_one_move() -> None:
    wanted = {"drop(1 + 1 + 1)", "drop(1 + 1 + 2)", "drop(1 + 2 + 2)", "drop(2 + 2 + 2)"}
    session = start(ALIKE)
    assert set(moves(session)) == {*wanted, "pass"}
    assert len(moves(session)) == 5
    play(session, "drop(2 + 1 + 2)")
    assert sorted(x or "" for x in zone(session, "hand[seat 1]")) == ["1", "1", "2"]


def test_in_whatever_order_they_lie() -> None:
    mixed = ALIKE.replace("make 3 for each rank", "make 1 for each rank\n  make 2 for each rank")
    assert set(moves(start(mixed))) == set(moves(start(ALIKE)))
    assert len(moves(start(mixed))) == 5


DICE = """
component Die
  var face: 1..6
  called    "{face}"
  make 5

zone tray: area of Die
zone kept: area of Die

setup
  move all Die to tray
  roll all Die

turn
  may choose repeatedly
    keep(pair in 2 of tray where distinct(die.face for die in pair) = 1)
      "Keep {pair}."
      move pair to kept
  roll all Die
"""


@pytest.mark.parametrize("seed", range(8))
def test_dice_are_taken_by_what_they_show(seed: int) -> None:
    session = start(DICE, 1, seed=seed)
    faces = sorted(x or "" for x in zone(session, "tray"))
    pairs = {f"keep({a} + {a})" for a in faces if faces.count(a) > 1}
    found = [move for move in moves(session) if move != "pass"]
    assert set(found) == pairs
    assert len(found) == len(pairs)


HIDDEN = """
component Card
  rank: 1..4
  called "{rank}"
  make 1 for each rank

zone hand[Player]: hand of Card
zone heap:         area of Card

setup
  move each Card to hand[seat 2]

turn
  choose
    steal(cards in 2 of hand[left(me)])
      "Draw {cards} unseen."
      move cards to my hand
    pass
"""


def test_pieces_that_the_mover_can_t_see_are_named_by_their_places() -> None:
    session = start(HIDDEN)
    places = [f"hand[seat 2] {n}" for n in range(1, 5)]
    wanted = {f"steal({a} + {b})" for a, b in combinations(places, 2)} | {"pass"}
    assert set(moves(session)) == wanted
    assert session.legal()[0].words == "Draw a card, a card unseen."
    play(session, "steal(hand[seat 2] 4 + hand[seat 2] 1)")
    assert sorted(x or "" for x in zone(session, "hand[seat 1]", 0)) == ["1", "4"]


def test_nothing_may_be_asked_of_several_that_can_t_be_seen() -> None:
    asked = HIDDEN.replace('"Draw {cards} unseen."', "require all(card.rank > 1 for card in cards)")
    assert codes(asked) == ["E206"]


PASSING = """
component Card
  rank: 1..8
  called "{rank}"
  make 1 for each rank

zone hand[Player]: hand of Card
zone given[Player]: area of Card, face down

setup
  for each card in 1..4: move the(c in Card where c.rank = card) to hand[seat 1]
  for each card in 5..8: move the(c in Card where c.rank = card) to hand[seat 2]

turn
  simultaneously each Player
    choose
      pass_on(cards in 2 of my hand, player in Player where player != me)
        "Pass {cards} on to {player}."
        move cards to given[player]
  each Player: move all from my given to my hand
"""


def test_several_are_passed_on_at_the_same_time() -> None:
    session = play(start(PASSING), "pass_on(2 + 1, seat 2)")
    assert sorted(x or "" for x in zone(session, "hand[seat 1]")) == ["1", "2", "3", "4"]
    play(session, "pass_on(7 + 5, seat 1)")
    assert sorted(x or "" for x in zone(session, "hand[seat 1]")) == ["3", "4", "5", "7"]
    assert sorted(x or "" for x in zone(session, "hand[seat 2]")) == ["1", "2", "6", "8"]


LATER = """
component Card
  rank: 1..4
  called "{rank}"
  make 1 for each rank

zone hand[Player]: hand of Card
zone heap:         area of Card
var n: 0..99 = 0

setup
  move each Card to hand[seat 1]

turn
  choose
    lay(cards in 2 of my hand)
      choose
        high
          n := max(card.rank for card in cards)
        low
          n := min(card.rank for card in cards)
      if size(cards) = 2 and not all(card is in heap for card in cards)
        for each card in cards where card is in cards: move card to heap
      show cards to Player
"""


def test_they_are_kept_in_mind_while_something_else_is_chosen() -> None:
    session = play(start(LATER, 1), "lay(3 + 2)", "high")
    assert zone(session, "heap") == ["2", "3"]
    assert [v.value for v in session.view(0).variables if v.name == "n"] == ["3"]


VALUES = """
type Suit = clubs, hearts, spades

var n: 0..99 = 0
var chosen: Suit = clubs

turn
  choose
    name(suits in 2 of Suit, numbers in 2 of 1..3)
      "Name {suits} and {numbers}."
      n := sum(number for number in numbers)
      chosen := the(suit in suits with highest suit)
"""


def test_words_and_numbers_are_taken_at_once_too() -> None:
    session = start(VALUES, 1)
    assert len(moves(session)) == 9
    assert "name(clubs + spades, 1 + 3)" in moves(session)
    play(session, "name(spades + clubs, 3 + 2)")
    found = {v.name: v.value for v in session.view(0).variables}
    assert found["n"] == "5"
    assert found["chosen"] == "spades"


ASKED = """
component Card
  rank: 1..5
  called "{rank}"
  make 1 for each rank

zone hand[Player]: hand of Card

setup
  move each Card to hand[seat 1]

turn
  choose
    pass

example "How many pairs and triples make seven"
  then count(pair in 2 of hand[seat 1]) = 10
  then count(pair in 2 of my hand where sum(card.rank for card in pair) = 7) = 2
  then any(sum(card.rank for card in three) = 7 for three in 3 of my hand)
  then max(sum(card.rank for card in two) for two in 2 of my hand) = 9
  then distinct(sum(card.rank for card in two) for two in 2 of my hand) = 7
"""


def test_every_set_can_be_asked_about() -> None:
    assert set(examples(ASKED).values()) == {""}


COUNTED = """
option many: 1..13 = 2
component Coin
  make 9
zone bank: area of Coin
zone hand[Player]: hand of Card
component Card
  rank: 1..60
  called "{rank}"
  make 1 for each rank
setup
  move all Coin to bank
  move each Card to hand[seat 1]
turn
  choose
    take(%s)
      skip
    pass
"""


@pytest.mark.parametrize(
    ("taken", "code", "part"),
    [
        ("cards in 0 of my hand", "E104", "1 to 12 can be taken at once, not 0"),
        ("cards in 13 of my hand", "E104", "1 to 12 can be taken at once, not 13"),
        ("a in 7 of my hand, b in 6 of my hand", "E104", "this takes 13"),
        ("coins in 2 of bank", "E101", "counted pieces are all alike"),
        ("cards in size(bank) of my hand", "E106", "this can only depend on"),
        ("cards in {card in 2 of my hand}", "E203", "several at once"),
        ("cards in my hand where cards is in 2 of my hand", "E203", "several at once"),
    ],
)
def test_what_can_t_be_taken_at_once_is_refused(taken: str, code: str, part: str) -> None:
    found = load_text(whole(COUNTED % taken), Path("x")).findings.errors
    assert [(d.code, part in d.message) for d in found] == [(code, True)], found


def test_too_many_sets_are_refused_with_the_line_and_what_to_do() -> None:
    problem = refused("E104", COUNTED % "cards in 5 of my hand")
    assert "up to 5,461,512 sets" in problem.diagnostics[0].message


def test_how_many_may_be_an_option() -> None:
    text = COUNTED % "cards in many of my hand"
    assert "take(1 + 2)" in moves(start(text))
    assert "take(1)" in moves(start(text, many="1"))
    with pytest.raises(Exception, match="1 to 12 can be taken at once, not 13"):
        start(text, many="13")
