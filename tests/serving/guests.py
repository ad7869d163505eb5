"""A house without any network, and guests who keep what they are told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import load
from engine.serving.connection import Connection
from engine.serving.face import FaceMaker
from engine.serving.house import House
from engine.serving.housekeeping import Housekeeping
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Link, Role, SeatKind, SeatRecord, Store

HOST = "the-host's-own-token"
NIM = "examples/nim.cairn"


def a_house(folder: Path, store: Store | None = None) -> House:
    return House(store or SqliteStore(folder / "tables.sqlite"), opens=load, pause=0.0)


def seats_for(*kinds: str) -> list[SeatRecord]:
    """Seats as `link`, `open`, or an agent's name."""
    people = {kind.value: kind for kind in (SeatKind.OPEN, SeatKind.LINK)}
    return [
        SeatRecord(people[kind]) if kind in people else SeatRecord(SeatKind.AGENT, kind)
        for kind in kinds
    ]


def laid(house: House, *kinds: str, rules: str = NIM, seed: int = 5) -> dict[tuple[Role, int], str]:
    """Lay a table; return the tokens of its links."""
    _, links = house.create(rules, seats_for(*(kinds or ("link", "link"))), seed=seed)
    return {(link.role, link.seat): token for token, link in links.items()}


class Person:
    """One connection, with everything that was sent to it."""

    def __init__(
        self,
        house: House,
        token: str = "",
        *,
        faces: FaceMaker | None = None,
        clock: Sequence[float] = (),
        **hello: Any,
    ) -> None:
        self.told: list[dict[str, Any]] = []
        self.stopped = 0
        self.now = 0.0
        host = Housekeeping(house, HOST, lambda _: [{"rules": NIM}])
        self.connection = Connection(
            house, self.told.append, self._stop, faces=faces, host=host, clock=lambda: self.now
        )
        self.made = 0
        if token:
            self.send("hello", token=token, **hello)

    def _stop(self) -> None:
        self.stopped += 1

    def send(self, type: str, **fields: Any) -> dict[str, Any]:
        """Say something; return the last message that came back."""
        import json

        self.now += 1.0
        self.connection.receive(json.dumps({"type": type, **fields}))
        return self.told[-1] if self.told else {}

    def act(self, move: str, *, id: str = "", version: int | None = None) -> dict[str, Any]:
        """Ask for a move; return the answer, not what follows it."""
        self.made += 1
        given = id or f"{self.made}"
        seen = self.version if version is None else version
        self.send("act", id=given, version=seen, move=move)
        return next(m for m in reversed(self.told) if m.get("id") == given)

    def last(self, type: str) -> dict[str, Any]:
        return next(m for m in reversed(self.told) if m["type"] == type)

    @property
    def version(self) -> int:
        return max((m.get("version", 0) for m in self.told), default=0)


def link(table: str, seat: int) -> Link:
    return Link(table, Role.SEAT, seat)
