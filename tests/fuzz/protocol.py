"""Messages of the server's protocol, over its WebSocket."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.fuzz.mutations import ODD, mutated
from tests.fuzz.target import Door, FaultError, Input, Reached, Target, raw
from tests.serving.running import Running, served

NIM = "examples/nim.cairn"
PATIENCE = 20.0
"""In seconds, by the clock: so long a busy server may leave a guest without an answer."""
FORMS: tuple[dict[str, Any], ...] = (
    {"type": "act", "id": "1", "version": 0, "move": "take(3, 5)"},
    {"type": "act", "id": "2", "version": 1, "move": "take(1, 1)"},
    {"type": "take_back", "id": "3", "version": 1},
    {"type": "vote", "id": "4", "version": 1, "agree": True},
    {"type": "name", "name": "Ada"},
    {"type": "input", "id": "5", "version": 0, "do": "click", "node": "answer:0", "x": 5, "y": 9},
    {"type": "input", "id": "6", "version": 0, "do": "key", "key": "enter", "steps": 2},
    {"type": "size", "width": 800, "height": 600},
    {"type": "chat", "id": "7", "text": "hello"},
    {"type": "rematch", "id": "8", "turned": True, "first": 2},
    {"type": "save", "id": "9"},
    {"type": "rules", "id": "10"},
    {"type": "known", "id": "11", "past": True},
    {"type": "create", "rules": NIM, "seats": [{"for": "link"}, {"for": "random"}], "seed": 3,
     "options": {"last_loses": "yes"}, "first": 2, "terms": {"hints": True}},
    {"type": "terms", "table": "TABLE", "open_hands": True, "hints": False},
    {"type": "export", "table": "TABLE"},
    {"type": "renew", "table": "TABLE", "role": "seat", "seat": 1},
    {"type": "seat", "table": "TABLE", "seat": 2, "for": "greedy"},
    {"type": "propose", "table": "TABLE", "withdraw": False},
    {"type": "join", "name": "Bo"}, {"type": "answer", "number": 1, "choice": 0},
    {"type": "next"}, {"type": "ask", "number": 0}, {"type": "hello", "token": "x"},
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 10**9, 10**400, 1e308, 0.5, "", "x", "a" * 300, "a" * 5000, [], {}, [[]],
    {"a": 1}, "\0", "\u202e", "../x", "link", "open", "medium", "human", "TABLE", "NaN",
)  # fmt: skip


def make(chance: Random) -> Input:
    """Return who says it, and some messages: most of them are of the protocol, with odd values."""
    messages = []
    for _ in range(chance.randint(1, 8)):
        message = dict(chance.choice(FORMS))
        for _ in range(chance.choice((0, 1, 1, 2))):
            key = chance.choice(list(message))
            message[chance.choice((key, key, key, "x"))] = chance.choice(VALUES)
        text = json.dumps(message)
        roll = chance.random()
        if roll < 0.15:
            text = mutated(text, chance, [json.dumps(form) for form in FORMS])
        elif roll < 0.18:
            text = "[" * chance.choice((10, 8000)) + text
        elif roll < 0.2:
            text = chance.choice(ODD) * 20 + text
        messages.append(text[:16_000])
    who = chance.choice(
        ("seat moves", "seat nodes", "watch nodes", "host", "none", "host and seat")
    )
    return who, *messages


SILENT = "the server doesn't answer"
"""A fault of time: it depends on what else the machine does."""


class Guests:
    """People at a server; each input gets a table of its own."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.faults = self._faults()

    def _faults(self) -> float:
        address = f"{self.server.address}/metrics"
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            found = re.search(r"^cairn_faults_total (\S+)", answer.read().decode(), re.M)
        return float(found[1]) if found else 0.0

    @contextmanager
    def _come(self, **hello: Any) -> Iterator[ClientConnection]:
        with connect(f"ws://127.0.0.1:{self.server.port}/ws", max_size=None) as guest:
            if hello:
                guest.send(json.dumps({"type": "hello", **hello}))
            yield guest

    def _table(self) -> tuple[str, list[str]]:
        """Lay a table; return its number and the tokens of a seat and of a spectator."""
        with self._come(token=self.server.host) as host:
            host.recv(timeout=PATIENCE)
            seats = [{"for": "link"}, {"for": "random"}]
            host.send(json.dumps({"type": "create", "rules": NIM, "seats": seats, "seed": 1}))
            while (told := json.loads(host.recv(timeout=PATIENCE)))["type"] in ("house", "tables"):
                continue
        if told["type"] != "created":
            raise FaultError(f"no table was laid: {told.get('why')}")
        links = {link["role"]: link["token"] for link in told["links"]}
        return told["table"], [links["seat"], links["watch"]]

    def take(self, given: Input) -> Reached:
        """Say such messages at a new table; the server must still answer, and count no fault."""
        try:
            return self._take(given)
        except TimeoutError:
            raise FaultError(SILENT) from None

    def _take(self, given: Input) -> Reached:
        table, tokens = self._table()
        who, heard = given[0], Reached.NOTHING
        hello = {
            "seat": {"token": tokens[0]}, "watch": {"token": tokens[-1]},
            "host": {"token": self.server.host}, "none": {},
        }[who.split()[0]]  # fmt: skip
        if hello and who.endswith("nodes"):
            hello["level"] = "nodes"
        with suppress(ConnectionClosed), self._come(**hello) as guest:
            heard = Reached.PARSED
            for text in given[1:]:
                said: Any = raw(text.replace("TABLE", table))
                with suppress(UnicodeDecodeError):
                    said = said.decode()
                guest.send(said)
            guest.send(json.dumps({"type": "known", "id": "the-last"}))
            while True:
                told = json.loads(guest.recv(timeout=PATIENCE))
                if told["type"] not in ("refused", "closed"):
                    heard = Reached.CHECKED
                if told["type"] == "closed" or told.get("id") == "the-last":
                    break
                if told["type"] == "refused" and "hello" in str(told.get("why")):
                    break
        faults = self._faults()
        if faults != self.faults:
            self.faults = faults
            raise FaultError("the server has met a fault")
        return heard


@contextmanager
def door(folder: Path) -> Iterator[Door]:
    """Run a server."""
    home = folder.parent / "server"
    home.mkdir(exist_ok=True)
    with served(home, NIM) as server:
        yield Door(Guests(server).take, server.process.pid)


PROTOCOL = Target(make, door)
