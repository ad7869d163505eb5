"""Syntax nodes of statements: what happens in a game, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.language.source import Span
from engine.language.syntax.declarations import Variable
from engine.language.syntax.expressions import Binder, Broken, Expr, Name, Node, TypeName, Words

MoveForm = Literal["one", "some", "up to", "all from", "all", "each"]


@dataclass(frozen=True, slots=True)
class Moved(Node):
    """What is moved: `one`, `some` (N from), `up to`, `all from`, `all` T, `each` T (where)."""

    form: MoveForm
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
class PassOn(Node):
    """`move each hand to the left`."""

    zone: Name
    to: Name


Verb = Literal["shuffle", "swap", "show", "write", "erase", "out", "next turn"]


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """A verb and its operands."""

    verb: Verb
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll all Die`."""

    moved: Moved


@dataclass(frozen=True, slots=True)
class Announce(Node):
    """`announce "{player} passes"`: told to everybody."""

    text: str


@dataclass(frozen=True, slots=True)
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
class Branch(Node):
    """`guard, priest: accuse`: what is done for some values."""

    values: tuple[Expr, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Depending(Node):
    """`depending on card.kind`: one of several blocks."""

    on: Expr
    branches: tuple[Branch, ...]
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
class ActionParameter(Node):
    """A parameter of an action: `card in my hand`."""

    name: str
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Action(Node):
    """One thing to choose: a name, parameters, words on its line, a body."""

    name: str
    parameters: tuple[ActionParameter, ...]
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


@dataclass(frozen=True, slots=True)
class Score(Node):
    """`score each Player into coins`."""

    type_name: TypeName
    into: str | None
    into_span: Span
    body: Block


Statement: TypeAlias = (
    "Words | Broken | Move | Forward | Deal | PassOn | Effect | Roll | Announce | Gain | Let | "
    "Variable | Assign | CallStatement | End | Skip | Require | LedgerLine | If | Depending | "
    "ForEach | EachSeat | Repeat | Circle | AsSeat | Together | Choose | Phase | Score"
)
