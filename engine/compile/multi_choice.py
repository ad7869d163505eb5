"""Names that stand for several values at once, as in `choose 2 of Hand`: the single ones."""

from __future__ import annotations

from engine.compile.instance import Setting
from engine.rules import model as m
from engine.rules.checker.expressions import MOST_AT_ONCE

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
