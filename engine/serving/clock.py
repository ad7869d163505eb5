"""The clocks of a table: how much time each seat has, as its log and its terms say.

All times are whole milliseconds. A clock begins with the first decision. A clock for the whole
game stops while nobody who has a seat is there; one for each decision never does.
"""

from __future__ import annotations

from engine.serving.store import Entry, EntryKind
from engine.serving.terms import Terms

DAY = 24 * 3600 * 1000


class Clock:
    """Says how much time is left.

    >>> clock = Clock(Terms(seconds=60, increment=5), players=2)
    >>> clock.read(Entry(1, EntryKind.MOVE, 0, "draw"))
    >>> clock.run(1_000)
    >>> clock.left(1, decides=1, now=11_000)
    50000
    """

    def __init__(self, terms: Terms, players: int, spent: int = 0) -> None:
        """Begin with full clocks. `spent`: as the table's record has it."""
        self.terms = terms
        self._left = [1000 * terms.seconds] * players
        self._spent = spent
        self._since: int | None = None
        self._last = 0
        self.begun = False

    def read(self, entry: Entry) -> None:
        """Take an entry of the log into account: its time is gone, and the next begins.

        Time that has run out doesn't come back.
        """
        self._last = entry.at
        if entry.kind is EntryKind.MOVE:
            self.begun = True
            if entry.took and self._left[entry.seat] > 0:
                left = self._left[entry.seat] - entry.took
                self._left[entry.seat] = left + 1000 * self.terms.increment if left > 0 else 0

    def decided(self, now: int) -> None:
        """Begin to count for the next decision."""
        self._spent = 0
        if self._since is not None:
            self._since = now

    def run(self, now: int) -> None:
        """Count from now on: someone is there."""
        if self._since is None:
            self._since = now

    def stop(self, now: int) -> None:
        """Count no longer: nobody is there."""
        self._spent, self._since = self.spent(now), None

    @property
    def running(self) -> bool:
        """Return whether time passes now."""
        return self.begun and (bool(self.terms.days) or self._since is not None)

    def spent(self, now: int) -> int:
        """Return for how long the clock has run since the last entry of the log."""
        if not self.begun or not self.terms.seconds:
            return 0
        return self._spent + (0 if self._since is None else max(0, now - self._since))

    def left(self, seat: int, decides: int | None, now: int) -> int | None:
        """Return the time of a seat, from 0, while a seat `decides`; None where it has no clock."""
        mine = seat == decides and self.begun
        if self.terms.days:
            used = now - self._last if mine else 0
            return max(0, self.terms.days * DAY - used)
        if not self.terms.seconds:
            return None
        return max(0, self._left[seat] - (self.spent(now) if mine else 0))

    def out(self, seat: int, decides: int | None, now: int) -> bool:
        """Return whether the time of a seat is over."""
        return self.left(seat, decides, now) == 0
