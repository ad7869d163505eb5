"""Several servers that serve the same tables: what their guests see of one another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from engine import load
from engine.serving.house import House
from engine.serving.postgres_store import PostgresStore
from engine.serving.store import Entry, EntryKind, Role
from tests.serving.guests import HOST, Person, laid
from tests.serving.postgres import fresh_database

ADA, BO, JOIN = (Role.SEAT, 0), (Role.SEAT, 1), (Role.JOIN, -1)
PATIENCE = 30.0


@asynccontextmanager
async def two_houses(address: str = "") -> AsyncIterator[tuple[House, House]]:
    address = address or fresh_database()
    houses = [House(PostgresStore(address), opens=load, pause=0.0) for _ in range(2)]
    for house in houses:
        house.others.begin()
    try:
        yield houses[0], houses[1]
    finally:
        for house in houses:
            await house.close()
            house.store.close()


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def test_a_move_at_one_server_reaches_the_guests_of_the_other() -> None:
    async def play() -> None:
        async with two_houses() as (here, there):
            links = laid(here)
            ada, bo = Person(here, links[ADA], name="Ada"), Person(there, links[BO])
            assert ada.act("take(4, 7)")["type"] == "made"
            await until(lambda: bo.version == 1)
            state = bo.last("state")
            assert [missed["move"] for missed in state["missed"]] == ["take(4, 7)"]
            assert state["asked"] and state["names"] == ["Ada", ""]
            bo.act("take(3, 1)")
            await until(lambda: ada.version == 2)
            ada.send("take_back", id="u", version=2)
            await until(lambda: bo.last("state")["take_back"] == [1])
            bo.send("take_back", id="u", version=2)
            await until(lambda: ada.version == 3)
            assert ada.last("state")["kept"] == 1
            assert ada.last("state")["position"] == bo.last("state")["position"]

    asyncio.run(play())


def test_a_move_that_another_server_made_first_is_refused_with_it() -> None:
    async def play() -> None:
        async with two_houses() as (here, there):
            links = laid(here)
            ada, bo = Person(here, links[ADA]), Person(here, links[BO])
            table = ada.connection.link.table
            # No word of it has come yet: nothing awaits here.
            there.store.append(table, Entry(1, EntryKind.MOVE, 0, "take(1, 1)", "other"))
            said = ada.act("take(4, 7)")
            assert (said["type"], said["version"]) == ("refused", 1)
            assert [missed["move"] for missed in said["missed"]] == ["take(1, 1)"]
            assert bo.last("state")["asked"] and not bo.stopped and not ada.stopped
            assert len(there.store.entries(table)) == 1
            assert ada.act("take(1, 1)", id="other", version=0)["type"] == "made"

    asyncio.run(play())


def test_links_mean_the_same_at_every_server() -> None:
    async def play() -> None:
        async with two_houses() as (here, there):
            links = laid(here, "link", "open")
            first = Person(here, links[ADA])
            second = Person(there, links[ADA])
            await until(lambda: first.stopped)
            assert first.told[-1]["why"] == "Another device has taken over this seat"
            bo = Person(there, links[JOIN], name="Bo")
            late = Person(here, links[JOIN], name="Late")
            assert late.told[-1]["why"] == "All seats are taken"
            host, table = Person(here, HOST), second.connection.link.table
            host.send("renew", table=table, role="seat", seat=1)
            await until(lambda: second.stopped)
            assert second.told[-1]["why"] == "The host has renewed this link"
            assert not bo.stopped

    asyncio.run(play())


@pytest.mark.parametrize("lent", [True, False])
def test_an_agent_plays_once_though_guests_of_two_servers_wait(lent: bool) -> None:
    async def play() -> None:
        async with two_houses() as (here, there):
            links = laid(here, "link", "link" if lent else "greedy")
            ada = Person(here, links[ADA])
            watcher = Person(there, links[Role.WATCH, -1])
            if lent:
                table = ada.connection.link.table
                Person(there, HOST).send("seat", table=table, seat=2, **{"for": "greedy"})
            ada.act("take(4, 7)")
            while not ada.last("state")["over"]:
                await until(lambda: ada.last("state")["asked"] or ada.last("state")["over"])
                if ada.last("state")["asked"]:
                    ada.act(ada.last("state")["moves"][0]["move"])
            await until(lambda: watcher.version == ada.version)
            entries = here.store.entries(ada.connection.link.table)
            assert [entry.number for entry in entries] == [*range(1, ada.version + 1)]
            assert watcher.last("state")["position"] == ada.last("state")["position"]
            assert not ada.stopped and not watcher.stopped

    asyncio.run(play())
