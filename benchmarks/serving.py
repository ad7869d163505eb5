"""How many people one server keeps at their tables: real connections, in one process that draws
nothing, half of them at the card game and half at the board game, two at each table.

Each table makes a move every 20 seconds. For each number of connections this prints how long it
takes until the player hears that a move is made, and until the others have its nodes; how large the
server is, and how much processor time it takes for a move. The moves are found before the
measurement begins.

    python -m benchmarks.serving --connections 100,250,500,1000 --seconds 120
    python -m benchmarks.serving --connections 100,250,500,1000 --seconds 120 --servers 2

`--servers` starts several servers over one PostgreSQL, and seats the two guests of each table at
different ones. It starts a PostgreSQL of its own unless `--database` names one; what that takes
isn't counted. `--address` measures servers that run already: give the host's link of the first,
then the addresses of the others, and with `--processes` the number of each process. Run it on a
quiet machine; the guests need a core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import platform
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from engine.game.session import Session
from engine.rules.load import Loaded, load
from engine.serving.client import Client
from engine.serving.links import TableLink, read_link
from engine.table.deal import deal

GAMES = ("lost-cities-card", "lost-cities-board")
EVERY = 20.0
START = "from engine.cli import main; main()"
PER_ADDRESS = 90
"""So many connections come from each address of this machine, fewer than a server allows."""
AT_ONCE = 8
"""So many guests come at the same time, before the measurement."""
LAID = 15.0
"""So many tables are laid in a second: the server lets a host ask for no more."""
TICKS = os.sysconf("SC_CLK_TCK")
_VERSION = re.compile(r'"version":(\d+)')
_PATIENCE = 60.0


@dataclass
class Guest:
    """A connection that only notes when something came. `nodes`: when it first had a version."""

    client: Client
    link: TableLink
    socket: ClientConnection | None = None
    nodes: dict[int, float] = field(default_factory=dict)
    made: dict[str, float] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    """How many bytes each message `nodes` had on the wire."""
    packed: list[int] = field(default_factory=list)
    """The same of every message."""
    problem: str = ""

    async def listen(self) -> None:
        """Hear everything until the connection ends."""
        assert self.socket is not None
        number = -1
        async for text in self.socket:
            now, number = time.perf_counter(), number + 1
            assert isinstance(text, str)
            if text.startswith('{"type":"nodes"'):
                found = _VERSION.search(text, 0, 60)
                assert found is not None
                self.client.version = int(found[1])
                self.nodes.setdefault(self.client.version, now)
                self.sizes.append(self.packed[number])
                continue
            message = json.loads(text)
            if message["type"] in ("refused", "closed"):
                self.problem = message["why"]
            elif message["type"] == "made":
                self.made[message["id"]] = now

    def count(self) -> None:
        """Count the bytes of what comes from now on, before they are unpacked."""
        assert self.socket is not None
        (extension,) = self.socket.protocol.extensions
        decode = extension.decode

        def counted(frame: Frame, *, max_size: int | None = None) -> Frame:
            if frame.opcode is Opcode.TEXT:
                self.packed.append(len(frame.data))
            return decode(frame, max_size=max_size)

        extension.decode = counted  # type: ignore[method-assign]

    async def until(self, version: int) -> None:
        """Wait until the nodes of a version have come."""
        end = time.perf_counter() + _PATIENCE
        while version not in self.nodes and time.perf_counter() < end:
            if self.problem:
                raise SystemExit(self.problem)
            await asyncio.sleep(0.01)


@dataclass
class BusyTable:
    """A table with its guests by their seats, and the moves that are made there."""

    guests: list[Guest]
    moves: Iterator[tuple[int, str]]
    acked: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    lost: int = 0

    async def play(self, until: float, first: float) -> None:
        """Make a move every 20 seconds."""
        await asyncio.sleep(first)
        for version, (seat, move) in enumerate(self.moves, 1):
            if time.perf_counter() > until:
                return
            actor = self.guests[seat]
            message = actor.client.act(move)
            message["version"] = version - 1
            assert actor.socket is not None
            began = time.perf_counter()
            await actor.socket.send(json.dumps(message))
            await asyncio.sleep(EVERY)
            made = actor.made.get(message["id"])
            seen = [g.nodes.get(version) for g in self.guests if g is not actor]
            if made is None or None in seen:
                self.lost += 1
                return
            self.acked.append(made - began)
            self.shown += [when - began for when in seen if when is not None]


def random_game(loaded: Loaded, seed: int) -> list[tuple[int, str]]:
    """Return the moves of a random game: seat, from 0, and notation."""
    session: Session = deal(loaded, 2, seed=seed)
    chance = random.Random(seed)
    moves: list[tuple[int, str]] = []
    while session.seat is not None and len(moves) < 60:
        seat, text = session.seat, chance.choice(session.written_moves())
        session.play(text)
        moves.append((seat, text))
    return moves


@contextmanager
def served(folder: str, more: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Run `cairn serve`; yield the host's link, and the number of the process."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port = asking.getsockname()[1]
    command = [sys.executable, "-c", START, "serve", "--port", str(port), *more]
    env = os.environ | {"XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        said = ""
        while "Ctrl-C ends" not in said:
            line = process.stdout.readline()
            if not line:
                raise SystemExit(f"the server has ended: {said}")
            said += line
        yield re.findall(r"host's page: (\S+)", said)[0], process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


async def laid(host: TableLink, tables: int) -> list[tuple[str, int, list[str]]]:
    """Lay tables; return the game, the seed and the tokens of the seats of each."""
    found = []
    async with connect(host.socket, max_size=None) as socket_:
        await socket_.send(json.dumps({"type": "hello", "token": host.token}))
        await socket_.recv()
        for number in range(tables):
            game, seats = GAMES[number % len(GAMES)], [{"for": "link"}] * 2
            wish = {"type": "create", "rules": game, "seats": seats, "seed": number}
            await socket_.send(json.dumps(wish))
            told: dict[str, Any] = {"type": ""}
            while told["type"] not in ("created", "refused"):
                told = json.loads(await socket_.recv())
            if told["type"] == "refused":
                raise SystemExit(str(told))
            links = [link for link in told["links"] if link["role"] == "seat"]
            tokens = [link["token"] for link in sorted(links, key=lambda link: link["seat"])]
            found.append((game, number, tokens))
            await asyncio.sleep(1 / LAID)
    return found


async def measure(
    hosts: Sequence[TableLink], connections: int, seconds: float, processes: Sequence[int]
) -> str:
    """Return a row of the table for a number of connections."""
    loaded = {game: load(game) for game in GAMES}
    tables = []
    for number, (game, seed, tokens) in enumerate(await laid(hosts[0], connections // 2)):
        to = [hosts[(number + seat) % len(hosts)] for seat in range(2)]
        guests = [
            Guest(Client(token, level="nodes", size=(1440, 900)), link)
            for token, link in zip(tokens, to, strict=True)
        ]
        tables.append(BusyTable(guests, iter(random_game(loaded[game], seed))))
    everybody = [guest for table in tables for guest in table.guests]
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as listening:
        gate = asyncio.Semaphore(AT_ONCE)

        async def come(number: int, guest: Guest) -> None:
            async with gate:
                here = f"127.0.0.{2 + number // PER_ADDRESS}"
                opening = connect(
                    guest.link.socket, local_addr=(here, 0), max_size=None, open_timeout=_PATIENCE
                )
                guest.socket = await stack.enter_async_context(opening)
                guest.count()
                await guest.socket.send(json.dumps(guest.client.hello()))
                listening.create_task(guest.listen())
                await guest.until(0)

        began = time.perf_counter()
        await asyncio.gather(*(come(n, guest) for n, guest in enumerate(everybody)))
        came = time.perf_counter() - began
        first_views = [sum(guest.sizes) for guest in everybody]
        for guest in everybody:
            guest.sizes.clear()
        used, began = _used(processes), time.perf_counter()
        until, step = began + seconds - EVERY, EVERY / len(tables)
        await asyncio.gather(*(t.play(until, n * step) for n, t in enumerate(tables)))
        took, used = time.perf_counter() - began, _used(processes) - used
        size = " + ".join(map(_megabytes, processes)) or "?"
        await asyncio.gather(*(g.socket.close() for g in everybody if g.socket))
    acked = [when for table in tables for when in table.acked]
    shown = [when for table in tables for when in table.shown]
    lost = sum(table.lost for table in tables)
    sizes = [size for guest in everybody for size in guest.sizes]
    cells = (
        connections, len(acked), lost, *_times(acked), *_times(shown),
        size, f"{1000 * used / max(1, len(acked)):.0f}", f"{100 * used / took:.0f} %",
        f"{came:.0f}", f"{statistics.mean(first_views) / 1000:.0f}", f"{_p95(sizes) / 1000:.1f}",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[math.ceil(0.95 * len(values)) - 1] if values else float("nan")


def _times(values: Sequence[float]) -> tuple[str, str]:
    """Return the median and the 95th percentile in milliseconds."""
    middle = statistics.median(values) if values else float("nan")
    return f"{1000 * middle:.0f}", f"{1000 * _p95(values):.0f}"


def _used(processes: Sequence[int]) -> float:
    """Return the processor time of processes so far, in seconds."""
    used = 0
    for process in processes:
        parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        used += int(parts[11]) + int(parts[12])
    return used / TICKS


def _megabytes(process: int) -> str:
    """Return the largest size of a process so far, in MiB."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return f"{int(found[1]) / 1024:.0f}" if found else "?"


