"""Going through a model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type

_LEAVES = (str, int, Span, Type, type(None))
_fields: dict[type, tuple[str, ...]] = {}
"""By class: the fields in which other nodes may stand."""


def walk(node: Any) -> Iterator[m.Model]:
    """Yield a model node and every model node inside it, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _LEAVES):
            continue
        if isinstance(node, m.Model):
            yield node
            kind = type(node)
            if kind not in _fields:
                _fields[kind] = tuple(name for name in kind.model_fields if name != "span")
            inside = node.__dict__
            waiting += [inside[name] for name in reversed(_fields[kind])]
        elif isinstance(node, tuple):
            waiting += reversed(node)
        elif isinstance(node, dict):
            waiting += reversed(node.values())
