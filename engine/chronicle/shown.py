"""What came to be seen with a decision, and what the turns that it began brought by themselves.

A turn may begin on its own, with a roll or a card that is turned up, before anybody is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never
from weakref import WeakKeyDictionary

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
from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Game
from engine.game.view import Item, View
from engine.language.frozen import walk
from engine.rules import model as m

MOST = 8
"""So many parts of one decision are looked at, the first ones."""
NOT_BEGUN = -1
"""Stands for the round of a turn, while the next one is set up."""


@dataclass(frozen=True)
class Shown:
    """What came to be seen of a seat: what was rolled, as it showed then, and other pieces."""

    seat: int
    rolled: tuple[Item, ...]
    pieces: tuple[Item, ...]


@dataclass(frozen=True)
class _Part:
    """A part of a decision: the positions before and after it as a viewer sees them, and what the
    viewer saw rolled in it, with whose it was. The position before shows what was rolled later.
    """

    before: View
    after: View
    rolled: tuple[tuple[int | None, Item], ...] = ()


@dataclass(frozen=True, slots=True)
class _Facts:
    """What rules say of what decisions show. `acts`: turns do something by themselves. `dice`: the
    components that are rolled.
    """

    acts: bool
    dice: frozenset[str]


_known: WeakKeyDictionary[Game, _Facts] = WeakKeyDictionary()


def _facts_of(rules: m.Ruleset) -> _Facts:
    chosen = {id(s) for c in walk(rules.turn) if isinstance(c, m.Choose) for s in walk(c)}
    own = (s for s in walk(rules.turn) if isinstance(s, m.Stmt) and id(s) not in chosen)
    acts = any(m.traits(s).acts or isinstance(s, m.Perform) for s in own)
    dice = set[str]()
    for roll in (part for part in walk(rules) if isinstance(part, m.Roll)):
        kind = roll.what.type.items[0] if roll.what.type.kind == "set" else roll.what.type
        dice |= {*(rules.zones[kind.name].pieces if kind.kind == "zone" else kind.names)}
    return _Facts(acts, frozenset(dice))


class Showing:
    """Finds what came to be seen in decisions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.passing = Passing(game)

    @cached_property
    def parted(self) -> bool:
        """Whether decisions may have parts: dice are rolled, turns do something by themselves."""
        return self._facts.acts or bool(self.dice)

    @property
    def dice(self) -> frozenset[str]:
        """The components that are rolled."""
        return self._facts.dice

    @cached_property
    def _facts(self) -> _Facts:
        """What its rules say of it, found once for all sessions."""
        found = _known.get(self.game)
        if found is None:
            found = _known[self.game] = _facts_of(self.game.rules)
        return found

    def of(self, record: Record, state: State, viewer: int | None) -> list[Shown]:
        """Return what came to be seen in a record of a decision made in a position, by whose it
        is: first what the decision brought, then what the turns after it began with.
        """
        own, *turns = self._parts(record, state, viewer)
        return [_fresh(own, state[at.ME]), *(s for turn in turns for s in _by_owner(turn))]

    def between(self, before: View, after: View, seat: int) -> Shown:
        """Return what came to be seen between two views, with a decision of a seat that has no
        parts.
        """
        return _fresh(_Part(before, after), seat)

    def _parts(self, record: Record, state: State, viewer: int | None) -> list[_Part]:
        """Return what a decision consists of: what it brought itself, and each turn that began
        with it, without what a new round sets up.
        """
        found: list[_Part] = []
        begun, current = state, state[at.ROUND]
        rolls: list[tuple[int, State]] = []
        for happening in record.happenings:
            now = happening.now
            match happening:
                case Rolled(_, piece):
                    if self.passing.sees(now, piece, viewer):
                        rolls.append((piece, self.passing.halted(now, state)))
                    continue
                case TurnBegan():
                    next_round = now[at.ROUND]
                case Began() | Ended() | Acts() | NobodyAsked():
                    if current in (NOT_BEGUN, now[at.ROUND]):
                        continue
                    next_round = NOT_BEGUN
                case Chose() | Announced() | Paid():
                    continue
                case _:
                    assert_never(happening)
            reached = self.passing.halted(now, state)
            if current != NOT_BEGUN:
                found.append(self._part(begun, reached, rolls, viewer))
            begun, current = reached, next_round
            rolls.clear()
        if current != NOT_BEGUN:
            found.append(self._part(begun, record.reached, rolls, viewer))
        return found[:MOST]

    def _part(
        self, begun: State, reached: State, rolls: Sequence[tuple[int, State]], viewer: int | None
    ) -> _Part:
        """Return a part of a decision, given its ends and the position after each roll in it."""
        before, layout, look = list(begun), self.game.compiled.layout, self.game.viewer
        for piece, shown in rolls:
            for base in (*self.passing.changing, layout.known):
                before[base + piece] = shown[base + piece]
        rolled = tuple(
            (layout.zones[shown[layout.zone_of + piece]].owner, look.piece(piece, shown, viewer))
            for piece, shown in rolls
        )
        return _Part(look.view(before, viewer), look.view(reached, viewer), rolled)


def _by_owner(part: _Part) -> Iterator[Shown]:
    """Yield what came to be seen in a turn that began on its own, from whose turn it is on."""
    count = part.before.players
    for n in range(count):
        seat = (part.before.active + n) % count
        yield _fresh(part, seat, only=seat)


def _fresh(part: _Part, seat: int, only: int | None = None) -> Shown:
    """Return what was rolled in a part of a decision, and the pieces that can be seen after it and
    couldn't before; `only`: those that this seat owns, or nobody while it has the turn.
    """

    def theirs(owner: int | None) -> bool:
        return only in (None, part.before.active if owner is None else owner)

    known = Counter(item.name for zone in part.before.zones for item in zone.items)
    pieces = []
    for zone in part.after.zones:
        for item in zone.items:
            if item.name is None or not item.component:
                continue
            if known[item.name] > 0:
                known[item.name] -= 1
            elif theirs(zone.owner):
                pieces.append(item)
    rolled = tuple(item for owner, item in part.rolled if theirs(owner))
    return Shown(seat, rolled, tuple(pieces))
