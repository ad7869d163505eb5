"""Trees that are grown side by side for one decision, and what they find together.

Each tree has a module with a memory of its own, so they run on several cores: a call into a module
lets go of Python's lock. What they find doesn't depend on how many cores there are, unless the time
runs out first.
"""

from __future__ import annotations

import atexit
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NoReturn, TypeVar
from weakref import WeakKeyDictionary

from engine.agents.inference import FEWEST, MOST, chosen
from engine.agents.search_config import Level, MoveStats, SampleSource
from engine.agents.threads import cores, in_threads
from engine.compile.wasm.memory import ENDLESS, INTERRUPTED, NOTHING_LEGAL, TRAPPED
from engine.game.interpreter import State
from engine.game.knowledge import InformationSet
from engine.game.rng import Chance
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.training.attribution import FeatureAttribution, in_words, look, tipped
from engine.training.policy import Policy, give_up, policy_for, use

if TYPE_CHECKING:
    from engine.agents.wasm_tree import Tree

_HOPELESS = 32
"""Iterations after which a tree is given up if each of them met an error."""
_PATIENCE = 0.02
"""Seconds between two looks at the clock, about, for a tree."""
_MOST_STATE = 32 << 20
"""How many bytes of samples the trees go through at most."""
_FEWEST = 8
"""Samples at least."""
T = TypeVar("T")


class SearchUnavailable(Exception):
    """No search is possible here; the text says why."""


class SearchInterrupted(SearchUnavailable):
    """The clock or a fault of the machine code stopped it, which isn't what was learned."""


@dataclass
class _Job:
    """What a tree still has to do."""

    tree: Tree
    left: int
    fine: int = 0
    tried: int = 0

    @property
    def hopeless(self) -> bool:
        """Return whether nothing that was tried worked."""
        return self.tried >= _HOPELESS and self.fine == 0

    def go_on(self, count: int) -> None:
        """Do some iterations."""
        before = self.left
        self.fine += self.tree.run(min(count, before))
        self.left = self.tree.left
        self.tried += before - self.left


