"""What one guest is told of the others at their table: who is there, whose time runs, the chat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.serving.hosted_table import HostedTable
from engine.serving.store import Link, Role, SeatKind


class Company:
    """Sends a guest what has changed of the company at a table."""

    def __init__(self, hosted: HostedTable, send: Callable[[dict[str, Any]], None]) -> None:
        """Begin with a guest who knows nothing yet."""
        self._hosted, self._send = hosted, send
        self._people: dict[str, Any] = {}
        self._turn: dict[str, Any] = {}
        self._at = -1
        self._read = 0

    def refresh(self, present: Iterable[Link]) -> None:
        """Send the people, whose turn it is, and what was said, as far as that is new.

        `present`: what those who are connected to the table came by.
        """
        hosted = self._hosted
        people = people_at(hosted, present)
        if people != self._people:
            self._people = people
            self._send(people)
        seat = None if hosted.decides is None else hosted.decides + 1
        turn = {"type": "turn", "seat": seat, "runs": hosted.clock.running}
        timed = hosted.record.terms.timed
        if turn != self._turn or (timed and self._at != hosted.version):
            self._turn, self._at = turn, hosted.version
            self._send({**turn, "left": hosted.left()} if timed else turn)
        if remarks := hosted.chat.since(self._read):
            self._read = remarks[-1].number
            said = [
                {"number": r.number, "seat": r.seat + 1, "name": r.name, "text": r.text, "at": r.at}
                for r in remarks
            ]
            self._send({"type": "chat", "said": said})


def people_at(hosted: HostedTable, present: Iterable[Link]) -> dict[str, Any]:
    """Return who is at a table, as everybody there may know it; seats in their order."""
    record, here = hosted.record, list(present)
    return {
        "type": "people",
        "seats": [
            {
                "name": seat.name,
                "for": seat.agent if seat.kind is SeatKind.AGENT else seat.kind.value,
                "stands_in": "" if seat.kind is SeatKind.AGENT else seat.agent,
                "here": Link(record.id, Role.SEAT, number) in here,
            }
            for number, seat in enumerate(record.seats)
        ],
        "watching": sum(link.role is Role.WATCH for link in here),
        "open_hands": record.terms.open_hands,
        "stopped": hosted.stopped,
        "over": hosted.table.session.over,
        "before": record.follows,
        "after": hosted.followed,
    }
