"""Lowering `show` of a value: facts that seats have been told.

What was told is kept in the state: who knows it, the value, and what the expression's names stood
for then. It holds until something that the expression looks at changes; then it is forgotten. Where
it looks into single zones, only a change of those counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from engine.compile.folds import Folds
from engine.compile.program import (
    Bin,
    Const,
    E,
    If,
    Load,
    Loop,
    Or,
    Pick,
    Set,
    Steps,
    Stmt,
    Store,
    add,
    scale,
)
from engine.compile.values import Array, Context
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.types import PLAYER, Type
from engine.rules.walk import walk

ME = 0
"""The key under which a fact keeps who was me."""
TOLD = ("number", "truth", "enum")
MOST_FACTS = 2_000


@dataclass(frozen=True)
class Fact:
    """A value that is shown somewhere, for each seat as me and each word that its names stand for.

    `sides`: those names by key, and how many values each has. `kept`: the other names with their
    types; what they stood for is kept beside the value.
    """

    show: m.Show
    base: int
    sides: tuple[tuple[int, int], ...]
    kept: tuple[tuple[int, Type], ...]

    @property
    def width(self) -> int:
        """Return how many integers one fact takes: who knows it, its value, what it is about."""
        return 2 + len(self.kept)

    def names(self) -> dict[int, tuple[str, Type]]:
        """Return the names and types of what it is about, by key."""
        own = {key for key, _ in (*self.sides, *self.kept)}
        found = {
            part.key: (part.name, part.type)
            for part in walk(self.show.what)
            if isinstance(part, m.Local) and part.key in own
        }
        me = {ME: ("me", PLAYER)} if ME in own else {}
        return me | found

    def entries(self) -> list[tuple[int, dict[int, int]]]:
        """Return where each fact lies, and what its names stand for as far as its place tells."""
        values = product(*(range(count) for _, count in self.sides))
        keys = [key for key, _ in self.sides]
        return [
            (self.base + number * self.width, dict(zip(keys, row, strict=True)))
            for number, row in enumerate(values)
        ]


class Facts(Folds):
    """Lowers what is told, and when it is forgotten."""

    told: list[Fact]

    def allot_facts(self, flows: object) -> None:
        """Give every value that is shown its place, before anything is lowered that changes it."""
        self.told = []
        for show in walk(flows):
            if isinstance(show, m.Show) and show.what.type.kind in TOLD:
                self.told.append(self._fact(show))

    def _fact(self, show: m.Show) -> Fact:
        uses_me = any(
            isinstance(p, m.RuleCall) or (isinstance(p, m.Op) and p.op == "me")
            for p in walk(show.what)
        )
        sides = [(ME, self.setting.players)] if uses_me else []
        kept = []
        for key, kind in _free(show.what).items():
            if kind.kind in ("enum", "truth") and not kind.maybe:
                sides.append((key, self.setting.count(kind, show.span)))
            else:
                kept.append((key, kind))
        count = prod(many for _, many in sides)
        if count > MOST_FACTS:
            message = f"this could tell {count:,} different things"
            raise self.setting.error(Code.E104, message, show.what.span)
        base = self.layout.take(count * (2 + len(kept)))
        return Fact(show, base, tuple(sides), tuple(kept))

    def tell(self, s: m.Show, who: E, c: Context) -> tuple[Stmt, ...]:
        """Return statements that keep a value as a fact that seats know, given as bits."""
        fact = next(f for f in self.told if f.show is s)
        number: E = Const(0)
        for key, count in fact.sides:
            part = c.me if key == ME else self.known_local(key, c)
            number = add(scale(number, count), part)
        place, value = self.reg("z"), self.reg("v")
        same = Bin("==", Load(add(place, Const(1))), value)
        return (
            Set(place, add(scale(number, fact.width), Const(fact.base))),
            Set(value, self.value(s.what, c)),
            Store(place, Pick(same, Bin("|", Load(place), who), who)),
            Store(add(place, Const(1)), value),
            *(
                Store(add(place, Const(2 + i)), self.known_local(key, c))
                for i, (key, _) in enumerate(fact.kept)
            ),
        )

    def known_local(self, key: int, c: Context) -> E:
        """Return the value of a single local name."""
        bound = c.locals[key]
        assert not isinstance(bound, Array)
        return bound

    # -------------------------------------------------------------- forgetting

    def forget(self, touched: set[str], *zones: E) -> tuple[Stmt, ...]:
        """Return statements that forget what may no longer be true.

        `zones`: the addresses of the only zones that have changed; none for any of those touched.
        """
        found: list[Stmt] = []
        for fact in self.told:
            if self.reads(fact.show.what) & touched:
                found += self._drop(fact, touched, zones)
        return tuple(found)

    def _drop(self, fact: Fact, touched: set[str], zones: tuple[E, ...]) -> tuple[Stmt, ...]:
        inside = Context()
        loops = []
        total: E = Const(0)
        for key, count in fact.sides:
            r = self.reg("i", 0, count - 1)
            loops.append((r, Steps(Const(0), Const(count - 1))))
            total = add(scale(total, count), r)
            if key == ME:
                inside.me = r
            else:
                inside.locals[key] = r
        place = add(scale(total, fact.width), Const(fact.base))
        looked = self._looked(fact, touched) if zones else None
        wipe: tuple[Stmt, ...] = (
            Store(place, Const(0)), *(Store(add(place, Const(1 + i)), Const(0))
                                      for i in range(fact.width - 1)),
        )  # fmt: skip
        if looked is not None:
            tests = [Bin("==", self.value(z, inside), zone) for z in looked for zone in zones]
            wipe = (If(Or(tuple(tests)), wipe),) if tests else ()
        for reg, over in reversed(loops):
            wipe = (Loop(reg, over, wipe),)
        return wipe

    def _looked(self, fact: Fact, touched: set[str]) -> list[m.ZoneRef] | None:
        """Return the single zones that a fact looks into; None when it may look into others."""
        sides = {key for key, _ in fact.sides}
        found: list[m.ZoneRef] = []
        for part in walk(fact.show.what):
            if isinstance(part, (m.RuleCall, m.Everything)):
                return None
            if isinstance(part, m.ZoneRef) and part.name in touched:
                plain = all(_is_plain(index, sides) for index in part.indices)
                if not plain:
                    return None
                found.append(part)
        return found

    def reads(self, node: Any, path: tuple[str, ...] = ()) -> set[str]:
        """Return the zones, variables and attributes that an expression looks at."""
        raise NotImplementedError


def _is_plain(index: m.Expr | None, sides: set[int]) -> bool:
    """Tell whether an index follows from where a fact is kept."""
    if isinstance(index, m.Op):
        fixed = index.op not in ("active", "round", "total")
        return fixed and all(_is_plain(part, sides) for part in index.arguments)
    if isinstance(index, m.Local):
        return index.key in sides
    return isinstance(index, (m.Literal_, m.OptionRef))


def _free(e: m.Expr) -> dict[int, Type]:
    """Return the names that an expression takes from its place, and their types."""
    own = {part.key for part in walk(e) if isinstance(part, m.Bind)}
    return {
        part.key: part.type for part in walk(e) if isinstance(part, m.Local) and part.key not in own
    }
