"""Putting expressions in the place of names: what `let` says above a condition, sets that rules
are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from engine.rules import model as m

_Part = TypeVar("_Part")


def put(node: _Part, given: Mapping[int, m.Expr]) -> _Part:
    """Return a piece of a model with names replaced, by their keys; what has none stays itself."""
    found: object = node
    if isinstance(node, m.Local) and node.key in given:
        found = given[node.key]
    elif isinstance(node, m.Model):
        fields = {name: getattr(node, name) for name in type(node).model_fields}
        inside = {k: v for k, v in fields.items() if isinstance(v, (m.Model, tuple))}
        changed = {k: new for k, v in inside.items() if (new := put(v, given)) is not v}
        found = node.model_copy(update=changed) if changed else node
    elif isinstance(node, tuple) and not hasattr(node, "_fields"):
        parts = tuple(put(part, given) for part in node)
        same = all(a is b for a, b in zip(parts, node, strict=True))
        found = node if same else parts
    return cast(_Part, found)
