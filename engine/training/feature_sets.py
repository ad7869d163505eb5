"""What a policy looks at in one ruleset, computed or taken from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.compile.lower import Compiled, lower
from engine.compile.policy_features import CompiledPolicy, FeatureLines, rate
from engine.rules.additions import AdviceReader
from engine.rules.load import Loaded
from engine.training.templates import ActionFeatures, Templates

_NAME = "what a policy looks at"


def read(loaded: Loaded, features: Sequence[ActionFeatures]) -> dict[str, FeatureLines]:
    """Return the lines that this ruleset's checker accepts, by action.

    Lines that it doesn't accept are left out: a variant may have no such zone.
    """
    reader = AdviceReader(loaded, _NAME)
    found = {a.action: reader.read(a.action, a.parameters, a.lines) for a in features}
    return {name: FeatureLines(*kept) for name, kept in found.items() if kept is not None}


@dataclass
class FeatureSet:
    """What a policy looks at: lines by action, and those of a position; and all of it lowered."""

    loaded: Loaded
    players: int
    options: Mapping[str, int]
    features: dict[str, FeatureLines]
    standing: FeatureLines | None = None
    compiled: Compiled = field(init=False)
    rated: CompiledPolicy = field(init=False)

    def __post_init__(self) -> None:
        """Lower everything. Raises RulesError as lowering does."""
        plain = lower(self.loaded.checked(), self.players, self.options)
        look = self.standing.advice if self.standing else None
        self.compiled, self.rated = rate(plain, self.features, look)

    @classmethod
    def of(
        cls,
        loaded: Loaded,
        players: int,
        options: Mapping[str, int],
        lines: Sequence[ActionFeatures],
    ) -> FeatureSet:
        """Return what some lines ask, so far as these rules understand them."""
        return cls(loaded, players, options, read(loaded, lines), None)

    def names(self, action: str) -> tuple[str, ...]:
        """Return the names by which the lines on an action speak of what it takes."""
        found = self.features.get(action)
        return tuple(p.name for p in found.advice.parameters) if found else ()


def everything(loaded: Loaded, players: int, options: Mapping[str, int]) -> FeatureSet:
    """Return all that may be asked."""
    templates = Templates(loaded.checked())
    look = None
    if templates.asked:
        first = templates.asked[0].action
        look = read(loaded, [ActionFeatures(first, (), templates.state_features())]).get(first)
    return FeatureSet(loaded, players, options, read(loaded, templates.asked), look)
