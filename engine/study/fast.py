"""Many games in a few calls: what the fast executor plays of a simulation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Thread
from typing import NamedTuple, TypeVar

from engine.compile.program import as_counted
from engine.game.code_cache import installed
from engine.game.session import Game
from engine.game.wasm_executor import Module, Row, Unfinished
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.study.wasm_policies import only, seating, unplayable

EXECUTORS = ("interpreter", "wasm")
WISHED = 0.1
"""How many seconds a call shall take at most, so that progress is seen."""
T = TypeVar("T")


class GameResult(NamedTuple):
    """How a game ended: its decisions, what the seats are ranked by first, who won."""

    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def quickest(seats: Sequence[str], *, recorded: bool) -> str:
    """Return the quickest executor that can play these seats of most rulesets."""
    plain = recorded or not installed() or seating(seats) is None
    return "interpreter" if plain else "wasm"


def choose_executor(wanted: str | None, seats: Sequence[str], *, recorded: bool) -> str:
    """Return the executor that shall be used. Raises RulesError (E603) for one that can't."""
    serves = quickest(seats, recorded=recorded)
    if wanted is None or wanted == serves or wanted == "interpreter":
        return wanted or serves
    if wanted not in EXECUTORS:
        guess = nearest(wanted, EXECUTORS)
        hint = f"did you mean '{guess}'? " if guess else ""
        message = f"there is no executor '{wanted}'; {hint}it can be interpreter or wasm"
    elif recorded:
        message = "games that are recorded are played by the interpreter; leave out --executor"
    elif not installed():
        message = "wasmtime isn't installed (pip install wasmtime); leave out --executor"
    else:
        message = f"{only()}; leave out --executor for others"
    raise RulesError(Diagnostic(Code.E603, message))


def fitting_executor(wanted: str | None, chosen: str, game: Game, seats: Sequence[str]) -> str:
    """Return the executor that was chosen, or the interpreter where it can't play this ruleset.

    Raises RulesError (E603) if it was asked for by name.
    """
    reason = unplayable(game, seats) if chosen == "wasm" else None
    if reason is not None and wanted == chosen:
        raise RulesError(Diagnostic(Code.E603, f"{reason}; leave out --executor"))
    return chosen if reason is None else "interpreter"


def fast_results(
    module: Module, seed: int, first: int, count: int, slowly: Callable[[int], GameResult]
) -> Iterator[GameResult]:
    """Yield the results of games by their numbers; the module knows how its seats choose.

    What the module gives up, the interpreter plays again: it says what is wrong, if anything is.
    """
    last, size = first + count, 1
    while first < last:
        asked = min(size, last - first)
        started = time.perf_counter()
        rows, stopped = interruptible(module, partial(_batch, module, seed, first, asked))
        size = _next_size(size, time.perf_counter() - started)
        for row in rows:
            scores = tuple(as_counted(module.compiled.rankings, rank) for rank in row.ranks)
            yield GameResult(row.decisions, scores, row.winners)
        first += len(rows)
        if stopped:
            yield slowly(first)
            first += 1


def _batch(module: Module, seed: int, first: int, count: int) -> tuple[list[Row], bool]:
    """Play games; return their rows, and whether one then didn't come to an end."""
    play = module.seated_games if module.emitted.policies else module.random_games
    try:
        return play(seed, first, count), False
    except Unfinished as problem:
        return problem.rows, True


def _next_size(size: int, seconds: float) -> int:
    """Return how many games to ask for next."""
    if seconds > WISHED:
        return max(1, size // 2)
    return min(size * 2, 1 << 16) if seconds < WISHED / 3 else size


def interruptible(module: Module, call: Callable[[], T]) -> T:
    """Do something with a module so that Ctrl-C is heard meanwhile; then it stops at once."""
    found: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            found.append(call())
        except BaseException as problem:
            raised.append(problem)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.5)
    except BaseException:
        while thread.is_alive():
            module.stop()
            thread.join(0.05)
        raise
    if raised:
        raise raised[0]
    return found[0]
