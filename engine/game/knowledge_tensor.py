"""What a seat knows as a row of numbers, and as text: for programs that learn.

The row is made of the information set: `Knowledge.observe` takes out what the seat doesn't know,
and here each part of what is left becomes columns with names. What they are read from is a recipe,
which the module follows, too. What would need too many columns has only a fingerprint: three
numbers of a hash that are equal where it is equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from engine.compile import layout as at
from engine.compile.layout import PlacedZone
from engine.compile.lower import Compiled
from engine.compile.program import INT_MAX, NONE
from engine.compile.tensor_recipe import (
    EXACT,
    Field,
    HashedWords,
    PieceColumns,
    TensorRecipe,
    ZoneColumns,
)
from engine.game.alike_pieces import AlikePieces
from engine.game.interpreter import State
from engine.game.knowledge import UNKNOWN, InformationSet, Knowledge
from engine.game.knowledge_columns import TensorColumns, put_fingerprint, put_hash
from engine.game.wording import Wording
from engine.rules import model as m

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_WORDS = 64
"""Local variables are written in full up to this many numbers."""
_WORDS = (
    ("round", at.ROUND), ("phase", at.PHASE), ("block that ends the phase", at.LEAVE),
    ("ending that came true", at.ENDED), ("changes that are open", at.QUIET),
    ("decisions so far", at.DECISIONS), ("seats choose at once", at.HIDING),
    ("last round", at.LAST), ("open frame", at.FRAME), ("end of the frames", at.TOP),
)  # fmt: skip
_SEATS = (("reader", -1), ("decides", at.ME), ("has the turn", at.ACTIVE), ("began", at.STARTER),
          ("has the next turn", at.NEXT))  # fmt: skip


@dataclass(frozen=True)
class TensorPart:
    """A part of the row: its name, its first column, how many columns, and what is cut.

    `cut` is empty, or says what of the part has only a fingerprint.
    """

    name: str
    first: int
    size: int
    cut: str = ""


class KnowledgeTensor:
    """Turns what a seat knows into a row of numbers whose columns have names.

    `size`: how many columns. `columns`: their names. `parts`: what they belong to. `digest`: a hash
    of the names; rows mean the same where it is the same. Two rows are equal exactly if the seat
    can't tell the two positions apart.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> tensor = session.game.tensor
    >>> row = tensor.row(session.information_set(0))
    >>> row.shape, row.dtype, tensor.columns[0], int(row[0])
    ((53,), dtype('float32'), 'decision: take', 1)
    """

    def __init__(self, knowledge: Knowledge, wording: Wording) -> None:
        """Lay the columns out."""
        self._knowledge, self._wording = knowledge, wording
        self._compiled: Compiled = knowledge.compiled
        self._layout, self._setting = knowledge.layout, knowledge.setting
        self._made = TensorColumns()
        self.parts: tuple[TensorPart, ...] = ()
        self._kinds: Sequence[int] = self._compiled.program.data.get("kind", ())
        groups: dict[int, list[int]] = {}
        for piece in self._setting.pieces:
            groups.setdefault(self._kinds[piece.number], []).append(piece.number)
        self._zones = [z for z in self._layout.zones.values() if z.tells_apart]
        alike = tuple(tuple(group) for group in groups.values() if len(group) > 1)
        self._alike = AlikePieces(knowledge, self._zones, alike)
        self._zone_numbers = {zone.address: n for n, zone in enumerate(self._zones, start=1)}
        self._pools = {pool: n for n, pool in enumerate(dict.fromkeys(self._setting.pools), 1)}
        self._plain: list[tuple[int, Field]] = []
        self._hashed: list[HashedWords] = []
        self.recipe: TensorRecipe = self._lay_out()
        """What each column is read from, the same in both executors."""
        pieces, count = self.recipe.pieces, len(self._setting.pieces)
        self._single = [pieces.aspects_of(piece) for piece in range(count)] if pieces else []

    def __repr__(self) -> str:
        return f"<KnowledgeTensor size={self.size}>"

    @property
    def size(self) -> int:
        """Return how many columns a row has."""
        return len(self._made.names)

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns, each with that of its part: `variables: trump`."""
        names = self._made.names
        return tuple(
            f"{part.name}: {names[i]}"
            for part in self.parts
            for i in range(part.first, part.first + part.size)
        )

    @cached_property
    def digest(self) -> str:
        """A hash of the names of the columns, 24 hexadecimal digits."""
        return sha256("\n".join(self.columns).encode()).hexdigest()[:24]

    # -------------------------------------------------------------- layout

    def _lay_out(self) -> TensorRecipe:
        made, players, layout = self._made, self._setting.players, self._layout
        choices = self._compiled.program.choices
        for choice in choices:
            made.number(self._decision(choice.number))
        made.number("the game is over")
        self._part("decision")
        seats = range(players)
        words = tuple(
            (word, made.numbers(f"seat {seat + 1} {name}" for seat in seats))
            for name, word in _SEATS
        )
        won = made.numbers(f"seat {seat + 1} has won" for seat in seats)
        nobody = made.numbers(["everybody has lost", "nobody has won or lost"])
        out = made.numbers(f"seat {seat + 1} is out" for seat in seats)
        self._part("seats")
        self._plain += [(word, made.field(name, 0, EXACT)) for name, word in _WORDS]
        totals = [(f"total of seat {s + 1}", layout.totals + s) for s in seats]
        latches = [
            (f"ending {n + 1} has been met", layout.latches + n)
            for n in range(len(self._knowledge.rules.endings))
        ]
        self._plain += [
            (word, made.field(name, NONE + 1, INT_MAX, none=True))
            for name, word in (*totals, *latches)
        ]
        self._part("game")
        self._plain += list(self._written())
        self._part("numbers and marks")
        zones = tuple(self._counts(zone) for zone in self._zones)
        self._part("pieces in zones")
        pieces = self._pieces()
        self._part("single pieces")
        hidden = made.number("hidden pieces") if pieces else 0
        holes, names = len(made.names), self._hole_names()
        for n in range(len(self._setting.pieces)):
            made.numbers(f"hidden piece {n + 1}: {x}" for x in names)
        self._part("hidden pieces")
        self._plain += list(self._variables())
        self._part("variables")
        stack, end = self._compiled.program.stack, self._compiled.program.size
        self._memory("local variables of the turn", layout.laid_out, stack)
        self._memory("local variables of open procedures", stack, end)
        told = -1
        if self._compiled.debug.revealed:
            told = made.fingerprint("what the seat has heard of hidden pieces")
            self._part("told", "what the seat has heard of hidden pieces")
        past = made.fingerprint("what others were seen to do")
        self._part("past", "what the seat remembers of earlier decisions, if that was asked for")
        return TensorRecipe(
            self.size, len(choices), words, won, nobody, out, tuple(self._plain), zones, pieces,
            hidden, holes, len(names), tuple(self._hashed), told, past, self._alike.groups,
            self._zone_numbers, self._pools,
        )  # fmt: skip

    def _part(self, name: str, cut: str = "") -> None:
        first = sum(part.size for part in self.parts)
        size = len(self._made.names) - first
        if size:
            self.parts = (*self.parts, TensorPart(name, first, size, cut))

    def _decision(self, choice: int) -> str:
        names = dict.fromkeys(offered.action.name for offered in self._wording.actions(choice))
        return ", ".join(names) or "pass"

    def _field(self, name: str, domain: m.Domain) -> Field:
        """Add a value of the rules; words, seats, truths and marks have a column each."""
        kind = domain.type
        words = kind.kind not in ("number", "piece", "zone")
        say = (lambda value: self._wording.value(value, kind, [])) if words else None
        lowest, high = self._layout.value_range(domain)
        low = self._layout.least(domain)
        return self._made.field(name, low, high, none=lowest == NONE, say=say)

    def _written(self) -> Iterator[tuple[int, Field]]:
        """Yield the columns of zones with counted pieces, numbers or marks."""
        for zone in self._layout.zones.values():
            name = self._wording.zone_at(zone.address)
            if zone.tells_apart:
                continue
            several = zone.room > 1 or zone.family.counted
            yield zone.address, self._made.field(f"{name}, how many", 0, INT_MAX if several else 1)
            domain = zone.model.written
            if domain is not None and not zone.family.counted:
                for place in range(1, zone.room + 1):
                    title = f"{name} {place}" if zone.room > 1 else name
                    yield zone.address + place, self._field(title, domain)

    def _counts(self, zone: PlacedZone) -> ZoneColumns:
        """Add what is counted of a zone: the pieces, and by kind those that the seat knows."""
        name = self._wording.zone_at(zone.address)
        first = self._made.number(f"{name}, pieces")
        found: dict[int, int] = {}
        for piece in self._setting.pieces:
            kind = self._kinds[piece.number]
            if piece.component in zone.model.pieces and kind not in found:
                found[kind] = self._made.number(f"{name}, {self._called(piece.number)}")
        return ZoneColumns(zone.address, first, found)

    def _called(self, number: int) -> str:
        """Return what a piece is by what is fixed about it: `Card red 5`."""
        piece = self._setting.pieces[number]
        fixed = {a.name: a for a in self._knowledge.rules.components[piece.component].attributes}
        words = [
            self._wording.value(value, fixed[name].domain.type, [])
            for name, value in piece.values
            if name in fixed
        ]
        return " ".join([piece.component, *words])

    def _pieces(self) -> PieceColumns | None:
        """Add the columns of each piece: where it is, who knows it, what changes of it."""
        made, layout = self._made, self._layout
        seen: Counter[int] = Counter()
        found: PieceColumns | None = None
        for piece in self._setting.pieces:
            kind, first = self._kinds[piece.number], len(made.names)
            seen[kind] += 1
            name = f"{self._called(piece.number)} ({seen[kind]})"
            zone, place = made.number(f"{name}, zone"), made.number(f"{name}, place")
            aspects = [(layout.known, made.field(f"{name}, known to", 0, EXACT))]
            if layout.space:
                space = made.field(f"{name}, space", NONE + 1, INT_MAX, none=True)
                aspects.append((layout.space, space))
            aspects += [
                (base, made.field(f"{name}, {aspect}", max(low, NONE + 1), high, none=low == NONE))
                for aspect, (base, low, high) in layout.changing.items()
            ]
            if found is None:
                found = PieceColumns(zone, place, tuple(aspects), len(made.names) - first)
        return found

    def _hole_names(self) -> list[str]:
        space = ["space"] if self._layout.space else []
        return ["zone", "place", "back", "known to", *space]

    def _variables(self) -> Iterator[tuple[int, Field]]:
        rules = self._knowledge.rules
        for v in rules.variables.values():
            cells = self._layout.cells[v.name]
            kinds = [domain.type for domain in v.indices]
            for offset, address in enumerate(cells.addresses):
                values = zip(cells.indices(offset), kinds, strict=True)
                words = [self._wording.value(value, kind, []) for value, kind in values]
                name = f"{v.name}[{', '.join(words)}]" if words else v.name
                yield address, self._field(name, v.domain)

    def _memory(self, name: str, start: int, end: int) -> None:
        """Add a stretch of the state: its integers, or a hash of many."""
        if end - start <= MOST_WORDS:
            self._plain += [
                (word, self._made.field(f"{word - start + 1}", NONE + 1, INT_MAX, none=True))
                for word in range(start, end)
            ]
            self._part(name)
            return
        self._hashed.append(HashedWords(start, end, self._made.fingerprint(name, "hash")))
        self._part(name, name)

    # -------------------------------------------------------------- rows

    def row(self, known: InformationSet) -> npt.NDArray[np.float32]:
        """Return an information set as numbers, `size` of them."""
        import numpy as np

        return np.array(self.numbers(known), dtype=np.float32)

    def text(self, known: InformationSet) -> str:
        """Return an information set as text: a line for each column that isn't 0."""
        return self.read(self.numbers(known))

    def read(self, row: Sequence[float]) -> str:
        """Return a row in words: a line for each column that isn't 0."""
        named = zip(self.columns, row, strict=True)
        return "\n".join(f"{name} = {value:g}" if abs(value) < 1e6 else f"{name} = {int(value)}"
                         for name, value in named if value)  # fmt: skip

    def everything(self, state: State) -> InformationSet:
        """Return a position with everything in it but what chance brings."""
        seen = list(state)
        top = max(state[at.TOP], self._compiled.program.stack)
        seen[top:] = [0] * (len(seen) - top)
        for word in (at.RNG_LOW, at.RNG_HIGH, *range(at.ARGUMENTS, at.FIRST_FREE)):
            seen[word] = 0
        return InformationSet(self._setting.players, tuple(seen), ())

    def public(self, state: State) -> InformationSet:
        """Return what everybody knows of a position, spectators included."""
        return self._knowledge.observe(state, self._knowledge.spectator)

    def numbers(self, known: InformationSet) -> list[float]:
        """Return the same as `row` as a list."""
        recipe, row = self.recipe, [0.0] * self.size
        state = self._alike.ordered(known)
        over = state[at.PC] == at.OVER
        row[recipe.decisions if over else state[at.PC]] = 1
        for word, first in recipe.seats:
            seat = known.seat if word < 0 else state[word]
            if 0 <= seat < self._setting.players:
                row[first + seat] = 1
        self._put_ends(row, state)
        for word, field in recipe.plain:
            field.put(row, state[word])
        for zone, columns in zip(self._zones, recipe.zones, strict=True):
            lying = zone.lying(state)
            row[columns.first] = len(lying)
            for piece in lying:
                if piece >= 0:
                    row[columns.kinds[self._kinds[piece]]] += 1
        if recipe.pieces is not None:
            self._put_pieces(recipe.pieces, row, state)
            self._put_holes(row, known)
        for part in recipe.hashed:
            put_hash(
                row, part.first, state[part.start : max(part.start, min(part.end, state[at.TOP]))]
            )
        if recipe.heard >= 0:
            put_fingerprint(row, recipe.heard, known.placed, not known.placed)
        put_fingerprint(row, recipe.past, known.past, not known.past)
        return row

    def _put_ends(self, row: list[float], state: Sequence[int]) -> None:
        recipe, won = self.recipe, state[at.WON]
        if won in (at.NOBODY, at.DRAWN):
            row[recipe.nobody + (won == at.DRAWN)] = 1
        for first, bits in ((recipe.won, won), (recipe.out, state[at.OUT])):
            for seat in range(self._setting.players):
                row[first + seat] = bits >> seat & 1

    def _put_pieces(self, columns: PieceColumns, row: list[float], state: Sequence[int]) -> None:
        places = self._alike.places(state)
        further = 0
        for piece, aspects in enumerate(self._single):
            zone = state[self._layout.zone_of + piece]
            number = -1 if zone == UNKNOWN else self._zone_numbers.get(zone, 0)
            row[columns.zone + further] = number
            row[columns.place + further] = places.get((zone, piece), 0)
            further += columns.width
            for word, field in aspects:
                field.put(row, state[word])

    def _put_holes(self, row: list[float], known: InformationSet) -> None:
        recipe = self.recipe
        row[recipe.hidden] = len(known.holes)
        column, width = recipe.holes, recipe.hole_width
        for hole in known.holes:
            place = hole.slot - hole.zone if hole.slot else 0
            zone = self._zone_numbers.get(hole.zone, 0)
            told = (zone, place, self._pools[hole.pool], hole.known, hole.space)
            row[column : column + width] = map(float, told[:width])
            column += width


__all__ = ["KnowledgeTensor", "TensorPart"]
