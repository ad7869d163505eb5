"""Why a policy prefers one move to another: the features that tip the scales.

What speaks for a move is a sum over the units of a policy, each of which is cut at 0 or linear. At
one position the units that are cut count for nothing and the others are linear, so each input's
part in the sum is exact: itself times the weights of the units that count (gradient times input:
Shrikumar, Greenside and Kundaje, 2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.compile.wasm.rates import UNITS
from engine.learn.meanings import OPPOSITE, SURE, WHERE_ANY, Meaning
from engine.learn.policy import Policy
from engine.rules.catalogue import Catalogue

REASON = "What speaks for it: {reasons}."
COMPARED = "{what}: {value}, with {other} {second}"
OTHERWISE = "otherwise than {other}: {what}"
_MOST = 2
"""How many reasons are told."""
_PART = 0.12
"""What a reason does at least, of what all that speak for the move do together."""


@dataclass(frozen=True)
class Looked:
    """What a policy sees of a legal move: its head, and the inputs of that, the first of them 1."""

    head: int
    inputs: tuple[float, ...]


@dataclass(frozen=True)
class Tipped:
    """A feature that speaks for one move against another.

    `line`: as the rules' language has it; `value` and `second`: what it comes to for either, None
    where it isn't asked of a move of that kind; `weight`: by how much it speaks for the first.
    """

    line: str
    value: float | None
    second: float | None
    weight: float


def shares(policy: Policy, looked: Looked) -> dict[str, tuple[float, float]]:
    """Return for each line what it comes to for a move, and how much that speaks for it."""
    rated = policy.plan.rated
    size = rated.sizes[looked.head]
    first = UNITS * (sum(rated.sizes[: looked.head]) + looked.head)
    inner = _matrix(policy.weights, first, size)
    outer = _matrix(policy.weights, first + UNITS * size, 1)[0]
    inputs = np.array(looked.inputs, dtype=np.float64)
    counts = inputs @ inner > 0
    counts[UNITS - 1] = True
    parts = inputs * (inner @ (outer * counts))
    scales = _scales(policy, looked.head)
    texts = rated.texts(looked.head)
    return {
        text: (float(x) / scale, float(part))
        for text, x, scale, part in zip(texts, inputs, scales, parts, strict=True)
    }


def _matrix(weights: tuple[float, ...], first: int, rows: int) -> npt.NDArray[np.float64]:
    return np.array(weights[first : first + rows * UNITS]).reshape(rows, UNITS)


def _scales(policy: Policy, head: int) -> list[float]:
    """Return by what the inputs of a head were multiplied."""
    groups = policy.plan.rated.groups
    firsts = [sum(len(g.values) for g in groups[:i]) for i in range(len(groups))]
    found = [1.0]
    for g in policy.plan.rated.heads[head].groups:
        found += policy.scales[firsts[g] : firsts[g] + len(groups[g].values)]
    return [scale or 1.0 for scale in found]


def tipped(policy: Policy, move: Looked, other: Looked) -> list[Tipped]:
    """Return what speaks for a move against another, the strongest first; nothing where more speaks
    for the other.
    """
    here, there = shares(policy, move), shares(policy, other)
    if sum(part for _, part in here.values()) <= sum(part for _, part in there.values()):
        return []
    found = []
    for line in dict.fromkeys([*here, *there]):
        value, speaks = here.get(line, (None, 0.0))
        second, against = there.get(line, (None, 0.0))
        if speaks > against:
            found.append(Tipped(line, value, second, speaks - against))
    return sorted(found, key=lambda t: -t.weight)


def in_words(policy: Policy, found: Sequence[Tipped], other: str, catalogue: Catalogue) -> str:
    """Return a sentence with the reasons that weigh most; empty where none can be told."""
    known = policy.meanings
    least = _PART * sum(t.weight for t in found)
    told: list[str] = []
    for t in found:
        meaning = known.get(t.line)
        if meaning is not None and t.weight >= least and len(told) < _MOST:
            told += _said(t, meaning, other, catalogue)
    return catalogue.filled(REASON, reasons="; ".join(told)) if told else ""


def _said(t: Tipped, meaning: Meaning, other: str, catalogue: Catalogue) -> list[str]:
    """Return a reason in words; nothing where both moves are alike in it."""
    what = meaning.text(catalogue)
    if t.value is None:
        return []
    if meaning.words in SURE:
        if t.value:
            return [] if t.second else [what]
        if meaning.words in OPPOSITE:
            return [meaning.text(catalogue, OPPOSITE[meaning.words])] if t.second else []
        return [catalogue.filled(OTHERWISE, what=what, other=other)] if t.second else []
    value = _number(t.value)
    second = "" if t.second is None else _number(t.second)
    if value == second or (meaning.words in WHERE_ANY and "0" in (value, second)):
        return []
    if t.second is None:
        return [f"{what}: {value}"]
    return [catalogue.filled(COMPARED, what=what, value=value, other=other, second=second)]


def _number(value: float) -> str:
    whole = round(value)
    return f"−{-whole}" if whole < 0 else str(whole)
