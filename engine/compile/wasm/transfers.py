"""Statements that move pieces, as WebAssembly text."""

from __future__ import annotations

from engine.compile.layout import Layout
from engine.compile.program import Const, E, Gather, Load, Program, Reg, Shuffle, Transfer
from engine.compile.wasm.calls import Calls
from engine.compile.wasm.memory import STATE, Memory


class Moves(Calls):
    """Writes moves of pieces. Zones are handed to the kernel by their place in memory, in bytes."""

    def __init__(self, program: Program, layout: Layout, memory: Memory) -> None:
        """Prepare to write a program."""
        super().__init__(program, layout, memory)
        self.arguments: dict[int, E] = {}
        """The zones from which a move's arguments have just been chosen, by the arguments' place in
        the state; forgotten as soon as something happens.
        """
        self._lies: dict[str, E] = {}
        """The zones in which the pieces of registers therefore lie."""

    def nothing_chosen(self) -> None:
        """Forget where pieces lie."""
        self.arguments, self._lies = {}, {}

    def follow(self, reg: Reg, value: E) -> None:
        """Note that a register is given a value: where the piece lies may be known."""
        self._lies.pop(reg.name, None)
        if isinstance(value, Load) and isinstance(value.at, Const):
            zone = self.arguments.get(value.at.value)
        else:
            zone = self._lies.get(value.name) if isinstance(value, Reg) else None
        if zone is not None:
            self._lies[reg.name] = zone

    def piece_word(self, base: int, piece: Reg) -> tuple[int, str]:
        """Return the place of what the state says of a piece: constant part and rest."""
        return STATE + 4 * base, f"(i32.shl {self.value(piece)} (i32.const 2))"

    def _transfer(self, s: Transfer) -> None:
        piece = self.value(s.piece)
        offset, index = self.piece_word(self.layout.zone_of, s.piece)
        source, target = self.local("s"), self.local("t")
        lies = s.source or self._lies.get(s.piece.name)
        self.nothing_chosen()
        if lies is None:
            zone = f"(i32.shl (i32.load offset={offset} {index}) (i32.const 2))"
            self.set(source, f"(i32.add {zone} (i32.const {STATE}))")
        else:
            self.set(source, self.zone(lies))
        if s.top:
            self._pop(source)
        elif lies is None:
            self.line(f"(if (i32.ne {self.get(source)} (i32.const {STATE}))")
            self.line(f"(then (call $remove {self.get(source)} {piece})))")
        else:
            self.line(f"(call $remove {self.get(source)} {piece})")
        self.set(target, self.zone(s.target))
        if s.hides:
            self.hides = True
            self.line(f"(call $hide {piece} {self.get(source)} {self.get(target)})")
        self._put(s, target)
        self._known(s.piece, s.seen)

    def _pop(self, source: str) -> None:
        """Write what takes the last piece out of a zone."""
        count = self.local("n")
        self.set(count, f"(i32.load {self.get(source)})")
        end = f"(i32.add {self.get(source)} (i32.shl {self.get(count)} (i32.const 2)))"
        self.line(f"(i32.store {end} (i32.const -1))")
        less = f"(i32.sub {self.get(count)} (i32.const 1))"
        self.line(f"(i32.store {self.get(source)} {less})")

    def _put(self, s: Transfer, target: str) -> None:
        """Write what puts a piece at the end of its target."""
        count = self.local("n")
        piece = self.value(s.piece)
        now = f"(i32.add (i32.load {self.get(target)}) (i32.const 1))"
        self.set(count, now)
        if s.capacity >= 0:
            full = f"(i32.gt_s {self.get(count)} (i32.const {s.capacity}))"
            self.line(f"(if {full} (then (call $fail (i32.const {s.site}))))")
        self.line(f"(i32.store {self.get(target)} {self.get(count)})")
        end = f"(i32.add {self.get(target)} (i32.shl {self.get(count)} (i32.const 2)))"
        self.line(f"(i32.store {end} {piece})")
        offset, index = self.piece_word(self.layout.zone_of, s.piece)
        address = f"(i32.sub {self.get(target)} (i32.const {STATE}))"
        self.line(f"(i32.store offset={offset} {index} (i32.shr_u {address} (i32.const 2)))")

    def _known(self, piece: Reg, seen: E) -> None:
        everybody = self.layout.everybody
        if seen == Const(0):
            return
        offset, index = self.piece_word(self.layout.known, piece)
        value = self.value(seen)
        if seen != Const(everybody):
            value = f"(i32.or (i32.load offset={offset} {index}) {value})"
        self.line(f"(i32.store offset={offset} {index} {value})")

    def _gather(self, s: Gather) -> None:
        count = s.last - s.first
        for zone in s.zones:
            self.line(f"(call $clear (i32.const {STATE + 4 * zone}))")
        if s.capacity >= 0 and count > s.capacity:
            self.line(f"(call $fail (i32.const {s.site}))")
        run = f"(i32.const {s.first}) (i32.const {s.last})"
        seen = self.value(s.seen)
        self.line(f"(call $gather {self.zone(s.target)} {run} {seen})")

    def _shuffle(self, s: Shuffle) -> None:
        self.line(f"(call $shuffle {self.zone(s.zone)} {self.value(s.seen)})")
