"""A compiled ruleset as one WebAssembly module."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from engine.compile import layout as at
from engine.compile.lower import Compiled
from engine.compile.move_numbers import MoveNumbers
from engine.compile.policy_features import CompiledPolicy
from engine.compile.program import STALL
from engine.compile.wasm import memory as places
from engine.compile.wasm import random_choice, statistics
from engine.compile.wasm.batches import Batches, BatchPlaces, BatchRecipe
from engine.compile.wasm.close_look import CloseLook
from engine.compile.wasm.games import write_games
from engine.compile.wasm.information_set import Observed
from engine.compile.wasm.legal_moves import write_legal, write_some
from engine.compile.wasm.logits import Logits, RatedPlaces
from engine.compile.wasm.memory import PAGE, STATE, Memory, segment
from engine.compile.wasm.move_keys import (
    places_of_search,
    room_for_search,
    sides,
    write_keys,
    write_weights,
)
from engine.compile.wasm.move_numbers import write_numbers
from engine.compile.wasm.sought_values import with_sought_values
from engine.compile.wasm.statements import HEAVY, write_again, write_block, write_function
from engine.compile.wasm.statistics import write_statistics
from engine.compile.wasm.writer import Writer

WON = 1_000_000_000
"""What a seat that has won outright is worth, as in engine/agents/evaluation.py."""
FAULT = -3 * WON
"""What a move is worth that meets an error, as in engine/agents/greedy.py."""
MOST_WORK = 500_000
"""How often loops go round in an iteration of a search at most before it is judged where it is:
some ten milliseconds. Where no part is heavy, it isn't counted.
"""
_SPARE = 4 * PAGE
"""Memory that is free at first for the player who runs the module, at least."""


@dataclass(frozen=True)
class Emitted:
    """A module's text and where things lie in its memory, in bytes."""

    text: str
    size: int
    """Integers of the state, which begins at STATE."""
    moves: int
    """Where lists of moves begin."""
    width: int
    """Integers of a move."""
    room: int
    """How many moves a list has room for."""
    ranks: int
    """Where `ranks` puts what it finds: for each seat, one integer a ranking."""
    rankings: int
    free: int
    """From where on memory is free."""
    pages: int
    """How much memory the module begins with."""
    search: int = 0
    """Where what the search keeps begins, see search.wat."""
    values: int = 0
    """Where `values` puts what it finds: 64 bits a move."""
    policies: int = 0
    """Where it is how each seat chooses, see policies.wat."""
    levels: int = 0
    """Where it is how seats search, see seek.wat."""
    plan: int = 0
    """Where it is written what a seat knows, see observe.wat."""
    priors: int = 0
    """Where it is how likely each listed move is to be good, as f32, where there is a
    search."""
    rates: RatedPlaces | None = None
    """Where a policy lies."""
    batch: BatchPlaces | None = None
    """Where Python writes what a batch of games is, see batched.wat."""


def emit(
    compiled: Compiled,
    *,
    search: bool = False,
    measured: bool = False,
    seated: bool = False,
    rated: CompiledPolicy | None = None,
    learning: bool = False,
    numbered: MoveNumbers | None = None,
    look: CloseLook | None = None,
    batch: BatchRecipe | None = None,
) -> Emitted:
    """Write a compiled ruleset as WebAssembly text.

    `search`: with a tree search over it; `measured`: with what studies measure of games; `seated`:
    with games in which each seat chooses in its own way; `rated`: with a policy that looks at this,
    which takes a search; `learning`: and may learn; `numbered`: with the numbers of moves, of a
    ruleset that was compiled with them; `look`: what is measured of games that are looked at
    closely, of a traced ruleset; `batch`: with many games that are stepped together, and the
    numbers of their moves, which takes `seated`.
    """
    if look is None:  # a close look counts what is asked as it is written
        compiled = with_sought_values(compiled)
    memory = Memory(compiled.program.size)
    writer = Writer(compiled, memory)
    writer.counts = search and writer.costs.highest() > HEAVY
    random_choice.take_room(writer)
    if measured:
        statistics.take_room(writer, look)
    program = compiled.program
    for function in program.functions:
        write_function(writer, function)
    for name, recursion in program.recursions.items():
        write_again(writer, name, recursion)
    for choice in program.choices:
        write_some(writer, choice)
        write_legal(writer, choice)
    for block in program.blocks:
        write_block(writer, block)
    write_games(writer)
    if search:
        write_keys(writer)
        write_weights(writer)
    if batch is not None:
        numbered = batch.numbers
    if numbered is not None:
        write_numbers(writer, numbered)
    if measured:
        write_statistics(writer, seated=seated, look=look)
    observed = Observed(writer) if seated else None
    batches = Batches(writer, observed, batch) if batch and observed else None
    rates = Logits(writer, rated, learning=learning) if rated else None
    if rates is not None:
        rates.write()
    ranks = memory.take(4 * (1 + len(compiled.rankings)) * compiled.setting.players)
    masks = memory.take(4 * program.size) if writer.hides else STATE
    pools, pieces = len(set(compiled.setting.pools)), len(compiled.setting.pieces)
    spots = {
        "POOLS": memory.take(8 * pools + 4 * pieces),
        "LYING": memory.take(4 * pieces),
        "LAY": memory.take(4 * pieces if rated else 0),
        "SUMS": memory.take(8 * (writer.room + 1)),
        "BEFORE": memory.take(4 * program.size),
        "MASKS": masks,
    }
    tree = memory.take(room_for_search(compiled, writer.room) if search else 0)
    free = memory.take(0, 64)
    mask = (1 << free.bit_length()) - 1
    pages = (2 * mask + 2 + _SPARE + PAGE - 1) // PAGE
    emitted = Emitted(
        "", program.size, writer.moves, writer.width, writer.room, ranks, len(compiled.rankings),
        free, pages, tree, spots["SUMS"],
        *((observed.policies, observed.levels, observed.plan) if observed else (0, 0, 0)),
        places_of_search(tree, compiled, writer.room)["PRIORS"] if search else 0,
        rates.places if rates else None,
        batches.places if batches else None,
    )  # fmt: skip
    rows = [
        "(module",
        f'(memory (export "memory") {pages} {places.MOST_PAGES})',
        *_data(memory, compiled, masks if writer.hides else 0),
        _by_hand(compiled, emitted, spots, writer, observed, rates, look, batches, search=search),
        *writer.rows,
        ")",
    ]
    return replace(emitted, text="\n".join(rows).replace("@MASK@", str(mask)))


