"""Lowering `N of SET`: a name that stands for several values at once.

A set is no integer, so such a name has no value of its own: it is N values, each under a key that
follows from the name's own. They are taken in increasing order, so that every set is found once; of
pieces that read the same, one stands for all of them.
"""

from __future__ import annotations

from math import comb

from engine.compile.grids import Grids
from engine.compile.program import Bin, E, Parameter, Reg, Steps
from engine.compile.setting import Setting
from engine.compile.values import Array, Context, Source
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.checker.expressions import MOST_AT_ONCE

MOST_COMBINATIONS = 1_000_000
"""How many sets there may be to choose from when every zone is as full as it can be."""
_KEYS = 1_000_000
"""Where the keys of single values begin, beyond those that the checker gives to names."""


def is_several(domain: m.Expr) -> bool:
    """Tell whether a domain is `N of SET`."""
    return isinstance(domain, m.Op) and domain.op == "some of"


def each(p: m.Choice, setting: Setting) -> list[m.Choice]:
    """Return a parameter as the single ones that it is made of: itself, or N of its elements."""
    if not (isinstance(p.domain, m.Op) and is_several(p.domain)):
        return [p]
    count, domain = p.domain.arguments
    kind = p.type.items[0]
    return [
        m.Choice(name=p.name, key=key, type=kind, domain=domain, span=p.span)
        for key in keys(p.key, setting.value(count))
    ]


def keys(key: int, count: int) -> range:
    """Return the keys of the single values that a name stands for."""
    first = _KEYS + key * MOST_AT_ONCE
    return range(first, first + count)


class Several(Grids):
    """Lowers names that stand for several values."""

    counts_of: dict[int, int]
    """How many values the names that stand for several have, by their keys."""

    def how_many(self, domain: m.Op) -> int:
        """Return how many values are taken at once."""
        count = self.setting.value(domain.arguments[0])
        if not 1 <= count <= MOST_AT_ONCE:
            message = f"1 to {MOST_AT_ONCE} can be taken at once, not {count}"
            raise self.setting.error(Code.E104, message, domain.arguments[0].span)
        return count

    def members(self, e: m.Expr, c: Context) -> list[E] | None:
        """Return the values that a name stands for; None when it isn't several."""
        if not isinstance(e, m.Local) or e.key not in self.counts_of:
            return None
        values = [c.locals[key] for key in keys(e.key, self.counts_of[e.key])]
        return [value for value in values if not isinstance(value, Array)]

    def member_source(self, values: list[E], reg: Reg) -> Source:
        """Return loops that run a register through several values, which all differ."""
        return [([(reg, Steps(value, value))], []) for value in values]

    def bind_several(self, bind: m.Bind, c: Context) -> Source:
        """Return the loops that run through every set of N values, each set once."""
        domain = bind.domain
        assert isinstance(domain, m.Op)
        total: Source = [([], [])]
        self.counts_of[bind.key] = self.how_many(domain)
        before: E | None = None
        for key in keys(bind.key, self.counts_of[bind.key]):
            one = m.Bind(
                name=bind.name, key=key, type=bind.type.items[0], domain=domain.arguments[1],
                span=bind.span,
            )  # fmt: skip
            source = self.bind(one, c)
            value = c.locals[key]
            assert not isinstance(value, Array)
            order = [] if before is None else [Bin(">", value, before)]
            total = [
                ([*loops, *more], [*tests, *extra, *order])
                for loops, tests in total
                for more, extra in source
            ]
            before = value
        return total

    def bind(self, bind: m.Bind, c: Context) -> Source:
        """Return the loops of a binder and make its name known in the context."""
        raise NotImplementedError

    def in_order(self, made: list[Parameter]) -> list[E]:
        """Return the tests that the last of several parameters comes after those before it.

        What reads the same is in order, too, as long as it isn't the same.
        """
        last, before = made[-1], made[-2]
        if last.same is None or before.same is None:
            return [Bin(">", last.reg, before.reg)]
        ordered = self._tuples(">=", list(last.same), list(before.same))
        return [ordered, *(Bin("!=", last.reg, other.reg) for other in made[:-1])]

    def refuse_many(self, values: int, count: int, p: m.Choice) -> None:
        """Refuse a choice between so many sets that nobody could look through them."""
        sets = comb(values, count)
        if sets > MOST_COMBINATIONS:
            raise self.setting.error(
                Code.E104,
                f"this is a choice between up to {sets:,} sets; say how much its zone holds at "
                "most, or take fewer at once",
                p.domain.span,
            )  # fmt: skip
