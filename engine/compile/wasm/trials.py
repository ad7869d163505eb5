"""How deep trials are nested: each depth keeps a copy of the state of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.compile.program import Call, Function, Trial
from engine.compile.program_parts import parts


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
