"""Statements of the checked model: what happens, in which order, and what is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeAlias, assert_never

from engine.language.syntax.statements import MoveForm
from engine.rules.model.expressions import (
    Bind,
    Domain,
    Expr,
    Furthest,
    Model,
    Offer,
    VarRef,
    Words,
    ZoneRef,
)

Verb = Literal["gain", "lose", "pay"]
Ended = Literal["phase", "turn", "round", "game"]
LedgerKind = Literal["add", "times"]


class StmtBase(Model):
    """A statement."""

    by_chance: ClassVar[bool] = False
    """Whether what it does is random."""


if not TYPE_CHECKING:
    # For mypy it is one of the classes below; to ask for their base is quicker.
    Stmt = StmtBase


class Block(Model):
    """Statements in order, and the words at their head."""

    statements: tuple[Stmt, ...]
    words: str | None = None


class Move(StmtBase):
    """Move one piece, N from a zone, up to N, or all from a zone.

    `form`: one, some, up to, all from, all (of components), each (of components, where).
    `each_key` is the piece being moved, for `its` and `where`.
    """

    form: MoveForm
    what: Expr | None
    count: Expr | None
    where: Expr | None
    components: tuple[str, ...]
    each_key: int
    to: Expr
    at: Expr | None


class Forward(StmtBase):
    """Move a piece onward along its track."""

    piece: Expr
    steps: Expr


class Deal(StmtBase):
    """Deal to each zone of a family, round by round."""

    count: Expr
    source: ZoneRef
    to: ZoneRef
    binders: tuple[Bind | None, ...]
    where: Expr | None


class Shuffle(StmtBase):
    """Bring a zone's pieces into a random order."""

    by_chance = True

    zone: Expr


class Roll(StmtBase):
    """Give every changing attribute of pieces a random value."""

    by_chance = True

    what: Expr


class Show(StmtBase):
    """Let seats see a piece or all pieces of a zone, or tell them a value; `title` as written."""

    what: Expr
    to: Expr
    title: str = ""


class Announce(StmtBase):
    """Tell everybody something."""

    words: Words


class Swap(StmtBase):
    """Exchange the contents of two zones."""

    one: Expr
    other: Expr


Neighbour = Literal["left", "right"]


class PassOn(StmtBase):
    """Give the contents of each player's zones of a family to their neighbour, all at once."""

    zone: ZoneRef
    to: Neighbour


class Gain(StmtBase):
    """Change a counter: `lose` stops at its least, `gain` goes beyond its greatest in error unless
    only what `fits` is gained; `pay` refuses to go below it and gives to another seat.
    """

    verb: Verb
    amount: Expr
    counter: VarRef
    to: VarRef | None = None
    fits: bool = False


class Write(StmtBase):
    """Write a value in a zone of written values."""

    value: Expr
    zone: Expr


class Erase(StmtBase):
    """Empty a zone of written values."""

    zone: Expr


class Let(StmtBase):
    """Give a value a name for the rest of the block; a variable may be changed later."""

    name: str
    key: int
    domain: Domain
    value: Expr
    indices: tuple[Domain, ...] = ()
    variable: bool = False


class Assign(StmtBase):
    """Change a variable or an attribute."""

    target: Expr
    value: Expr


class Perform(StmtBase):
    """Carry out a procedure."""

    procedure: str
    arguments: tuple[Expr, ...]


class End(StmtBase):
    """End the phase, turn, round or game."""

    what: Ended


Result = Literal["wins", "loses", "everybody wins", "everybody loses", "nobody wins"]


class Outcome(StmtBase):
    """End the game with a result for a seat (with its team) or for all alike.

    `number` is its place among all outcomes of the ruleset.
    """

    number: int
    result: Result
    seat: Expr | None
    words: str | None
    title: str


class NextTurn(StmtBase):
    """Say whose turn is next."""

    seat: Expr


class Out(StmtBase):
    """A seat takes no more turns in this round."""

    seat: Expr


class If(StmtBase):
    """One of two blocks."""

    condition: Expr
    then: Block
    otherwise: Block | None


class ForEach(StmtBase):
    """A block for each value."""

    binders: tuple[Bind, ...]
    where: Expr | None
    body: Block


class EachSeat(StmtBase):
    """A block for each seat as me, from the seat that is me on."""

    other: bool
    where: Expr | None
    body: Block
    simultaneous: bool = False


class Repeat(StmtBase):
    """A block again and again, until."""

    body: Block
    until: Expr


class Circle(StmtBase):
    """A block for seat after seat as me, round and round, until."""

    after: Expr | None
    where: Expr | None
    body: Block
    until: Expr


class AsSeat(StmtBase):
    """A block as another seat."""

    seat: Expr
    body: Block


class Together(StmtBase):
    """A block that counts as one change."""

    body: Block


class Require(Model):
    """A condition of an action and the sentence for when it fails."""

    condition: Expr
    because: Words | None = None


class Action(Offer):
    """Something to choose. `number` is its place among all actions of the ruleset."""

    number: int
    requires: tuple[Require, ...]
    text: Words | None
    body: Block

    @property
    def conditions(self) -> tuple[Expr, ...]:
        """Return what it requires, without the sentences."""
        return tuple(require.condition for require in self.requires)


