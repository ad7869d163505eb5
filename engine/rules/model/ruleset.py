"""The checked model of a whole game: what is declared, what happens, how it ends, its examples."""

from __future__ import annotations

from typing import Literal

from engine.language.frozen import walk
from engine.language.syntax.expressions import Best
from engine.rules.model.expressions import (
    Attr,
    Bind,
    Domain,
    Expr,
    Literal_,
    Model,
    RuleCall,
    Words,
    ZoneRef,
)
from engine.rules.model.rules import Advice, Parameter, Rule
from engine.rules.model.statements import (
    Block,
    Outcome,
    Result,
    Score,
)
from engine.rules.types import Type
from engine.rules.zone_kinds import ZONE_KINDS, Seen, ZoneKind


class Member(Model):
    """A word of an enumeration; present when its condition on the options holds."""

    name: str
    when: Expr | None = None
    number: int | None = None
    words: str | None = None


class EnumType(Model):
    """An enumeration, ordered as listed. `parts` names the types it was put together from."""

    name: str
    members: tuple[Member, ...]
    parts: tuple[tuple[str, int], ...] = ()
    words: str | None = None


class Option(Model):
    """A choice made before the game."""

    name: str
    domain: Domain
    default: int
    words: str | None = None
    fixed: bool = False
    """A variant has fixed it: it is always its default, and nobody chooses it."""


class Attribute(Model):
    """An attribute of a component; one that changes lives in the state."""

    name: str
    domain: Domain
    default: Expr | None
    changes: bool
    key: int = 0
    """What replaces it where another attribute is computed from it."""


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
    back: tuple[str, ...] = ()
    """The attributes that everybody sees, also of a piece that lies face down."""

    @property
    def counted(self) -> bool:
        """Return whether pieces of this kind are only counted."""
        return not self.attributes

    @property
    def name_varies(self) -> bool:
        """Return whether what a piece is called may change during a game."""
        changing = {attribute.name for attribute in self.attributes if attribute.changes}
        if not changing or self.called is None:
            return bool(changing)
        return any(
            isinstance(part, RuleCall) or (isinstance(part, Attr) and part.name in changing)
            for part in walk(self.called)
        )


class Table(Model):
    """A lookup table: sides, then rows of cells; `holds_on`: the last cell is valid ever after."""

    name: str
    sides: tuple[Domain, ...]
    cells: tuple[tuple[Expr, ...], ...]
    value: Type
    start: Expr | None = None
    holds_on: bool = False
    keys: tuple[Expr, ...] = ()
    columns: tuple[Expr, ...] = ()
    words: str | None = None


VariableKind = Literal["var", "counter"]
FillState = Literal["empty", "full"]
Stage = Literal["round", "game"]
Timing = Literal["at once", "end of turn", "more turns"]
AfterWhen = Literal["after each turn", "after each round", "after last round", "before score"]
GivenForm = Literal[
    "players",
    "option",
    "zone is",
    "zone has",
    "top",
    "variable",
    "roll",
    "round",
    "total",
    "to move",
]
ThenForm = Literal[
    "can", "cannot", "true", "items", "has", "has no", "over", "to move", "line", "wins", "knows"
]


def owner_index(indices: tuple[Domain, ...]) -> int | None:
    """Return which index is the owning seat, if one is."""
    return next((i for i, domain in enumerate(indices) if domain.type.is_seat), None)


class Board(Model):
    """The shape of a grid that isn't a full rectangle: its cells by row and column from 0."""

    cells: tuple[tuple[int, int], ...]
    ground: tuple[tuple[int, int], ...] = ()
    """The squares of the board that are no cells."""
    joined: tuple[tuple[int, int], ...] = ()
    """The cells between which a line is drawn, by their numbers; empty where sides count."""


class Letter(Model):
    """A sign of diagrams and what it means, in the words of an example."""

    sign: str
    means: str


class Zone(Model):
    """A family of zones. `content` is components, or numbers or marks that are written."""

    name: str
    kind: str
    indices: tuple[Domain, ...]
    pieces: tuple[str, ...] = ()
    written: Domain | None = None
    seen: Seen = "all"
    capacity: Expr | None = None
    spaces: tuple[int, Expr] | None = None
    grid: tuple[int, int] | None = None
    hexes: bool = False
    """Whether a grid's cells have six sides: each row lies half a cell further to the right."""
    board: Board | None = None
    """The cells of a grid that is drawn."""
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    """What the columns and the rows of a grid are called, in their order, if they have names."""
    cells: tuple[tuple[str, ...], ...] = ()
    """What the cells of a grid are called, row by row, if they have names; "" is a cell without."""
    letters: tuple[Letter, ...] = ()
    """What signs in a diagram of the grid mean."""
    index_keys: tuple[int | None, ...] = ()
    """What replaces each index in the bounds that are computed from it."""
    words: str | None = None

    @property
    def traits(self) -> ZoneKind:
        """Return what zones of its kind are like."""
        return ZONE_KINDS[self.kind]

    @property
    def owner_index(self) -> int | None:
        """Return which index is the owning seat, if one is."""
        return owner_index(self.indices)

    def cell_called(self, row: Expr | None, column: Expr | None) -> str:
        """Return what the cell of a row and a column is called; "" where that isn't fixed."""
        if isinstance(row, Literal_) and isinstance(column, Literal_):
            return self.cells[row.value - 1][column.value - 1]
        return ""

    def cell_at(self, name: str) -> tuple[int, int] | None:
        """Return the row and the column, from 1, of the cell of a name; None if there is none."""
        for row, names in enumerate(self.cells, 1):
            if name and name in names:
                return row, names.index(name) + 1
        return None


