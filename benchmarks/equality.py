"""Both executors on the same games: states, moves and results must be equal, integer for integer.

For every ruleset, variant, stack of variants and example, and for every number of players and
setting of the options that is worth trying, random games are played by the interpreter and by the
module side by side. The states are compared after every decision, and so are the legal moves, the
scores and who wins. Then the same games are played in bulk, and their results are compared; with
`--greedy N` also N games of each setting in which greedy seats sit among random ones.

Run it with `python -m benchmarks.equality --games 1000`; a small run of it is among the tests.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.agents.random_agent import RandomAgent
from engine.compile import layout as at
from engine.compile.lower import Compiled, lower
from engine.compile.program import STALL
from engine.compile.wasm.memory import STATE, TRAPPED
from engine.game.interpreter import Interpreter, Move, State
from engine.game.rng import Chance
from engine.game.session import Game
from engine.game.wasm_executor import Module, Stopped, Unfinished
from engine.language.diagnostics import RulesError
from engine.rules.files import library
from engine.rules.load import Loaded, load
from engine.rules.options import in_words, settings
from engine.study.fast import GameResult, fast_results
from engine.study.one_game import agent_seed, game_seed
from engine.study.plan import Matchup
from engine.study.result_runner import ResultRunner
from engine.study.wasm_policies import unplayable

EXAMPLES = Path(__file__).parents[1] / "examples"
STACKS = (
    "lost-cities-board-2018+auf-und-ab",
    "lost-cities-board-2018+short-game",
    "auf-und-ab+short-game",
    "lost-cities-board-2018+auf-und-ab+short-game",
)


Hear = Callable[[State, Move], None]


def unheard(state: State, move: Move) -> None:
    """Hear of a position and do nothing."""


class Unequal(Exception):
    """The executors disagree."""


def everything() -> list[str]:
    """Return all rulesets, variants, stacks and examples."""
    names = [path.stem for path in library()]
    return [*names, *STACKS, *(str(path) for path in sorted(EXAMPLES.glob("*.cairn")))]


class Pair:
    """One ruleset with players and options, in both executors."""

    def __init__(self, compiled: Compiled, interpreter: Interpreter | None = None) -> None:
        """Make both ready. `interpreter`: the one of these rules, if there is one already."""
        self.compiled = compiled
        self.interpreter = interpreter or Interpreter(compiled)
        self.module = Module(compiled)
        self.players = compiled.setting.players
        self.decisions = 0

    def game(self, seed: int, number: int, hear: Hear = unheard) -> None:
        """Play a game in both, step by step. Raises Unequal.

        `hear` gets each position after the first, and the move that led to it.
        """
        dealt = game_seed(seed, number)
        agents = [Chance(agent_seed(seed, number, s)) for s in range(1, self.players + 1)]
        try:
            state = self.interpreter.start(dealt)
        except RulesError as problem:
            self._stops(problem, lambda: self.module.start(dealt))
            return
        self.module.start(dealt)
        self._same(state, "after the start")
        for step in range(STALL):
            if self.interpreter.over(state):
                self._results(state)
                return
            if not self._step(state, agents, step, hear):
                return

    def _step(self, state: State, agents: list[Chance], step: int, hear: Hear) -> bool:
        """Make a decision in both; return whether the game continues."""
        try:
            moves = self.interpreter.legal(state)
        except RulesError as problem:
            self._stops(problem, self.module.legal)
            return False
        found = self.module.legal()
        if moves != found:
            raise Unequal(f"moves before decision {step + 1}: {moves} and {found}")
        move = moves[agents[state[at.ME]].below(len(moves))]
        try:
            self.interpreter.apply(state, move)
        except RulesError as problem:
            self._stops(problem, lambda: self.module.apply(move))
            return False
        self.module.apply(move)
        self.decisions += 1
        self._same(state, f"after decision {step + 1}, {move}")
        if step % 16 == 0:
            self._points(state)
        hear(state, move)
        return True

    def _stops(self, problem: RulesError, action: Callable[[], object]) -> None:
        """Check that the module stops where the interpreter reports an error."""
        try:
            action()
        except Stopped as stop:
            if stop.code == TRAPPED:
                raise Unequal("the module trapped where the rules fail") from None
            return
        raise Unequal(f"only the interpreter stops: {problem}")

    def _same(self, state: State, when: str) -> None:
        words = self.module.words(STATE, len(state))
        if words == array("i", state):
            return
        first = next(i for i, (a, b) in enumerate(zip(state, words, strict=True)) if a != b)
        raise Unequal(f"word {first} {when}: {state[first]} and {words[first]}")

    def _points(self, state: State) -> None:
        """Compare the scores as they would be paid now."""
        for score, seat in itertools.product(
            range(len(self.compiled.program.scores)), range(self.players)
        ):
            try:
                points = self.interpreter.points(state, score, seat)
            except RulesError as problem:
                self._stops(problem, partial(self.module.points, score, seat))
                continue
            found = self.module.points(score, seat)
            if points != found:
                raise Unequal(f"score {score} of seat {seat}: {points} and {found}")

    def _results(self, state: State) -> None:
        ranks, winners = self.interpreter.ranks(state), self.interpreter.winners(state)
        found = self.module.ranks(), self.module.winners()
        if found != (ranks, winners):
            raise Unequal(f"results: {(ranks, winners)} and {found}")

    def bulk(self, seed: int, first: int, count: int) -> None:
        """Play games in bulk in both. Raises Unequal."""
        try:
            rows = self.module.random_games(seed, first, count)
        except Unfinished as problem:
            try:
                over = self.interpreter.over(self._whole(seed, problem.number))
            except RulesError:
                return
            if over:
                raise Unequal(f"only the module stops, with {problem.code}") from None
            return
        for number, row in enumerate(rows, first):
            state = self._whole(seed, number)
            result = (
                state[at.DECISIONS],
                tuple(self.interpreter.winners(state)),
                tuple(self.interpreter.ranks(state)),
            )
            if result != (row.decisions, row.winners, row.ranks):
                raise Unequal(f"game {number} in bulk: {result} and {row}")

    def _whole(self, seed: int, number: int) -> State:
        """Play a game with the interpreter as `cairn sim` does."""
        agents = [RandomAgent(agent_seed(seed, number, s + 1)) for s in range(self.players)]
        state = self.interpreter.start(game_seed(seed, number))
        for _ in range(STALL):
            if self.interpreter.over(state):
                break
            moves = self.interpreter.legal(state)
            self.interpreter.apply(state, moves[agents[state[at.ME]].below(len(moves))])
        return state


def pairs(name: str) -> Iterator[tuple[str, Pair]]:
    """Yield a ruleset in every setting that is tried, with the setting in words."""
    rules = load(name).checked()
    for players, options in settings(rules):
        yield in_words(rules, players, options), Pair(lower(rules, players, options))


def seated(
    loaded: Loaded, seats: Sequence[str], games: int, seed: int, options: Mapping[str, int]
) -> int:
    """Play games of these agents in bulk and by the interpreter; return how many games the module
    has left to the interpreter. Raises Unequal.
    """
    table = Matchup(
        loaded, dict(options), tuple(seats), turning=False, measured=False, executor="wasm"
    )
    fast = ResultRunner(table, seed)
    slow = copy(fast)
    slow.table = replace(table, executor="interpreter")
    left = []

    def slowly(number: int) -> GameResult:
        left.append(number)
        return next(slow.results(number, 1))

    assert fast.module is not None
    found = fast_results(fast.module, seed, 1, games, slowly)
    for number, (one, other) in enumerate(zip(slow.results(1, games), found, strict=True), 1):
        if one != other:
            raise Unequal(f"game {number} of {', '.join(seats)}: {one} and {other}")
    return len(left)


def mixes(players: int) -> Iterator[tuple[str, ...]]:
    """Yield who sits where when greedy seats are tried."""
    yield ("greedy",) * players
    if players > 1:
        yield tuple(("greedy", "random")[seat % 2] for seat in range(players))


def compare(
    name: str, games: int, seed: int = 1, most: int = 0, greedy: int = 0
) -> tuple[int, int]:
    """Play games of a ruleset, spread over its settings; return how many decisions and settings.

    `most`: how many settings are tried at most, evenly chosen, 0 for all of them; `greedy`: how
    many games with greedy seats each is tried with. Raises Unequal.
    """
    loaded = load(name)
    rules = loaded.checked()
    every = list(settings(rules))
    if most:
        every = every[:: max(1, -(-len(every) // most))]
    decisions = 0
    each = max(1, -(-games // len(every)))
    for players, options in every:
        pair = Pair(lower(rules, players, options))
        try:
            for number in range(1, each + 1):
                pair.game(seed, number)
            pair.bulk(seed, 1, each)
            for seats in mixes(players) if greedy else ():
                if unplayable(Game(loaded, players, options), seats) is None:
                    seated(loaded, seats, greedy, seed, options)
        except Unequal as problem:
            raise Unequal(f"{name}, {in_words(rules, players, options)}: {problem}") from None
        decisions += pair.decisions
    return decisions, len(every)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("rulesets", nargs="*", help="default: everything there is")
    parser.add_argument("--games", type=int, default=1000, help="of each ruleset")
    parser.add_argument("--settings", type=int, default=0, help="tried at most, 0 for all")
    parser.add_argument("--greedy", type=int, default=0, help="games of greedy seats a setting")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed = False
    for name in arguments.rulesets or everything():
        started = time.perf_counter()
        try:
            decisions, count = compare(
                name, arguments.games, arguments.seed, arguments.settings, arguments.greedy
            )
            found = f"{decisions:,} decisions in {count} settings are equal"
        except Unequal as problem:
            failed, found = True, f"UNEQUAL: {problem}"
        print(f"{Path(name).stem:<45} {found}, {time.perf_counter() - started:.1f} s", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
