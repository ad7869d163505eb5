"""A table of a server: its game, replayed from the store, and what everybody there must hear."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, assert_never

from engine.game.session import Decision, Game, Session
from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded
from engine.serving.chat import Chat
from engine.serving.clock import Clock
from engine.serving.hints import Hints
from engine.serving.rule_changes import NOT_PROPOSED, ProposalNews, RuleProposal, continued, tried
from engine.serving.store import (
    Entry,
    EntryKind,
    NumberTakenError,
    PinnedRules,
    SeatKind,
    SeatRecord,
    Store,
    TableRecord,
)
from engine.serving.terms import OutOfTime, Terms
from engine.serving.thinking import ThreadThinker
from engine.table.agent_worker import Thought
from engine.table.seats import HUMAN, NOBODY
from engine.table.table import Table

NOT_YOURS = "it isn't your turn"
WORDS = (EntryKind.PROPOSE, EntryKind.AGREE, EntryKind.DECLINE)
"""Entries at which the game continues as it is, and so does its clock."""


_BEGAN = time.time_ns() - time.monotonic_ns()


def wall() -> int:
    """Return the time in milliseconds since 1970. While the machine sleeps, no time passes."""
    return (_BEGAN + time.monotonic_ns()) // 1_000_000


class NotKeptError(Exception):
    """The store refused a decision. The table has to be opened anew; the message says why."""


class MovedOnError(NotKeptError):
    """Another server has written the next entry first; `HostedTable.replay` catches up."""


class RefusedError(Exception):
    """Something can't be done; the message is a sentence for the guest who asked for it."""


class IllegalMoveError(RefusedError):
    """A rule forbids a move; `Session.explain` says which."""


