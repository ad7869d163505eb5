"""Which values to try next: Optuna proposes them, and keeps what was tried in its SQLite file.

A proposal depends on the seed, on the waves before it and on its place in its wave, on nothing
else. Only values of which the misses are known get into the file, each in one go. So a run that was
killed proposes the same values again.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import random
import sqlite3
import warnings
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.study.results import need
from engine.tuning.numbers import Values, VariedNumber

WAVE = 4
"""So many values are proposed at once; what they show is known only to the next wave."""
AT_RANDOM = 8
"""So many values are proposed at random before the sampler learns from them."""
ATTEMPTS = 8
"""So often the sampler is asked for a value that wasn't tried yet."""


def need_optuna() -> None:
    """Raise RulesError (E612) unless Optuna is installed."""
    need("optuna", "cairn tune", "tune")


class Proposals:
    """What was tried, in its order, and what to try next."""

    def __init__(
        self, path: Path, name: str, numbers: Sequence[VariedNumber], targets: int, seed: int
    ) -> None:
        """Open or begin the file of a tuning, of just this `name`.

        Raises RulesError: E601 when the file can't be used, E610 when it is another tuning's.
        """
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.numbers, self.targets, self.seed = tuple(numbers), targets, seed
        self.distributions: dict[str, Any] = {
            number.name: optuna.distributions.IntDistribution(number.low, number.high)
            for number in numbers
        }
        try:
            # A path in the address would be read as one: its '?' and '%' mean something there.
            opened = {"creator": partial(sqlite3.connect, path, check_same_thread=False)}
            storage = optuna.storages.RDBStorage("sqlite:///tune.db", engine_kwargs=opened)
            others = optuna.get_all_study_names(storage)
            if others and name not in others:
                raise _other(path)
            self.study = optuna.create_study(
                storage=storage, study_name=name, load_if_exists=True,
                directions=self._directions,
            )  # fmt: skip
            self.trials: list[Any] = self.study.get_trials(deepcopy=False)
        except RulesError:
            raise
        except Exception as problem:  # whatever SQLAlchemy and SQLite have against a file
            reason = str(problem).split("\n")[0]
            message = Message("{path} can't be used: {reason}", path, reason)
            raise RulesError(Diagnostic(Code.E601, message)) from None

    @property
    def _directions(self) -> list[Literal["minimize"]]:
        return ["minimize"] * self.targets

    @property
    def size(self) -> int:
        """Return how many values there are to try."""
        return math.prod(number.size for number in self.numbers)

    @property
    def tried(self) -> list[Values]:
        """Return the values that were tried, in their order."""
        return [self._values(trial.params) for trial in self.trials]

    def wave(self, most: int, first: Values | None) -> list[Values]:
        """Return the values that come next, none when so many were tried or all there are.

        `first`: the value that the very first wave begins with. After a wave that was cut short,
        what is missing of it.
        """
        start = len(self.trials) // WAVE * WAVE
        known = self.trials[:start]
        wave: list[Values] = []
        for place in range(WAVE):
            if start + place >= min(most, self.size):
                break
            taken = {self._values(trial.params) for trial in known} | set(wave)
            given = first if not start and not place else None
            wave.append(given or self._proposed(known, place, taken))
        return wave[len(self.trials) - start :]

    def add(self, values: Values, misses: Sequence[float] | None) -> None:
        """Keep by how much a value misses each target; None if that isn't known."""
        import optuna

        state = optuna.trial.TrialState
        params = {x.name: value for x, value in zip(self.numbers, values, strict=True)}
        trial = optuna.trial.create_trial(
            state=state.FAIL if misses is None else state.COMPLETE, params=params,
            distributions=self.distributions, values=None if misses is None else [*misses],
        )  # fmt: skip
        self.study.add_trial(trial)
        self.trials.append(trial)

    def importances(self) -> dict[str, float]:
        """Return which part of what can be won each number decides, where that is known."""
        import optuna

        done = [t for t in self.trials if t.state == optuna.trial.TrialState.COMPLETE]
        if len(self.numbers) < 2 or len(done) < AT_RANDOM:
            return {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found: dict[str, float] = optuna.importance.get_param_importances(
                self._study(done, 0),
                evaluator=optuna.importance.PedAnovaImportanceEvaluator(),
                target=lambda trial: sum(trial.values),
            )
        return found

    def _values(self, params: dict[str, int]) -> Values:
        return tuple(params[number.name] for number in self.numbers)

    def _proposed(self, known: Sequence[Any], place: int, taken: set[Values]) -> Values:
        """Return a value that isn't among those taken already."""
        for attempt in range(ATTEMPTS):
            study = self._study(known, self._seed(len(known), place, attempt))
            values = self._values(study.ask(self.distributions).params)
            if values not in taken:
                return values
        return self._left(random.Random(self._seed(len(known), place, ATTEMPTS)), taken)

    def _left(self, chance: random.Random, taken: set[Values]) -> Values:
        """Return one of the values that are left, at random."""
        ranges = [range(number.low, number.high + 1) for number in self.numbers]
        if self.size <= 2 * len(taken) + AT_RANDOM:
            return chance.choice([x for x in itertools.product(*ranges) if x not in taken])
        while (values := tuple(map(chance.choice, ranges))) in taken:
            pass
        return values

    def _study(self, known: Sequence[Any], seed: int) -> Any:
        """Return a study in memory that knows some trials."""
        import optuna

        sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=AT_RANDOM)
        study = optuna.create_study(sampler=sampler, directions=self._directions)
        study.add_trials(known)
        return study

    def _seed(self, *place: int) -> int:
        """Return the seed of a proposal by its place."""
        text = " ".join(map(str, (self.seed, *place)))
        return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def _other(path: Path) -> RulesError:
    message = Message("{path} can't be resumed: {why}", path, Message("it is another tuning's"))
    return RulesError(Diagnostic(Code.E610, message, hint="name another folder with --report"))
