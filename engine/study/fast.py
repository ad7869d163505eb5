"""Many games in a few calls: what the fast executor plays of a simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engine.agents.threads import in_threads
from engine.compile.program import STALL, as_counted
from engine.game.code_cache import installed
from engine.game.session import Game
from engine.game.wasm_executor import Module, Row, Unfinished
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.message import Message
from engine.study.wasm_policies import unplayable

EXECUTORS = ("interpreter", "wasm")


class GameResult(NamedTuple):
    """How a game ended: its decisions, what the seats are ranked by first, who won; None for one
    that was stopped at the limit of STALL decisions.
    """

    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


def unfinished(players: int) -> GameResult:
    """Return the result of a game that was stopped at the limit of STALL decisions."""
    return GameResult(STALL, (0,) * players, None)


def executor_for(wanted: str | None, game: Game, seats: Sequence[str], *, recorded: bool) -> str:
    """Return what plays a game with these seats: what is wanted, or the quickest that can.

    Raises RulesError (E603) where what is wanted can't.
    """
    if wanted == "interpreter":
        return wanted
    if wanted not in (None, *EXECUTORS):
        guess = nearest(wanted, EXECUTORS)
        message = Message("there is no executor '{name}'; it can be interpreter or wasm", wanted)
        if guess:
            message = Message(
                "there is no executor '{name}'; did you mean '{guess}'? it can be interpreter or "
                "wasm", wanted, guess
            )  # fmt: skip
        raise RulesError(Diagnostic(Code.E603, message))
    if recorded:
        reason: str | None = "games that are recorded are played by the interpreter"
    elif not installed():
        reason = "wasmtime isn't installed (pip install wasmtime)"
    else:
        reason = unplayable(game, seats)
    if reason is not None and wanted is not None:
        raise RulesError(
            Diagnostic(Code.E603, Message("{reason}; leave out --executor", Message(reason)))
        )
    return "wasm" if reason is None else "interpreter"


def fast_results(
    module: Module, seed: int, first: int, count: int, slowly: Callable[[int], GameResult]
) -> Iterator[GameResult]:
    """Yield the results of games by their numbers; the module knows how its seats choose.

    What the module gives up, the interpreter plays again: it says what is wrong, if anything is.
    """
    last = first + count
    while first < last:
        asked = partial(_batch, module, seed, first, last - first)
        ((rows, problem),) = in_threads([asked], module.stop)
        for row in rows:
            scores = tuple(as_counted(module.compiled.rankings, rank) for rank in row.ranks)
            yield GameResult(row.decisions, scores, row.winners)
        first += len(rows)
        if problem is not None:
            yield unfinished(module.players) if problem.stalled else slowly(first)
            first += 1


def _batch(
    module: Module, seed: int, first: int, count: int
) -> tuple[list[Row], Unfinished | None]:
    """Play games; return their rows, and why the next one didn't come to an end."""
    play = module.seated_games if module.emitted.policies else module.random_games
    try:
        return play(seed, first, count), None
    except Unfinished as problem:
        return problem.rows, problem
