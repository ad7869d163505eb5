"""Lasting ids of pieces: what moved keeps its id, and no two pieces ever share one."""

from __future__ import annotations

import random

import pytest

from engine import Session, View
from tests.viewer.scene.scenes import LIBRARY, SMALL, game, look_of, played
from viewer.scene.identity import Identities


def ids_in(identities: Identities, view: View, zone: str) -> list[str]:
    count = next(z.count for z in view.zones if z.name == zone)
    return [identities.of(zone, n) for n in range(count)]


@pytest.mark.parametrize("name", [*LIBRARY, *SMALL])
@pytest.mark.parametrize("seat", [0, None])
def test_a_game_keeps_its_ids(name: str, seat: int | None) -> None:
    players = {**LIBRARY, **SMALL}[name]
    counted = look_of(name, players).counted()
    session, chance = Session(game(name, players), 3), random.Random(3)
    identities = Identities()
    for _ in range(40):
        view = session.view(seat)
        again = identities.follow(view, counted)
        assert again.follow(view, counted).zones == again.zones
        every = [known.id for zone in again.zones.values() for known in zone]
        assert len(every) == len(set(every)) == sum(zone.count for zone in view.zones)
        identities = again
        if session.over:
            break
        session.play(chance.choice(session.written_moves()))


def test_a_played_card_is_the_card_of_the_hand() -> None:
    session = Session(game("lost-cities-card", 2), 1)
    before = session.view(0)
    identities = Identities().follow(before)
    move = next(m for m in session.legal() if m.text.startswith("discard("))
    card = move.text.removeprefix("discard(").removesuffix(")")
    hand = next(z for z in before.zones if z.name == "hand[seat 1]")
    place = [item.name for item in hand.items].index(card)
    session.apply(move.move)
    after = identities.follow(session.view(0))
    colour = card.split()[0]
    assert after.of(f"discards[{colour}]", 0) == identities.of("hand[seat 1]", place)


def test_a_drawn_card_comes_from_the_top_of_the_deck() -> None:
    session = played("lost-cities-card", 2, 1)
    before = session.view(0)
    identities = Identities().follow(before)
    top = ids_in(identities, before, "deck")[-1]
    session.apply(next(m for m in session.legal() if m.text == "draw").move)
    after = session.view(0)
    assert top in ids_in(identities.follow(after), after, "hand[seat 1]")


def test_what_another_seat_draws_comes_from_the_deck_unseen() -> None:
    session = played("lost-cities-card", 2, 3)
    before = session.view(0)
    identities = Identities().follow(before)
    top = ids_in(identities, before, "deck")[-1]
    session.apply(next(m for m in session.legal() if m.text == "draw").move)
    after = session.view(0)
    assert top in ids_in(identities.follow(after), after, "hand[seat 2]")


def test_what_another_seat_plays_leaves_its_hand() -> None:
    session = played("lost-cities-card", 2, 2)
    before = session.view(0)
    identities = Identities().follow(before)
    hand = set(ids_in(identities, before, "hand[seat 2]"))
    session.apply(next(m for m in session.legal() if m.text.startswith("discard(")).move)
    after = session.view(0)
    found = identities.follow(after)
    discards = [z.name for z in after.zones if z.family == "discards" and z.count]
    assert any(set(ids_in(found, after, name)) & hand for name in discards)


def test_counted_pieces_move_too() -> None:
    session = Session(game("kalah", 2), 1)
    counted = look_of("kalah", 2).counted()
    identities = Identities().follow(session.view(0), counted)
    session.apply(next(m for m in session.legal() if m.text == "sow(3)").move)
    after = identities.follow(session.view(0), counted)
    assert after.next == identities.next


def test_looking_back_keeps_the_ids_as_well() -> None:
    session = played("lost-cities-board", 3, 30)
    late = session.view(0)
    identities = Identities().follow(late)
    early = identities.follow(played("lost-cities-board", 3, 29).view(0))
    assert early.next - identities.next <= 1
