"""Syntax nodes of whole items: rules, setup, the turn, endings, scoring, and what variants say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.language.source import Span
from engine.language.syntax.declarations import (
    Component,
    Constant,
    Game,
    HeaderLine,
    Member,
    Modifier,
    Option,
    Table,
    TypeDecl,
    Variable,
    Variant,
    Zone,
)
from engine.language.syntax.examples import (
    Example,
)
from engine.language.syntax.expressions import (
    Best,
    Broken,
    Expr,
    Name,
    Node,
    Range,
    Seat,
)
from engine.language.syntax.statements import (
    Action,
    Block,
    Let,
    Phase,
    Score,
)


class Parameter(Node):
    """`card: Card`, `column: path`, `n: 1..10`."""

    name: str
    type: Member | Range


class Case(Node):
    """A value line of a rule: always, `if C`, or `otherwise`."""

    value: Expr
    condition: Expr | None = None
    otherwise: bool = False


class Rule(Node):
    """A named rule."""

    name: str
    parameters: tuple[Parameter, ...]
    cases: tuple[Case, ...]
    words: str | None
    name_span: Span
    lets: tuple[Let, ...] = ()
    """What its lines name before they say its value."""


class Advice(Node):
    """`advice explore(card)`: how good a choice it is, as a weight; no names for all of them."""

    name: str
    parameters: tuple[Name, ...]
    cases: tuple[Case, ...]
    words: str | None
    name_span: Span


class Setup(Node):
    """`setup`, before every round; `setup once`, before the first."""

    once: bool
    body: Block


class Turn(Node):
    """What a seat does when it is its turn."""

    body: Block


class Procedure(Node):
    """`to auction(opening: 1..36)`."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    name_span: Span


class Arrival(Node):
    """`explorer arrives in path[player, colour] at space`."""

    piece: str
    zone: str
    indices: tuple[Expr, ...] | None
    at: Expr | None


class Becoming(Node):
    """`deck becomes empty`."""

    zone: Expr
    state: str


class Trigger(Node):
    """A reaction."""

    event: Arrival | Becoming
    body: Block


class Ending(Node):
    """`round ends when C`, `loses when C`; timing `at once`, `end of turn`, `more turns`.

    `what`: the round, the game, everybody wins, everybody loses, nobody wins; wins, loses: `seat`,
    or whichever seat as me.
    """

    what: str
    seat: Seat | None
    timing: str
    turns: Expr | None
    condition: Expr
    words: str | None

    @property
    def head(self) -> str:
        """Return the words before its condition, without its timing."""
        seat = "" if self.seat is None else f"seat {self.seat.number} "
        ends = " ends" if self.what in ("round", "game") else ""
        return f"{seat}{self.what}{ends} when"


class After(Node):
    """`after each turn`, `after each round`, `after last round`, `before score`."""

    when: str
    body: Block


class Ranking(Node):
    """`highest coins`."""

    best: Best
    value: Expr


class Winner(Node):
    """`winner highest total, then highest stars`."""

    rankings: tuple[Ranking, ...]
    words: str | None = None


class Rating(Node):
    """`rating 21..24 "amazing"`: what a result is called."""

    of: Expr
    words: str


# ------------------------------------------------------------------ variants


class Replace(Node):
    """`replace ITEM`, also a phase."""

    item: Item | Phase


class Add(Node):
    """`add ITEM`."""

    item: Item


class AddActions(Node):
    """`add to "Phase"` and more things to choose there."""

    title: str
    actions: tuple[Action | Broken, ...]


class Remove(Node):
    """`remove KIND NAME`, or the head of an ending or a trigger."""

    kind: str
    name: str
    head: Ending | Arrival | Becoming | None = None


class Change(Node):
    """`set` a header line, the winner, a name's modifiers or a value."""

    line: HeaderLine | Winner | None
    target: Expr | None = None
    modifiers: tuple[Modifier, ...] = ()
    cells: tuple[Expr, ...] = ()


class Fix(Node):
    """`fix OPTION = VALUE`: the option is always that and can't be chosen any more."""

    option: Name
    value: Expr


Item: TypeAlias = (
    Game | Variant | Option | Constant | TypeDecl | Component | Table | Zone | Variable | Rule
    | Setup | Turn | Procedure | Trigger | Ending | Score | After | Winner | Rating
    | Advice | Example | Replace | Add | AddActions | Remove | Change | Fix
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A whole text: its items in order."""

    name: str
    items: tuple[Item, ...]
