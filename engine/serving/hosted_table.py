"""A table of a server: its game, replayed from the store, and what everybody there must hear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine.game.session import Decision, Game, Session
from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.message import Message
from engine.serving.store import (
    Entry,
    EntryKind,
    Link,
    NumberTakenError,
    Role,
    SeatKind,
    SeatRecord,
    Store,
    TableRecord,
)
from engine.table.seats import HUMAN
from engine.table.table import Table


class NotKeptError(Exception):
    """The store refused a decision. The table has to be opened anew; the message says why."""


class RefusedError(Exception):
    """Something can't be done; the message is a sentence for the guest who asked for it."""


class IllegalMoveError(RefusedError):
    """A rule forbids a move; `Session.explain` says which."""


class HostedTable:
    """A table that guests reach by links.

    `version`: how many entries its log has. Each decision is one, and so is each taking back, so a
    version never comes twice. A decision is in the store before anyone hears of it.
    """

    def __init__(self, record: TableRecord, game: Game, store: Store) -> None:
        """Play the log of a table again. Raises RulesError if a decision can't be made any more."""
        self.record = record
        self.store = store
        self.version = 0
        self.votes: frozenset[int] = frozenset()
        """The seats that want the last decision taken back."""
        self.asked: Callable[[], None] = lambda: None
        """Hears that someone wants to take back, or no longer does."""
        self._numbers: list[int] = []
        """The number of the entry of each decision that counts."""
        self._by, self._act = -1, ""
        """Whose act is carried out now, and the id that they gave it."""
        session = Session(game, record.seed, starter=record.starter)
        for entry in store.entries(record.id):
            self._replay(session, entry)
        self.table = Table(session, list(map(_sitter, record.seats)), keeper=self)

    def _replay(self, session: Session, entry: Entry) -> None:
        match entry.kind:
            case EntryKind.MOVE:
                session.play(entry.text)
                self._numbers.append(entry.number)
            case EntryKind.UNDO:
                for _ in range(int(entry.text)):
                    session.undo()
                    self._numbers.pop()
        self.version = entry.number

    # -------------------------------------------------------------- who

    @property
    def seated(self) -> frozenset[int]:
        """Return the seats that people have taken."""
        seats = enumerate(self.record.seats)
        return frozenset(n for n, seat in seats if seat.kind is SeatKind.LINK)

    def seat(self, number: int, record: SeatRecord) -> None:
        """Give a seat, from 0, to someone else: to a player, to an AI player, or to anybody."""
        self.store.seat(self.record.id, number, record)
        self.record = self.record.seated(number, record)
        self.table.seats[number] = _sitter(record)
        self.votes = frozenset()

    def call(self, number: int, name: str) -> bool:
        """Call the person on a seat, from 0, by a name; return whether that is another one."""
        record = replace(self.record.seats[number], name=name)
        if record == self.record.seats[number]:
            return False
        self.store.seat(self.record.id, number, record)
        self.record = self.record.seated(number, record)
        return True

    def take_open_seat(self, name: str, token: str) -> int | None:
        """Give the first open seat to the holder of a token's hash; None where all are taken."""
        for number, seat in enumerate(self.record.seats):
            if seat.kind is SeatKind.OPEN:
                self.store.renew(token, Link(self.record.id, Role.SEAT, number))
                self.seat(number, SeatRecord(SeatKind.LINK, name=name))
                return number
        return None

    # -------------------------------------------------------------- deciding

    @contextmanager
    def acting(self, seat: int, act: str) -> Iterator[None]:
        """Let what is decided now be known by the id that its guest gave it."""
        self._by, self._act = seat, act
        try:
            yield
        finally:
            self._by, self._act = -1, ""

    def made_before(self, seat: int, act: str) -> int | None:
        """Return the number of the entry that an act has made already, None for a new one."""
        return self.store.act(self.record.id, seat, act)

    def play(self, seat: int, move: str, act: str) -> Decision:
        """Make a move of a player by its notation. Raises RefusedError with the rule's reason."""
        session = self.table.session
        if session.seat != seat or self.table.seats[seat] != HUMAN:
            raise RefusedError("the game is over" if session.over else "it isn't your turn")
        with self.acting(seat, act):
            try:
                return self.table.play(move)
            except RulesError as problem:
                first = problem.diagnostics[0]
                illegal = IllegalMoveError if first.code is Code.E604 else RefusedError
                raise illegal(first.message) from None

    def made(self, decision: Decision) -> None:
        """Write a decision to the store. Raises NotKeptError."""
        self._write(EntryKind.MOVE, decision.seat, decision.text)
        self._numbers.append(self.version)

    def taken_back(self, count: int) -> None:
        """Write to the store that decisions were taken back. Raises NotKeptError."""
        self._write(EntryKind.UNDO, self._by, str(count))
        del self._numbers[-count:]

    def _write(self, kind: EntryKind, seat: int, text: str) -> None:
        entry = Entry(self.version + 1, kind, seat, text, self._act)
        try:
            self.store.append(self.record.id, entry)
        except RulesError as problem:
            raise NotKeptError(problem.diagnostics[0].message) from problem
        except NumberTakenError:
            raise NotKeptError(Message("another server has changed this table")) from None
        self.version = entry.number
        self.votes = frozenset()

    # -------------------------------------------------------------- going back

    def take_back(self, seat: int, act: str = "") -> bool:
        """Ask to take back the last decision of a player, or agree to that; return whether it was
        taken back. All who have a seat must agree. Raises RefusedError where the rules of undo
        refuse it.
        """
        why = self.table.why_no_undo()
        if why:
            raise RefusedError(why)
        votes = self.votes | {seat}
        if votes >= self.seated:
            with self.acting(seat, act):
                self.table.undo()
            return True
        self.votes = votes
        self.asked()
        return False

    def kept(self, version: int) -> int:
        """Return how many of the decisions that a guest saw at a version count still."""
        return sum(number <= version for number in self._numbers)


def _sitter(record: SeatRecord) -> str:
    return record.agent if record.kind is SeatKind.AGENT else HUMAN
