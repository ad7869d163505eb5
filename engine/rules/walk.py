"""Going through a model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type

_LEAVES = frozenset({str, int, bool, Span, Type, type(None)})
_fields: dict[type, tuple[str, ...]] = {}
"""By class: the fields in which other nodes may stand, the last one first."""


def walk(node: Any) -> Iterator[m.Model]:
    """Yield a model node and every model node inside it, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind in _LEAVES:
            continue
        if kind is tuple:
            waiting += reversed(node)
        elif kind in _fields or isinstance(node, m.Model):
            yield node
            if kind not in _fields:
                names = tuple(name for name in kind.model_fields if name != "span")
                _fields[kind] = names[::-1]
            inside = node.__dict__
            waiting += [v for name in _fields[kind] if type(v := inside[name]) not in _LEAVES]
        elif isinstance(node, tuple):
            waiting += reversed(node)
        elif isinstance(node, dict):
            waiting += reversed(node.values())
