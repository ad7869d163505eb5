"""Players of a text that is being edited: trained for a moment, and playing its games."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property

from engine.game.code_cache import installed
from engine.game.options import read_options
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded
from engine.study.game_results import GameResults
from engine.study.matchup_runner import InstrumentedRunner
from engine.study.plan import Batch, GameRange, Matchup
from engine.study.study_players import PLAIN, TRAINED
from engine.training.files import PolicyFile, parsed, text_of
from engine.training.policy import Policy, use
from engine.training.training import Trainer, select_features
from engine.training.warm_start import warm_trainer

WARM = 0.5
"""So much of a training counts as done where players have learned before: they change less."""
STEPS = 2
"""Steps of training between two looks at the clock."""
Stopped = Callable[[], bool]


class Interrupted(Exception):
    """Something more urgent has come."""


class TextPlayers:
    """Players of one text, with what they know to begin with. Everything is compiled once.

    `known`: a policy of these rules or of others; None if nothing has been learned.
    """

    def __init__(self, loaded: Loaded, players: int, known: PolicyFile | None = None) -> None:
        """Take a checked text and a number of players that it allows."""
        self.loaded, self.players, self.known = loaded, players, known
        self.options = read_options(loaded.checked(), {})

    @cached_property
    def trainer(self) -> Trainer | None:
        """Return what trains them; None where nothing can be learned."""
        if not installed():
            return None
        try:
            plan = select_features(self.loaded, self.players, self.options)
            return warm_trainer(plan, 1, self.known) if plan.rated.groups else None
        except RulesError:
            return None

    @cached_property
    def start(self) -> list[float]:
        """Return the weights that every training begins with."""
        return self.trainer.weights if self.trainer is not None else []

    def ready(self) -> None:
        """Compile what trains them, so that nobody has to wait for it later."""
        assert self.start is not None

    @property
    def begun(self) -> float:
        """Return how much of a whole training counts as done."""
        return WARM if self.known is not None else 0.0

    def affordable(self, seconds: float) -> int:
        """Return how many steps of training can be taken in some seconds."""
        assert self.trainer is not None
        self._rewind(1)
        began = time.monotonic()
        self.trainer.steps(STEPS, self.begun)
        each = (time.monotonic() - began) / STEPS
        return max(STEPS, int(seconds / max(each, 1e-6)))

    def trained(self, seed: int, steps: int, until: float, stopped: Stopped) -> Policy:
        """Return their policy after some steps, fewer if it gets too late. Raises Interrupted."""
        trainer = self.trainer
        assert trainer is not None
        self._rewind(seed)
        while trainer.done < steps and time.monotonic() < until:
            if stopped():
                raise Interrupted
            trainer.steps(STEPS, self.begun + (1 - self.begun) * trainer.done / steps)
        return Policy(trainer.plan, tuple(trainer.weights), trainer.usual.scales)

    def _rewind(self, seed: int) -> None:
        assert self.trainer is not None
        self.trainer.begin_with(self.start, self.trainer.usual.scales, seed)

    # -------------------------------------------------------------- games

    @cached_property
    def _learned(self) -> InstrumentedRunner:
        return self._runner(TRAINED)

    @cached_property
    def _plain(self) -> InstrumentedRunner:
        return self._runner(PLAIN)

    def _runner(self, agent: str) -> InstrumentedRunner:
        table = Matchup(self.loaded, self.options, (agent,) * self.players, close=0)
        return InstrumentedRunner(table, seed=1)

    def play(self, policy: Policy | None, games: GameRange) -> Batch:
        """Play games by a policy, or by greedy players. Raises RulesError for what can't be."""
        runner = self._plain
        if policy is not None:
            runner = self._learned
            use(runner.game, policy)
            if runner.bulk is not None:
                policy.tell(runner.bulk.module)
        began = time.monotonic()
        rows = runner.play(games.first, games.count)
        return Batch(games, rows, time.monotonic() - began)

    def results(self, policy: Policy | None, batches: list[Batch]) -> GameResults:
        """Return games that were played by a policy, or by greedy players, put together."""
        runner = self._plain if policy is None else self._learned
        count = sum(batch.games.count for batch in batches)
        return GameResults(runner.table, runner.columns, batches, count)

    def learn(self, policy: Policy) -> None:
        """Know from now on what a policy of these rules knows, without compiling anything again."""
        text = text_of(policy.plan, policy.weights, policy.scales, "after an edit")
        self.known, self.start = parsed(text, "the trained policy"), list(policy.weights)
