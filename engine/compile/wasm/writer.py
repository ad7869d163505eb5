"""The context of writing a program as WebAssembly text: rows, locals, what is known meanwhile.

Everything that writes is a function over a `Writer`: expressions.py, loops.py, transfers.py,
statements.py, legal_moves.py, random_choice.py, games.py, move_keys.py, statistics.py, one on
another in this order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from engine.compile.cost import MOST_MOVES, Costs, most_moves
from engine.compile.layout import Layout
from engine.compile.lower import Compiled
from engine.compile.program import INT_MAX, NONE, E, Program, Reg, bounds
from engine.compile.program_parts import arrivals
from engine.compile.wasm.lookup_tables import Spreads
from engine.compile.wasm.memory import Memory
from engine.compile.wasm.trials import TrialDepths

PATIENCE = 200_000
"""How many answers for one ruleset are computed beforehand: a second's work at most."""
_WHOLE = 2400
"""Up to how many parts the blocks of actions are written out, of all decisions together."""


class Tally(NamedTuple):
    """A function that counts in a zone: the pieces of which a key is what is wanted.

    `counts`: it returns how many there are, else whether there is any.
    """

    reg: Reg
    zone: E
    key: E
    wanted: E
    counts: bool


@dataclass(frozen=True)
class Measures:
    """Where what studies measure of a game stands in memory, in bytes."""

    row: int
    """The address of the row that is filled."""
    listening: int
    """Whether lines of ledgers are heard."""
    aside: int
    """A copy of the state."""
    deltas: int
    """Where in a row the lines of ledgers begin."""


@dataclass(frozen=True)
class Watching:
    """The places in a row, in integers, of what a close look counts.

    `close`: whether the game was; `parts`: how often a part began, by its mark; `rules`: by
    function, how often a rule was asked, and next to it how often it said yes; `tried`: where three
    integers for each requirement begin.
    """

    close: int
    parts: Mapping[int, int]
    rules: Mapping[str, int]
    tried: int
    asking: frozenset[str]
    """The functions that are counted, and those that ask one of them: each call is made."""


