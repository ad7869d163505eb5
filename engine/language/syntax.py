"""Syntax nodes: the text as the parser read it, names not yet resolved, every node with its span."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.language.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands in a text."""

    span: Span


# ------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`12`."""

    value: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, without its quotation marks."""

    value: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A lower-case name."""

    name: str


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A capitalised name."""

    name: str


@dataclass(frozen=True, slots=True)
class My(Node):
    """`my hand`."""

    name: str


@dataclass(frozen=True, slots=True)
class MyLine(Node):
    """`my "Bonus"`, a ledger line, in examples."""

    label: str


@dataclass(frozen=True, slots=True)
class Its(Node):
    """`its owner`, of the piece that is being moved."""

    name: str


@dataclass(frozen=True, slots=True)
class Seat(Node):
    """`seat 2`, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Stage(Node):
    """`the round`, `the game`, in examples."""

    name: str


@dataclass(frozen=True, slots=True)
class Dot(Node):
    """`card.value`."""

    target: Expr
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`stone[3]`."""

    target: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`fits(card, column)`; `original` when it names what a variant replaces."""

    name: str
    arguments: tuple[Expr, ...]
    name_span: Span
    original: bool = False


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`card in my hand`; without a domain, everything of the type with the binder's name."""

    name: str
    domain: Expr | None


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`sum(E for x in S where C)`; without E the truth of C itself is counted."""

    name: str
    value: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None
    name_span: Span


@dataclass(frozen=True, slots=True)
class SetWhere(Node):
    """`{x in S where C}`."""

    binder: Binder
    where: Expr | None


@dataclass(frozen=True, slots=True)
class SetLiteral(Node):
    """`{a, b}`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TupleOf(Node):
    """`(a, b)`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class EndOf(Node):
    """`top of deck`, `bottom of deck`."""

    which: str
    zone: Expr


@dataclass(frozen=True, slots=True)
class TheOne(Node):
    """`the(x in S where C with highest E)`."""

    binder: Binder
    where: Expr | None
    best: str | None
    by: Expr | None


@dataclass(frozen=True, slots=True)
class ThePiece(Node):
    """`the Tile in spot`."""

    type_name: TypeName
    zone: Expr


@dataclass(frozen=True, slots=True)
class Lines(Node):
    """`lines of 3 in board`."""

    length: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`not C`, `-N`."""

    operator: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`and`, `or`, `+`, `-`, `*`, `/`, `mod`."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`a <= b <= c`: one operator fewer than operands."""

    operands: tuple[Expr, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IsState(Node):
    """`deck is not empty`, `is full`, `is none`."""

    operand: Expr
    state: str
    negated: bool


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    """`x is in S`."""

    operand: Expr
    domain: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`1..9`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`A if C else B`."""

    value: Expr
    condition: Expr
    otherwise: Expr


Expr: TypeAlias = (
    Number | Text | Name | TypeName | My | MyLine | Its | Seat | Stage | Dot | Index | Call | Fold
    | SetWhere | SetLiteral | TupleOf | EndOf | TheOne | ThePiece | Lines | Unary | Binary
    | Compare | IsState | IsIn | Range | Conditional
)  # fmt: skip


# ------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True)
class Words(Node):
    """A quoted sentence on a line of its own: the words of what it stands in."""

    text: str


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """A line that could not be read."""


@dataclass(frozen=True, slots=True)
class Moved(Node):
    """What is moved: `one`, `some` (N from), `up to`, `all from`, `all` T, `each` T (where)."""

    form: str
    what: Expr | None
    count: Expr | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Target(Node):
    """Where to: one zone, or `each` zone of a family."""

    zone: Expr
    each: bool
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move card to my hand at 3`."""

    moved: Moved
    target: Target
    at: Expr | None


@dataclass(frozen=True, slots=True)
class Forward(Node):
    """`move explorer forward 1`."""

    piece: Expr
    steps: Expr


@dataclass(frozen=True, slots=True)
class Deal(Node):
    """`deal 8 from deck to each hand`."""

    count: Expr
    source: Expr
    target: Target


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """Shuffle, swap, show, write, erase, out, next turn: a verb and its operands."""

    verb: str
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll all Die`."""

    moved: Moved


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`gain 3 coins`, `lose 3 coins`, `pay 3 coins to seat 2`."""

    verb: str
    amount: Expr
    counter: str
    counter_span: Span
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let x = E`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`x := E`."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class CallStatement(Node):
    """`auction(3)`: a procedure."""

    call: Expr


@dataclass(frozen=True, slots=True)
class End(Node):
    """`end phase`, `end turn`, `end round`, `end game`."""

    what: str


@dataclass(frozen=True, slots=True)
class Skip(Node):
    """`skip`: nothing happens."""


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require C because "…"`."""

    condition: Expr
    because: str | None


@dataclass(frozen=True, slots=True)
class LedgerLine(Node):
    """`add "Label" E when C`, `times "Label" E when C`."""

    kind: str
    label: str
    value: Expr
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Statements in order."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if C … else …`."""

    condition: Expr
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each x in S where C`."""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class EachSeat(Node):
    """`each [other] Player where C`; `simultaneously` asks them all before anything happens."""

    type_name: TypeName
    other: bool
    where: Expr | None
    body: Block
    simultaneous: bool


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat … until C`."""

    body: Block
    until: Expr


@dataclass(frozen=True, slots=True)
class Circle(Node):
    """`repeat each Player clockwise after S where C … until C`."""

    type_name: TypeName
    after: Expr | None
    where: Expr | None
    body: Block
    until: Expr


@dataclass(frozen=True, slots=True)
class AsSeat(Node):
    """`as P`."""

    seat: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Together(Node):
    """A block that counts as one change."""

    body: Block


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """A parameter of an action: `card in my hand`."""

    name: str
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Action(Node):
    """One thing to choose: a name, parameters, words on its line, a body."""

    name: str
    parameters: tuple[Choice, ...]
    text: str | None
    body: Block
    name_span: Span


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose`, `may choose`, `may choose repeatedly`."""

    optional: bool
    repeatedly: bool
    actions: tuple[Action | Broken, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """`phase "Draw"`."""

    title: str
    when: Expr | None
    body: Block


# ------------------------------------------------------------------ types and declarations


@dataclass(frozen=True, slots=True)
class Member(Node):
    """A word or a type in a list of types; `maybe` for `Colour?`."""

    name: str
    when: Expr | None
    is_type: bool
    maybe: bool = False


@dataclass(frozen=True, slots=True)
class TypeSpec(Node):
    """`0..10`, `red, blue`, `Colour?`."""

    parts: tuple[Member | Range, ...]


@dataclass(frozen=True, slots=True)
class IndexTypes(Node):
    """`[Player, 1..9]`."""

    types: tuple[Member | Range, ...]


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """`face down`, `seen by owner`, `spaces 1..9`: plain words, numbers and ranges."""

    parts: tuple[str | int | tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class HeaderLine(Node):
    """`players 2..4` and the like."""

    field: str
    values: tuple[Expr, ...]
    words: str | None = None


@dataclass(frozen=True, slots=True)
class Game(Node):
    """The header of a game."""

    title: str
    lines: tuple[HeaderLine | Words | Broken, ...]


@dataclass(frozen=True, slots=True)
class Variant(Node):
    """The header of a variant: its title, the game's name, the variants it takes precedence over."""

    title: str
    base: str
    base_span: Span
    over: tuple[str, ...]
    words: str | None


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`option length: full, short = full`."""

    name: str
    type: TypeSpec
    default: Expr
    words: str | None


@dataclass(frozen=True, slots=True)
class TypeDecl(Node):
    """`type Colour = red, blue`."""

    name: str
    type: TypeSpec
    words: str | None


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`value: 0..10 = 0`, `var face: 0..9`."""

    name: str
    type: TypeSpec
    default: Expr | None
    changes: bool


@dataclass(frozen=True, slots=True)
class Called(Node):
    """`called "{colour} {value}"`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class MakeItem(Node):
    """`colour`, `value = 0`, `value in 2..10`."""

    name: str
    form: str
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Make(Node):
    """`make 3 for each colour, value = 0 when long`."""

    count: Expr
    items: tuple[MakeItem, ...]
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Component(Node):
    """A kind of piece."""

    name: str
    attributes: tuple[Attribute, ...]
    called: Called | None
    makes: tuple[Make, ...]
    words: str | None


@dataclass(frozen=True, slots=True)
class TableRow(Node):
    """`yellow = 3, 5`, or a row of a grid."""

    key: str | int
    cells: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Table(Node):
    """A lookup table: `list`, `from`, `rows` or `grid`."""

    name: str
    form: str
    sides: tuple[Member | Range, ...]
    start: Expr | None
    cells: tuple[Expr, ...]
    rows: tuple[TableRow, ...]
    value: Member | Range | None
    sets: bool
    words: str | None


@dataclass(frozen=True, slots=True)
class Zone(Node):
    """`zone hand[Player]: hand of Card, seen by owner`."""

    name: str
    indices: IndexTypes | None
    kind: str
    kind_span: Span
    content: tuple[Member | Range, ...]
    modifiers: tuple[Modifier, ...]
    words: str | None


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """`var safe[Player] = no`, `counter coins[Player]: 0..99 = 0, seen by owner`; also local."""

    kind: str
    name: str
    indices: IndexTypes | None
    type: TypeSpec | None
    start: Expr | None
    modifiers: tuple[Modifier, ...]
    words: str | None


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`card: Card`, `column: expedition`, `n: 1..10`."""

    name: str
    type: Member | Range


@dataclass(frozen=True, slots=True)
class Case(Node):
    """A value line of a rule: always, `if C`, or `otherwise`."""

    value: Expr
    condition: Expr | None
    otherwise: bool


@dataclass(frozen=True, slots=True)
class Rule(Node):
    """A named rule."""

    name: str
    parameters: tuple[Parameter, ...]
    cases: tuple[Case, ...]
    words: str | None
    name_span: Span


@dataclass(frozen=True, slots=True)
class Setup(Node):
    """`setup`, before every round; `setup once`, before the first."""

    once: bool
    body: Block


@dataclass(frozen=True, slots=True)
class Turn(Node):
    """What a seat does when it is its turn."""

    body: Block


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """`to auction(opening: 1..36)`."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    name_span: Span


@dataclass(frozen=True, slots=True)
class Arrival(Node):
    """`explorer arrives in path[player, colour] at space`."""

    piece: str
    zone: str
    indices: tuple[Expr, ...] | None
    at: Expr | None


@dataclass(frozen=True, slots=True)
class Becoming(Node):
    """`deck becomes empty`."""

    zone: Expr
    state: str


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """A reaction."""

    event: Arrival | Becoming
    body: Block


@dataclass(frozen=True, slots=True)
class Ending(Node):
    """`round ends when C`; timing `at once`, `end of turn` or `more turns`."""

    what: str
    timing: str
    turns: Expr | None
    condition: Expr
    words: str | None


@dataclass(frozen=True, slots=True)
class WinsWhen(Node):
    """`wins when C`."""

    condition: Expr
    words: str | None


@dataclass(frozen=True, slots=True)
class Score(Node):
    """`score each Player into coins`."""

    type_name: TypeName
    into: str | None
    into_span: Span
    body: Block


@dataclass(frozen=True, slots=True)
class After(Node):
    """`after each turn`, `after each round`, `after last round`."""

    which: str
    what: str
    body: Block


@dataclass(frozen=True, slots=True)
class Ranking(Node):
    """`highest coins`."""

    best: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Winner(Node):
    """`winner highest total, then highest artifacts`."""

    rankings: tuple[Ranking, ...]
    words: str | None


# ------------------------------------------------------------------ examples


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """A run of words, a number or a value, perhaps `at` a space."""

    words: tuple[str, ...]
    value: Expr | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class MoveArgument(Node):
    """An argument of a written move: words, perhaps with the place the piece is in."""

    phrase: Phrase
    place: Expr | None


@dataclass(frozen=True, slots=True)
class WrittenMove(Node):
    """`explore(yellow 5)`; arguments None when only the action is named."""

    name: str
    arguments: tuple[MoveArgument, ...] | None


@dataclass(frozen=True, slots=True)
class Given(Node):
    """A setting: `players`, `is`, `has` or `empty`."""

    form: str
    place: Expr | None
    items: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Doing(Node):
    """A move, by a seat where several choose; no move for `any turn`."""

    move: WrittenMove | None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Do(Node):
    """Moves in order."""

    moves: tuple[Doing, ...]


@dataclass(frozen=True, slots=True)
class Then(Node):
    """A claim: its form, the thing spoken of, what it is compared with."""

    form: str
    subject: Expr | None
    items: tuple[Phrase, ...] = ()
    other: Expr | None = None
    operator: str = ""
    move: WrittenMove | None = None
    because: str | None = None
    because_is_rule: bool = False
    after_scoring: bool = False


@dataclass(frozen=True, slots=True)
class Example(Node):
    """A worked example."""

    title: str
    lines: tuple[Given | Do | Then | Words | Broken, ...]


# ------------------------------------------------------------------ variants


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """`replace ITEM`, also a phase."""

    item: Item | Phase


@dataclass(frozen=True, slots=True)
class Add(Node):
    """`add ITEM`."""

    item: Item


@dataclass(frozen=True, slots=True)
class AddActions(Node):
    """`add to "Phase"` and more things to choose there."""

    title: str
    actions: tuple[Action | Broken, ...]


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """`remove KIND NAME`, or the head of an ending or a trigger."""

    kind: str
    name: str
    head: Ending | Arrival | Becoming | None = None


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`set` a header line, the winner, a name's modifiers or a value."""

    line: HeaderLine | Winner | None
    target: Expr | None = None
    modifiers: tuple[Modifier, ...] = ()
    cells: tuple[Expr, ...] = ()


Statement: TypeAlias = (
    Words | Broken | Move | Forward | Deal | Effect | Roll | Gain | Let | Variable | Assign
    | CallStatement | End | Skip | Require | LedgerLine | If | ForEach | EachSeat | Repeat | Circle
    | AsSeat | Together | Choose | Phase | Score
)  # fmt: skip
Item: TypeAlias = (
    Game | Variant | Option | TypeDecl | Component | Table | Zone | Variable | Rule | Setup | Turn
    | Procedure | Trigger | Ending | WinsWhen | Score | After | Winner | Example | Replace | Add
    | AddActions | Remove | Change
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A whole text: its items in order."""

    name: str
    items: tuple[Item, ...]
