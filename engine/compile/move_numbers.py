"""A static number for every move of a compiled ruleset, lowered like the rules themselves.

Each action of each decision has a range of numbers. A move's number is where that range begins
plus what its arguments come to in a mixed radix: one digit for each argument. Pieces that nobody
can tell apart have the same digit; a piece that the choosing seat doesn't know has the digit of its
place. So a number depends only on what that seat can read, and moves that read the same share it.

Several pieces taken at once have no order. Their digits become the rank of a combination, as in the
combinatorial number system (Knuth, The Art of Computer Programming, 7.2.1.3): with repetition where
pieces may be alike.

Where a game would have more than `MOST_WHOLE` numbers, an action that takes several pieces has one
number for its name and one for each argument; if that isn't enough, so has every action of more
than one argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from math import comb, prod

from engine.compile.debug_info import ME, OfferedAction
from engine.compile.evaluate import extended, resumed
from engine.compile.layout import Family
from engine.compile.lower import Compiled
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.offers import lying_of
from engine.compile.lowering.pieces import (
    all_differ,
    aspect_names,
    aspects,
    holders_of,
    kind_of,
    where_of,
)
from engine.compile.multi_choice import each
from engine.compile.program import (
    NONE,
    Bin,
    Call,
    Const,
    E,
    If,
    Load,
    Loop,
    Parameter,
    Reg,
    Return,
    Select,
    Set,
    Steps,
    Stmt,
    add,
    bounds,
    scale,
)
from engine.rules import model as m

MOST_WHOLE = 65_536
"""A game of up to so many numbers has one for each move."""
PASS = -1
"""Stands for the pass among a decision's actions."""


@dataclass(frozen=True)
class NumberRange:
    """A range of numbers: where it begins, how many there are, and which of them a move has.

    `call` is None where there is only one.
    """

    first: int
    count: int
    call: Call | None = None


@dataclass(frozen=True)
class MoveNumbers:
    """The numbers of all moves of a compiled ruleset.

    `size`: how many there are. `ranges`: by decision and action the ranges from which a move takes
    its numbers, one after another; most actions have one. `digest`: a hash of what the numbers
    mean, 24 hexadecimal digits; where it is the same, every number means the same move.
    """

    size: int
    ranges: dict[tuple[int, int], tuple[NumberRange, ...]]
    digest: str

    @property
    def whole(self) -> bool:
        """Whether every move has exactly one number."""
        return self.later == 0

    @property
    def later(self) -> int:
        """How many numbers a move may have beyond its first one."""
        return max(map(len, self.ranges.values()), default=1) - 1


@dataclass(frozen=True)
class _Digit:
    """What an argument comes to, from 0 to below `radix`; `means` says in words what they mean."""

    value: E
    radix: int
    means: str


@dataclass(frozen=True)
class _Taken:
    """The digits of a parameter: one, or as many as it takes at once.

    `alike`: two of them may be equal.
    """

    digits: tuple[_Digit, ...]
    alike: bool

    @property
    def count(self) -> int:
        """Return how many values it can have, all its arguments together."""
        several, radix = len(self.digits), self.digits[0].radix
        if several == 1:
            return radix
        return comb(radix + several - 1, several) if self.alike else comb(radix, several)


def number_moves(compiled: Compiled) -> tuple[Compiled, MoveNumbers]:
    """Return a compiled ruleset that can number its moves, and the numbers.

    `compiled, numbers = number_moves(game.compiled)`
    """
    cx = resumed(compiled)
    taken: dict[tuple[int, int], list[_Taken]] = {}
    for choice in compiled.program.choices:
        for place in range(len(choice.actions)):
            taken[choice.number, place] = _taken(cx, compiled, choice.number, place)
        if choice.passing is not None:
            taken[choice.number, PASS] = []
    apart = _apart(taken)
    ranges: dict[tuple[int, int], tuple[NumberRange, ...]] = {}
    size = 0
    for at, parts in taken.items():
        made: list[NumberRange] = []
        for one in _ranges(cx, parts, apart=at in apart):
            made.append(NumberRange(size, one.count, one.call))
            size += one.count
        ranges[at] = tuple(made)
    digest = _digest(compiled, taken, ranges)
    return extended(compiled, cx.program), MoveNumbers(size, ranges, digest)


def _digest(
    compiled: Compiled,
    taken: dict[tuple[int, int], list[_Taken]],
    ranges: dict[tuple[int, int], tuple[NumberRange, ...]],
) -> str:
    """Return a hash of what the numbers mean: of words and names, nothing of how it is computed."""
    enums = compiled.setting.rules.enums.values()
    present = compiled.setting.present
    told = [f"{e.name}: {', '.join(e.members[n].name for n in present[e.name])}" for e in enums]
    for place, parts in taken.items():
        offered = compiled.debug.actions.get(place)
        told.append("pass" if offered is None else offered.action.name)
        told += [f"{one.first} + {one.count}" for one in ranges[place]]
        for part in parts:
            told.append("alike" if part.alike else "apart")
            told += [f"{digit.radix}: {digit.means}" for digit in part.digits]
    return sha256("\n".join(told).encode()).hexdigest()[:24]


