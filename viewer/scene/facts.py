"""What a game's rules say about its zones, pieces and words, as far as it matters for looks.

A view holds what lies where; this holds what is always so: how many spaces a track has, how much a
column holds, which attribute is a colour and which a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import Game, ZoneView
from engine.rules.analysis.appearance import Appearance
from engine.rules.model.ruleset import Board
from engine.rules.types import seat_word

SEAT = "seat"
"""What the seats are called as a dimension."""
NUMBER = ""
"""The dimension of an index that is a number."""
_PLAYER = "Player"


@dataclass(frozen=True)
class ZoneFacts:
    """What is always so for a family of zones.

    `axes` are the dimensions of its indices, `owner` which of them is its owner; `members` are the
    words of each index. `lines` are the numbers of its cells, for tracks and what is written into.
    """

    name: str
    kind: str
    axes: tuple[str, ...]
    members: tuple[tuple[str, ...], ...]
    owner: int | None
    capacity: int
    written: str
    """What is written into it: number, mark, an enumeration, or nothing."""
    counted: bool
    pieces: tuple[str, ...]
    face_down: bool
    cells: tuple[int, int] | None
    hexes: bool = False
    board: Board | None = None
    """The cells of a grid that is drawn, and the lines between them."""
    sides: tuple[tuple[str, ...], ...] = ()
    """What the rows and the columns of a board are called, if they have names."""
    rooms: dict[tuple[str, ...], int] = field(default_factory=dict)
    """How much has room in each zone, by the words of its indices, where they differ."""
    ends: dict[tuple[str, ...], int] = field(default_factory=dict)
    """The last cell of each, where they differ."""

    def room(self, zone: ZoneView) -> int:
        """Return how much has room in a zone of the family."""
        return self.rooms.get(zone.indices, self.capacity)

    def last_cell(self, zone: ZoneView) -> int:
        """Return the number of the last cell of a zone of the family."""
        _, last = self.cells or (1, max(1, self.capacity))
        return self.ends.get(zone.indices, last)

    @property
    def free_axes(self) -> tuple[str, ...]:
        """Return the dimensions of its indices but for its owner."""
        return tuple(a for i, a in enumerate(self.axes) if i != self.owner)

    @property
    def free_members(self) -> tuple[tuple[str, ...], ...]:
        """Return the words of its indices but for its owner."""
        return tuple(m for i, m in enumerate(self.members) if i != self.owner)


@dataclass(frozen=True)
class AttributeFacts:
    """An attribute of a kind of pieces: its dimension, its words when it has few, if it changes."""

    name: str
    dimension: str
    words: tuple[str, ...]
    changes: bool
    range: tuple[int, int] = (0, 0)
    """The least and the greatest number, when it is one."""
    truth: bool = False
    """Whether it is yes or no."""
    heading: str = ""
    """Its name in the language that the game was made for."""
    named: bool = False
    """Whether the name of a piece depends on it."""


@dataclass(frozen=True)
class PieceFacts:
    """A kind of pieces. `rolled`: whether the rules roll them, so that they are dice."""

    name: str
    attributes: tuple[AttributeFacts, ...]
    rolled: bool = False


@dataclass(frozen=True)
class VariableFacts:
    """A family of variables: the dimensions of its indices, and its own.

    `passing`: it is there only now and then, as while a bidding continues. `heading` is its name in
    the language that the game was made for. `digits`: how long its numbers may become.
    """

    name: str
    axes: tuple[str, ...]
    owner: int | None
    kind: str
    dimension: str
    heading: str = ""
    passing: bool = False
    digits: int = 2
    members: tuple[tuple[str, ...], ...] = ()
    """The words of each index, of what is there all the time."""
    usual: str = ""
    """The value that tells nothing: what a yes or no, or a value of one turn, begins with."""

    @property
    def free(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return its indices but for its owner, each with its words."""
        pairs = zip(self.axes, self.members, strict=False)
        return tuple(pair for number, pair in enumerate(pairs) if number != self.owner)


@dataclass(frozen=True)
class Facts:
    """What is always so in a game with its players and options."""

    players: int
    zones: dict[str, ZoneFacts]
    pieces: dict[str, PieceFacts]
    words: dict[str, tuple[str, ...]]
    """The words of each enumeration."""
    variables: dict[str, VariableFacts]
    tables: dict[str, dict[tuple[str, ...], str]] = field(default_factory=dict)
    """Lookup tables that view files print: the words of the indices, and what they lead to."""
    looked_up: frozenset[str] = frozenset()
    """The tables that players look up during a game."""
    teams: int = 0
    """How many teams there are; a seat is of the team that its number leaves, divided by them."""


def facts_of(game: Game) -> Facts:
    """Return the facts of a compiled game."""
    rules = game.rules
    words = {
        name: tuple(member.name for member in enum.members)
        for name, enum in rules.enums.items()
        if name != _PLAYER and not name.startswith(("option ", "table "))
    }
    seats = tuple(map(seat_word, range(game.players)))
    words = {SEAT: seats, **words}
    implied = Appearance.of(rules)
    return Facts(
        teams=rules.header.teams,
        players=game.players,
        zones={name: _zone(game, name, words) for name in rules.zones},
        pieces={name: _piece(game, name, words, implied) for name in rules.components},
        words=words,
        variables=_variables(game, words),
        tables={name: game.table(name) for name in rules.tables},
        looked_up=implied.looked_up,
    )


