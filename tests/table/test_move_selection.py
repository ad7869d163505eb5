"""Every legal move can be reached by clicks on its spots and answers, in any position."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import MoveOption, Session
from engine.table.move_selection import Narrowing, way_of
from tests.places import spot_of
from tests.viewer.app.hands import every_game, game
from viewer.nodes import Spot

GAMES = [pytest.param(name, id=Path(name).stem) for name in every_game()]


def reached(narrowing: Narrowing, offer: MoveOption, chance: random.Random) -> MoveOption | None:
    """Return the move that clicking a move's spots and answering for it leads to."""
    way = way_of(offer)
    spots = [chance.choice(g) for g in way.arguments]
    spots += [*way.targets, *way.sources] if spots else [*way.sources, *way.targets]
    for spot in spots:
        if spot not in narrowing.glowing or spot in narrowing.chosen:
            continue
        clicked = narrowing.click([spot])
        assert clicked is not None, (offer.text, spot)
        narrowing = clicked
        if narrowing.done is not None:
            return narrowing.done
    for _ in range(12):
        question = narrowing.question
        if question is None:
            break
        choice = next(
            c
            for c in question.choices
            if c.pick.action == offer.action
            and (c.pick.place < 0 or offer.arguments[c.pick.place].text == c.pick.value)
        )
        if choice.offer is not None:
            return choice.offer
        narrowing = narrowing.pick(choice.pick)
        if narrowing.done is not None:
            return narrowing.done
    return narrowing.ready


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_is_reached_by_clicks_and_answers(name: str) -> None:
    for seed in (1,):
        chance = random.Random(seed)
        session = Session(game(name), seed)
        for _ in range(50):
            if session.over:
                break
            offers = session.move_options()
            narrowing = Narrowing.of(offers)
            for offer in chance.sample(offers, min(len(offers), 25)):
                found = reached(narrowing, offer, chance)
                assert found is not None and found.text == offer.text, (offer, found)
            session.apply(chance.choice(offers).move)


@pytest.mark.parametrize("name", GAMES)
def test_what_glows_can_be_clicked_and_nothing_is_left_without_a_way_on(name: str) -> None:
    chance = random.Random(4)
    session = Session(game(name), 4)
    for _ in range(40):
        if session.over:
            break
        narrowing = Narrowing.of(session.move_options())
        for _ in range(6):
            assert narrowing.glowing or narrowing.question or narrowing.ready, narrowing.picks
            if not narrowing.glowing:
                break
            spot: Spot = chance.choice(sorted(narrowing.glowing))
            after = narrowing.click([spot])
            assert after is not None and after.left
            narrowing = after
            if narrowing.done is not None:
                break
        session.apply(chance.choice(session.move_options()).move)


def test_clicking_what_was_chosen_lets_it_go() -> None:
    session = Session(game("lost-cities-card"), 1)
    narrowing = Narrowing.of(session.move_options())
    chosen = narrowing.click([spot_of("hand[seat 1]", 0)])
    assert chosen is not None and chosen.chosen == (spot_of("hand[seat 1]", 0),)
    again = chosen.click([spot_of("hand[seat 1]", 0)])
    assert again is not None and not again.picks


def test_a_click_on_another_piece_chooses_that_instead() -> None:
    session = Session(game("lost-cities-card"), 1)
    first = Narrowing.of(session.move_options()).click([spot_of("hand[seat 1]", 0)])
    assert first is not None
    other = first.click([spot_of("hand[seat 1]", 1)])
    assert other is not None and other.chosen == (spot_of("hand[seat 1]", 1),)


def test_several_pieces_are_picked_in_any_order_and_let_go_one_by_one() -> None:
    narrowing = Narrowing.of(Session(game("examples/fill-up.cairn"), 5).move_options())
    hand = [spot_of("hand[seat 1]", n) for n in range(5)]
    assert set(narrowing.glowing) == set(hand)
    for spot in (hand[3], hand[0], hand[4]):
        clicked = narrowing.click([spot])
        assert clicked is not None and spot in clicked.chosen
        narrowing = clicked
    assert narrowing.ready is not None and narrowing.ready.text.count("+") == 2
    fewer = narrowing.click([hand[3]])
    assert fewer is not None and fewer.chosen == (hand[0], hand[4])
    assert fewer.ready is not None and fewer.ready.text.count("+") == 1
    assert {hand[1], hand[2], hand[3]} <= fewer.glowing
