"""What the module needs to know of a ruleset to play seats that look at what they know.

Here are the tables that observe.wat reads: which pieces are of a kind, which zones hold pieces, and
what of variables, references and picks each seat can't see. They follow `Knowledge.observe` and
`Knowledge.sample`; what these do is in engine/game/knowledge.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.compile import layout as at
from engine.compile.lower import Compiled
from engine.compile.sorting import loosely_sorted
from engine.compile.visibility import hidden_values, naming_pieces
from engine.compile.wasm.memory import STATE, UNLIKE, segment
from engine.compile.wasm.writer import Writer, when_action

WORD = 4
LEVEL = 56
"""Bytes of a seat's search parameters in the module: see seek.wat."""
SAMPLES = 3
"""How many positions the agent `greedy` tries its moves on, as in engine/agents/greedy.py."""
_HOLE = 5


def why_unsupported(compiled: Compiled) -> str | None:
    """Say why the module can't play seats that look at what they know; None if it can."""
    if compiled.debug.revealed:
        return "they show values to players, and it can't take account of what those tell"
    if loosely_sorted(compiled.rules):
        return "they sort hidden pieces by what these are, and no back shows it"
    return None


class Observed:
    """Places and tables for one compiled ruleset."""

    def __init__(self, writer: Writer) -> None:
        """Find places, and write the tables and what differs from ruleset to ruleset."""
        self.writer = writer
        self.compiled = compiled = writer.compiled
        self.layout = compiled.layout
        self.players = writer.players
        self.memory = memory = writer.memory
        self.policies = memory.take(WORD * (self.players + 3))
        self.levels = memory.take(LEVEL * self.players)
        pieces = len(compiled.setting.pieces)
        self.places = {
            "POOL_OF": memory.take(WORD * pieces),
            "HOLES": memory.take(WORD * _HOLE * pieces),
            "NAMES": memory.take(WORD * self._most_names()),
            "PICKS": memory.take(2 * WORD * self._most_picks()),
            "TRUTH": memory.take(WORD * compiled.program.size),
            "OWN_MOVES": memory.take(WORD * writer.width * (writer.room + 1)),
            "SEATS_AT": self._seats(),
            "KINDS_AT": self._kinds(),
            "BY_NAME_AT": self._by_name(),
            "ZONES_AT": self._table([[a] for a in self._zones()]),
            "CHANGING_AT": self._table([[base] for base, _, _ in self.layout.changing.values()]),
            "ASPECTS_AT": self._table([[base] for base in self.layout.aspects]),
            "SECRETS_AT": self._table(compiled.debug.root.secrets),
            "UNITS_AT": self._units(),
        }
        self.plan = memory.take(WORD * (compiled.program.size + self._most_planned()))
        self._lengths()
        writer.line(segment(self._deals, [1]))

    @property
    def _deals(self) -> int:
        """Where it is how many games in a row have the same deal: 1 until someone says so."""
        return self.policies + WORD * (self.players + 1)

    def numbers(self) -> dict[str, int]:
        """Return the values of the names in observe.wat and policies.wat."""
        layout, program, plan = self.layout, self.compiled.program, self.plan
        words = {
            "KNOWN": layout.known, "ZONE_OF": layout.zone_of, "SPACE": layout.space, "PC": at.PC,
            "ME": at.ME, "HIDING": at.HIDING, "FRAME": at.FRAME, "ARGUMENTS": at.ARGUMENTS,
            "END": program.size, "LAID_OUT": layout.laid_out,
        }  # fmt: skip
        frames = any(unit.pieces or unit.secrets for unit in self.compiled.debug.units)
        return self.places | {f"PLAN_{name}": plan + WORD * w for name, w in words.items()} | {
            "PLAN": plan, "STACK": program.stack, "STACK_BYTES": WORD * program.stack,
            "TOP": STATE + WORD * at.TOP, "HIDING": STATE + WORD * at.HIDING,
            "ARGUMENTS_SIZE": WORD * at.MAX_ARGUMENTS, "FIRST_BYTES": WORD * at.FIRST_FREE,
            "LAID_OUT": STATE + WORD * layout.laid_out,
            "LAID_OUT_SIZE": WORD * max(0, program.stack - layout.laid_out),
            "SNAPSHOT": self.compiled.snapshot,
            "BEFORE_BRANCHES": STATE + WORD * self.compiled.snapshot,
            "PIECES": len(self.compiled.setting.pieces), "FRAMES": int(frames and program.stack),
            "UNLIKE": UNLIKE, "POLICIES": self.policies, "LEVELS": self.levels, "LEVEL": LEVEL,
            "SAMPLES": SAMPLES, "TURNING": self.policies + WORD * self.players,
            "DEALS": self._deals,
            "SHIFT": self.policies + WORD * (self.players + 2),
        }  # fmt: skip

    # -------------------------------------------------------------- room

    def _most_names(self) -> int:
        """Return how many references to pieces there may be at once."""
        debug = self.compiled.debug
        frames = debug.most_frames * max((len(unit.pieces) for unit in debug.units), default=0)
        return len(self.named()) + frames

    def _most_picks(self) -> int:
        debug = self.compiled.debug
        frames = debug.most_frames * max((len(unit.secrets) for unit in debug.units), default=0)
        return self.players * (len(debug.root.secrets) + frames)

    def _most_planned(self) -> int:
        """Return how many integers a plan may have beyond the position."""
        pieces = len(self.compiled.setting.pieces)
        pools = len(self._runs()) * (2 + 3 * len(self.layout.changing)) + pieces
        values = 3 * max(
            (len(hidden_values(self.compiled, seat)) for seat in range(self.players)), default=0
        )
        return 8 + pools + _HOLE * pieces + values + pieces + self._most_names()

    # -------------------------------------------------------------- tables

    def _table(self, rows: Sequence[Sequence[int]]) -> int:
        """Write a table: how many rows there are, then the rows; return where it begins."""
        return self.words([len(rows), *(word for row in rows for word in row)])

    def words(self, words: list[int]) -> int:
        """Write integers; return where they begin."""
        start = self.memory.take(WORD * len(words))
        self.writer.line(segment(start, words))
        return start

    def _kinds(self) -> int:
        """Write for each kind its first piece, how many there are, and what is rolled of them."""
        rows = []
        pieces = self.compiled.setting.pieces
        for _, first, count in self._runs():
            rolled = self.layout.rolled[pieces[first].component]
            rows.append([first, count, self._table(rolled)])
        return self._table(rows)

    def _by_name(self) -> int:
        return self._table([[first, count] for _, first, count in sorted(self._runs())])

    def _runs(self) -> list[tuple[str, int, int]]:
        """Return the pools in order, with their first piece and how many there are."""
        found = []
        setting = self.compiled.setting
        for pool, group in groupby(setting.pieces, lambda p: setting.pools[p.number]):
            pieces = list(group)
            found.append((pool, pieces[0].number, len(pieces)))
        return found

    def _zones(self) -> list[int]:
        """Return where the zones begin in which pieces lie, in order."""
        return sorted(a for a, zone in self.layout.zones.items() if zone.tells_apart)

    def _units(self) -> int:
        """Write for each kind of frame where it names pieces and where picks wait in it."""
        words = []
        for unit in self.compiled.debug.units:
            words += [self._table([[offset] for offset in unit.pieces]), self._table(unit.secrets)]
        return self.words(words or [0])

    def _seats(self) -> int:
        """Write for each seat: hidden values, references, and where what is its own lies."""
        words = []
        for seat in range(self.players):
            hidden = hidden_values(self.compiled, seat)
            guessed = {address for address, _, _ in hidden}
            names = [[address] for address in self.named() if address not in guessed]
            words += [self._table(hidden), self._table(names)]
            words += self._own(seat) if self.compiled.snapshot else [0, 0]
        return self.words(words)

    # -------------------------------------------------------------- what seats can't see

    def named(self) -> list[int]:
        """Return where the root's frame and variables name pieces."""
        return [*self.compiled.debug.root.pieces, *naming_pieces(self.compiled)]

    def _own(self, seat: int) -> list[int]:
        """Write what a seat sees of its own while branches hide: stretches, zones with pieces."""
        layout = self.layout
        own = [zone for zone in layout.zones.values() if zone.owner == seat]
        stretches = [[at.ME, 1], [at.HIDING, 1]]
        stretches += [[zone.address, zone.family.stride] for zone in own]
        stretches += [[cell, 1] for cells in layout.cells.values() for cell in cells.of(seat)]
        zones = [[zone.address] for zone in own if zone.tells_apart]
        return [self._table(stretches), self._table(zones)]

    def _lengths(self) -> None:
        """Write how many integers of a listed move count."""
        w = self.writer
        with w.func("$length (param $choice i32) (param $action i32) (result i32)"):
            for choice in self.compiled.program.choices:
                for number, action in enumerate(choice.actions):
                    many = f"(return (i32.const {1 + len(action.parameters)}))"
                    when_action(w, choice.number, number, "(local.get $action)", many)
            w.line("(i32.const 1)")
