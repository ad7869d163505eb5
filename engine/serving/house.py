"""Everything that a server hosts: its tables, who is connected to them, the agents' moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from engine.agents.registry import check_name
from engine.game.options import read_options
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules.load import Loaded
from engine.serving import limits
from engine.serving.hosted_table import HostedTable, NotKeptError, RefusedError
from engine.serving.pinning import pinned, unpinned
from engine.serving.store import (
    Link,
    PinnedRules,
    Role,
    SeatKind,
    SeatRecord,
    Store,
    TableRecord,
    fresh_links,
    hashed,
    new_token,
)
from engine.table.deal import deal, new_seed

IDLE_TABLES = 64
"""So many tables without guests stay open; the others are opened again when someone comes."""
AGENT_PAUSE = 0.6
"""How long an AI player's move is waited for at least, in seconds, so that people can follow."""


class Presence(Protocol):
    """A connection of someone at a table."""

    link: Link

    def refresh(self) -> None:
        """Send what has changed at the table."""

    def say(self, sentence: str) -> None:
        """Send a sentence to be shown for a while."""

    def reseat(self) -> None:
        """Show the seat anew: it has changed hands."""

    def end(self, why: str, *, again: bool = False) -> None:
        """Say why the connection ends, and end it. `again`: whether to come again at once."""


