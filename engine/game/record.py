"""The record of a decision: what happens in it, in order, each with the position at that moment.

Everything that is shown about a decision reads its record. A record knows nothing of viewers; the
parts of the rules, announcements and pieces in it are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.game.interpreter import Listener, State
from engine.language.diagnostics import RulesError

MOST_KEPT = 4000
"""After so many happenings a record keeps only the first of each kind with each number."""
MOST_CELLS = 4_000_000
"""The same holds once the different positions of a record have so many integers together."""


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


Happening: TypeAlias = Began | Ended | Acts | NobodyAsked | TurnBegan | Rolled | Announced

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

    def __init__(self) -> None:
        self.happenings: list[Happening] = []
        self._met: set[tuple[str, int]] = set()
        self._last: State = []
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


def recorded(state: State, run: Callable[[Listener], None], faces: Sequence[str] = ()) -> Record:
    """Return the record of a run of a traced program that changes a position in place.

    `faces`: what the dice that are rolled first show.
    """
    recorder, problem = _Recorder(), None
    listener = Listener(
        mark=recorder.mark, say=recorder.say, rolled=recorder.rolled, faces=list(faces)
    )
    try:
        run(listener)
    except (RulesError, ValueError, IndexError) as found:
        problem = found
    return Record(tuple(recorder.happenings), state, problem)