def _apart(taken: dict[tuple[int, int], list[_Taken]]) -> frozenset[tuple[int, int]]:
    """Return the actions whose moves take one number for each argument."""
    several = frozenset(
        place for place, parts in taken.items() if any(len(part.digits) > 1 for part in parts)
    )
    long = frozenset(
        place for place, parts in taken.items() if sum(len(part.digits) for part in parts) > 1
    )
    for apart in (frozenset[tuple[int, int]](), several):
        if sum(_count(parts, apart=at in apart) for at, parts in taken.items()) <= MOST_WHOLE:
            return apart
    return long


def _count(parts: Sequence[_Taken], *, apart: bool) -> int:
    if apart:
        return 1 + sum(len(part.digits) * part.digits[0].radix for part in parts)
    return prod(part.count for part in parts)


def _ranges(cx: Lowering, parts: Sequence[_Taken], *, apart: bool) -> Iterator[NumberRange]:
    """Yield the ranges of an action's numbers, as if each began at 0."""
    if not apart:
        total = _radix([_Digit(_ranked(cx, part), part.count, "rank") for part in parts])
        count = _count(parts, apart=False)
        yield NumberRange(0, count, _call(cx, total, count) if parts else None)
        return
    yield NumberRange(0, 1)
    for part in parts:
        for nth in range(len(part.digits)):
            radix = part.digits[0].radix
            yield NumberRange(0, radix, _call(cx, _nth(part, nth), radix))


def _call(cx: Lowering, value: E, count: int) -> Call:
    return cx.function("number", (Return(value),), 0, count - 1)


def _radix(digits: Sequence[_Digit]) -> E:
    """Return the number that has these digits, the last running fastest."""
    result: E = Const(0)
    for digit in digits:
        result = add(scale(result, digit.radix), digit.value)
    return result


# ------------------------------------------------------------------ several at once


def _rank(part: _Taken, nth: int) -> E:
    """Return how many of the digits come before one of them, equal ones in their order."""
    own = part.digits[nth].value
    result: E = Const(0)
    for other, digit in enumerate(part.digits):
        if other != nth:
            op = "<=" if other < nth else "<"
            result = add(result, Bin(op, digit.value, own))
    return result


def _nth(part: _Taken, nth: int) -> E:
    """Return the digit that comes at a place when they are brought into increasing order."""
    result = part.digits[-1].value
    for other, digit in reversed(list(enumerate(part.digits[:-1]))):
        result = Select(Bin("==", _rank(part, other), Const(nth)), digit.value, result)
    return result


def _ranked(cx: Lowering, part: _Taken) -> E:
    """Return the rank of a combination among all that there may be."""
    several = len(part.digits)
    if several == 1:
        return part.digits[0].value
    width = part.digits[0].radix + several
    name = f"combinations_{width}_{several}"
    table = [comb(c, place) for place in range(1, several + 1) for c in range(width)]
    result: E = Const(0)
    for nth, digit in enumerate(part.digits):
        rank = _rank(part, nth)
        chosen = add(digit.value, rank) if part.alike else digit.value
        result = add(result, cx.looked_up(name, table, add(scale(rank, width), chosen)))
    return result


# ------------------------------------------------------------------ one argument


def _taken(cx: Lowering, compiled: Compiled, choice: int, place: int) -> list[_Taken]:
    """Return the digits of an action's parameters."""
    offered: OfferedAction = compiled.debug.actions[choice, place]
    single = [
        (number, one)
        for number, p in enumerate(offered.action.parameters)
        for one in each(p, compiled.setting)
    ]
    parameters = compiled.program.choices[choice].actions[place].parameters
    found: list[_Taken] = []
    pairs = zip(single, parameters, strict=True)
    for _, group in groupby(pairs, key=lambda pair: pair[0][0]):
        made = [(one, parameter) for (_, one), parameter in group]
        digits = tuple(_digit(cx, one, parameter) for one, parameter in made)
        found.append(_Taken(digits, made[0][1].same is not None))
    return found


def _digit(cx: Lowering, p: m.ActionParameter, parameter: Parameter) -> _Digit:
    """Return what an argument comes to."""
    reg = parameter.reg
    match p.type.kind:
        case "piece":
            return _piece(cx, p, reg)
        case "zone":
            family = cx.layout.families[p.type.name]
            return _Digit(family.number(reg), len(family.places), _places([family]))
        case _:
            return _number(reg, NONE, " ".join((p.type.kind, *p.type.names)))


