"""How long the rules of a table may keep the server's own thread, which all tables share.

Nothing interrupts a step. But a table whose steps take too long is closed, so that it stops the
others once and not again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time

from engine.serving.limits import Allowance

FREE, FREE_A_GUEST = 0.25, 0.05
"""So many seconds of processor time a step may take anyhow, and so many more for each guest."""
OPENING = 5.0
"""So many seconds it may take to lay or open a table, and to show it for the first time."""
BEYOND, BEYOND_A_SECOND = 2.0, 0.05
"""So many seconds a table may take beyond that, at once and in each second."""
TOO_SLOW = "the rules of this table take too long, so it is closed"
TOO_SLOW_TO_LAY = "these rules take too long to begin, so no table is laid"


class FairShare:
    """Measures what each table takes. `used`: the processor time of this thread, in seconds.

    >>> times = iter([0.0, 3.0])
    >>> share = FairShare(used=lambda: next(times))
    >>> with share.step("a table", free=0.5, slow=lambda: print("too slow")):
    ...     print("3 seconds")
    3 seconds
    too slow
    """

    def __init__(
        self,
        *,
        beyond: float = BEYOND,
        used: Callable[[], float] = thread_time,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Begin with nothing taken. `beyond`: see `BEYOND`. `now`: in seconds."""
        self.used = used
        self._beyond, self._now = beyond, now
        self._left: dict[str, Allowance] = {}

    @contextmanager
    def step(self, table: str, *, free: float, slow: Callable[[], None]) -> Iterator[None]:
        """Measure a step of a table; `slow` hears of it if the table has taken too much."""
        began = self.used()
        try:
            yield
        finally:
            beyond = self.used() - began - free
            if beyond > 0:
                left = self._left.setdefault(table, Allowance(self._beyond, BEYOND_A_SECOND))
                if not left.spend(self._now(), beyond):
                    del self._left[table]
                    slow()
