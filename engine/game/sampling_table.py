"""Plans: what a seat knows of a position, written so that the module samples positions from it.

A sample of the module is that of `Knowledge.sample` with the same seed, integer for integer, and
takes a microsecond or so. What takes more than filling holes (secret picks that were made, values
that were told) is left to `Knowledge.sample`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.knowledge import UNKNOWN, InformationSet, Knowledge, Remembered
from engine.game.wasm_executor import Module, signed


def plan(knowledge: Knowledge, known: InformationSet) -> list[int] | None:
    """Return the plan of an information set, None where the module can't sample from it."""
    if knowledge.sorts(known):
        return None
    pools = _pools(knowledge, known)
    holes = _holes(known, list(pools))
    hidden = knowledge.hidden[known.seat]
    names = _names(knowledge, known, {address for address, *_ in hidden})
    state = list(known.state)
    picked = list(knowledge.take_back_picks(state, known.seat))
    if names is None or picked or knowledge.facts.revealed(known.state):
        return None
    snapshot = [0, 0]
    if known.state[at.HIDING]:
        snapshot = [knowledge.compiled.program.stack, knowledge.compiled.snapshot]
    kinds = [len(pools), *(word for pool in pools.values() for word in pool)]
    return [*state, *kinds, *holes, *_flat(hidden), *names, *snapshot]


def past(knowledge: Knowledge, known: InformationSet) -> list[int] | None:
    """Return what a seat remembers of others' decisions as recall.wat reads it.

    None where nothing that it can't see now has been seen by others, or where they chose nothing
    that it has seen.
    """
    hidden = any(hole.known for hole in known.holes) or bool(knowledge.hidden[known.seat])
    judged = [n for n, row in enumerate(known.past) if row.move is not None]
    if not hidden or not judged:
        return None
    rows = [_row(knowledge, row) for row in known.past[: judged[-1] + 1]]
    return [len(rows), *(word for row in rows for word in (len(row), *row))]


def _row(knowledge: Knowledge, row: Remembered) -> list[int]:
    """Return a remembered decision: how its holes lie after it, then what was chosen, if seen."""
    words = [len(row.alike), *(word for group in row.alike for word in (len(group), *group))]
    words += [len(row.sources), *row.sources]
    if row.move is None:
        return [*words, 0]
    known = row.known
    state = list(known.state[: max(known.state[at.TOP], knowledge.compiled.program.stack)])
    words += [len(state), *state]
    for hole in known.holes:
        words += [hole.slot, hole.zone, hole.known, hole.space]
    kept = _kept(knowledge, known)
    twins = [_twins(knowledge, piece, known) for piece in _unknown(knowledge, row)]
    words += [len(kept), *kept, len(twins)]
    for alike in twins:
        words += [len(alike), *alike]
    return [*words, *row.move]


def _kept(knowledge: Knowledge, known: InformationSet) -> list[int]:
    """Return where the position has hidden values, which are as in the sample of the present."""
    hidden = [address for address, *_ in knowledge.hidden[known.seat]]
    unknown = sorted(piece for pool in knowledge.missing(known.state).values() for piece in pool)
    changing = knowledge.layout.changing.values()
    return hidden + [base + piece for base, _, _ in changing for piece in unknown]


def _unknown(knowledge: Knowledge, row: Remembered) -> list[int]:
    """Return the pieces that the seat didn't know before they were chosen."""
    at_zone, state = knowledge.layout.zone_of, row.known.state
    pieces = knowledge.pieces_of(state[at.PC], row.move or ())
    return [piece for piece in pieces if state[at_zone + piece] == UNKNOWN]


def _twins(knowledge: Knowledge, piece: int, known: InformationSet) -> list[int]:
    """Return a piece, then the others that read the same and that the seat didn't know either."""
    pieces, at_zone = knowledge.setting.pieces, knowledge.layout.zone_of
    look = pieces[piece].component, pieces[piece].values
    found = [p.number for p in pieces if (p.component, p.values) == look and p.number != piece]
    return [piece, *(p for p in found if known.state[at_zone + p] == UNKNOWN)]


def samples(
    module: Module, given: list[int], number: int, count: int, place: int | None = None
) -> list[State]:
    """Return samples of a plan, seeded with a number and those that follow it.

    `place`: where the module's memory is free for the plan and the samples.
    """
    at_plan = module.emitted.free if place is None else place
    size, to = module.emitted.size, at_plan + 4 * len(given)
    module.reserve(to + 4 * size * count)
    module.write(at_plan, given)
    module.call("samples", at_plan, signed(number), count, to)
    words = module.words(to, size * count).tolist()
    return [words[i : i + size] for i in range(0, len(words), size)]


def _pools(knowledge: Knowledge, known: InformationSet) -> dict[str, list[int]]:
    """Return for each kind of which pieces are missing: how many, its attributes, the pieces."""
    pools = {}
    for pool, pieces in knowledge.missing(known.state).items():
        rolled = knowledge.layout.rolled[knowledge.setting.pieces[pieces[0]].component]
        pools[pool] = [len(pieces), *_flat(rolled), *pieces]
    return pools


def _flat(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return how many rows there are, then what is in them."""
    return [len(rows), *(word for row in rows for word in row)]


def _holes(known: InformationSet, kinds: list[str]) -> list[int]:
    return _flat([
        (kinds.index(hole.pool), hole.slot, hole.zone, hole.known, hole.space)
        for hole in known.holes
    ])  # fmt: skip


def _names(knowledge: Knowledge, known: InformationSet, guessed: set[int]) -> list[int] | None:
    """Return where unknown pieces are referred to, None if none of them lies anywhere."""
    found = [
        place
        for place in knowledge.references(known.state)
        if known.state[place] == UNKNOWN and place not in guessed
    ]
    slots = [hole.slot for hole in known.holes if hole.slot]
    if found and not slots:
        return None
    return [len(found), len(slots), *slots, *found]
