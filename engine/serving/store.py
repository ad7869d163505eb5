"""What a server has to remember: tables, their decisions, and who may sit where.

`Store` is the one interface. The tests in `tests/serving/test_store.py` say what any store must do.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Protocol

from engine.serving.terms import Terms

REMARKS = 500
"""So many remarks of a table are kept."""
TOKEN_BYTES = 16
"""A link has 128 bits that nobody can guess."""
NEWER = "{name} was written by a newer Cairn (format {number}); update to read it"


class SeatKind(Enum):
    """Who a seat is for."""

    OPEN = "open"
    """The next person who comes by the link for everybody."""
    LINK = "link"
    """The person who has the seat's own link."""
    AGENT = "agent"
    """An AI player."""


class Role(Enum):
    """What a link lets its holder do."""

    SEAT = "seat"
    WATCH = "watch"
    """See what everybody sees."""
    JOIN = "join"
    """Take a seat that is open."""


class EntryKind(Enum):
    """What an entry of a table's log is."""

    MOVE = "move"
    UNDO = "undo"
    PROPOSE = "propose"
    """The host proposes other rules."""
    AGREE = "agree"
    DECLINE = "decline"
    """A player declines them, or the host withdraws them."""
    CHANGE = "change"
    """Everybody has agreed; the table continues on the other rules."""


@dataclass(frozen=True)
class PinnedRules:
    """The rules of a table as they were when it was made.

    `main`: the path of the ruleset; `more`: the variants on top; `texts`: each file's path and
    text; `digest`: their hash.
    """

    digest: str
    main: str
    more: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SeatRecord:
    """A seat: who it is for, which AI player has it, and the name of the person."""

    kind: SeatKind
    agent: str = ""
    name: str = ""

    def called(self, number: int) -> str:
        """Return the name of the person, or the seat's own number, from 1. `number`: from 0."""
        return self.name or f"{number + 1}"


