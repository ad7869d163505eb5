"""Going through a model."""

from __future__ import annotations

from typing import Any

from engine.rules import model as m


def walk(node: Any) -> Any:
    """Yield a model node and every model node inside it."""
    if isinstance(node, m.Model):
        yield node
        for name in type(node).model_fields:
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from walk(item)
