"""Tracing: the program with marks, whom it passes over, and what an action on its own moves.

A traced program has marks where parts of the rules begin and end, and is otherwise the same: the
same positions, the same numbers. It is made when it is first asked for, and never plays the game
itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction
from engine.compile.lower import Compiled, lower
from engine.game.interpreter import Interpreter, Listener, Move, State
from engine.language.diagnostics import RulesError
from engine.rules import model as m

BLOCK = -1
"""Stands for a block, where the number of an action could stand."""


def _of(part: m.Model) -> int | None:
    """Return the number of an action that ends; of a block BLOCK."""
    if isinstance(part, m.Block):
        return BLOCK
    return part.number if isinstance(part, m.Action) else None


class _Done(Exception):
    """The action has been carried out; what follows doesn't count."""


@dataclass(frozen=True)
class Step:
    """A stretch of an action that is its own work, not a reaction's: the state before and after."""

    before: State
    after: State


class Tracer:
    """Runs one compiled ruleset with marks, on copies of positions."""

    def __init__(self, compiled: Compiled) -> None:
        """Lower the same rules again, traced."""
        setting = compiled.setting
        self.compiled = lower(compiled.rules, setting.players, setting.options, trace=True)
        assert self.compiled.program.size == compiled.program.size
        self.interpreter = Interpreter(self.compiled)
        self.parts = self.compiled.debug.marked

    def passed_over(
        self, state: State, block: int, stops: frozenset[int], faces: Sequence[str]
    ) -> list[State]:
        """Run on from a block of the program; return the positions in which someone was passed
        over, because nothing that they might have chosen was legal, each as if they were asked.

        `faces`: what the dice that are rolled first show.
        """
        found: list[State] = []

        def hear(now: State, event: str, number: int) -> None:
            part = self.parts[number]
            if event == "passes" and isinstance(part, m.Choose):
                found.append(list(now))
                found[-1][at.PC] = part.number

        self.interpreter.run_to(list(state), block, stops, Listener(mark=hear, faces=list(faces)))
        return found

    def try_out(self, state: State, move: Move, found: OfferedAction | None) -> list[Step]:
        """Carry out an action alone, even one that would wait for other seats' choices.

        Stops where the action ends, a decision is asked, or the turn ends. Reactions are left out.
        Endings aren't tested, since that may take long: what follows one is shown, too.
        """
        if found is None:
            return []
        steps: list[Step] = []
        now = list(state)
        now[at.QUIET] += 1
        since: list[State] = [list(now)]
        depth = 0

        def hear(_: State, event: str, number: int) -> None:
            nonlocal depth
            part = self.parts[number]
            if isinstance(part, m.Trigger):
                depth += 1 if event == "begins" else -1
                if event == "begins" and depth == 1:
                    steps.append(Step(since.pop(), list(now)))
                elif event == "ends" and depth == 0:
                    since.append(list(now))
            elif event == "ends" and _of(part) in (found.action.number, BLOCK):
                raise _Done

        now[at.ARGUMENTS : at.ARGUMENTS + len(move) - 1] = move[1:]
        # An action that isn't legal may take for granted what it requires.
        with suppress(_Done, RulesError, ValueError, IndexError):
            body = self.compiled.debug.bodies[found.choice, found.place]
            self.interpreter.run(now, body, Listener(mark=hear))
        if since:
            steps.append(Step(since.pop(), now))
        return steps