@dataclass(frozen=True)
class TableRecord:
    """A table as it was made. `options`: as the rules write them; `starter`: a seat from 0.

    `follows`: the table of which it is the rematch, empty for none; `turned`: by how many seats
    each person has moved on since. `spent`: for how many milliseconds the clock has run since the
    last entry of the log, when that was written last.
    """

    id: str
    title: str
    rules: str
    players: int
    seed: int
    seats: tuple[SeatRecord, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    starter: int = 0
    terms: Terms = field(default_factory=Terms)
    follows: str = ""
    turned: int = 0
    spent: int = 0

    def seated(self, seat: int, record: SeatRecord) -> TableRecord:
        """Return the table with another record of a seat, from 0."""
        seats = (*self.seats[:seat], record, *self.seats[seat + 1 :])
        return replace(self, seats=seats)


@dataclass(frozen=True)
class Entry:
    """One entry of a table's log, numbered from 1.

    A move has its seat, from 0, and its notation in `text`. Taking back has in `text` how many
    decisions it took back; a proposal the hash of its rules; a change that, and how many decisions
    are kept. The host's entries have the seat −1. `act`: the id that the guest gave it, empty for
    an AI player's. `at`: when it was made, in milliseconds since 1970; `took`: for how many of
    them the clock ran.
    """

    number: int
    kind: EntryKind
    seat: int
    text: str
    act: str = ""
    at: int = 0
    took: int = 0


@dataclass(frozen=True)
class Remark:
    """What someone at a table said to everybody there, numbered from 1. `seat`: from 0."""

    number: int
    seat: int
    name: str
    text: str
    at: int = 0


@dataclass(frozen=True)
class Link:
    """What a token opens. `seat`: from 0, −1 where the link is for no seat."""

    table: str
    role: Role
    seat: int = -1


@dataclass(frozen=True)
class TableNews:
    """What another server of the same tables has done.

    `table`: the table that has changed, empty where it may be any. `cut`: a link whose holders have
    to go, with the reason in `why`, unless they came later: `order` counts announcements.
    """

    table: str
    cut: Link | None = None
    why: str = ""
    order: int = 0


class NumberTakenError(Exception):
    """Another server has already written the entry of this number."""


class Store(Protocol):
    """What remembers tables. Each call is done, and on disk, when it returns.

    After `defer`, only `synced` says that it is on disk. Every call may raise RulesError (E601)
    where the disk refuses.
    """

    def defer(self) -> None:
        """Let calls return, from now on, before what they write is on disk."""

    async def synced(self) -> None:
        """Return once everything that was written before is on disk."""

    def create(self, record: TableRecord, rules: PinnedRules, links: Mapping[str, Link]) -> None:
        """Remember a table, its rules and its links, by the hashes of their tokens.

        The links of the table that it follows open this one from now on, each the seat to which
        its person has moved. Raises NumberTakenError if that table has been followed already.
        """

    def follower(self, table: str) -> str:
        """Return the id of the rematch of a table, empty where there is none."""

    def settle(self, table: str, terms: Terms) -> None:
        """Write other terms of a table."""

    def spend(self, table: str, spent: int) -> None:
        """Write for how many milliseconds the clock has run since the last entry of the log."""

    def say(self, table: str, remark: Remark) -> None:
        """Write the next remark. Raises NumberTakenError if its number is taken.

        Only the last `REMARKS` are kept.
        """

    def remarks(self, table: str, after: int = 0) -> list[Remark]:
        """Return the remarks at a table after a number, in order."""

    def table(self, id: str) -> tuple[TableRecord, PinnedRules] | None:
        """Return a table with its rules, None for an unknown one."""

    def record(self, id: str) -> TableRecord | None:
        """Return a table without its rules, None for an unknown one."""

    def pin(self, rules: PinnedRules) -> None:
        """Remember rules, unless they are known already."""

    def rules(self, digest: str) -> PinnedRules | None:
        """Return the rules of a hash, None for unknown ones."""

    def tables(self) -> list[TableRecord]:
        """Return all tables, the newest first."""

    def remove(self, table: str) -> None:
        """Forget a table, and those of which it is the rematch."""

    def append(self, table: str, entry: Entry) -> None:
        """Write the next entry of a log; nothing is spent after it. Raises NumberTakenError if its
        number is taken.
        """

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the entries of a log after a number, in order."""

    def act(self, table: str, seat: int, act: str) -> int | None:
        """Return the number of the entry that a guest's act made, None where there is none."""

    def link(self, hashed: str) -> Link | None:
        """Return what the token of a hash opens, None for an unknown one."""

    def renew(self, hashed: str, link: Link) -> None:
        """Let a token open what another one has opened; the old one opens nothing any more."""

    def seat(self, table: str, seat: int, record: SeatRecord) -> None:
        """Write who a seat is for. Who it was for before no longer wants to take back."""

    def take(self, table: str, seat: int, record: SeatRecord, hashed: str) -> bool:
        """Give an open seat to the holder of a token; return False if it is no longer open."""

    def wish(self, table: str, seat: int, version: int) -> None:
        """Remember that a seat wants the last decision taken back, at a version of the table."""

    def wishes(self, table: str, version: int) -> frozenset[int]:
        """Return the seats that want the last decision taken back, at a version of the table."""

    def announce(self, news: TableNews) -> int:
        """Let the other servers of these tables hear of something; return its number among
        all announcements. They hear of what is written without it.
        """

    def listen(self, hear: Callable[[TableNews], None]) -> None:
        """Call `hear`, from any thread, with what other servers of these tables do."""

    def close(self) -> None:
        """Let go of the files or the database."""


def new_token() -> str:
    """Return a token for a link: 128 random bits, 22 characters that an address may have."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """Return how a token is stored, so that who reads the store can't open any table.

    A plain hash is enough: nobody can try 2¹²⁸ tokens.
    """
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def fresh_links(table: str, seats: Sequence[SeatRecord]) -> dict[str, Link]:
    """Return a new link for each seat that has one, for spectators, and for open seats."""
    links = [Link(table, Role.WATCH)]
    links += [Link(table, Role.SEAT, n) for n, s in enumerate(seats) if s.kind is SeatKind.LINK]
    if any(seat.kind is SeatKind.OPEN for seat in seats):
        links.append(Link(table, Role.JOIN))
    return {new_token(): link for link in links}
