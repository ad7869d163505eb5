"""Several guests at one table: each sees happenings of their own, and nothing of the others'."""

from __future__ import annotations

import random

import pytest

from engine import Game, RulesError, Session, load
from engine.chronicle.rows import DecisionRow
from engine.table.deal import deal
from engine.table.guest import Guest
from engine.table.pass_and_play import PassAndPlay
from engine.table.seats import HUMAN
from engine.table.table import Table
from tests.scope import telling
from tests.table.rows import rows_of

CARD = "lost-cities-card"
SECRETIVE = telling(
    [CARD, "examples/liars-dice.cairn"],
    ["examples/go-fish.cairn", "examples/goofspiel.cairn", "examples/whist.cairn"],
)


def seated(name: str = CARD, seed: int = 4) -> Table:
    loaded = load(name)
    players = loaded.checked().header.players[0]
    return Table(deal(loaded, players, seed=seed), [HUMAN] * players)


def three(table: Table) -> tuple[Guest, Guest, Guest]:
    """Two people with a seat and a spectator, each at a screen of their own."""
    first, second, third = (
        PassAndPlay(table, seats=seats, language=language).guest
        for seats, language in (([0], "de"), ([1], "fr"), ([], "en"))
    )
    return first, second, third


def names(guest: Guest, family: str, owner: int) -> list[str | None]:
    """The pieces of someone's zone as a guest sees them."""
    zones = (z for z in guest.view().zones if z.family == family and z.owner == owner)
    return [item.name for zone in zones for item in zone.items]


def test_three_guests_read_the_same_decision_each_in_their_own_way() -> None:
    table = seated()
    ada, bruno, watcher = three(table)
    assert ada.asked and not bruno.asked and not watcher.asked
    table.make(next(o for o in ada.offers if o.action == "discard").move)
    before = names(ada, "hand", 0)
    table.play("draw")
    (drawn,) = {name for name in names(ada, "hand", 0) if name and name not in before}
    assert bruno.asked and not ada.asked and bruno.offers
    rows = {
        guest: rows_of(DecisionRow, guest.chronicle.entries(guest.seat))[-1]
        for guest in (ada, bruno, watcher)
    }
    assert [row.words for row in rows.values()] == [
        "Ziehe die oberste Karte vom Nachziehstapel.",
        "Pioche la carte du dessus.",
        "Draw the top card of the deck.",
    ]
    turned = {g: g.chronicle.turned(rows[g], g.seat) for g in rows}
    assert [chip.item.name for chip in turned[ada] if chip.item] == [drawn]
    assert turned[bruno] == turned[watcher] == ()


def test_nobody_sees_a_hand_of_somebody_elses() -> None:
    table = seated()
    ada, bruno, watcher = three(table)
    chance = random.Random(2)
    for _ in range(30):
        asked = ada if ada.asked else bruno
        asked.make(chance.choice(asked.offers))
        for guest in (ada, bruno, watcher):
            for owner in (0, 1):
                shown = names(guest, "hand", owner)
                assert len(shown) == 8 or table.session.seat == owner
                if guest.seat == owner:
                    assert all(shown)
    assert not any(names(watcher, "hand", owner)[0] for owner in (0, 1))


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_spectator_learns_nothing_of_what_is_hidden(name: str) -> None:
    """What is hidden from a spectator is exchanged: nothing that they read changes."""
    table, chance = seated(name), random.Random(7)
    game, spectator, differing = table.session.game, table.spectator, 0
    for number in range(24):
        if table.session.over:
            break
        known = table.session.information_set(spectator)
        other = game.knowledge.sample(known, number)
        differing += other != table.session.state
        assert _read(table.session, spectator) == _read(_at(table.session, other), spectator)
        table.make(chance.choice(table.session.move_options()).move)
    assert differing


def _at(session: Session, state: list[int]) -> Session:
    other = session.at(len(session.history))
    other.state = list(state)
    return other


def _read(session: Session, viewer: int) -> tuple[object, ...]:
    ledgers = [session.ledgers(seat, viewer) for seat in range(session.game.players)]
    return session.view(viewer), session.occasion, ledgers


def test_each_guest_looks_back_and_chooses_alone() -> None:
    table = seated()
    ada, bruno, watcher = three(table)
    ada.make(ada.offers[0])
    watcher.look(0)
    spot = min(ada.selection.glowing)
    ada.select(ada.selection.click([spot]) or ada.selection)
    assert ada.selection.picks and not bruno.selection.picks
    assert (ada.looking, bruno.looking, watcher.looking) == (None, None, 0)
    ada.make(ada.offers[0])
    assert watcher.looking == 0 and len(watcher.shown.history) == 0
    assert not ada.selection.picks, "another position asks anew"
    watcher.look(None)
    assert list(watcher.unread()) == [0, 1, 2]


def test_what_is_taken_back_is_taken_back_for_all() -> None:
    table = Table(Session(Game(load(CARD), 2), 4, fair=False), [HUMAN, HUMAN])
    guests = three(table)
    before = [guest.view() for guest in guests]
    ada = guests[0]
    ada.make(ada.offers[0])
    ada.read = 1
    table.undo()
    assert [guest.view() for guest in guests] == before and ada.read == 0
    assert [guest.session.history for guest in guests] == [[], [], []]


def test_a_number_makes_the_same_move_for_every_guest() -> None:
    table = Table(deal(load("examples/nim.cairn"), 2, seed=1), [HUMAN, HUMAN])
    ada, _, watcher = three(table)
    offer = ada.offers[3]
    number = table.session.game.numbering.number(list(table.session.state), offer.move)
    made = table.make(number)
    assert made.move == offer.move == watcher.session.history[-1].move
    with pytest.raises(ValueError, match="no legal move"):
        table.make(10**6)


def test_a_what_if_game_is_refused_where_it_would_show_another_hand() -> None:
    table = seated()
    alone = PassAndPlay(table, seats=[0], language="fr")
    with pytest.raises(RulesError, match="essayer"):
        alone.what_if(0)
    together = PassAndPlay(table)
    together.what_if(0)
    assert together.trying and together.table is not table and together.home is table
    together.guest.come()
    together.guest.make(together.guest.offers[0])
    assert table.session.history == [] and len(together.table.session.history) == 1
    together.end_what_if()
    assert together.table is table and not together.guest.stages
