"""What a seat is shown: zones, variables, whose turn it is, in plain data without any hidden piece.

Screens, text play, logs, adapters and networks read views and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.compile import layout as at
from engine.compile.debug_info import RevealedExpression
from engine.compile.layout import Cells, PlacedZone
from engine.game.interpreter import State
from engine.game.knowledge import UNKNOWN, Knowledge
from engine.game.places import WHOLE, Spot, TablePlace
from engine.game.revealed_values import Placed
from engine.game.wording import Wording, cell_name
from engine.rules import model as m
from engine.rules.said import joined
from engine.rules.types import Type, seat_word

_Values = tuple[tuple[str, str], ...]
_MOST_KEPT = 4096
"""So many zones and variables are kept as they were shown, so that they aren't worded again."""
MARK = "\x00"
"""Stands before the name of an attribute while an expression is put in words."""


@dataclass(frozen=True)
class Item:
    """A piece or a written value in a zone, as a seat sees it.

    `name`: what it is called, None if the seat doesn't know it. `component`: its kind; empty for a
    written value. `values`: its attributes by name; of a piece that the seat doesn't know, those on
    its back. `space`: the space of a track that it is on, or None.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> [[item.name for item in zone.items] for zone in session.view(0).zones[1:]]
    [['1', '2', '7'], [None, None, None]]
    """

    name: str | None
    component: str
    values: tuple[tuple[str, str], ...] = ()
    space: int | None = None
    shown: str = ""
    """What it is called in the language of the view."""
    says: tuple[tuple[str, str], ...] = ()
    """The words on it of which the rules say something, each with what they say."""


@dataclass(frozen=True)
class ZoneView:
    """A zone as a seat sees it.

    `name`: its notation. `place`: which zone it is, for programs. `family`: its name in the rules.
    `owner`: the seat it belongs to, from 0, or None. `indices`: in notation. `items`: what is in
    it, the bottom first; a zone of pieces that are only counted has none. `count`: how many there
    are. `hidden`: the seat can't see some of them.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> session.view(0).zones[2], session.view(0).zones[2].hidden
    (<ZoneView hand[seat 2], count=3>, True)
    """

    name: str
    place: TablePlace
    family: str
    kind: str
    owner: int | None
    indices: tuple[str, ...]
    count: int
    items: tuple[Item, ...]
    hidden: bool
    title: str = ""
    """Its name with its indices in the language of the view."""
    heading: str = ""
    """Its family in the language of the view."""
    shown: tuple[str, ...] = ()
    """Its indices in the language of the view."""
    cell: str = ""
    """What it is called as a cell of a grid, if the rules name the cells."""

    def __repr__(self) -> str:
        return f"<ZoneView {self.name}, count={self.count}>"

    def spot(self, index: int = WHOLE) -> Spot:
        """Return the zone itself, or a piece in it counted from the bottom, to ask about it.

        >>> from engine import Game, Session, load
        >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
        >>> str(session.view(0).zones[1].spot(2).place)
        'hand[seat 1]'
        """
        return Spot(self.place, index)

    @property
    def besides(self) -> list[tuple[str, str]]:
        """Its indices but the one that says whose it is, each with its words."""
        three = zip(self.place.indices, self.indices, self.shown, strict=False)
        return [(index, shown) for value, index, shown in three if value != self.owner]

    @property
    def spoken(self) -> list[tuple[str, str]]:
        """The same, but the row and the column of a cell that has a name are its name."""
        return [*self.besides[:-2], (self.cell, self.cell)] if self.cell else self.besides


@dataclass(frozen=True)
class VariableView:
    """A variable as a seat sees it; `value` is None if the seat can't see it.

    `name`: its notation. `place`: which one it is, for programs. `family`: its name in the rules.
    `owner`: the seat it belongs to, from 0, or None. `value` and `indices`: in notation. `title`
    and `shown`: name and value in the language of the game.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> [(variable.name, variable.value) for variable in session.view(0).variables]
    [('points[seat 1]', '0'), ('points[seat 2]', '0'), ('knocker', 'none')]
    """

    name: str
    place: TablePlace
    family: str
    owner: int | None
    value: str | None
    title: str = ""
    shown: str = ""
    heading: str = ""
    indices: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """Its indices in the language of the view."""
    seat: int | None = None
    """The seat that its value names, from 0."""