class Variable(Model):
    """A top-level variable, or a counter, which gain and lose keep within its range."""

    name: str
    kind: VariableKind
    indices: tuple[Domain, ...]
    domain: Domain
    start: Expr
    seen: Seen = "all"
    words: str | None = None


# ------------------------------------------------------------------ the game


class Arrives(Model):
    """A piece or a written value arrives in a zone of a family: bound or compared."""

    zone: str
    piece: Bind | None
    indices: tuple[Bind | Expr | None, ...]
    at: Bind | Expr | None


class Becomes(Model):
    """A zone becomes empty or full."""

    zone: ZoneRef
    state: FillState


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

    what: Stage
    timing: Timing
    turns: Expr | None
    condition: Expr
    words: str | None
    title: str
    result: Result | None = None
    """What it is for the seats, where it says so."""
    seat: Expr | None = None
    """Who wins or loses by it; None for whichever seat meets its condition as me."""
    order: int = 0
    """The how-manieth part of the text it is: of two that hold together the first counts."""


class After(Model):
    """What happens after each turn, each round or the last round, or before scores are paid."""

    when: AfterWhen
    body: Block


class Ranking(Model):
    """Most or least of something wins."""

    best: Best
    value: Expr

    @property
    def sign(self) -> int:
        """Return what its value is multiplied by so that more is better: 1 or -1."""
        return 1 if self.best == "highest" else -1


class Winner(Model):
    """How the winner is found; who is level after all rankings shares the win."""

    rankings: tuple[Ranking, ...]
    words: str | None = None


class ResultBand(Model):
    """What results from a number to a number are called."""

    low: Expr
    high: Expr
    words: str


# ------------------------------------------------------------------ examples


class Item(Model):
    """A piece by its words, a count of equal ones, or a value; on a track, its space."""

    words: str | None = None
    count: int = 1
    value: Expr | None = None
    at: int | None = None


class Given(Model):
    """A setting before the example's moves."""

    form: GivenForm
    place: Expr | None = None
    name: str = ""
    items: tuple[Item, ...] = ()
    written: str = ""
    """How it is written after `given`, where a diagram says it."""


class MoveArg(Model):
    """An argument of a written move, perhaps with its place; `more` is taken with it.

    `nth`: it is the piece that lies so far up in the place, from 1, which its mover doesn't know.
    Without it and without words, it is the place itself: a cell.
    """

    words: str
    place: ZoneRef | None = None
    more: tuple[MoveArg, ...] = ()
    nth: int | None = None


class WrittenMove(Model):
    """A move as written in an example: its action's name and arguments, None for any."""

    name: str
    arguments: tuple[MoveArg, ...] | None
    seat: int | None = None
    any_turn: bool = False


class Then(Model):
    """A claim of an example; `negated`: that it is not so.

    `seat`: who can or can't make the move, None for the seat that decides; who knows the subject.
    """

    form: ThenForm
    subject: Expr | None = None
    seat: Expr | None = None
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
    rounds: Expr
    subtitle: str = ""
    aim: str = ""
    words: str | None = None
    kind: str = ""
    """A `GameKind`: where lists of games show it; empty where the rules don't say."""
    minutes: tuple[int, int] = (0, 0)
    """About how long a game takes, from and to; 0 where the rules don't say."""
    players: tuple[int, int] = (2, 2)
    until: Expr | None = None
    """Rounds are played until this holds; then `rounds` says nothing."""
    starts: str = "anyone"
    then: str = "next player"
    starter: Expr | None = None
    """Who begins a later round, where it is no order; then `then` is how it is written."""
    opener: Expr | None = None
    """Who begins, looked at after set-up, where it is no order; then `starts` is how it is written.
    Without a `then`, which is empty then, this holds for each round.
    """
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
    outcomes: tuple[Outcome, ...]
    """The statements that decide the game, by their numbers."""
    scores: tuple[Score, ...]
    afters: tuple[After, ...]
    winner: Winner | None
    ratings: tuple[ResultBand, ...]
    examples: tuple[Example, ...]
    advice: dict[str, Advice]
    remembers: frozenset[str] = frozenset()
    """The zones of which something asks what they held before; empty for the whole position."""

    @property
    def deciding(self) -> tuple[Ending | Outcome, ...]:
        """Return what can end a round or the game and is remembered: endings, then outcomes."""
        return *self.endings, *self.outcomes
