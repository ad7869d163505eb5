"""What a policy may look at, computed from the checked model: features in the rules' own
language.

A feature is a line as advice has: a value of a move, perhaps under a condition. Of a move it says
what its pieces are, what lies where they might go, what the seat holds besides, what others hold
openly, and how far the game is. Nothing here knows any game: all follows from types, zones and
named rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.types import PLAYER
from engine.training import meanings as say
from engine.training.feature_sources import (
    FeatureSources,
    MovePiece,
    Slot,
    ZoneText,
    has_last,
    has_number,
    kinds_of,
    least,
)
from engine.training.ledgers import Held, LedgerTemplate, ledgers, worth
from engine.training.meanings import Meaning

MOST = 63
"""How many features a move has at most."""
_FEW = 4
"""How many words a type has at most that features tell apart by name."""
_SOME = 8
"""How many words a type has at most of which features count the pieces that are held."""


@dataclass(frozen=True)
class ActionFeatures:
    """What is asked of the moves of an action: its name, the names of what it takes, the lines."""

    action: str
    parameters: tuple[str, ...]
    lines: tuple[str, ...]


def chosen_at_once(rules: m.Ruleset) -> set[str]:
    """Return the names of actions that seats choose from at once, so none may look at what
    others have just done: inside `simultaneously each Player`, in what that carries out, and
    in reactions, which may come about there.
    """
    blocks: list[object] = [
        p.body for p in walk(rules) if isinstance(p, m.EachSeat) and p.simultaneous
    ]
    if not blocks:
        return set()
    blocks.append(rules.triggers)
    found: set[str] = set()
    carried_out: set[str] = set()
    while blocks:
        for part in walk(blocks.pop()):
            if isinstance(part, m.Action):
                found.add(part.name)
            elif isinstance(part, m.Perform) and part.procedure not in carried_out:
                carried_out.add(part.procedure)
                blocks.append(rules.procedures[part.procedure].body)
    return found


class Templates:
    """What may be asked of the moves and positions of one ruleset.

    `asked`: what may be asked of the moves of each action, most telling first; `meanings`: what
    its lines mean, where it can be put into words.
    """

    def __init__(self, rules: m.Ruleset) -> None:
        self.rules = rules
        self.sources = FeatureSources(rules)
        self.meanings: dict[str, Meaning] = {}
        taken = {n for part in (rules.zones, rules.rules, rules.variables, rules.options)
                 for n in part}  # fmt: skip
        actions = [p for p in walk(rules) if isinstance(p, m.Action)]
        taken |= {p.name for a in actions for p in a.parameters}
        self.other = next(n for n in ("other", "some", "one_more") if n not in taken)
        self.who = next(n for n in ("who", "rival", "opponent") if n not in taken)
        self.word = next(n for n in ("each_word", "any_word") if n not in taken)
        self.others = f"for {self.who} in Player where {self.who} != me"
        self.ledgers: list[LedgerTemplate] = list(ledgers(rules))
        self.actions: dict[str, m.Action] = {}
        for action in actions:
            self.actions.setdefault(action.name, action)
        self.apart = chosen_at_once(rules)
        self.asked = self._asked()

    def meaning(self, line: str, words: str, **parts: str) -> str:
        """Return a line after noting what it means: words with names of the rules in them."""
        self.meanings.setdefault(line, Meaning(words, parts))
        return line

    def of_others(self, line: str) -> bool:
        """Return whether a line looks at what other players have."""
        return f"{self.who} != me" in line

    def _asked(self) -> list[ActionFeatures]:
        found = []
        for name, action in self.actions.items():
            if name != "pass":
                lines = dict.fromkeys(self._of(action))
                shown = (x for x in lines if name not in self.apart or not self.of_others(x))
                names = tuple(p.name for p in action.parameters)
                found.append(ActionFeatures(name, names, tuple(shown)))
        return found

    def state_features(self) -> tuple[str, ...]:
        """Return what may be asked of a position."""
        lines = dict.fromkeys([*self.position(), *self.holding()])
        return tuple(line for line in lines if not (self.apart and self.of_others(line)))

    # -------------------------------------------------------------- zones

    def _inside(self, ref: ZoneText) -> Iterator[str]:
        """Yield what may be asked of the contents of a zone."""
        said, other, zone, filled = self.meaning, self.other, ref.zone, f"{ref.text} is not empty"
        yield said(f"size({ref.text})", say.SIZE, zone=ref.name)
        if zone.seen == "none":
            return
        if has_number(zone) and not zone.traits.grid:
            yield said(f"last({ref.text}) if {filled}", say.WRITTEN, zone=ref.name)
        for a in self.sources.attributes(zone.pieces, "number"):
            of = {"zone": ref.name, "number": a.name}
            yield said(f"sum({other}.{a.name} for {other} in {ref.text})", say.SUM, **of)
            if (low := least(a)) is not None:
                yield f"count({other} in {ref.text} where {other}.{a.name} = {low})"
            if has_last(zone):
                yield said(f"last({ref.text}).{a.name} if {filled}", say.LAST, **of)
        if zone.traits.spaces and zone.pieces:
            line = f"sum({other}.space for {other} in {ref.text})"
            yield said(line, say.SPACES, zone=ref.name)

    def _others(self, slot: Slot) -> Iterator[str]:
        """Yield what the other seats have of a slot, openly."""
        who, other = self.who, self.other
        for zone in self.rules.zones.values():
            kinds = kinds_of(zone)
            if zone.seen != "all" or len(kinds) != 2 or kinds[0] != PLAYER:
                continue
            if self.sources.is_of(kinds[1], slot):
                ref = f"{zone.name}[{who}, {slot.text}]"
                filled = f"for {who} in Player where {ref} is not empty and {who} != me"
                yield self.meaning(
                    f"sum(size({ref}) {self.others})", say.OTHERS_SIZE, zone=zone.name
                )
                for a in self.sources.attributes(zone.pieces, "number"):
                    if has_last(zone):
                        yield f"sum(last({ref}).{a.name} {filled})"
                if zone.traits.spaces and zone.pieces:
                    line = f"sum(sum({other}.space for {other} in {ref}) {self.others})"
                    yield self.meaning(line, say.OTHERS_SPACES, zone=zone.name)

    # -------------------------------------------------------------- ledgers

    def _held(self, slot: Slot, more: str = "") -> Iterator[Held]:
        """Yield what the player who chooses holds, or what lies openly, that may go to a zone of a
        slot.
        """
        for hand in [*self.sources.mine(None), *self.sources.zones(None)]:
            if hand.zone.seen == "none" or not hand.zone.pieces:
                continue
            for w in self.sources.attributes(hand.zone.pieces, "enum"):
                if w.domain.type.name == slot.type:
                    for rule, ref in self.sources.fits(hand.zone.pieces, slot):
                        yield Held(hand.text, ref.zone.name, rule, w.name, slot.text, more)

    def _worth(self, slot: Slot, more: str = "") -> Iterator[str]:
        """Yield what the ledgers come to for a slot, now and with what is held."""
        then = say.WITH_MORE if more else say.WITH_HELD
        for ledger in self.ledgers:
            if ledger.type == slot.type:
                found = [] if more else [(worth(self.rules, ledger, slot.text), say.WORTH)]
                found += [(worth(self.rules, ledger, slot.text, held), then)
                          for held in self._held(slot, more)]  # fmt: skip
                yield from (self.meaning(x, words, same=slot.name) for x, words in found if x)

    def _all_worth(self) -> Iterator[str]:
        """Yield what the ledgers come to for all words together."""
        for ledger in self.ledgers:
            slot = Slot(self.word, ledger.type)
            found = [worth(self.rules, ledger, slot.text)]
            found += [worth(self.rules, ledger, slot.text, h) for h in self._held(slot)]
            yield from (f"sum({line} for {self.word} in {ledger.type})" for line in found if line)

    # -------------------------------------------------------------- features

    def _of(self, action: m.Action) -> Iterator[str]:
        items = self.sources.items(action)
        slots = self.sources.slots(action, items)
        numbers = [p.name for p in action.parameters
                   if p.type.kind == "number" and not m.takes_several(p.domain)]  # fmt: skip
        for item in items:
            yield from (self._if(line, item.when) for line in self._of_item(item))
        for n in [*numbers, *(w for i in items if not i.when for w in self.sources.worths(i))]:
            yield self.meaning(n, say.NUMBER, number=n) if n in numbers else n
            for ref in (ref for slot in slots for ref in self.sources.mine(slot)):
                if has_number(ref.zone):
                    line = f"{n} - last({ref.text}) if {ref.text} is not empty"
                    yield self.meaning(line, say.OVER_WRITTEN, zone=ref.name)
                    line = f"{n} if {ref.text} is empty"
                    yield self.meaning(line, say.FIRST_WRITTEN, zone=ref.name)
        for n in numbers:
            yield from (f"{n} - size({ref.text})" for ref in self.sources.mine(None))
            yield from (f"{n} - ({line})" for line in self._fitting() if " if " not in line)
            yield from (f"{n} - ({line})" for line in self._all_worth())
        for p in action.parameters:
            if p.type.kind == "enum":
                yield from self._is_word(Slot(p.name, p.type.name, p.name), _FEW)
        for item in items:
            if not item.when:
                for slot in self.sources.slots_of(item):
                    yield from self._is_word(slot, 3)
                if any(z.traits.spaces and set(item.components) & set(z.pieces)
                       for z in self.rules.zones.values()):  # fmt: skip
                    yield f"{item.text}.space"
        for slot in slots:
            yield from self._of_slot(slot)
        for item in items:
            for slot in self.sources.slots_of(item) if item.when else ():
                yield from (self._if(line, item.when) for line in self._of_slot(slot))
        if not any(not item.when for item in items):
            yield from self.holding()
        yield from self.position()

    def _is_word(self, slot: Slot, most: int) -> Iterator[str]:
        """Yield which word it is, of a type that has so many at most."""
        known = self.rules.enums.get(slot.type)
        for member in known.members if known and len(known.members) <= most else ():
            line = f"1 if {slot.text} = {member.name}"
            yield self.meaning(line, say.IS, name=slot.name, word=member.name)

    def _of_item(self, item: MovePiece) -> Iterator[str]:
        said, numbers = self.meaning, self.sources.attributes(item.components, "number")
        for a in numbers:
            yield said(f"{item.text}.{a.name}", say.NUMBER, number=a.name)
            if (low := least(a)) is not None:
                yield f"1 if {item.text}.{a.name} = {low}"
        for slot in self.sources.slots_of(item):
            if slot.type == PLAYER.name:
                continue
            yield from self._worth(slot)
            for a in numbers[:1]:
                yield from self._worth(slot, f"{{}}.{a.name} >= {item.text}.{a.name}")
            for rule, ref in self.sources.fits(item.components, slot):
                yield said(f"1 if {rule}({item.text}, {ref.text})", say.FITS, zone=ref.name)
                if ref.zone.seen == "all":
                    fits = f"{rule}({item.text}, {ref.zone.name}[{self.who}, {slot.text}])"
                    line = f"count({self.who} in Player where {self.who} != me and {fits})"
                    yield said(line, say.FITS_OTHERS)
            for ref in self.sources.mine(slot):
                if set(ref.zone.pieces) & set(item.components) and has_last(ref.zone):
                    for a in numbers:
                        mine, of = f"{item.text}.{a.name}", {"zone": ref.name, "number": a.name}
                        line = f"{mine} - last({ref.text}).{a.name} if {ref.text} is not empty"
                        yield said(line, say.OVER_LAST, **of)
                        yield said(f"{mine} if {ref.text} is empty", say.FIRST, **of)
                    yield said(f"1 if {ref.text} is empty", say.BEGINS, zone=ref.name)
            for hand in self.sources.mine(None):
                if set(hand.zone.pieces) & set(item.components) and numbers:
                    yield from self._beside(item, slot, hand, numbers[0].name)

    def _beside(self, item: MovePiece, slot: Slot, hand: ZoneText, number: str) -> Iterator[str]:
        """Yield what is held of the same word also, higher and lower."""
        said, other = self.meaning, self.other
        mine, its = f"{item.text}.{number}", f"{other}.{number}"
        same = f"{other} in {hand.text} where {other}.{slot.name} = {slot.text}"
        of = {"zone": hand.name, "same": slot.name, "number": number}
        for sign, count, together in (
            (">", say.HIGHER, say.HIGHER_SUM), ("<", say.LOWER, say.LOWER_SUM),
        ):  # fmt: skip
            where = f"{same} and {its} {sign} {mine}"
            yield said(f"count({where})", count, **of)
            yield said(f"sum({its} for {where})", together, **of)
        for rule, ref in self.sources.fits(item.components, slot):
            line = f"count({same} and {its} < {mine} and {rule}({other}, {ref.text}))"
            yield said(line, say.LOWER_FITS, **of)

    def _if(self, line: str, when: str) -> str:
        if not when:
            return line
        value, has, condition = line.rpartition(" if ")
        longer = f"{line} if {when}"
        if has and " else " not in condition:
            longer = f"{value} if {when} and {condition}"
        if line in self.meanings:
            self.meanings.setdefault(longer, self.meanings[line])
        return longer

    def _of_slot(self, slot: Slot) -> Iterator[str]:
        said, other = self.meaning, self.other
        yield from self._worth(slot)
        for ref in self.sources.mine(slot):
            yield from self._inside(ref)
        for hand in self.sources.mine(None):
            numbers = self.sources.attributes(hand.zone.pieces, "number")[:1]
            for w in self.sources.attributes(hand.zone.pieces, "enum"):
                if w.domain.type.name != slot.type:
                    continue
                where = f"{other} in {hand.text} where {other}.{w.name} = {slot.text}"
                of = {"zone": hand.name, "same": w.name}
                yield said(f"count({where})", say.SAME, **of)
                for a in numbers:
                    line = f"sum({other}.{a.name} for {where})"
                    yield said(line, say.SAME_SUM, number=a.name, **of)
                for rule, ref in self.sources.fits(hand.zone.pieces, slot):
                    fits = f"{where} and {rule}({other}, {ref.text})"
                    yield said(f"count({fits})", say.SAME_FITS, **of)
                    yield from (f"sum({other}.{a.name} for {fits})" for a in numbers)
        yield from self._others(slot)
        for ref in self.sources.zones(slot):
            yield from self._inside(ref)
        yield from self._variables(slot)

    def _variables(self, slot: Slot) -> Iterator[str]:
        """Yield what open variables say of a slot: everybody's, or the seat's own."""
        for v in self.rules.variables.values():
            kinds = kinds_of(v)
            whose = "my " if len(kinds) == 2 and kinds[0] == PLAYER else ""
            if v.domain.type.maybe or v.seen != "all" or not (whose or len(kinds) == 1):
                continue
            if kinds[-1] == PLAYER or not self.sources.is_of(kinds[-1], slot):
                continue
            name, ref = whose + v.name, f"{whose}{v.name}[{slot.text}]"
            if v.domain.type.kind == "number":
                yield self.meaning(ref, say.NUMBER, number=name)
            elif v.domain.type.kind == "truth":
                yield self.meaning(f"1 if {ref}", say.HOLDS, name=name)

    def _fitting(self) -> Iterator[str]:
        """Yield what lies openly for all and would fit to what is mine, or to what others have."""
        other = self.other
        for ref in self.sources.zones(None):
            if ref.zone.seen != "all" or not ref.zone.pieces:
                continue
            for w in self.sources.attributes(ref.zone.pieces, "enum"):
                slot = Slot(f"{other}.{w.name}", w.domain.type.name)
                for rule, own in self.sources.fits(ref.zone.pieces, slot):
                    inside = f"{other} in {ref.text} where {rule}({other}, "
                    fits = f"{inside}{own.text})"
                    begun = f"{fits} and {own.text} is not empty"
                    yield from (f"count({fits})", f"count({begun})")
                    for a in self.sources.attributes(ref.zone.pieces, "number"):
                        yield f"sum({other}.{a.name} for {fits})"
                        yield f"sum({other}.{a.name} for {begun})"
                        if (low := least(a)) is not None:
                            yield f"count({fits} and {other}.{a.name} = {low})"
                    if own.zone.seen == "all":
                        place = f"{own.zone.name}[{self.who}, {slot.text}]"
                        yield f"sum(count({inside}{place})) {self.others})"

    def holding(self) -> Iterator[str]:
        """Yield what the seat holds and what is open, where a move is about no piece: how many
        of each word, and what their numbers come to; and whether the seat began.
        """
        other = self.other
        for ref in [*self.sources.mine(None), *self.sources.zones(None)]:
            if ref.zone.seen == "none" or not ref.zone.pieces:
                continue
            for a in self.sources.attributes(ref.zone.pieces, "number"):
                yield f"sum({other}.{a.name} for {other} in {ref.text})"
            for a in self.sources.attributes(ref.zone.pieces, "enum"):
                known = self.rules.enums.get(a.domain.type.name)
                for word in known.members if known and len(known.members) <= _SOME else ():
                    yield f"count({other} in {ref.text} where {other}.{a.name} = {word.name})"
        for v in self.rules.variables.values():
            if v.domain.type.kind == "truth" and v.seen == "all" and not kinds_of(v):
                yield f"1 if {v.name}"
        yield "1 if me = starter"

    def position(self) -> Iterator[str]:
        """Yield what may be asked of a position, whatever the move."""
        who, word, others = self.who, self.word, self.others
        yield from self._all_worth()
        yield from (f"size({ref.text})" for ref in self.sources.zones(None))
        yield from self._fitting()
        for v in self.rules.variables.values():
            kinds = kinds_of(v)
            if v.domain.type.kind != "number" or v.domain.type.maybe:
                continue
            if not kinds and v.seen == "all":
                yield v.name
            if kinds == [PLAYER]:
                yield f"my {v.name}"
                if v.seen == "all":
                    yield f"sum({v.name}[{who}] {others})"
        for zone in self.rules.zones.values():
            kinds = kinds_of(zone)
            if kinds == [PLAYER]:
                yield f"size(my {zone.name})"
                yield f"sum(size({zone.name}[{who}]) {others})"
            elif kinds and kinds[-1].kind == "enum":
                each = f"for {word} in {kinds[-1].name}"
                if len(kinds) == 2 and kinds[0] == PLAYER:
                    mine = f"my {zone.name}[{word}]"
                    yield f"count({word} in {kinds[1].name} where {mine} is not empty)"
                    yield f"sum(size({mine}) {each})"
                    yield f"sum(sum(size({zone.name}[{who}, {word}]) {each}) {others})"
                if len(kinds) == 1:
                    yield f"sum(size({zone.name}[{word}]) {each})"
