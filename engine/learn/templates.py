"""What a policy may look at, worked out from the checked model: features in the rules' own
language.

A feature is a line as advice has: a value of a move, perhaps under a condition. Of a move it says
what its pieces are, what lies where they might go, what the seat holds besides, what others hold
openly, and how far the game is. Nothing here knows any game: all follows from types, zones and
named rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.learn import meanings as say
from engine.learn.ledgers import Held, LedgerTemplate, ledgers, worth
from engine.learn.meanings import Meaning
from engine.rules import model as m
from engine.rules.types import PLAYER, Type
from engine.rules.walk import walk

MOST = 63
"""How many features a move has at most."""
_FEW = 4
"""How many words a type has at most that features tell apart by name."""


def _has_last(zone: m.Zone) -> bool:
    """Tell whether a zone has something that came last."""
    return zone.traits.ordered and not zone.traits.grid


@dataclass(frozen=True)
class AskedAction:
    """What is asked of the moves of an action: its name, the names of what it takes, the lines."""

    action: str
    parameters: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class _Slot:
    """A word by which zones are told apart: as a text, the type it is of, how it is called."""

    text: str
    type: str
    name: str = ""


@dataclass(frozen=True)
class _Item:
    """A piece that a move is about, as a text; there only where a condition holds."""

    text: str
    components: tuple[str, ...]
    when: str = ""


@dataclass(frozen=True)
class _Ref:
    """A zone that whoever chooses may look into, as a text."""

    text: str
    zone: m.Zone

    @property
    def name(self) -> str:
        """Return the zone's name, marked where it is the seat's own."""
        return ("my " if self.text.startswith("my ") else "") + self.zone.name


def asked(rules: m.Ruleset) -> list[AskedAction]:
    """Return what may be asked of the moves of each action, most telling first."""
    return list(_Templates(rules).all())


def meant(rules: m.Ruleset) -> dict[str, Meaning]:
    """Return what the lines that may be asked of moves mean, where it can be put into words."""
    made = _Templates(rules)
    for _ in made.all():
        pass
    return made.meanings


def standing(rules: m.Ruleset) -> tuple[str, ...]:
    """Return what may be asked of a position."""
    made = _Templates(rules)
    lines = dict.fromkeys(made.position())
    return tuple(line for line in lines if not (made.apart and made.of_others(line)))


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


class _Templates:
    """One run over one ruleset."""

    def __init__(self, rules: m.Ruleset) -> None:
        self.rules = rules
        self.meanings: dict[str, Meaning] = {}
        taken = {n for part in (rules.zones, rules.rules, rules.variables, rules.options)
                 for n in part}  # fmt: skip
        actions = [p for p in walk(rules) if isinstance(p, m.Action)]
        taken |= {p.name for a in actions for p in a.parameters}
        self.other = next(n for n in ("other", "some", "one_more") if n not in taken)
        self.who = next(n for n in ("who", "rival", "opponent") if n not in taken)
        self.word = next(n for n in ("each_word", "any_word") if n not in taken)
        self.ledgers: list[LedgerTemplate] = list(ledgers(rules))
        self.actions: dict[str, m.Action] = {}
        for action in actions:
            self.actions.setdefault(action.name, action)
        self.apart = chosen_at_once(rules)

    def meaning(self, line: str, words: str, **parts: str) -> str:
        """Return a line after noting what it means: words with names of the rules in them."""
        self.meanings.setdefault(line, Meaning(words, parts))
        return line

    def of_others(self, line: str) -> bool:
        """Tell whether a line looks at what other players have."""
        return f"{self.who} != me" in line

    def all(self) -> Iterator[AskedAction]:
        for name, action in self.actions.items():
            if name == "pass":
                continue
            lines = dict.fromkeys(self._of(action))
            if name in self.apart:
                lines = dict.fromkeys(line for line in lines if not self.of_others(line))
            yield AskedAction(name, tuple(p.name for p in action.parameters), tuple(lines))

    # -------------------------------------------------------------- what a move is about

    def _items(self, action: m.Action) -> list[_Item]:
        found = []
        for p in action.parameters:
            if p.type.kind == "piece" and not p.type.maybe and not self._several(p):
                found.append(_Item(p.name, p.type.names))
        for slot in self._slots(action, found):
            if slot.text not in self._words(action):
                continue
            for ref in self._shared(slot):
                zone = ref.zone
                if zone.pieces and zone.seen == "all" and _has_last(zone):
                    top, filled = f"last({ref.text})", f"{ref.text} is not empty"
                    found.append(_Item(top, zone.pieces, filled))
        return found

    def _several(self, p: m.ActionParameter) -> bool:
        return m.takes_several(p.domain)

    def _words(self, action: m.Action) -> list[str]:
        return [p.name for p in action.parameters if p.type.kind == "enum"]

    def _slots(self, action: m.Action, items: list[_Item]) -> list[_Slot]:
        found = [
            _Slot(p.name, p.type.name, p.name)
            for p in action.parameters
            if p.type.kind == "enum" and p.type != PLAYER and not p.type.maybe
        ]
        for item in items:
            if not item.when:
                found += [_Slot(f"{item.text}.{a.name}", a.domain.type.name, a.name)
                          for a in self._attributes(item.components, "enum")
                          if a.domain.type != PLAYER]  # fmt: skip
        return found

    def _attributes(self, components: tuple[str, ...], kind: str) -> list[m.Attribute]:
        """Return attributes that all of some components have."""
        if not all(c in self.rules.components for c in components):
            return []
        lists = [self.rules.components[c].attributes for c in components]
        shared = set.intersection(*({a.name for a in x} for x in lists)) if lists else set()
        return [a for a in lists[0] if a.name in shared and a.domain.type.kind == kind
                and not a.domain.type.maybe] if lists else []  # fmt: skip

    # -------------------------------------------------------------- zones

    def _mine(self, slot: _Slot | None) -> Iterator[_Ref]:
        """Yield my own zones: of a slot, or those that aren't parted by anything."""
        for zone in self.rules.zones.values():
            kinds = [d.type for d in zone.indices]
            if not kinds or kinds[0] != PLAYER or zone.seen not in ("all", "owner"):
                continue
            if slot is None and len(kinds) == 1:
                yield _Ref(f"my {zone.name}", zone)
            if slot is not None and len(kinds) == 2 and self._is(kinds[1], slot):
                yield _Ref(f"my {zone.name}[{slot.text}]", zone)

    def _shared(self, slot: _Slot | None) -> Iterator[_Ref]:
        for zone in self.rules.zones.values():
            kinds = [d.type for d in zone.indices]
            if slot is None and not kinds:
                yield _Ref(zone.name, zone)
            if slot is not None and len(kinds) == 1 and self._is(kinds[0], slot):
                yield _Ref(f"{zone.name}[{slot.text}]", zone)

    def _is(self, kind: Type, slot: _Slot) -> bool:
        if kind.kind != "enum":
            return False
        parts = self.rules.enums[kind.name].parts if kind.name in self.rules.enums else ()
        return slot.type in (kind.name, *(name for name, _ in parts))

    def _inside(self, ref: _Ref) -> Iterator[str]:
        """Yield what may be asked of what lies in a zone."""
        said = self.meaning
        yield said(f"size({ref.text})", say.SIZE, zone=ref.name)
        zone = ref.zone
        if zone.seen == "none":
            return
        numbers = zone.written is not None and zone.written.type.kind == "number"
        if numbers and not zone.traits.grid:
            yield said(f"last({ref.text}) if {ref.text} is not empty", say.WRITTEN, zone=ref.name)
        for a in self._attributes(zone.pieces, "number"):
            of = {"zone": ref.name, "number": a.name}
            yield said(f"sum({self.other}.{a.name} for {self.other} in {ref.text})", say.SUM, **of)
            low = self._low(a)
            if low is not None:
                yield f"count({self.other} in {ref.text} where {self.other}.{a.name} = {low})"
            if _has_last(zone):
                yield said(f"last({ref.text}).{a.name} if {ref.text} is not empty", say.LAST, **of)
        if zone.traits.spaces and zone.pieces:
            line = f"sum({self.other}.space for {self.other} in {ref.text})"
            yield said(line, say.SPACES, zone=ref.name)

    def _low(self, a: m.Attribute) -> int | None:
        low = a.domain.low
        return low.value if isinstance(low, m.Literal_) else None

    def _others(self, slot: _Slot) -> Iterator[str]:
        """Yield what the other seats have of a slot, openly."""
        who, other = self.who, self.other
        for zone in self.rules.zones.values():
            kinds = [d.type for d in zone.indices]
            if zone.seen != "all" or len(kinds) != 2 or kinds[0] != PLAYER:
                continue
            if self._is(kinds[1], slot):
                ref = f"{zone.name}[{who}, {slot.text}]"
                where = f"for {who} in Player where {who} != me"
                filled = f"for {who} in Player where {ref} is not empty and {who} != me"
                said, name = self.meaning, zone.name
                yield said(f"sum(size({ref}) {where})", say.OTHERS_SIZE, zone=name)
                for a in self._attributes(zone.pieces, "number"):
                    if _has_last(zone):
                        yield f"sum(last({ref}).{a.name} {filled})"
                if zone.traits.spaces and zone.pieces:
                    line = f"sum(sum({other}.space for {other} in {ref}) {where})"
                    yield said(line, say.OTHERS_SPACES, zone=name)

    # -------------------------------------------------------------- ledgers

    def _held(self, slot: _Slot, more: str = "") -> Iterator[Held]:
        """Yield what whoever chooses holds, or what lies openly, that may go to a zone of a
        slot.
        """
        for hand in [*self._mine(None), *self._shared(None)]:
            if hand.zone.seen == "none" or not hand.zone.pieces:
                continue
            for w in self._attributes(hand.zone.pieces, "enum"):
                if w.domain.type.name != slot.type:
                    continue
                for rule, zone in self._judges(hand.zone.pieces):
                    if any(r.zone.name == zone.name for r in self._mine(slot)):
                        yield Held(hand.text, zone.name, rule, w.name, slot.text, more)

    def _worth(self, slot: _Slot, more: str = "") -> Iterator[str]:
        """Yield what the ledgers come to for a slot, now and with what is held."""
        for ledger in self.ledgers:
            if ledger.type != slot.type:
                continue
            now = "" if more else worth(self.rules, ledger, slot.text)
            if now:
                yield self.meaning(now, say.WORTH, same=slot.name)
            for held in self._held(slot, more):
                if then := worth(self.rules, ledger, slot.text, held):
                    yield self.meaning(
                        then, say.WITH_MORE if more else say.WITH_HELD, same=slot.name
                    )

    def _all_worth(self) -> Iterator[str]:
        """Yield what the ledgers come to for all words together."""
        for ledger in self.ledgers:
            slot = _Slot(self.word, ledger.type)
            found = [worth(self.rules, ledger, slot.text)]
            found += [worth(self.rules, ledger, slot.text, h) for h in self._held(slot)]
            yield from (f"sum({line} for {self.word} in {ledger.type})" for line in found if line)

    # -------------------------------------------------------------- named rules

    def _judges(self, components: tuple[str, ...]) -> Iterator[tuple[str, m.Zone]]:
        """Yield the rules that say whether a piece fits into a zone."""
        for rule in self.rules.rules.values():
            if rule.type.kind == "truth" and len(rule.parameters) == 2:
                one, place = (p.domain.type for p in rule.parameters)
                if one.kind == "piece" and place.kind == "zone" and set(components) <= set(
                    one.names
                ):  # fmt: skip
                    yield rule.name, self.rules.zones[place.name]

    def _worths(self, item: _Item) -> Iterator[str]:
        """Yield the numbers that a piece has: attributes, and what named rules make of it."""
        for a in self._attributes(item.components, "number"):
            yield f"{item.text}.{a.name}"
        for rule in self.rules.rules.values():
            if rule.type.kind == "number" and len(rule.parameters) == 1:
                kind = rule.parameters[0].domain.type
                if kind.kind == "piece" and set(item.components) <= set(kind.names):
                    yield f"{rule.name}({item.text})"

    # -------------------------------------------------------------- features

    def _of(self, action: m.Action) -> Iterator[str]:
        items = self._items(action)
        slots = self._slots(action, items)
        numbers = [p.name for p in action.parameters
                   if p.type.kind == "number" and not self._several(p)]  # fmt: skip
        for item in items:
            yield from (self._if(line, item.when) for line in self._of_item(item))
        for n in [*numbers, *(w for i in items if not i.when for w in self._worths(i))]:
            yield self.meaning(n, say.NUMBER, number=n) if n in numbers else n
            for slot in slots:
                for ref in self._mine(slot):
                    if ref.zone.written is not None and ref.zone.written.type.kind == "number":
                        line = f"{n} - last({ref.text}) if {ref.text} is not empty"
                        yield self.meaning(line, say.OVER_WRITTEN, zone=ref.name)
                        line = f"{n} if {ref.text} is empty"
                        yield self.meaning(line, say.FIRST_WRITTEN, zone=ref.name)
        for n in numbers:
            for ref in self._mine(None):
                yield f"{n} - size({ref.text})"
            yield from (f"{n} - ({line})" for line in self._fitting() if " if " not in line)
            yield from (f"{n} - ({line})" for line in self._all_worth())
        for p in action.parameters:
            if p.type.kind != "enum" or p.type.name not in self.rules.enums:
                continue
            members = self.rules.enums[p.type.name].members
            if len(members) <= _FEW:
                for member in members:
                    line = f"1 if {p.name} = {member.name}"
                    yield self.meaning(line, say.IS, name=p.name, word=member.name)
        for item in items:
            if not item.when:
                for a in self._attributes(item.components, "enum"):
                    kind = a.domain.type
                    if kind != PLAYER and len(self.rules.enums[kind.name].members) <= 3:
                        for member in self.rules.enums[kind.name].members:
                            line = f"1 if {item.text}.{a.name} = {member.name}"
                            yield self.meaning(line, say.IS, name=a.name, word=member.name)
                yield from self._changing_tracks(item)
        for slot in slots:
            yield from self._of_slot(slot)
        for item in items:
            if item.when:
                for a in self._attributes(item.components, "enum"):
                    slot = _Slot(f"{item.text}.{a.name}", a.domain.type.name, a.name)
                    yield from (self._if(line, item.when) for line in self._of_slot(slot))
        yield from self.position()

    def _changing_tracks(self, item: _Item) -> Iterator[str]:
        zones = [z for z in self.rules.zones.values()
                 if z.traits.spaces and set(item.components) & set(z.pieces)]  # fmt: skip
        if zones:
            yield f"{item.text}.space"

    def _of_item(self, item: _Item) -> Iterator[str]:
        other, who = self.other, self.who
        numbers = self._attributes(item.components, "number")
        words = [a for a in self._attributes(item.components, "enum")
                 if a.domain.type != PLAYER]  # fmt: skip
        said = self.meaning
        for a in numbers:
            yield said(f"{item.text}.{a.name}", say.NUMBER, number=a.name)
            low = self._low(a)
            if low is not None:
                yield f"1 if {item.text}.{a.name} = {low}"
        for w in words:
            slot = _Slot(f"{item.text}.{w.name}", w.domain.type.name, w.name)
            yield from self._worth(slot)
            for a in numbers[:1]:
                yield from self._worth(slot, f"{{}}.{a.name} >= {item.text}.{a.name}")
            same = f"{other}.{w.name} = {slot.text}"
            for rule, zone in self._judges(item.components):
                refs = [r for r in self._mine(slot) if r.zone.name == zone.name]
                for ref in refs:
                    line = f"1 if {rule}({item.text}, {ref.text})"
                    yield said(line, say.FITS, zone=ref.name)
                    place = f"{zone.name}[{who}, {slot.text}]"
                    if zone.seen == "all":
                        yield said(
                            f"count({who} in Player where {who} != me and "
                            f"{rule}({item.text}, {place}))",
                            say.FITS_OTHERS,
                        )
            for ref in self._mine(slot):
                if set(ref.zone.pieces) & set(item.components) and _has_last(ref.zone):
                    for a in numbers:
                        mine = f"{item.text}.{a.name}"
                        of = {"zone": ref.name, "number": a.name}
                        line = f"{mine} - last({ref.text}).{a.name} if {ref.text} is not empty"
                        yield said(line, say.OVER_LAST, **of)
                        yield said(f"{mine} if {ref.text} is empty", say.FIRST, **of)
                    yield said(f"1 if {ref.text} is empty", say.BEGINS, zone=ref.name)
            for hand in self._mine(None):
                if not set(hand.zone.pieces) & set(item.components):
                    continue
                for a in numbers[:1]:
                    mine, its = f"{item.text}.{a.name}", f"{other}.{a.name}"
                    of = {"zone": hand.name, "same": w.name, "number": a.name}
                    for sign, count, together in (
                        (">", say.HIGHER, say.HIGHER_SUM),
                        ("<", say.LOWER, say.LOWER_SUM),
                    ):
                        where = f"{other} in {hand.text} where {same} and {its} {sign} {mine}"
                        yield said(f"count({where})", count, **of)
                        yield said(f"sum({its} for {where})", together, **of)
                    for rule, zone in self._judges(item.components):
                        for ref in self._mine(slot):
                            if ref.zone.name == zone.name:
                                yield said(
                                    f"count({other} in {hand.text} where {same} and "
                                    f"{its} < {mine} and {rule}({other}, {ref.text}))",
                                    say.LOWER_FITS,
                                    **of,
                                )

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

    def _of_slot(self, slot: _Slot) -> Iterator[str]:
        other = self.other
        yield from self._worth(slot)
        for ref in self._mine(slot):
            yield from self._inside(ref)
        for hand in self._mine(None):
            for w in self._attributes(hand.zone.pieces, "enum"):
                if w.domain.type.name != slot.type:
                    continue
                where = f"{other} in {hand.text} where {other}.{w.name} = {slot.text}"
                numbers = self._attributes(hand.zone.pieces, "number")
                of = {"zone": hand.name, "same": w.name}
                said = self.meaning
                yield said(f"count({where})", say.SAME, **of)
                for a in numbers[:1]:
                    line = f"sum({other}.{a.name} for {where})"
                    yield said(line, say.SAME_SUM, number=a.name, **of)
                for rule, zone in self._judges(hand.zone.pieces):
                    for ref in self._mine(slot):
                        if ref.zone.name == zone.name:
                            fits = f"{where} and {rule}({other}, {ref.text})"
                            yield said(f"count({fits})", say.SAME_FITS, **of)
                            for a in numbers[:1]:
                                yield f"sum({other}.{a.name} for {fits})"
        yield from self._others(slot)
        for ref in self._shared(slot):
            yield from self._inside(ref)
        yield from self._variables(slot)

    def _variables(self, slot: _Slot) -> Iterator[str]:
        """Yield what open variables say of a slot: everybody's, or the seat's own."""
        for v in self.rules.variables.values():
            kinds = [d.type for d in v.indices]
            mine = len(kinds) == 2 and kinds[0] == PLAYER
            if v.domain.type.maybe or v.seen != "all" or not (mine or len(kinds) == 1):
                continue
            if kinds[-1] == PLAYER or not self._is(kinds[-1], slot):
                continue
            ref = f"my {v.name}[{slot.text}]" if mine else f"{v.name}[{slot.text}]"
            whose = "my " if mine else ""
            if v.domain.type.kind == "number":
                yield self.meaning(ref, say.NUMBER, number=whose + v.name)
            elif v.domain.type.kind == "truth":
                yield self.meaning(f"1 if {ref}", say.HOLDS, name=whose + v.name)

    def _fitting(self) -> Iterator[str]:
        """Yield what lies openly for all and would fit to what is mine, or to what others have."""
        other, who = self.other, self.who
        for ref in self._shared(None):
            if ref.zone.seen != "all" or not ref.zone.pieces:
                continue
            for w in self._attributes(ref.zone.pieces, "enum"):
                for rule, zone in self._judges(ref.zone.pieces):
                    slot = _Slot(f"{other}.{w.name}", w.domain.type.name)
                    mine = [r for r in self._mine(slot) if r.zone.name == zone.name]
                    for own in mine:
                        fits = f"{other} in {ref.text} where {rule}({other}, {own.text})"
                        yield f"count({fits})"
                        begun = f"{fits} and {own.text} is not empty"
                        yield f"count({begun})"
                        for a in self._attributes(ref.zone.pieces, "number"):
                            yield f"sum({other}.{a.name} for {fits})"
                            yield f"sum({other}.{a.name} for {begun})"
                            low = self._low(a)
                            if low is not None:
                                yield f"count({fits} and {other}.{a.name} = {low})"
                        if zone.seen == "all":
                            place = f"{zone.name}[{who}, {slot.text}]"
                            yield (
                                f"sum(count({other} in {ref.text} where {rule}({other}, {place})) "
                                f"for {who} in Player where {who} != me)"
                            )

    def position(self) -> Iterator[str]:
        """Yield what may be asked of a position, whatever the move."""
        who, word = self.who, self.word
        yield from self._all_worth()
        for ref in self._shared(None):
            yield f"size({ref.text})"
        yield from self._fitting()
        for v in self.rules.variables.values():
            kinds = [d.type for d in v.indices]
            if v.domain.type.kind != "number" or v.domain.type.maybe:
                continue
            if not kinds and v.seen == "all":
                yield v.name
            if kinds == [PLAYER]:
                yield f"my {v.name}"
                if v.seen == "all":
                    yield f"sum({v.name}[{who}] for {who} in Player where {who} != me)"
        for zone in self.rules.zones.values():
            kinds = [d.type for d in zone.indices]
            if kinds == [PLAYER]:
                yield f"size(my {zone.name})"
                yield f"sum(size({zone.name}[{who}]) for {who} in Player where {who} != me)"
            if len(kinds) == 2 and kinds[0] == PLAYER and kinds[1].kind == "enum":
                kind = kinds[1].name
                yield f"count({word} in {kind} where my {zone.name}[{word}] is not empty)"
                yield f"sum(size(my {zone.name}[{word}]) for {word} in {kind})"
                yield (
                    f"sum(sum(size({zone.name}[{who}, {word}]) for {word} in {kind}) "
                    f"for {who} in Player where {who} != me)"
                )
            if len(kinds) == 1 and kinds[0].kind == "enum" and kinds[0] != PLAYER:
                yield f"sum(size({zone.name}[{word}]) for {word} in {kinds[0].name})"
