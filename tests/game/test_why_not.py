"""Why nothing can be done with what someone points at, and why something can."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.game.places import Spot, TablePlace
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.game.view import Item
from engine.rules.load import load
from tests.constructs.tiny import start
from tests.game.games import FEWER, named, ready, walk
from tests.places import spot_of


def card_game(*moves: str) -> Session:
    session = Session(ready(named("lost-cities-card")), 5)
    for move in moves:
        session.play(move)
    return session


def hand_of(session: Session) -> tuple[Item, ...]:
    """What the player who has to decide holds."""
    assert session.seat is not None
    hand = f"hand[seat {session.seat + 1}]"
    return next(z for z in session.view(session.seat).zones if z.name == hand).items


def held(session: Session, name: str) -> Spot:
    """The spot of a card in the hand of the player who has to decide."""
    assert session.seat is not None
    names = [item.name for item in hand_of(session)]
    return Spot(TablePlace("hand", (session.seat,)), names.index(name))


BEFORE = ("explore(yellow 6)", "draw", "discard(red 7)", "draw")
COLUMN = spot_of("expedition[seat 1, yellow]")


def test_a_card_that_does_not_fit_is_refused_by_its_rule() -> None:
    session = card_game(*BEFORE)
    (why,) = session.why_not([held(session, "yellow 2"), COLUMN])
    assert not why.legal and why.move == "explore(yellow 2)" and why.rule == "fits"
    assert why.sentence.startswith("Each number must be higher than the one before it")
    assert why.span.line == 36


def test_the_cards_that_decided_are_told_in_words() -> None:
    session = card_game(*BEFORE)
    (why,) = session.why_not([held(session, "yellow 2"), COLUMN])
    assert why.facts == ("The last in expedition yellow is yellow 6.",) and why.forbidden
    assert "\n  The last in expedition yellow is yellow 6.\n" in why.render()
    assert "card.value" not in why.render()
    board = Session(Game(load("lost-cities-board"), 2, None, "de"), 5)
    why = board.explain(0, "begin(white 2, adventurer)")
    assert why.facts == ("Die niedrigste ist Weiß 0.",)
    assert not board.explain(0, "draw").forbidden


def test_the_occasion_of_a_decision_is_its_procedures_sentence() -> None:
    session = Session(Game(load("lost-cities-roll-and-write"), 2), 5)
    assert session.occasion == "Use one colour die and one number die, or no dice."
    assert card_game().occasion == ""


def test_an_empty_pile_is_refused_by_the_action_that_would_take_from_it() -> None:
    session = card_game("discard(red 4)")
    for index in (-1, 0):
        why = session.why_not([spot_of("discards[white]", index)])[0]
        assert why.move == "take(white)"
        assert why.sentence == "The white discard pile is empty."
    why = session.why_not([spot_of("discards[red]", 0)])[0]
    assert why.move == "take(red)" and "just discarded" in why.sentence


def test_what_belongs_to_another_moment_is_told_so() -> None:
    why = card_game().why_not([spot_of("deck")])[0]
    assert why.sentence == "'draw' is for another moment; now it is explore, discard."
    assert why.span.line == 64


def test_it_is_another_seats_turn() -> None:
    (why,) = card_game().why_not([spot_of("deck")], seat=1)
    assert why.sentence == "Seat 1 has to decide now."


@pytest.mark.parametrize(
    ("spots", "sentence"),
    [
        ([spot_of("hand[seat 2]", 0)], "This belongs to seat 2; nothing can be done with it now."),
        ([spot_of("seat 2")], "Nothing can be done with this now."),
        ([spot_of("seat 9")], "There is no such thing here."),
        ([spot_of("nowhere")], "There is no such thing here."),
        (
            [spot_of("hand[seat 1]", 0), spot_of("discards[red]")],
            "No move takes these together now.",
        ),
    ],
)
def test_a_sentence_when_nothing_fits(spots: list[Spot], sentence: str) -> None:
    assert card_game().why_not(spots)[0].sentence == sentence


def test_the_game_is_over() -> None:
    session = Session(ready(named("tic-tac-toe")), 1)
    for _ in walk(session, Chance(1), 9):
        pass
    assert session.why_not([spot_of("board[1, 1]")])[0].sentence == "The game is over."


def test_a_marked_cell_of_a_grid() -> None:
    session = Session(ready(named("tic-tac-toe")), 1)
    session.play("mark(2, 2)")
    (why,) = session.why_not([spot_of("board[2, 2]")])
    assert (why.move, why.sentence) == ("mark(2, 2)", "This square is marked already.")


def test_a_seat_that_may_not_be_asked() -> None:
    session = Session(ready(named("go-fish")), 3)
    (why, *_) = session.why_not([spot_of("seat 1")])
    assert not why.legal and why.move.startswith("ask(seat 1, ")


def test_an_empty_house() -> None:
    session = Session(ready(named("kalah")), 3)
    session.play("sow(3)")
    (why,) = session.why_not([spot_of("house[seat 1, 3]")])
    assert why.sentence == "House 3 is empty."


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_everything_on_the_table_has_an_answer(path: Path) -> None:
    for step, session in enumerate(walk(Session(ready(path), 9), Chance(9), 40)):
        if step % 8:
            continue
        view = session.view(session.seat)
        spots = [zone.spot(index) for zone in view.zones for index in (-1, zone.count - 1)]
        spots += [Spot(TablePlace.of_seat(seat)) for seat in range(view.players)]
        for spot in spots[step::11]:
            found = session.why_not([spot])
            assert 1 <= len(found) <= 3
            for why in found:
                assert why.sentence and not why.legal
            assert len({(why.sentence, why.span) for why in found}) == len(found)


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_every_offer_has_a_reason_and_no_sentence_of_a_rule(path: Path) -> None:
    said = {rule.words for rule in ready(path).rules.rules.values()}
    for session in walk(Session(ready(path), 4), Chance(4), 20):
        for offer in session.move_options()[:5]:
            why = session.explain(session.seat or 0, offer.text)
            assert why.legal and why.sentence
            assert why.sentence not in said, "a rule's sentence says why a move is refused"


def test_two_pieces_that_may_not_be_taken_together() -> None:
    from tests.constructs.test_several import DECK, MELD

    session = start(DECK + MELD)
    names = [item.name or "" for item in hand_of(session)]
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            if i < j and one.split()[0] != other.split()[0]:
                why = session.why_not([spot_of("hand[seat 1]", i), spot_of("hand[seat 1]", j)])[0]
                assert not why.legal and why.move in (
                    f"meld({one} + {other})",
                    f"meld({other} + {one})",
                )
                return
    raise AssertionError("no two suits")


FORMATION = """
component Card
  rank: 1..6
  make 2 for each rank
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone front[Player, 1..3]: pile of Card, face down
zone open[Player]: row of Card
setup
  move all Card to deck
  shuffle deck
  deal 4 from deck to each hand
turn
  simultaneously each Player
    choose
      set_up(card in my hand, n in 1..3)
        require front[me, n] is empty
        move card to front[me, n]
    choose
      set_another(card in my hand, n in 1..3)
        require front[me, n] is empty
        move card to front[me, n]
  choose
    form(one in front, two in front)
      require one != two
      move one to my open
      move two to my open
    turn_over(card in front)
      move card to my open
    stop
      for each n in 1..3: move all from front[me, n] to my open
"""


def test_what_is_set_up_at_the_same_time_lies_nowhere_in_a_sample() -> None:
    for seed in (10, 12):
        s, chance = start(FORMATION, seed=seed), Random(seed)
        for _ in range(8):
            for seat in range(2):
                told = {why.sentence for why in s.why_not([spot_of("deck")], seat)}
                assert not any("another moment" in sentence for sentence in told)
            s.play(chance.choice(s.legal()).text)
