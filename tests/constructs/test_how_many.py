"""`up to N of`, `A..B of`, `N or more of`, `any number of`: the player who acts says how many."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.cli.move_list import in_order
from engine.game.session import Session
from engine.rules.load import load_text
from tests.constructs.tiny import (
    codes,
    examples,
    moves,
    play,
    refused,
    same_in_both,
    start,
    whole,
    zone,
)

CARDS = """
component Card
  rank: 1..9
  called "{rank}"
  make 2 for each rank

zone deck:         pile of Card, face down
zone heap:         area of Card
zone hand[Player]: hand of Card, at most 5

setup
  move all Card to deck
  shuffle deck
  deal 4 from deck to each hand

game ends when deck is empty
"""
DISCARD = (
    CARDS
    + """
turn
  choose
    discard(cards in any number of my hand where sum(card.rank for card in cards) < 12)
      "Put {cards} on the heap."
      require all(card.rank > 1 for card in cards)
        because "Ones stay, so {cards} can't go."
      move cards to heap
      move up to size(cards) from deck to my hand
      move up to 1 from deck to heap
    meld(cards in 2 or more of my hand where distinct(card.rank for card in cards) = 1)
      "Lay down {cards}."
      move cards to heap
    give(card in my hand, more in up to 2 of my hand, who in Player where who != me)
      "Give {card} and {more} to {who}."
      require card is not in more
      require size(hand[who]) + size(more) < 5
      move card to hand[who]
      move more to hand[who]
    trade(cards in 1..2 of my hand)
      move cards to heap

advice discard(cards)
  "Few cards."
  10 - sum(card.rank for card in cards)

example "Nothing, one or several"
  given 2 players
  given my hand = 1, 3, 4, 4
  given hand[seat 2] = 6, 6
  then  can discard(nothing)
  then  can discard(4 + 3)
  then  can discard(4 + 4 + 3)
  then  cannot discard(1 + 3) because "Ones stay, so 1, 3 can't go."
  then  can meld(4 + 4)
  then  cannot meld(4)
  then  can give(1, nothing, seat 2)
  then  can give(1, 4 + 3, seat 2)
  then  cannot give(3, 4 + 3, seat 2)
  then  can trade(1)
  then  cannot trade(nothing)
  do    discard(4 + 3)
  then  size(my hand) = 4
  then  count(card in heap where card.rank in {3, 4}) > 1
""".replace("card.rank in {3, 4}", "card.rank is in {3, 4}")
)


def test_a_player_takes_none_one_or_several() -> None:
    assert set(examples(DISCARD).values()) == {""}


def hand(session: Session) -> list[int]:
    return sorted(int(name or 0) for name in zone(session, "hand[seat 1]"))


def test_every_set_is_offered_once() -> None:
    session = start(DISCARD)
    ranks = hand(session)
    wanted = {
        "discard(" + (" + ".join(map(str, found)) or "nothing") + ")"
        for many in range(5)
        for found in combinations(ranks, many)
        if sum(found) < 12 and 1 not in found
    }
    found = [move for move in moves(session) if move.startswith("discard")]
    assert len(found) == len(wanted)
    assert {" + ".join(sorted(x[8:-1].split(" + "))) for x in found} == {x[8:-1] for x in wanted}


def test_both_executors_agree() -> None:
    same_in_both(DISCARD)


def test_words_name_nothing_too() -> None:
    session = start(DISCARD)
    words = {legal.text: legal.words for legal in session.legal()}
    assert words["discard(nothing)"] == "Put nothing on the heap."
    play(session, "discard(nothing)")
    assert Chronicle(session).log(1)[0][1:] == ("discard(nothing)", "Put nothing on the heap.")
    assert session.explain(0, "discard(nothing)").sentence.startswith("it is seat 2")


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ("meld(nothing)", "'cards' is 2 or more of my hand, not 0."),
        ("trade(3 + 4 + 4)", "'cards' is 1..2 of my hand, not 3."),
        ("give(3, 4 + 4 + 1, seat 2)", "'more' is up to 2 of my hand, not 3."),
        ("discard(4 + 4 + 4)", "'4' is taken twice"),
        ("discard(9)", "there is no 9 in"),
        ("discard(1 + 3)", "Ones stay, so 1, 3 can't go."),
    ],
)
def test_why_not(move: str, part: str) -> None:
    text = DISCARD.partition("example")[0]
    text += f'example "x"\n  given my hand = 1, 3, 4, 4\n  then cannot {move} because "?"\n'
    message = next(iter(examples(text).values()))
    assert part in message, message


LATER = (
    CARDS
    + """
var n: 0..99 = 0

to count_up(more: 0..9)
  n := n + more

