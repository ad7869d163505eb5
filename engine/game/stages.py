"""What a decision shows in passing: what was put down or turned up, and what the rules swept away.

A decision runs on to the next one. A trick that is complete, sealed bids, a die that ends a turn
lie on the table only between two statements; players see them there, and so does whoever asks here.
What the rules announce is shown with the position in which they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never

from engine.compile import layout as at
from engine.game.announcements import Announcements
from engine.game.interpreter import Move, State
from engine.game.record import (
    Acts,
    Announced,
    Began,
    Ended,
    NobodyAsked,
    Rolled,
    TurnBegan,
)
from engine.game.view import Item, View, Viewer
from engine.rules import model as m
from engine.rules.walk import walk

MOST = 8
"""So many stages are told of one decision, the first ones."""
NOT_BEGUN = -1
"""Stands for the round of a turn, while the next one is set up."""


@dataclass(frozen=True)
class Stage:
    """A position in passing as a viewer sees it, just before something is taken away.

    `swept`: zones in notation into which seats gain pieces, with how many, or where nobody gains
    any those to which what lay there goes next; the most first. `said`: what is announced in it.
    """

    view: View
    swept: tuple[tuple[str, int], ...] = ()
    said: str = ""


@dataclass(frozen=True)
class Roll:
    """A piece as a viewer saw it when it was rolled, and who owns the zone in which it was."""

    item: Item
    owner: int | None


@dataclass(frozen=True)
class Part:
    """A part of a decision: the positions before and after it as a viewer sees them, and what the
    viewer saw rolled in it. In the position before, what was rolled shows what it was rolled to.
    """

    before: View
    after: View
    rolled: tuple[Roll, ...] = ()


@dataclass
class _Watch:
    """What has come to lie open since the last stage, and where all pieces were at that.

    `rolls`: how often each piece is still going to be rolled.
    """

    rolls: Counter[int]
    fresh: set[int] = field(default_factory=set)
    before: State = field(default_factory=list)
    found: list[tuple[State, dict[int, int], str]] = field(default_factory=list)


def dice_of(rules: m.Ruleset) -> frozenset[str]:
    """Return the components that some rules roll."""
    found: set[str] = set()
    for roll in (part for part in walk(rules) if isinstance(part, m.Roll)):
        kind = roll.what.type.items[0] if roll.what.type.kind == "set" else roll.what.type
        found |= {*(rules.zones[kind.name].pieces if kind.kind == "zone" else kind.names)}
    return frozenset(found)


class Stages:
    """Finds the stages of decisions of one compiled ruleset."""

    def __init__(self, viewer: Viewer, announcements: Announcements) -> None:
        self.viewer = viewer
        self.announcements = announcements
        self.tracer = announcements.tracer
        layout = viewer.compiled.layout
        self.count = len(viewer.compiled.setting.pieces)
        self.zone_of, self.known = layout.zone_of, layout.known
        self.changing = [base for base, _, _ in layout.changing.values()]
        self.zones = layout.zones
        self.counted = {address for address, zone in self.zones.items() if zone.family.counted}

    @cached_property
    def parted(self) -> bool:
        """Whether decisions may have parts: dice are rolled, turns do something by themselves."""
        rules = self.viewer.compiled.rules
        chosen = {id(s) for c in walk(rules.turn) if isinstance(c, m.Choose) for s in walk(c)}
        own = (s for s in walk(rules.turn) if isinstance(s, m.Stmt) and id(s) not in chosen)
        begins = (m.traits(s).acts or isinstance(s, m.Perform) for s in own)
        return any(begins) or bool(self.dice)

    @cached_property
    def dice(self) -> frozenset[str]:
        """The components that are rolled."""
        return dice_of(self.viewer.compiled.rules)

    def parts(
        self, state: State, move: Move, seat: int | None, faces: Sequence[str] = ()
    ) -> list[Part]:
        """Return what a decision consists of, as a seat sees it: what it brought itself, and each
        turn that began with it, without what a new round sets up.

        `faces`: what the dice that are rolled first show.
        """
        found: list[Part] = []
        begun, current = state, state[at.ROUND]
        rolls: list[tuple[int, State]] = []
        record = self.tracer.record(state, move, faces).finished()
        for happening in record.happenings:
            now = happening.now
            match happening:
                case Rolled(_, piece):
                    if self._sees(now, piece, seat):
                        rolls.append((piece, self._halted(now, state)))
                    continue
                case TurnBegan():
                    next_round = now[at.ROUND]
                case Began() | Ended() | Acts() | NobodyAsked():
                    if current in (NOT_BEGUN, now[at.ROUND]):
                        continue
                    next_round = NOT_BEGUN
                case Announced():
                    continue
                case _:
                    assert_never(happening)
            reached = self._halted(now, state)
            if current != NOT_BEGUN:
                found.append(self._part(begun, reached, rolls, seat))
            begun, current = reached, next_round
            rolls.clear()
        if current != NOT_BEGUN:
            found.append(self._part(begun, record.reached, rolls, seat))
        return found[:MOST]

    def _part(
        self, begun: State, reached: State, rolls: Sequence[tuple[int, State]], seat: int | None
    ) -> Part:
        """Return a part of a decision, given its ends and the position after each roll in it."""
        before, zone_of, view = list(begun), self.zone_of, self.viewer.view
        for piece, shown in rolls:
            for base in (*self.changing, self.known):
                before[base + piece] = shown[base + piece]
        rolled = tuple(
            Roll(self.viewer.piece(piece, shown, seat), self.zones[shown[zone_of + piece]].owner)
            for piece, shown in rolls
        )
        return Part(view(before, seat), view(reached, seat), rolled)

    def stages(
        self, state: State, move: Move, seat: int | None, faces: Sequence[str] = ()
    ) -> list[Stage]:
        """Return what is seen in passing when a move is made; seat None sees everything.

        `faces`: what the dice that are rolled first show.
        """
        record = self.tracer.record(state, move, faces).finished()
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
                case Began() | Ended() | Acts() | NobodyAsked() | TurnBegan():
                    if now is not watch.before:
                        self._compare(watch, now, seat)
                case _:
                    assert_never(happening)
        self._compare(watch, record.reached, seat)
        return [
            Stage(
                self.viewer.view(self._halted(shown, state), seat),
                tuple(self._gaining_zones(earlier, shown, swept)),
                said,
            )
            for earlier, (shown, swept, said) in zip(
                (state, *(shown for shown, _, _ in watch.found)), watch.found[:MOST], strict=False
            )
        ]

    def _halted(self, shown: State, state: State) -> State:
        """Return a position in passing with the local names of the decision.

        What seats hide from one another is hidden as it is in passing: what was chosen in secret
        has come to light where the choices have been carried out.
        """
        compiled = self.viewer.compiled
        stack, snapshot = compiled.program.stack, compiled.snapshot
        halted = [*shown[:stack], *state[stack:]]
        for word in (at.PC, at.FRAME, at.TOP):
            halted[word] = state[word]
        if shown[at.HIDING]:
            halted[snapshot : snapshot + stack] = shown[snapshot : snapshot + stack]
        return halted

    def _compare(self, watch: _Watch, now: State, seat: int | None) -> None:
        """Take note of what has come to lie open, or make a stage of what goes away again."""
        before, count = watch.before, self.count
        gone: dict[int, int] = {}
        come: set[int] = set()
        for piece in range(count):
            old, new = before[self.zone_of + piece], now[self.zone_of + piece]
            if new in self.counted or old in self.counted:
                continue
            changed = any(before[base + piece] != now[base + piece] for base in self.changing)
            saw, sees = self._sees(before, piece, seat), self._sees(now, piece, seat)
            if piece in watch.fresh and (old != new or changed or not sees):
                gone[piece] = new
            elif sees and (changed or not saw or (old != new and not watch.rolls[piece])):
                come.add(piece)  # where a piece lies before it is rolled shows nothing
        if any(self._sees(before, piece, seat) for piece in gone):
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

    def _sees(self, state: State, piece: int, seat: int | None) -> bool:
        """Tell whether a seat knows a piece that lies on the table."""
        if not state[self.zone_of + piece]:
            return False
        return seat is None or bool(state[self.known + piece] >> seat & 1)

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
        """Tell whether somebody gets, not just into a hand, what goes from one zone to another."""
        if new not in self.zones:
            return False
        owner, before = self.zones[new].owner, self.zones[old].owner if old else None
        return owner not in (None, before) and not self.zones[new].model.traits.held
