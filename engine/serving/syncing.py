"""Brings what was written to the disk beside the event loop, at once for all who wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Syncing:
    """Counts what was written, and waits until it is on the disk. Tables write while others wait,
    so one sync serves many moves.

    All calls come from the thread of an event loop; `sync` is called in another one.
    """

    def __init__(self, sync: Callable[[], None]) -> None:
        """Begin with nothing written. `sync`: brings all that was written so far to the disk."""
        self._sync = sync
        self._written = self._synced = 0
        self._going: asyncio.Task[None] | None = None
        self._problem: Exception | None = None

    def wrote(self) -> None:
        """Take note that something was written."""
        self._written += 1

    async def done(self) -> None:
        """Return once everything that was written before is on the disk.

        Raises what `sync` has raised, also ever after: what a disk has refused once it may drop,
        and then say that nothing is left to do.
        """
        wanted = self._written
        while self._synced < wanted:
            if self._problem is not None:
                raise self._problem
            if self._going is None:
                self._going = asyncio.create_task(self._once())
            await asyncio.shield(self._going)

    async def _once(self) -> None:
        written = self._written
        try:
            await asyncio.to_thread(self._sync)
            self._synced = written
        except Exception as problem:
            self._problem = problem
        finally:
            self._going = None