def _number(value: E, least: int, what: str) -> _Digit:
    """Return an integer counted from its least; none comes before all others.

    `least`: the least that it can be also none, where its bounds don't say so. `what`: its name.
    """
    low, high = bounds(value)
    if low > NONE or least == NONE:
        return _Digit(add(value, Const(-low)), high - low + 1, f"{what} from {low}")
    counted = Select(Bin("==", value, Const(NONE)), Const(0), add(value, Const(1 - least)))
    return _Digit(counted, high - least + 2, f"{what}, none or from {least}")


def _places(families: Sequence[Family]) -> str:
    """Return the zones of some families in words, in their order."""
    return "; ".join(f"{f.name} {f.capacity} {f.places}" for f in families)


def _piece(cx: Lowering, p: m.ActionParameter, piece: Reg) -> _Digit:
    """Return what a piece comes to: its kind, or its place to a seat that doesn't know it."""
    lying = lying_of(cx, p.domain)
    zones = [lying.family] if lying.family else holders_of(cx, p.type.names)
    kinds = cx.program.data["kind"]
    present = [kinds[n] for name in p.type.names for n in range(*cx.setting.run(name))] or [0]
    least, most = min(present), max(present)
    means = {kinds[one.number]: f"{one.component} {one.values}" for one in cx.setting.pieces}
    named = "; ".join(means.get(kind, "") for kind in range(least, most + 1))
    known = [_Digit(add(kind_of(cx, piece), Const(-least)), most - least + 1, named)]
    differ = all_differ(cx, p.type.names)
    if lying.in_several and not differ:
        known.append(_zone_number(cx, zones, where_of(cx, piece)))
    if not differ:
        names = aspect_names(cx, p.type.names)
        changing = zip(names, aspects(cx, piece, p.type.names), strict=True)
        known += [_aspect(cx, name, e, p) for name, e in changing]
    means_known = " / ".join(f"{d.radix}: {d.means}" for d in known)
    result = _Digit(_radix(known), prod(d.radix for d in known), means_known)
    if lying.surely_known:
        return result
    place = _place(cx, zones, piece)
    knows = Bin("&", Bin(">>", Load(add(piece, Const(cx.layout.known))), ME), Const(1))
    hidden = add(place.value, Const(result.radix))
    means_all = f"{result.means}, or unknown {place.means}"
    return _Digit(Select(knows, result.value, hidden), result.radix + place.radix, means_all)


def _aspect(cx: Lowering, name: str, value: E, p: m.ActionParameter) -> _Digit:
    """Return something that can change about a piece."""
    ranges = cx.layout.ranges.items()
    lows = [low for (component, _), (low, _) in ranges if component in p.type.names]
    return _number(value, min(lows, default=0), name)


def _zone_number(cx: Lowering, zones: Sequence[m.Zone], address: E) -> _Digit:
    """Return the number of the zone at an address among some families; 0 for out of play."""
    families = sorted((cx.layout.families[zone.name] for zone in zones), key=lambda f: f.base)
    result: E = Const(0)
    first = 1
    for family in families:
        here = add(family.number(address), Const(first))
        result = Select(Bin(">=", address, Const(family.base)), here, result)
        first += len(family.places)
    return _Digit(result, first, _places(families))


def _place(cx: Lowering, zones: Sequence[m.Zone], piece: Reg) -> _Digit:
    """Return the number of a piece's place among all places of some families; 0 out of play."""
    families = sorted((cx.layout.families[zone.name] for zone in zones), key=lambda f: f.base)
    address = cx.reg("z", 0, cx.layout.size)
    first, before = 1, cx.reg("n", 0)
    body: list[Stmt] = [Set(address, where_of(cx, piece)), Set(before, Const(0))]
    for family in families:
        here = add(scale(family.number(address), family.capacity), Const(first))
        body.append(If(Bin(">=", address, Const(family.base)), (Set(before, here),)))
        first += len(family.places) * family.capacity
    lying = cx.reg("i", 0)
    found = Bin("==", Load(add(add(address, Const(1)), lying)), piece)
    last = add(Load(address, 0, max((f.capacity for f in families), default=0)), Const(-1))
    body.append(If(Bin("==", address, Const(0)), (Return(Const(0)),)))
    body.append(Loop(lying, Steps(Const(0), last), (If(found, (Return(add(before, lying)),)),)))
    body.append(Return(Const(0)))
    return _Digit(cx.function("place", tuple(body), 0, first - 1), first, _places(families))


__all__ = ["MOST_WHOLE", "PASS", "MoveNumbers", "NumberRange", "number_moves"]
