"""What rates moves: features of each, and the numbers that a policy weighs them with.

Each action has a head: a row of weights for each of its inputs, the first of which is always 1,
then a row by which the units count. See policy.wat for how they are used and learn.wat for how they
are learned.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from engine.compile.policy_features import PASS, STANDING, UNITS, CompiledPolicy, FeatureGroup
from engine.compile.wasm.expressions import i32
from engine.compile.wasm.loops import freeze
from engine.compile.wasm.memory import segment
from engine.compile.wasm.shared_loops import with_shared_loops
from engine.compile.wasm.statements import emit_interrupt_check, statements
from engine.compile.wasm.writer import Writer, when_action

_OWN = 3
"""What every position tells: 1, the seat's points and those of the best other seat."""
MOST_STANDING = STANDING - _OWN
FIELDS = {
    "": 0, "END": 4, "EXPLORED": 8, "AFTER": 12, "CIRCLE": 16, "SCALE": 20, "WINNING": 24,
    "EVEN": 28, "RATE": 32, "SHARE": 36, "FIRST": 40, "SECOND": 44, "GAMES": 48, "DECISIONS": 52,
    "POINTS": 56, "CIRCLES": 64, "SQUARES": 68, "FREE": 76,
}  # fmt: skip
"""What learning is told and counts, by its place from the beginning, in bytes: see learn.wat."""
_LEARNING = 96


@dataclass(frozen=True)
class RatedPlaces:
    """Where what a policy is made of lies, in bytes, and how much it is."""

    scales: int
    """One f32 for each feature of each group, one group after the other."""
    weights: int
    """UNITS f32 for each input of each head, then UNITS for the units; then those of the value."""
    count: int
    """How many weights there are."""
    sharpness: int
    """By how much what speaks for a move counts: an f32, 1 as it was learned."""
    inputs: int
    """Where the inputs of the move last rated lie."""
    learning: int
    """Where what learning is told and counts lies, 0 without it."""


