"""What trials keep of the state: how much of it, and in how many copies.

Each depth of trials in one another keeps a copy of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.compile.layout import HISTORY, Layout
from engine.compile.program import Call, CopyRange, Function, Store, Trial, bounds
from engine.compile.program_parts import parts, walk


class TrialDepths:
    """The depths of the trials of one program, whose functions never come back to themselves."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[str, int] = {}

    def inside(self, s: Trial) -> int:
        """Return how many trials are made inside one, at most one in another."""
        return self._depth((s.body, s.value))

    def _depth(self, node: Any) -> int:
        called = self._of(node.name) if isinstance(node, Call) else 0
        within = max(map(self._depth, parts(node)), default=0)
        return max(called, within + isinstance(node, Trial))

    def _of(self, name: str) -> int:
        if name not in self._known:
            function = self._functions.get(name)
            self._known[name] = self._depth(function.body) if function is not None else 0
        return self._known[name]


def changed_stretches(s: Trial, layout: Layout, size: int) -> list[tuple[int, int]]:
    """Return the stretches of the state that a trial may change, each up to before an integer.

    All but the positions that earlier turns have ended in, which are most of the state where they
    are kept: a trial that ends no turn stores nothing there.
    """
    stored = [bounds(part.at) for part in walk(s.body) if isinstance(part, Store)]
    stored += [
        (part.target, part.target + part.size - 1)
        for part in walk(s.body)
        if isinstance(part, CopyRange)
    ]
    found, first = [], 0
    for history in sorted(layout.histories.values()):
        end = history + HISTORY
        if all(high < history or low >= end for low, high in stored):
            found.append((first, history))
            first = end
    return [*found, (first, size)]
