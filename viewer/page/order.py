"""How nodes come to lie one above the other: what a browser is told of a new order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any


def order_sent(old: Sequence[str], new: Sequence[str]) -> dict[str, Any]:
    """Return what to send so that ids in one order come to be in another one.

    At first all in their order; later, as few as can be: each with the id before which it is put,
    empty for the end.

    >>> order_sent(["a", "b", "c"], ["c", "a", "b", "d"])
    {'before': {'c': 'a', 'd': ''}}
    """
    if not old:
        return {"order": list(new)} if new else {}
    stay = staying(old, new)
    pairs = zip(new, [*new, ""][1:], strict=True)
    before = {id: following for id, following in pairs if id not in stay}
    return {"before": before} if before else {}


def staying(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """Return the most ids that are in the same order in both."""
    shorter = min(len(old), len(new))
    first = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), shorter)
    places = {id: place for place, id in enumerate(old[first:])}
    there = [id for id in new[first:] if id in places]
    ends: list[int] = []
    """The least place at which a row of so many ids can end."""
    last: list[str] = []
    """The id at that place."""
    previous: dict[str, str] = {}
    for id in there:
        place = places[id]
        length = bisect_left(ends, place) if ends and place < ends[-1] else len(ends)
        if length:
            previous[id] = last[length - 1]
        ends[length : length + 1] = [place]
        last[length : length + 1] = [id]
    found, id = set(old[:first]), last[-1] if last else ""
    while id:
        found.add(id)
        id = previous.get(id, "")
    return found
