"""Expressions of the checked model, each with its type, and the domains they take values from."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, SkipValidation

from engine.language.source import NOWHERE, Span
from engine.rules.types import Type

# Validated where they are made, so pydantic needn't look at them again.
SpanOf = Annotated[Span, SkipValidation]
TypeOf = Annotated[Type, SkipValidation]


Best = Literal["highest", "lowest"]


class Model(BaseModel):
    """Anything in a model: frozen, with the place in the text that it stands for."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)
    span: SpanOf = NOWHERE


class Expr(Model):
    """An expression and what it yields."""

    type: TypeOf


class Literal_(Expr):
    """A number, a truth, a member of an enumeration (its position), a seat (from 0), none."""

    value: int


class Words(Expr):
    """A text with values in it: the parts in order; `raw` is the text with its values in braces."""

    parts: tuple[str | Expr, ...]
    raw: str = ""


class OptionRef(Expr):
    """The value of an option."""

    name: str


class Local(Expr):
    """A parameter, binder or local variable; `indices` for a local family."""

    name: str
    key: int
    indices: tuple[Expr, ...] = ()


class VarRef(Expr):
    """A top-level variable or counter."""

    name: str
    indices: tuple[Expr, ...]


class ZoneRef(Expr):
    """A zone, or, with indices left open (None), the zones of a family."""

    name: str
    indices: tuple[Expr | None, ...]

    @property
    def is_open(self) -> bool:
        """Tell whether it stands for several zones."""
        return any(index is None for index in self.indices)


class Attr(Expr):
    """An attribute of a piece."""

    piece: Expr
    name: str


class Lookup(Expr):
    """A cell of a table."""

    table: str
    indices: tuple[Expr, ...]


class RuleCall(Expr):
    """A named rule with its arguments."""

    rule: str
    arguments: tuple[Expr, ...]


class Op(Expr):
    """A built-in operation: arithmetic, comparison, logic, questions about zones and seats."""

    op: str
    arguments: tuple[Expr, ...]


class Bind(Model):
    """A name that runs through a domain."""

    name: str
    key: int
    type: TypeOf
    domain: Expr


class Fold(Expr):
    """sum, count, any, all, max, min, distinct, the, random, or set over binders."""

    kind: str
    binders: tuple[Bind, ...]
    where: Expr | None
    value: Expr | None
    best: Best | None = None


class Everything(Expr):
    """All values of an enumeration, all seats, or all pieces of a component."""

    of: TypeOf


class Interval(Expr):
    """The numbers from low to high."""

    low: Expr
    high: Expr


class SetOf(Expr):
    """The listed values."""

    items: tuple[Expr, ...]


class TupleOf(Expr):
    """Values that are compared from left to right."""

    items: tuple[Expr, ...]


class Domain(Model):
    """The values of an attribute, variable, option or index.

    `type` truth, number (then low and high are fixed expressions), enum, piece; perhaps none too.
    """

    type: TypeOf
    low: Expr | None = None
    high: Expr | None = None