class ParallelSearch:
    """The trees of one game. One decision at a time uses them; others wait."""

    def __init__(self, game: Game) -> None:
        """Prepare for a game."""
        self.compiled = game.compiled
        self.policy: Policy | None = None
        self.trees: list[Tree] = []
        self.told = False
        """Whether it has been said that no search is possible."""
        self._lock = threading.Lock()

    def search(
        self, game: Game, known: InformationSet, moves: int, chance: Chance, level: Level
    ) -> list[MoveStats]:
        """Return what is found of each legal move.

        Raises Unable where no search is possible, RulesError for rules that stop every game.
        """
        with self._lock:
            try:
                return self._searched(game, known, moves, chance, level)
            except SearchInterrupted:
                raise
            except (RulesError, SearchUnavailable):
                policy = self.policy
                if policy is None:
                    raise
                use(game, None)
                try:
                    found = self._searched(game, known, moves, chance, level)
                except (RulesError, SearchUnavailable):
                    use(game, policy)  # the fault isn't its
                    raise
                give_up(game, policy)
                return found

    def _searched(
        self, game: Game, known: InformationSet, moves: int, chance: Chance, level: Level
    ) -> list[MoveStats]:
        """Return what is found of each legal move, with the trained policy by now."""
        budget = level.budget(moves)
        count = min(level.trees, max(1, budget // _FEWEST))
        self._plant(game, count)
        source = self.source(game, known, chance, level)
        jobs = [_Job(tree, (budget + n) // count) for n, tree in enumerate(self.trees[:count])]
        self._grow(jobs, source, moves, chance, level)
        if all(job.fine == 0 for job in jobs):
            self._refuse(jobs[0].tree.failed)
        return [_sum(rows) for rows in zip(*(job.tree.found(moves) for job in jobs), strict=True)]

    def _grow(
        self, jobs: Sequence[_Job], source: SampleSource, moves: int, chance: Chance, level: Level
    ) -> None:
        """Let the trees grow. What one has found that has trapped is lost; the next decision begins
        it anew, in a fresh memory.
        """
        from engine.game.wasm_executor import Stopped

        try:
            for job in jobs:
                job.tree.begin(source, moves, chance.below(1 << 31), job.left, level.params)
            _run(jobs, level.seconds)
        except Stopped as problem:
            self._refuse(problem.code)

    def rated(
        self, game: Game, known: InformationSet, chance: Chance, sharpness: float
    ) -> int | None:
        """Return the number of the legal move that the policy takes; None where there is none."""

        def taken(tree: Tree, policy: Policy, state: State) -> int:
            return tree.rated(state, chance.below(1 << 24), sharpness)

        return self.ask(game, known, taken)

    def ask(
        self, game: Game, known: InformationSet, question: Callable[[Tree, Policy, State], T]
    ) -> T | None:
        """Ask the policy something of a position; None where there is none, or where that stops, so
        that it is given up.
        """
        from engine.game.wasm_executor import Stopped

        with self._lock:
            self._plant(game, 1)
            policy = self.policy
            if policy is None:
                return None
            try:
                return question(self.trees[0], policy, game.knowledge.sample(known, 0))
            except Stopped:
                give_up(game, policy)
                return None

    def reason(self, game: Game, known: InformationSet, move: int, other: int) -> str:
        """Return why the policy prefers a legal move to another, by their numbers, in a sentence.

        It is empty where it doesn't, where it can't be said, or where there is no policy.
        """

        def said(tree: Tree, policy: Policy, state: State) -> str:
            tree.rates(state)
            one, second = look(tree.module, policy.plan.rated, (move, other))
            return in_words(
                policy, tipped(FeatureAttribution(policy), one, second), game.wording.catalogue
            )

        return self.ask(game, known, said) or ""

    def _plant(self, game: Game, count: int) -> None:
        """Have so many trees at least, with the trained policy by now."""
        policy = policy_for(game)
        if policy is not self.policy:
            self.policy = policy
            self.trees.clear()
        try:
            from wasmtime import WasmtimeError

            from engine.agents.wasm_tree import Tree
        except ImportError:
            raise SearchUnavailable("wasmtime isn't installed (pip install wasmtime)") from None
        try:
            while len(self.trees) < count:
                like = self.trees[0] if self.trees else None
                self.trees.append(Tree(self.compiled, like, policy))
        except WasmtimeError as problem:
            reason = (str(problem).splitlines() or [type(problem).__name__])[0][:100]
            raise SearchUnavailable(
                Message("its machine code can't be made ({reason})", reason)
            ) from None

    def source(
        self, game: Game, known: InformationSet, chance: Chance, level: Level
    ) -> SampleSource:
        """Return what the trees take their positions from. Raises Unable."""
        from engine.game.sampling_table import plan

        self._plant(game, 1)
        given = plan(game.knowledge, known)
        if given is not None:
            return SampleSource(given, likely=self._likely(game, known, given, chance, level))
        fit = _MOST_STATE // (4 * self.compiled.program.size)
        count = max(1, min(level.samples, max(_FEWEST, level.iterations // 4), fit))
        words: list[int] = []
        for _ in range(count):
            words += game.knowledge.sample(known, chance.below(1 << 31))
        return SampleSource(words, count)

    def _likely(
        self,
        game: Game,
        known: InformationSet,
        given: Sequence[int],
        chance: Chance,
        level: Level,
    ) -> list[int]:
        """Return the numbers of samples as they are likely by what others did; none where nothing
        can be inferred from that.
        """
        from engine.game.sampling_table import past
        from engine.game.wasm_executor import Stopped

        told = past(game.knowledge, known) if self.policy is not None and known.past else None
        if told is None:
            return []
        first = chance.below(1 << 30)
        count = max(FEWEST, min(MOST, level.iterations // 4))
        try:
            found = self.trees[0].recall(given, told, first, count)
        except Stopped:
            return []
        return [first + number for number in chosen(found, chance.below(1 << 24))]

    def _refuse(self, code: int) -> NoReturn:
        """Say why every iteration has stopped with an error. Raises Unable or RulesError."""
        program, header = self.compiled.program, self.compiled.rules.header
        note = "met while an agent was looking ahead"
        if 0 <= code < len(program.sites):
            site = program.sites[code]
            raise RulesError(Diagnostic(site.code, site.message, site.span, notes=(note,)))
        if code == NOTHING_LEGAL:
            message = "somewhere ahead nothing is legal, and the rules don't say what happens then"
            raise RulesError(Diagnostic(Code.E501, message, header.span, notes=(note,)))
        if code == TRAPPED:
            raise SearchInterrupted("its machine code has met a fault of its own")
        if code == INTERRUPTED:
            raise SearchInterrupted("no simulated game makes progress in the time available")
        if code == ENDLESS:
            message = "somewhere ahead the game goes on without ever asking anybody"
            raise RulesError(Diagnostic(Code.E502, message, header.span, notes=(note,)))
        raise SearchUnavailable("there are too many moves to choose from")


# ------------------------------------------------------------------ several cores


def _run(jobs: Sequence[_Job], seconds: float) -> None:
    """Let every tree do what it has to do, on as many cores as there are, until the time is over or
    Ctrl-C is heard, however long an iteration takes.
    """
    over = threading.Event()
    until = time.monotonic() + seconds if seconds else math.inf

    def stop() -> None:
        over.set()
        for job in jobs:
            job.tree.module.stop()

    def work(jobs: Sequence[_Job]) -> None:
        """Go on with each tree in turn until all are done or the time is over."""
        count = 1
        while left := [job for job in jobs if job.left and not job.hopeless]:
            began = time.monotonic()
            for job in left:
                job.go_on(count)
                if over.is_set() or time.monotonic() >= until:
                    return
            if time.monotonic() - began < _PATIENCE:
                count *= 2
            elif count > 1:
                count //= 2

    many = min(len(jobs), cores())
    in_threads([partial(work, jobs[i::many]) for i in range(many)], stop, until)


def _sum(rows: Sequence[MoveStats]) -> MoveStats:
    """Return what several trees have found of a move, as one."""
    visits = sum(row.visits for row in rows)
    parts = max(1, visits)
    lead = sum(row.lead * row.visits for row in rows) / parts
    wins = sum(row.wins * row.visits for row in rows) / parts
    return MoveStats(visits, lead, wins, sum(row.value for row in rows))


# ------------------------------------------------------------------ the forest of a game

_FORESTS: WeakKeyDictionary[Game, ParallelSearch] = WeakKeyDictionary()
_PLANTING = threading.Lock()


def forest(game: Game) -> ParallelSearch:
    """Return the trees of a game; made once, as compiling takes a moment."""
    with _PLANTING:
        return _FORESTS.setdefault(game, ParallelSearch(game))


@atexit.register
def _fell() -> None:
    """Give the modules back while there is still who takes them."""
    for found in list(_FORESTS.values()):
        found.trees.clear()
