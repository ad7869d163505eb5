"""Lowering what a policy looks at: of each move its features, of each position some numbers.

Features are written as advice is: a value of the language, perhaps under a condition, over the
names of what an action takes. One whose condition doesn't hold is 0. They come in groups, by what
of the move they depend on: nothing, a word of one of its pieces, one piece, or more; what a group
comes to is computed once a decision for each of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.compile.debug_info import OfferedAction, Scope
from engine.compile.evaluate import extended, resumed
from engine.compile.lower import Compiled
from engine.compile.lowering.advice import PLAIN, advised_context
from engine.compile.lowering.calls import lower_cases
from engine.compile.lowering.pieces import attribute as attribute_of
from engine.compile.program import INT_MAX, Const, E, Return, bounds
from engine.language.frozen import children
from engine.rules import model as m

UNITS = 16
"""Units of the hidden layer; the last one is linear."""
STANDING = 16
"""How many numbers tell how a position is, at most: those of the rules and those of the kernel."""
PASS = -1
"""Stands for the pass among a decision's actions."""
_MOST_KEYS = 2000


class FeatureLines(NamedTuple):
    """Features of an action as texts, and what they mean, a case for each."""

    texts: tuple[str, ...]
    advice: m.Advice

    def only(self, texts: Iterable[str]) -> FeatureLines:
        """Return some of them, in the order of these texts."""
        case_of = dict(zip(self.texts, self.advice.cases, strict=True))
        chosen = {text: case_of[text] for text in texts}
        advice = replace(self.advice, cases=tuple(chosen.values()))
        return FeatureLines(tuple(chosen), advice)


