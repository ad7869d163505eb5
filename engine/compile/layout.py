"""Where everything lies in the state: one array of 32-bit integers.

First a few fixed words (below), then the seats' totals, then for each piece its zone, who knows it,
its space and its changing attributes, then each zone as a count followed by what lies in it, then
the variables, the turn's own variables, and the stack.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from engine.compile.instance import GameConfig
from engine.compile.program import INT_MAX, NONE, Bin, Const, E, add
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.declarations import are_spaces
from engine.rules.checker.operations import TURNS
from engine.rules.checker.sets import MOST_AT_ONCE

(
    PC, ME, ACTIVE, STARTER, ROUND, NEXT, RNG_LOW, RNG_HIGH, ENDED, WON, FRAME, TOP, PHASE, OUT,
    QUIET, DECISIONS, HIDING, LAST, LEAVE, ARGUMENTS,
) = range(20)  # fmt: skip
MAX_ARGUMENTS = MOST_AT_ONCE
SILENT = 1000
"""What QUIET holds when triggers are silent too; below, it counts why endings wait."""
NOBODY = 0x60000000
"""What WON holds when everybody has lost: bits of no seats, more than one."""
DRAWN = 0x50000000
"""What WON holds when nobody has won and nobody lost."""
UNPAID = 2 * SILENT
"""What QUIET holds while something is chosen before the score is paid."""
FIRST_FREE = ARGUMENTS + MAX_ARGUMENTS
MAX_STATE = 200_000
OVER = -1
"""What PC holds when the game is over; otherwise the number of the choice that is asked."""
MARK_BITS = 16
MARKS = 256
"""How many words of so many bits mark the positions that have been kept."""
HISTORY = 1 + 2 * TURNS + MARKS
"""How many integers keep the positions that turns have ended in."""
NOWHERE = 0
"""The zone of a piece that lies nowhere."""


@dataclass(frozen=True)
class Family:
    """Where a family of zones lies: zone number i begins at `base + i * stride`."""

    name: str
    base: int
    stride: int
    shape: tuple[tuple[int, int], ...]
    """The least index and the number of indices along each side."""
    capacity: int
    """How much has room in any of them; so much is kept free for each."""
    counted: bool
    places: tuple[tuple[int, ...], ...]
    """The integers of the indices of each, the last running fastest."""
    spaces: tuple[int, int] | None = None
    """The spaces of the longest track."""
    rooms: tuple[int, ...] = ()
    """How much has room in each, where they differ."""
    ends: tuple[int, ...] = ()
    """The last space of each, where they differ."""
    numbers: tuple[int, ...] = ()
    """Of a drawn grid: by row and column, the number of the cell, from 0; -1 for none."""

    @property
    def range(self) -> tuple[int, int]:
        """Return where the first and the last zone of the family begin."""
        return self.base, self.address(max(0, len(self.places) - 1))

    def address(self, number: int) -> int:
        """Return where a zone of the family begins."""
        return self.base + number * self.stride

    def number(self, address: E) -> E:
        """Return which zone of the family begins at an address, as the program works it out."""
        if isinstance(address, Const):
            return Const((address.value - self.base) // self.stride)
        number = add(address, Const(-self.base))
        return Bin("//", number, Const(self.stride)) if self.stride > 1 else number

    def room(self, number: int) -> int:
        """Return how much has room in a zone of the family."""
        return self.rooms[number] if self.rooms else self.capacity

    def spaces_of(self, number: int) -> tuple[int, int] | None:
        """Return the spaces of a track of the family."""
        if self.spaces is None or not self.ends:
            return self.spaces
        return self.spaces[0], self.ends[number]


@dataclass(frozen=True)
class PlacedZone:
    """A zone: where it begins, which of its family it is, whose, and which seats see it as bits."""

    address: int
    family: Family
    number: int
    model: m.Zone
    owner: int | None
    sees: int

    @property
    def indices(self) -> tuple[int, ...]:
        """Return the integers of its indices."""
        return self.family.places[self.number]

    @property
    def room(self) -> int:
        """Return how much has room in it."""
        return self.family.room(self.number)

    @property
    def tells_apart(self) -> bool:
        """Return whether single pieces are in it: no numbers, marks or pieces all alike."""
        return bool(self.model.pieces) and not self.family.counted

    def lying(self, state: Sequence[int]) -> list[int]:
        """Return what lies in it, from the bottom up; nothing of pieces that are only counted."""
        first = self.address + 1
        return [] if self.family.counted else list(state[first : first + state[self.address]])


@dataclass(frozen=True)
class Cells:
    """Where a variable's values lie, and their bounds; which of its indices is the owning seat."""

    base: int
    shape: tuple[tuple[int, int], ...]
    low: int
    high: int
    owner_index: int | None = None

    @property
    def size(self) -> int:
        """Return how many values there are."""
        return prod(count for _, count in self.shape)

    @property
    def addresses(self) -> range:
        """Return where the values lie."""
        return range(self.base, self.base + self.size)

    def indices(self, offset: int) -> tuple[int, ...]:
        """Return the indices of the value that lies so far behind the first."""
        found = []
        for low, count in reversed(self.shape):
            offset, place = divmod(offset, count)
            found.append(low + place)
        return tuple(reversed(found))

    def owner(self, offset: int) -> int | None:
        """Return whose the value is that lies so far behind the first; None for nobody's."""
        return None if self.owner_index is None else self.indices(offset)[self.owner_index]

    def of(self, seat: int) -> list[int]:
        """Return where a seat's own values lie."""
        return [self.base + offset for offset in range(self.size) if self.owner(offset) == seat]

    def hidden_from(self, seat: int, seen: m.Seen) -> list[int]:
        """Return where the values lie that a seat can't see; `seen`: who may see them."""
        if seen in ("all", "none"):
            return [*self.addresses] if seen == "none" else []
        own = set(self.of(seat))
        if not own:
            return [*self.addresses]
        return [a for a in self.addresses if (a in own) == (seen == "all but owner")]

    def address(self, indices: Sequence[int]) -> int:
        """Return where the value with these indices lies."""
        offset = 0
        for index, (low, count) in zip(indices, self.shape, strict=True):
            offset = offset * count + index - low
        return self.base + offset


