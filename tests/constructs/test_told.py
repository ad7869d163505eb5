"""`show EXPR to SEATS`: a value that seats are told, kept until it may no longer be true."""

from __future__ import annotations

import pytest

from engine.game.session import Session
from tests.constructs.tiny import codes, examples, play, start

CARDS = """
type Suit = clubs, hearts

component Card
  suit: Suit
  rank: 1..8
  called "{suit} {rank}"
  make 1 for each suit, rank

zone deck:         pile of Card, face down
zone heap:         pile of Card, face up
zone hand[Player]: hand of Card

var secret: 0..9 = 0

setup
  move all Card to deck
  shuffle deck
  deal 4 from deck to each hand

turn
  choose
    ask(suit in Suit)
      show count(card in hand[left(me)] where card.suit = suit) to me
    ask_all(player in Player where player != me)
      show max(card.rank for card in hand[player]) to Player
    boast
      show any(card.rank = 6 for card in my hand) to left(me)
    name
      show (top of deck).suit to me
    play(card in my hand)
      move card to heap
    draw
      move top of deck to my hand
    mix
      shuffle deck
    hide(n in 0..9)
      secret := n
      show secret * 2 to me
    change
      secret := 0
    wait
"""


def told(session: Session, seat: int | None) -> dict[str, str | None]:
    """What a seat has been told."""
    return {v.name: v.value for v in session.view(seat).variables if "(" in v.name or "*" in v.name}


def truth(session: Session, seat: int, suit: str) -> int:
    hand = next(z for z in session.view(None).zones if z.name == f"hand[seat {seat}]")
    return sum((item.name or "").startswith(suit) for item in hand.items)


ASKED = "count(card in hand[left(me)] where card.suit = suit) (me = seat 1, suit = hearts)"


def test_who_is_told_sees_it_listed_and_nobody_else() -> None:
    session = play(start(CARDS, 3), "ask(hearts)")
    assert told(session, 0) == {ASKED: str(truth(session, 2, "hearts"))}
    assert told(session, None) == told(session, 0)
    assert told(session, 1) == told(session, 2) == {}


def test_all_may_be_told_and_each_thing_is_kept_apart() -> None:
    session = play(start(CARDS, 3), "ask_all(seat 2)", "ask_all(seat 3)", "boast")
    assert len(told(session, 0)) == 3
    assert len(told(session, 1)) == 2
    assert told(session, 2).keys() == told(session, 1).keys()


@pytest.mark.parametrize(
    ("made", "kept"),
    [
        (("wait",), True),
        (("wait", "play"), True),  # seat 3's hand is another
        (("play",), False),
        (("draw",), False),
        (("mix",), True),
    ],
)
def test_it_is_forgotten_when_what_it_looks_at_changes(made: tuple[str, ...], kept: bool) -> None:
    session = play(start(CARDS, 3), "ask(hearts)")
    for move in made:
        session.play(next(x.text for x in session.legal() if x.text.startswith(move)))
    assert bool(told(session, 0)) == kept


def test_what_is_told_of_a_deck_goes_with_the_shuffle() -> None:
    session = play(start(CARDS), "name")
    assert told(session, 0)
    assert told(play(session, "wait"), 0)
    assert not told(play(session, "mix"), 0)


def test_what_is_told_of_a_variable_goes_with_its_change() -> None:
    session = play(start(CARDS), "hide(4)")
    assert told(session, 0) == {"secret * 2": "8"}
    assert told(play(session, "change"), 0) == {}


@pytest.mark.parametrize("seed", range(6))
def test_samples_agree_with_what_was_told(seed: int) -> None:
    session = play(start(CARDS, 3, seed=seed), "ask(hearts)", "ask_all(seat 3)")
    wanted = told(session, 0)
    known = session.information_set(0)
    for number in range(20):
        sample = session.game.knowledge.sample(known, number)
        facts = session.game.knowledge.facts
        assert facts._wrong(facts.revealed(sample), sample) == 0
        again = session.game.knowledge.observe(sample, 0)
        assert again == known
    assert told(session, 0) == wanted


def test_what_a_seat_was_told_is_in_no_other_seat_s_information() -> None:
    session = play(start(CARDS, 3), "ask(hearts)")
    silent = play(start(CARDS, 3), "ask(clubs)")
    for other in (1, 2):
        assert session.information_set(other) == silent.information_set(other)
    assert session.information_set(0) != silent.information_set(0)


def test_being_told_can_t_be_taken_back() -> None:
    session = play(start(CARDS), "ask(hearts)")
    assert session.why_no_undo() == "seat 1 has seen something since."
    assert play(start(CARDS), "wait").why_no_undo() is None