def _dimension(domain: object) -> str:
    """Return the dimension of a domain: an enumeration's name, `seat`, or nothing."""
    kind = domain.type  # type: ignore[attr-defined]
    if kind.kind != "enum":
        return NUMBER
    return SEAT if kind.names[0] == _PLAYER else str(kind.names[0])


def _zone(game: Game, name: str, words: dict[str, tuple[str, ...]]) -> ZoneFacts:
    zone = game.rules.zones[name]
    family = game.compiled.layout.families[name]
    axes = tuple(_dimension(d) for d in zone.indices)
    members = _members(axes, family.shape, words)
    written = ""
    if zone.written is not None:
        kind = zone.written.type
        written = kind.kind if kind.kind != "enum" else _dimension(zone.written)
    heap = zone.traits.loose and not zone.traits.stock and not axes
    cells, ends = family.spaces, _of_each(game, name, family.ends)
    rooms = _of_each(game, name, family.rooms)
    if cells is None and written and zone.traits.in_line:
        cells, ends = (1, family.capacity), rooms
    return ZoneFacts(
        name=name,
        kind=zone.kind,
        axes=axes,
        members=members,
        owner=zone.owner_index,
        capacity=family.capacity,
        written=written,
        counted=family.counted,
        pieces=zone.pieces,
        face_down=zone.seen == "none" and (zone.traits.stacked or heap),
        cells=cells,
        hexes=zone.hexes,
        board=zone.board,
        sides=(zone.rows, zone.columns) if zone.columns else (),
        rooms=rooms,
        ends=ends,
    )


def _of_each(game: Game, name: str, values: Sequence[int]) -> dict[tuple[str, ...], int]:
    """Return what zones of a family differ in, by the words of their indices."""
    kinds = [domain.type for domain in game.rules.zones[name].indices]
    places = game.compiled.layout.families[name].places
    return {
        tuple(game.wording.value(v, k, []) for v, k in zip(place, kinds, strict=True)): each
        for place, each in zip(places, values, strict=False)
    }


def _members(
    axes: Sequence[str], shape: Sequence[tuple[int, int]], words: dict[str, tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    """Return the words of indices of some dimensions, each from its least for its count."""
    return tuple(
        tuple(str(n) for n in range(low, low + count))
        if axis == NUMBER
        else words.get(axis, ())[low : low + count]
        for axis, (low, count) in zip(axes, shape, strict=True)
    )


def _piece(
    game: Game, name: str, words: dict[str, tuple[str, ...]], implied: Appearance
) -> PieceFacts:
    attributes = []
    for attribute in game.rules.components[name].attributes:
        dimension = _dimension(attribute.domain)
        made = AttributeFacts(
            name=attribute.name,
            dimension=dimension,
            words=words.get(dimension, ()),
            changes=attribute.changes,
            range=_range(attribute.domain),
            truth=attribute.domain.type.kind == "truth",
            heading=game.wording.catalogue.name(attribute.name),
            named=attribute.name in implied.named[name],
        )
        attributes.append(made)
    return PieceFacts(name, tuple(attributes), rolled=name in implied.rolled)


def _range(domain: object) -> tuple[int, int]:
    """Return the bounds of a number, as far as they are in the rules."""
    bounds = [getattr(getattr(domain, side), "value", None) for side in ("low", "high")]
    low, high = (bound if isinstance(bound, int) else 0 for bound in bounds)
    return low, high


_MOST_DIGITS = 4


def _variables(game: Game, words: dict[str, tuple[str, ...]]) -> dict[str, VariableFacts]:
    """Return the variables of a game, also those that are there only while something continues."""
    found = {}
    for name, variable in game.rules.variables.items():
        cells = game.compiled.layout.cells[name]
        digits = max(len(str(cells.low)), len(str(cells.high)))
        made = _variable(game, name, variable, digits, variable.start, passing=False)
        found[name] = replace(made, members=_members(made.axes, cells.shape, words))
    debug = game.compiled.debug
    places = (*debug.locals_at.values(), *debug.locals_after.values())
    kept = {named.let.key: named.let for place in places for named in place}
    for _, let in sorted(kept.items()):
        if let.name not in found:
            low, high = _range(let.domain)
            digits = max(2, len(str(low)), len(str(high)))
            found[let.name] = _variable(game, let.name, let, digits, let.value, passing=True)
    return found


def _variable(
    game: Game, name: str, variable: Any, digits: int, start: Any, *, passing: bool
) -> VariableFacts:
    value = getattr(start, "value", None)
    usual = ""
    if isinstance(value, int) and (passing or start.type.kind == "truth"):
        usual = game.wording.value(value, start.type, [])
    axes = tuple(_dimension(d) for d in variable.indices)
    return VariableFacts(
        name=name,
        axes=axes,
        owner=axes.index(SEAT) if SEAT in axes else None,
        kind=variable.domain.type.kind,
        dimension=_dimension(variable.domain),
        heading=game.wording.catalogue.name(name),
        passing=passing,
        digits=min(_MOST_DIGITS, digits),
        usual=usual,
    )
