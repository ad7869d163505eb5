"""The record of a decision: what happens in it, in order, each with the position at that moment.

A game that is played keeps no record. `Replays` makes a decision once more with the traced program,
and everything that is shown about it reads that one record. A record knows nothing of readers; the
seats, parts of the rules, announcements and pieces in it are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engine.compile import layout as at
from engine.game.interpreter import Listener, Move, State
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.rules import model as m

KEPT = 8
"""So many records are kept: several readers ask about one decision, one after the other."""
MOST_KEPT = 4000
"""After so many happenings a record keeps only the first of each kind with each number."""
MOST_CELLS = 4_000_000
"""The same holds once the different positions of a record have so many integers together."""


@dataclass(frozen=True)
class Chose:
    """A seat, from 0, chose a move; `now` is the position before it."""

    now: State
    seat: int
    move: Move


@dataclass(frozen=True)
class Began:
    """A part of the rules takes effect: an action, a phase, a reaction, an ending and so on."""

    now: State
    part: int


@dataclass(frozen=True)
class Ended:
    """An action, a procedure, a reaction or a turn is over."""

    now: State
    part: int


@dataclass(frozen=True)
class Acts:
    """A statement is about to change the table."""

    now: State
    part: int


@dataclass(frozen=True)
class NobodyAsked:
    """A choice is passed over, because nothing is legal in it."""

    now: State
    part: int


@dataclass(frozen=True)
class TurnBegan:
    """A turn begins."""

    now: State
    part: int


@dataclass(frozen=True)
class Rolled:
    """A piece has just been rolled."""

    now: State
    piece: int


@dataclass(frozen=True)
class Announced:
    """The rules announce something; `values`: the seat, and what the words name."""

    now: State
    said: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Paid:
    """A score is paid to each seat; `score` is its number among the scores of the rules."""

    now: State
    score: int


Happening: TypeAlias = (
    Chose | Began | Ended | Acts | NobodyAsked | TurnBegan | Rolled | Announced | Paid
)

_MARKS: dict[str, Callable[[State, int], Happening]] = {
    "begins": Began,
    "ends": Ended,
    "does": Acts,
    "lacks": NobodyAsked,
    "passes": NobodyAsked,
    "turn": TurnBegan,
}
"""What each mark of a traced program becomes."""


@dataclass(frozen=True)
class Record:
    """What happened in a decision, in order. Nobody may change the positions in it."""

    happenings: tuple[Happening, ...]
    reached: State
    problem: RulesError | ValueError | IndexError | None = None
    """What stopped the decision."""

    @property
    def after(self) -> State:
        """The position after the decision. Raises what stopped it."""
        return self.finished().reached

    def finished(self) -> Record:
        """Return the record itself. Raises what stopped the decision."""
        if self.problem is not None:
            raise self.problem.with_traceback(None)
        return self


class _Recorder:
    """Writes down what happens in a run."""

    def __init__(self, before: State, *first: Happening) -> None:
        self.happenings: list[Happening] = [*first]
        self._met: set[tuple[str, int]] = set()
        self._last = before
        self._cells = 0

    def mark(self, now: State, event: str, part: int) -> None:
        if self._keeps(now, event, part):
            self.happenings.append(_MARKS[event](self._last, part))

    def say(self, now: State, said: int, values: tuple[int, ...]) -> None:
        if self._keeps(now, "said", said):
            self.happenings.append(Announced(self._last, said, values))

    def rolled(self, now: State, piece: int) -> None:
        if self._keeps(now, "rolled", piece):
            self.happenings.append(Rolled(self._last, piece))

    def paid(self, now: State, score: int) -> None:
        if self._keeps(now, "paid", score):
            self.happenings.append(Paid(self._last, score))

    def _keeps(self, now: State, event: str, number: int) -> bool:
        """Tell whether a happening is kept; if so, keep the position unless it is the last one."""
        full = len(self.happenings) >= MOST_KEPT or self._cells >= MOST_CELLS
        if full and (event, number) in self._met:
            return False
        self._met.add((event, number))
        if now != self._last:
            self._last = list(now)
            self._cells += len(now)
        return True


class Replays:
    """Makes decisions of one game again on the traced program, on copies of positions."""

    def __init__(self, game: Game) -> None:
        """Prepare; the traced program is lowered when the first decision is made again."""
        self.game = game
        self._kept = lru_cache(KEPT)(self.replay)
        self.opening = lru_cache(1)(self._opening)
        """Returns what happens before the first decision of a game with a seed and a starter."""

    def record(self, state: Sequence[int], move: Move, faces: Sequence[str] = ()) -> Record:
        """Return what happens when a move is made; the latest records are kept.

        `faces`: what the dice that are rolled first show.
        """
        return self._kept(tuple(state), move, tuple(faces))

    def replay(self, state: Sequence[int], move: Move, faces: Sequence[str] = ()) -> Record:
        """Make a move again as the game did, and return the record of it, which isn't kept."""
        before, after, interpreter = list(state), list(state), self.game.tracer.interpreter
        chose = Chose(before, before[at.ME], move)
        return _recorded(
            after,
            lambda heard: interpreter.apply(after, move, heard),
            _Recorder(before, chose),
            faces,
        )

    def _opening(self, seed: int, starter: int) -> Record:
        tracer = self.game.tracer
        state, start = tracer.interpreter.fresh(seed, starter), tracer.compiled.program.start
        return _recorded(
            state, lambda heard: tracer.interpreter.run(state, start, heard), _Recorder([])
        )

    def begun(self, record: Record) -> Iterator[tuple[m.Model, State]]:
        """Yield the parts of the rules that took effect, in order, each with the position then."""
        began = (x for x in record.happenings if isinstance(x, Began))
        return ((self.game.tracer.parts[x.part], x.now) for x in began)


def _recorded(
    state: State,
    run: Callable[[Listener], None],
    recorder: _Recorder,
    faces: Sequence[str] = (),
) -> Record:
    """Return the record of a run of a traced program that changes a position in place."""
    problem = None
    listener = Listener(
        recorder.paid, recorder.mark, recorder.say, recorder.rolled, faces=list(faces)
    )
    try:
        run(listener)
    except (RulesError, ValueError, IndexError) as found:
        problem = found
    return Record(tuple(recorder.happenings), state, problem)