HEAD = (
    "connections", "moves", "lost", "made p50 ms", "made p95 ms", "others' nodes p50 ms",
    "others' nodes p95 ms", "server MiB", "CPU ms a move", "server's core", "all came in s",
    "first view kB", "change p95 kB",
)  # fmt: skip
"""The sizes of views and changes are those on the wire; processor time and the share of a core are
those of all servers together."""


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--connections", default="100", metavar="N,N")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="N")
    parser.add_argument("--servers", type=int, default=1, metavar="N", help="start several")
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL that runs already")
    parser.add_argument("--address", nargs="+", metavar="URL", help="servers that run already")
    parser.add_argument("--processes", nargs="+", type=int, default=[], metavar="N")
    parser.add_argument(
        "--serve", default="", metavar="OPTIONS", help="more options of cairn serve"
    )
    given = parser.parse_args()
    print(
        f"{platform.node()}, {os.cpu_count()} cores, Python {platform.python_version()}, ", end=""
    )
    print(f"{date.today()}: python -m benchmarks.serving {' '.join(sys.argv[1:])}\n")
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}", flush=True)
    for count in map(int, given.connections.split(",")):
        if given.address:
            links = [text if "#" in text else f"{text}#x" for text in given.address]
            print(row(links, count, given.seconds, given.processes), flush=True)
            continue
        more = given.serve.split()
        if given.servers > 1 or given.database:
            from tests.serving.postgres import fresh_database

            more += ["--database", given.database or fresh_database()]
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            found = [stack.enter_context(served(folder, more)) for _ in range(given.servers)]
            links, processes = [link for link, _ in found], [process for _, process in found]
            print(row(links, count, given.seconds, processes), flush=True)


def row(links: Sequence[str], count: int, seconds: float, processes: Sequence[int]) -> str:
    """Return the row for a number of connections at servers with these links."""
    hosts = [link for link in map(read_link, links) if link is not None]
    return asyncio.run(measure(hosts, count, seconds, processes))


if __name__ == "__main__":
    main()
