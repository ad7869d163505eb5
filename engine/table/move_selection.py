"""From clicks to a move: each click keeps the legal moves that contain what was clicked.

Nothing here knows a game. A move is known by the pieces, places and seats that it speaks of, its
spots, and by its values without a spot, which are asked for: a number, a word, yes or no.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from engine.game.move_options import MoveOption
from engine.game.places import WHOLE, Spot, TablePlace

MOST_TRIED = 6
"""Up to so many moves are tried, to see what they bring and which spaces of tracks they lead to."""
FEW_NUMBERS = 8
"""Up to so many numbers are buttons, more of them are a stepper."""
MOST_SOURCES = 2
"""A move without arguments that takes from more places has a button only."""


Role = Literal["first", "argument", "target", "source"]
"""What a spot is to a move: where it is begun, one of its arguments, where to, where from."""
ROLES: tuple[Role, ...] = ("argument", "target", "source")


@dataclass(frozen=True, slots=True)
class Pick:
    """One step of a choice: a spot in a role, an action, the value of an action's parameter, or the
    moves, by notation, that come to a space.
    """

    spot: Spot | None = None
    role: Role = "argument"
    action: str = ""
    place: int = -1
    value: str = ""
    moves: frozenset[str] = frozenset()

    def fits(self, offer: MoveOption) -> bool:
        """Return whether a move has this action and value; spots are looked at elsewhere."""
        if self.spot is not None:
            return True
        if self.moves:
            return offer.text in self.moves
        if offer.action != self.action:
            return False
        return self.place < 0 or offer.arguments[self.place].text == self.value


Group = tuple[Spot, ...]
"""Spots that mean the same: pieces that are alike and lie together."""


@dataclass(frozen=True)
class MovePath:
    """A legal move with its spots: those of its arguments in order, sources and targets."""

    offer: MoveOption
    arguments: tuple[Group, ...]
    sources: tuple[Spot, ...]
    targets: tuple[Spot, ...]
    together: Group = ()
    """The spots of its first arguments: of several taken at once any may be picked first."""

    @cached_property
    def spots(self) -> frozenset[Spot]:
        """Return everything of the table that the move speaks of."""
        own = [s for group in self.arguments for s in group]
        return frozenset((*own, *self.sources, *self.targets))

    @property
    def first(self) -> Group:
        """Return where the move is begun: its first argument, else what it takes."""
        if self.together:
            return self.together
        return self.arguments[0] if self.arguments else self.sources

    def has(self, spot: Spot, role: Role) -> bool:
        """Return whether a spot has a role in the move."""
        if role == "first":
            return spot in self.first
        if role == "argument":
            return any(spot in group for group in self.arguments)
        return spot in (self.targets if role == "target" else self.sources)

    def without(self, spot: Spot, role: Role) -> MovePath | None:
        """Return the move without a spot that was picked in a role; None when it hasn't that."""
        if not self.has(spot, role):
            return None
        arguments = list(self.arguments)
        group = next((g for g in arguments if spot in g), None)
        if group is not None:
            arguments.remove(group)
        return MovePath(
            self.offer,
            tuple(tuple(s for s in g if s != spot) for g in arguments),
            tuple(s for s in self.sources if s != spot),
            tuple(s for s in self.targets if s != spot),
        )


@dataclass(frozen=True)
class PickOption:
    """An answer to a question: its words, the pick that it is, its move if it has only one."""

    label: str
    pick: Pick
    offer: MoveOption | None = None


@dataclass(frozen=True)
class Question:
    """What is asked for in words: one of some choices, or a number when there are many of them.

    `name` is the parameter's name in the rules, empty for an action; `offers` are the moves that
    the answers tell apart.
    """

    choices: tuple[PickOption, ...]
    name: str = ""
    numbers: tuple[int, ...] = ()
    asks_word: bool = False
    """Whether it asks for a word that pieces may bear, such as a rank."""
    offers: tuple[MoveOption, ...] = ()


def way_of(offer: MoveOption, seat: int | None = None) -> MovePath:
    """Return a legal move of a seat with its spots.

    A zone that a named piece is taken from, or stays in, is no spot of its own: the piece is. A
    move of which only numbers and words are named is begun with the zones that these are indices
    of; what else it changes is no way of naming it.
    """
    placed = [(a.name, a.spots) for a in offer.arguments if a.spots]
    arguments = tuple(group for _, group in placed)
    same = [s for name, group in placed if name == placed[0][0] for s in group]
    if offer.arguments and not arguments:
        return MovePath(offer, _places_of(offer, seat), (), ())
    if not offer.arguments:
        return MovePath(offer, (), *_plain(offer, seat))
    pieces = {group[0].place for group in arguments if group[0].nth != WHOLE}
    sources = tuple(Spot(z) for z in offer.sources if z not in pieces)
    targets = tuple(Spot(z) for z in offer.targets if z not in pieces)
    return MovePath(offer, arguments, sources, targets, tuple(dict.fromkeys(same)))


