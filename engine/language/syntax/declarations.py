"""Syntax nodes of declarations: header, options, types, components, tables, zones, variables."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.language.source import Span
from engine.language.syntax.expressions import Broken, Expr, Node, Range, Words


class Member(Node):
    """A word or a type in a list of types; `maybe` for `Colour?`, `several` for `set of Card`."""

    name: str
    when: Expr | None
    is_type: bool
    maybe: bool = False
    several: bool = False


class TypeSpec(Node):
    """`0..10`, `red, blue`, `Colour?`."""

    parts: tuple[Member | Range, ...]


class IndexTypes(Node):
    """`[Player, 1..9]`."""

    types: tuple[Member | Range, ...]


ModifierPart: TypeAlias = str | int | tuple[int, Expr] | tuple[str, str] | Expr
"""A plain word, a number, a range of numbers or of letters, or how many."""


class Modifier(Node):
    """`face down`, `spaces 1..9`, `columns a..h`: plain words, numbers, ranges, and how many."""

    parts: tuple[ModifierPart, ...]


HeaderField = Literal["subtitle", "aim", "kind", "minutes", "players", "rounds", "teams", "starts"]


class HeaderLine(Node):
    """`players 2..4` and the like."""

    field: HeaderField
    values: tuple[Expr, ...]
    words: str | None = None
    until: bool = False
    """`rounds until C`."""


class Game(Node):
    """The header of a game."""

    title: str
    lines: tuple[HeaderLine | Words | Broken, ...]


class Variant(Node):
    """The header of a variant: its title, its game, the variants that it is to be put over."""

    title: str
    base: str
    base_span: Span
    over: tuple[str, ...]
    words: str | None


class Constant(Node):
    """`let most = 5 if players <= 3 else 4`, at the left edge."""

    name: str
    value: Expr
    words: str | None = None


class Option(Node):
    """`option length: full, short = full`."""

    name: str
    type: TypeSpec
    default: Expr
    words: str | None = None
    fixed: bool = False


class WordText(Node):
    """`guard "Name a card."`: what is said of a word of a type."""

    name: str
    words: str


class TypeDecl(Node):
    """`type Colour = red, blue`, perhaps with what is said of its words."""

    name: str
    type: TypeSpec
    words: str | None
    texts: tuple[WordText, ...] = ()


class Attribute(Node):
    """`value: 0..10 = 0`, `var face: 0..9`."""

    name: str
    type: TypeSpec
    default: Expr | None
    changes: bool = False


class Called(Node):
    """`called "{colour} {value}"`."""

    value: Expr


class Back(Node):
    """`back level`: the attributes that can be read on a piece's back."""

    names: tuple[str, ...]


class MakeItem(Node):
    """`colour`, `value = 0`, `value in 2..10`."""

    name: str
    form: str
    value: Expr | None


class Make(Node):
    """`make 3 for each colour, value = 0 when long`."""

    count: Expr
    items: tuple[MakeItem, ...]
    when: Expr | None


class Component(Node):
    """A kind of piece."""

    name: str
    attributes: tuple[Attribute, ...]
    called: Called | None
    back: Back | None
    makes: tuple[Make, ...]
    words: str | None


class TableRow(Node):
    """`red = 3, 5`, or a row of a grid."""

    key: str | int
    cells: tuple[Expr, ...]


class Table(Node):
    """A lookup table: `list`, `from`, `rows` or `grid`."""

    name: str
    form: str
    sides: tuple[Member | Range, ...]
    start: Expr | None = None
    cells: tuple[Expr, ...] = ()
    rows: tuple[TableRow, ...] = ()
    value: Member | Range | None = None
    sets: bool = False
    words: str | None = None


class DrawnRow(Node):
    """A row of the drawing of a zone, as it is written: `"o--o--o"`."""

    text: str


class Letter(Node):
    """`K = white king`: what a sign in a diagram of a grid means."""

    sign: str
    means: tuple[str, ...]


class Zone(Node):
    """`zone hand[Player]: hand of Card, seen by owner`, perhaps with a drawing of it."""

    name: str
    indices: IndexTypes | None
    kind: str
    kind_span: Span
    content: tuple[Member | Range, ...]
    modifiers: tuple[Modifier, ...]
    words: str | None = None
    letters: tuple[Letter, ...] = ()
    drawn: tuple[DrawnRow, ...] = ()


class Variable(Node):
    """`var safe[Player] = no`, `counter coins[Player]: 0..99 = 0, seen by owner`; also local."""

    kind: str
    name: str
    indices: IndexTypes | None
    type: TypeSpec | None
    start: Expr | None
    modifiers: tuple[Modifier, ...] = ()
    words: str | None = None
