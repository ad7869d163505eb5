"""What a decision shows in passing: what was put down or turned up, and what the rules swept away.

A decision runs on to the next one. A trick that is complete, sealed bids, a die that ends a turn
lie on the table only between two statements; players see them there, and so does whoever asks here.
What the rules announce is shown with the position in which they do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import assert_never

from engine.chronicle.announcements import Announcements
from engine.chronicle.happenings import (
    Acts,
    Announced,
    Began,
    Chose,
    Ended,
    NobodyAsked,
    Paid,
    Record,
    Rolled,
    TurnBegan,
)
from engine.chronicle.passing import Passing
from engine.game.interpreter import State
from engine.game.view import View

MOST = 8
"""The most stages that one decision has; the first ones count."""


@dataclass(frozen=True)
class Stage:
    """A position in passing as a viewer sees it, just before something is taken away.

    `swept`: zones in notation into which seats gain pieces, with how many, or where nobody gains
    any those to which what lay there goes next; the most first. `said`: what is announced in it.
    """

    view: View
    swept: tuple[tuple[str, int], ...] = ()
    said: str = ""


@dataclass
class _Watch:
    """What has come to lie open since the last stage, and where all pieces were at that.

    `rolls`: how often each piece is still going to be rolled.
    """

    rolls: Counter[int]
    fresh: set[int] = field(default_factory=set)
    before: State = field(default_factory=list)
    found: list[tuple[State, dict[int, int], str]] = field(default_factory=list)


class Stages:
    """Finds the stages of decisions of one game."""

    def __init__(self, announcements: Announcements) -> None:
        self.announcements = announcements
        self.viewer = announcements.game.viewer
        self.passing = Passing(announcements.game)
        layout = self.viewer.compiled.layout
        self.count = len(self.viewer.compiled.setting.pieces)
        self.zone_of, self.zones = layout.zone_of, layout.zones
        self.counted = {address for address, zone in self.zones.items() if zone.family.counted}

    def of(self, record: Record, state: State, seat: int | None) -> list[Stage]:
        """Return what is seen in passing in a record of a decision made in a position; seat None
        sees everything.
        """
        rolls = Counter(x.piece for x in record.happenings if isinstance(x, Rolled))
        watch = _Watch(rolls, before=list(state))
        for happening in record.happenings:
            now = happening.now
            match happening:
                case Rolled(_, piece):
                    rolls[piece] -= 1
                case Announced():
                    self._compare(watch, now, seat)
                    watch.found.append((now, {}, self.announcements.words(happening, seat)))
                    watch.fresh.clear()
                case Chose() | Paid():
                    pass
                case Began() | Ended() | Acts() | NobodyAsked() | TurnBegan():
                    if now is not watch.before:
                        self._compare(watch, now, seat)
                case _:
                    assert_never(happening)
        self._compare(watch, record.reached, seat)
        return [
            Stage(
                self.viewer.view(self.passing.halted(shown, state), seat),
                tuple(self._gaining_zones(earlier, shown, swept)),
                said,
            )
            for earlier, (shown, swept, said) in zip(
                (state, *(shown for shown, _, _ in watch.found)), watch.found[:MOST], strict=False
            )
        ]

    def _compare(self, watch: _Watch, now: State, seat: int | None) -> None:
        """Take note of what has come to lie open, or make a stage of what goes away again."""
        before = watch.before
        gone: dict[int, int] = {}
        come: set[int] = set()
        for piece in self.passing.altered(before, now):
            old, new = before[self.zone_of + piece], now[self.zone_of + piece]
            if new in self.counted or old in self.counted:
                continue
            changed = self.passing.changed(before, now, piece)
            saw, sees = (self.passing.sees(state, piece, seat) for state in (before, now))
            if piece in watch.fresh and (old != new or changed or not sees):
                gone[piece] = new
            elif sees and (changed or not saw or (old != new and not watch.rolls[piece])):
                come.add(piece)  # where a piece lies before it is rolled shows nothing
        if any(self.passing.sees(before, piece, seat) for piece in gone):
            watch.found.append((before, gone, ""))
            watch.fresh.clear()
        elif watch.found and not come:
            self._swept_on(watch, now)
        watch.fresh |= come - gone.keys()
        watch.before = now

    def _swept_on(self, watch: _Watch, now: State) -> None:
        """Take note of more that is taken away after a stage, one zone after the other."""
        shown, swept, _ = watch.found[-1]
        for piece in range(self.count):
            old, new = shown[self.zone_of + piece], now[self.zone_of + piece]
            if old != new and new not in self.counted and piece not in swept:
                swept[piece] = new

    def _gaining_zones(
        self, earlier: State, shown: State, swept: dict[int, int]
    ) -> list[tuple[str, int]]:
        """Return into which zones how many pieces go that seats gain, since an earlier position or
        next; where nobody gains any, into which they go next.
        """
        gains: dict[str, int] = {}
        others: dict[str, int] = {}
        for piece in range(self.count):
            old, now = earlier[self.zone_of + piece], shown[self.zone_of + piece]
            new = swept.get(piece, now)
            gained = old != new and self._gains(old, new)
            if new in self.zones and (gained or now != new):
                totals = gains if gained else others
                name = self.viewer.wording.zone_at(new)
                totals[name] = totals.get(name, 0) + 1
        return sorted((gains or others).items(), key=lambda pair: -pair[1])

    def _gains(self, old: int, new: int) -> bool:
        """Return whether someone gets, not just into a hand, what goes from one zone to another."""
        if new not in self.zones:
            return False
        owner, before = self.zones[new].owner, self.zones[old].owner if old else None
        return owner not in (None, before) and not self.zones[new].model.traits.held
