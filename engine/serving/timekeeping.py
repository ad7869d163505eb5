"""What the time brings at the open tables: clocks run, and AI players take absent seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from engine.language.diagnostics import RulesError
from engine.language.message import Message
from engine.serving.hosted_table import HostedTable
from engine.serving.store import SeatKind, SeatRecord
from engine.serving.terms import OutOfTime
from engine.table.seats import HUMAN, usual_agent

WRITTEN = 10_000
"""How often a running clock is written to the store, in milliseconds."""
MINUTE = 60_000


class Hosting(Protocol):
    """What the time needs of a house."""

    def opened(self) -> Iterable[HostedTable]:
        """Return the tables that are open."""

    def seats_here(self, table: str) -> frozenset[int]:
        """Return the seats, from 0, whose players are connected."""

    def seat(self, table: str, number: int, record: SeatRecord) -> None:
        """Give a seat, from 0, to someone else."""

    def show_anew(self, table: str) -> None:
        """Let everybody at a table see who has which seat."""

    def say(self, table: str, sentence: str) -> None:
        """Say something to everybody at a table."""

    def fail(self, table: str, why: str) -> None:
        """Close a table that can't be kept."""


class Timekeeping:
    """Carries out the terms of the tables of a house."""

    def __init__(self, house: Hosting) -> None:
        """Begin to wait for nobody."""
        self._house = house
        self._waited: dict[tuple[str, int], int] = {}
        """Since when an absent player is waited for, by the table and its version."""
        self._written: dict[str, int] = {}

    def look(self, hosted: HostedTable) -> None:
        """Let the clock of a table run or stop, as its players come and go."""
        now, there = hosted.now(), self._house.seats_here(hosted.record.id)
        if there and not hosted.table.session.over:
            hosted.clock.run(now)
        else:
            hosted.clock.stop(now)
        if hosted.clock.terms.seconds:
            self._write(hosted, now)

    def _write(self, hosted: HostedTable, now: int) -> None:
        self._written[hosted.record.id] = now
        with suppress(RulesError):  # the next decision will say that the disk refuses
            hosted.store.spend(hosted.record.id, hosted.clock.spent(now))

    def come_back(self, hosted: HostedTable, seat: int) -> None:
        """Give a player the seat, from 0, that an AI player has taken for them, unless their time
        is over. An open seat goes to the next player anyway.
        """
        record = hosted.record.seats[seat]
        if record.kind is SeatKind.LINK and record.agent and not hosted.out(seat):
            self._house.seat(hosted.record.id, seat, replace(record, agent=""))

    def tick(self) -> None:
        """Do what the time asks for."""
        before, self._waited = self._waited, {}
        for hosted in list(self._house.opened()):
            seat = hosted.decides
            if seat is not None and hosted.table.seats[seat] == HUMAN:
                try:
                    self._tick(hosted, seat, before)
                except RulesError as problem:
                    self._house.fail(hosted.record.id, problem.diagnostics[0].message)

    def _tick(self, hosted: HostedTable, seat: int, before: Mapping[tuple[str, int], int]) -> None:
        """Do what the time asks for at a table where a player decides on a seat."""
        id, now, away = hosted.record.id, hosted.now(), hosted.record.terms.away
        if hosted.record.seats[seat].kind is SeatKind.LINK and hosted.out(seat):
            self._over(hosted, seat)
            return
        if hosted.clock.running and now - self._written.get(id, now) >= WRITTEN:
            self._write(hosted, now)
        there = self._house.seats_here(id)
        if away and seat not in there and there & hosted.seated:
            key = (id, hosted.version)
            self._waited[key] = before.get(key, now)
            if now - self._waited[key] >= away * MINUTE:
                self._lend(hosted, seat, "{name} is away, so an AI player takes the seat")

    def _over(self, hosted: HostedTable, seat: int) -> None:
        """Do what the terms say of a seat whose time is over."""
        if hosted.clock.terms.seconds:
            self._write(hosted, hosted.now())
        if hosted.record.terms.out is OutOfTime.AGENT:
            self._lend(hosted, seat, "the time of {name} is over; an AI player takes the seat")
        else:
            hosted.reseat()
            self._house.show_anew(hosted.record.id)
            self._say(hosted, seat, "the time of {name} is over; the table has stopped")

    def _lend(self, hosted: HostedTable, seat: int, sentence: str) -> None:
        record = replace(hosted.record.seats[seat], agent=usual_agent())
        self._house.seat(hosted.record.id, seat, record)
        self._say(hosted, seat, sentence)

    def _say(self, hosted: HostedTable, seat: int, sentence: str) -> None:
        name = hosted.record.seats[seat].name or Message("Seat {number}", seat + 1)
        self._house.say(hosted.record.id, Message(sentence, name))

    def close(self) -> None:
        """Write the clocks that run."""
        for hosted in self._house.opened():
            if hosted.clock.running and hosted.clock.terms.seconds:
                self._write(hosted, hosted.now())
