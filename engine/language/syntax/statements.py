"""Syntax nodes of statements: what happens in a game, line by line."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.language.source import Span
from engine.language.syntax.declarations import DrawnRow, Variable
from engine.language.syntax.expressions import Binder, Broken, Expr, Name, Node, TypeName, Words

MoveForm = Literal["one", "some", "up to", "all from", "all", "each"]


class Moved(Node):
    """What is moved: `one`, `some` (N from), `up to`, `all from`, `all` T, `each` T (where)."""

    form: MoveForm
    what: Expr | None
    count: Expr | None = None
    where: Expr | None = None


class Target(Node):
    """Where to: one zone, or `each` zone of a family."""

    zone: Expr
    where: Expr | None = None
    each: bool = False


class Move(Node):
    """`move card to my hand at 3`."""

    moved: Moved
    target: Target
    at: Expr | None


class Forward(Node):
    """`move explorer forward 1`."""

    piece: Expr
    steps: Expr


class Deal(Node):
    """`deal 8 from deck to each hand`."""

    count: Expr
    source: Expr
    target: Target


class PassOn(Node):
    """`move each hand to the left`."""

    zone: Name
    to: Name


Verb = Literal["shuffle", "swap", "show", "write", "erase", "out", "next turn"]


class Effect(Node):
    """A verb and its operands."""

    verb: Verb
    operands: tuple[Expr, ...]


class Roll(Node):
    """`roll all Die`."""

    moved: Moved


class Announce(Node):
    """`announce "{player} passes"`: told to everybody."""

    text: str


class Gain(Node):
    """`gain 3 coins`, `lose 3 coins from seat 2`, `pay 3 coins to seat 2`.

    `indices`: those of the counter where they are written. `to`: who is paid, or whose counter it
    is. `fits`: `gain at most 3 coins`.
    """

    verb: str
    amount: Expr
    counter: str
    counter_span: Span
    indices: tuple[Expr, ...] | None = None
    to: Expr | None = None
    fits: bool = False


class Let(Node):
    """`let x = E`."""

    name: str
    value: Expr


class Assign(Node):
    """`x := E`."""

    target: Expr
    value: Expr


class CallStatement(Node):
    """`auction(3)`: a procedure."""

    call: Expr


class End(Node):
    """`end phase`, `end turn`, `end round`, `end game`."""

    what: str


class Outcome(Node):
    """`left(me) loses "…"`, `nobody wins "…"`: the game ends."""

    what: str
    seat: Expr | None
    words: str | None


class Skip(Node):
    """`skip`: nothing happens."""


class Require(Node):
    """`require C because "…"`."""

    condition: Expr
    because: str | None


class LedgerLine(Node):
    """`add "Label" E when C`, `times "Label" E when C`."""

    kind: str
    label: str
    value: Expr
    when: Expr | None


class Block(Node):
    """Statements in order."""

    statements: tuple[Statement, ...]


class If(Node):
    """`if C … else …`."""

    condition: Expr
    then: Block
    otherwise: Block | None


class Branch(Node):
    """`guard, priest: accuse`: what is done for some values."""

    values: tuple[Expr, ...]
    body: Block


class Depending(Node):
    """`depending on card.kind`: one of several blocks."""

    on: Expr
    branches: tuple[Branch, ...]
    otherwise: Block | None


class ForEach(Node):
    """`for each x in S where C`."""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: Block


class EachSeat(Node):
    """`each [other] Player where C`; `simultaneously` asks them all before anything happens."""

    other: bool
    type_name: TypeName
    where: Expr | None
    body: Block
    simultaneous: bool = False


class Repeat(Node):
    """`repeat … until C`."""

    body: Block
    until: Expr


class Circle(Node):
    """`repeat each Player clockwise after S where C … until C`."""

    type_name: TypeName
    after: Expr | None
    where: Expr | None
    body: Block
    until: Expr


class AsSeat(Node):
    """`as P`."""

    seat: Expr
    body: Block


class Together(Node):
    """A block that counts as one change."""

    body: Block


class ActionParameter(Node):
    """A parameter of an action: `card in my hand`."""

    name: str
    domain: Expr
    where: Expr | None


class Action(Node):
    """One thing to choose: a name, parameters, words on its line, a body."""

    name: str
    parameters: tuple[ActionParameter, ...]
    text: str | None
    body: Block
    name_span: Span


class Furthest(Node):
    """`with lowest sum(dice) because "…"`: how far a choice that is made repeatedly must go."""

    best: str
    value: Expr
    because: str | None


class Choose(Node):
    """`choose`, `may choose`, `may choose repeatedly`, `choose repeatedly with highest N`."""

    optional: bool
    repeatedly: bool
    furthest: Furthest | None
    actions: tuple[Action | Broken, ...]
    otherwise: Block | None


class SetUp(Node):
    """`set up board` with a diagram of it."""

    zone: Expr
    rows: tuple[DrawnRow, ...]


class Phase(Node):
    """`phase "Draw"`."""

    title: str
    when: Expr | None
    body: Block


class Score(Node):
    """`score each Player into coins`."""

    type_name: TypeName
    into: str | None
    into_span: Span
    body: Block


Statement: TypeAlias = (
    "Words | Broken | Move | Forward | Deal | PassOn | Effect | Roll | Announce | Gain | Let | "
    "Variable | Assign | CallStatement | End | Outcome | Skip | Require | LedgerLine | If | "
    "Depending | ForEach | EachSeat | Repeat | Circle | AsSeat | Together | Choose | SetUp | Phase "
    "| Score"
)
