"""Names that mean several values at once, as in `2 of my hand` or `up to 3 of my hand`.

An action that leaves open how many it takes is offered once for each number: its versions, each of
which takes so many and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import TypeVar

from engine.compile.instance import GameConfig
from engine.rules import model as m
from engine.rules.checker.sets import MOST_AT_ONCE
from engine.rules.types import NUMBER

AnOffer = TypeVar("AnOffer", bound=m.Offer)
Taker = TypeVar("Taker", m.ActionParameter, m.Bind)
MOST_KEPT = 1_000
"""A set of more values isn't kept."""
_KEYS = 1_000_000
"""Where the keys of single values begin, beyond those that the checker gives to names."""


def is_several(domain: m.Expr) -> bool:
    """Return whether a domain is `N of SET`."""
    return isinstance(domain, m.Op) and domain.op == "some of"


def is_open(p: m.ActionParameter | m.Bind) -> bool:
    """Return whether a parameter or a binder leaves open how many it takes."""
    return m.takes_several(p.domain) and not is_several(p.domain)


def fewest_and_most(domain: m.Op, setting: GameConfig) -> tuple[int, int | None]:
    """Return how many of a set may be taken; at most None for all that there are."""
    numbers = [setting.value(count) for count in domain.arguments[:-1]]
    match domain.op:
        case "up to of":
            return 0, numbers[0]
        case "between of":
            return numbers[0], numbers[1]
        case "or more of":
            return numbers[0], None
        case "any number of":
            return 0, None
        case _:
            return numbers[0], numbers[0]


def versions_of(action: AnOffer, counts: Iterable[Iterable[int]]) -> list[AnOffer]:
    """Return an action with each of its parameters that leave it open taking so many.

    `counts`: for each parameter, those that it may take.
    """
    return [
        replace(action, parameters=tuple(map(taking, action.parameters, taken)))
        for taken in product(*counts)
    ]


def taking(p: Taker, count: int) -> Taker:
    """Return a parameter or a binder that leaves open how many it takes as one that takes so many;
    another as it is.
    """
    if not is_open(p):
        return p
    assert isinstance(p.domain, m.Op)
    many = m.Literal_(value=count, type=NUMBER, span=p.domain.span)
    exactly = replace(p.domain, op="some of", arguments=(many, p.domain.arguments[-1]))
    return replace(p, domain=exactly)


def each(p: m.ActionParameter, setting: GameConfig) -> list[m.ActionParameter]:
    """Return a parameter as the single ones that it is made of: itself, or N of its elements.

    One that leaves open how many it takes is as many as any may be.
    """
    if not m.takes_several(p.domain):
        return [p]
    count = setting.value(p.domain.arguments[0]) if is_several(p.domain) else MOST_AT_ONCE
    kind, domain = p.type.items[0], p.domain.arguments[-1]
    return [
        m.ActionParameter(name=p.name, key=key, type=kind, domain=domain, span=p.span)
        for key in keys(p.key, count)
    ]


def keys(key: int, count: int) -> range:
    """Return the keys of the single values that a name means."""
    first = _KEYS + key * MOST_AT_ONCE
    return range(first, first + count)
