"""Lasting ids for pieces, so that a piece that moved is seen to move and not to vanish.

Views don't tell pieces apart that nobody can tell apart. So ids are followed from one view to the
next: what lies in the same zone under the same name is the same piece; then the same name where one
has left; then a known one for an unknown one, as when a card is drawn and turns over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from engine import View, ZoneView

_Item = tuple[str | None, str]
"""What a reader learns about a piece: its name when known, its kind."""


class _Known(NamedTuple):
    """A piece as it was last seen."""

    id: str
    item: _Item


@dataclass(frozen=True)
class Identities:
    """The ids of the pieces of one view; `follow` gives those of the next."""

    zones: Mapping[str, tuple[_Known, ...]] = field(default_factory=dict)
    next: int = 1
    view: View | None = field(default=None, repr=False, compare=False)
    """The view whose pieces these are."""

    def of(self, zone: str, index: int) -> str:
        """Return the id of a piece, one made up from its place when it isn't known."""
        known = self.zones.get(zone, ())
        return known[index].id if 0 <= index < len(known) else f"{zone}#{index}"

    def follow(self, view: View, counted: Mapping[str, str] | None = None) -> Identities:
        """Return the ids of the pieces of a later (or earlier) view.

        `counted` names, by family, the pieces of zones in which pieces are only counted.
        """
        old = {zone.name: zone for zone in self.view.zones} if self.view is not None else {}
        wanted: dict[str, list[_Item]] = {}
        same: dict[str, tuple[_Known, ...]] = {}
        for zone in view.zones:
            if old.get(zone.name) is zone:
                same[zone.name] = self.zones[zone.name]
            else:
                wanted[zone.name] = _names(zone, counted or {})
        found: dict[str, list[_Known | None]] = {}
        left: list[_Known] = []
        for name, items in wanted.items():
            found[name], rest = _stay(self.zones.get(name, ()), items)
            left += rest
        for name, known in self.zones.items():
            if name not in wanted and name not in same:
                left += known
        pool: dict[_Item, list[_Known]] = {}
        for gone in left:
            pool.setdefault(gone.item, []).append(gone)
        for choices in (_same_name, _turned):
            for name, items in wanted.items():
                for index in _open(found[name]):
                    row = next(
                        (pool[key] for key in choices(items[index], pool) if pool.get(key)), []
                    )
                    found[name][index] = row.pop() if row else None
        number = count(self.next)
        zones = {
            name: tuple(
                _Known(known.id if known else f"p{next(number)}", item)
                for item, known in zip(items, found[name], strict=True)
            )
            for name, items in wanted.items()
        }
        every = same | zones
        ordered = {zone.name: every[zone.name] for zone in view.zones}
        return Identities(ordered, next(number), view)


def _same_name(item: _Item, pool: Mapping[_Item, object]) -> list[_Item]:
    """Return what a piece may have been: the same; one that isn't known only later."""
    return [] if item[0] is None else [item]


def _turned(item: _Item, pool: Mapping[_Item, object]) -> list[_Item]:
    """Return what a piece may have been: unknown for a known one, anything for an unknown one."""
    name, kind = item
    return [(None, kind), *(key for key in pool if name is None and key[1] == kind)]


def _names(zone: ZoneView, counted: Mapping[str, str]) -> list[_Item]:
    """Return the name and kind of each piece of a zone, from the bottom."""
    items = zone.items
    if items:
        written = f"written {zone.name}"
        loose = any(not item.component and item.name is not None for item in items)
        return [(item.name, written if loose else item.component) for item in items]
    kind = counted.get(zone.family, "")
    return [("", f"counted {kind}")] * zone.count


def _open(found: list[_Known | None]) -> list[int]:
    """Return where a piece is still to be found, the top first: that is where pieces move."""
    return [i for i in range(len(found) - 1, -1, -1) if found[i] is None]


def _stay(
    before: tuple[_Known, ...], items: list[_Item]
) -> tuple[list[_Known | None], list[_Known]]:
    """Return what stayed in a zone, in the order of its pieces now, and what left it."""
    found: list[_Known | None] = [None] * len(items)
    taken = [False] * len(before)
    for i, item in enumerate(items):
        if i < len(before) and before[i].item == item:
            found[i], taken[i] = before[i], True
    by_name: dict[_Item, list[int]] = {}
    for i in range(len(before) - 1, -1, -1):
        if not taken[i]:
            by_name.setdefault(before[i].item, []).append(i)
    for i, item in enumerate(items):
        if found[i] is None and by_name.get(item):
            place = by_name[item].pop()
            found[i], taken[place] = before[place], True
    # What turned over where it lay: as many as before, and the others are the same.
    if len(items) == len(before):
        for i, (name, kind) in enumerate(items):
            other, old = before[i].item
            turned = name is None or other is None or kind.startswith("written")
            if turned and found[i] is None and not taken[i] and old == kind:
                found[i], taken[i] = before[i], True
    return found, [known for known, gone in zip(before, taken, strict=True) if not gone]