class Writer:
    """What functions that write WebAssembly text share, for one program."""

    def __init__(self, compiled: Compiled, memory: Memory) -> None:
        """Prepare to write a program, and take memory for its lists of moves."""
        self.compiled = compiled
        self.program: Program = compiled.program
        self.layout: Layout = compiled.layout
        self.players = compiled.setting.players
        self.memory = memory
        self.functions = {f.name: f for f in self.program.functions}
        self.costs = Costs(self.program, self.layout)
        self.over = len(self.program.blocks) + len(self.program.choices)
        """What a block returns when the game is over."""

        # The function that is being written.
        self.rows: list[str] = []
        self.locals: dict[str, str] = {}
        self.given: set[str] = set()
        self.names: dict[str, str] = {}
        """Where a register of a function that is written out in place lives."""
        self.eager = False
        """Each part is computed, also what won't count: see `eagerly`."""
        self.turning = 0
        """How many loops are open."""
        self.patrol = False
        """Loops look whether they shall stop."""
        self.counts = False
        """Loops count how often they go round, so that what continues in mind can be limited."""
        self.aside: dict[int, int] = {}
        """Where the state is kept while something is tried on it, by how many trials are nested in
        that one.
        """
        self.notes: dict[int, int] = {}
        """Where a trial notes what it changes, by the same."""
        self.noted: str | None = None
        """The local that holds where the notes of the trial end that is being written."""
        self.row_aside = 0
        """Where it is kept in a search that calls itself, a copy for each move; 0 without one."""
        self.visits = 0
        """Where the positions are counted that a search visits."""
        self.inside = False
        """What is written stands in the loop that goes from block to block."""
        self._named = 0

        self.trials = TrialDepths(self.functions)

        # What need not be computed again.
        self.spreads = Spreads(self.program)
        self.patience = PATIENCE
        """How many answers may still be computed beforehand."""
        self.only_values: dict[tuple[str, bool], E | None] = {}
        self.frozen: dict[int, str] | None = None
        """Locals that hold integers of the state while it can't change, by their place in it."""
        self.kept: dict[str, str] = {}
        """Locals that hold what calls have yielded, -1 as long as they weren't made."""
        self.tallied: dict[str, Tally] | None = None
        """What has to be tallied before what is being written, by function."""
        self.tallies: dict[str, Tally | None] = {}
        self.areas: dict[str, int] = {}
        self.scratches: dict[str, int] = {}
        """Where functions' own lists lie, in bytes."""
        self.scratch_locals: dict[str, list[str]] = {}
        """Lists that are kept in locals."""

        # Pieces that move.
        self.hides = False
        """Some move lets seats lose sight of pieces."""
        self.arguments: dict[int, E] = {}
        """The zones from which a move's arguments have just been chosen, by the arguments' place in
        the state; forgotten as soon as something happens.
        """
        self.lies: dict[str, E] = {}
        """The zones in which the pieces of registers therefore lie."""

        # Blocks that are written out inside others.
        self.arrivals = arrivals(self.program)
        self.landmarks = {self.program.setup, self.program.turn, self.program.round_end}
        self.open_blocks: list[int] = []
        self.written = 0
        self.whole = _WHOLE
        self.left = 0

        # Lists of moves.
        choices = self.program.choices
        self.width = 1 + max((len(a.parameters) for c in choices for a in c.actions), default=0)
        """Integers of a move."""
        self.room = min(MOST_MOVES, max((most_moves(c, self.layout) for c in choices), default=1))
        """How many moves a list has room for."""
        self.moves = memory.take(4 * self.width * (self.room + 1))
        """Where the list begins."""
        self.stretches: dict[tuple[str, int], tuple[int, int]] = {}
        self.candidates = 0
        """Where random choices keep what is possible."""
        self.measures: Measures | None = None
        self.watching: Watching | None = None
        self.unheard = False
        """What is written calls functions that count nothing."""
        self.looking: int | None = None
        """The number of the first requirement among those of which notes are written."""
        self.gauging = False
        """What is written notes the lines of ledgers."""

    def counted(self, name: str) -> bool:
        """Return whether a function counts, or asks one that does, in what is being written."""
        return self.watching is not None and not self.unheard and name in self.watching.asking

    def called(self, name: str) -> str:
        """Return what a function is called in what is being written."""
        twin = self.unheard and self.watching is not None and name in self.watching.asking
        return f"{name}.unheard" if twin else name

    def line(self, text: str) -> None:
        """Write a row."""
        self.rows.append(text)

    @contextmanager
    def func(self, head: str, parameters: tuple[str, ...] = ()) -> Iterator[None]:
        """Write a function around what is written inside."""
        before, self.rows = self.rows, []
        self.locals, self.given, self.frozen = {}, set(parameters), None
        yield
        declared = "".join(f"(local ${name} {kind})" for name, kind in self.locals.items())
        before += [f"(func {head}", declared, *self.rows, ")"]
        self.rows = before

    @contextmanager
    def eagerly(self) -> Iterator[None]:
        """Write expressions without branches: each part is computed, also what won't count.

        What is read in vain may stand anywhere; it is only seen to that it is in the memory.
        """
        before, self.eager = self.eager, True
        try:
            yield
        finally:
            self.eager = before

    def local(self, hint: str, kind: str = "i32") -> str:
        """Return the name of a new local."""
        self._named += 1
        name = f"{hint}.{self._named}"
        self.locals[name] = kind
        return name

    def label(self, hint: str) -> str:
        """Return the name of a new place to branch to."""
        self._named += 1
        return f"{hint}.{self._named}"

    def name(self, reg: Reg) -> str:
        """Return the local of a register; one that may need it has 64 bits."""
        name = self.names.get(reg.name, reg.name)
        if name not in self.given:
            self.locals.setdefault(name, "i32" if fits(reg) else "i64")
        return name

    def long(self, reg: Reg) -> bool:
        """Return whether a register has 64 bits."""
        return self.locals.get(self.name(reg)) == "i64"

    def get(self, name: str) -> str:
        """Return a local's value."""
        return f"(local.get ${name})"

    def set(self, name: str, value: str) -> None:
        """Write what gives a local its value."""
        self.line(f"(local.set ${name} {value})")


def when_action(w: Writer, choice: int, action: int, number: str, then: str) -> None:
    """Write what is done for one action of the decision `choice`, given its number there."""
    here = f"(i32.eq (local.get $choice) (i32.const {choice}))"
    this = f"(i32.eq {number} (i32.const {action}))"
    w.line(f"(if (i32.and {here} {this}) (then {then}))")


def fits(e: E) -> bool:
    """Return whether an expression surely lies within 32 bits."""
    low, high = bounds(e)
    return low >= NONE and high <= INT_MAX
