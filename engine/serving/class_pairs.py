"""Pairs of pupils: how a class is divided into groups, and the table of each group."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engine.serving.house import House
from engine.serving.store import Role, SeatKind, SeatRecord, hashed
from engine.serving.terms import Terms
from engine.table.seats import TUTORED

Groups: TypeAlias = list[list[str]]


def grouped(pupils: Sequence[str], least: int, most: int) -> Groups:
    """Return pupils in groups: pairs where the game allows that, and nobody alone where it does.

    `least`, `most`: how many play the game.

    >>> grouped("abcde", 2, 4)
    [['a', 'b', 'e'], ['c', 'd']]
    >>> grouped("abc", 2, 2)
    [['a', 'b'], ['c']]
    """
    size = min(max(2, least), most)
    groups = [list(pupils[at : at + size]) for at in range(0, len(pupils), size)]
    short = len(groups[-1]) if groups else 0
    if short < size < most and short < len(groups):
        for pupil, group in zip(groups.pop(), groups, strict=False):
            group.append(pupil)
    return groups


class ClassPairs:
    """Lays the tables of a class, each with a tutor for everybody, and removes them."""

    def __init__(self, house: House, rules: str, least: int, most: int) -> None:
        """Begin with none. `rules`: how the house opens them. `least`, `most`: how many play."""
        self.house, self._rules, self._least, self._most = house, rules, least, most

    def lay(self, names: Mapping[str, str], chance: random.Random | None = None) -> dict[str, str]:
        """Lay a table for each group of pupils; return the hash of the link to each one's seat.

        `names`: what the pupils are called, by their keys. AI players fill what is left. Raises
        RefusedError without room, and RulesError.
        """
        keys, found = list(names), dict[str, str]()
        (chance or random.Random()).shuffle(keys)
        for group in grouped(keys, self._least, self._most):
            players = max(len(group), self._least, min(2, self._most))
            seats = [SeatRecord(SeatKind.LINK, name=names[key]) for key in group]
            seats += [SeatRecord(SeatKind.AGENT, TUTORED)] * (players - len(group))
            _, links = self.house.create(self._rules, seats, terms=Terms(tutor=True))
            tokens = {link.seat: t for t, link in links.items() if link.role is Role.SEAT}
            found |= {key: hashed(tokens[seat]) for seat, key in enumerate(group)}
        return found

    def partners(self, link: str) -> list[str]:
        """Return the names of those at the table of a link, empty for one that opens nothing."""
        found = self.house.store.link(link)
        record = self.house.store.record(found.table) if found is not None else None
        return [seat.name or seat.agent for seat in record.seats] if record is not None else []

    def remove(self, links: Sequence[str]) -> None:
        """Remove the tables of links, with everything that was played and said there."""
        found = {link.table for key in links if (link := self.house.store.link(key)) is not None}
        for table in found:
            self.house.remove(table)
