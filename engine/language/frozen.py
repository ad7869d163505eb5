"""Trees of frozen nodes: what the syntax and the model of a ruleset are made of.

A node holds values, other nodes, and tuples or dicts of these. Code that goes through such a tree,
or makes another one of it, does so by the functions below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, TypeVar, cast, dataclass_transform

from engine.language.source import NOWHERE, Span

_BRANCHES: set[type] = {tuple, list, dict}
"""What may hold nodes or is one."""
_T = TypeVar("_T")


def _give_init(cls: type) -> None:
    """Give a class the `__init__` that a dataclass has: its fields in order, those by name last."""
    taken: dict[bool, list[str]] = {False: ["self"], True: ["*"]}
    for one in fields(cls):
        default = "" if one.default is MISSING else f"=defaults[{one.name!r}]"
        taken[one.kw_only is True].append(one.name + default)
    heads = ", ".join(taken[False] + (taken[True] if len(taken[True]) > 1 else []))
    values = ", ".join(f"{one.name}={one.name}" for one in fields(cls))
    space: dict[str, Any] = {"defaults": {one.name: one.default for one in fields(cls)}}
    exec(f"def __init__({heads}):\n    self.__dict__.update({values})", space)
    type.__setattr__(cls, "__init__", space["__init__"])


def _first_init(self: Frozen, *values: object, **named: object) -> None:
    """Write the `__init__` of a node's class, which most programs need of few classes, and run it.

    It sets the fields at once: a frozen dataclass would set each by a call.
    """
    _give_init(type(self))
    type(self).__init__(self, *values, **named)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True, init=False, eq=False, repr=False)
class Frozen:
    """A node, with its place. What derives from it is a frozen dataclass without saying so."""

    span: Span = field(default=NOWHERE, kw_only=True)

    def __init_subclass__(cls) -> None:
        # A dataclass writes and compiles its methods: those below once, not for each class.
        dataclass(frozen=True, init=False, eq=False, repr=False)(cls)
        type.__setattr__(cls, "__init__", _first_init)
        _BRANCHES.add(cls)

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({fields})"


def children(node: object) -> Sequence[Any]:
    """Return what stands directly in a node, a tuple, a list or a dict, and may be or hold nodes.

    >>> from engine.language.parser import parse_expression
    >>> from engine.language.source import NOWHERE
    >>> [type(part).__name__ for part in children(parse_expression("2 * size(pile)", NOWHERE))]
    ['Number', 'Call']
    """
    kind = type(node)
    if kind is tuple or kind is list:
        return cast("Sequence[Any]", node)
    if kind is dict:
        return tuple(cast("dict[Any, Any]", node).values())
    if kind in _BRANCHES:
        return [value for value in vars(node).values() if type(value) in _BRANCHES]
    return ()


def walk(node: object, *leave_out: type[Frozen]) -> Iterator[Any]:
    """Yield every node in a tree, in the order of the text, but for what is left out and stands in
    it.
    """
    waiting: list[object] = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Frozen):
            if leave_out and isinstance(node, leave_out):
                continue
            yield node
        waiting += reversed(children(node))


def outermost(node: object, *kinds: type[Frozen]) -> Iterator[Any]:
    """Yield the nodes of some kinds in a tree that stand in no other of these kinds."""
    waiting: list[object] = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, kinds):
            yield node
        else:
            waiting += reversed(children(node))


def rewritten(node: _T, change: Callable[[Any], object]) -> _T:
    """Return a tree with every node passed through a function, innermost first.

    What the function returns as it is stays the same object, and so does all that is around it.
    """
    found: object = node
    if isinstance(node, Frozen):
        values = {k: v for k, v in vars(node).items() if type(v) in _BRANCHES}
        changed = {k: new for k, v in values.items() if (new := rewritten(v, change)) is not v}
        found = change(replace(node, **changed) if changed else node)
    elif type(node) is tuple:
        before = children(node)
        parts = tuple(rewritten(part, change) for part in before)
        found = parts if any(a is not b for a, b in zip(parts, before, strict=True)) else node
    elif isinstance(node, dict):
        new = {key: rewritten(value, change) for key, value in node.items()}
        found = new if any(new[key] is not value for key, value in node.items()) else node
    return cast(_T, found)


def without_places(node: object, *leave_out: str) -> object:
    """Return what is equal for trees that say the same, wherever they stand in a text.

    `leave_out`: fields that don't count either.
    """
    if isinstance(node, Frozen):
        values = (
            without_places(value, *leave_out)
            for name, value in vars(node).items()
            if type(value) is not Span and name not in leave_out
        )
        return (type(node), *values)
    if type(node) is tuple:
        return tuple(without_places(part, *leave_out) for part in children(node))
    return node
