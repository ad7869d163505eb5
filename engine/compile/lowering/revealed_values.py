"""Lowering `show` of a value: facts that seats have been told.

What was told is kept in the state: who knows it, the value, and what the expression's names stood
for then. It holds until something that the expression looks at changes; then it is forgotten. Where
it looks into single zones, only a change of those counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from engine.compile.debug_info import ME_KEY, Array, RevealedExpression, Scope
from engine.compile.lowering.context import TOLD, Loops, Lowering
from engine.compile.program import (
    Bin,
    Const,
    E,
    Load,
    Or,
    Select,
    Set,
    Steps,
    Store,
    add,
    scale,
)
from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.reached import reads
from engine.rules.types import Type

MOST_FACTS = 5_000


def allot_facts(cx: Lowering, flows: object) -> None:
    """Give every value that is shown its place, before anything is lowered that changes it."""
    cx.debug.revealed = []
    parts = list(walk(flows))
    domains = {
        part.key: part.domain for part in parts if isinstance(part, (m.Bind, m.ActionParameter))
    }
    for show in parts:
        if isinstance(show, m.Show) and show.what.type.kind in TOLD:
            cx.debug.revealed.append(_fact(cx, show, domains))


def _fact(cx: Lowering, show: m.Show, domains: Mapping[int, m.Expr]) -> RevealedExpression:
    uses_me = any(
        isinstance(p, m.RuleCall) or (isinstance(p, m.Op) and p.op == "me") for p in walk(show.what)
    )
    sides = [(ME_KEY, 0, cx.setting.players)] if uses_me else []
    kept, pieces = [], []
    for key, kind in _free(show.what).items():
        values = None if kind.maybe else _values(cx, kind, domains.get(key), show)
        if values is None:
            kept.append((key, kind))
            continue
        sides.append((key, *values))
        pieces += [key] if kind.kind == "piece" else []
    count = prod(many for _, _, many in sides)
    if count > MOST_FACTS:
        message = Message("this could tell {count} different things", f"{count:,}")
        raise cx.setting.error(Code.E104, message, show.what.span)
    base = cx.layout.take(count * (2 + len(kept)))
    return RevealedExpression(show, base, tuple(sides), tuple(kept), frozenset(pieces))


def _values(
    cx: Lowering, kind: Type, domain: m.Expr | None, show: m.Show
) -> tuple[int, int] | None:
    """Return the first value of a name and how many it may have; None where that isn't known."""
    if kind.kind in ("enum", "truth"):
        return 0, cx.setting.count(kind, show.span)
    if kind.kind == "piece":
        runs = [cx.setting.run(name) for name in kind.names or cx.rules.components]
        runs = [run for run in runs if run[1]]
        low = min((run[0] for run in runs), default=0)
        return low, max((run[1] for run in runs), default=1) - low
    if kind.kind != "number" or not isinstance(domain, m.Interval):
        return None
    try:
        low, high = cx.setting.value(domain.low), cx.setting.value(domain.high)
    except RulesError:
        return None
    return low, max(1, high - low + 1)


def tell(cx: Lowering, s: m.Show, who: E, c: Scope) -> None:
    """Keep a value as a fact that seats know, given as bits."""
    fact = next(f for f in cx.debug.revealed if f.show is s)
    number: E = Const(0)
    for key, low, count in fact.sides:
        part = c.me if key == ME_KEY else known_local(key, c)
        number = add(scale(number, count), add(part, Const(-low)))
    place, value = cx.reg("z"), cx.reg("v")
    same = Bin("==", Load(add(place, Const(1))), value)
    cx.emit(
        Set(place, add(scale(number, fact.width), Const(fact.base))),
        Set(value, cx.value(s.what, c)),
        Store(place, Select(same, Bin("|", Load(place), who), who)),
        Store(add(place, Const(1)), value),
    )
    for i, (key, _) in enumerate(fact.kept, 2):
        cx.emit(Store(add(place, Const(i)), known_local(key, c)))


def known_local(key: int, c: Scope) -> E:
    """Return the value of a single local name."""
    bound = c.locals[key]
    assert not isinstance(bound, Array)
    return bound


def forget(cx: Lowering, touched: set[str], *zones: E) -> None:
    """Forget what may no longer be true.

    `zones`: the addresses of the only zones that have changed; none for any of those touched.
    """
    for fact in cx.debug.revealed:
        if reads(cx.rules, fact.show.what) & touched:
            _drop(cx, fact, touched, zones)


def forget_piece(cx: Lowering, piece: E) -> None:
    """Forget what was told about a piece, which moves or is shuffled."""
    for fact in cx.debug.revealed:
        for key, low, count in fact.sides:
            if key in fact.pieces:
                with cx.when(cx.within(piece, low, low + count - 1)):
                    _drop(cx, fact, set(), (), {key: piece})


def forget_pieces(cx: Lowering) -> None:
    """Forget what was told about any piece."""
    for fact in cx.debug.revealed:
        if fact.pieces:
            _drop(cx, fact, set(), ())


def _drop(
    cx: Lowering,
    fact: RevealedExpression,
    touched: set[str],
    zones: tuple[E, ...],
    fixed: Mapping[int, E] | None = None,
) -> None:
    """Forget a fact, whatever its names mean but those that are fixed."""
    inside, loops, tests = Scope(), Loops(), list[E]()
    total: E = Const(0)
    for key, low, count in fact.sides:
        r: E | None = (fixed or {}).get(key)
        if r is None:
            r = run = cx.reg("i", low, low + count - 1)
            loops.append((run, Steps(Const(low), Const(low + count - 1))))
        total = add(scale(total, count), add(r, Const(-low)))
        if key == ME_KEY:
            inside.me = r
        else:
            inside.locals[key] = r
    place = add(scale(total, fact.width), Const(fact.base))
    looked = _looked(fact, touched) if zones else None
    if looked is not None:
        same = [Bin("==", cx.value(z, inside), zone) for z in looked for zone in zones]
        tests = [Or(tuple(same))] if same else [Const(0)]
    with cx.each([(loops, tests)]):
        cx.emit(*(Store(add(place, Const(i)), Const(0)) for i in range(fact.width)))


def _looked(fact: RevealedExpression, touched: set[str]) -> list[m.ZoneRef] | None:
    """Return the single zones that a fact looks into; None when it may look into others."""
    sides = {key for key, *_ in fact.sides}
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


def _is_plain(index: m.Expr | None, sides: set[int]) -> bool:
    """Return whether an index follows from where a fact is kept."""
    if isinstance(index, m.Op):
        fixed = index.op not in ("active", "starter", "round", "total")
        return fixed and all(_is_plain(part, sides) for part in index.arguments)
    if isinstance(index, m.Local):
        return index.key in sides
    return isinstance(index, (m.Literal_, m.OptionRef))


def _free(e: m.Expr) -> dict[int, Type]:
    """Return the names that an expression takes from its place, and their types."""
    own = {part.key for part in walk(e) if isinstance(part, (m.Bind, m.ActionParameter))}
    return {
        part.key: part.type for part in walk(e) if isinstance(part, m.Local) and part.key not in own
    }
