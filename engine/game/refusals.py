"""Why nothing can be done with something that a person points at.

A person clicks a piece, a zone or a seat that no legal move speaks of. What they may have meant is
every move of the decision that would speak of it were it legal: one that names it, takes from it or
brings something to it. Each is refused by the rules; the reasons of those that come closest to
being legal are told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, product

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction
from engine.compile.program import Const
from engine.game.explain import Explainer, Explanation
from engine.game.interpreter import State
from engine.game.move_options import MoveOptions, Thing
from engine.game.places import Spot
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.language.source import Span
from engine.moves.notation import Key
from engine.rules import model as m
from engine.rules.catalogue import capital

MOST_CANDIDATES = 400
"""So many combinations of arguments of an action are looked at."""
MOST_REASONS = 3


@dataclass(frozen=True)
class _Pointed:
    """Things that a person points at, in a position, and one that may be it to who has to move."""

    things: tuple[Thing, ...]
    state: State
    sample: State
    legal: Collection[Key]
    """What tells the legal moves from others."""


class Refusals:
    """Explains what can't be done with things of one compiled ruleset."""

    def __init__(self, offers: MoveOptions, explainer: Explainer) -> None:
        self.offers = offers
        self.explainer = explainer
        self.refusal = explainer.refusal
        self.wording: Wording = offers.wording
        self.layout = self.wording.layout
        self._turn = {a.number for a in walk(self.wording.rules.turn) if isinstance(a, m.Action)}
        """The actions in the turn itself: those of procedures lack their frames."""

    def why_not(self, state: State, spots: Sequence[Spot], seat: int) -> list[Explanation]:
        """Return why a seat can't do anything with all of these things, the best reason first."""
        shown, choice = ", ".join(str(place) for place, _ in spots), state[at.PC]
        if choice == at.OVER:
            return [self.refusal(shown, "The game is over.")]
        if seat != state[at.ME]:
            now = "{seat} has to decide now."
            why = self.refusal(shown, now, seat=self.wording.catalogue.seat(state[at.ME]))
            return [replace(why, sentence=capital(why.sentence))]
        things = tuple(thing for spot in spots if (thing := self._thing(spot, state)))
        if len(things) < len(spots):
            return [self.refusal(shown, "There is no such thing here.")]
        moves = self.wording.interpreter.legal(state)
        legal = {self.wording.move_text(state, move).key for move in moves}
        pointed = _Pointed(things, state, self.offers.samples(state, 1)[0], legal)
        found = self._reasons(self.wording.actions(choice), pointed)
        if found:
            return found
        later = [
            found
            for found in self.explainer.everywhere
            if found.choice != choice and found.action.number in self._turn
        ]
        return self._later(later, pointed, shown) or [self._nothing(shown, things, seat)]

    # -------------------------------------------------------------- what is meant

    def _thing(self, spot: Spot, state: State) -> Thing | None:
        """Return what lies at a spot; None when nothing does."""
        place, index = spot
        if not place.family:
            (seat,) = place.seats
            return Thing(seat=seat) if 0 <= seat < self.wording.setting.players else None
        zone = self.offers.addresses.get(place)
        if zone is None:
            return None
        if self.layout.zones[zone].tells_apart and 0 <= index < state[zone]:
            return Thing(zone=zone, piece=state[zone + 1 + index])
        return Thing(zone=zone)

    def _meant(
        self, offered: OfferedAction, pointed: _Pointed
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the arguments with which an action speaks of all the things, and how plainly."""
        for values in self._candidates(offered, pointed):
            plain = self._plainly(offered, values, pointed)
            if plain:
                yield values, plain

    def _candidates(self, offered: OfferedAction, pointed: _Pointed) -> Iterator[tuple[int, ...]]:
        """Yield the arguments with which an action might speak of some things."""
        state = pointed.state
        reading = self.explainer.reading(state, state[at.ME], offered.scope.locals)
        domains: list[list[int]] = []
        single = self.wording.parameters(offered.action)
        for p in single:
            try:
                values = reading.elements(p.domain, state)
            except (RulesError, KeyError, IndexError):
                return
            named = [v for v in values if any(self._names(t, p, v) for t in pointed.things)]
            alone = sum(other.name == p.name for other in single) == 1
            domains.append(named if named and alone else values)
            if not domains[-1]:
                return
            reading = reading.knowing({p.key: Const(domains[-1][0])})
        names = [p.name for p in single]
        for chosen in islice(product(*domains), MOST_CANDIDATES):
            taken = list(zip(names, chosen, strict=True))
            if all(a[0] != b[0] or a[1] < b[1] for a, b in pairwise(taken)):
                yield chosen

    def _plainly(self, offered: OfferedAction, values: tuple[int, ...], pointed: _Pointed) -> int:
        """Return how plainly a move speaks of all the things; 0 when it leaves one out."""
        action, things, state = offered.action, pointed.things, pointed.state
        plain = [self._speaks(action, values, thing, state) for thing in things]
        if not all(plain):
            move = (offered.place, *values)
            taken, brought = self.offers.touches(offered, move, state, pointed.sample)
            written = self.offers.written(offered, move, state)
            into = self.offers.written(offered, move, state, into=True)
            touched = {*taken, *written}, {*brought, *into}
            plain = [self._speaks(action, values, thing, state, touched) for thing in things]
        return sum(plain) if all(plain) else 0

    def _names(self, thing: Thing, p: m.ActionParameter, value: int) -> bool:
        """Return whether an argument is a thing itself."""
        if thing.seat is not None:
            return p.type.is_seat and value == thing.seat
        if p.type.kind == "piece":
            return thing.piece is not None and value == thing.piece
        return p.type.kind == "zone" and value == thing.zone

    def _speaks(
        self,
        action: m.Action,
        values: Sequence[int],
        thing: Thing,
        state: State,
        touched: tuple[set[int], set[int]] = (set(), set()),
    ) -> int:
        """Return how plainly a move speaks of a thing: 2 names it, 1 concerns it, 0 not at all.

        `touched`: the zones that it takes from, and those that it brings something to.
        """
        for p, value in zip(self.wording.parameters(action), values, strict=True):
            if self._names(thing, p, value):
                return 2
            whole = p.type.kind == "piece" and thing.piece is None and thing.zone is not None
            if whole and state[self.layout.zone_of + value] == thing.zone:
                return 1
        if thing.zone is None:
            return 0
        # One of the pieces that lie loose isn't where others are brought; the top of a pile is.
        loose = thing.piece is not None and self.layout.zones[thing.zone].model.traits.loose
        return int(thing.zone in touched[0] or (thing.zone in touched[1] and not loose))

    # -------------------------------------------------------------- why not

    def _reasons(self, offers: Iterable[OfferedAction], pointed: _Pointed) -> list[Explanation]:
        """Return why moves that speak of all these things are refused, the closest first."""
        refused: list[tuple[int, int, Explanation]] = []
        for offered in offers:
            for values, plain in self._meant(offered, pointed):
                unmet = self._judge(offered, values, pointed)
                if unmet is not None:
                    refused.append((plain, *unmet))
        refused.sort(key=lambda one: one[:2], reverse=True)
        result: dict[tuple[str, Span], Explanation] = {}
        for _, _, why in refused:
            result.setdefault((why.sentence, why.span), why)
        return list(result.values())[:MOST_REASONS]

    def _judge(
        self, offered: OfferedAction, values: Sequence[int], pointed: _Pointed
    ) -> tuple[int, Explanation] | None:
        """Return how many requirements of a move hold and why it fails; None when it is legal."""
        state = pointed.state
        shown = self.wording.written(offered.action, values, state)
        if shown.key in pointed.legal:
            return None
        known = self.wording.locals_of(offered, (offered.place, *values))
        reading = self.explainer.reading(state, state[at.ME], known)
        return self.explainer.refused_by(str(shown), offered.action, reading, state)

    def _later(
        self, offers: Iterable[OfferedAction], pointed: _Pointed, shown: str
    ) -> list[Explanation]:
        """Return what may be done with the things at other times, and what is asked now instead."""
        title = self.offers.title
        here = self.wording.actions(pointed.state[at.PC])
        now = ", ".join(title(x.action) for x in here)
        result: dict[str, Explanation] = {}
        for action, *_ in (x for x in offers if any(self._meant(x, pointed))):
            later = "'{action}' is for another moment; now it is {now}."
            why = self.refusal(shown, later, action.span, action=title(action), now=now)
            result.setdefault(action.name, why)
        return list(result.values())[:MOST_REASONS]

    def _nothing(self, shown: str, things: Sequence[Thing], seat: int) -> Explanation:
        """Say that nothing can be done with some things, and whose they are."""
        for thing in things:
            zone = None if thing.zone is None else self.layout.zones[thing.zone]
            if zone is not None and zone.owner not in (None, seat):
                text = "This belongs to {seat}; nothing can be done with it now."
                whose = self.wording.catalogue.seat(zone.owner or 0)
                return self.refusal(shown, text, zone.model.span, seat=whose)
        if len(things) > 1:
            return self.refusal(shown, "No move takes these together now.")
        return self.refusal(shown, "Nothing can be done with this now.")