class Logits:
    """Writes what rates moves."""

    def __init__(self, writer: Writer, rated: CompiledPolicy, *, learning: bool) -> None:
        """Find places for weights. `learning`: also for what is learned from."""
        self.writer, self.rated, self.learning = writer, rated, learning
        memory = writer.memory
        sizes = rated.sizes
        self.offsets = [UNITS * (sum(sizes[:i]) + i) for i in range(len(sizes) + 1)]
        count = self.offsets[-1] + STANDING
        self.firsts = [
            sum(len(g.values) for g in rated.groups[:i]) for i in range(len(rated.groups))
        ]
        scales = memory.take(4 * sum(len(g.values) for g in rated.groups), 16)
        weights = memory.take(4 * count, 16)
        self.more = memory.take(12 * count if learning else 0, 16)
        self.places = RatedPlaces(
            scales, weights, count, memory.take(4),
            memory.take(4 * max(sizes) + 16, 16), memory.take(_LEARNING, 16) if learning else 0,
        )  # fmt: skip
        self.stamp, self.held = memory.take(4), memory.take(4)
        self.rows = [memory.take(g.keys * _row(g), 16) for g in rated.groups]
        self.hidden = memory.take(4 * UNITS, 16)
        self.standing = memory.take(4 * STANDING, 16)

    def numbers(self) -> dict[str, int]:
        """Return the values of the names in policy.wat and learn.wat."""
        p, size = self.places, 4 * self.places.count
        spots = {"_".join(filter(None, ("LEARN", n))): p.learning + a for n, a in FIELDS.items()}
        return spots | {
            "RATED": p.weights, "RATED_BYTES": size, "SHARPNESS": p.sharpness, "INPUTS": p.inputs,
            "HIDDEN": self.hidden, "ASKED": self.stamp, "HELD": self.held,
            "STANDING_AT": self.standing, "GRADIENT":
            self.more, "GRADIENT_OFF": self.more - p.weights, "MEAN_OFF": self.more + size -
            p.weights, "SQUARE_OFF": self.more + 2 * size - p.weights, "VALUE_WEIGHTS": p.weights +
            4 * self.offsets[-1], "BEHIND": 4 * UNITS, }  # fmt: skip

    def write(self) -> None:
        """Write everything."""
        self._heads()
        for number, group in enumerate(self.rated.groups):
            self._group(number, group)
        self._features()
        for (choice, action), (_, groups) in self.rated.of.items():
            if groups:
                self._action(choice, action, groups)
        self._standing()

    def _heads(self) -> None:
        w, places = self.writer, self.places
        one = struct.unpack("<i", struct.pack("<f", 1.0))
        w.line(segment(places.sharpness, one))
        w.line(segment(places.scales, one * sum(len(g.values) for g in self.rated.groups)))
        tables = {
            "head_size": self.rated.sizes,
            "head_at": [places.weights + 4 * o for o in self.offsets[:-1]],
        }
        for name, values in tables.items():
            table = w.memory.table(tuple(values))
            with w.func(f"${name} (param $head i32) (result i32)", ("head",)):
                at = f"(i32.shl (local.get $head) (i32.const {table.shift}))"
                w.line(f"({table.load} offset={table.address} {at})")

    def _features(self) -> None:
        """Write what puts a move's inputs to a place and returns its head."""
        w = self.writer
        head = "$features (param $choice i32) (param $move i32) (param $to i32) (result i32)"
        with w.func(head, ("choice", "move", "to")):
            w.line("(f32.store (local.get $to) (f32.const 1))")
            for (choice, action), (number, groups) in self.rated.of.items():
                inner = f"(return (i32.const {number}))"
                if groups:
                    given = "(local.get $move) (local.get $to)"
                    inner = f"(call $features{choice}_{action} {given}) {inner}"
                when_action(w, choice, action, "(i32.load (local.get $move))", inner)
            w.line(f"(i32.const {len(self.rated.heads) - 1})")

    def _group(self, number: int, group: FeatureGroup) -> None:
        """Write what returns where a group's features of a move stand, computed if need be.

        A row begins with the decision that it was computed in.
        """
        w, at = self.writer, self.rows[number]
        with w.func(f"$asked{number} (param $move i32) (result i32)", ("move",)):
            choice, action = group.at
            for i, p in enumerate(w.program.choices[choice].actions[action].parameters, 1):
                if group.parameter in (i - 1, -2):
                    given = f"(i32.load offset={4 * i} (local.get $move))"
                    kind = "(i64.extend_i32_s {})" if w.long(p.reg) else "{}"
                    w.set(w.name(p.reg), kind.format(given))
            row = w.local("row")
            key = f"(i32.mul {i32(w, group.key)} (i32.const {_row(group)}))"
            w.set(
                row, f"(i32.add (i32.const {at}) {key})" if group.keys > 1 else f"(i32.const {at})"
            )
            now = f"(i32.load offset={self.stamp} (i32.const 0))"
            if group.parameter != -2:
                known = f"(i32.eq (i32.load {w.get(row)}) {now})"
                w.line(f"(if {known} (then (return {w.get(row)})))")
            w.line(f"(i32.store {w.get(row)} {now})")
            with freeze(w):
                body, values = with_shared_loops(w.functions, group.values)
                emit_interrupt_check(w, w.costs.of(body))
                statements(w, body, tail=False)
                for i, value in enumerate(values):
                    place = self.places.scales + 4 * (self.firsts[number] + i)
                    scale = f"(f32.load offset={place} (i32.const 0))"
                    worth = f"(f32.mul (f32.convert_i32_s {i32(w, value)}) {scale})"
                    w.line(f"(f32.store offset={16 + 4 * i} {w.get(row)} {worth})")
            w.line(w.get(row))

    def _action(self, choice: int, action: int, groups: tuple[int, ...]) -> None:
        """Write what puts together the inputs of a move; up to 12 bytes behind them are lost."""
        assert action != PASS
        w, offset = self.writer, 4
        name = f"$features{choice}_{action} (param $move i32) (param $to i32)"
        with w.func(name, ("move", "to")):
            row = w.local("row")
            for number in groups:
                w.set(row, f"(call $asked{number} (local.get $move))")
                size = len(self.rated.groups[number].values)
                for i in range(0, 4 * size, 16):
                    four = f"(v128.load offset={16 + i} {w.get(row)})"
                    w.line(f"(v128.store offset={offset + i} (local.get $to) {four})")
                offset += 4 * size

    def _standing(self) -> None:
        """Write what puts to a place how a position is for the player who decides."""
        w = self.writer
        with w.func("$standing (param $to i32)", ("to",)), freeze(w):
            size = f"(i32.const {4 * STANDING})"
            w.line(f"(memory.fill (local.get $to) (i32.const 0) {size})")
            w.line("(f32.store (local.get $to) (f32.const 1))")
            best, me = w.local("best"), "(call $seat_of)"
            w.set(best, "(i32.const -1000000)")
            for seat in range(w.players):
                points = self._points(f"(i32.const {seat})")
                value = w.local("points")
                w.set(value, points)
                mine = f"(i32.eq {me} (i32.const {seat}))"
                scaled = f"(f32.mul (f32.convert_i32_s {w.get(value)}) (f32.const 0.02))"
                w.line(f"(if {mine} (then (f32.store offset=4 (local.get $to) {scaled})) (else")
                more = f"(i32.gt_s {w.get(value)} {w.get(best)})"
                w.set(best, f"(select {w.get(value)} {w.get(best)} {more})")
                w.line("))")
            alone = w.players == 1
            other = "(i32.const 0)" if alone else w.get(best)
            w.line(
                f"(f32.store offset=8 (local.get $to) (f32.mul (f32.convert_i32_s {other}) "
                "(f32.const 0.02)))"
            )
            for number, value_of in enumerate(self.rated.standing[:MOST_STANDING], _OWN):
                scaled = f"(f32.mul (f32.convert_i32_s {i32(w, value_of)}) (f32.const 0.05))"
                w.line(f"(f32.store offset={4 * number} (local.get $to) {scaled})")

    def _points(self, seat: str) -> str:
        """Return what all scores would give a seat now."""
        result = "(i32.const 0)"
        for name in self.writer.program.scores:
            result = f"(i32.add {result} (call ${name} {seat}))"
        return result


def _row(group: FeatureGroup) -> int:
    """Return how many bytes a row of a group takes."""
    return 16 + (4 * len(group.values) + 15) // 16 * 16
