"""What every part of the checker shares: reporting, wanting a type, and the way to each node."""

from __future__ import annotations

from engine.language import syntax as s
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.names import LocalName, Names
from engine.rules.types import (
    ERROR,
    NUMBER,
    PLAYER,
    TRUTH,
    Type,
)


class Checking:
    """Turns syntax into typed expressions; `expected` tells equal words of several types apart."""

    def __init__(self, names: Names) -> None:
        """Check against these names."""
        self.names = names
        self.findings = names.findings
        self.rule_types: dict[str, Type] = {}
        self.original: str | None = None
        self.its: LocalName | None = None
        self.in_example = False

    def fail(self, span: Span) -> m.Expr:
        """Return a stand-in for an expression that was wrong; nothing more is said of it."""
        return m.Literal_(type=ERROR, value=0, span=span)

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> m.Expr:
        """Report a mistake and return a stand-in."""
        self.findings.error(code, message, span, hint=hint)
        return self.fail(span)

    def truth(self, node: s.Expr) -> m.Expr:
        """Check a condition."""
        return self.want(self.expr(node, TRUTH), TRUTH, "a condition")

    def number(self, node: s.Expr, what: str = "this") -> m.Expr:
        """Check a number."""
        return self.want(self.expr(node, NUMBER), NUMBER, what)

    def seat(self, node: s.Expr) -> m.Expr:
        """Check a seat."""
        return self.want(self.expr(node, PLAYER), PLAYER, "a player")

    def want(self, value: m.Expr, wanted: Type, what: str) -> m.Expr:
        """Return the value, widened if need be, or report that it is of another type."""
        have = value.type
        if ERROR in (have, wanted) or have == wanted or have == wanted.sure():
            return value
        if have.kind == "none" and wanted.maybe:
            return value
        if have.sure() == wanted:
            return value  # that it isn't none is checked when the game runs
        if have.kind == wanted.kind == "piece" and set(have.names) & set(wanted.names):
            return value
        if have.kind == wanted.kind == "enum" and self.offset(have.name, wanted.name) is not None:
            return m.Op(op="widen", arguments=(value,), type=wanted.sure(), span=value.span)
        return self.error(
            "E101", f"{what} needs {wanted.describe()}, but this is {have.describe()}", value.span
        )

    def offset(self, narrow: str, wide: str) -> int | None:
        """Return where the words of one enumeration begin in another that was put together."""
        if narrow == wide:
            return 0
        known = self.names.enums.get(wide)
        return dict(known.parts).get(narrow) if known else None

    def expr(self, node: s.Expr, expected: Type | None = None) -> m.Expr:
        """Check an expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        result: m.Expr = method(node, expected)
        return result