@dataclass(frozen=True)
class View:
    """What a seat sees of a position; it holds nothing that the seat can't know.

    `seat`: from 0, None for a view of everything. `round`: from 1. `active`: the seat whose turn it
    is. `to_move`: the seat that has to decide, None if the game is over. `totals`: the points so
    far, by seat. `zones` and `variables`: in the order of the rules.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> session.view(0)
    <View of seat 1: round 1, seat 1 to decide, zones=3, variables=3>
    """

    seat: int | None
    players: int
    round: int
    phase: str
    active: int
    to_move: int | None
    totals: tuple[int, ...]
    zones: tuple[ZoneView, ...]
    variables: tuple[VariableView, ...]
    phase_title: str = ""
    """The phase in the language of the view."""

    def __repr__(self) -> str:
        who = "everything" if self.seat is None else seat_word(self.seat)
        who = "a spectator" if self.seat == self.players else who
        now = "over" if self.to_move is None else f"{seat_word(self.to_move)} to decide"
        parts = f"zones={len(self.zones)}, variables={len(self.variables)}"
        return f"<View of {who}: round {self.round}, {now}, {parts}>"

    def in_words(self) -> View:
        """Return the view with every name as people read it, for screens that show no notation.

        An owner's own index keeps its form, so that it can still be told from the others.
        """
        return replace(
            self,
            phase=self.phase_title,
            zones=tuple(_zone_in_words(zone) for zone in self.zones),
            variables=tuple(
                replace(
                    v,
                    family=v.heading,
                    name=v.title,
                    value=v.value if v.value in (None, "none") else v.shown,
                    indices=v.about,
                )
                for v in self.variables
            ),
        )


def _zone_in_words(zone: ZoneView) -> ZoneView:
    three = zip(zone.place.indices, zone.indices, zone.shown, strict=True)
    return replace(
        zone,
        family=zone.heading,
        name=zone.title,
        indices=tuple(own if value == zone.owner else shown for value, own, shown in three),
        items=tuple(
            replace(item, name=None if item.name is None else item.shown, component="")
            for item in zone.items
        ),
    )


