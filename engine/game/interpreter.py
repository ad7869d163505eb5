"""The interpreter: runs a program, decision by decision, on states that are plain lists of
integers.

The program is written out as Python once per ruleset (`engine.compile.emit_python`), because a tree
walked node by node is too slow to play thousands of games; what it does is still one function a
block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.compile import layout as at
from engine.compile.emit_python import PythonEmitter
from engine.compile.lower import Compiled
from engine.compile.program import STALL, Call
from engine.game import rng
from engine.game.evaluate import ExpressionEvaluator, SiteErrors
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.language.source import Span

State: TypeAlias = list[int]
Move: TypeAlias = tuple[int, ...]
"""An action's number within its decision, then its arguments; PASS is no action."""
PASS: Move = (-1,)
STEP_LIMIT = 100_000
"""How many blocks may run between two decisions before the game is stopped as endless."""
Hearer: TypeAlias = Callable[[State, str, int], None]
"""Takes the state, what happens, and the number of the part it is about."""


def _unheard(state: State, event: str, number: int) -> None:
    """Hear of something and do nothing."""


def _unpaid(state: State, number: int) -> None:
    """Hear of a score and do nothing."""


Heard: TypeAlias = Callable[[State, int, tuple[int, ...]], None]
"""Takes the state, the number of an announcement, and the values of what its words name."""


def unsaid(state: State, number: int, values: tuple[int, ...]) -> None:
    """Hear of an announcement and do nothing."""


def unrolled(state: State, piece: int) -> None:
    """Hear of a roll and do nothing."""


@dataclass(frozen=True)
class Listener:
    """Who hears of a run, and what its dice show.

    `tell` hears of scores as they are paid; `mark` of what begins and ends, `say` of what is
    announced and `rolled` of each piece that has just been rolled, if the program is traced. They
    are called while the state is being changed and must leave it alone.
    """

    tell: Callable[[State, int], None] = _unpaid
    mark: Hearer = _unheard
    say: Heard = unsaid
    rolled: Callable[[State, int], None] = unrolled
    faces: list[str] = field(default_factory=list)
    """What the dice that are rolled next show, in words, taken away as they are rolled; only
    examples say so.
    """


SILENT = Listener()
"""Nobody hears of the run, and its dice show what chance gives."""


def circles(where: Span) -> RulesError:
    """Return that a game isn't over after so many decisions; `where`: the game's header."""
    message = Message(
        "after {stall} decisions the game is still not over; the rules may let "
        "it go round in circles",
        f"{STALL:,}",
    )
    return RulesError(Diagnostic(Code.E506, message, where))


def endless(where: Span) -> RulesError:
    """Return that nobody is asked any more; `where`: the block from which it continues."""
    return RulesError(
        Diagnostic(Code.E502, "the game goes on from here without ever asking anybody", where)
    )


def places(word: int) -> list[int]:
    """Return the places of the bits that are 1 in an integer, lowest first."""
    found = []
    while word:
        lowest = word & -word
        found.append(lowest.bit_length() - 1)
        word ^= lowest
    return found


