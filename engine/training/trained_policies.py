"""Policies that were trained for a time, kept in this user's cache under the hash of the rules.

What a game's players have learned is the same for all who study it: the same rules, options, number
of players, time and seed find the policy that is there. Raise FORMAT when `TrainedPolicy` changes,
or how it is trained.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.rules.load import Loaded
from engine.storage.cache import keep_summed, read_summed
from engine.storage.folders import cache_folder
from engine.training import files
from engine.training.files import fingerprint, text_of
from engine.training.training import Trainer, select_features

FORMAT = 2
_EACH = 5
"""Steps between two looks at the clock."""
SHARES = (1 / 32, 1 / 8, 1 / 2)
"""After these shares of the time the policy is kept as well."""


@dataclass(frozen=True)
class TrainedPolicy:
    """A policy after some seconds and steps of training, as the text of its file.

    `earlier`: after how many seconds it was which other one, where training is quick enough after
    each of SHARES; empty where training was stopped.
    """

    text: str
    seconds: float
    steps: int
    earlier: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True)
class TrainingBudget:
    """For what is trained, and for how long. `seed` is that of the training."""

    loaded: Loaded
    players: int
    options: Mapping[str, int]
    seconds: float
    seed: int

    @property
    def path(self) -> Path:
        """Return where the policy is kept. Raises OSError without a home."""
        what = [
            FORMAT, files.FORMAT, fingerprint(self.loaded), self.players,
            sorted(self.options.items()), self.seconds, self.seed,
        ]  # fmt: skip
        name = hashlib.sha256(json.dumps(what).encode()).hexdigest()[:32]
        return cache_folder("policies") / f"{name}.policy"

    def kept(self) -> TrainedPolicy | None:
        """Return the policy that was trained before; None if there is none that is whole."""
        try:
            found = read_summed(self.path)
            if found is None:
                return None
            kept = json.loads(found)
            earlier = tuple((float(seconds), str(text)) for seconds, text in kept.pop("earlier"))
            return TrainedPolicy(**kept, earlier=earlier)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def train(self, heard: Callable[[float], None]) -> TrainedPolicy | None:
        """Train for the time, or until Ctrl-C; return the policy, None where nothing was learned.

        `heard` hears how many seconds have passed. A policy that had its time is kept. Raises
        ImportError without wasmtime, RulesError where these rules can't be compiled for it.
        """
        plan = select_features(self.loaded, self.players, self.options)
        if not plan.rated.groups:
            return None
        trainer = Trainer(plan, self.seed)
        began, spent, earlier = time.monotonic(), 0.0, dict[float, tuple[float, str]]()
        weights, steps, whole = trainer.weights, 0, False

        def text() -> str:
            how = f"seed {self.seed}, {steps} steps in {spent:.0f} s"
            return text_of(plan, weights, trainer.usual.scales, how)

        with suppress(KeyboardInterrupt):
            while spent < self.seconds:
                trainer.steps(_EACH, spent / self.seconds)
                weights, steps = trainer.weights, trainer.done
                spent = time.monotonic() - began
                share = max((x for x in SHARES if x * self.seconds <= spent), default=None)
                if share is not None and share not in earlier and spent < self.seconds:
                    earlier[share] = spent, text()
                heard(min(spent, self.seconds))
            whole = True
        if not steps:
            return None
        found = TrainedPolicy(text(), spent, steps, tuple(earlier.values()) if whole else ())
        if whole:
            with suppress(OSError):
                keep_summed(self.path, json.dumps(asdict(found)).encode())
        return found
