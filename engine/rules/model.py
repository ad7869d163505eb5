"""The checked model of a ruleset: every name resolved, every expression typed, nothing changes.

The model holds for every number of players and every option; `engine.compile` fixes those. Each node
keeps its span. Words (quoted sentences) are kept wherever the text has them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, SkipValidation

from engine.language.source import NOWHERE, Span
from engine.rules.types import Type

_Span = Annotated[Span, SkipValidation]
_Type = Annotated[Type, SkipValidation]


class Model(BaseModel):
    """Anything in a model: frozen, with the place in the text that it stands for."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)
    span: _Span = NOWHERE


# ------------------------------------------------------------------ expressions


class Expr(Model):
    """An expression and what it yields."""

    type: _Type


class Literal_(Expr):
    """A number, a truth, a member of an enumeration (its position), a seat (from 0), none."""

    value: int


class Words(Expr):
    """A text with values in it: the parts in order."""

    parts: tuple[str | Expr, ...]


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
    type: _Type
    domain: Expr


class Fold(Expr):
    """sum, count, any, all, max, min, distinct, the, random, or set over binders."""

    kind: str
    binders: tuple[Bind, ...]
    where: Expr | None
    value: Expr | None
    best: Literal["highest", "lowest"] | None = None


class Everything(Expr):
    """All values of an enumeration, all seats, or all pieces of a component."""

    of: _Type


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


# ------------------------------------------------------------------ declarations


class Member(Model):
    """A word of an enumeration; present when its condition on the options holds."""

    name: str
    when: Expr | None = None
    number: int | None = None


class EnumType(Model):
    """An enumeration, ordered as listed. `parts` names the types it was put together from."""

    name: str
    members: tuple[Member, ...]
    parts: tuple[tuple[str, int], ...] = ()
    words: str | None = None


class Domain(Model):
    """The values of an attribute, variable, option or index.

    `type` truth, number (then low and high are fixed expressions), enum, piece; perhaps none too.
    """

    type: _Type
    low: Expr | None = None
    high: Expr | None = None


class Option(Model):
    """A choice made before the game."""

    name: str
    domain: Domain
    default: int
    words: str | None = None


class Attribute(Model):
    """An attribute of a component; one that changes lives in the state."""

    name: str
    domain: Domain
    default: Expr | None
    changes: bool


class MakeItem(Model):
    """An attribute of the pieces made: each of some values."""

    attribute: str
    values: Expr


class Make(Model):
    """A number of equal pieces for each combination of attributes."""

    count: Expr
    items: tuple[MakeItem, ...]
    when: Expr | None = None


class Component(Model):
    """A kind of piece. One without attributes is counted, not told apart."""

    name: str
    attributes: tuple[Attribute, ...]
    called: Words | Expr | None
    self_key: int
    makes: tuple[Make, ...]
    words: str | None = None

    @property
    def counted(self) -> bool:
        """Tell whether pieces of this kind are only counted."""
        return not self.attributes


class Table(Model):
    """A lookup table: sides, then rows of cells; `holds_on`: the last cell is valid ever after."""

    name: str
    sides: tuple[Domain, ...]
    start: Expr | None
    holds_on: bool
    cells: tuple[tuple[Expr, ...], ...]
    keys: tuple[Expr, ...] = ()
    columns: tuple[Expr, ...] = ()
    value: _Type
    words: str | None = None


ZoneKind = Literal["pile", "hand", "column", "row", "area", "bag", "spot", "track", "grid"]
Seen = Literal["all", "none", "owner", "all but owner"]


class Zone(Model):
    """A family of zones. `content` is components, or numbers or marks that are written."""

    name: str
    kind: ZoneKind
    indices: tuple[Domain, ...]
    pieces: tuple[str, ...] = ()
    written: Domain | None = None
    seen: Seen = "all"
    capacity: Expr | None = None
    spaces: tuple[int, int] | None = None
    grid: tuple[int, int] | None = None
    words: str | None = None

    @property
    def owner_index(self) -> int | None:
        """Return which index is the owning seat, if one is."""
        names = [d.type.names[:1] for d in self.indices]
        return names.index(("Player",)) if ("Player",) in names else None


class Variable(Model):
    """A top-level variable, or a counter, which gain and lose keep within its range."""

    name: str
    kind: Literal["var", "counter"]
    indices: tuple[Domain, ...]
    domain: Domain
    start: Expr
    seen: Seen = "all"
    words: str | None = None


