"""The policy that plays a game: its own, its game's, or none."""

from __future__ import annotations

import logging
import struct
import threading
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from weakref import WeakKeyDictionary

from engine.compile.wasm.logits import RatedPlaces
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.training.feature_sets import FeatureSet
from engine.training.files import Unusable, candidates, fingerprint, fitted, parsed, read_kept
from engine.training.meanings import Meaning
from engine.training.templates import Templates

_log = logging.getLogger("cairn")


@dataclass(frozen=True)
class Policy:
    """What has been learned of a game, ready to be put into modules."""

    plan: FeatureSet
    weights: tuple[float, ...]
    scales: tuple[float, ...]
    source: str = ""
    """The file that it comes from."""

    @cached_property
    def meanings(self) -> dict[str, Meaning]:
        """What the lines that it looks at mean, where it can be put into words."""
        return Templates(self.plan.loaded.checked()).meanings

    def tell(self, module: Module) -> None:
        """Put it into a module that looks at the same."""
        places = module.emitted.rates
        assert places is not None
        module.write(places.scales, words(self.scales))
        module.write(places.weights, words(self.weights))


def set_temperature(module: Module, sharpness: float) -> None:
    """Let a module's policy be surer (above 1) or less sure of itself than it has learned."""
    places = module.emitted.rates
    assert isinstance(places, RatedPlaces)
    module.write(places.sharpness, words((sharpness,)))


def words(values: Sequence[float]) -> array[int]:
    """Return numbers as f32, each in an integer's place."""
    return array("i", struct.pack(f"<{len(values)}f", *values))


def floats(module: Module, address: int, count: int) -> list[float]:
    """Return numbers in a module as f32."""
    return list(array("f", module.words(address, count).tobytes()))


_KNOWN: WeakKeyDictionary[Game, Policy | None] = WeakKeyDictionary()
_LOOKED: WeakKeyDictionary[Game, float] = WeakKeyDictionary()
"""When it was last looked for games of which there was no file: one may be learned meanwhile."""
_AGAIN = 1.0
"""Seconds after which it is looked again."""
_FINDING = threading.Lock()


def policy_for(game: Game) -> Policy | None:
    """Return the policy that there is for a game; None, after a sentence if a file is unusable.

    Where there was no file it is looked for again now and then.
    """
    with _FINDING:
        now = time.monotonic()
        if game not in _KNOWN or now - _LOOKED.get(game, now) > _AGAIN:
            _LOOKED.pop(game, None)
            _KNOWN[game] = find(game)
            if not candidates(game.loaded, game.players):
                _LOOKED[game] = now
        return _KNOWN[game]


def use(game: Game, policy: Policy | None) -> None:
    """Let a game be played with a policy, or with none, from now on."""
    with _FINDING:
        _LOOKED.pop(game, None)
        _KNOWN[game] = policy


def find(game: Game) -> Policy | None:
    """Look for a policy in the files beside the ruleset and beside what it builds on."""
    for path, own in candidates(game.loaded, game.players):
        try:
            kept = read_kept(path)
            if own and kept.rules != fingerprint(game.loaded):
                raise Unusable(
                    f"{path.name} was learned from other rules than these have become; "
                    "'cairn train' learns anew"
                )
            plan, weights, scales = fitted(kept, game.loaded, game.players, game.given)
            return Policy(plan, tuple(weights), tuple(scales), str(path))
        except Unusable as why:
            _tell(game, str(why))
            return None
    return None


def policy_from(text: str, game: Game) -> Policy:
    """Return the policy for a game that the text of a policy's file holds. Raises Unusable."""
    kept = parsed(text, "the trained policy")
    plan, weights, scales = fitted(kept, game.loaded, game.players, game.given)
    return Policy(plan, tuple(weights), tuple(scales))


def give_up(game: Game, policy: Policy) -> None:
    """Play on without a policy that can't be computed in some position, after a sentence."""
    name = Path(policy.source).name or "it"
    _tell(game, f"{name} asks for something that can't be reckoned in this position")
    use(game, None)


def _tell(game: Game, why: str) -> None:
    _log.warning("%s is played without what was learned: %s", game.rules.header.title, why)