def _plain(offer: MoveOption, seat: int | None) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Return the sources and targets of a move without arguments that it can be begun with.

    It has a button, too. A click begins it only where it takes something: what else it changes, as
    the mark that a pass costs, is a consequence. A move that takes from many places means none of
    them.
    """
    sources, targets = tuple(map(Spot, offer.sources)), tuple(map(Spot, offer.targets))
    foreign = any(_foreign(z, seat) for z in offer.sources)
    if not 0 < len(sources) <= MOST_SOURCES or (foreign and len(sources) > 1):
        return (), ()
    return sources, targets


def _foreign(zone: TablePlace, seat: int | None) -> bool:
    """Return whether a zone is another seat's."""
    return seat is not None and any(other != seat for other in zone.seats)


def _places_of(offer: MoveOption, seat: int | None) -> tuple[Group, ...]:
    """Return the zones that the values of a move are indices of: first sources, then targets."""
    left = [argument.text for argument in offer.arguments]
    groups: list[Group] = []
    for zone in (*offer.sources, *offer.targets):
        rest = list(left)
        for index in zone.others:
            if index in rest:
                rest.remove(index)
        named = 0 < len(zone.others) == len(left) - len(rest)
        if named and not _foreign(zone, seat):
            groups.append((Spot(zone),))
            left = rest
    return tuple(groups)