class Parameter(Model):
    """A parameter of a rule or procedure."""

    name: str
    key: int
    domain: Domain


class Case(Model):
    """A value, when its condition holds."""

    value: Expr
    condition: Expr | None


class Rule(Model):
    """A named rule: the first case whose condition holds."""

    name: str
    parameters: tuple[Parameter, ...]
    cases: tuple[Case, ...]
    type: _Type
    words: str | None = None


# ------------------------------------------------------------------ statements


class Stmt(Model):
    """A statement."""


class Block(Model):
    """Statements in order, and the words that stand at their head."""

    statements: tuple[Stmt, ...]
    words: str | None = None


class Move(Stmt):
    """Move one piece, N from a zone, up to N, or all from a zone.

    `form`: one, some, up to, all from, all (of components), each (of components, where).
    `each_key` is the piece being moved, for `its` and `where`.
    """

    form: str
    what: Expr | None
    count: Expr | None
    where: Expr | None
    components: tuple[str, ...]
    each_key: int
    to: Expr
    at: Expr | None


class Forward(Stmt):
    """Move a piece onward along its track."""

    piece: Expr
    steps: Expr


class Deal(Stmt):
    """Deal to each zone of a family, round by round."""

    count: Expr
    source: ZoneRef
    to: ZoneRef
    binders: tuple[Bind | None, ...]
    where: Expr | None


class Shuffle(Stmt):
    """Bring a zone's pieces into a random order."""

    zone: Expr


class Roll(Stmt):
    """Give every changing attribute of pieces a random value."""

    what: Expr


class Show(Stmt):
    """Let seats see a piece or all pieces of a zone."""

    what: Expr
    to: Expr


class Swap(Stmt):
    """Exchange the contents of two zones."""

    one: Expr
    other: Expr


class Gain(Stmt):
    """Change a counter within its range; `pay` refuses to go below it and gives to another seat."""

    verb: Literal["gain", "lose", "pay"]
    amount: Expr
    counter: VarRef
    to: VarRef | None = None


class Write(Stmt):
    """Write a value in a zone of written values."""

    value: Expr
    zone: Expr


class Erase(Stmt):
    """Empty a zone of written values."""

    zone: Expr


class Let(Stmt):
    """Give a value a name for the rest of the block; a variable may be changed later."""

    name: str
    key: int
    domain: Domain
    indices: tuple[Domain, ...]
    value: Expr
    variable: bool


class Assign(Stmt):
    """Change a variable or an attribute."""

    target: Expr
    value: Expr


class Perform(Stmt):
    """Carry out a procedure."""

    procedure: str
    arguments: tuple[Expr, ...]


class End(Stmt):
    """End the phase, turn, round or game."""

    what: Literal["phase", "turn", "round", "game"]


class NextTurn(Stmt):
    """Say whose turn is next."""

    seat: Expr


class Out(Stmt):
    """A seat takes no more turns in this round."""

    seat: Expr


class If(Stmt):
    """One of two blocks."""

    condition: Expr
    then: Block
    otherwise: Block | None


class ForEach(Stmt):
    """A block for each value."""

    binders: tuple[Bind, ...]
    where: Expr | None
    body: Block


class EachSeat(Stmt):
    """A block for each seat as me, from the seat that is me on."""

    other: bool
    where: Expr | None
    body: Block
    simultaneous: bool = False


class Repeat(Stmt):
    """A block again and again, until."""

    body: Block
    until: Expr


class Circle(Stmt):
    """A block for seat after seat as me, round and round, until."""

    after: Expr | None
    where: Expr | None
    body: Block
    until: Expr


class AsSeat(Stmt):
    """A block as another seat."""

    seat: Expr
    body: Block


class Together(Stmt):
    """A block that counts as one change."""

    body: Block


class Require(Model):
    """A condition of an action and the sentence for when it fails."""

    condition: Expr
    because: Words | None = None


class Choice(Model):
    """A parameter of an action and where its values come from."""

    name: str
    key: int
    type: _Type
    domain: Expr
    where: Expr | None = None


class Action(Model):
    """Something to choose. `number` is its place among all actions of the ruleset."""

    name: str
    number: int
    parameters: tuple[Choice, ...]
    requires: tuple[Require, ...]
    text: Words | None
    body: Block


