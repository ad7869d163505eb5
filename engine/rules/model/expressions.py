"""Expressions of the checked model, each with its type, and the domains they take values from."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeGuard, get_args

from engine.language.frozen import Frozen
from engine.language.syntax.expressions import Best, FoldKind, SeveralForm
from engine.rules.model.operators import Operator
from engine.rules.types import Type

Model: TypeAlias = Frozen
"""Anything in a model, with the place in the text that it means."""


class ExprBase(Model):
    """An expression and what it yields."""

    type: Type


if not TYPE_CHECKING:
    # For mypy it is one of the classes below; to ask for their base is quicker.
    Expr = ExprBase


class Literal_(ExprBase):
    """A number, a truth, a member of an enumeration (its position), a seat (from 0), none."""

    value: int


class Words(ExprBase):
    """A text with values in it: the parts in order; `raw` is the text with its values in braces,
    `values` is what is in the braces of those.
    """

    parts: tuple[str | Expr, ...]
    raw: str = ""
    values: tuple[str, ...] = ()


class OptionRef(ExprBase):
    """The value of an option."""

    name: str


class Local(ExprBase):
    """A parameter, binder or local variable; `indices` for a local family."""

    name: str
    key: int
    indices: tuple[Expr, ...] = ()


class VarRef(ExprBase):
    """A top-level variable or counter."""

    name: str
    indices: tuple[Expr, ...]


class ZoneRef(ExprBase):
    """A zone, or, with indices left open (None), the zones of a family."""

    name: str
    indices: tuple[Expr | None, ...]

    @property
    def is_open(self) -> bool:
        """Return whether it means several zones."""
        return any(index is None for index in self.indices)


class Attr(ExprBase):
    """An attribute of a piece."""

    piece: Expr
    name: str


class Lookup(ExprBase):
    """A cell of a table."""

    table: str
    indices: tuple[Expr, ...]


class RuleCall(ExprBase):
    """A named rule with its arguments."""

    rule: str
    arguments: tuple[Expr, ...]


class Op(ExprBase):
    """A built-in operation: arithmetic, comparison, logic, questions about zones and seats."""

    op: Operator
    arguments: tuple[Expr, ...]


def takes_several(domain: Expr) -> TypeGuard[Op]:
    """Return whether a domain is `N of SET`, `up to N of SET` or the like; the set stands last."""
    return isinstance(domain, Op) and domain.op in get_args(SeveralForm)


class Bind(Model):
    """A name that runs through a domain."""

    name: str
    key: int
    type: Type
    domain: Expr


class Fold(ExprBase):
    """sum, count, any, all, max, min, distinct, the, random, or set over binders."""

    kind: FoldKind
    binders: tuple[Bind, ...]
    where: Expr | None = None
    value: Expr | None = None
    best: Best | None = None


class Everything(ExprBase):
    """All values of an enumeration, all seats, or all pieces of a component."""

    of: Type


class Interval(ExprBase):
    """The numbers from low to high."""

    low: Expr
    high: Expr


class SetOf(ExprBase):
    """The listed values."""

    items: tuple[Expr, ...]


class TupleOf(ExprBase):
    """Values that are compared from left to right."""

    items: tuple[Expr, ...]


class Supposing(ExprBase):
    """A value as it would be if something were done; nothing is."""

    value: Expr
    body: Model
    """A block; blocks are made of expressions, so their type isn't named here."""


class ActionParameter(Model):
    """A parameter of an action and where its values come from."""

    name: str
    key: int
    type: Type
    domain: Expr
    where: Expr | None = None


class Offer(Model):
    """An action by its name, and what it takes."""

    name: str
    parameters: tuple[ActionParameter, ...]


class Ability(Offer):
    """What makes moves of an action legal: what it takes, and what it requires."""

    conditions: tuple[Expr, ...]


class CanDo(ExprBase):
    """Whether a seat has a legal move of an action, wherever that is offered; whose turn it is
    doesn't matter.
    """

    seat: Expr
    action: str
    offers: tuple[Ability, ...]


class Furthest(ExprBase):
    """Whether a move of a choice that is made repeatedly can still lead to the highest, or the
    lowest, value that any way of choosing ends with. `choice` and `action` are their numbers.
    """

    choice: int
    action: int
    value: Expr
    highest: bool


class Domain(Model):
    """The values of an attribute, variable, option or index.

    `type` truth, number (then low and high are fixed expressions), enum, piece; perhaps none too.
    """

    type: Type
    low: Expr | None = None
    high: Expr | None = None


if TYPE_CHECKING:
    Expr: TypeAlias = (
        Literal_ | Words | OptionRef | Local | VarRef | ZoneRef | Attr | Lookup | RuleCall
        | Op | Fold | Everything | Interval | SetOf | TupleOf | Supposing
        | CanDo | Furthest
    )  # fmt: skip
