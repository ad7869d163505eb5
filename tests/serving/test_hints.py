"""Hints on the page: each player may ask for one, unless the host doesn't allow them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from engine import load
from engine.game.session import Session
from engine.serving.hints import Hints
from engine.serving.house import House
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Role
from engine.serving.thinking import ProcessThinker, ThreadThinker
from engine.table.agent_worker import Thought
from tests.scope import ALL
from tests.serving.guests import HOST, Person, a_house, laid
from tests.serving.test_page import Looker

ADA, WATCH = (Role.SEAT, 0), (Role.WATCH, -1)
BUTTON = "hint"


class Counting(ThreadThinker):
    """Thinks of nothing, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def advise(self, session: Session, wanted: object) -> Thought:
        self.asked.append(wanted)
        return Thought(0)


def test_a_player_asks_for_a_hint_and_the_host_may_forbid_it(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    tokens = laid(house)
    ada, host = Looker(house, tokens[ADA]), Person(house, HOST)
    assert BUTTON in ada.nodes and BUTTON not in Looker(house, tokens[WATCH]).nodes
    ada.do("key", key="h")
    end = time.monotonic() + 60
    while "confirm" not in ada.nodes and time.monotonic() < end:
        time.sleep(0.02)
        ada.connection.tick(time.monotonic())
        ada.look()
    assert {"confirm", "prompt:why"} <= set(ada.nodes) and not ada.version
    table = ada.connection.link.table
    told = host.send("terms", table=table, hints=False)
    assert told["tables"][0]["terms"]["hints"] is False
    ada.look()
    assert BUTTON not in ada.nodes
    host.send("terms", table=table, open_hands=True)
    ada.look()
    assert BUTTON not in ada.nodes


def test_a_seat_thinks_of_one_hint_at_a_time(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    tokens = laid(house)
    session = house.open(Person(house, tokens[ADA]).connection.link.table).table.session
    thinker = Counting()
    hints = Hints(thinker)
    first = hints.ask(session, 0)
    assert hints.ask(session, 0) is first and len(thinker.asked) == 1
    assert hints.ask(session, 1) is not first
    wanted = [asks() for asks in thinker.asked if callable(asks)]
    assert wanted == [False, True]


@pytest.mark.skipif(not ALL, reason="starts a process")
def test_a_hint_is_thought_about_in_a_process(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        house = House(store, opens=load, pause=0.0, thinker=ProcessThinker())
        tokens = laid(house, rules="lost-cities-card")
        ada = Person(house, tokens[ADA])
        hosted = house.open(ada.connection.link.table)
        thought = hosted.advise(hosted.table.session)
        async with asyncio.timeout(60):
            while not thought.done.is_set():
                await asyncio.sleep(0.01)
        assert thought.move in [offer.move for offer in hosted.table.session.legal()]
        assert len(thought.advised) == len(hosted.table.session.legal())
        assert not thought.problem
        await house.close()
        store.close()

    asyncio.run(play())