class Interpreter:
    """Plays one compiled ruleset. Holds no game and nobody who listens: methods are given both."""

    def __init__(self, compiled: Compiled) -> None:
        """Write the program out and load it."""
        self.compiled = compiled
        self.program = compiled.program
        errors = SiteErrors(self.program.sites)
        self._space: dict[str, Any] = {
            "__builtins__": {"range": range, "set": set, "len": len},
            "PASS": PASS,
            "fail": errors.fail,
            "check": errors.check,
            "draw": rng.draw,
            "roll": self._roll,
            "shuffle": rng.shuffle,
            "places": places,
            "hide": self._hide,
            "SILENT": SILENT,
        }
        emitter = PythonEmitter(self.program, compiled.layout)
        emitter.write()
        emitter.load(self._space)
        self.blocks: list[Callable[[State, Listener], int]] = self._space["BLOCKS"]
        self.lists: list[Callable[[State], list[Move]]] = self._space["LEGAL"]
        self.measures = ExpressionEvaluator(compiled, self._space)

    # -------------------------------------------------------------- playing

    def start(self, seed: int, starter: int = 0, listener: Listener = SILENT) -> State:
        """Return a new game at its first decision."""
        state = self.fresh(seed, starter)
        self.run(state, self.program.start, listener)
        return state

    def fresh(self, seed: int, starter: int = 0) -> State:
        """Return the state of a game before anything is done, its set-up included."""
        state = [0] * self.program.size
        rng.seed(state, seed)
        state[at.STARTER] = starter % self.compiled.setting.players
        return state

    def deal(self, seed: int) -> State:
        """Return a new game that has been set up and waits before its first turn."""
        state = self.fresh(seed)
        self.run_to(state, self.program.start, frozenset({self.program.turn}))
        return state

    def run(self, state: State, block: int, listener: Listener = SILENT) -> None:
        """Run from a block to the next decision or the end."""
        blocks = self.blocks
        for _ in range(STEP_LIMIT):
            last = block
            block = blocks[block](state, listener)
            if block < 0:
                return
        raise self._endless(last)

    def run_to(
        self, state: State, block: int, stops: frozenset[int], listener: Listener = SILENT
    ) -> int:
        """Run to the next decision or the end, or stop before one of some blocks.

        Returns the block it stopped before, or -1. The program's landmarks can be stopped at.
        """
        for _ in range(STEP_LIMIT):
            last = block
            block = self.blocks[block](state, listener)
            if block < 0 or block in stops:
                return block
        raise self._endless(last)

    def _endless(self, block: int) -> RulesError:
        return endless(self.program.blocks[block].span or self.compiled.rules.header.span)

    def over(self, state: State) -> bool:
        """Return whether the game is over."""
        return state[at.PC] == at.OVER

    def seat(self, state: State) -> int:
        """Return the seat that has to decide, from 0."""
        return state[at.ME]

    def legal(self, state: State) -> list[Move]:
        """Return the legal moves, in the order of the text; none when the game is over.

        Raises RulesError (E501) where a decision must be made and nothing is legal.
        """
        number = state[at.PC]
        if number == at.OVER:
            return []
        moves = self.lists[number](state)
        if not moves:
            span = self.program.choices[number].span
            raise RulesError(
                Diagnostic(
                    Code.E501,
                    "nothing is legal here, and the rules don't say what happens then",
                    span,
                    hint="add 'else', or use 'may choose'",
                )
            )  # fmt: skip
        return moves

    def apply(self, state: State, move: Move, listener: Listener = SILENT) -> None:
        """Make a move that is legal, and run to the next decision. Changes the state in place."""
        self.run(state, self.begin(state, move), listener)

    def begin(self, state: State, move: Move) -> int:
        """Put a move's arguments in place; return the block that carries it out."""
        choice = self.program.choices[state[at.PC]]
        state[at.DECISIONS] += 1
        if move[0] < 0:
            assert choice.passing is not None
            return choice.passing
        for i in range(1, len(move)):
            state[at.ARGUMENTS + i - 1] = move[i]
        return choice.actions[move[0]].block

    # -------------------------------------------------------------- looking

    def weight(self, state: State, move: Move) -> int:
        """Return how good a legal move is by the rules' advice; 1 where there is none on it."""
        number = state[at.PC]
        call = self.program.weights.get((number, move[0]))
        if call is None:
            return 1
        parameters = self.program.choices[number].actions[move[0]].parameters
        known = {p.reg.name: value for p, value in zip(parameters, move[1:], strict=True)}
        return self.call(call, state, **known)

    def call(self, call: Call | str, state: State, **registers: int) -> int:
        """Return the value of a function of the program, given the registers that it takes."""
        if isinstance(call, str):
            result: int = self._space[call](state, **registers)
            return result
        given = [registers[getattr(a, "name", "")] for a in call.arguments]
        value: int = self._space[call.name](state, *given)
        return value

    def points(self, state: State, score: int, seat: int) -> int:
        """Return what a score gives a seat now."""
        value: int = self._space[self.program.scores[score]](state, seat)
        return value

    def notes(self, state: State, score: int, seat: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """Return the lines of a score for a seat: the line's number, value and label's values."""
        out: list[tuple[int, int, tuple[int, ...]]] = []
        self._space[self.program.scores[score]](state, seat, out=out)
        return out

    def ranks(self, state: State) -> list[tuple[int, ...]]:
        """Return what the seats are ranked by, higher being better, the first ranking first."""
        numbers = range(len(self.compiled.rankings))
        seats = range(self.compiled.setting.players)
        return [tuple(self.rank(state, number, seat) for number in numbers) for seat in seats]

    def rank(self, state: State, number: int, seat: int) -> int:
        """Return what a seat has of one ranking, from 0, higher being better."""
        ranked = self.compiled.rankings[number]
        given = [seat if getattr(a, "name", "") == "me" else 0 for a in ranked.call.arguments]
        value: int = self._space[ranked.call.name](state, *given)
        return ranked.sign * value

    def winners(self, state: State) -> list[int]:
        """Return the seats that win, given a state in which the game is over."""
        seats = range(self.compiled.setting.players)
        if state[at.WON]:
            return [seat for seat in seats if state[at.WON] >> seat & 1]
        if not self.compiled.rankings:
            return []
        ranks = self.ranks(state)
        return [seat for seat in seats if ranks[seat] == max(ranks)]

    # -------------------------------------------------------------- what the program calls

    def _roll(self, state: State, below: int, number: int, low: int, faces: list[str]) -> int:
        """Return what a die shows, counted from its lowest face; the first of `faces` if any."""
        if not faces:
            return rng.draw(state, below)
        attribute = list(self.compiled.layout.changing)[number]
        wanted = faces.pop(0)
        if wanted.isdigit():
            return min(max(int(wanted) - low, 0), below - 1)
        for component in self.compiled.rules.components.values():
            for a in component.attributes:
                if a.name == attribute and a.domain.type.kind == "enum":
                    members = self.compiled.rules.enums[a.domain.type.name].members
                    names = [
                        members[i].name for i in self.compiled.setting.present[a.domain.type.name]
                    ]
                    if wanted in names:
                        return names.index(wanted)
        return rng.draw(state, below)

    def _hide(self, state: State, piece: int, source: int, target: int) -> None:
        """Let seats that see neither end of a move lose sight of what lay loose at its source.

        They can't tell which piece went, so they no longer know where any of them is.
        """
        known, zones = self.compiled.layout.known, self.compiled.layout.zones
        if source not in zones or not zones[source].model.traits.loose:
            return
        keep = zones[source].sees | zones[target].sees
        for p in [piece, *state[source + 1 : source + 1 + state[source]]]:
            state[known + p] &= keep
