"""A guest's connection to a server: opened, kept, and opened again whenever it is lost.

It comes with the extra `serve`; only what goes to another machine's table imports it.
"""

from __future__ import annotations

import json
import queue
import random
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from engine.language.message import Message
from engine.serving.client import Client, Said, pause
from engine.serving.links import TableLink

OPENING = 10.0
"""So many seconds a server has to answer at all."""
LONGEST = 16 * 1024 * 1024
"""The longest message that is read, in bytes."""
LOOK = 0.5
"""So many seconds pass until it is looked again whether anything is overdue."""


@dataclass(frozen=True)
class Lost:
    """The connection was lost; another one is tried."""


@dataclass(frozen=True)
class Heard:
    """A message of the server that the client has taken."""

    message: Said


News: TypeAlias = Lost | Heard


class NotReachedError(Exception):
    """No connection could be opened; the message is a sentence."""


class Line:
    """Keeps a client in touch with its server, in a thread of its own.

    `news`: what has happened, for what shows the table. `client` may be read in any thread;
    speak through `act`, `take_back`, `input`, `ask` and `resize`.
    """

    def __init__(self, link: TableLink, client: Client) -> None:
        """Prepare; `open` connects."""
        self.link, self.client = link, client
        self.news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._lock = threading.RLock()
        self._socket: ClientConnection | None = None
        self._stopped, self._answered = threading.Event(), threading.Event()

    def open(self) -> None:
        """Connect for the first time, and stay in touch.

        Raises NotReachedError where there is no server, or none that lets the guest in.
        """
        first = self._connect()
        threading.Thread(target=self._stay, args=(first,), daemon=True).start()
        if not self._answered.wait(OPENING):
            self.close()
            host = urlsplit(self.link.page).netloc
            raise NotReachedError(Message("{host} doesn't answer like a server of Cairn", host))
        if self.client.ended:
            raise NotReachedError(self.client.ended)

    def close(self) -> None:
        """Hang up."""
        self._stopped.set()
        with suppress(Exception):
            if self._socket is not None:
                self._socket.close()

    def again(self) -> None:
        """Hang up and come again: the link leads elsewhere now."""
        with suppress(Exception):
            if self._socket is not None:
                self._socket.close()

    # -------------------------------------------------------------- speaking

    def act(self, move: str) -> str:
        """Make a move by its notation; return the id of the message."""
        return self._say(lambda now: self.client.act(move, now))

    def take_back(self) -> str:
        """Take the last decision back, or agree to that; return the id of the message."""
        return self._say(lambda now: self.client.take_back(now))

    def input(self, do: str, **what: object) -> str:
        """Send what a guest did to a face; return the id of the message."""
        return self._say(lambda now: self.client.input(do, now, **what))

    def ask(self, kind: str, **fields: object) -> str:
        """Ask the server for something; return the id of the message."""
        return self._say(lambda now: self.client.ask(kind, now, **fields))

    def resize(self, width: int, height: int) -> None:
        """Take another size of a face, in pixels."""
        with self._lock:
            self._write(self.client.resized(width, height))

    def _say(self, makes: Any) -> str:
        with self._lock:
            message = makes(time.monotonic())
            self._write(message)
            return str(message["id"])

    def _write(self, message: Said) -> None:
        """Send a message if there is a connection; the client keeps what has to be sent again."""
        if self._socket is not None and self.client.welcomed:
            with suppress(WebSocketException, OSError):
                self._socket.send(_written(message))

    # -------------------------------------------------------------- staying in touch

    def _stay(self, socket: ClientConnection) -> None:
        """Listen until the line is closed, or may not come again."""
        found: ClientConnection | None = socket
        tries = 0
        while True:
            if found is not None:
                tries = 0 if self._listen(found) else tries
            if self._stopped.is_set() or self.client.ended:
                return
            if tries == 0:
                self.news.put(Lost())
            self._stopped.wait(pause(tries, random.random()))
            tries += 1
            try:
                found = None if self._stopped.is_set() else self._connect()
            except NotReachedError:
                found = None

    def _connect(self) -> ClientConnection:
        host = urlsplit(self.link.page).netloc
        try:
            return connect(
                self.link.socket, open_timeout=OPENING, close_timeout=1.0, max_size=LONGEST
            )
        except ssl.SSLCertVerificationError as problem:
            said = "the certificate of {host} isn't valid: {reason}"
            raise NotReachedError(Message(said, host, problem.verify_message)) from None
        except InvalidStatus as problem:
            said = "{host} has no table here, or doesn't answer to this address ({status})"
            raise NotReachedError(Message(said, host, problem.response.status_code)) from None
        except (OSError, InvalidHandshake, WebSocketException, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
            said = "{host} can't be reached: {reason}"
            raise NotReachedError(Message(said, host, Message(reason))) from None

    def _listen(self, socket: ClientConnection) -> bool:
        """Hear a connection until it ends; return whether the server has let the guest in."""
        client, let_in = self.client, False
        with self._lock:
            client.welcomed = False
            hello = client.hello(time.monotonic())
        with socket, suppress(WebSocketException, OSError, ValueError, LookupError, TypeError):
            socket.send(_written(hello))
            self._socket = socket
            while not self._stopped.is_set():
                with self._lock:
                    client.overdue(time.monotonic())
                    if client.behind or client.ended:
                        break
                try:
                    message = json.loads(socket.recv(LOOK))
                except TimeoutError:
                    continue
                with self._lock:
                    for answer in client.take(message, time.monotonic()):
                        socket.send(_written(answer))
                    usable = not client.behind
                let_in |= client.welcomed
                if usable:
                    self.news.put(Heard(message))
                if client.welcomed or client.ended:
                    self._answered.set()
        with self._lock:
            self._socket, client.welcomed = None, False
        return let_in


def _written(message: Said) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
