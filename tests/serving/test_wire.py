"""What a seat's connection carries: the same, byte for byte, whatever is hidden from it."""

from __future__ import annotations

import json
import random
import zlib
from itertools import islice
from pathlib import Path

import pytest

from engine.game.session import Session
from engine.serving.house import House
from engine.serving.store import Role
from tests.game.test_leaks import alike, other, starts
from tests.scope import ALL, telling
from tests.serving.guests import Person, a_house, laid
from tests.serving.test_page import Looker

GAMES = telling(
    ["lost-cities-card"],
    [
        "examples/liars-dice.cairn",
        "examples/whist.cairn",
        "lost-cities-board",
        "lost-cities-rivals",
    ],
)
POSITIONS = range(0, 12, 1 if ALL else 7)
SWAPS = 3 if ALL else 1


def carried(person: Person) -> bytes:
    """What was sent to a connection, as a WebSocket compresses it, message by message."""
    packer, found = zlib.compressobj(wbits=-15), b""
    for message in person.told:
        packed = packer.compress(json.dumps(message).encode())
        packed += packer.flush(zlib.Z_SYNC_FLUSH)
        found += len(packed).to_bytes(4, "big") + packed
    return found


def read(house: House, token: str, session: Session) -> list[bytes]:
    """What comes to a program and to a page that come to a table with a session, and stay."""
    found = []
    for kind in (Person, Looker):
        person = kind(house, token)
        person.connection.gone()
        hosted = house.open(person.connection.link.table)
        hosted.table.replace(session)
        person = kind(house, token)
        if isinstance(person, Looker):
            for node in [i for i in person.order if person.nodes[i].get("hit")][:8]:
                person.do("rest", node)
                person.do("click", "tab:scores")
        person.connection.gone()
        found.append(carried(person))
    return found


@pytest.mark.parametrize("rules", GAMES)
def test_what_is_hidden_from_a_seat_isnt_on_its_wire(rules: str, tmp_path: Path) -> None:
    house = a_house(tmp_path)
    links = laid(house, rules=rules, seed=7)
    watcher = Person(house, links[Role.WATCH, -1])
    game, chance = house.open(watcher.connection.link.table).table.session.game, random.Random(2)
    session, compared = Session(game, 7), 0
    for number in range(max(POSITIONS) + 1):
        if session.over:
            break
        seat = 1 - (session.seat or 0)
        found = (other(session, start, pair) for start, pair in starts(session, seat))
        worlds = (o for o in found if o is not None and alike(session, o, seat))
        for another in islice(worlds, SWAPS if number in POSITIONS else 0):
            token = links[Role.SEAT, seat]
            assert read(house, token, session) == read(house, token, another)
            compared += another.state != session.state
        session.apply(chance.choice(session.legal()).move)
    assert compared
