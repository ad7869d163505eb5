"""What other servers of the same tables do, and how this one follows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Protocol

from engine.language.diagnostics import RulesError
from engine.serving.hosted_table import HostedTable
from engine.serving.store import Link, Store, TableNews


class GuestThere(Protocol):
    """A connection of someone at a table."""

    link: Link
    came: int

    def reseat(self) -> None:
        """Show the seat anew: it has changed hands."""

    def end(self, why: str, *, again: bool = False) -> None:
        """Say why the connection ends, and end it."""


class FollowingHosting(Protocol):
    """What following others needs of a house."""

    def opened(self) -> Iterable[HostedTable]:
        """Return the tables that are open."""

    def at(self, table: str) -> HostedTable | None:
        """Return a table that is open, None for others."""

    def present(self, table: str) -> Iterable[GuestThere]:
        """Return who is connected to a table."""

    def step(self, table: str) -> AbstractContextManager[None]:
        """Do something for a table, and close it if that has taken too long."""

    def changed(self, table: str) -> None:
        """Let everybody at a table see what has changed."""

    def people(self, table: str) -> None:
        """Let everybody at a table know who is there, and what was said."""

    def fail(self, table: str, why: str) -> None:
        """Close a table that can't follow."""


class Following:
    """Takes in what other servers have written."""

    def __init__(self, house: FollowingHosting, store: Store) -> None:
        """Hear of nothing yet."""
        self._house, self._store = house, store

    def begin(self) -> None:
        """Hear of what other servers of the same tables do, on the loop that runs now."""
        loop = asyncio.get_running_loop()

        def hear(news: TableNews) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self.heard, news)

        self._store.listen(hear)

    def heard(self, news: TableNews) -> None:
        """Take in what another server of the same tables has done."""
        house = self._house
        if news.cut is not None:
            for guest in house.present(news.table):
                if guest.link == news.cut and guest.came < news.order:
                    guest.end(news.why)
            return
        named = [house.at(news.table)] if news.table else list(house.opened())
        for hosted in named:
            if hosted is not None and house.at(hosted.record.id) is hosted:
                with house.step(hosted.record.id), self._kept(hosted.record.id):
                    self._catch_up(hosted)

    def _catch_up(self, hosted: HostedTable) -> None:
        house, hands, id = self._house, hosted.hands, hosted.record.id
        if hosted.catch_up():
            for guest in house.present(id) if hosted.hands != hands else ():
                guest.reseat()
            house.changed(id)
        house.people(id)

    def replay(self, table: str) -> None:
        """Show a table as the store has it, after another server was quicker."""
        hosted = self._house.at(table)
        if hosted is not None:
            with self._kept(table):
                hosted.replay()
                self._house.changed(table)

    @contextmanager
    def _kept(self, table: str) -> Iterator[None]:
        """Close a table that can't follow what other servers have written."""
        try:
            yield
        except RulesError as problem:
            self._house.fail(table, problem.diagnostics[0].message)