def _data(memory: Memory, compiled: Compiled, masks: int) -> list[str]:
    """Return the module's fixed tables.

    `masks`: where it is of each zone who sees it, as bits from the second on; the first bit
    tells whether it has no order.
    """
    rows = [table.segment() for table in memory.tables.values()]
    for address, zone in compiled.layout.zones.items() if masks else ():
        rows.append(segment(masks + 4 * address, [zone.sees << 1 | zone.model.traits.loose]))
    return rows


@cache
def _source(
    search: bool,
    measured: bool,
    seated: bool,
    rated: bool,
    learning: bool,
    batched: bool,
    rows: bool,
) -> str:
    """Return what is written by hand, without its comments."""
    here = resources.files(__package__)
    names = ["kernel.wat", "games.wat", "sample.wat", "greedy.wat"]
    names += ["judge.wat", "search.wat"] * search + ["measured.wat"] * measured
    names += ["policy.wat" if rated else "search_without_policy.wat"] * search + [
        "learn.wat"
    ] * learning
    names += ["recall.wat"] * (rated and search)
    names += ["observe.wat", "policies.wat"] * seated + ["seek.wat"] * (seated and search)
    names += ["chosen.wat"] * (seated and rated) + ["batched.wat"] * batched
    names += ["tensor.wat"] * rows
    text = "\n".join((here / name).read_text("utf-8") for name in names)
    never = "(param i32 i32 i32 i32) (result i32) (unreachable))\n"
    if seated and not search:
        text += f"(func $sought {never}"
    if seated and not rated:
        text += f"(func $rated_choice {never}"
    return re.sub(r"^ *;;.*\n", "", text, flags=re.MULTILINE)


def _by_hand(
    compiled: Compiled,
    emitted: Emitted,
    spots: dict[str, int],
    writer: Writer,
    observed: Observed | None,
    rates: Logits | None,
    look: CloseLook | None,
    batches: Batches | None,
    *,
    search: bool,
) -> str:
    """Return what is written by hand, with the ruleset's numbers filled in."""
    program, layout = compiled.program, compiled.layout
    words = {
        "RNG": at.RNG_LOW, "STARTER": at.STARTER, "PC": at.PC, "ME": at.ME, "WON": at.WON,
        "LAST": at.LAST, "SPACE": layout.space, "DECISIONS": at.DECISIONS,
        "KNOWN": layout.known, "ZONE_OF": layout.zone_of,
    }  # fmt: skip
    numbers = spots | {name: STATE + 4 * word for name, word in words.items()} | {
        "FAILED": places.FAILED, "STATE": STATE, "BYTES": 4 * program.size,
        "SEATS": compiled.setting.players, "STEPS": places.STEPS, "BLOCKS": len(program.blocks),
        "END": len(program.blocks) + len(program.choices), "OVER": at.OVER,
        "STOP": places.STOP, "ENDLESS": places.ENDLESS,
        "INTERRUPTED": places.INTERRUPTED, "NOTHING": places.NOTHING_LEGAL, "FINE": places.FINE,
        "MOVES": emitted.moves, "WIDTH": 4 * emitted.width, "RANKS": emitted.ranks,
        "ROW": 12 + 4 * compiled.setting.players * emitted.rankings, "STALL": STALL,
        "CHANCE": places.CHANCE, "PLAYOUTS": places.PLAYOUTS, "START": program.start,
        "TURN": program.turn, "SIDES": sides(compiled), "LOSS": -WON * min(2, sides(compiled)),
        "DRAWN": at.DRAWN, "FAULT": FAULT,
        "TRACKS": int(bool(layout.space)), "ROUND_END": program.round_end,
        "WORK": places.WORK, "MOST_WORK": MOST_WORK,
        "RANKINGS": emitted.rankings, "RANK_ROW": 4 * emitted.rankings,
    }  # fmt: skip
    if search:
        numbers |= places_of_search(emitted.search, compiled, writer.room)
    measured = writer.measures is not None
    if writer.measures is not None:
        numbers |= statistics.numbers(writer, writer.measures, look)
    if observed is not None:
        numbers |= observed.numbers()
    if rates is not None:
        numbers |= rates.numbers()
        numbers["MOST_INPUTS"] = 24 + 4 * max(rates.rated.sizes)
    if batches is not None:
        numbers |= batches.numbers()
    learning = rates is not None and rates.learning
    source = _source(
        search, measured, observed is not None, rates is not None, learning,
        batches is not None, batches is not None and batches.lowered,
    )  # fmt: skip
    return re.sub(r"@([A-Z_]+)@", lambda match: str(numbers[match[1]]), source)