@dataclass(frozen=True)
class FeatureGroup:
    """Features that depend on the same of a move.

    `at`: the action, by decision and number, from whose names they were lowered; `parameter`: which
    of its parameters they depend on, -1 for none and -2 for several; `key`: what of it, an integer
    from 0 to below `keys`; `values` the features, `texts` how they are written.
    """

    at: tuple[int, int]
    parameter: int
    key: E
    keys: int
    values: tuple[E, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Head:
    """An action's name, and the groups of features of its moves, by their numbers."""

    name: str
    groups: tuple[int, ...]


@dataclass(frozen=True)
class CompiledPolicy:
    """What a policy looks at in one compiled ruleset.

    `heads`: the actions that have weights of their own, and the passes; `of`: by decision and
    action its head and its groups; `standing`: values that tell how a position is for whoever
    decides.
    """

    heads: tuple[Head, ...]
    of: dict[tuple[int, int], tuple[int, tuple[int, ...]]]
    groups: tuple[FeatureGroup, ...]
    standing: tuple[E, ...]

    @property
    def sizes(self) -> list[int]:
        """Return how many inputs each head has: its features and one that is always 1."""
        return [1 + sum(len(self.groups[g].values) for g in h.groups) for h in self.heads]

    def texts(self, head: int) -> list[str]:
        """Return what the inputs of a head mean."""
        return ["1", *(t for g in self.heads[head].groups for t in self.groups[g].texts)]


def rate(
    compiled: Compiled, features: Mapping[str, FeatureLines], standing: m.Advice | None = None
) -> tuple[Compiled, CompiledPolicy]:
    """Lower features; return a compiled ruleset that can rate moves, and what it rates them by.

    `features`: by the names of actions. `standing`: cases that name nothing.
    """
    rater = _Rater(compiled)
    for offered in compiled.debug.actions.values():
        if offered.place >= 0:
            rater.action(offered, features.get(offered.action.name))
    cases = standing.cases if standing is not None else ()
    values = tuple(rater.value(c, Scope()) for c in cases)
    return extended(compiled, rater.lowering.program), rater.rated(values)


class _Rater:
    """One run over one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.lowering = resumed(compiled)
        self.groups: list[FeatureGroup] = []
        self.known: dict[tuple[Any, ...], int] = {}
        self.of: dict[tuple[int, int], tuple[int, ...]] = {}

    def action(self, offered: OfferedAction, lines: FeatureLines | None) -> None:
        """Lower the features of an action of one decision."""
        program = self.compiled.program
        action, context = offered.action, offered.scope
        place = offered.choice, offered.place
        parts: list[int] = []
        if lines is not None:
            advice = lines.advice
            inside = advised_context(self.lowering, advice, action, context)
            for key, numbers in sorted(_parted(advice).items(), key=str):
                cases = [advice.cases[n] for n in numbers]
                texts = tuple(lines.texts[n] for n in numbers)
                parts.append(self._group(place, action, advice, key, cases, texts, inside))
        weighed = {program.choices[c].actions[a].name for c, a in program.weights}
        if action.name in weighed:
            weight = program.weights.get(place, Const(PLAIN))
            self.groups.append(FeatureGroup(place, -2, Const(0), 1, (weight,), ("advice",)))
            parts.append(len(self.groups) - 1)
        self.of[place] = tuple(parts)

    def _group(
        self,
        place: tuple[int, int],
        action: m.Action,
        advice: m.Advice,
        key: tuple[int, str],
        cases: Sequence[m.Case],
        texts: tuple[str, ...],
        c: Scope,
    ) -> int:
        """Return the number of the group of some features; equal ones of other actions share it."""
        number, attribute = key
        kind = action.parameters[number].type if number >= 0 else None
        name = advice.parameters[number].name if number >= 0 else ""
        same = (number == -1, name, kind, attribute, texts)
        if number != -2 and same in self.known:
            found = self.groups[self.known[same]]
            if found.parameter == number:
                return self.known[same]
        values = tuple(self.value(case, c) for case in cases)
        on, keys = self._key(advice, key, c)
        self.groups.append(
            FeatureGroup(place, number if keys else -2, on, max(1, keys), values, texts)
        )
        self.known.setdefault(same, len(self.groups) - 1)
        return len(self.groups) - 1

    def _key(self, advice: m.Advice, key: tuple[int, str], c: Scope) -> tuple[E, int]:
        """Return what a group is kept by, and how many values that can have; 0 for far too many."""
        number, attribute = key
        if number < 0:
            return Const(0), 1 if number == -1 else 0
        on = c.locals[advice.parameters[number].key]
        if not isinstance(on, tuple):
            return Const(0), 0
        value: E = on
        kind = advice.parameters[number].domain.type
        if attribute:
            value = attribute_of(self.lowering, on, attribute, kind.names)
        low, high = bounds(value)
        if kind.kind == "piece" and not attribute:
            low, high = 0, len(self.compiled.setting.pieces) - 1
        if low < 0 or high > _MOST_KEYS:
            return Const(0), 0
        return value, high + 1

    def value(self, case: m.Case, c: Scope) -> E:
        """Return a feature's value, 0 where its condition doesn't hold or it may be too large."""
        lowering = self.lowering
        result = lower_cases(lowering, [case], c)
        low, high = bounds(result)
        if low < -INT_MAX or high > INT_MAX:
            result, low, high = Const(0), 0, 0
        return lowering.function("asked", (Return(result),), low, high)

    def rated(self, standing: tuple[E, ...]) -> CompiledPolicy:
        """Return what was lowered."""
        choices = self.compiled.program.choices
        named = dict.fromkeys(a.name for c in choices for a in c.actions)
        names = [name for name in named if name != "pass"]
        groups: dict[str, tuple[int, ...]] = {}
        of: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        passes: list[str] = []
        for c in choices:
            others = " or ".join(a.name for a in c.actions if a.name != "pass")
            passes.append(f"instead of {others}")
            pass_head = len(names) + list(dict.fromkeys(passes)).index(passes[-1])
            for number, action in enumerate(c.actions):
                found = self.of.get((c.number, number), ())
                groups.setdefault(action.name, found)
                head = pass_head if action.name == "pass" else names.index(action.name)
                of[c.number, number] = head, () if action.name == "pass" else found
            of[c.number, PASS] = pass_head, ()
        heads = [Head(name, groups[name]) for name in names]
        heads += [Head(name, ()) for name in dict.fromkeys(passes)]
        return CompiledPolicy(tuple(heads), of, tuple(self.groups), standing)


def _parted(advice: m.Advice) -> dict[tuple[int, str], list[int]]:
    """Return the cases of some advice by what of the move they depend on: a parameter, and an
    attribute of it if they ask for nothing else; -1 means none, -2 for several.
    """
    keys = {p.key: number for number, p in enumerate(advice.parameters)}
    found: dict[tuple[int, str], list[int]] = {}
    for number, case in enumerate(advice.cases):
        asked: set[tuple[int, str]] = set()
        _asked((case.condition, case.value), keys, asked)
        one = {parameter for parameter, _ in asked}
        if not asked:
            key = (-1, "")
        elif len(one) > 1:
            key = (-2, "")
        else:
            key = asked.pop() if len(asked) == 1 else (one.pop(), "")
        found.setdefault(key, []).append(number)
    return found


def _asked(node: Any, keys: Mapping[int, int], found: set[tuple[int, str]]) -> None:
    """Note which parameters an expression speaks of, and with which attribute."""
    if isinstance(node, m.Attr) and isinstance(node.piece, m.Local) and node.piece.key in keys:
        simple = node.type.kind == "enum" and not node.type.maybe
        found.add((keys[node.piece.key], node.name if simple else ""))
    elif isinstance(node, m.Local):
        if node.key in keys:
            found.add((keys[node.key], ""))
        for index in node.indices:
            _asked(index, keys, found)
    else:
        for part in children(node):
            _asked(part, keys, found)