turn
  choose
    lay(cards in up to 3 of my hand)
      "Lay {cards}."
      count_up(size(cards))
      choose
        high(card in my hand where card is in cards)
          "Take {card} of {cards}."
          n := n + 10
        all_of_them
          "Lay {cards} then."
          for each card in cards: move card to heap
      if any(card in cards where card is in heap): n := n + 50
      move up to 1 from deck to my hand
"""
)


def test_they_are_kept_in_mind_while_something_else_is_chosen() -> None:
    session = start(LATER)
    one, two, *_ = hand(session)
    play(session, f"lay({one} + {two})")
    assert session.legal()[0].words == f"Take {one} of {one}, {two}."
    assert session.legal()[-1].words == f"Lay {one}, {two} then."
    play(session, "all_of_them")
    assert sorted(x or "" for x in zone(session, "heap")) == sorted([str(one), str(two)])
    assert session.view(0).variables[0].value == "52"
    play(session, "lay(nothing)")
    assert moves(session) == ["all_of_them"]
    assert session.legal()[0].words == "Lay nothing then."
    same_in_both(LATER)


TOGETHER = (
    CARDS
    + """
turn
  simultaneously each Player
    choose
      pass_on(cards in up to 2 of my hand, who in Player where who != me)
        "Pass {cards} on to {who}."
        move cards to hand[who]
  move 1 from deck to heap
"""
).replace("at most 5", "at most 9")


def test_at_the_same_time() -> None:
    session = start(TOGETHER)
    before = hand(session)
    play(session, "pass_on(nothing, seat 2)", "pass_on(nothing, seat 1)")
    assert hand(session) == before
    same_in_both(TOGETHER)


HIDDEN = """
component Card
  rank: 1..3
  called "{rank}"
  make 1 for each rank

zone hand[Player]: hand of Card

setup
  move each Card to hand[seat 2]

turn
  choose
    steal(cards in 1 or more of hand[left(me)]%s)
      "Draw {cards} unseen."
      move cards to my hand
    pass
"""


def test_pieces_that_the_mover_can_t_see_go_by_their_places() -> None:
    session = start(HIDDEN % "")
    assert len(moves(session)) == 8
    assert "steal(hand[seat 2] 1 + hand[seat 2] 3)" in moves(session)
    play(session, "steal(hand[seat 2] 3 + hand[seat 2] 1)")
    assert codes(HIDDEN % " where all(card.rank > 1 for card in cards)") == ["E206"]


MANY = """
component Card
  rank: 1..40
  called "{rank}"
  make 1 for each rank
zone hand[Player]: hand of Card
setup
  move each Card to hand[seat 1]
turn
  choose
    take(%s)
      skip
    pass
"""


@pytest.mark.parametrize(
    ("taken", "part"),
    [
        (
            "cards in any number of my hand",
            "'cards' could be up to 40, and an action takes at most",
        ),
        ("cards in 2 or more of my hand", "'cards' could be up to 40, and an action takes at most"),
        ("cards in up to 6 of my hand", "this is a choice between up to 4,598,479 sets"),
    ],
)
def test_too_many_ways_are_refused_with_what_to_do(taken: str, part: str) -> None:
    problem = refused("E104", MANY % taken).diagnostics[0]
    assert part in problem.message
    assert "at most" in (problem.hint or problem.message)
    if " or more" in taken:
        assert "write '2..5 of …'" in str(problem.hint)


@pytest.mark.parametrize(
    ("taken", "code", "part"),
    [
        ("cards in up to 0 of my hand", "E104", "1 to 12 can be taken at once, not 0"),
        ("cards in 3..2 of my hand", "E104", "3 to 12 can be taken at once, not 2"),
        ("cards in up to 13 of my hand", "E104", "1 to 12 can be taken at once, not 13"),
        ("a in up to 7 of my hand, b in 6 of my hand", "E104", "this takes 13"),
        ("cards in up to size(hand) of my hand", "E106", "this can only depend on"),
        ("cards in up to 3 from my hand", "E001", "'from'"),
        ("card in {c in up to 3 of my hand}", "E203", "only an action's brackets"),
    ],
)
def test_what_can_t_be_written(taken: str, code: str, part: str) -> None:
    found = load_text(whole(MANY % taken), Path("x")).findings.errors
    assert [(d.code, part in d.message) for d in found] == [(code, True)], found


def test_a_terminal_lists_the_smallest_sets_first() -> None:
    listed = [move.text for move in in_order(start(DISCARD).legal()) if "discard" in move.text]
    assert listed[0] == "discard(nothing)"
    assert [x.count("+") for x in listed] == sorted(x.count("+") for x in listed)
