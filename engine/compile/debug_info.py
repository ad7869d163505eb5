"""What is kept of the lowering once a program is finished, for those who speak of its positions.

The program knows addresses and numbers only. What they mean in the rules is told here, as
debug info tells it of a compiled program: explanations, views, traces and coverage read it, and
`engine.compile.evaluate` compiles more expressions with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, NamedTuple

from engine.compile import layout as at
from engine.compile.program import Call, Const, E, Load, Reg, add, scale
from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.types import PLAYER, Type

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


class MoveBits(NamedTuple):
    """The numbers of an action's moves among those of a choice that must lead furthest.

    `first`: the first of them; `sides`: of each parameter its key, its least value, and how many
    values there are from that one on.
    """

    first: int
    sides: tuple[tuple[int, int, int], ...]

    @property
    def size(self) -> int:
        """How many moves there are at most."""
        return prod(size for _, _, size in self.sides)

    def number(self, c: Scope) -> E:
        """Return the number of the move whose values a scope has."""
        made: E = Const(0)
        for key, low, size in self.sides:
            value = c.locals[key]
            assert not isinstance(value, Array)
            made = add(scale(made, size), add(value, Const(-low)))
        return add(made, Const(self.first))


@dataclass(frozen=True)
class FurthestMoves:
    """Where it is kept which moves of a choice lead far enough, and by the action's number what
    the numbers of its moves are.
    """

    base: E
    moves: dict[int, MoveBits]


@dataclass(frozen=True)
class RevealedExpression:
    """A value that is shown somewhere, for each seat as me and all that its names may mean.

    `sides`: those names by key, with the first of their values and how many there are. `kept`: the
    other names with their types; what they meant is kept beside the value. `pieces`: the keys
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
        """Return where each fact lies, and what its names mean as far as its place tells."""
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
    """A local variable that is there at some place: where it is, from its frame's beginning on.

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
class AnnouncedText:
    """Something that the rules announce: its words, and what these name of their place.

    `keys`: the names whose values are told with it. `arrays`: local families, which lie in the
    state.
    """

    words: m.Words
    keys: tuple[int, ...]
    arrays: Mapping[int, Array]


class OfferedAction(NamedTuple):
    """An action as one decision offers it: what its names mean, the choice's number, and the
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


@dataclass
class Unit:
    """A piece of flow with a frame of its own: the root, a procedure or a trigger.

    `pieces`: where its frame names pieces, which not every seat may know; `secrets`: where it keeps
    picks that wait. Places count from the frame's beginning; those of the root are addresses.
    """

    title: str = ""
    number: int = 0
    root: bool = False
    size: int = 3
    pieces: list[int] = field(default_factory=list)
    secrets: list[Secret] = field(default_factory=list)
    entry: int = -1
    """The block that it begins with."""
    calls: dict[int, Unit] = field(default_factory=dict)
    """The units that it calls or sets off, by their numbers."""


class RuleFunction(NamedTuple):
    """The function of a named rule, whether it takes who is me, and its value's bounds."""

    name: str
    uses_me: bool
    low: int
    high: int


class PackedSet(NamedTuple):
    """A set as a function that returns its values as bits: a number, or a list of them.

    Its possible values: `low`, `low` + `stride`, …, `many` in all.
    """

    low: int
    stride: int
    many: int
    call: Call

    def given(self, values: Mapping[E, E]) -> PackedSet:
        """Return the set with values in the place of the registers that it depends on."""
        arguments = tuple(values.get(one, one) for one in self.call.arguments)
        return self._replace(call=self.call._replace(arguments=arguments))


class SetFunctions(NamedTuple):
    """The functions of a rule that gives a set: which values it has, and whether it has one.

    `me` and `element`: the registers in them that are the acting seat and the value asked for.
    """

    me: Reg
    bits: PackedSet
    element: Reg
    has: Call


@dataclass
class DebugInfo:
    """What a program's numbers mean: the lowering fills it, and then nobody changes it."""

    actions: dict[tuple[int, int], OfferedAction] = field(default_factory=dict)
    """By the choice's number and the action's place in it, in the order of the text."""
    bodies: dict[tuple[int, int], int] = field(default_factory=dict)
    """By the same: the block that carries it out."""
    marked: list[m.Model] = field(default_factory=list)
    """What the marks of a traced program mean, by number; none of any other."""
    said: list[AnnouncedText] = field(default_factory=list)
    """What a traced program announces, by number; none of any other."""
    revealed: list[RevealedExpression] = field(default_factory=list)
    """The values that seats may be shown, in the order of the text."""
    root: Unit = field(default_factory=lambda: Unit(root=True))
    """What the root's frame holds."""
    units: list[Unit] = field(default_factory=list)
    """Procedures and triggers, by the number that each of their frames keeps in its third word."""
    most_frames: int = 0
    """How many frames may be open at once."""
    derivable: frozenset[str] = frozenset()
    """The hidden variables that everybody can work out all the same."""
    values_at_once: dict[int, int] = field(default_factory=dict)
    """By the key of a name that means several values (`choose 2 of ...`): how many."""
    locals_at: dict[int, tuple[Named, ...]] = field(default_factory=dict)
    """By choice: the local variables that are there while it is asked."""
    locals_after: dict[int, tuple[Named, ...]] = field(default_factory=dict)
    """By block that a call returns to: the local variables that are there."""
    rule_functions: dict[str, RuleFunction] = field(default_factory=dict)
    """By the rule's name; rules that yield tuples have none."""
    set_functions: dict[str, SetFunctions] = field(default_factory=dict)
    """By the name of a rule that gives a set, as far as it is given none."""
    furthest: dict[int, FurthestMoves] = field(default_factory=dict)
    """By choice: which moves of it lead furthest."""
    grid_lines: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    """By grid and length: where its lines begin in the grid's table, and how many each grid has."""
    names_taken: int = 0
    """The registers and functions of the program end in numbers up to this."""
