"""A guest's side of the protocol: what to say, and what to believe of what is heard.

It knows no network and no time of its own: the window, the terminal, agents and benchmarks share
it. `engine/serving/dialling.py` carries its messages.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from engine.serving.store import new_token

Said: TypeAlias = dict[str, Any]
"""A message of the protocol, as docs/serving.md describes it."""
Level: TypeAlias = Literal["moves", "nodes"]

PATIENCE = 20.0
"""So many seconds an answer may take; then the connection is taken for lost."""
SOON, LATER, MANY = 0.4, 5.0, 75
"""So many seconds pass at most until a guest tries to come again, and so many after many tries."""

HOSTS_LINK = "this is the host's link; open it in a browser, and play by the link of a seat"
LOST = "The connection is lost. Trying again …"


def pause(tries: int, chance: float) -> float:
    """Return how many seconds to wait before coming again, after so many tries in vain.

    A server is often back within seconds. `chance`: from 0 to 1; with another one each time, guests
    who were cut off together don't come again together.

    >>> pause(0, 1.0), pause(100, 1.0)
    (0.4, 5.0)
    """
    return (SOON if tries < MANY else LATER) * (0.5 + chance / 2)


class Client:
    """Keeps what a guest knows of a table, through any number of connections.

    `version` and `decisions`: the table's log as far as it has been heard. `state`: the last
    message `state`. `seat`: from 0, None for a spectator. `welcomed`: whether the server has let
    the guest in. `ended`: why the guest may not come again, a sentence; empty while they may.

    Call `hello` when a connection opens, and `take` with each message that it brings. What is said
    by `act`, `take_back`, `input` and `ask` is said again on the next connection until it is
    answered; its id stays the same, so that the server carries it out once. When `behind` is true,
    something was lost: open another connection.
    """

    def __init__(
        self,
        token: str,
        *,
        level: Level = "moves",
        language: str = "en",
        name: str = "",
        size: tuple[int, int] = (1280, 800),
    ) -> None:
        """Begin without a connection. `size`: of a face, in pixels."""
        self.token, self.level, self.language, self.name = token, level, language, name
        self.size = size
        self.own = new_token()
        """What the server knows this client by, and the guest's link if they took an open seat."""
        self.version = 0
        self.decisions: list[Said] = []
        self.state: Said | None = None
        self.seat: int | None = None
        self.title = ""
        self.welcomed = self.behind = False
        self.ended = ""
        self._waiting: dict[str, tuple[Said, float]] = {}
        """What wasn't answered, and since when, by its id."""
        self._ids, self._count = secrets.token_hex(6), 0
        self._again = False
        """Whether what waits is to be said again, once the table has been heard."""
        self._shown = 0
        """How many messages `nodes` this connection has brought."""
        self._promised = (0, 0.0)
        """The newest version that an answer has named, and since when."""
        self._attempt, self._opened = 0, 0.0
        """How many connections there were, and when the last one opened."""

    # -------------------------------------------------------------- saying

    def hello(self, now: float = 0.0) -> Said:
        """Return the first message of a connection that has just opened. `now`: in seconds."""
        self.behind, self._again, self._shown = False, True, 0
        self._waiting = {id: (said, now) for id, (said, _) in self._waiting.items()}
        self._promised = self._promised[0], now
        self._attempt, self._opened = self._attempt + 1, now
        wide, high = self.size
        return {
            "type": "hello", "token": self.token, "own": self.own, "attempt": self._attempt,
            "seen": self.version, "level": self.level, "language": self.language, "name": self.name,
            "width": wide, "height": high,
        }  # fmt: skip

    def act(self, move: str, now: float = 0.0) -> Said:
        """Return the message that makes a move, by its notation."""
        return self.ask("act", now, version=self.version, move=move)

    def take_back(self, now: float = 0.0) -> Said:
        """Return the message that takes the last decision back, or agrees to that."""
        return self.ask("take_back", now, version=self.version)

    def input(self, do: str, now: float = 0.0, **what: object) -> Said:
        """Return the message for what a guest did to a face; where the pointer rests isn't said
        again.
        """
        message = self.ask("input", now, version=self.version, do=do, **what)
        if do == "rest":
            del self._waiting[message["id"]]
        return message

    def ask(self, kind: str, now: float = 0.0, **fields: object) -> Said:
        """Return a message of a kind, with an id of its own. `now`: the time in seconds."""
        self._count += 1
        id = f"{self._ids}-{self._count}"
        message: Said = {"type": kind, "id": id, **fields}
        self._waiting[id] = message, now
        return message

    def resized(self, width: int, height: int) -> Said:
        """Return the message that a face has another size, in pixels."""
        self.size = (width, height)
        return {"type": "size", "width": width, "height": height}

    def waits(self, id: str) -> bool:
        """Return whether a message wasn't answered yet."""
        return id in self._waiting

    @property
    def settled(self) -> bool:
        """Return whether all was answered, and the table heard as the answers left it."""
        return not self._waiting and self.version >= self._promised[0]

    def overdue(self, now: float) -> None:
        """Look at the time in seconds: an answer that takes too long was lost."""
        since = [since for _, since in self._waiting.values()]
        if self.version < self._promised[0]:
            since.append(self._promised[1])
        if self._again:
            since.append(self._opened)
        self.behind |= any(now - then > PATIENCE for then in since)

    # -------------------------------------------------------------- hearing

    def take(self, message: Mapping[str, Any], now: float = 0.0) -> list[Said]:
        """Take a message of the server; return what to say to it. `now`: the time in seconds."""
        kind = message.get("type")
        if kind == "seated":
            self.token = message["token"]
        elif kind == "welcome":
            self.welcomed, self.title = True, message["title"]
            self.seat = None if message["seat"] is None else message["seat"] - 1
        elif kind in ("state", "nodes") and not self.welcomed:
            self.behind = True  # the welcome was lost, and with it whose seat this is
        elif kind == "state":
            self._learn(dict(message))
        elif kind == "nodes":
            self._look(message)
        elif kind == "closed":
            self._close(message)
        elif kind == "house":
            self.ended = HOSTS_LINK
        elif message.get("version", 0) > self._promised[0]:
            self._promised = message["version"], now
        if message.get("id"):
            self._waiting.pop(message["id"], None)
        if not self._again or kind not in ("state", "nodes") or self.behind:
            return []
        self._again = False
        return [said for said, _ in self._waiting.values()]

    def _learn(self, state: Said) -> None:
        """Take over what has happened since, unless it is old, or something before it is missing.

        `since` is the version from which `kept` and `missed` are counted. Any version between that
        and the message's own has the same first `kept` decisions.
        """
        if state["version"] < self.version:
            if self._again:  # the first on a connection is the newest: the table was reset
                self.version, self.decisions, self.behind = 0, [], True
                self._promised = (0, 0.0)
            return
        if state["since"] > self.version:
            self.behind = True
            return
        self.decisions[state["kept"] :] = state["missed"]
        self.version, self.state = state["version"], state

    def _look(self, message: Mapping[str, Any]) -> None:
        """Count what is drawn: a difference to what was never heard of can't be drawn."""
        self._shown += 1
        if message["number"] != self._shown:
            self.behind = True
        else:
            self.version = message["version"]

    def _close(self, message: Mapping[str, Any]) -> None:
        if message.get("again"):
            self.behind = True
        else:
            self.ended = str(message["why"])
