"""What is kept of the lowering once a program is finished, for those who speak of its positions.

The program knows addresses and numbers only. What they stand for in the rules is told here, as
debug info tells it of a compiled program: explanations, views, traces and coverage read it, and
`engine.compile.evaluate` compiles more expressions with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from engine.compile import layout as at
from engine.compile.program import Const, E, Load
from engine.rules import model as m
from engine.rules.types import PLAYER, Type
from engine.rules.walk import walk

ME = Load(Const(at.ME))
"""The seat that decides now."""
ME_KEY = 0
"""The key under which a fact keeps who was me."""


@dataclass
class Array:
    """A local family of variables in a frame, or a set that is kept there.

    `count`: how many values such a set has.
    """

    base: E
    shape: tuple[tuple[int, int], ...]
    low: int
    high: int
    count: E | None = None


@dataclass
class Scope:
    """What the expressions of one place may refer to: the seat that is me, and the locals."""

    me: E = ME
    locals: dict[int, E | Array] = field(default_factory=dict)
    nonempty: list[E] = field(default_factory=list)

    def inner(self, **changes: Any) -> Scope:
        """Return a context for a part of the place; what it adds is not seen outside."""
        return Scope(
            changes.get("me", self.me),
            dict(self.locals),
            [*self.nonempty, *changes.get("nonempty", [])],
        )


@dataclass(frozen=True)
class Fact:
    """A value that is shown somewhere, for each seat as me and all that its names may stand for.

    `sides`: those names by key, with the first of their values and how many there are. `kept`: the
    other names with their types; what they stood for is kept beside the value. `pieces`: the keys
    of the sides that are pieces.
    """

    show: m.Show
    base: int
    sides: tuple[tuple[int, int, int], ...]
    kept: tuple[tuple[int, Type], ...]
    pieces: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """Return how many integers one fact takes: who knows it, its value, what it is about."""
        return 2 + len(self.kept)

    def names(self) -> dict[int, tuple[str, Type]]:
        """Return the names and types of what it is about, by key."""
        own = {key for key, *_ in (*self.sides, *self.kept)}
        found = {
            part.key: (part.name, part.type)
            for part in walk(self.show.what)
            if isinstance(part, m.Local) and part.key in own
        }
        me = {ME_KEY: ("me", PLAYER)} if ME_KEY in own else {}
        return me | found

    def entries(self) -> list[tuple[int, dict[int, int]]]:
        """Return where each fact lies, and what its names stand for as far as its place tells."""
        values = product(*(range(low, low + count) for _, low, count in self.sides))
        keys = [key for key, *_ in self.sides]
        return [
            (self.base + number * self.width, dict(zip(keys, row, strict=True)))
            for number, row in enumerate(values)
        ]

    def place(self, names: Mapping[int, int]) -> int:
        """Return where the fact lies that is about this."""
        number = 0
        for key, low, count in self.sides:
            number = number * count + names[key] - low
        return self.base + number * self.width


@dataclass(frozen=True)
class Named:
    """A local variable that is there at some place: where it lies, from its frame's beginning on.

    `apart`: it belongs to a branch that hides from the others what it does.
    """

    offset: int
    let: m.Let
    apart: bool


@dataclass(frozen=True)
class ScoreLine:
    """A line of a score as the rules word it."""

    kind: str
    label: m.Words
    value: m.Expr
    source: m.LedgerLine


@dataclass(frozen=True)
class Said:
    """Something that the rules announce: its words, and what these name of their place.

    `keys`: the names whose values are told with it. `arrays`: local families, which lie in the
    state.
    """

    words: m.Words
    keys: tuple[int, ...]
    arrays: Mapping[int, Array]


class OfferedAction(NamedTuple):
    """An action as one decision offers it: what its names stand for, the choice's number, and the
    action's place among those of the choice; -1 for what a pass says and does.
    """

    action: m.Action
    scope: Scope
    choice: int
    place: int


class Secret(NamedTuple):
    """Picks that wait to be carried out: where they begin, integers a seat, the choice's number."""

    start: int
    width: int
    choice: int


@dataclass(frozen=True)
class FrameInfo:
    """What the frame of a procedure or trigger holds; places count from the frame's beginning.

    `pieces`: where it names pieces. `secrets`: where it keeps picks that wait.
    """

    title: str
    pieces: tuple[int, ...]
    secrets: tuple[Secret, ...]


class RuleFunction(NamedTuple):
    """The function of a named rule, whether it takes who is me, and its value's bounds."""

    name: str
    uses_me: bool
    low: int
    high: int


@dataclass(frozen=True)
class DebugInfo:
    """What a finished program's numbers stand for. Nobody changes it."""

    actions: Mapping[tuple[int, int], OfferedAction]
    """By the choice's number and the action's place in it, in the order of the text."""
    bodies: Mapping[tuple[int, int], int]
    """By the same: the block that carries it out."""
    marked: tuple[m.Model, ...]
    """What the marks of a traced program stand for, by number; none of any other."""
    said: tuple[Said, ...]
    """What a traced program announces, by number; none of any other."""
    revealed: tuple[Fact, ...]
    """The values that seats may be shown, in the order of the text."""
    secrets: tuple[Secret, ...]
    """Where the root's frame keeps picks that wait; addresses in the state."""
    units: tuple[FrameInfo, ...]
    """The frames of procedures and triggers, by the number that each keeps in its third word."""
    most_frames: int
    """How many frames may be open at once."""
    piece_slots: tuple[int, ...]
    """Where the root's frame names pieces, which not every seat may know; addresses."""
    derivable: frozenset[str]
    """The hidden variables that everybody can work out all the same."""
    values_at_once: Mapping[int, int]
    """By the key of a name that stands for several values (`choose 2 of ...`): how many."""
    locals_at: Mapping[int, tuple[Named, ...]]
    """By choice: the local variables that are there while it is asked."""
    locals_after: Mapping[int, tuple[Named, ...]]
    """By block that a call returns to: the local variables that are there."""
    rule_functions: Mapping[str, RuleFunction]
    """By the rule's name; rules that yield tuples have none."""
    grid_lines: Mapping[tuple[str, int], tuple[int, int]]
    """By grid and length: where its lines begin in the grid's table, and how many each grid has."""
    names_taken: int
    """The registers and functions of the program end in numbers up to this."""
