"""Sets as bits: what rules give, and what is put together from several places.

One function tells which values such a set has: as bits, in a list of numbers if there are many. So
one nest of loops runs through it, however many places its values come from.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.compile.debug_info import PackedSet
from engine.compile.lowering.cells import once
from engine.compile.lowering.context import Loops, Lowering, Source
from engine.compile.program import (
    Bin,
    Bits,
    Const,
    E,
    Found,
    Reg,
    Return,
    ReturnList,
    Scratch,
    ScratchLoad,
    ScratchStore,
    Set,
    Steps,
    Stmt,
    add,
    scale,
)
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span

STRETCH = 30
"""The number of values whose bits fit into an integer."""
MOST_VALUES = 10_000
"""How many values there may be of which a set has some."""


def pack(
    cx: Lowering,
    reg: Reg,
    stride: int,
    span: Span,
    fill: Callable[[tuple[Stmt, ...]], tuple[Stmt, ...]],
) -> PackedSet:
    """Return a set as a function.

    `reg`: runs through its values, within its bounds. `fill`: puts statements where it has one.
    """
    count = max(1, (reg.hi - reg.lo) // stride + 1)
    if count > MOST_VALUES:
        message = Message(
            "a set has some of at most {most} values, and here they could be {count}",
            f"{MOST_VALUES:,}",
            f"{count:,}",
        )
        raise cx.setting.error(Code.E104, message, span)
    place = cx.reg("n", 0, count - 1)
    number = add(reg, Const(-reg.lo))
    number = number if stride == 1 else Bin("//", number, Const(stride))
    if count <= STRETCH:
        bits = cx.reg("m", 0, (1 << STRETCH) - 1)
        put: Stmt = Set(bits, Bin("|", bits, Bin("<<", Const(1), place)))
        body = (Set(bits, Const(0)), *fill((Set(place, number), put)), Return(bits))
        return PackedSet(reg.lo, stride, count, cx.function("set", body, 0, bits.hi))
    kept, stretches = cx.reg("bits").name, -(-count // STRETCH)
    which, bit = Bin("//", place, Const(STRETCH)), Bin("%", place, Const(STRETCH))
    before = ScratchLoad(kept, which, 0, (1 << STRETCH) - 1)
    put = ScratchStore(kept, which, Bin("|", before, Bin("<<", Const(1), bit)))
    body = (Scratch(kept, stretches), *fill((Set(place, number), put)), ReturnList(kept))
    return PackedSet(reg.lo, stride, count, cx.function("set", body))


def packed_source(cx: Lowering, packed: PackedSet, reg: Reg) -> Source:
    """Return loops, in one nest, that run a register through a set."""
    loops = Loops()
    values: dict[E, E] = {one: once(cx, loops, one, "a") for one in packed.call.arguments}
    stretch: E = Const(0)
    found: E = packed.given(values).call
    if packed.many > STRETCH:
        stretches, kept = -(-packed.many // STRETCH), cx.reg("bits").name
        loops.append((cx.reg("k", 1, 1), Found(kept, stretches, packed.given(values).call)))
        stretch = cx.reg("w", 0, stretches - 1)
        loops.append((stretch, Steps(Const(0), Const(stretches - 1))))
        found = ScratchLoad(kept, stretch, 0, (1 << STRETCH) - 1)
    bit = cx.reg("b", 0, min(STRETCH, packed.many) - 1)
    loops.append((bit, Bits(found, bit.hi + 1)))
    value = add(scale(add(scale(stretch, STRETCH), bit), packed.stride), Const(packed.low))
    return [([*loops, (reg, Steps(value, value))], [])]
