"""Lasting ids for pieces, so that a piece that moved is seen to move and not to vanish.

Views don't tell pieces apart that nobody can tell apart. So ids are followed from one view to the
next: what lies in the same zone under the same name is the same piece; then the same name where one
has left; then a known one for an unknown one, as when a card is drawn and turns over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import View, ZoneView

Place = tuple[str, int]
"""A zone's notation and a piece's index from the bottom."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A piece as it was last seen: its id, its name when known, its kind."""

    id: str
    name: str | None
    kind: str


@dataclass(frozen=True)
class Identities:
    """The ids of the pieces of one view; `follow` gives those of the next."""

    zones: Mapping[str, tuple[_Known, ...]] = field(default_factory=dict)
    next: int = 1

    def of(self, zone: str, index: int) -> str:
        """Return the id of a piece, one made up from its place when it isn't known."""
        known = self.zones.get(zone, ())
        return known[index].id if 0 <= index < len(known) else f"{zone}#{index}"

    def follow(self, view: View, counted: Mapping[str, str] | None = None) -> Identities:
        """Return the ids of the pieces of a later (or earlier) view.

        `counted` names, by family, the pieces of zones in which pieces are only counted.
        """
        wanted = {zone.name: _names(zone, counted or {}) for zone in view.zones}
        found: dict[str, list[_Known | None]] = {}
        left: list[_Known] = []
        for name, items in wanted.items():
            found[name], rest = _stay(self.zones.get(name, ()), items)
            left += rest
        for name, known in self.zones.items():
            if name not in wanted:
                left += known
        pool = _Pool(left)
        for how in (pool.same_name, pool.turned):
            for name, items in wanted.items():
                for index in _open(found[name]):
                    match = how(items[index])
                    if match is not None:
                        found[name][index] = match
        return self._numbered(wanted, found)

    def _numbered(
        self,
        wanted: Mapping[str, list[tuple[str | None, str]]],
        found: Mapping[str, list[_Known | None]],
    ) -> Identities:
        """Return the ids, with new ones for what has none."""
        number = self.next
        zones: dict[str, tuple[_Known, ...]] = {}
        for name, items in wanted.items():
            row = []
            for (item, kind), known in zip(items, found[name], strict=True):
                if known is None:
                    row.append(_Known(f"p{number}", item, kind))
                    number += 1
                else:
                    row.append(_Known(known.id, item, kind))
            zones[name] = tuple(row)
        return Identities(zones, number)


def _names(zone: ZoneView, counted: Mapping[str, str]) -> list[tuple[str | None, str]]:
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
    before: tuple[_Known, ...], items: list[tuple[str | None, str]]
) -> tuple[list[_Known | None], list[_Known]]:
    """Return what stayed in a zone, in the order of its pieces now, and what left it."""
    found: list[_Known | None] = [None] * len(items)
    taken = [False] * len(before)
    for i, item in enumerate(items):
        if i < len(before) and (before[i].name, before[i].kind) == item:
            found[i], taken[i] = before[i], True
    by_name: dict[tuple[str | None, str], list[int]] = {}
    for i in range(len(before) - 1, -1, -1):
        if not taken[i]:
            by_name.setdefault((before[i].name, before[i].kind), []).append(i)
    for i, item in enumerate(items):
        if found[i] is None and by_name.get(item):
            place = by_name[item].pop()
            found[i], taken[place] = before[place], True
    # What turned over where it lay: as many as before, and the others are the same.
    if len(items) == len(before):
        for i, (name, kind) in enumerate(items):
            if found[i] is None and not taken[i] and before[i].kind == kind:
                other = before[i].name
                if name is None or other is None or kind.startswith("written"):
                    found[i], taken[i] = before[i], True
    return found, [known for known, gone in zip(before, taken, strict=True) if not gone]


class _Pool:
    """Pieces that have left a zone and aren't found again yet."""

    def __init__(self, left: list[_Known]) -> None:
        """Sort them by name and kind; of equal ones the top was there last."""
        self.by_name: dict[tuple[str | None, str], list[_Known]] = {}
        for known in left:
            self.by_name.setdefault((known.name, known.kind), []).append(known)

    def same_name(self, item: tuple[str | None, str]) -> _Known | None:
        """Return a piece of the same name and kind; an unknown one only later."""
        if item[0] is None:
            return None
        return self._take(item)

    def turned(self, item: tuple[str | None, str]) -> _Known | None:
        """Return an unknown piece for a known one, any for an unknown one."""
        name, kind = item
        found = self._take((None, kind))
        if found is None and name is None:
            key = next((k for k, row in self.by_name.items() if k[1] == kind and row), None)
            found = self._take(key) if key else None
        return found

    def _take(self, key: tuple[str | None, str]) -> _Known | None:
        row = self.by_name.get(key)
        return row.pop() if row else None
