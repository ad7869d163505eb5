"""Nodes as they were made before: what shows the same as in the last frame isn't made again.

The very same nodes come again, so that whoever moves and draws them sees at once that nothing has
changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

from viewer.nodes import Box, Node

T = TypeVar("T")
_MOST = 2000
"""So many parts are kept; with more of them all begins anew."""


@dataclass(frozen=True, slots=True)
class _Part:
    key: object
    y: float
    nodes: list[Node]


@dataclass(frozen=True, slots=True)
class _Kept:
    key: object
    value: object


class NodeCache:
    """Parts of the screen by name, each with all that its nodes depend on."""

    def __init__(self) -> None:
        self._parts: dict[str, _Part] = {}
        self._values: dict[str, object] = {}

    def nodes(self, name: str, key: object, make: Callable[[], list[Node]]) -> list[Node]:
        """Return the nodes of a part, those of before where the key is the same."""
        return self.rows(name, key, 0.0, make)

    def rows(self, name: str, key: object, y: float, make: Callable[[], list[Node]]) -> list[Node]:
        """Return the same for a part that may come to lie higher or lower, at y."""
        known = self._parts.get(name)
        if known is None or known.key != key:
            known = _Part(key, y, make())
        elif known.y != y:
            known = _Part(key, y, [_moved(node, y - known.y) for node in known.nodes])
        else:
            return list(known.nodes)
        if len(self._parts) >= _MOST:
            self._parts.clear()
        self._parts[name] = known
        return list(known.nodes)

    def late(
        self, name: str, key: object, hasty: bool, make: Callable[[], list[Node]]
    ) -> tuple[list[Node], bool]:
        """Return the nodes of a part, and whether they are those of before: so they are in haste,
        where the key, which says whom and what of it they are for, is the same. The first time
        there are none in haste.
        """
        known = self._parts.get(name)
        if hasty and (known is None or known.key == key):
            return list(known.nodes) if known is not None else [], True
        self._parts[name] = _Part(key, 0.0, make())
        return list(self._parts[name].nodes), False

    def kept(self, name: str, key: object, make: Callable[[], T]) -> T:
        """Return a value by name, that of before where the key is the same."""
        known = self._values.get(name)
        if not isinstance(known, _Kept) or known.key != key:
            known = self._values[name] = _Kept(key, make())
        return cast(T, known.value)

    def same(self, name: str, value: T) -> T:
        """Return the equal value of before, where there is one: it is compared faster later on."""
        known = self._values.get(name)
        if known == value:
            return known
        self._values[name] = value
        return value


def _moved(node: Node, down: float) -> Node:
    box = node.box
    return node.at(Box(box.x, box.y + down, box.w, box.h))
