"""What people at a table say to one another: plain text, in the same order for everybody."""

from __future__ import annotations

import time

from engine.language.message import Message
from engine.serving import limits
from engine.serving.store import NumberTakenError, Remark, Store

SHOWN = 100
"""So many of the last remarks a guest is sent when they come."""
_TRIES = 5


class Chat:
    """The chat of a table. The store numbers what is said, so two servers have the same order."""

    def __init__(self, store: Store, table: str) -> None:
        """Read what was said before."""
        self._store, self._table = store, table
        self.remarks: list[Remark] = store.remarks(table)
        self._known: set[tuple[int, str]] = set()
        self._allowed: dict[int, limits.Allowance] = {}

    def say(self, seat: int, name: str, text: str, id: str) -> str | Message:
        """Say something from a seat, from 0; return why that is refused, empty if it isn't.

        The same `id` a second time says nothing more.
        """
        said = plain(text)[: limits.REMARK]
        if not said or (seat, id) in self._known:
            return ""
        allowed = self._allowed.setdefault(
            seat, limits.Allowance(limits.REMARKS_AT_ONCE, limits.REMARKS_A_SECOND)
        )
        if not allowed.spend(time.monotonic()):
            return limits.TOO_TALKATIVE
        for _ in range(_TRIES):
            last = self.remarks[-1].number if self.remarks else 0
            remark = Remark(last + 1, seat, name, said, time.time_ns() // 1_000_000)
            try:
                self._store.say(self._table, remark)
            except NumberTakenError:
                self.catch_up()
                continue
            self.remarks.append(remark)
            self._known.add((seat, id))
            return ""
        return limits.TOO_TALKATIVE

    def catch_up(self) -> None:
        """Read what was said by way of another server."""
        last = self.remarks[-1].number if self.remarks else 0
        self.remarks += self._store.remarks(self._table, last)

    def since(self, number: int) -> list[Remark]:
        """Return what was said after a number; at most as many as a guest is sent."""
        return [remark for remark in self.remarks[-SHOWN:] if remark.number > number]


def plain(text: str) -> str:
    r"""Return a text in one line, of printed characters only.

    >>> plain("a\n<b>\x00 b")
    'a <b> b'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
