"""What a condition tells of types: after `card.face is in Colour` the face of the card is a Colour.

Of what can't change while the condition lasts this holds in all that stands under it: names, and
what is printed on the pieces that they name. Of all else it holds within the same expression.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine.language.frozen import rewritten, walk, without_places
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.types import Type


def tells(cx: Checking, test: m.Expr, value: m.Expr, kind: Type) -> None:
    """Remember that a test tells that a value is of a narrower type."""
    cx.tests.append((test, value, kind))


def narrowed(cx: Checking, value: m.Expr) -> m.Expr:
    """Return a value as what is known of it here."""
    if value.type.kind not in ("enum", "piece"):
        return value
    kind = cx.kinds.get(_structure(value))
    if kind is None or kind == value.type:
        return value
    if kind.kind == "piece":
        return replace(value, type=kind)
    return op("narrow", kind, value.span, value)


@contextmanager
def knowing(
    cx: Checking, condition: m.Expr | None, *, holds: bool = True, lasting: bool = False
) -> Iterator[None]:
    """Read on where a condition holds, or doesn't. `lasting`: while things happen."""
    found = _found(cx, condition, holds) if cx.tests and condition is not None else []
    if lasting:
        found = [(value, kind) for value, kind in found if _is_steady(cx, value)]
    if not found:
        yield
        return
    before, cx.kinds = cx.kinds, {**cx.kinds, **{_structure(value): kind for value, kind in found}}
    try:
        yield
    finally:
        cx.kinds = before


def _found(cx: Checking, e: m.Expr, holds: bool) -> list[tuple[m.Expr, Type]]:
    """Return what is known of values where a condition holds, or doesn't."""
    if not isinstance(e, m.Op):
        return []
    if e.op == "not":
        return _found(cx, e.arguments[0], not holds)
    if e.op == ("and" if holds else "or"):
        return [known for part in e.arguments for known in _found(cx, part, holds)]
    for test, value, kind in cx.tests:
        if test is e and (holds or kind.kind == "piece"):
            others = tuple(name for name in value.type.names if name not in kind.names)
            return [(value, kind if holds else Type("piece", others))]
    return []


def _is_steady(cx: Checking, e: m.Expr) -> bool:
    """Return whether a value is the same as long as its names mean the same."""
    changing = {
        a.name for c in cx.names.components.values() for a in c.attributes if a.changes
    }  # fmt: skip
    variable = {x.key for scope in cx.names.scopes for x in scope.values() if x.variable}
    for part in walk(e):
        if isinstance(part, m.Attr) and part.name not in changing and part.name != "space":
            continue
        if isinstance(part, m.Local) and part.key not in variable and not part.indices:
            continue
        if not (isinstance(part, m.Op) and part.op == "narrow"):
            return False
    return True


def _structure(e: m.Expr) -> object:
    """Return what is equal for expressions that say the same, whatever is known of their types."""
    return without_places(rewritten(e, _as_written), "type")


def _as_written(node: m.Model) -> m.Model:
    return node.arguments[0] if isinstance(node, m.Op) and node.op == "narrow" else node
