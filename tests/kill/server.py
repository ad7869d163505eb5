"""Bots play at a server that is killed at random moments. What was acknowledged must be there."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from engine import load
from engine.serving.client import pause
from engine.serving.house import House
from engine.serving.postgres_store import PostgresStore
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Role, SeatKind, SeatRecord, Store
from tests.serving.postgres import fresh_database
from tests.serving.running import PATIENCE, ROOT, START, free_port

AGAIN = 0.05
"""How soon a bot looks whether it has another table, in seconds."""
WITHIN = 1.0
"""So many seconds after the server is ready, every guest must be at their table."""
PLAYED = 1.5
"""How long they play at most between two kills, in seconds."""


@dataclass(frozen=True)
class Plan:
    """What is tried: how often, with how many guests, of which game, over which store."""

    times: int
    guests: int
    rules: str = "examples/nim.cairn"
    pause: float = 0.2
    servers: int = 1
    database: bool = False
    seed: int = 1


@dataclass
class Verdict:
    """What came of it. `back`: the seconds until each guest was back, after each kill."""

    kills: int = 0
    acknowledged: int = 0
    written: int = 0
    tables: int = 0
    back: list[float] = field(default_factory=list)
    started: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        back, started = sorted(self.back) or [0.0], sorted(self.started) or [0.0]
        return "\n".join(
            [
                f"kills {self.kills}, tables {self.tables}, moves written {self.written}, "
                f"acknowledged {self.acknowledged}",
                f"a guest was back after {back[len(back) // 2]:.3f} s (median), "
                f"{back[int(len(back) * 0.99)]:.3f} s (99 of 100), {back[-1]:.3f} s (slowest)",
                f"later than {WITHIN:.0f} s: {sum(b > WITHIN for b in back)} of {len(back)}",
                f"a server was ready after {started[len(started) // 2]:.2f} s (median)",
                *(f"FAULT: {fault}" for fault in self.faults),
                "" if self.faults else "nothing lost, nothing doubled",
            ]
        )


class Served:
    """A server that can be killed and started again, with all that it has said."""

    def __init__(self, port: int, folder: Path, args: list[str]) -> None:
        self.port = port
        self.ready = 0.0
        self.said = ""
        self._folder, self._args = folder, args
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> float:
        """Start it; return how many seconds it took to be ready."""
        env = os.environ | {"XDG_DATA_HOME": str(self._folder), "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-c", START, "serve", "--port", str(self.port), *self._args]
        begun = time.monotonic()
        self._process = process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=env, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        ready = asyncio.Event()

        async def read() -> None:
            assert process.stdout is not None
            async for line in process.stdout:
                self.said += line.decode()
                if "Ctrl-C ends" in self.said:
                    ready.set()

        self.said = ""
        self._reading = asyncio.create_task(read())
        async with asyncio.timeout(PATIENCE):
            await ready.wait()
        self.ready = time.monotonic()
        return self.ready - begun

    async def kill(self) -> str:
        """Kill it; return a traceback that it has said, if any."""
        assert self._process is not None and self._reading is not None
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await self._reading
        return self.said if "Traceback" in self.said else ""


class Bot:
    """Plays a seat, comes back whenever a connection ends, remembers what was acknowledged."""

    def __init__(self, chance: random.Random, pause: float, servers: list[Served]) -> None:
        self.table, self.token, self.over = "", "", False
        self.acknowledged: dict[tuple[str, str], tuple[int, str]] = {}
        """By the table and the id of each act: the version, and the move."""
        self.sent: set[str] = set()
        self.at: Served | None = None
        self.gone, self.back = 0.0, 0.0
        """When the server was killed, and when this bot was first at a table after that."""
        self._chance, self._pause, self._servers = chance, pause, servers
        self._pending: dict[str, Any] | None = None
        self._seen = 0

    def sit(self, table: str, token: str) -> None:
        self.table, self.token, self.over, self._pending = table, token, False, None
        self._seen = 0

    async def play(self) -> None:
        """Play for ever: to the end of each game, then at the next table that is laid."""
        tries = 0
        while True:
            if self.over:
                await asyncio.sleep(AGAIN)
                continue
            self.at = self._chance.choice(self._servers)
            with suppress(OSError, WebSocketException, InvalidHandshake, TimeoutError):
                address = f"ws://127.0.0.1:{self.at.port}/ws"
                async with connect(address, open_timeout=5, compression=None, proxy=None) as to:
                    tries = 0
                    await self._talk(to)
            if not self.over:  # as the page and the window come again
                await asyncio.sleep(pause(tries, self._chance.random()))
                tries += 1

    async def _talk(self, to: ClientConnection) -> None:
        came = time.monotonic()
        await _say(to, type="hello", token=self.token, seen=self._seen)
        async for text in to:
            told = json.loads(text)
            if told["type"] == "state":
                if came > self.gone:
                    self.back = self.back or time.monotonic()
                self.over, self._seen = told["over"], told["version"]
                if self.over and self._pending is None:
                    return
                await self._decide(to, told)
            elif told["type"] == "made" and self._pending and told["id"] == self._pending["id"]:
                key = (self.table, told["id"])
                self.acknowledged[key] = (told["version"], self._pending["move"])
                self._pending = None
                if self.over:
                    return
            elif told["type"] == "refused":
                self._pending = None
            elif told["type"] == "closed":
                return

    async def _decide(self, to: ClientConnection, told: dict[str, Any]) -> None:
        """Send again what wasn't answered, or a new move."""
        if self._pending is None and told["asked"]:
            await asyncio.sleep(self._chance.uniform(0, self._pause))
            move = self._chance.choice(told["moves"])["move"]
            id = f"{self._chance.getrandbits(64):x}"
            self._pending = {"id": id, "version": told["version"], "move": move}
            self.sent.add(id)
        if self._pending is not None:
            await _say(to, type="act", **self._pending)