class House:
    """Hosts the tables of a store. All calls come from one thread, that of its event loop."""

    def __init__(
        self,
        store: Store,
        *,
        opens: Callable[[str], Loaded],
        pause: float = AGENT_PAUSE,
    ) -> None:
        """Begin with no table open. `opens`: opens a ruleset that the host may lay, or raises
        RulesError.
        """
        self.store = store
        self.pause = pause
        self._opens = opens
        self._tables: dict[str, HostedTable] = {}
        self._present: dict[str, list[Presence]] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._rules: dict[str, Loaded] = {}
        self._games: dict[tuple[object, ...], Game] = {}

    # -------------------------------------------------------------- tables

    def create(
        self,
        rules: str,
        seats: Sequence[SeatRecord],
        *,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
        first: int | None = None,
    ) -> tuple[TableRecord, dict[str, Link]]:
        """Lay a table; return it and its links by their tokens, which nobody can see again.

        Raises RulesError for what the rules don't allow, RefusedError without room.
        """
        if len(self.store.tables()) >= limits.TABLES:
            raise RefusedError(limits.TOO_MANY_TABLES)
        for seat in seats:
            if seat.kind is SeatKind.AGENT:
                check_name(seat.agent)
        loaded = self._opens(rules)
        seed = new_seed() if seed is None else seed
        session = deal(loaded, len(seats), seed=seed, options=options, first=first)
        title, words = loaded.title, dict(options or {})
        record = TableRecord(
            new_token()[:8], title, loaded.digest, len(seats), seed, tuple(seats), words,
            session.starter,
        )  # fmt: skip
        links = fresh_links(record.id, seats)
        self.store.create(record, pinned(loaded), {hashed(t): link for t, link in links.items()})
        return record, links

    def open(self, id: str) -> HostedTable:
        """Return a table, replayed from the store if nobody is there yet. Raises RulesError."""
        known = self._tables.pop(id, None)
        if known is None:
            found = self.store.table(id)
            if found is None:
                raise RulesError(Diagnostic(Code.E601, "there is no such table"))
            known = HostedTable(found[0], self._game(*found), self.store)
            known.asked = lambda: self.changed(id)
        self._tables[id] = known  # the one that was asked for last comes last
        idle = [i for i in self._tables if not self._present.get(i) and i not in self._thinking]
        for unused in idle[: max(0, len(idle) - IDLE_TABLES)]:
            if unused != id:
                del self._tables[unused]
        return known

    def _game(self, record: TableRecord, rules: PinnedRules) -> Game:
        key = (record.rules, record.players, *sorted(record.options.items()))
        if key not in self._games:
            if record.rules not in self._rules:
                self._rules[record.rules] = unpinned(rules)
            loaded = self._rules[record.rules]
            options = read_options(loaded.checked(), record.options)
            self._games[key] = Game(loaded, record.players, options)
        return self._games[key]

    # -------------------------------------------------------------- who is there

    def come(self, guest: Presence) -> None:
        """Take someone in. A second device with the same seat takes over from the first."""
        present = self._present.setdefault(guest.link.table, [])
        for other in list(present):
            if guest.link.role is Role.SEAT and other.link == guest.link:
                other.end("another device has taken over this seat")
        present.append(guest)
        self.wake(guest.link.table)

    def go(self, guest: Presence) -> None:
        """Take note that someone's connection has ended."""
        present = self._present.get(guest.link.table, [])
        if guest in present:
            present.remove(guest)
        if not present:
            self._present.pop(guest.link.table, None)

    def present(self, table: str) -> list[Presence]:
        """Return who is connected to a table."""
        return list(self._present.get(table, ()))

    def renew(self, link: Link) -> str:
        """Return a new token for a link; who came by the old one is cut off."""
        token = new_token()
        self.store.renew(hashed(token), link)
        for guest in self.present(link.table):
            if guest.link == link:
                guest.end("the host has renewed this link")
        return token

    def seat(self, table: str, number: int, record: SeatRecord) -> None:
        """Give a seat, from 0, to someone else. Raises RulesError for an unknown AI player."""
        if record.kind is SeatKind.AGENT:
            check_name(record.agent)
        self.open(table).seat(number, record)
        for guest in self.present(table):
            guest.reseat()
        self.wake(table)

    def changed(self, table: str) -> None:
        """Let everybody at a table see what has changed, and the agents continue."""
        for guest in self.present(table):
            guest.refresh()
        self.wake(table)

    def fail(self, table: str, why: str) -> None:
        """Close a table whose decisions can't be kept: everybody has to come again."""
        self._tables.pop(table, None)
        for guest in self.present(table):
            guest.end(why, again=True)

    # -------------------------------------------------------------- agents

    def wake(self, table: str) -> None:
        """Let the agent that has to decide at a table think, if it doesn't already."""
        hosted = self._tables.get(table)
        if hosted is not None and hosted.table.agent and table not in self._thinking:
            task = asyncio.get_running_loop().create_task(self._play_agents(hosted))
            self._thinking[table] = task
            task.add_done_callback(lambda _: self._thinking.pop(table, None))

    async def _play_agents(self, hosted: HostedTable) -> None:
        id = hosted.record.id
        while (agent := hosted.table.agent) and self._tables.get(id) is hosted:
            version = hosted.version
            thought = hosted.table.worker.start(hosted.table.session, agent)
            await asyncio.sleep(self.pause)
            await asyncio.to_thread(thought.done.wait)
            if hosted.version != version or hosted.table.agent != agent:
                continue
            if thought.move is None:
                for guest in self.present(id):
                    guest.say(thought.problem)
                return
            try:
                hosted.table.make(thought.move)
            except NotKeptError as problem:
                self.fail(id, str(problem))
                return
            except RulesError as problem:
                for guest in self.present(id):
                    guest.say(problem.diagnostics[0].message)
                return
            for guest in self.present(id):
                guest.refresh()

    async def close(self) -> None:
        """End every connection."""
        for table in list(self._present):
            for guest in self.present(table):
                guest.end("the server is closing; the game is kept", again=True)
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)

    def described(self) -> list[dict[str, Any]]:
        """Return the tables as the host sees them, seats from 1."""
        return [
            {
                "table": record.id,
                "title": record.title,
                "seats": [
                    {
                        "for": seat.agent or seat.kind.value,
                        "name": seat.name,
                        "here": any(
                            g.link == Link(record.id, Role.SEAT, number)
                            for g in self.present(record.id)
                        ),
                    }
                    for number, seat in enumerate(record.seats)
                ],
            }
            for record in self.store.tables()
        ]
