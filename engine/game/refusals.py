"""Why nothing can be done with something that a person points at, and why something can.

A person clicks a piece, a zone or a seat that no legal move speaks of. What they may have meant is
every move of the decision that would speak of it were it legal: one that names it, takes from it or
brings something to it. Each is refused by the rules; the reasons of those that come closest to
being legal are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction, Scope
from engine.compile.program import Const
from engine.game.explain import Explainer, Explanation
from engine.game.interpreter import Move, State
from engine.game.move_options import Offers, Thing
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.language.source import NOWHERE, Span
from engine.rules import model as m
from engine.rules.walk import walk

Spot = tuple[str, int]
"""Something on the table: a zone's notation, or `seat 2`, and the index of a piece in it or -1."""

MOST_CANDIDATES = 400
"""So many combinations of arguments of an action are looked at."""
MOST_REASONS = 3


@dataclass(frozen=True)
class _Refusal:
    """A move that isn't legal: how many of its requirements hold, how plainly it was meant."""

    depth: int
    plain: int
    why: Explanation


class Refusals:
    """Explains what can't be done with things of one compiled ruleset."""

    def __init__(self, offers: Offers, explainer: Explainer) -> None:
        self.offers = offers
        self.explainer = explainer
        self.wording: Wording = offers.wording
        self.layout = self.wording.layout
        self.rules = self.wording.rules
        self._turn = {a.number for a in walk(self.rules.turn) if isinstance(a, m.Action)}
        """The actions that stand in the turn itself: those of procedures lack their frames."""

    def why_not(self, state: State, spots: Sequence[Spot], seat: int) -> list[Explanation]:
        """Return why a seat can't do anything with all of these things, the best reason first."""
        shown = self.shown(spots)
        if state[at.PC] == at.OVER:
            return [self._plain(shown, "The game is over.")]
        if seat != state[at.ME]:
            return [self._plain(shown, "Seat {seat} has to decide now.", seat=state[at.ME] + 1)]
        things = [self._thing(spot, state) for spot in spots]
        if not all(things):
            return [self._plain(shown, "There is no such thing here.")]
        known = [thing for thing in things if thing is not None]
        here = self.wording.actions(state[at.PC])
        sample = self.offers.samples(state, 1)[0]
        found = self._reasons(here, known, state, sample)
        if found:
            return found
        later = [
            found
            for found in self.explainer.everywhere
            if found.choice != state[at.PC] and found.action.number in self._turn
        ]
        return self._later(later, known, state, sample, shown) or [
            self._nothing(shown, known, seat)
        ]

    # -------------------------------------------------------------- what is meant

    def shown(self, spots: Sequence[Spot]) -> str:
        """Return what was pointed at as a person calls it."""
        return ", ".join(name for name, _ in spots)

    def _thing(self, spot: Spot, state: State) -> Thing | None:
        """Return what lies at a spot; None when nothing does."""
        name, index = spot
        if name.startswith("seat "):
            number = name.removeprefix("seat ")
            known = number.isdecimal() and 1 <= int(number) <= self.wording.setting.players
            return Thing(seat=int(number) - 1) if known else None
        zone = self.offers.addresses.get(name)
        if zone is None:
            return None
        if self.layout.zones[zone].tells_apart and 0 <= index < state[zone]:
            return Thing(zone=zone, piece=state[zone + 1 + index])
        return Thing(zone=zone)

    def _candidates(
        self, offered: OfferedAction, things: Sequence[Thing], state: State, seat: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield the arguments with which an action might speak of some things."""
        known = dict(offered.scope.locals)
        domains: list[list[int]] = []
        single = self.wording.parameters(offered.action)
        for p in single:
            try:
                domain = Scope(me=Const(seat), locals=known)
                values = self.wording.interpreter.elements(p.domain, domain, state)
            except (RulesError, KeyError, IndexError):
                return
            pointed = [v for v in values if any(self._names(t, p, v) for t in things)]
            alone = sum(other.name == p.name for other in single) == 1
            domains.append(pointed if pointed and alone else values)
            if not domains[-1]:
                return
            known[p.key] = Const(domains[-1][0])
        names = [p.name for p in single]
        for chosen in islice(product(*domains), MOST_CANDIDATES):
            taken = list(zip(names, chosen, strict=True))
            if all(a[0] != b[0] or a[1] < b[1] for a, b in pairwise(taken)):
                yield chosen

    def _names(self, thing: Thing, p: m.ActionParameter, value: int) -> bool:
        """Tell whether an argument is a thing itself."""
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

    def _reasons(
        self,
        offers: Iterable[OfferedAction],
        things: Sequence[Thing],
        state: State,
        sample: State,
    ) -> list[Explanation]:
        """Return why moves that speak of all these things are refused, the closest first."""
        seat = state[at.ME]
        refusals: list[_Refusal] = []
        for offered in offers:
            for values in self._candidates(offered, things, state, seat):
                plain = self._meant(offered, values, things, state, sample)
                judged = self._judge(offered, values, state, seat) if plain else None
                if judged:
                    refusals.append(_Refusal(judged[0], plain, judged[1]))
        refusals.sort(key=lambda r: (-r.plain, -r.depth))
        result: dict[tuple[str, Span], Explanation] = {}
        for refusal in refusals:
            result.setdefault((refusal.why.sentence, refusal.why.span), refusal.why)
        return list(result.values())[:MOST_REASONS]

    def _meant(
        self,
        offered: OfferedAction,
        values: tuple[int, ...],
        things: Sequence[Thing],
        state: State,
        sample: State,
    ) -> int:
        """Return how plainly a move speaks of all the things; 0 when it leaves one out."""
        action = offered.action
        plain = [self._speaks(action, values, thing, state) for thing in things]
        if not all(plain):
            move = (offered.place, *values)
            taken, brought = self.offers.touches(offered, move, state, sample)
            written = self.offers.written(offered, move, state)
            into = self.offers.written(offered, move, state, into=True)
            touched = {*taken, *written}, {*brought, *into}
            plain = [self._speaks(action, values, thing, state, touched) for thing in things]
        return sum(plain) if all(plain) else 0

    def _judge(
        self, offered: OfferedAction, values: Sequence[int], state: State, seat: int
    ) -> tuple[int, Explanation] | None:
        """Return how many requirements of a move hold and why it fails; None when it is legal."""
        action, explainer = offered.action, self.explainer
        known = dict(offered.scope.locals)
        single = self.wording.parameters(action)
        known |= {p.key: Const(value) for p, value in zip(single, values, strict=True)}
        shown = self.wording.written(action, values, state)
        for p in action.parameters:
            if p.where is not None and not explainer.holds(p.where, known, seat, state):
                return -1, explainer.failed(shown, p.where, None, p.span, known, seat, state)
        for depth, require in enumerate(action.requires):
            if not explainer.holds(require.condition, known, seat, state):
                return depth, explainer.failed(
                    shown, require.condition, require.because, require.span, known, seat, state
                )
        return None

    def _later(
        self,
        offers: Iterable[OfferedAction],
        things: Sequence[Thing],
        state: State,
        sample: State,
        shown: str,
    ) -> list[Explanation]:
        """Return what may be done with the things at other times, and what is asked now instead."""
        seat = state[at.ME]
        result: dict[str, Explanation] = {}
        now = ", ".join(
            self.offers.title(x.action.name) for x in self.wording.actions(state[at.PC])
        )
        for offered in offers:
            action = offered.action
            for values in self._candidates(offered, things, state, seat):
                if action.name in result:
                    break
                if self._meant(offered, values, things, state, sample):
                    result[action.name] = self._plain(
                        shown, "'{action}' is for another moment; now it is {now}.", action.span,
                        action=self.offers.title(action.name), now=now,
                    )  # fmt: skip
        return list(result.values())[:MOST_REASONS]

    def _nothing(self, shown: str, things: Sequence[Thing], seat: int) -> Explanation:
        """Say that nothing can be done with some things, and whose they are."""
        for thing in things:
            zone = None if thing.zone is None else self.layout.zones[thing.zone]
            if zone is not None and zone.owner not in (None, seat):
                text = "This belongs to seat {seat}; nothing can be done with it now."
                return self._plain(shown, text, zone.model.span, seat=zone.owner + 1)
        if len(things) > 1:
            return self._plain(shown, "No move takes these together now.")
        return self._plain(shown, "Nothing can be done with this now.")

    def _plain(
        self, shown: str, sentence: str, span: Span = NOWHERE, **values: object
    ) -> Explanation:
        """Return an explanation in words of our own."""
        template = self.wording.catalogue.text(sentence)
        return Explanation(False, shown, template.format(**values), span)

    # -------------------------------------------------------------- why

    def why(self, state: State, move: Move, text: str) -> Explanation:
        """Return why a legal move is legal: the rules that allow it and what they looked at."""
        found = self.wording.action(state[at.PC], move)
        if found is None:
            return Explanation(True, text, self.wording.catalogue.text("You may always pass here."))
        action, seat = found[0], state[at.ME]
        known = self.wording.locals_of(found, move)
        rule = _named_rule(action.requires, self.rules)
        values: dict[str, str] = {}
        for require in action.requires:
            values |= dict(self.explainer.values(require.condition, known, seat, state))
        if rule is not None:
            sentence, span = self.wording.catalogue.text(rule.words or ""), rule.span
        else:
            own = "Nothing forbids it." if not action.requires else "All that it requires holds."
            sentence, span = self.wording.catalogue.text(own), action.span
        name = rule.name if rule else None
        return Explanation(True, text, sentence, span, name, tuple(values.items()))


def _named_rule(requires: Sequence[m.Require], rules: m.Ruleset) -> m.Rule | None:
    """Return the first rule with words of its own that an action requires."""
    for require in requires:
        for part in walk(require.condition):
            if isinstance(part, m.RuleCall) and rules.rules[part.rule].words:
                return rules.rules[part.rule]
    return None