class Viewer:
    """Makes the views of one compiled ruleset."""

    def __init__(self, wording: Wording, knowledge: Knowledge) -> None:
        self.wording = wording
        self.knowledge = knowledge
        self.compiled = wording.compiled
        self.layout = wording.layout
        self.rules = wording.rules
        turn = self.rules.turn.statements
        self.phases = [p.title for p in turn if isinstance(p, m.Phase)]
        self.backs = self._backs()
        """What can be read on the back of each pool of pieces: attributes and values."""
        self._views: list[tuple[State, int | None, View]] = []
        self._zones: dict[tuple[object, ...], ZoneView] = {}
        self._values: dict[tuple[str, int, int | None], VariableView] = {}
        self._free = {
            zone.name
            for zone in self.rules.zones.values()
            if (zone.written is not None and zone.written.type.kind in ("piece", "zone"))
            or any(self._freely_called(name) for name in zone.pieces)
        }
        """Zones in which things may be called by more than the pieces there."""

    def _backs(self) -> dict[str, _Values]:
        setting = self.compiled.setting
        found: dict[str, _Values] = {}
        for piece in setting.pieces:
            component = self.rules.components[piece.component]
            if setting.pools[piece.number] not in found:
                kinds = {a.name: a.domain.type for a in component.attributes}
                pairs = zip(component.back, setting.back(piece), strict=True)
                found[setting.pools[piece.number]] = tuple(
                    (name, self.wording.value(value, kinds[name], [])) for name, value in pairs
                )
        return found

    def view(self, state: State, seat: int | None) -> View:
        """Return what a seat sees of a position; seat None sees everything.

        Kept a while, since the last positions are looked at again and again.
        """
        for position, reader, view in self._views:
            if reader == seat and position == state:
                return view
        view = self._seen(state, seat)
        self._views = [(list(state), seat, view), *self._views[:3]]
        return view

    def _seen(self, state: State, seat: int | None) -> View:
        seen, backs = state, {}
        placed: tuple[Placed, ...] = ()
        if seat is not None:
            known = self.knowledge.observe(state, seat)
            seen, placed = list(known.state), known.placed
            backs = {hole.slot: self.backs[hole.pool] for hole in known.holes if hole.slot}
        over = state[at.PC] == at.OVER
        number = state[at.PHASE]
        phase = self.phases[number - 1] if 0 < number <= len(self.phases) and not over else ""
        return View(
            seat=seat,
            players=self.compiled.setting.players,
            round=state[at.ROUND],
            phase=phase,
            phase_title=self.wording.catalogue.text(phase),
            active=state[at.ACTIVE],
            to_move=None if over else state[at.ME],
            totals=tuple(
                state[self.layout.totals : self.layout.totals + self.wording.setting.players]
            ),
            zones=self.zones(seen, self.layout.families, backs),
            variables=(*self._variables(seen, seat), *self._revealed(seen, placed)),
        )

    def zones(
        self, seen: State, families: Iterable[str], backs: Mapping[int, _Values] | None = None
    ) -> tuple[ZoneView, ...]:
        """Return the zones of some families in a position as someone knows it."""
        wanted = frozenset(families)
        return tuple(
            self._zone(seen, zone, backs or {})
            for zone in self.layout.zones.values()
            if zone.family.name in wanted
        )

    def _freely_called(self, name: str) -> bool:
        """Return whether a component's name is computed anew each time."""
        component = self.rules.components[name]
        return component.called is not None and component.name_varies

    def _zone(self, seen: State, zone: PlacedZone, backs: Mapping[int, _Values]) -> ZoneView:
        """Return a zone, the very one of before where the same lies in it in the same way."""
        if zone.family.name in self._free:
            return self._shown(seen, zone, backs)
        key = self._content(seen, zone, backs)
        known = self._zones.get(key)
        if known is None:
            if len(self._zones) >= _MOST_KEPT:
                self._zones.clear()
            known = self._zones[key] = self._shown(seen, zone, backs)
        return known

    def _content(
        self, seen: State, zone: PlacedZone, backs: Mapping[int, _Values]
    ) -> tuple[object, ...]:
        """Return all that a zone's view depends on."""
        address, lying = zone.address, zone.lying(seen)
        if not (lying and zone.tells_apart):
            return address, seen[address], *lying
        changing = [base for base, _, _ in self.layout.changing.values()]
        if zone.model.traits.spaces:
            changing.append(self.layout.space)
        more = tuple(seen[base + piece] for base in changing for piece in lying if piece >= 0)
        read = tuple(
            backs.get(slot, ()) for slot, piece in enumerate(lying, address + 1) if piece == UNKNOWN
        )
        return address, *lying, more, read

    def _shown(self, seen: State, zone: PlacedZone, backs: Mapping[int, _Values]) -> ZoneView:
        wording, model, lying = self.wording, zone.model, zone.lying(seen)
        if model.written:
            kind = model.written.type
            items = tuple(
                Item(wording.value(v, kind, seen), "", shown=wording.shown(v, kind, seen))
                for v in lying
            )
        else:
            items = tuple(
                self._item(piece, model, seen, backs.get(slot, ()))
                for slot, piece in enumerate(lying, zone.address + 1)
            )
        values = [(v, d.type) for v, d in zip(zone.indices, model.indices, strict=True)]
        place = wording.place(model.name, values)
        shown = tuple(wording.shown(v, kind, seen) for v, kind in values)
        if model.columns:
            row, column = zone.indices[-2:]
            shown = (*shown[:-2], model.rows[row - 1], model.columns[column - 1])
        return ZoneView(
            name=wording.zone_at(zone.address),
            place=place,
            family=model.name,
            kind=model.kind,
            owner=zone.owner,
            indices=tuple(wording.value(v, kind, seen) for v, kind in values),
            count=seen[zone.address],
            items=items,
            hidden=any(item.name is None for item in items),
            title=wording.shown_zone(zone.address),
            heading=wording.catalogue.name(model.name),
            shown=shown,
            cell=cell_name(zone),
        )

    def pieces(self, state: State, component: str) -> list[Item]:
        """Return all pieces of a component with their faces, wherever they are."""
        found = self.wording.setting.pieces
        return [self._known(p.number, state, None) for p in found if p.component == component]

    def piece(self, number: int, state: State, seat: int | None) -> Item:
        """Return a piece that a seat knows, as it looks to the seat in a position."""
        seen = state if seat is None else list(self.knowledge.observe(state, seat).state)
        zone = self.layout.zones.get(state[self.layout.zone_of + number])
        return self._known(number, seen, zone.model if zone else None)

    def _item(self, piece: int, zone: m.Zone, seen: State, back: _Values) -> Item:
        if piece == UNKNOWN:
            kind = zone.pieces[0] if len(zone.pieces) == 1 else ""
            return Item(None, kind, back, shown=self.wording.catalogue.name(kind))
        return self._known(piece, seen, zone)

    def _known(self, piece: int, seen: State, zone: m.Zone | None) -> Item:
        known = self.wording.setting.pieces[piece]
        component = self.rules.components[known.component]
        fixed = dict(known.values)
        values = []
        says: list[tuple[str, str]] = []
        for a in component.attributes:
            value = fixed[a.name]
            if a.changes:
                value = seen[self.layout.changing[a.name][0] + piece]
            kind = a.domain.type
            if self._sayings and kind.kind == "enum" and kind.name in self._sayings and value >= 0:
                says += self._sayings[kind.name][value]
            values.append((a.name, self.wording.value(value, a.domain.type, seen)))
        space = seen[self.layout.space + piece] if zone and zone.traits.spaces else None
        name, shown = self.wording.name(piece, seen), self.wording.shown_piece(piece, seen)
        return Item(name, component.name, tuple(values), space, shown, tuple(says))

    @cached_property
    def _sayings(self) -> dict[str, list[list[tuple[str, str]]]]:
        """What the rules say of words, by the type and the place of the word in it."""
        found: dict[str, list[list[tuple[str, str]]]] = {}
        words, present = self.wording.catalogue, self.wording.setting.present
        for kind in self.rules.enums.values():
            if any(member.words for member in kind.members):
                found[kind.name] = [
                    [(words.name(member.name), words.text(member.words))] if member.words else []
                    for member in (kind.members[n] for n in present[kind.name])
                ]
        return found

    def _variables(self, seen: State, seat: int | None) -> list[VariableView]:
        result = []
        for v in self.rules.variables.values():
            cells = self.layout.cells[v.name]
            result += self._cells(v.name, v.indices, v.domain, cells, v.seen, seen, seat)
        for base, let in self._there(seen, seat):
            cells = Cells(base, self.layout.shape(let.indices), 0, 0, m.owner_index(let.indices))
            result += self._cells(let.name, let.indices, let.domain, cells, "all", seen, seat)
        return result

    def _there(self, seen: State, seat: int | None) -> list[tuple[int, m.Let]]:
        """Return where the local variables lie that are there now, those of the turn first."""
        debug = self.compiled.debug
        hides = seat is not None and seen[at.HIDING] and seen[at.ME] != seat
        there = debug.locals_at.get(seen[at.PC], ())
        found: list[tuple[int, m.Let]] = []
        for frame in (*(frame for frame, _ in self.knowledge.frames(seen)), 0):
            known = [(frame + n.offset, n.let) for n in there if not (hides and n.apart)]
            found = known + found
            there = debug.locals_after.get(seen[frame], ()) if frame else ()
        return found

    def _revealed(self, seen: State, placed: Sequence[Placed]) -> list[VariableView]:
        """Return what has been told and still holds: as the rules write it, and in words."""
        facts = self.knowledge.facts
        result = [
            self._fact(revealed.fact, revealed.value, dict(revealed.names), {}, seen)
            for revealed in facts.revealed(seen)
        ]
        for p in placed:
            fact = self.compiled.debug.revealed[p.fact]
            kept = zip((key for key, _ in fact.kept), p.words[2:], strict=True)
            names = {**dict(p.names), **dict(kept)}
            result.append(self._fact(fact, p.words[1], names, dict(p.slots), seen))
        return result

    def _fact(
        self,
        fact: RevealedExpression,
        value: int,
        names: Mapping[int, int],
        slots: Mapping[int, int],
        seen: State,
    ) -> VariableView:
        """Return one thing that was told; pieces that aren't known go by the slots they are in."""
        wording, what = self.wording, fact.show
        about, words = [], {}
        for key, (name, kind) in fact.names().items():
            if key in slots:
                written, read = (self._slot(slots[key], seen, f) for f in (False, True))
            else:
                written = wording.value(names[key], kind, seen)
                read = wording.shown(names[key], kind, seen)
            about.append(f"{name} = {written}")
            words[name] = read
        which = (f"({', '.join(about)})",) if about else ()
        name = " ".join([what.title, *which])
        kind = what.what.type
        shown = wording.shown(value, kind, seen)
        title = self._in_words(what.title, words)
        return VariableView(
            name, TablePlace(what.title, which), what.title, None, wording.value(value, kind, seen),
            title, shown, title, which, ("",) * len(which), seat_in(value, kind),
        )  # fmt: skip

    def _slot(self, slot: int, seen: State, shown: bool) -> str:
        """Return the place of a piece, counted from the bottom, as choices name it."""
        for address in self.layout.zones:
            if address < slot <= address + seen[address]:
                name = self.wording.shown_zone if shown else self.wording.zone_at
                return f"{name(address)} {slot - address}"
        return self.wording.catalogue.text("out of play")

    def _in_words(self, title: str, words: Mapping[str, str]) -> str:
        """Return an expression as people read it: `card.rank` is `rank of card`, and
        `first(fan[mate, place])` is `fan mate place`.
        """
        names = self.wording.catalogue.name

        def lying(found: re.Match[str]) -> str:
            place = " ".join(re.findall(r"\w+", found[1]))
            return f"{MARK}{found[2]} of {place}" if found[2] else place

        def read(found: re.Match[str]) -> str:
            word = found[0].removeprefix(MARK)
            own = word != found[0]  # an attribute, whatever a local of its name means
            return (not own and words.get(word)) or names(word).replace("_", " ")

        places = re.sub(r"\b(?:first|last)\((\w+(?:\[[\w, ]*\])?)\)(?:\.(\w+))?", lying, title)
        turned = re.sub(r"\b(\w+)\.(\w+)\b", rf"{MARK}\2 of \1", places)
        return re.sub(rf"{MARK}?[^\W\d]\w*", read, turned)

    def _cells(
        self,
        name: str,
        domains: tuple[m.Domain, ...],
        domain: m.Domain,
        cells: Cells,
        visible: m.Seen,
        seen: State,
        seat: int | None,
    ) -> list[VariableView]:
        hidden = set() if seat is None else set(cells.hidden_from(seat, visible))
        plain = domain.type.kind not in ("piece", "zone")
        result = []
        for offset, address in enumerate(cells.addresses):
            key = (name, address, None if address in hidden else seen[address])
            known = self._values.get(key) if plain else None
            if known is None:
                indices, own = cells.indices(offset), cells.owner(offset)
                known = self._variable(name, indices, domains, domain, key[2], own, seen, seat)
                if plain:
                    if len(self._values) >= _MOST_KEPT:
                        self._values.clear()
                    self._values[key] = known
            result.append(known)
        return result

    def _variable(
        self,
        name: str,
        indices: tuple[int, ...],
        domains: tuple[m.Domain, ...],
        domain: m.Domain,
        kept: int | None,
        owner: int | None,
        seen: State,
        seat: int | None,
    ) -> VariableView:
        """Return a member of a family of variables; `kept` is what is in it, None if hidden."""
        wording = self.wording
        values = [(i, d.type) for i, d in zip(indices, domains, strict=True)]
        place = wording.place(name, values)
        value, words, named = None, "", None
        if kept is not None and (kept != UNKNOWN or domain.type.kind != "piece"):
            value = wording.value(kept, domain.type, seen, seat)
            words = wording.shown(kept, domain.type, seen, seat)
            named = seat_in(kept, domain.type)
        heading = wording.catalogue.name(name)
        about = tuple(wording.shown(i, kind, seen) for i, kind in values)
        return VariableView(
            str(place), place, name, owner, value, joined(" ", [heading, *about]), words, heading,
            tuple(wording.value(i, kind, seen) for i, kind in values), about, named,
        )  # fmt: skip


def seat_in(value: int, kind: Type) -> int | None:
    """Return the seat that a value names, None for any other value."""
    return value if kind.is_seat and value >= 0 else None
