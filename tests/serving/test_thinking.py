"""AI players that never stop or that fill the memory close their own table, and no other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import load
from engine.game.interpreter import Move
from engine.serving.house import House
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Role
from engine.serving.thinking import AgentQuestion, Games, ProcessThinker, answer
from tests.scope import telling
from tests.serving.guests import HOST, Person, laid

ADA = (Role.SEAT, 0)


def endless_if_random(question: AgentQuestion, games: Games) -> Move:
    if question.agent == "random":
        time.sleep(1000)
    return answer(question, games)


def greedy_for_memory_if_random(question: AgentQuestion, games: Games) -> Move:
    if question.agent == "random":
        return (0, len(bytes(1 << 31)))
    return answer(question, games)


@pytest.mark.parametrize(
    ("think", "said"),
    telling(
        [(endless_if_random, "thought for too long")],
        [(greedy_for_memory_if_random, "much memory")],
    ),
)
def test_an_agent_beyond_its_limit_closes_its_table_alone(
    think: Callable[[AgentQuestion, Games], Move], said: str, tmp_path: Path
) -> None:
    async def play() -> None:
        thinker = ProcessThinker(seconds=2.0, megabytes=512, answer=think)
        store = SqliteStore(tmp_path / "tables.sqlite")
        house = House(store, opens=load, pause=0.0, thinker=thinker)
        stuck, links = laid(house, "link", "random"), laid(house, "link", "greedy")
        ada, bo = Person(house, stuck[ADA]), Person(house, links[ADA])
        ada.act("take(4, 7)")
        bo.act("take(4, 7)")
        async with asyncio.timeout(60):
            while bo.version < 2 or not ada.stopped:
                await asyncio.sleep(0.01)
        assert said in ada.last("closed")["why"] and not ada.last("closed")["again"]
        assert said in Person(house, stuck[ADA]).last("closed")["why"]
        assert not bo.stopped
        table = ada.connection.link.table
        Person(house, HOST).send("seat", table=table, seat=2, **{"for": "greedy"})
        ada = Person(house, stuck[ADA])
        async with asyncio.timeout(60):
            while ada.version < 2:
                await asyncio.sleep(0.01)
        await house.close()
        store.close()

    asyncio.run(play())
