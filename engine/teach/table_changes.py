"""What a decision changes on the table, as one seat sees it: what is where, and how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.game.interpreter import State
from engine.game.session import Game, Session
from engine.game.view import View, ZoneView
from engine.teach.place_words import counter_called, on_space, place_called, value_called
from engine.teach.plan import LessonPlan
from engine.teach.positions import SEED

_Views = tuple[View, View]
"""What the seat sees, in notation and in words."""
_Lying = tuple[str, str, str, int | None]
"""A piece's name, its place in words, the family of that, and whose it is."""


@dataclass(frozen=True)
class TableChange:
    """What was somewhere, or so much, before a decision, and what it is after it.

    `family` and `owner`: the zone or variable, by its name in the rules, where it is now, and whose
    that is, None for nobody's.
    """

    what: str
    before: str
    after: str
    family: str = ""
    owner: int | None = None


class TableChanges:
    """Compares positions of one game for one seat."""

    def __init__(self, plan: LessonPlan, game: Game, seat: int) -> None:
        """Prepare."""
        self.plan = plan
        self.seat = seat
        self._session = Session(game, SEED, fair=False)

    def between(self, before: State, after: State) -> list[TableChange]:
        """Return what has changed between two positions."""
        return self.since(self.seen(before), after)

    def seen(self, state: State) -> _Views:
        """Return what the seat sees of a position."""
        self._session.state = list(state)
        view = self._session.view(self.seat)
        return view, view.in_words()

    def since(self, before: _Views, after: State) -> list[TableChange]:
        """Return what has changed since a position that was seen."""
        now = self.seen(after)
        found = [*self._moved(before, now), *self._counted(before, now)]
        return [change for change in found if change.before != change.after]

    def _moved(self, before: _Views, after: _Views) -> Iterator[TableChange]:
        """Yield which pieces that the seat knows have gone where."""
        there, here = (self._lying(views) for views in (before, after))
        where = {place: (family, owner) for _, place, family, owner in here}
        gone, come = (_by_place(counted) for counted in (there - here, here - there))
        for name, place in gone:
            other = next((there for called, there in come if called == name), None)
            if other is not None and gone[name, place] == come[name, other] == 1:
                yield TableChange(name, place, other, *where[other])

    def _lying(self, views: _Views) -> Counter[_Lying]:
        return Counter(
            (item.name, f"{self._place(zone)}{on_space(self.plan, item)}", known.family, zone.owner)
            for known, zone in zip(*(view.zones for view in views), strict=True)
            for piece, item in zip(known.items, zone.items, strict=True)
            if item.name and piece.component
        )

    def _place(self, zone: ZoneView) -> str:
        return place_called(self.plan, zone, self.seat)

    def _counted(self, before: _Views, after: _Views) -> Iterator[TableChange]:
        """Yield what has changed in what is counted or written."""
        for n, (old, new) in enumerate(zip(before[0].zones, after[0].zones, strict=True)):
            if not any(item.component for item in (*old.items, *new.items)):
                pair = before[1].zones[n], after[1].zones[n]
                one, other = self._contents(pair)
                yield TableChange(self._place(pair[1]), one, other, new.family, new.owner)
        then = {variable.place: variable for variable in before[1].variables}
        for known, variable in zip(after[0].variables, after[1].variables, strict=True):
            old_and_new = then.get(variable.place), variable
            if all(v is not None and v.value and v.value != "none" for v in old_and_new):
                one, other = (value_called(self.plan, v, self.seat) for v in old_and_new if v)
                name = counter_called(self.plan, variable, self.seat)
                yield TableChange(name, one, other, known.family, known.owner)

    def _contents(self, zones: Sequence[ZoneView]) -> list[str]:
        """Return what is written in a zone before and after, or how much is there."""
        words = [[item.name for item in zone.items if item.name] for zone in zones]
        every = {word for one in words for word in one}
        if len(every) > 1 or any(map(is_number, every)):
            return [", ".join(one) or self.plan.speech.say("empty places") for one in words]
        return [str(zone.count) for zone in zones]


def _by_place(counted: Counter[_Lying]) -> dict[tuple[str, str], int]:
    return {(name, place): number for (name, place, *_), number in counted.items()}


def is_number(text: str) -> bool:
    """Return whether a text is a number as people read it."""
    return text.removeprefix("−").isdecimal()
