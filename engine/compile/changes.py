"""Lowering what surrounds every change: the list that statements go to, endings, reactions.

An ending is tested only after changes of something that its condition reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.compile import layout as at
from engine.compile.facts import Facts
from engine.compile.program import (
    And,
    Bin,
    Const,
    E,
    Goto,
    If,
    Load,
    Mark,
    Not,
    Pick,
    Reg,
    Set,
    Stmt,
    Store,
    add,
    bounds,
)
from engine.compile.values import Context
from engine.rules import model as m
from engine.rules.walk import walk


@dataclass
class Unit:
    """A piece of flow with a frame of its own: the root, a procedure or a trigger."""

    root: bool
    size: int = 3
    title: str = ""
    number: int = 0
    pieces: list[int] = field(default_factory=list)
    """Where its frame names pieces, counted from the frame's beginning."""
    secrets: list[tuple[int, int, int]] = field(default_factory=list)
    """Where its frame keeps picks that wait, as `Choices.secrets` has it."""
    entry: int = -1
    """The block that it begins with."""
    calls: dict[int, Unit] = field(default_factory=dict)
    """The units that it calls or sets off, by their numbers."""


@dataclass(frozen=True)
class Named:
    """A local variable that is there at some place: where it lies, from its frame's beginning on.

    `apart`: it belongs to a branch that hides from the others what it does.
    """

    offset: int
    let: m.Let
    apart: bool


@dataclass
class Event:
    """An arrival: what came, where, at which space or place in order."""

    family: str
    piece: E
    zone: E
    space: E | None = None
    unsure: bool = False
    """The zone may be one of another family; whoever reacts must look."""


class Changes(Facts):
    """Emits statements and what follows a change."""

    out: list[Stmt]
    unit: Unit
    silent: bool = False
    """In setup and scoring: no endings, no reactions."""
    bulk: bool = False
    """Inside a change that counts as one: endings wait for its end."""
    piece_slots: list[int]
    """Where the root's frame names pieces."""
    counts: dict[int, E]
    """By trigger: how much lay in the zone that it waits for, before the current change."""
    end_of: dict[str, int]
    """The block that ends the turn, the round, the game."""
    trace: bool = False
    """Marks are set, so that a run tells what it goes through."""
    marked: list[m.Model]
    """What the marks of a traced program stand for."""

    def emit(self, *statements: Stmt) -> None:
        """Append statements."""
        self.out.extend(statements)

    def mark(self, event: str, part: m.Model) -> tuple[Stmt, ...]:
        """Return the mark of a part of the rules; nothing unless the program is traced."""
        if not self.trace:
            return ()
        number = next((i for i, known in enumerate(self.marked) if known is part), -1)
        if number < 0:
            number = len(self.marked)
            self.marked.append(part)
        return (Mark(event, number),)

    def nested(self) -> list[Stmt]:
        """Open a list for a part of a statement; return the list that was open."""
        before, self.out = self.out, []
        return before

    def close(self, before: list[Stmt]) -> tuple[Stmt, ...]:
        """Close the list opened last and return what it holds."""
        done, self.out = self.out, before
        return tuple(done)

    def slot(self, size: int = 1, *, pieces: bool = False) -> E:
        """Reserve integers in the frame of the current unit; return their address.

        `pieces`: they name pieces, which not every seat may know.
        """
        if self.unit.root:
            address = self.layout.take(size)
            self.piece_slots += range(address, address + size) if pieces else ()
            return Const(address)
        start = self.unit.size
        self.unit.size += size
        self.unit.pieces += range(start, start + size) if pieces else ()
        return add(Load(Const(at.FRAME)), Const(start))

    def hold(self, value: E, hint: str = "h") -> Reg:
        """Keep a value in a register."""
        lo, hi = bounds(value)
        r = self.reg(hint, lo, hi)
        self.emit(Set(r, value))
        return r

    # -------------------------------------------------------------- what follows a change

    def changed(self, touched: set[str], c: Context, event: Event | None = None) -> None:
        """Look at the endings, then let the triggers react."""
        self.emit(*self.forget(touched - set(self.rules.zones)))
        if self.silent:
            return
        if not self.bulk:
            self.emit(*self.endings(touched, c))
        self.react(event, c)

    def react(self, event: Event | None, c: Context) -> None:
        """Call the triggers that match an event."""
        raise NotImplementedError

    def endings(self, touched: set[str] | None, c: Context) -> tuple[Stmt, ...]:
        """Return the tests of the endings that watch what was touched (None: all of them).

        They stand in the order of the text: of two that hold at the same change, the first counts.
        """
        tests: list[Stmt] = []
        endings, wins = self.rules.endings, self.rules.wins_when
        numbered = enumerate((*endings, *wins))
        for number, ending in sorted(numbered, key=lambda known: known[1].order):
            if ending.timing == "end of turn" or not self._watches(ending.condition, touched):
                continue
            if number >= len(endings):
                tests += self.wins(number, ending)
                continue
            condition = self.value(ending.condition, Context())
            if ending.timing == "more turns":
                tests.append(self.latch(number, ending, condition))
            else:
                where = Goto(self.end_of[ending.what])
                ended = Store(Const(at.ENDED), Const(number + 1))
                tests.append(If(condition, (*self.mark("begins", ending), ended, where)))
        if not self.unit.root and tests:
            return (If(Not(Load(Const(at.QUIET))), tuple(tests)),)
        return tuple(tests)

    def latch(self, number: int, ending: m.Ending, condition: E) -> Stmt:
        """Remember that an ending has come into sight and how many turns are left."""
        cell = Const(self.layout.latches + number)
        assert ending.turns is not None
        turns = self.value(ending.turns, Context())
        left = Store(cell, add(turns, Const(1)))
        return If(And((Not(Load(cell)), condition)), (*self.mark("begins", ending), left))

    def wins(self, number: int, wins: m.Ending) -> list[Stmt]:
        """Try a winning condition with each seat as me; all seats that meet it win."""
        won: E = Const(0)
        for seat in range(self.setting.players):
            test = self.value(wins.condition, Context(me=Const(seat)))
            won = Bin("|", won, Pick(test, Const(self.setting.side(seat)), Const(0)))
        r = self.reg("w")
        ended = Const(number + 1)
        found = (
            *self.mark("begins", wins),
            Store(Const(at.WON), r), Store(Const(at.ENDED), ended), Goto(self.end_of["game"]),
        )  # fmt: skip
        return [Set(r, won), If(r, found)]

    def _watches(self, condition: m.Expr, touched: set[str] | None) -> bool:
        return touched is None or bool(self.reads(condition) & touched)

    def reads(self, node: Any, path: tuple[str, ...] = ()) -> set[str]:
        """Return the zones, variables and attributes that an expression looks at."""
        found: set[str] = set()
        for part in walk(node):
            if isinstance(part, (m.ZoneRef, m.VarRef)):
                found.add(part.name)
            elif isinstance(part, m.Attr):
                found.add(f".{part.name}")
            elif isinstance(part, m.Everything) and part.of.kind == "piece":
                found.update(z.name for z in self.rules.zones.values())
            elif isinstance(part, m.RuleCall) and part.rule not in path:
                found |= self.reads(self.rules.rules[part.rule].cases, (*path, part.rule))
            elif isinstance(part, m.Op) and part.op in ("round", "total", "active", "me", "is out"):
                found.add(part.op)
        return found

    def holders(self, components: Iterable[str]) -> list[m.Zone]:
        """Return the families that may hold a component."""
        kinds = set(components)
        return [z for z in self.rules.zones.values() if kinds & set(z.pieces)]
