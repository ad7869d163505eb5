"""The power fails at the worst moment: what was acknowledged is on the disk."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.serving.house import House
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Role, Store
from engine.serving.web import write
from tests.scope import often
from tests.serving.forgetful import after_a_failure, remembered
from tests.serving.guests import Person, a_house, laid

GAMES = often(6)


def at_once(store: Store, message: dict[str, Any]) -> dict[str, Any]:
    return message


def over_the_wire(store: Store, message: dict[str, Any]) -> dict[str, Any]:
    """What a guest hears of a message that waits to be sent."""
    heard: list[str] = []

    class Wire:
        async def send_text(self, text: str) -> None:
            heard.append(text)

        async def close(self) -> None:
            pass

    async def send() -> None:
        waiting = asyncio.Queue[dict[str, Any] | None]()
        waiting.put_nowait(message)
        waiting.put_nowait(None)
        await write(store, Wire(), waiting)

    asyncio.run(send())
    found: dict[str, Any] = json.loads(heard[0])
    return found


def lost(
    house: House,
    synced: dict[Path, bytes],
    folder: Path,
    heard: Callable[[Store, dict[str, Any]], dict[str, Any]] = at_once,
) -> int:
    """Play; return how many acknowledged moves would be lost if the power failed after them."""
    assert isinstance(house.store, SqliteStore)
    links, chance, missing = laid(house), random.Random(3), 0
    guests = [Person(house, links[Role.SEAT, seat]) for seat in range(2)]
    table, number = guests[0].connection.link.table, 0
    while not guests[0].last("state")["over"]:
        asked = next(guest for guest in guests if guest.last("state")["asked"])
        move = chance.choice(asked.last("state")["moves"])["move"]
        number += 1
        made = heard(house.store, asked.act(move))
        assert made == {"type": "made", "id": f"{asked.made}", "version": number}
        left = SqliteStore(after_a_failure(synced, house.store.path, folder / f"{table}{number}"))
        entries = left.entries(table)
        missing += [entry.text for entry in entries][-1:] != [move] or len(entries) != number
        left.close()
    return missing


def test_no_acknowledged_move_is_lost_by_a_disk_that_forgets_what_wasnt_synced(
    tmp_path: Path,
) -> None:
    with remembered() as synced:
        house = a_house(tmp_path)
        assert [lost(house, synced, tmp_path) for _ in range(GAMES)] == [0] * GAMES
        house.store.close()


def test_nor_by_a_server_that_syncs_beside_its_loop(tmp_path: Path) -> None:
    with remembered() as synced:
        house = a_house(tmp_path)
        house.store.defer()
        assert lost(house, synced, tmp_path, over_the_wire) == 0
        assert lost(house, synced, tmp_path) > 3
        house.store.close()


@pytest.mark.parametrize("level", ["off", "normal"])
def test_the_disk_does_forget_what_wasnt_synced(level: str, tmp_path: Path) -> None:
    with remembered() as synced:
        store = SqliteStore(tmp_path / "tables.sqlite")
        store._db.execute(f"pragma synchronous = {level}")
        assert lost(a_house(tmp_path, store), synced, tmp_path) > 3
        store.close()