@dataclass(frozen=True)
class Narrowing:
    """The legal moves and what has been picked so far. Every method gives a new one."""

    ways: tuple[MovePath, ...]
    picks: tuple[Pick, ...] = ()

    @staticmethod
    def of(offers: Iterable[MoveOption], seat: int | None = None) -> Narrowing:
        """Return the choice of a seat among legal moves before anything was picked."""
        return Narrowing(tuple(way_of(offer, seat) for offer in offers))

    # -------------------------------------------------------------- what is left

    @cached_property
    def chosen(self) -> tuple[Spot, ...]:
        """Return the spots that were picked."""
        return tuple(p.spot for p in self.picks if p.spot is not None)

    @cached_property
    def left(self) -> tuple[MovePath, ...]:
        """Return the moves that contain everything picked, without what was picked."""
        left = [w for w in self.ways if all(p.fits(w.offer) for p in self.picks)]
        for pick in self.picks:
            if pick.spot is not None:
                rests = (w.without(pick.spot, pick.role) for w in left)
                left = [w for w in rests if w is not None]
        return tuple(left)

    @cached_property
    def _common(self) -> frozenset[Spot]:
        """Return what all the moves that are left speak of, so that it tells none apart."""
        sets = [w.spots for w in self.left]
        return frozenset.intersection(*sets) if len(sets) > 1 else frozenset()

    def _open(self, way: MovePath) -> tuple[Spot, ...]:
        """Return the spots of a move that tell it from others that are left."""
        own = [s for group in way.arguments for s in group]
        taken = self._common
        return tuple(s for s in (*own, *way.targets) if s not in taken) or tuple(
            s for s in way.sources if s not in taken
        )

    @cached_property
    def glowing(self) -> frozenset[Spot]:
        """Return what may be clicked next."""
        if not self.picks:
            return frozenset(s for w in self.ways for s in w.first)
        if len(self.left) == 1:
            way = self.left[0]
            return frozenset((*(s for group in way.arguments for s in group), *way.targets))
        return frozenset(s for w in self.left for s in self._open(w))

    @cached_property
    def done(self) -> MoveOption | None:
        """Return the move to be made at once: the only one left, and nothing more to click.

        A piece alone does not do when the move has other spots: that is confirmed.
        """
        if len(self.left) != 1 or not self.picks:
            return None
        way, last = self.left[0], self.picks[-1]
        if last.spot is None:
            return way.offer
        placed = any(p.moves or (p.spot is not None and p.spot.nth == WHOLE) for p in self.picks)
        return way.offer if not way.arguments and (placed or not way.targets) else None

    @cached_property
    def ready(self) -> MoveOption | None:
        """Return the move that Enter makes: the only one that needs no more clicks."""
        if len(self.left) == 1:
            return self.left[0].offer
        free = self._free()
        return free[0].offer if len(free) == 1 and self.picks else None

    def _free(self) -> list[MovePath]:
        """Return the moves of which nothing on the table has to be clicked.

        Where words tell some moves of an action apart, they tell all: also one that comes to more
        places than they, as what completes a set does.
        """
        if len(self.left) == 1:
            return list(self.left) if self.picks or not self.left[0].arguments else []
        free = [w for w in self.left if not self._open(w) or not (self.picks or w.offer.arguments)]
        worded = {w.offer.action for w in free if w.offer.arguments}
        texts = {w.offer.text for w in free}
        return [
            w
            for w in self.left
            if w.offer.text in texts or (w.offer.action in worded and self._placed(w))
        ]

    def _placed(self, way: MovePath) -> bool:
        """Return whether none of a move's arguments has to be shown on the table any more."""
        return all(s in self._common for group in way.arguments for s in group)

    # -------------------------------------------------------------- questions

    @cached_property
    def question(self) -> Question | None:
        """Return what is to be answered in words, None when there are only clicks to make."""
        free = self._free()
        actions = list(dict.fromkeys(w.offer.action for w in free))
        if not free:
            return None
        if len(actions) == 1 and len(free) > 1:
            return _about(free)
        choices = []
        for action in actions:
            same = [w.offer for w in free if w.offer.action == action]
            only = same[0] if len(same) == 1 else None
            label = only.label if only is not None else same[0].title
            choices.append(PickOption(label, Pick(action=action), only))
        return Question(tuple(choices))

    # -------------------------------------------------------------- steps

    def find(self, spots: Sequence[Spot], ways: Sequence[MovePath]) -> Pick | None:
        """Return what of some clicked spots the moves contain, and in which role: the piece, its
        zone, or the only piece of a clicked zone.

        A person begins a move at one of its first spots, and continues with what glows.
        """
        known = {s for w in ways for s in w.spots}
        wanted = [*spots, *(Spot(place) for place, _ in spots)]
        for place, index in spots:
            inside = {s for s in known if s.place == place and s.nth != WHOLE}
            if index == WHOLE and len(inside) == 1:
                wanted += inside
        begins = not self.picks or ways is self.ways
        roles: tuple[Role, ...] = ("first",) if begins else ROLES
        for role in roles:
            for spot in wanted:
                reached = begins or spot in self.glowing
                if reached and spot in known and any(w.has(spot, role) for w in ways):
                    return Pick(spot, role)
        return None

    def click(self, spots: Sequence[Spot]) -> Narrowing | None:
        """Return what a click on something that means these spots leaves, None for nothing.

        What was picked already is let go; what other moves begin with begins anew.
        """
        found = self.find(spots, self.left)
        if found is not None and found.spot not in self.chosen:
            return self.pick(found)
        own = next((s for s in spots if s in self.chosen), None)
        if own is not None:
            return self.without(own)
        found = self.find(spots, self.ways)
        if found is None:
            return None
        return Narrowing(self.ways).pick(found)

    def shared(self, spots: Sequence[Spot]) -> bool:
        """Return whether all moves that are left come to something clicked, so that it tells none
        apart; not what begins a move.
        """
        begins = {s for w in self.ways for s in w.first}
        common = self._common - self.glowing - begins
        roles: tuple[Role, ...] = ("argument", "target")
        return any(s in common and any(self.left[0].has(s, r) for r in roles) for s in spots)

    def pick(self, pick: Pick) -> Narrowing:
        """Return what is left when something more is picked."""
        return replace(self, picks=(*self.picks, pick))

    def without(self, spot: Spot) -> Narrowing:
        """Return the choice before a spot was picked; of several pieces only that one is let go."""
        others = [p for p in self.picks if p.spot != spot]
        if spot[1] != WHOLE and all(p.spot is not None and p.spot[1] != WHOLE for p in others):
            return replace(self, picks=tuple(others))
        numbers = [n for n, p in enumerate(self.picks) if p.spot == spot]
        return replace(self, picks=self.picks[: numbers[0]]) if numbers else self

    def back(self) -> Narrowing:
        """Return the choice before the last pick."""
        return replace(self, picks=self.picks[:-1])

    def labels(self) -> dict[Spot, str]:
        """Return for what glows the action it would be, where several may be meant."""
        if not self.picks or len({w.offer.action for w in self.left}) < 2:
            return {}
        titles: dict[Spot, set[str]] = {}
        for way in self.left:
            for spot in self._open(way):
                titles.setdefault(spot, set()).add(way.offer.title)
        return {s: t.pop() for s, t in titles.items() if len(t) == 1 and s[1] == WHOLE}


def _about(ways: Sequence[MovePath]) -> Question:
    """Return the first question that tells moves of one action apart."""
    action = ways[0].offer.action
    rows = [w.offer.arguments for w in ways]
    place = next(n for n in range(len(rows[0])) if len({row[n].text for row in rows}) > 1)
    found: dict[str, list[MovePath]] = {}
    for way in ways:
        found.setdefault(way.offer.arguments[place].text, []).append(way)
    choices = tuple(
        PickOption(
            same[0].offer.arguments[place].shown,
            Pick(action=action, place=place, value=text),
            same[0].offer if len(same) == 1 else None,
        )
        for text, same in found.items()
    )
    first = rows[0][place]
    numbers: tuple[int, ...] = ()
    if first.kind == "number" and len(choices) > FEW_NUMBERS:
        numbers = tuple(sorted(int(text) for text in found))
    offers = tuple(way.offer for way in ways)
    return Question(choices, first.name, numbers, first.kind == "enum", offers)
