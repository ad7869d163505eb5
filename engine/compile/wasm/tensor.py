"""What a seat knows as a row of numbers, written into the module's memory.

What is the same for every ruleset is in tensor.wat; here the recipe becomes tables, and functions
that read the plan integer by integer.
"""

from __future__ import annotations

from operator import attrgetter

from engine.compile import layout as at
from engine.compile.program import NONE
from engine.compile.tensor_recipe import COARSE, EXACT, Field, PieceColumns, TensorRecipe
from engine.compile.wasm.information_set import WORD, Observed
from engine.compile.wasm.memory import FixedTable
from engine.compile.wasm.writer import Writer


class TensorRows:
    """Writes the rows of one compiled ruleset, by the recipe of its tensor."""

    def __init__(self, writer: Writer, observed: Observed, recipe: TensorRecipe) -> None:
        """Find places, and write the tables and functions. `observed`: what tensor.wat reads."""
        self._writer, self._observed, self._recipe = writer, observed, recipe
        self._pieces = writer.compiled.setting.pieces
        size = WORD * len(self._pieces)
        self._last = max(0, size - 4 * WORD)
        """Where the last four pieces begin, in bytes."""
        take, words = writer.memory.take, observed.words
        pools = [recipe.pools[pool] for pool in writer.compiled.setting.pools]
        groups = [word for group in recipe.alike for word in (len(group), *group)]
        named = observed.named()
        self._places = {
            "PLACE_OF": take(size),
            "COMES_FROM": take(size),
            "BECOMES": take(size),
            "NAMED_FIRST": take(size),
            "PIECES_AT": words([*range(len(self._pieces)), 0]),
            "POOL_NUMBERS_AT": words([*pools, 0]),
            "ALIKE_AT": words([len(recipe.alike), *groups]),
            "NAMED_AT": words([len(named), *named]),
            "COUNTED_AT": self._counted(),
        }
        self._row_words()
        self._row_pieces()
        self._comes_before()
        self._pieces_masked()

    def numbers(self) -> dict[str, int]:
        """Return the values of the names in tensor.wat."""
        return self._places | {
            "TENSOR": WORD * self._recipe.size, "PIECE_BYTES": WORD * len(self._pieces),
            "LAST_PIECES": self._last, "HOLE_COLUMNS": WORD * self._recipe.holes,
            "HOLE_SIZE": WORD * self._recipe.hole_width,
            "HIDDEN_COLUMN": WORD * self._recipe.hidden, "NONE": NONE, "EXACT": EXACT,
            "COARSE": COARSE, "TOP_WORD": at.TOP,
            **{f"SPARE_{name}": word for name, word in zip("ABCD", self._spare, strict=True)},
        }  # fmt: skip

    @property
    def _spare(self) -> list[int]:
        """Return which of the last four words are no piece's: −1 for those, 0 for the others."""
        return [-int(n >= len(self._pieces)) for n in range(4)]

    def _counted(self) -> int:
        """Write a row for each zone: where it begins, its first column, a table that has for each
        piece how far from there on its kind is counted, and the zone's number.
        """
        kinds = self._writer.program.data.get("kind", ())
        tables: dict[tuple[int, ...], int] = {}
        rows: list[int] = []
        for zone in sorted(self._recipe.zones, key=attrgetter("address")):
            further = tuple(
                WORD * (zone.kinds[kinds[p.number]] - zone.first)
                if kinds[p.number] in zone.kinds
                else 0
                for p in self._pieces
            )
            if further not in tables:
                tables[further] = self._observed.words([*further, 0])
            number = self._recipe.zone_numbers[zone.address]
            rows += [self._cell(zone.address), WORD * zone.first, tables[further], number]
        return self._observed.words([len(self._recipe.zones), *rows])

    def _cell(self, word: int) -> int:
        """Return the address of an integer of the position in the plan."""
        return self._observed.plan + WORD * word

    # -------------------------------------------------------------- integers

    def _row_words(self) -> None:
        """Write what puts down everything but single pieces: decision, seats, ends, numbers."""
        w, recipe = self._writer, self._recipe
        with w.func("$row_words (param $seat i32) (param $to i32)", ("seat", "to")):
            decision = Field(0, 0, recipe.decisions - 1, none=False, listed=True)
            over = (
                f"(select (i32.const {recipe.decisions}) {{}} (i32.eq {{}} (i32.const {at.OVER})))"
            )
            pc = self._load(at.PC)
            self._listed(over.format(pc, pc), decision, recipe.decisions + 1)
            for word, first in recipe.seats:
                value = "(local.get $seat)" if word < 0 else self._load(word)
                self._listed(value, Field(first, 0, 0, none=False, listed=True), w.players)
            won = self._load(at.WON)
            for number, what in enumerate((at.NOBODY, at.DRAWN)):
                self._store(recipe.nobody + number, f"(i32.eq {won} (i32.const {what}))")
            for first, bits in ((recipe.won, won), (recipe.out, self._load(at.OUT))):
                for seat in range(w.players):
                    bit = f"(i32.and (i32.shr_s {bits} (i32.const {seat})) (i32.const 1))"
                    self._store(first + seat, bit)
            for word, field in recipe.plain:
                self._put(field, self._load(word))
            for part in recipe.hashed:
                place = f"(i32.add (local.get $to) (i32.const {WORD * part.first}))"
                span = f"(i32.const {part.start}) (i32.const {part.end})"
                w.line(f"(call $put_hash {span} {place})")

    def _load(self, word: int, piece: str = "(i32.const 0)") -> str:
        """Return what reads an integer of the plan; `piece`: how many bytes further on."""
        return f"(i32.load offset={self._cell(word)} {piece})"

    def _store(self, column: int, value: str) -> None:
        place = f"offset={WORD * column} (local.get $to)"
        self._writer.line(f"(f32.store {place} (f32.convert_i32_s {value}))")

    def _listed(self, value: str, field: Field, count: int) -> None:
        place = f"(i32.add (local.get $to) (i32.const {WORD * field.first}))"
        given = f"(i32.const {field.low}) (i32.const {count}) (i32.const {int(field.none)})"
        self._writer.line(f"(call $put_listed {value} {place} {given})")

    def _put(self, field: Field, value: str) -> None:
        """Write what puts an integer into its columns."""
        if field.listed:
            self._listed(value, field, field.high - field.low + 1)
        elif field.none or field.wide:
            place = f"(i32.add (local.get $to) (i32.const {WORD * field.first}))"
            how = f"(i32.const {int(field.none)}) (i32.const {int(field.wide)})"
            self._writer.line(f"(call $put_number {value} {place} {how})")
        else:
            self._store(field.first, value)

    # -------------------------------------------------------------- pieces

    def _row_pieces(self) -> None:
        """Write what puts down where each piece is, who knows it and what changes of it."""
        w = self._writer
        with w.func("$row_pieces (param $to i32)", ("to",)):
            if self._recipe.pieces is not None:
                self._each_piece(self._recipe.pieces)

    def _each_piece(self, columns: PieceColumns) -> None:
        w, table = self._writer, self._zone_numbers()
        w.locals |= {"piece": "i32", "old": "i32", "zone": "i32"}
        w.line("(loop $next")
        from_ = self._places["COMES_FROM"]
        old = f"(i32.load offset={from_} (local.get $piece))"
        w.set("old", f"(i32.shl {old} (i32.const 2))")
        w.set("zone", self._load(w.layout.zone_of, "(local.get $old)"))
        known = "(i32.ge_s (local.get $zone) (i32.const 0))"
        at_least_0 = f"(select (local.get $zone) (i32.const 0) {known})"
        place = f"(i32.shl {at_least_0} (i32.const {table.shift}))"
        number = f"({table.load} offset={table.address} {place})"
        unknown = "(i32.lt_s (local.get $zone) (i32.const 0))"
        self._store(columns.zone, f"(select (i32.const -1) {number} {unknown})")
        self._store(columns.place, f"(i32.load offset={self._places['PLACE_OF']} (local.get $old))")
        for base, field in columns.aspects:
            self._put(field, self._load(base, "(local.get $old)"))
        w.set("to", f"(i32.add (local.get $to) (i32.const {WORD * columns.width}))")
        w.set("piece", "(i32.add (local.get $piece) (i32.const 4))")
        end = f"(i32.const {WORD * len(self._pieces)})"
        w.line(f"(br_if $next (i32.lt_u (local.get $piece) {end})))")

    def _zone_numbers(self) -> FixedTable:
        """Return the numbers of zones by where they begin; 0 where no zone with pieces does."""
        last = max(self._writer.layout.zones, default=0)
        numbers = self._recipe.zone_numbers
        return self._writer.memory.table(tuple(numbers.get(word, 0) for word in range(last + 1)))

    def _comes_before(self) -> None:
        """Write whether a piece comes before another that is like it."""
        w = self._writer
        with w.func("$comes_before (param $a i32) (param $b i32) (result i32)", ("a", "b")):
            w.set("a", "(i32.shl (local.get $a) (i32.const 2))")
            w.set("b", "(i32.shl (local.get $b) (i32.const 2))")
            places = [self._cell(base) for base in w.layout.aspects if self._pieces]
            places += [self._places["PLACE_OF"], self._places["NAMED_FIRST"]]
            for place in places:
                a, b = (f"(i32.load offset={place} (local.get ${x}))" for x in ("a", "b"))
                less = f"(return (i32.lt_s {a} {b}))"
                w.line(f"(if (i32.ne {a} {b}) (then {less}))")
            w.line("(i32.const 0)")

    def _pieces_masked(self) -> None:
        """Write what takes out of the plan, four at a time, what the state says of pieces that the
        seat doesn't know; `bits`: its bit four times.
        """
        w, zone, known = self._writer, self._writer.layout.zone_of, self._writer.layout.known
        with w.func("$pieces_masked (param $bits v128)", ("bits",)):
            w.locals |= {"at": "i32", "seen": "v128"}
            w.line("(loop $next")
            w.set("at", f"(call $lesser32 (local.get $at) (i32.const {self._last}))")
            own = f"(v128.and {self._four(self._cell(known))} (local.get $bits))"
            spare = f"(v128.const i32x4 {' '.join(map(str, self._spare))})"
            w.set("seen", f"(v128.or {spare} (i32x4.ne {own} (v128.const i32x4 0 0 0 0)))")
            for base in w.layout.aspects:
                four = self._four(self._cell(base))
                kept = f"(v128.and {four} (local.get $seen))"
                if base == zone:
                    unknown = "(v128.const i32x4 -2 -2 -2 -2)"
                    kept = f"(v128.bitselect {four} {unknown} (local.get $seen))"
                self._put_four(self._cell(base), kept)
            place = self._places["PLACE_OF"]
            self._put_four(place, f"(v128.and {self._four(place)} (local.get $seen))")
            w.set("at", "(i32.add (local.get $at) (i32.const 16))")
            end = f"(i32.const {WORD * len(self._pieces)})"
            w.line(f"(br_if $next (i32.lt_s (local.get $at) {end})))")

    def _four(self, place: int) -> str:
        return f"(v128.load offset={place} (local.get $at))"

    def _put_four(self, place: int, value: str) -> None:
        self._writer.line(f"(v128.store offset={place} (local.get $at) {value})")
