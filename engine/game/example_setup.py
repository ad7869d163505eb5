"""Setting up positions by name: what `given` says, done to a state that set-up has dealt.

No piece comes from nowhere and none is lost. What is named changes places with what lies where it
is wanted. Zones of which nothing is said keep as many pieces as they had, and those that are named
nowhere: where one was fetched, what was displaced comes in its stead, or a piece from the stock.
What is displaced and not needed so goes under the stock: the pile or bag from which such pieces are
dealt. Only where there is none, it waits out of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

from engine.compile import layout as at
from engine.compile.program import NONE
from engine.game.interpreter import State
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.reached import reached

MOST_FORMS = 1000
"""A piece that can be in more forms isn't changed so that it is called as it is wanted."""


@dataclass(frozen=True)
class _Spot:
    """A place that a piece was taken from: its zone, how far up from 1, its space on a track."""

    zone: int
    place: int
    space: int = 0


class Arranger:
    """Arranges a position of a game. Seat 1 is me."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.layout = game.compiled.layout
        self.zones = self.layout.zones
        self.setting = game.compiled.setting
        self.before = list(state)
        """The position as it was dealt."""
        self.reserved: set[int] = set()
        """The pieces that are named."""
        self.spoken: set[int] = set()
        """The zones that something is said of."""
        self.exact: dict[int, m.Given] = {}
        """The zones of which everything is said, and by which line."""
        self._loose: list[tuple[int, int]] = []
        """The pieces that were displaced and lie nowhere yet, each with the zone it comes from."""
        self._gaps: list[_Spot] = []
        """The places from which pieces were fetched, in zones that keep as many as they had."""
        self._ends: dict[int, int] = {}
        """Zones of which the top or bottom is named: how many pieces are, at the bottom."""
        self._held: dict[int, Counter[str]] = {}
        self._stock: dict[tuple[str, int | None], list[int]] = {}
        self.faces: list[str] = []
        """What the dice that are rolled next show, in words."""

    def refuse(self, message: str, span: Span) -> RulesError:
        """Return the error of an example that can't be set up."""
        return RulesError(Diagnostic(Code.E402, message, span))

    # -------------------------------------------------------------- all of it

    def arrange(self, givens: Sequence[m.Given]) -> None:
        """Do everything that is given. Raises RulesError (E402) for what can't be had."""
        placed = [g for g in givens if g.form in ("zone is", "zone has", "top")]
        for given in placed:
            self._speak(given)
        wanted = [(g, zone, self._pick(g)) for g in placed for zone in self.addresses(g)]
        counted = [zone for zone in self.exact if self.zones[zone].family.counted]
        self._count(counted)
        exact = [(g, z, p) for g, z, p in wanted if self.exact.get(z) is g and z not in counted]
        displaced = {zone: self._emptied(zone) for _, zone, _ in exact}
        for given, zone, pieces in exact:
            self._fill(given, zone, pieces, displaced[zone])
        for given, zone, pieces in wanted:
            if given.form == "zone has":
                for piece, space in zip(pieces, self._spaces(given), strict=True):
                    self._swap_in(piece, zone, space, given.span)
            elif given.form == "top":
                self._on_end(given, zone, pieces)
        self._settle()
        for given in givens:
            if given.form == "variable":
                self._variable(given)
            elif given.form == "roll":
                self._roll(given)
        self._let_begin(givens)

    def moved(self) -> list[tuple[int, int, int]]:
        """Return the pieces that lie elsewhere than they were dealt: the piece, from where, where
        to; 0 is out of play.
        """
        old, new, first = self.before, self.state, self.layout.zone_of
        return [
            (p.number, old[first + p.number], new[first + p.number])
            for p in self.setting.pieces
            if old[first + p.number] != new[first + p.number]
        ]

    def by_chance(self, other: Arranger) -> list[tuple[int, list[int]]]:
        """Return the zones that hold other pieces here than in another deal, with what they hold,
        those on top first; what is given to the last piece is left out.
        """
        found = []
        for address, zone in self.zones.items():
            here = self.lying(address)
            told = not zone.tells_apart or address in self.exact
            if here and not told and here != other.lying(address):
                found.append((address, here[::-1]))
        return found

    def _speak(self, given: m.Given) -> None:
        """Remember of which zones something is said; a single zone goes before its family."""
        zones = self.addresses(given)
        self.spoken.update(zones)
        if given.form != "zone is":
            return
        for zone in zones:
            other = self.exact.get(zone)
            if other is None or (self._clears(other) and not self._clears(given)):
                self.exact[zone] = given
            elif not self._clears(given):
                where = self.game.wording.zone_at(zone, 0)
                raise self.refuse(
                    Message("the contents of '{where}' are given twice", where), given.span
                )

    def _clears(self, given: m.Given) -> bool:
        """Return whether a whole family is to be empty."""
        return isinstance(given.place, m.ZoneRef) and given.place.is_open

    def address(self, given: m.Given) -> int:
        """Return where the zone of a setting begins."""
        assert given.place is not None
        return self.evaluate(given.place)

    def addresses(self, given: m.Given) -> list[int]:
        """Return where the zones of a setting begin: several, when a family is to be empty."""
        place = given.place
        if not isinstance(place, m.ZoneRef) or not place.is_open:
            return [self.address(given)]
        wanted = [None if index is None else self.evaluate(index) for index in place.indices]
        return [
            address
            for address, zone in self.zones.items()
            if zone.family.name == place.name
            and all(w in (None, i) for w, i in zip(wanted, zone.indices, strict=True))
        ]

    def evaluate(self, e: m.Expr) -> int:
        """Return a value in the position as it is now, seat 1 being me."""
        return self.game.wording.evaluate(e, {}, 0, self.state)

    def lying(self, zone: int) -> list[int]:
        """Return the pieces in a zone, from the bottom up."""
        return self.zones[zone].lying(self.state)

    # -------------------------------------------------------------- finding pieces

    def _pick(self, given: m.Given) -> list[int]:
        """Choose the pieces that a setting names, and keep them from other settings."""
        if not given.items:
            return []
        address = self.address(given)
        if not self.zones[address].tells_apart:
            return []
        chosen: list[int] = []
        for item in given.items:
            for _ in range(item.count):
                piece = self.find(item, address)
                self.reserved.add(piece)
                chosen.append(piece)
        return chosen

    def find(self, item: m.Item, address: int) -> int:
        """Return a piece of that name that a zone may hold: one that lies there, or where it isn't
        missed. Of pieces that are made for seats, those of the zone's own seat come first: another
        seat's is meant only where none of these has that name.
        """
        by_name, words = self.game.wording.by_name, item.words
        names = by_name(self.game.may_hold(address), self.state)
        if words not in names:
            names = by_name(self.game.of_kinds(self.zones[address].model.pieces), self.state)
        if words is not None and not self._spare(names.get(words, ())):
            changed = self._changed_to(words, address)
            if changed is not None:
                return changed
        if words is None or words not in names:
            guess = nearest(words or "", names)
            message = Message("no piece is called '{name}'", words)
            if guess:
                message = Message(
                    "no piece is called '{name}'; did you mean '{guess}'?", words, guess
                )
            raise self.refuse(message, item.span)
        free = self._spare(names[words])
        if not free:
            raise self.refuse(
                Message("there are only {number} of '{name}'", len(names[words]), words), item.span
            )
        return min(free, key=lambda p: self._missed(p, address))

    def _spare(self, pieces: Sequence[int]) -> list[int]:
        return [piece for piece in pieces if piece not in self.reserved]

    def _changed_to(self, words: str, address: int) -> int | None:
        """Return a piece that the zone may hold, changed so that it is called by these words."""
        seen = set[tuple[object, ...]]()
        pieces = self._spare(sorted(self.game.may_hold(address)))
        for piece in sorted(pieces, key=lambda p: self._missed(p, address)):
            made = self.setting.pieces[piece]
            changing = [name for kind, name in self.layout.ranges if kind == made.component]
            places = [self.layout.changing[name][0] + piece for name in changing]
            now = [self.state[place] for place in places]
            fixed = tuple((n, v) for n, v in made.values if n not in changing)
            if not changing or (made.component, fixed, *now) in seen:
                continue
            seen.add((made.component, fixed, *now))
            for values in self._values_of(made.component, changing, now):
                for place, value in zip(places, values, strict=True):
                    self.state[place] = value
                if self.game.wording.name(piece, self.state) == words:
                    return piece
            for place, value in zip(places, now, strict=True):
                self.state[place] = value
        return None

    def _values_of(
        self, component: str, names: Sequence[str], now: Sequence[int]
    ) -> list[tuple[int, ...]]:
        """Return what the changing attributes of a piece can be, the least changed first."""
        forms = []
        for name in names:
            low, high = self.layout.ranges[component, name]
            none = [NONE] if self.layout.held[component, name][0] == NONE else []
            forms.append([*none, *range(low, high + 1)])
        if prod(map(len, forms)) > MOST_FORMS:
            return []
        every = product(*forms)
        return sorted(every, key=lambda x: sum(a != b for a, b in zip(x, now, strict=True)))

    def _fits(self, piece: int, zone: int) -> bool:
        """Return whether a zone may hold a piece; if the zone is a seat's, only that seat's own."""
        return piece in self.game.may_hold(zone)

    def _missed(self, piece: int, home: int) -> tuple[int, int]:
        """Return how much a piece would be missed where it is."""
        zone = self.state[self.layout.zone_of + piece]
        if zone == home:
            return 0, piece
        if not zone:
            return 1, piece
        if zone in self.spoken:
            return 4, piece
        return (2 if self.zones[zone].model.traits.stock else 3), piece

    # -------------------------------------------------------------- moving pieces

    def take(self, piece: int) -> _Spot | None:
        """Take a piece out of its zone; return from where, None if it lay nowhere."""
        state = self.state
        zone = state[self.layout.zone_of + piece]
        if not zone:
            return None
        count = state[zone]
        index = state.index(piece, zone + 1, zone + 1 + count)
        state[index : zone + count] = state[index + 1 : zone + count + 1]
        state[zone + count] = -1
        state[zone] = count - 1
        state[self.layout.zone_of + piece] = at.NOWHERE
        state[self.layout.known + piece] = 0
        return _Spot(zone, index - zone, state[self._space_of(piece)] if self.layout.space else 0)

    def _space_of(self, piece: int) -> int:
        return self.layout.space + piece

    def put(self, piece: int, zone: int, place: int | None = None, space: int = 0) -> None:
        """Put a piece into a zone, on top or at a place counted from 1, on a track at a space."""
        state = self.state
        count = state[zone]
        where = zone + min(count + 1, count + 1 if place is None else place)
        state[where + 1 : zone + count + 2] = state[where : zone + count + 1]
        state[where] = piece
        state[zone] = count + 1
        state[self.layout.zone_of + piece] = zone
        state[self.layout.known + piece] = self.zones[zone].sees
        if self.layout.space:
            state[self._space_of(piece)] = space

    def _fetch(self, piece: int, loose: list[int]) -> None:
        """Take a piece from wherever it is; one of those that are loose takes its place."""
        spot = self.take(piece)
        if spot is None or spot.zone in self.exact:
            return
        for other in loose:
            if self._fits(other, spot.zone):
                loose.remove(other)
                self.put(other, spot.zone, spot.place, spot.space)
                return
        self._gaps.append(spot)

    def _emptied(self, zone: int) -> list[int]:
        """Take everything out of a zone; return the pieces that aren't named anywhere."""
        if self.zones[zone].model.written:
            return []
        pieces = self.lying(zone)
        for piece in pieces:
            self.take(piece)
        return [piece for piece in pieces if piece not in self.reserved]

    def _fill(self, given: m.Given, zone: int, pieces: list[int], loose: list[int]) -> None:
        """Let an empty zone hold exactly what is said; `loose`: what lay there before."""
        model = self.zones[zone].model
        if model.written:
            self._write(given, zone)
            return
        room = self.zones[zone].room
        if len(pieces) > room:
            raise self.refuse(
                Message("'{name}' holds at most {room}", model.name, room), given.span
            )
        for piece, space in zip(pieces, self._spaces(given), strict=True):
            self._fetch(piece, loose)
            self.put(piece, zone)
            self._space(piece, space, zone, given.span)
        self._loose += [(piece, zone) for piece in loose]

    def _spaces(self, given: m.Given) -> list[int | None]:
        return [item.at for item in given.items for _ in range(item.count)]

    def _space(self, piece: int, space: int | None, zone: int, span: Span) -> None:
        family, number = self.zones[zone].family, self.zones[zone].number
        spaces = family.spaces_of(number)
        if spaces is None:
            return
        low, high = spaces
        if space is None or not low <= space <= high:
            raise self.refuse(
                Message("say at which space, {low}..{high}, of '{name}'", low, high, family.name),
                span,
            )
        self.state[self._space_of(piece)] = space

    def _write(self, given: m.Given, zone: int) -> None:
        family, room = self.zones[zone].family, self.zones[zone].room
        values = [1 if i.value is None else self.evaluate(i.value)
                  for i in given.items for _ in range(i.count)]  # fmt: skip
        if len(values) > room:
            raise self.refuse(
                Message("'{name}' holds at most {room}", family.name, room), given.span
            )
        self.state[zone] = len(values)
        blank = [0] * (family.capacity - len(values))
        self.state[zone + 1 : zone + 1 + family.capacity] = values + blank

    def _swap_in(self, piece: int, zone: int, space: int | None, span: Span) -> None:
        """Let a piece lie in a zone in exchange for one that isn't named."""
        if self.state[self.layout.zone_of + piece] != zone:
            spot = self._exchange(piece, zone, self.lying(zone), span)
            self.put(piece, zone, spot.place if spot else None, spot.space if spot else 0)
        if space is not None or (self.layout.space and not self.state[self._space_of(piece)]):
            self._space(piece, space, zone, span)

    def _exchange(self, piece: int, zone: int, order: list[int], span: Span) -> _Spot | None:
        """Fetch a piece for a zone in exchange for the first there that isn't named; return where
        that lay. Raises RulesError (E402) where there is no room.
        """
        others = [p for p in order if p not in self.reserved][:1]
        spots = [self.take(other) for other in others]
        if self.state[zone] >= self.zones[zone].room:
            where = self.game.wording.zone_at(zone, 0)
            raise self.refuse(
                Message("there is no room for another piece in '{where}'", where), span
            )
        self._fetch(piece, others)
        self._loose += [(other, zone) for other in others]
        return spots[0] if spots else None

    def _on_end(self, given: m.Given, zone: int, pieces: list[int]) -> None:
        """Let pieces lie on top of a zone (or at its bottom), the first named outermost."""
        below = len(pieces) if given.name == "bottom" else 0
        self._ends[zone] = self._ends.get(zone, 0) + below
        for piece in reversed(pieces):
            if self.state[self.layout.zone_of + piece] == zone:
                self.take(piece)
            else:
                order = self.lying(zone) if given.name == "bottom" else self.lying(zone)[::-1]
                self._exchange(piece, zone, order, given.span)
            self.put(piece, zone, None if given.name == "top" else 1)

    # -------------------------------------------------------------- what was displaced

    def _settle(self) -> None:
        """Fill the places from which pieces were fetched; put by what is left over."""
        for spot in reversed(self._gaps):
            if self._is_stock(spot.zone) or self.state[spot.zone] >= self.before[spot.zone]:
                continue  # a piece that was named may have come in its stead
            filler = next((p for p, _ in self._loose if self._fits(p, spot.zone)), None)
            if filler is not None:
                self._loose = [(p, zone) for p, zone in self._loose if p != filler]
            else:
                filler = self._drawn(spot.zone)
            if filler is not None:
                place = self._ends[spot.zone] + 1 if spot.zone in self._ends else spot.place
                self.put(filler, spot.zone, place, spot.space)
        for piece, zone in self._loose:
            stocks = self._stocks(self.setting.pieces[piece].component, self.zones[zone].owner)
            stock = next((s for s in stocks if self._fits(piece, s)), None)
            if stock is not None and self.state[stock] < self.zones[stock].room:
                self.put(piece, stock, 1)

    def _is_stock(self, zone: int) -> bool:
        """Tell whether a zone is a pile or bag that is dealt from: it gives, and isn't refilled."""
        return self.zones[zone].model.traits.stock

    def _stocks(self, component: str, owner: int | None) -> list[int]:
        """Return where such pieces come from; found once, when all that is given is known."""
        if (component, owner) not in self._stock:
            self._stock[component, owner] = self._find_stocks(component, owner)
        return self._stock[component, owner]

    def _find_stocks(self, component: str, owner: int | None) -> list[int]:
        """Return the piles and bags of one family from which such pieces were dealt, but for those
        of which everything is said. Other piles keep what was dealt to them.

        One that set-up deals from goes first, then an unseen one, then the one of which a zone
        held most when set-up was done.
        """
        found = []
        for address, zone in self.zones.items():
            if self._is_stock(address) and component in zone.model.pieces:
                many = self._dealt(address)[component]
                if many:
                    strange = zone.owner not in (None, owner)
                    gives = zone.family.name in self._givers
                    found.append((strange, not gives, zone.model.seen != "none", -many, address))
        found.sort()
        return [
            address
            for strange, *_, address in found
            if address not in self.exact
            and strange == found[0][0]
            and self.zones[address].family is self.zones[found[0][-1]].family
        ]

    @cached_property
    def _givers(self) -> set[str]:
        """The families from which set-up deals, or moves some pieces."""
        rules = self.game.rules
        dealt = set[str]()
        parts = {"rules": rules.rules, "procedures": rules.procedures}
        for part in reached((rules.setup_once, rules.setup), parts):
            match part:
                case m.Deal():
                    dealt.add(part.source.name)
                case m.Move(form="some" | "up to", what=m.ZoneRef() as source):
                    dealt.add(source.name)
                case m.Move(form="one", what=m.Op(op="last" | "first") as end):
                    dealt.add(end.arguments[0].type.name)
        return dealt

    def _dealt(self, zone: int) -> Counter[str]:
        """Return how many pieces of which component lay in a zone when set-up was done."""
        if zone not in self._held:
            lay = self.zones[zone].lying(self.before)
            self._held[zone] = Counter(self.setting.pieces[p].component for p in lay)
        return self._held[zone]

    def _drawn(self, zone: int) -> int | None:
        """Take a piece that may fill a place in a zone from the stock; None if there is none."""
        for component in self.zones[zone].model.pieces:
            for stock in self._stocks(component, self.zones[zone].owner):
                for piece in reversed(self.lying(stock)):
                    if piece not in self.reserved and self._fits(piece, zone):
                        self.take(piece)
                        return piece
        return None

    # -------------------------------------------------------------- pieces that are only counted

    def _count(self, zones: Sequence[int]) -> None:
        """Let zones of pieces that are all alike hold as many as is said; the stock makes up for
        it. Raises RulesError (E402) when there are not as many.
        """
        for name in dict.fromkeys(self.zones[zone].model.pieces[0] for zone in zones):
            exact = [zone for zone in zones if self.zones[zone].model.pieces[0] == name]
            every = [
                address
                for address, zone in self.zones.items()
                if zone.family.counted and zone.model.pieces[0] == name
            ]
            stock = [
                z for z in every if z not in exact and self.zones[z].owner is None and self.state[z]
            ]
            rest = sum(self.state[zone] for zone in exact)
            for zone in exact:
                self.state[zone] = sum(self._counted(i) for i in self.exact[zone].items)
                rest -= self.state[zone]
            for zone in sorted(stock, key=lambda z: -self.state[z]):
                change = max(rest, -self.state[zone])
                self.state[zone] += change
                rest -= change
            supply, many = self.setting.supply(name), sum(self.state[zone] for zone in every)
            if many > supply:
                message = Message(
                    "there are only {number} of '{name}', and this makes {many}; say where there "
                    "are fewer", supply, name.lower(), many
                )  # fmt: skip
                raise self.refuse(message, self.exact[exact[-1]].span)

    def _counted(self, item: m.Item) -> int:
        if item.words and item.words.isdigit():
            return int(item.words)
        return item.count

    # -------------------------------------------------------------- variables and dice

    def _variable(self, given: m.Given) -> None:
        place, value = given.place, given.items[0].value
        assert isinstance(place, m.VarRef) and value is not None
        cells = self.layout.cells[place.name]
        number = self.evaluate(value)
        if number != NONE and not cells.low <= number <= cells.high:
            raise self.refuse(
                Message("'{name}' is {allowed}", place.name, f"{cells.low}..{cells.high}"),
                given.span,
            )
        self.state[cells.address([self.evaluate(i) for i in place.indices])] = number

    def _let_begin(self, givens: Sequence[m.Given]) -> None:
        """Let that seat begin which the position calls for, unless it is said who is to move."""
        header = self.game.rules.header
        said = [given.items[0].value for given in givens if given.form == "to move"]
        who = said[-1] if said else header.opener
        first = not header.then or self.state[at.ROUND] == 1
        if header.opener is not None and who is not None and (said or first):
            seat = self.evaluate(who)
            for place in (at.STARTER, at.ME, at.ACTIVE):
                self.state[place] = seat

    def _roll(self, given: m.Given) -> None:
        """Let the dice that are rolled next show these faces."""
        self.faces = [item.words or "" for item in given.items]