class Layout:
    """The places of everything, given players and options."""

    def __init__(self, setting: GameConfig) -> None:
        """Lay everything out; raises RulesError (E104) for a game that is too large."""
        self.setting = setting
        rules = setting.rules
        self._next = FIRST_FREE
        count = len(setting.pieces)
        self.totals = self.take(setting.players)
        self.latches = self.take(len(rules.endings))
        self.zone_of = self.take(count)
        self.known = self.take(count)
        self.space = self.take(count) if self._has_tracks(rules) else 0
        self.changing: dict[str, tuple[int, int, int]] = {}
        """By name: where the attribute of piece 0 would be, and its bounds over all pieces, also
        those that don't have it or in which it is fixed.
        """
        self.ranges: dict[tuple[str, str], tuple[int, int]] = {}
        """The bounds of a changing attribute by component and name, leaving out none."""
        self.held: dict[tuple[str, str], tuple[int, int]] = {}
        """The same, with none where the attribute can be none."""
        for component in rules.components.values():
            for a in component.attributes:
                if a.changes:
                    self._changing(component.name, a, count)
        self._held_by_others()
        self.families = {name: self._family(zone) for name, zone in rules.zones.items()}
        self.cells = {
            name: self.cells_of(v.indices, v.domain) for name, v in rules.variables.items()
        }
        self.laid_out = self._next
        """Where the zones and variables end, and what turns keep in mind begins."""
        self.histories = {zone: self.take(HISTORY) for zone in sorted(rules.remembers)}
        """By zone, empty for all of them: how many positions have been kept in this round; the
        last of them, two numbers each; and marks, a bit for each that is kept and for others.
        """
        self.everybody = (1 << setting.players) - 1

    def _changing(self, component: str, a: m.Attribute, count: int) -> None:
        low, high = self.setting.range(a.domain)
        self.ranges[component, a.name] = (low, high)
        least = NONE if a.domain.type.maybe else low
        self.held[component, a.name] = (least, high)
        if a.name in self.changing:
            base, low, top = self.changing[a.name]
            self.changing[a.name] = (base, min(low, least), max(top, high))
        else:
            self.changing[a.name] = (self.take(count), least, high)

    def _held_by_others(self) -> None:
        """Widen the bounds of changing attributes by what pieces of other components hold there:
        0, or what is fixed in theirs; in a sample, 0 again.
        """
        for name, (base, low, high) in self.changing.items():
            others = {
                value
                for p in self.setting.pieces
                if (p.component, name) not in self.ranges
                for value in (0, dict(p.values).get(name, 0))
            }
            self.changing[name] = (base, min({low, *others}), max({high, *others}))

    @property
    def size(self) -> int:
        """Return how many integers are laid out so far."""
        return self._next

    def take(self, size: int) -> int:
        """Reserve a stretch of the state; return where it begins."""
        start = self._next
        self._next += size
        if self._next > MAX_STATE:
            raise self.setting.error(
                Code.E104,
                Message(
                    "this game would need more than {most} numbers to describe a position",
                    f"{MAX_STATE:,}",
                ),
                self.setting.rules.header.span,
            )
        return start

    def _has_tracks(self, rules: m.Ruleset) -> bool:
        return any(z.traits.spaces and z.pieces for z in rules.zones.values())

    def shape(self, domains: tuple[m.Domain, ...]) -> tuple[tuple[int, int], ...]:
        """Return the least index and the number of indices along each side."""
        ranges = [self.setting.range(d) for d in domains]
        return tuple((low, high - low + 1) for low, high in ranges)

    def cells_of(self, indices: tuple[m.Domain, ...], domain: m.Domain) -> Cells:
        """Lay out a variable."""
        low, high = self.value_range(domain)
        shape = self.shape(indices)
        owner = m.owner_index(indices)
        base = self.take(prod(count for _, count in shape))
        return Cells(base, shape, low, high, owner)

    def value_range(self, domain: m.Domain) -> tuple[int, int]:
        """Return the bounds of a stored value; none is the least integer."""
        if domain.type.kind == "number" and domain.low is None:
            return NONE + int(not domain.type.maybe), INT_MAX
        low, high = self.setting.range(domain)
        return (NONE if domain.type.maybe or domain.type.kind == "piece" else low), high

    def least(self, domain: m.Domain) -> int:
        """Return the least integer of a domain, leaving out none."""
        if domain.type.kind == "number" and domain.low is None:
            return NONE + 1
        return self.setting.range(domain)[0]

    def _family(self, zone: m.Zone) -> Family:
        setting = self.setting
        places = tuple(setting.places(zone))
        counted = bool(zone.pieces) and setting.rules.components[zone.pieces[0]].counted
        supply = sum(setting.supply(c) for c in zone.pieces)
        rooms = [supply]
        if zone.capacity is not None:
            given = setting.bounds(zone, zone.capacity)
            rooms = given if zone.written else [min(room, supply) for room in given]
        if min(rooms) < 0:
            raise setting.error(
                Code.E104, Message("'{name}' can't hold fewer than nothing", zone.name), zone.span
            )
        capacity = max(rooms)
        stride = 1 if counted else capacity + 1
        base = self.take(stride * len(places))
        shape = self.shape(zone.indices)
        spaces, ends = self._spaces(zone)
        each = tuple(rooms) if len(set(rooms)) > 1 else ()
        numbers: tuple[int, ...] = ()
        if zone.board is not None:
            found = {cell: number for number, cell in enumerate(zone.board.cells)}
            rows, columns = zone.grid or (0, 0)
            numbers = tuple(found.get((r, c), -1) for r in range(rows) for c in range(columns))
        return Family(
            zone.name, base, stride, shape, capacity, counted, places, spaces, each, ends, numbers
        )

    def _spaces(self, zone: m.Zone) -> tuple[tuple[int, int] | None, tuple[int, ...]]:
        """Return the spaces of a family's longest track, and the last of each if they differ."""
        if zone.spaces is None or not zone.traits.spaces:
            return None, ()
        low, last = zone.spaces
        ends = self.setting.bounds(zone, last)
        wrong = next((high for high in ends if not are_spaces(low, high)), None)
        if wrong is not None:
            message = Message(
                "'{name}' would have the spaces {low}..{wrong}", zone.name, low, wrong
            )
            raise self.setting.error(Code.E104, message, last.span)
        return (low, max(ends)), tuple(ends) if len(set(ends)) > 1 else ()

    @cached_property
    def last_space(self) -> int:
        """The last space of the longest track; 0 where there are none."""
        return max((f.spaces[1] for f in self.families.values() if f.spaces), default=0)

    @cached_property
    def aspects(self) -> list[int]:
        """Where the state says something of piece 0; of each other piece, so much further on."""
        bases = [self.zone_of, self.known, *(base for base, _, _ in self.changing.values())]
        return [*bases, self.space] if self.space else bases

    @cached_property
    def rolled(self) -> dict[str, list[tuple[int, int, int]]]:
        """What changes of each component's pieces: where that of piece 0 would be, the least, how
        many it can be.
        """
        found: dict[str, list[tuple[int, int, int]]] = {
            c: [] for c in self.setting.rules.components
        }
        for name, (base, _, _) in self.changing.items():
            for component, rolled in found.items():
                if (component, name) in self.ranges:
                    low, high = self.ranges[component, name]
                    rolled.append((base, low, high - low + 1))
        return found

    @cached_property
    def zones(self) -> dict[int, PlacedZone]:
        """Return every zone by where it begins, families in the order of the text."""
        found = {}
        for family in self.families.values():
            zone = self.setting.rules.zones[family.name]
            for number, place in enumerate(family.places):
                index = zone.owner_index
                owner = None if index is None else place[index]
                address = family.address(number)
                sees = self._sees(zone.seen, owner)
                found[address] = PlacedZone(address, family, number, zone, owner, sees)
        return found

    def _sees(self, seen: m.Seen, owner: int | None) -> int:
        """Return which seats see a zone, as bits."""
        if seen == "all":
            return self.everybody
        if seen == "none" or owner is None:
            return 0
        return 1 << owner if seen == "owner" else self.everybody - (1 << owner)

    @cached_property
    def by_address(self) -> tuple[list[int], list[Family]]:
        """Return where the families begin, in order, and the families."""
        families = sorted((f for f in self.families.values() if f.places), key=lambda f: f.base)
        return [f.base for f in families], families

    @cached_property
    def largest(self) -> int:
        """Return the most that any zone can hold."""
        return max((f.capacity for f in self.families.values() if f.places), default=0)

    def family_at(self, address: int) -> tuple[Family, int] | None:
        """Return the family and number of the zone that begins at an address."""
        begins, families = self.by_address
        family = families[bisect_right(begins, address) - 1] if begins else None
        if family is None or not 0 <= address - family.base < family.stride * len(family.places):
            return None
        return family, (address - family.base) // family.stride