async def _say(to: ClientConnection, **message: Any) -> None:
    await to.send(json.dumps(message))


async def killed(plan: Plan, *, say: Callable[[str], None] = lambda text: None) -> Verdict:
    """Carry out a plan."""
    with tempfile.TemporaryDirectory(prefix="cairn-kill-") as name:
        folder = Path(name)
        store: Store
        if plan.database:
            address = fresh_database()
            store, args = PostgresStore(address), ["--database", address]
        else:
            store, args = SqliteStore(folder / "cairn" / "tables.sqlite"), []
        servers = [Served(free_port(), folder, args) for _ in range(plan.servers)]
        try:
            return await _carried_out(plan, store, servers, say)
        finally:
            for server in servers:
                await server.kill()
            store.close()


async def _carried_out(
    plan: Plan, store: Store, servers: list[Served], say: Callable[[str], None]
) -> Verdict:
    verdict, chance = Verdict(), random.Random(plan.seed)
    house = House(store, opens=load)
    bots = [Bot(random.Random(n), plan.pause, servers) for n in range(plan.guests // 2 * 2)]
    pairs = list(zip(bots[::2], bots[1::2], strict=True))
    tables: list[str] = []

    def lay(pair: tuple[Bot, Bot]) -> None:
        seats = [SeatRecord(SeatKind.LINK)] * 2
        record, links = house.create(plan.rules, seats, seed=chance.getrandbits(32))
        tables.append(record.id)
        for token, link in links.items():
            if link.role is Role.SEAT:
                pair[link.seat].sit(record.id, token)

    for pair in pairs:
        lay(pair)
    verdict.started += [await server.start() for server in servers]
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    try:
        await _all_back(bots)
        for number in range(plan.times):
            await asyncio.sleep(chance.uniform(0, PLAYED))
            server = chance.choice(servers)
            playing_there = [bot for bot in bots if bot.at is server and not bot.over]
            fault, gone = await server.kill(), time.monotonic()
            for bot in playing_there:
                bot.gone, bot.back = gone, 0.0
            verdict.faults += [fault] if fault else []
            took = await server.start()
            verdict.started.append(took)
            since = server.ready if len(servers) == 1 else gone
            await _all_back(playing_there)
            verdict.back += [bot.back - since for bot in playing_there if bot.back]
            verdict.kills += 1
            for pair in pairs:
                if all(bot.over for bot in pair):
                    lay(pair)
            if (number + 1) % 10 == 0:
                say(f"{number + 1} kills, slowest back after {max(verdict.back):.2f} s")
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    _compare(store, tables, bots, verdict)
    return verdict


async def _all_back(bots: list[Bot]) -> None:
    """Wait until every bot is at its table."""
    async with asyncio.timeout(PATIENCE):
        while not all(bot.over or bot.back for bot in bots):
            await asyncio.sleep(0.01)


def _compare(store: Store, tables: list[str], bots: list[Bot], verdict: Verdict) -> None:
    """Find what was acknowledged in the store, each once, and nothing that nobody has sent."""
    sent = {id for bot in bots for id in bot.sent}
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for table in tables:
        entries = store.entries(table)
        verdict.written += len(entries)
        if [entry.number for entry in entries] != [*range(1, len(entries) + 1)]:
            verdict.faults.append(f"{table}: the numbers have a gap")
        for entry in entries:
            found.setdefault((table, entry.act), []).append((entry.number, entry.text))
            if entry.act not in sent:
                verdict.faults.append(f"{table}: nobody has sent {entry}")
    for bot in bots:
        verdict.acknowledged += len(bot.acknowledged)
        for key, made in bot.acknowledged.items():
            if found.get(key) != [made]:
                verdict.faults.append(f"{key}: {made} was acknowledged, there is {found.get(key)}")
    verdict.tables = len(tables)