class HostedTable:
    """A table that guests reach by links.

    `version`: how many entries its log has. Each decision is one, and so is each taking back, so a
    version never comes twice. A decision is in the store before anyone hears of it.
    """

    def __init__(
        self,
        record: TableRecord,
        game: Game,
        store: Store,
        opens: Callable[[str], Loaded],
        *,
        now: Callable[[], int] = wall,
    ) -> None:
        """Play the log of a table again. Raises RulesError if a decision can't be made any more.

        `opens`: returns rules that the store has, by their hash. `now`: the time in milliseconds
        since 1970.
        """
        self.record = record
        self.opens = opens
        self.proposal: RuleProposal | None = None
        """Other rules that the host proposes."""
        self.news = ProposalNews(opens)
        self.replaced: Callable[[], None] = lambda: None
        """Hears that the table continues on other rules."""
        self.store = store
        self.hints = Hints(ThreadThinker())
        self.version = 0
        self.votes: frozenset[int] = frozenset()
        """The seats that want the last decision taken back."""
        self.asked: Callable[[], None] = lambda: None
        """Hears that someone wants to take back, or no longer does."""
        self._numbers: list[int] = []
        """The number of the entry of each decision that counts."""
        self._by, self._act = -1, ""
        """Whose act is carried out now, and the id that they gave it."""
        self.now = now
        self.clock = Clock(record.terms, record.players, record.spent)
        self.chat = Chat(store, record.id)
        self.followed = bool(store.follower(record.id))
        self.turned_to: Callable[[int], None] = lambda seat: None
        """Hears which seat, from 0, a player decides for next, when another one did before."""
        self._game = game
        session = self._replayed()
        self.table = Table(session, [HUMAN] * record.players, keeper=self)
        self.reseat()

    def _replayed(self) -> Session:
        session = Session(self._game, self.record.seed, starter=self.record.starter)
        self._numbers.clear()
        self.proposal = None
        for entry in self.store.entries(self.record.id):
            session = self._replay(session, entry)
        self.votes = self.store.wishes(self.record.id, self.version)
        return session

    def _replay(self, session: Session, entry: Entry) -> Session:
        self.version = entry.number
        match entry.kind:
            case EntryKind.MOVE:
                session.repeat(entry.text)
                self._numbers.append(entry.number)
            case EntryKind.UNDO:
                for _ in range(int(entry.text)):
                    session.undo()
                    self._numbers.pop()
            case EntryKind.CHANGE:
                digest, kept = entry.text.split()
                session = continued(session, self.opens(digest), int(kept))
                del self._numbers[int(kept) :]
            case EntryKind.PROPOSE | EntryKind.AGREE | EntryKind.DECLINE:
                pass
            case _:
                assert_never(entry.kind)
        self._propose(entry)
        if entry.kind not in WORDS:
            self.clock.read(entry)
        return session

    def _propose(self, entry: Entry) -> None:
        """Take an entry of the log into account for the proposal."""
        proposal = self.proposal
        match entry.kind:
            case EntryKind.PROPOSE:
                self.proposal = RuleProposal(entry.text)
            case EntryKind.AGREE if proposal is not None:
                self.proposal = replace(proposal, agreed=proposal.agreed | {entry.seat})
            case EntryKind.DECLINE | EntryKind.CHANGE:
                self.proposal = None
            case EntryKind.MOVE | EntryKind.UNDO if proposal is not None:
                self.proposal = proposal.moved_on()

    # -------------------------------------------------------------- other servers

    def replay(self) -> None:
        """Put the game on the table as the store has it. Raises RulesError."""
        counts = self.clock.running
        self.clock = Clock(self.record.terms, self.record.players, self.record.spent)
        rules = self.table.session.game.loaded.digest
        self.table.replace(self._replayed())
        if self.table.session.game.loaded.digest != rules:
            self.replaced()
        if counts:
            self.clock.run(self.now())

    def catch_up(self) -> bool:
        """Take in what other servers have written; return whether the game, a seat or the terms
        are any different. Raises RulesError.
        """
        before = (self.version, self.votes, replace(self.record, spent=0), self.followed)
        self.record = self.store.record(self.record.id) or self.record
        self.clock.terms = self.record.terms
        entries = self.store.entries(self.record.id, self.version)
        if any(entry.kind is not EntryKind.MOVE for entry in entries):
            self.replay()
        else:
            for entry in entries:
                self.table.follow(entry.text)
                self._numbers.append(entry.number)
                self.version = entry.number
                self._propose(entry)
                self.clock.read(entry)
                self.clock.decided(self.now())
            self.votes = self.store.wishes(self.record.id, self.version)
        self.followed = bool(self.store.follower(self.record.id))
        self.chat.catch_up()
        self.reseat()
        after = (self.version, self.votes, replace(self.record, spent=0), self.followed)
        return before != after

    # -------------------------------------------------------------- who

    @property
    def hands(self) -> object:
        """Return in whose hands each seat is, and under which terms."""
        return [(seat.kind, seat.agent) for seat in self.record.seats], self.record.terms

    @property
    def decides(self) -> int | None:
        """Return the seat that has to decide, from 0."""
        return self.table.session.seat

    @property
    def stopped(self) -> bool:
        """Return whether the table has stopped because the time of a seat is over."""
        return self.decides is not None and self.table.seats[self.decides] == NOBODY

    def out(self, seat: int) -> bool:
        """Return whether the time of a seat is over."""
        return self.clock.out(seat, self.decides, self.now())

    def left(self) -> list[int | None]:
        """Return the time of each seat in milliseconds; None without a clock, for open seats, and
        for AI players that have a seat of their own.
        """
        now = self.now()
        return [
            self.clock.left(number, self.decides, now) if seat.kind is SeatKind.LINK else None
            for number, seat in enumerate(self.record.seats)
        ]

    def reseat(self) -> None:
        """Let each seat be decided for by who has it now: a player, an AI player, or nobody."""
        for number, seat in enumerate(self.record.seats):
            stops = self.record.terms.out is OutOfTime.STOP and self.out(number)
            usual = NOBODY if seat.kind is SeatKind.LINK and stops else HUMAN
            self.table.seats[number] = seat.agent or usual

    @property
    def seated(self) -> frozenset[int]:
        """Return the seats that people have taken, and that no AI player has for now."""
        seats = enumerate(self.record.seats)
        return frozenset(n for n, seat in seats if seat.kind is SeatKind.LINK and not seat.agent)

    def seat(self, number: int, record: SeatRecord) -> None:
        """Give a seat, from 0, to someone else: to a player, to an AI player, or to anybody."""
        self.store.seat(self.record.id, number, record)
        self.record = self.record.seated(number, record)
        self.reseat()
        self.votes -= {number}
        self.agree_to_rules()

    def settle(self, terms: Terms) -> None:
        """Take other terms; the times of the clock stay."""
        self.store.settle(self.record.id, terms)
        self.record = replace(self.record, terms=terms)
        self.clock.terms = terms

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
                record = SeatRecord(SeatKind.LINK, name=name)
                if self.store.take(self.record.id, number, record, token):
                    if number == self.decides:
                        self.clock.decided(self.now())  # nobody was there whose time it could be
                    self.record = self.record.seated(number, record)
                    self.reseat()
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
            why = "the time is over, so the table has stopped" if self.stopped else NOT_YOURS
            raise RefusedError("the game is over" if session.over else why)
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

    def advise(self, session: Session) -> Thought:
        """Return what is thought about a hint for the seat that has to decide."""
        return self.hints.ask(session, self.version)

    def _write(self, kind: EntryKind, seat: int, text: str) -> None:
        now = self.now()
        took = self._took(seat, now) if kind is EntryKind.MOVE else 0
        entry = Entry(self.version + 1, kind, seat, text, self._act, now, took)
        try:
            self.store.append(self.record.id, entry)
        except RulesError as problem:
            raise NotKeptError(problem.diagnostics[0].message) from problem
        except NumberTakenError:
            raise MovedOnError from None
        self.version = entry.number
        self.votes = frozenset()
        self._propose(entry)
        if kind in WORDS:
            self.store.spend(self.record.id, self.clock.spent(now))
            return
        self.clock.read(entry)
        self.clock.decided(now)
        if kind is not EntryKind.CHANGE:
            self._turn(seat)

    def _turn(self, before: int) -> None:
        """Say who decides next, if that is another player than before."""
        decides = self.decides
        if decides is not None and decides != before and self.table.seats[decides] == HUMAN:
            self.turned_to(decides)

    def _took(self, seat: int, now: int) -> int:
        """Return how long a decision took on the clock of its seat: nothing for an AI player,
        unless the time of the player was over.
        """
        if not self.clock.begun or not self.clock.terms.seconds:
            return 0
        counts = self.table.seats[seat] == HUMAN or self.clock.out(seat, seat, now)
        return max(1, self.clock.spent(now)) if counts else 0

    # -------------------------------------------------------------- other rules

    def propose(self, rules: PinnedRules) -> None:
        """Let everybody say if they want other rules. Where nobody has a seat, they change."""
        self.store.pin(rules)
        self._write(EntryKind.PROPOSE, -1, rules.digest)
        self.agree_to_rules()

    def proposed(self, reader: int, language: str) -> dict[str, Any]:
        """Return what is proposed, as a seat may know it, and who has agreed; empty for nothing."""
        proposal = self.proposal
        if proposal is None:
            return {}
        told = self.news.told(proposal, self.table.session, self.version, reader, language)
        waits = sorted(self.seated - proposal.agreed)
        return {
            **told,
            "agreed": [seat + 1 for seat in sorted(proposal.agreed)],
            "waits": [{"seat": n + 1, "name": self.record.seats[n].name} for n in waits],
        }

    def answer(self, seat: int, agrees: bool, act: str) -> None:
        """Agree to the rules that are proposed, or decline them. Raises RefusedError."""
        if self.proposal is None:
            raise RefusedError(NOT_PROPOSED)
        with self.acting(seat, act):
            if not agrees:
                self._write(EntryKind.DECLINE, seat, "")
            elif self.proposal.agreed | {seat} >= self.seated:
                self._change(seat)
            elif seat not in self.proposal.agreed:
                self._write(EntryKind.AGREE, seat, "")

    def withdraw(self) -> None:
        """Take a proposal back, for the host. Raises RefusedError where there is none."""
        if self.proposal is None:
            raise RefusedError(NOT_PROPOSED)
        self._write(EntryKind.DECLINE, -1, "")

    def agree_to_rules(self) -> None:
        """Change the rules if all seated players agree already."""
        if self.proposal is not None and self.proposal.agreed >= self.seated:
            self._change(-1)

    def _change(self, seat: int) -> None:
        assert self.proposal is not None
        digest = self.proposal.digest
        loaded, session = self.opens(digest), self.table.session
        kept = tried(session, loaded).moves_kept
        new = continued(session, loaded, kept)
        self._write(EntryKind.CHANGE, seat, f"{digest} {kept}")
        del self._numbers[kept:]
        decided = self.decides
        self.table.replace(new)
        self._turn(-1 if decided is None else decided)
        self.replaced()

    # -------------------------------------------------------------- going back

    def take_back(self, seat: int, act: str = "") -> bool:
        """Ask to take back the last decision of a player, or agree to that; return whether it was
        taken back. All who have a seat must agree. Raises RefusedError where the rules of undo
        refuse it.
        """
        why = self.table.why_no_undo()
        if why:
            raise RefusedError(why)
        if self.votes | {seat} >= self.seated:
            with self.acting(seat, act):
                self.table.undo()
            return True
        self.store.wish(self.record.id, seat, self.version)
        self.votes = self.store.wishes(self.record.id, self.version)
        self.asked()
        return False

    def kept(self, version: int) -> int:
        """Return how many of the decisions that a guest saw at a version count still."""
        return sum(number <= version for number in self._numbers)
