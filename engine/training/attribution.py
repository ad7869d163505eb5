"""Why a policy prefers one move to another: the features that tip the scales.

What speaks for a move is a sum over the units of a policy, each of which is cut at 0 or linear. At
one position the units that are cut count for nothing and the others are linear, so each input's
part in the sum is exact: itself times the weights of the units that count (gradient times input:
Shrikumar, Greenside and Kundaje, 2017).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.compile.policy_features import UNITS, CompiledPolicy
from engine.game.wasm_executor import Module
from engine.rules.catalogue import Catalogue
from engine.training.meanings import NUMBER, OPPOSITE, SURE, WHERE_ANY, WORTHS, Meaning
from engine.training.policy import Policy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Numbers: TypeAlias = "npt.NDArray[np.float64]"

REASON = "What speaks for it: {reasons}."
COMPARED = "{what}: {value} ({second} with the next best move)"
_MOST = 2
"""How many reasons are told."""
_PART = 0.12
"""What a reason does at least, of what all that speak for the move do together."""


@dataclass(frozen=True)
class MoveFeatures:
    """What a policy sees of a legal move: its head, and the inputs of that, the first of them 1."""

    head: int
    inputs: Numbers


def look(module: Module, rated: CompiledPolicy, moves: Iterable[int]) -> list[MoveFeatures]:
    """Return what a policy sees of some of the moves that a module has listed, by their numbers.
    Raises Stopped where the rules stop with an error.
    """
    import numpy as np  # a tenth of a second, which a window that opens has no use for

    places = module.emitted.rates
    assert places is not None
    found = []
    for number in moves:
        head = module.call("inputs", number)
        raw = module.words(places.inputs, rated.sizes[head]).tobytes()
        found.append(MoveFeatures(head, np.frombuffer(raw, dtype="<f4").astype(np.float64)))
    return found


class FeatureAttribution:
    """What each input of a policy's moves adds to what speaks for them."""

    def __init__(self, policy: Policy) -> None:
        """Lay out the policy's weights by head."""
        import numpy as np

        rated = policy.plan.rated
        weights = np.array(policy.weights, dtype=np.float64)
        self.texts = [rated.texts(head) for head in range(len(rated.heads))]
        self.factors = [_factors(policy, head) for head in range(len(rated.heads))]
        self._inner: list[Numbers] = []
        self._outer: list[Numbers] = []
        first = 0
        for size in rated.sizes:
            behind = first + UNITS * size
            self._inner.append(weights[first:behind].reshape(size, UNITS))
            self._outer.append(weights[behind : behind + UNITS])
            first = behind + UNITS

    def parts(self, head: int, inputs: Numbers) -> Numbers:
        """Return what each input adds, of a move or of a row for each move.

        All of a move's together are what speaks for it.
        """
        inner = self._inner[head]
        counts = inputs @ inner > 0
        counts[..., UNITS - 1] = True
        found: Numbers = inputs * ((self._outer[head] * counts) @ inner.T)
        return found

    def values(self, head: int, inputs: Numbers) -> Numbers:
        """Return what each line comes to, as the rules count it."""
        found: Numbers = inputs / self.factors[head]
        return found

    def lines(self, looked: MoveFeatures) -> dict[str, tuple[float, float]]:
        """Return for each line what it comes to for a move, and how much that speaks for it."""
        head, inputs = looked.head, looked.inputs
        values, parts = self.values(head, inputs).tolist(), self.parts(head, inputs).tolist()
        return dict(zip(self.texts[head], zip(values, parts, strict=True), strict=True))


def _factors(policy: Policy, head: int) -> Numbers:
    """Return by what the inputs of a head were multiplied."""
    import numpy as np

    groups = policy.plan.rated.groups
    firsts = [sum(len(g.values) for g in groups[:i]) for i in range(len(groups))]
    found = [1.0]
    for g in policy.plan.rated.heads[head].groups:
        found += policy.scales[firsts[g] : firsts[g] + len(groups[g].values)]
    return np.array([factor or 1.0 for factor in found])


@dataclass(frozen=True)
class Contribution:
    """A feature that speaks for one move against another.

    `line`: as the rules' language has it; `value` and `second`: what it comes to for either, None
    where it isn't asked of a move of that kind; `weight`: by how much it speaks for the first.
    """

    line: str
    value: float | None
    second: float | None
    weight: float


def tipped(
    scales: FeatureAttribution, move: MoveFeatures, other: MoveFeatures
) -> list[Contribution]:
    """Return what speaks for a move against another, the strongest first; nothing where more speaks
    for the other.
    """
    here, there = scales.lines(move), scales.lines(other)
    if sum(part for _, part in here.values()) <= sum(part for _, part in there.values()):
        return []
    found = []
    for line in dict.fromkeys([*here, *there]):
        value, speaks = here.get(line, (None, 0.0))
        second, against = there.get(line, (None, 0.0))
        if speaks > against:
            found.append(Contribution(line, value, second, speaks - against))
    return sorted(found, key=lambda t: -t.weight)


def in_words(policy: Policy, found: Sequence[Contribution], catalogue: Catalogue) -> str:
    """Return a sentence with the reasons that weigh most; empty where none can be told.

    Of those that come to the same numbers in the same place only the first is told.
    """
    known = policy.meanings
    least = _PART * sum(t.weight for t in found)
    told: list[str] = []
    alike: set[tuple[str, str, str | None]] = set()
    for t in found:
        meaning = known.get(t.line)
        if meaning is not None and t.weight >= least and len(told) < _MOST:
            second = None if t.second is None else _number(t.second)
            numbers = (meaning.parts.get("zone", ""), _number(t.value or 0.0), second)
            told += _said(t, meaning, catalogue) if numbers not in alike else []
            alike.add(numbers)
    return catalogue.filled(REASON, reasons=catalogue.semicolon.join(told)) if told else ""


def _said(t: Contribution, meaning: Meaning, catalogue: Catalogue) -> list[str]:
    """Return a reason in words; nothing where both moves are alike in it, or that says little."""
    what = meaning.text(catalogue)
    if t.value is None:
        return []
    if meaning.words in SURE:
        if t.value:
            return [] if t.second else [what]
        if meaning.words in OPPOSITE:
            return [meaning.text(catalogue, OPPOSITE[meaning.words])] if t.second else []
        return []
    value = _number(t.value)
    second = "" if t.second is None else _number(t.second)
    least = t.value if t.second is None else min(t.value, t.second)
    if value == second or (meaning.words in (*WHERE_ANY, NUMBER) and least <= 0):
        return []
    if meaning.words in WORTHS and t.second is not None and t.value < t.second:
        return []
    if t.second is None:
        return [] if meaning.words == NUMBER else [f"{what}: {value}"]
    return [catalogue.filled(COMPARED, what=what, value=value, second=second)]


def _number(value: float) -> str:
    whole = round(value)
    return f"−{-whole}" if whole < 0 else str(whole)