class Choose(StmtBase):
    """A decision. `number` is its place among all decisions of the ruleset, `furthest` what each
    move that is made repeatedly must still lead to; each action requires it last.
    """

    number: int
    optional: bool
    repeatedly: bool
    furthest: Furthest | None
    actions: tuple[Action, ...]
    otherwise: Block | None


class Placed(Model):
    """What a diagram shows in a cell: the name of a piece, or the value that is written there."""

    cell: ZoneRef
    words: str
    value: Expr | None = None


class SetUp(StmtBase):
    """Clear a grid and put into its cells what a diagram shows; `rows` as they are written."""

    zone: ZoneRef
    rows: tuple[str, ...]
    placed: tuple[Placed, ...]


class Phase(StmtBase):
    """A part of a turn with a title."""

    title: str
    when: Expr | None
    body: Block


class LedgerLine(StmtBase):
    """A line of a seat's score: add a value, or multiply the subtotal."""

    kind: LedgerKind
    label: Words
    value: Expr
    when: Expr | None


class Score(StmtBase):
    """A score of each seat or team; its total is paid into a counter, or into the totals."""

    number: int
    into: str | None
    body: Block
    teams: bool = False


if TYPE_CHECKING:
    Stmt: TypeAlias = (
        Move | Forward | Deal | Shuffle | Roll | Show | Announce | Swap | PassOn | Gain
        | Write | Erase | Let | Assign | Perform | End | Outcome | NextTurn | Out | If | ForEach
        | EachSeat | Repeat | Circle | AsSeat | Together | Choose | SetUp | Phase | LedgerLine
        | Score
    )  # fmt: skip


class Traits(NamedTuple):
    """What is true of every statement of a kind, whatever it is about.

    `acts`: people see it happen at the table. `supposable`: it can be carried out and taken back.
    `leaves`: the program goes through other blocks before it is done, or someone decides.
    `once`: it looks at the position only as it is when it begins, unless it moves several pieces.
    """

    acts: bool = False
    supposable: bool = False
    leaves: bool = False
    once: bool = False


def traits(s: Stmt) -> Traits:
    """Return the traits of a statement's kind."""
    match s:
        case Move():
            return Traits(acts=True, supposable=True, once=True)
        case Forward() | Swap():
            return Traits(acts=True, supposable=True)
        case Deal() | Roll() | Show() | PassOn() | SetUp():
            return Traits(acts=True)
        case Gain() | Write() | Assign() | If():
            return Traits(supposable=True, once=True)
        case Erase() | Let() | ForEach() | Together() | Repeat():
            return Traits(supposable=True)
        case Perform():
            return Traits(supposable=True, leaves=True)
        case Choose() | Circle() | Phase():
            return Traits(leaves=True)
        case (
            Shuffle() | Announce() | End() | Outcome() | NextTurn() | Out() | EachSeat() | AsSeat()
            | LedgerLine() | Score()
        ):  # fmt: skip
            return Traits()
        case _:
            assert_never(s)


class Handled(NamedTuple):
    """What a statement itself takes up and where it puts it, as the rules have it.

    `pieces`: what it takes, perhaps a zone with all that is in it. `to`: the zones that pieces come
    to, or in which it writes or erases.
    """

    pieces: tuple[Expr, ...] = ()
    to: tuple[Expr, ...] = ()


def handled_by(s: Stmt) -> Handled:
    """Return what a statement itself takes up and where it puts it, not what is inside it."""
    match s:
        case Move():
            return Handled(() if s.what is None else (s.what,), (s.to,))
        case Forward():
            return Handled((s.piece,))
        case Deal():
            return Handled((s.source,), (s.to,))
        case Swap():
            return Handled((s.one, s.other), (s.one, s.other))
        case PassOn():
            return Handled((s.zone,), (s.zone,))
        case Write() | Erase() | SetUp():
            return Handled((), (s.zone,))
        case (
            Shuffle() | Roll() | Show() | Announce() | Gain() | Let() | Assign() | Perform() | End()
            | Outcome() | NextTurn() | Out() | If() | ForEach() | EachSeat() | Repeat() | Circle()
            | AsSeat() | Together() | Choose() | Phase() | LedgerLine() | Score()
        ):  # fmt: skip
            return Handled()
        case _:
            assert_never(s)


def changed_by(s: Stmt) -> tuple[Expr | None, ...]:
    """Return the zones and variables that a statement itself changes, not what stands inside it."""
    match s:
        case Move():
            return s.to, s.what if s.form in ("some", "up to", "all from") else None
        case Write() | Erase() | Shuffle() | PassOn() | SetUp():
            return (s.zone,)
        case Deal():
            return s.to, s.source
        case Swap():
            return s.one, s.other
        case Assign():
            return (s.target,)
        case Gain():
            return s.counter, s.to
        case (
            Forward() | Roll() | Show() | Announce() | Let() | Perform() | End() | Outcome()
            | NextTurn() | Out() | If() | ForEach() | EachSeat() | Repeat() | Circle() | AsSeat()
            | Together() | Choose() | Phase() | LedgerLine() | Score()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(s)
