"""Setting up positions by name: what `given` says, done to a state that set-up has dealt.

Pieces are conserved. A piece that is named somewhere is fetched from where it lies; what it
displaces takes its place where nothing was said of that place, and otherwise waits out of play.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.compile import layout as at
from engine.compile.program import NONE
from engine.game.interpreter import State
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.source import Span
from engine.rules import model as m


class Arranger:
    """Arranges a position of a game. Seat 1 is me."""

    def __init__(self, game: Game, state: State) -> None:
        """Prepare to change a state in place."""
        self.game = game
        self.state = state
        self.layout = game.compiled.layout
        self.setting = game.compiled.setting
        self.reserved: set[int] = set()
        self.spoken: set[int] = set()
        """The zones that something is said of."""

    def refuse(self, message: str, span: Span) -> RulesError:
        """Return the error of an example that can't be set up."""
        return RulesError(Diagnostic(Code.E402, message, span))

    # -------------------------------------------------------------- all of it

    def arrange(self, givens: Sequence[m.Given]) -> None:
        """Do everything that is given. Raises RulesError (E402) for what can't be had."""
        placed = [g for g in givens if g.form in ("zone is", "zone has", "top")]
        for given in placed:
            self.spoken.update(self.addresses(given))
        wanted = [(g, zone, self._pick(g)) for g in placed for zone in self.addresses(g)]
        for given, zone, pieces in wanted:
            if given.form == "zone is":
                self._fill(given, zone, pieces)
        for given, zone, pieces in wanted:
            if given.form == "zone has":
                for piece in pieces:
                    self._swap_in(piece, zone, given.span)
            elif given.form == "top":
                self._on_end(given, zone, pieces)
        for given in givens:
            if given.form == "variable":
                self._variable(given)
            elif given.form == "roll":
                self._roll(given)

    def address(self, given: m.Given) -> int:
        """Return where the zone of a setting begins."""
        assert given.place is not None
        return self.evaluate(given.place)

    def addresses(self, given: m.Given) -> list[int]:
        """Return where the zones of a setting begin: several, when a family is to be empty."""
        place = given.place
        if not isinstance(place, m.ZoneRef) or not place.is_open:
            return [self.address(given)]
        family = self.layout.families[place.name]
        wanted = [None if index is None else self.evaluate(index) for index in place.indices]
        return [
            family.address(number)
            for number, zone in enumerate(family.places)
            if all(w in (None, i) for w, i in zip(wanted, zone.indices, strict=True))
        ]

    def evaluate(self, e: m.Expr) -> int:
        """Return a value in the position as it is now, seat 1 being me."""
        return self.game.wording.evaluate(e, {}, 0, self.state)

    def zone(self, given: m.Given) -> m.Zone:
        """Return the zone that a setting speaks of."""
        assert given.place is not None
        return self.game.rules.zones[given.place.type.name]

    # -------------------------------------------------------------- finding pieces

    def _pick(self, given: m.Given) -> list[int]:
        """Choose the pieces that a setting names, and keep them from other settings."""
        zone = self.zone(given)
        if zone.written or self.layout.families[zone.name].counted:
            return []
        if not given.items:
            return []
        address = self.address(given)
        chosen: list[int] = []
        for item in given.items:
            for _ in range(item.count):
                piece = self.find(item, zone, address, given.form == "zone has")
                self.reserved.add(piece)
                chosen.append(piece)
        return chosen

    def find(self, item: m.Item, zone: m.Zone, address: int, stay: bool) -> int:
        """Return a piece of that name: one that lies there, or where it isn't missed."""
        names = self.names(zone, address)
        if item.words not in names:
            guess = nearest(item.words or "", names)
            hint = f"; did you mean '{guess}'?" if guess else ""
            raise self.refuse(f"no piece is called '{item.words}'{hint}", item.span)
        free = [p for p in names[item.words] if p not in self.reserved]
        if not free:
            many = len(names[item.words])
            raise self.refuse(f"there are only {many} of '{item.words}'", item.span)
        return min(free, key=lambda p: self._missed(p, address if stay else -1))

    def names(self, zone: m.Zone, address: int) -> dict[str, list[int]]:
        """Return the pieces that a zone may hold by what they are called.

        Of pieces that belong to seats, only those of the zone's own seat are meant.
        """
        family = self.layout.family_at(address)
        owner = None
        if family is not None and zone.owner_index is not None:
            owner = family[0].places[family[1]].indices[zone.owner_index]
        result: dict[str, list[int]] = {}
        for piece in self.setting.pieces:
            if piece.component in zone.pieces and self._belongs(piece.number, owner):
                name = self.game.wording.name(piece.number, self.state)
                result.setdefault(name, []).append(piece.number)
        return result

    def _belongs(self, piece: int, owner: int | None) -> bool:
        known = self.setting.pieces[piece]
        component = self.game.rules.components[known.component]
        seats = [a.name for a in component.attributes if a.domain.type.names[:1] == ("Player",)]
        values = dict(known.values)
        return owner is None or all(values[name] == owner for name in seats)

    def _missed(self, piece: int, home: int) -> tuple[int, int]:
        """Return how much a piece would be missed where it lies."""
        zone = self.state[self.layout.zone_of + piece]
        if zone == home:
            return 0, piece
        found = self.layout.family_at(zone) if zone else None
        if found is None:
            return 1, piece
        if zone in self.spoken:
            return 4, piece
        kind = self.game.rules.zones[found[0].name].kind
        return (2 if kind in ("pile", "bag") else 3), piece

    # -------------------------------------------------------------- moving pieces

    def take(self, piece: int) -> tuple[int, int]:
        """Take a piece out of its zone; return the zone and the place it had, counted from 1."""
        state = self.state
        zone = state[self.layout.zone_of + piece]
        if not zone:
            return 0, 0
        count = state[zone]
        index = state.index(piece, zone + 1, zone + 1 + count)
        state[index : zone + count] = state[index + 1 : zone + count + 1]
        state[zone + count] = -1
        state[zone] = count - 1
        state[self.layout.zone_of + piece] = at.NOWHERE
        state[self.layout.known + piece] = 0
        return zone, index - zone

    def put(self, piece: int, zone: int, place: int | None = None) -> None:
        """Put a piece into a zone, on top or at a place counted from 1."""
        state = self.state
        count = state[zone]
        where = zone + (count + 1 if place is None else place)
        state[where + 1 : zone + count + 2] = state[where : zone + count + 1]
        state[where] = piece
        state[zone] = count + 1
        state[self.layout.zone_of + piece] = zone
        mask = self.game.interpreter.masks()[zone][1]
        state[self.layout.known + piece] = mask
        if self.layout.space:
            state[self.layout.space + piece] = 0

    def _fetch(self, piece: int) -> None:
        """Take a piece from wherever it lies; a hand that loses it gets another from a pile."""
        zone, place = self.take(piece)
        found = self.layout.family_at(zone) if zone else None
        if found is None or zone in self.spoken:
            return
        if self.game.rules.zones[found[0].name].kind == "hand":
            spare = self._spare(self.setting.pieces[piece].component)
            if spare is not None:
                self.take(spare)
                self.put(spare, zone, place)

    def _spare(self, component: str) -> int | None:
        """Return a piece that may replace one that was fetched from a hand."""
        best: tuple[int, int] | None = None
        for piece in self.setting.pieces:
            if piece.component != component or piece.number in self.reserved:
                continue
            zone = self.state[self.layout.zone_of + piece.number]
            found = self.layout.family_at(zone) if zone else None
            if found is None or zone in self.spoken:
                continue
            if self.game.rules.zones[found[0].name].kind == "pile":
                top = self.state[zone + self.state[zone]]
                best = max(best or (0, 0), (self.state[zone], top))
        return best[1] if best and best[1] not in self.reserved else None

    def _fill(self, given: m.Given, zone: int, pieces: list[int]) -> None:
        """Let a zone hold exactly what is said."""
        model = self.zone(given)
        family = self.layout.families[model.name]
        if family.counted:
            self.state[zone] = sum(self._counted(item) for item in given.items)
            return
        if model.written:
            self._write(given, zone, family.capacity)
            return
        if len(pieces) > family.capacity:
            raise self.refuse(f"'{model.name}' holds at most {family.capacity}", given.span)
        for piece in list(self.state[zone + 1 : zone + 1 + self.state[zone]]):
            self.take(piece)
        spaces = [item.at for item in given.items for _ in range(item.count)]
        for piece, space in zip(pieces, spaces, strict=True):
            self._fetch(piece)
            self.put(piece, zone)
            self._space(piece, space, model, given.span)

    def _counted(self, item: m.Item) -> int:
        if item.words and item.words.isdigit():
            return int(item.words)
        return item.count

    def _space(self, piece: int, space: int | None, zone: m.Zone, span: Span) -> None:
        if zone.kind != "track" or not zone.spaces:
            return
        low, high = zone.spaces
        if space is None or not low <= space <= high:
            raise self.refuse(f"say at which space, {low}..{high}, of '{zone.name}'", span)
        self.state[self.layout.space + piece] = space

    def _write(self, given: m.Given, zone: int, capacity: int) -> None:
        values = [1 if i.value is None else self.evaluate(i.value)
                  for i in given.items for _ in range(i.count)]  # fmt: skip
        if len(values) > capacity:
            raise self.refuse(f"'{self.zone(given).name}' holds at most {capacity}", given.span)
        self.state[zone] = len(values)
        self.state[zone + 1 : zone + 1 + capacity] = values + [0] * (capacity - len(values))

    def _swap_in(self, piece: int, zone: int, span: Span) -> None:
        """Let a piece lie in a zone in exchange for one that nothing is said of."""
        state = self.state
        if state[self.layout.zone_of + piece] == zone:
            return
        others = [p for p in state[zone + 1 : zone + 1 + state[zone]] if p not in self.reserved]
        if not others:
            self._fetch(piece)
            self.put(piece, zone)
            return
        _, place = self.take(others[0])
        home, old = self.take(piece)
        self.put(piece, zone, place)
        if home and home not in self.spoken:
            self.put(others[0], home, old)

    def _on_end(self, given: m.Given, zone: int, pieces: list[int]) -> None:
        """Put pieces on top of a zone (or at its bottom), the first named outermost."""
        for piece in reversed(pieces):
            if self.state[self.layout.zone_of + piece] == zone:
                self.take(piece)
            else:
                self._fetch(piece)
            self.put(piece, zone, None if given.name == "top" else 1)

    # -------------------------------------------------------------- variables and dice

    def _variable(self, given: m.Given) -> None:
        place, value = given.place, given.items[0].value
        assert isinstance(place, m.VarRef) and value is not None
        cells = self.layout.cells[place.name]
        number = self.evaluate(value)
        if number != NONE and not cells.low <= number <= cells.high:
            raise self.refuse(f"'{place.name}' is {cells.low}..{cells.high}", given.span)
        indices = [self.evaluate(i) for i in place.indices]
        offset = 0
        for index, (low, count) in zip(indices, cells.shape, strict=True):
            offset = offset * count + index - low
        self.state[cells.base + offset] = number

    def _roll(self, given: m.Given) -> None:
        """Let the dice that are rolled next show these faces."""
        self.game.interpreter.forced = [item.words or "" for item in given.items]
