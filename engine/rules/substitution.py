"""Putting expressions in the place of names: what `let` says above a condition, sets that rules
are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.language.frozen import rewritten
from engine.rules import model as m

_Part = TypeVar("_Part")


def put(node: _Part, given: Mapping[int, m.Expr]) -> _Part:
    """Return a piece of a model with names replaced, by their keys; what has none stays itself."""
    return rewritten(node, lambda e: given.get(e.key, e) if isinstance(e, m.Local) else e)
