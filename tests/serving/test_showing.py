"""Acts are answered before everybody is shown what they have changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine import load
from engine.serving.house import House
from engine.serving.showing import FAULT, PASSES, InTurn
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Role
from tests.serving.guests import Person, laid

ADA, BO = (Role.SEAT, 0), (Role.SEAT, 1)


async def passes(turns: int) -> None:
    """Let the loop go round until so many guests have been shown something."""
    for _ in range(turns * (PASSES + 2)):
        await asyncio.sleep(0)


def test_two_acts_are_answered_first_and_shown_once(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        house = House(store, opens=load, pause=0.0, showing=InTurn())
        links = laid(house)
        ada, bo = Person(house, links[ADA]), Person(house, links[BO])
        states = [len([m for m in p.told if m["type"] == "state"]) for p in (ada, bo)]
        assert ada.act("take(4, 7)")["version"] == 1
        assert bo.act("take(3, 1)", version=1)["version"] == 2
        assert ada.last("state")["version"] == bo.last("state")["version"] == 0
        await passes(2)
        for person, before in zip((ada, bo), states, strict=True):
            state = person.last("state")
            moves = [missed["move"] for missed in state["missed"]]
            assert (state["version"], moves) == (2, ["take(4, 7)", "take(3, 1)"])
            assert len([m for m in person.told if m["type"] == "state"]) == before + 1
        await house.close()
        store.close()

    asyncio.run(play())


def test_who_acts_is_read_between_two_guests_and_a_fault_stops_nobody() -> None:
    class Guest:
        heard = ""

        def end(self, why: str, *, again: bool = False) -> None:
            self.heard = why

    async def play() -> None:
        turns, said, (first, second) = InTurn(), list[str](), (Guest(), Guest())
        turns.show(first, lambda: said.append(f"{1 / 0}"))
        turns.show(second, lambda: said.append("second"))
        await passes(1)
        asyncio.get_running_loop().call_soon(said.append, "act")
        await passes(1)
        assert said == ["act", "second"]
        assert (first.heard, second.heard) == (FAULT, "")
        turns.show(first, lambda: said.append("first"))
        await passes(1)
        assert said[-1] == "first"

    asyncio.run(play())