class Choose(Stmt):
    """A decision. `number` is its place among all decisions of the ruleset."""

    number: int
    optional: bool
    repeatedly: bool
    actions: tuple[Action, ...]
    otherwise: Block | None


class Phase(Stmt):
    """A part of a turn with a title."""

    title: str
    when: Expr | None
    body: Block


class LedgerLine(Stmt):
    """A line of a seat's score: add a value, or multiply the subtotal."""

    kind: Literal["add", "times"]
    label: Words
    value: Expr
    when: Expr | None


class Score(Stmt):
    """A score of each seat; its total is paid into a counter, or into the totals."""

    number: int
    into: str | None
    body: Block


# ------------------------------------------------------------------ the game


class Arrives(Model):
    """A piece or a written value arrives in a zone of a family: bound or compared."""

    zone: str
    piece: Bind | None
    piece_is: Expr | None
    indices: tuple[Bind | Expr | None, ...]
    at: Bind | Expr | None


class Becomes(Model):
    """A zone becomes empty or full."""

    zone: ZoneRef
    state: Literal["empty", "full"]


class Trigger(Model):
    """A reaction to a change."""

    event: Arrives | Becomes
    body: Block
    title: str


class Procedure(Model):
    """A named part of the flow."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block


class Ending(Model):
    """What ends a round or the game, and when it is looked at."""

    what: Literal["round", "game"]
    timing: Literal["at once", "end of turn", "more turns"]
    turns: Expr | None
    condition: Expr
    words: str | None
    title: str


class After(Model):
    """What happens after each turn, each round or the last round."""

    which: Literal["each", "last"]
    what: Literal["turn", "round"]
    body: Block


class Ranking(Model):
    """Most or least of something wins."""

    best: Literal["highest", "lowest"]
    value: Expr


class Winner(Model):
    """How the winner is found; who is level after all rankings shares the win."""

    rankings: tuple[Ranking, ...]
    words: str | None = None


# ------------------------------------------------------------------ examples


class Item(Model):
    """A piece by its words, a count of equal ones, or a value; on a track, its space."""

    words: str | None = None
    count: int = 1
    value: Expr | None = None
    at: int | None = None


class Given(Model):
    """A setting before the example's moves."""

    form: Literal["players", "option", "zone is", "zone has", "top", "variable", "roll"]
    place: Expr | None = None
    name: str = ""
    items: tuple[Item, ...] = ()


class MoveArg(Model):
    """An argument of a written move, perhaps with its place."""

    words: str
    place: ZoneRef | None = None


class WrittenMove(Model):
    """A move as written in an example: its action's name and arguments, None for any."""

    name: str
    arguments: tuple[MoveArg, ...] | None
    seat: int | None = None
    any_turn: bool = False


class Then(Model):
    """A claim of an example."""

    form: Literal[
        "can", "cannot", "true", "items", "has", "over", "to move", "score", "line", "wins"
    ]
    subject: Expr | None = None
    items: tuple[Item, ...] = ()
    value: Expr | None = None
    label: str = ""
    stage: str = ""
    move: WrittenMove | None = None
    because: str | None = None
    because_is_rule: bool = False
    negated: bool = False
    after_scoring: bool = False


class Example(Model):
    """A worked example: settings, moves, claims in the order of the text."""

    title: str
    steps: tuple[Given | WrittenMove | Then, ...]


class Header(Model):
    """What is said of the whole game. `players` are the fewest and the most."""

    title: str
    subtitle: str = ""
    aim: str = ""
    words: str | None = None
    players: tuple[int, int] = (2, 2)
    rounds: Expr
    starts: str = "anyone"
    then: str = "next player"
    starts_words: str | None = None
    teams: int = 0


class Ruleset(Model):
    """A whole checked game."""

    name: str
    header: Header
    options: dict[str, Option]
    enums: dict[str, EnumType]
    components: dict[str, Component]
    tables: dict[str, Table]
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    rules: dict[str, Rule]
    procedures: dict[str, Procedure]
    setup_once: Block | None
    setup: Block | None
    turn: Block
    triggers: tuple[Trigger, ...]
    endings: tuple[Ending, ...]
    wins_when: tuple[Ending, ...]
    scores: tuple[Score, ...]
    afters: tuple[After, ...]
    winner: Winner | None
    examples: tuple[Example, ...]
