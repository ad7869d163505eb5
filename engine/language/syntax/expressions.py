"""Syntax nodes of expressions: texts for values, with names not yet resolved."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from engine.language.frozen import Frozen, walk
from engine.language.source import Span


class Node(Frozen):
    """Anything in a text."""

    span: Span = field()


class Words(Node):
    """A quoted sentence on a line of its own: the words of what it is in."""

    text: str


class Broken(Node):
    """A line that could not be read."""


class Number(Node):
    """`12`."""

    value: int


class Text(Node):
    """A quoted text, without its quotation marks."""

    value: str


class Name(Node):
    """A lower-case name."""

    name: str


def names_in(node: object) -> list[str]:
    """Return the plain names in a piece of syntax, each once."""
    return list(dict.fromkeys(x.name for x in walk(node) if isinstance(x, Name)))


class TypeName(Node):
    """A capitalised name."""

    name: str


class My(Node):
    """`my hand`."""

    name: str


class MyLine(Node):
    """`my "Bonus"`, a ledger line, in examples."""

    label: str


class Its(Node):
    """`its owner`, of the piece that is being moved."""

    name: str


class Seat(Node):
    """`seat 2`, counted from 1."""

    number: int


class Team(Node):
    """`team 2`."""

    number: int


class Stage(Node):
    """`the round`, `the game`, in examples."""

    name: str


class Dot(Node):
    """`card.value`."""

    target: Expr
    name: str
    name_span: Span


class Index(Node):
    """`stone[3]`."""

    target: Expr
    arguments: tuple[Expr, ...]


class Call(Node):
    """`fits(card, column)`; `original` when it names what a variant replaces."""

    name: str
    arguments: tuple[Expr, ...]
    name_span: Span
    original: bool = False


class Binder(Node):
    """`card in my hand`; without a domain, everything of the type with the binder's name."""

    name: str
    domain: Expr | None = None


Best = Literal["highest", "lowest"]
FoldKind = Literal[
    "sum", "count", "any", "all", "max", "min", "the", "one", "set", "group", "random", "distinct",
    "split",
]  # fmt: skip
"""What is computed over many values; `the`, `set` and `group` only in the checked model."""
SeveralForm = Literal["some of", "up to of", "between of", "or more of", "any number of"]
"""How many are taken at once: exactly so many, or some number out of several."""
CellsForm = Literal["of", "next to", "around", "from", "along", "at", "between"]
"""Which cells of a grid are meant."""
FirstPiece = Literal["as far as", "before"]
"""Where the lines of cells end that lead away from one: with the first cell that isn't empty, or
before it.
"""


class Fold(Node):
    """`sum(E for x in S where C)`; without E the truth of C itself is counted.

    Also `the(x in S where C with highest E)`, and `{x in S where C}`, whose name is `{}`.
    """

    name: str
    value: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None
    name_span: Span
    best: Best | None = None


class SetLiteral(Node):
    """`{a, b}`."""

    items: tuple[Expr, ...]


class TupleOf(Node):
    """`(a, b)`."""

    items: tuple[Expr, ...]


class EndOf(Node):
    """`top of deck`, `bottom of deck`."""

    which: str
    zone: Expr


class ThePiece(Node):
    """`the Tile in spot`."""

    type_name: TypeName
    zone: Expr


class Lines(Node):
    """`lines of 3 in board`."""

    length: Expr
    zone: Expr


class Cells(Node):
    """`cells of board`, `cells next to square`, `cells from square going (1, 0)`."""

    form: CellsForm
    parts: tuple[Expr, ...]
    first_piece: FirstPiece | None = None


class Group(Node):
    """`group(cell next to square where C)`: what hangs together with a cell."""

    name: str
    cell: str
    form: CellsForm
    start: Expr
    where: Expr | None
    name_span: Span


class NextAfter(Node):
    """`next(player after me where C)`: the first player clockwise for whom C holds."""

    name: str
    who: str
    after: Expr
    where: Expr | None
    name_span: Span


class Unary(Node):
    """`not C`, `-N`."""

    operator: str
    operand: Expr


class Binary(Node):
    """`and`, `or`, `+`, `-`, `*`, `/`, `mod`."""

    left: Expr
    operator: str
    right: Expr


class Compare(Node):
    """`a <= b <= c`: one operator fewer than operands."""

    operands: tuple[Expr, ...]
    operators: tuple[str, ...]


class IsState(Node):
    """`deck is not empty`, `is full`, `is none`, `me is out`."""

    operand: Expr
    negated: bool
    state: str


class Repeated(Node):
    """`the position is new`; with `times`, `the position has come 3 times`. `of`: of one zone."""

    of: Name | None
    times: Expr | None
    negated: bool = False


class IsIn(Node):
    """`x is in S`."""

    operand: Expr
    negated: bool
    domain: Expr


class CanDo(Node):
    """`left(me) can go`: whether a player has a legal move of an action; `arguments`: what is
    in brackets behind it.
    """

    who: Expr
    negated: bool
    action: str
    action_span: Span
    arguments: tuple[Expr, ...]


class Range(Node):
    """`1..9`; `maybe` for `1..9?`, which only types have."""

    low: Expr
    high: Expr
    maybe: bool = False


class SomeOf(Node):
    """`3 of my hand`: every three that could be taken; `up to 3 of`, `1..3 of`, `1 or more of` and
    `any number of my hand`. `counts`: the numbers in it.
    """

    form: SeveralForm
    counts: tuple[Expr, ...]
    domain: Expr


class Conditional(Node):
    """`A if C else B`."""

    value: Expr
    condition: Expr
    otherwise: Expr


class Supposing(Node):
    """`C supposing move card to heap`: C as it would be if that were done."""

    value: Expr
    done: Node
    """A statement; those are made of expressions, so their type isn't named here."""


Expr: TypeAlias = (
    Number | Text | Name | TypeName | My | MyLine | Its | Seat | Team | Stage | Dot | Index | Call
    | Fold | SetLiteral | TupleOf | EndOf | ThePiece | Lines | Cells | Group
    | NextAfter | SomeOf | Unary | Binary | Compare | IsState | Repeated | IsIn | CanDo | Range
    | Conditional | Supposing
)  # fmt: skip
