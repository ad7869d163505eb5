"""Everything that a server hosts: its tables, who is connected to them, the agents' moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Protocol

from engine.agents.registry import check_name
from engine.agents.strategies import check_strategies
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.serving import fair_share, limits
from engine.serving.agent_turns import AGENT_PAUSE, HostedAgents
from engine.serving.fair_share import FairShare
from engine.serving.following import Following
from engine.serving.hints import Hints
from engine.serving.hosted_table import (
    HostedTable,
    RefusedError,
    wall,
)
from engine.serving.pinning import PinnedGames, pinned
from engine.serving.rematch import lay_again
from engine.serving.rule_changes import SAME, tried
from engine.serving.showing import AtOnce, ShowingOrder
from engine.serving.store import (
    Link,
    Role,
    SeatKind,
    SeatRecord,
    Store,
    TableNews,
    TableRecord,
    fresh_links,
    hashed,
    new_token,
)
from engine.serving.terms import Terms
from engine.serving.thinking import Thinker, ThreadThinker
from engine.serving.timekeeping import Timekeeping
from engine.table.deal import deal, new_seed

IDLE_TABLES = 64
"""So many tables without guests stay open; the others are opened again when someone comes."""
TAKEN_OVER = "another device has taken over this seat"
RENEWED = "the host has renewed this link"
LATE = "a newer connection of yours is open"


class Presence(Protocol):
    """A connection of someone at a table."""

    link: Link
    came: int
    """When they came, by the number of the announcement."""

    def outdates(self, other: Presence) -> bool:
        """Return whether the same program has opened this connection after another one."""

    def refresh(self) -> None:
        """Send what has changed at the table."""

    def say(self, sentence: str) -> None:
        """Send a sentence to be shown for a while."""

    def people(self) -> None:
        """Send who is at the table, and what was said there, as far as that is new."""

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
        hook: Callable[[dict[str, object]], None] | None = None,
        thinker: Thinker | None = None,
        share: FairShare | None = None,
        showing: ShowingOrder | None = None,
        now: Callable[[], int] = wall,
    ) -> None:
        """Begin with no table open. `opens`: opens a ruleset that the host may lay, or raises
        RulesError. `hook`: hears whose turn it is whenever another player has to decide.
        `thinker`: decides for the AI players. `share`: what a table may take of this thread.
        `showing`: when guests are shown what has changed, at once without one. `now`: the time in
        milliseconds since 1970.
        """
        self.store = store
        self.time = Timekeeping(self)
        self.others = Following(self, store)
        self._opens, self._hook, self._now = opens, hook, now
        self._thinker = thinker or ThreadThinker()
        self.agents = HostedAgents(self, self._thinker, pause)
        self._share, self._showing = share or FairShare(), showing or AtOnce()
        self._tables: dict[str, HostedTable] = {}
        self._closed: dict[str, str] = {}
        """Tables that have taken too much, and the sentence that says so."""
        self._present: dict[str, list[Presence]] = {}
        self._games = PinnedGames(store)

    # -------------------------------------------------------------- tables

    def create(
        self,
        rules: str,
        seats: Sequence[SeatRecord],
        *,
        options: Mapping[str, str] | None = None,
        seed: int | None = None,
        first: int | None = None,
        terms: Terms | None = None,
    ) -> tuple[TableRecord, dict[str, Link]]:
        """Lay a table; return it and its links by their tokens, which nobody can see again.

        Raises RulesError for what the rules don't allow, RefusedError without room.
        """
        if len(self.store.tables()) >= limits.TABLES:
            raise RefusedError(limits.TOO_MANY_TABLES)
        agents = [seat.agent for seat in seats if seat.kind is SeatKind.AGENT]
        for name in agents:
            check_name(name)
        loaded = self._opens(rules)
        check_strategies(loaded.checked(), agents)
        seed = new_seed() if seed is None else seed
        began = self._share.used()
        session = deal(loaded, len(seats), seed=seed, options=options, first=first)
        if self._share.used() - began > fair_share.OPENING:
            raise RefusedError(fair_share.TOO_SLOW_TO_LAY)
        title, words = loaded.title, dict(options or {})
        record = TableRecord(
            new_token()[:8], title, loaded.digest, len(seats), seed, tuple(seats), words,
            session.starter, terms or Terms(),
        )  # fmt: skip
        links = fresh_links(record.id, seats)
        self.store.create(record, pinned(loaded), {hashed(t): link for t, link in links.items()})
        if session.seat is not None:
            self._turned(record, session.seat)
        return record, links

    def open(self, id: str) -> HostedTable:
        """Return a table, replayed from the store if nobody is there yet. Raises RulesError."""
        if id in self._closed:
            raise RulesError(Diagnostic(Code.E601, self._closed[id]))
        known = self._tables.pop(id, None)
        if known is None:
            found = self.store.table(id)
            if found is None:
                raise RulesError(Diagnostic(Code.E601, "there is no such table"))
            known = HostedTable(
                found[0], self._games.game(*found), self.store, self._games.rules, now=self._now
            )
            known.hints = Hints(self._thinker)
            known.asked = lambda: self.changed(id)
            known.replaced = lambda: self.show_anew(id)
            known.turned_to = lambda seat: self._turned(known.record, seat)
        self._tables[id] = known  # the one that was asked for last comes last
        idle = [i for i, hosted in self._tables.items() if self._idle(hosted)]
        for unused in idle[: max(0, len(idle) - IDLE_TABLES)]:
            if unused != id:
                del self._tables[unused]
        return known

    def _idle(self, hosted: HostedTable) -> bool:
        """Return whether a table needn't be open: nobody is there, and no time runs."""
        id, days = hosted.record.id, hosted.record.terms.days
        waits = days and not hosted.table.session.over
        return not self._present.get(id) and not self.agents.busy(id) and not waits

    async def resume(self) -> None:
        """Open the tables whose clock runs also while nobody is there."""
        for record in self.store.tables():
            if record.terms.days and not self.store.follower(record.id):
                with suppress(RulesError):
                    self.open(record.id)
            await asyncio.sleep(0)

    def opened(self) -> list[HostedTable]:
        """Return the tables that are open."""
        return list(self._tables.values())

    def rematch(self, table: str, *, turned: bool, first: int | None) -> str:
        """Lay the rematch of a table whose game is over, unless there is one; return its id.

        Raises RefusedError and RulesError.
        """
        hosted = self.open(table)
        if not hosted.table.session.over:
            raise RefusedError("the game isn't over yet")
        if not hosted.followed and len(self.store.tables()) >= limits.TABLES:
            raise RefusedError(limits.TOO_MANY_TABLES)
        game, known = hosted.table.session.game, hosted.followed
        id = lay_again(self.store, lambda _: game, hosted.record, turned=turned, first=first)
        hosted.followed = True
        again = self.open(id)
        if again.decides is not None and not known:
            self._turned(again.record, again.decides)
        self.people(table)
        return id

    def remove(self, table: str) -> None:
        """Remove a table with its games, and tell the guests who are still at it."""
        self._tables.pop(table, None)
        self.agents.stop(table)
        for guest in self.present(table):
            guest.end("there is no such table")
        self.store.remove(table)

    def settle(self, table: str, terms: Terms) -> None:
        """Change the terms of a table."""
        self.open(table).settle(terms)
        self.show_anew(table)

    def _turned(self, record: TableRecord, seat: int) -> None:
        """Pass on that a player has to decide."""
        if self._hook is not None and record.seats[seat].kind is SeatKind.LINK:
            who = {"table": record.id, "title": record.title, "seat": seat + 1}
            name, here = record.seats[seat].name, seat in self.seats_here(record.id)
            self._hook({"event": "your turn", **who, "name": name, "here": here})

    # -------------------------------------------------------------- other rules

    def propose(self, table: str) -> None:
        """Propose the rules of a table as their files are now. Raises RulesError for rules that
        can't be played, and RefusedError if they are the same.
        """
        hosted = self.open(table)
        old = hosted.table.session.game.loaded
        loaded = old.again()
        if loaded.digest == old.digest:
            raise RefusedError(SAME)
        tried(hosted.table.session, loaded)
        hosted.propose(pinned(loaded))
        self.changed(table)

    def answer(self, table: str, seat: int, agrees: bool, act: str) -> None:
        """Answer a proposal from a seat, from 0. Raises RefusedError where there is none."""
        hosted = self.open(table)
        name = hosted.record.seats[seat].called(seat)
        hosted.answer(seat, agrees, act)
        if not agrees:
            self.say(table, Message("{name} wants to keep the rules as they are", name))
        elif hosted.proposal is None:
            self.say(table, "the table continues on the changed rules")

    def withdraw(self, table: str) -> None:
        """Propose the other rules of a table no longer. Raises RefusedError without a proposal."""
        self.open(table).withdraw()
        self.changed(table)

    # -------------------------------------------------------------- who is there

    def come(self, guest: Presence) -> bool:
        """Take someone in; return whether they may stay.

        A second device with the same seat takes over from the first.
        """
        for other in self.present(guest.link.table):
            if guest.link.role is Role.SEAT and other.link == guest.link:
                if other.outdates(guest):
                    guest.end(LATE, again=True)
                    return False
                other.end(TAKEN_OVER)
        self._present.setdefault(guest.link.table, []).append(guest)
        hosted = self.open(guest.link.table)
        if guest.link.role is Role.SEAT:
            guest.came = self.store.announce(TableNews(guest.link.table, guest.link, TAKEN_OVER))
            self.time.come_back(hosted, guest.link.seat)
            self.time.look(hosted)
        self.people(guest.link.table)
        self.wake(guest.link.table)
        return True

    def go(self, guest: Presence) -> None:
        """Take note that someone's connection has ended."""
        present = self._present.get(guest.link.table, [])
        if guest in present:
            present.remove(guest)
        if not present:
            self._present.pop(guest.link.table, None)
        hosted = self._tables.get(guest.link.table)
        if hosted is not None and guest.link.role is Role.SEAT:
            self.time.look(hosted)
        self.people(guest.link.table)

    def present(self, table: str) -> list[Presence]:
        """Return who is connected to a table."""
        return list(self._present.get(table, ()))

    def renew(self, link: Link) -> str:
        """Return a new token for a link; who came by the old one is cut off."""
        token = new_token()
        self.store.renew(hashed(token), link)
        for guest in self.present(link.table):
            if guest.link == link:
                guest.end(RENEWED)
        self.store.announce(TableNews(link.table, link, RENEWED))
        return token

    def seat(self, table: str, number: int, record: SeatRecord) -> None:
        """Give a seat, from 0, to someone else. Raises RulesError for an unknown AI player."""
        hosted = self.open(table)
        if record.agent:
            check_name(record.agent)
            check_strategies(hosted.table.session.game.rules, [record.agent])
        hosted.seat(number, record)
        self.show_anew(table)

    def show_anew(self, table: str) -> None:
        """Let everybody at a table see who has which seat, and what they may see."""
        for guest in self.present(table):
            guest.reseat()
        self.wake(table)

    def seats_here(self, table: str) -> frozenset[int]:
        """Return the seats, from 0, whose players are connected."""
        links = (guest.link for guest in self._present.get(table, ()))
        return frozenset(link.seat for link in links if link.role is Role.SEAT)

    def people(self, table: str) -> None:
        """Let everybody at a table know who is there, and what was said."""
        for guest in self.present(table):
            guest.people()

    def say(self, table: str, sentence: str) -> None:
        """Say something to everybody at a table."""
        for guest in self.present(table):
            guest.say(sentence)

    def changed(self, table: str, by: Presence | None = None) -> None:
        """Let everybody at a table see what has changed, and the agents continue.

        `by`: the guest who changed it, who is shown it last because the act was answered already.
        """
        self.show(table, by)
        self.wake(table)

    def show(self, table: str, by: Presence | None = None) -> None:
        """Let everybody at a table see what has changed."""
        for guest in sorted(self.present(table), key=lambda guest: guest is by):
            self._showing.show(guest, partial(self._refresh, guest))

    def _refresh(self, guest: Presence) -> None:
        with self.step(guest.link.table, shows=True):
            guest.refresh()

    def fail(self, table: str, why: str) -> None:
        """Close a table whose decisions can't be kept: everybody has to come again."""
        self._tables.pop(table, None)
        for guest in self.present(table):
            guest.end(why, again=True)

    def at(self, table: str) -> HostedTable | None:
        """Return a table that is open, None for others."""
        return self._tables.get(table)

    def replay(self, table: str) -> None:
        """Show a table as the store has it, after another server was quicker."""
        self.others.replay(table)

    # -------------------------------------------------------------- agents

    def wake(self, table: str) -> None:
        """Let the agent that has to decide at a table think, if it doesn't already."""
        hosted = self._tables.get(table)
        if hosted is not None:
            self.agents.wake(hosted)

    def stays(self, hosted: HostedTable) -> bool:
        """Return whether this is still the table of its id."""
        return self._tables.get(hosted.record.id) is hosted

    @contextmanager
    def step(self, table: str, *, opens: bool = False, shows: bool = False) -> Iterator[None]:
        """Do something for a table, and close it if that has taken too long. `opens`: whether it is
        opened and shown for the first time. `shows`: whether one guest is shown what has changed.
        """
        guests = len(self._present.get(table, ()))
        free = fair_share.OPENING if opens else fair_share.FREE
        free += fair_share.FREE_A_GUEST * guests
        free /= max(1, guests) if shows else 1
        slow = partial(self.shut, table, fair_share.TOO_SLOW)
        with self._share.step(table, free=free, slow=slow):
            yield

    def reopen(self, table: str) -> None:
        """Let a table be opened again that has taken too much of the server."""
        self._closed.pop(table, None)

    def shut(self, table: str, why: str) -> None:
        """Close a table that takes too much of the server, until the host gives a seat away."""
        self._closed[table] = why
        self._tables.pop(table, None)
        for guest in self.present(table):
            guest.end(why)

    async def close(self) -> None:
        """End every connection."""
        self._thinker.close()
        self.time.close()
        for table in list(self._present):
            for guest in self.present(table):
                guest.end("the server is closing; the game is kept", again=True)
        await self.agents.close()

    def proposed(self, table: str) -> bool:
        """Return whether other rules are proposed, as far as the table is open."""
        hosted = self._tables.get(table)
        return hosted is not None and hosted.proposal is not None
