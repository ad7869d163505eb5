"""What expressions and statements of a program consist of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.compile.program import Bin, Const, E, Load, Reg


def swapped(node: Any, other: Callable[[Any], E | None]) -> Any:
    """Return an expression or statement with others in place of some of its parts.

    `other`: what takes a part's place, None where it stays.
    """
    if not isinstance(node, tuple):
        return node
    found = other(node)
    if found is not None:
        return found
    parts = [swapped(part, other) if isinstance(part, tuple) else part for part in node]
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def instead(node: Any, given: dict[str, E]) -> Any:
    """Return an expression with others in place of some registers."""
    return swapped(node, lambda e: given.get(e.name) if isinstance(e, Reg) else None)


def is_divisor(e: E) -> bool:
    """Tell whether something may be divided by an expression even where that is done in vain.

    What is read in vain may be anything, whatever its bounds: only a fixed number is sure.
    """
    return isinstance(e, Const) and e.value > 0


def simple(e: E) -> bool:
    """Tell whether an expression is so cheap and safe that it may be computed in vain."""
    if isinstance(e, Bin):
        return e.op not in ("//", "%") and simple(e.a) and simple(e.b)
    if isinstance(e, Load):
        return isinstance(e.at, Const)
    return isinstance(e, (Const, Reg))


def size(node: Any) -> int:
    """Return how many parts an expression or statement has."""
    if isinstance(node, tuple):
        return 1 + sum(map(size, node))
    return 0


def mentions(node: Any, names: set[str]) -> bool:
    """Tell whether an expression or statement has one of some registers."""
    if isinstance(node, Reg):
        return node.name in names
    return isinstance(node, tuple) and any(mentions(part, names) for part in node)