def test_a_fact_about_a_piece_names_it_by_its_place_to_who_doesn_t_know_it() -> None:
    text = CARDS + (
        "when card arrives in hand[player]\n"
        "  show count(other in hand[player] where other.suit = card.suit) to Player\n"
    )
    session = play(start(text), "draw")
    ((known, value),) = told(session, 0).items()
    assert "card = clubs " in known or "card = hearts " in known
    ((unknown, same),) = told(session, 1).items()
    assert unknown.endswith("(player = seat 1, card = hand[seat 1] 5)")
    assert value == same


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ('"text"', "E101"),
        ("(1, 2)", "E101"),
        ("{1, 2}", "E101"),
        ("Suit", "E101"),
        ("count(card in hand[left(me)] where card.rank = n[1])", "E203"),
    ],
)
def test_what_can_t_be_shown(what: str, code: str) -> None:
    text = CARDS.replace(
        "    wait\n", f"    wait\n      var n[1..2]: 0..3 = 0\n      show {what} to me\n"
    )
    assert code in codes(text)


def test_only_seats_are_told() -> None:
    assert codes(CARDS.replace("to left(me)", "to 3")) == ["E101"]
    assert codes(CARDS.replace("to left(me)", "to Suit")) == ["E101"]


def test_in_an_example_it_changes_nothing_else() -> None:
    text = CARDS + (
        'example "x"\n  given my hand = hearts 1\n  do boast, wait\n'
        "  then my hand = hearts 1\n  then can hide(3)\n"
    )
    assert examples(text)["x"] == ""


UNSEEN = """game "T"
  players 2

component Card
  value: 1..9
  called "card {value}"
  make 1 for each value

zone deck:         pile of Card, face down
zone heap:         pile of Card, face up
zone aside:        pile of Card, face down
zone hand[Player]: hand of Card, seen by all but owner

setup
  move all Card to deck
  shuffle deck
  deal 3 from deck to each hand

turn
  choose
    tell
      for each card in hand[left(me)]: show (card.value > 5) to left(me)
    count
      for each n in 1..3: show (sum(card.value for card in hand[left(me)]) > n * 5) to left(me)
    play(card in my hand)
      move card to heap
    lay(card in my hand)
      move card to aside
    back
      move all from my hand to deck
      shuffle deck
    wait

game ends when deck is empty
"""


def of_cards(session: Session, seat: int | None) -> list[tuple[str, str | None]]:
    """What a seat has been told, in words."""
    shown = session.view(seat).in_words().variables
    return [(v.name, v.value) for v in shown if "value" in v.name]


def values(session: Session, seat: int) -> list[int]:
    hand = next(z for z in session.view(None).zones if z.name == f"hand[seat {seat}]")
    return [int((item.name or "").split()[1]) for item in hand.items]


def begun(seed: int = 1) -> Session:
    return start(UNSEEN, seed=seed)


def test_each_value_of_a_loop_is_told_by_the_place_of_the_piece() -> None:
    session = play(begun(), "tell")
    wanted = [
        (f"value of hand seat 2 {n} > 5", "yes" if value > 5 else "no")
        for n, value in enumerate(values(session, 2), 1)
    ]
    assert of_cards(session, 1) == wanted
    assert of_cards(session, 0) == []
    assert len(of_cards(session, None)) == 3


def test_each_number_of_a_loop_is_kept_apart() -> None:
    session = play(begun(), "count")
    total = sum(values(session, 2))
    assert [value for _, value in of_cards(session, 1)] == [
        "yes" if total > n * 5 else "no" for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(("move", "left"), [("play", 2), ("lay", 2), ("back", 0), ("wait", 3)])
def test_what_was_told_of_a_piece_goes_with_its_move_and_with_a_shuffle(
    move: str, left: int
) -> None:
    session = play(begun(), "tell")
    session.play(next(x.text for x in session.legal() if x.text.startswith(move)))
    assert len(of_cards(session, 1)) == left


@pytest.mark.parametrize("seed", range(5))
def test_samples_agree_with_what_was_told_of_unseen_pieces(seed: int) -> None:
    session = play(begun(seed), "tell")
    known, facts = session.information_set(1), session.game.knowledge.facts
    for number in range(20):
        sample = session.game.knowledge.sample(known, number)
        assert facts._wrong(facts.revealed(sample), sample) == 0
        assert session.game.knowledge.observe(sample, 1) == known


def test_the_only_piece_of_a_place_is_told_by_its_place() -> None:
    session = start("""
        component Card
          value: 1..6
          make 1 for each value
        zone deck: pile of Card, face down
        zone fan[Player, 1..2]: spot of Card, seen by all but owner
        setup
          move all Card to deck
          for each player, n in 1..2: move 1 from deck to fan[player, n]
        turn
          choose
            clue(mate in Player where mate != me, value in 1..6)
              for each n in 1..2: show (first(fan[mate, n]).value = value) to Player
        game ends when deck is empty
        """)
    play(session, "clue(seat 2, 3)")
    told = [v.name for v in session.view(1).in_words().variables]
    assert told == ["value of fan seat 2 1 = 3", "value of fan seat 2 2 = 3"]
    family = session.view(1).variables[0].family
    assert family == "first(fan[mate, n]).value = value"  # the notation is as before
