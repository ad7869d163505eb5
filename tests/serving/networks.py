"""Networks without any: what a client and a server say to each other is carried as a test wants."""

from __future__ import annotations

import json
from collections.abc import Callable

from engine.serving.client import Client, Said
from engine.serving.connection import Connection
from engine.serving.dialling import Heard, Line
from engine.serving.face import FaceMaker
from engine.serving.house import House
from engine.serving.links import TableLink


class Link:
    """One client and the connections that it has had; only the last one carries anything."""

    def __init__(self, house: House, client: Client, faces: FaceMaker | None = None) -> None:
        self.house, self.client, self._faces = house, client, faces
        self.now = 0.0
        self.up: list[str] = []
        """What is on its way to the server."""
        self.down: list[Said] = []
        """What is on its way to the client."""
        self.late: list[tuple[Connection, str]] = []
        """What is on its way to the server on connections that the client has given up."""
        self.answers: dict[str, str] = {}
        """The answer to each message, by its id."""
        self.heard: list[Said] = []
        self.connection = self._connect()

    def _connect(self) -> Connection:
        down: list[Said] = []
        self.down = down
        connection = Connection(
            self.house, down.append, lambda: None, faces=self._faces, clock=self._clock
        )
        self.up = [json.dumps(self.client.hello(self.now))]
        return connection

    def _clock(self) -> float:
        self.now += 1.0
        return self.now

    def again(self) -> None:
        """Lose the connection, and open another one."""
        self.late += [(self.connection, text) for text in self.up]
        self.connection = self._connect()

    def say(self, message: Said) -> str:
        """Send a message of the client; return its id."""
        self.up.append(json.dumps(message))
        return str(message.get("id"))

    def act(self, move: str) -> str:
        """Make a move."""
        return self.say(self.client.act(move, self.now))

    def input(self, do: str, **what: object) -> str:
        """Do something to a face."""
        return self.say(self.client.input(do, self.now, **what))

    def ask(self, kind: str, **fields: object) -> str:
        """Ask for something."""
        return self.say(self.client.ask(kind, self.now, **fields))

    def resize(self, width: int, height: int) -> None:
        """Take another size."""
        self.say(self.client.resized(width, height))

    def to_server(self, number: int = 0) -> None:
        """Let one message arrive at the server."""
        self.connection.receive(self.up.pop(number))

    def to_client(self, number: int = 0) -> None:
        """Let one message arrive at the client, which comes again where it has missed something."""
        message = self.down.pop(number)
        if message["type"] in ("made", "done", "refused") and message["id"]:
            self.answers[message["id"]] = message["type"]
        for answer in self.client.take(message, self.now):
            self.say(answer)
        self.heard.append(message)
        if self.client.behind:
            self.again()

    def settle(self, after: Callable[[Said], None] = lambda message: None) -> None:
        """Carry everything, in order; `after` hears each message that the client has taken."""
        while self.up or self.down:
            while self.up:
                self.to_server()
            if self.down:
                self.to_client()
                if self.heard:
                    after(self.heard[-1])


class Wired(Line):
    """A line that is no network: what is said is heard at once."""

    def __init__(self, house: House, client: Client, faces: FaceMaker | None = None) -> None:
        super().__init__(TableLink("http://here/", client.token), client)
        self.wire = Link(house, client, faces)
        self.carry()

    def carry(self) -> None:
        """Carry what is on its way."""
        self.wire.settle(lambda message: self.news.put(Heard(message)))

    def again(self) -> None:
        """Lose the connection, and open another one."""
        self.wire.again()
        self.carry()

    def _write(self, message: Said) -> None:
        self.wire.say(message)
        self.carry()
