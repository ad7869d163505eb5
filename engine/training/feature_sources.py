"""What features of a policy are made of: a move's pieces, words, zones and named rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rules import model as m
from engine.rules.types import PLAYER, Type


def has_last(zone: m.Zone) -> bool:
    """Return whether a zone has something that came last."""
    return zone.traits.ordered and not zone.traits.grid


def has_number(zone: m.Zone) -> bool:
    """Return whether numbers are written into a zone."""
    return zone.written is not None and zone.written.type.kind == "number"


def kinds_of(part: m.Zone | m.Variable) -> list[Type]:
    """Return what a zone or a variable is parted by."""
    return [domain.type for domain in part.indices]


def least(a: m.Attribute) -> int | None:
    """Return the least value of an attribute, where it is known."""
    return a.domain.low.value if isinstance(a.domain.low, m.Literal_) else None


@dataclass(frozen=True)
class Slot:
    """An index of zones: its text in a feature, its type, and its name."""

    text: str
    type: str
    name: str = ""


@dataclass(frozen=True)
class MovePiece:
    """A piece that a move is about, as a text; there only where a condition holds."""

    text: str
    components: tuple[str, ...]
    when: str = ""


@dataclass(frozen=True)
class ZoneText:
    """A zone that the choosing player may see into, with its text in a feature."""

    text: str
    zone: m.Zone

    @property
    def name(self) -> str:
        """Return the zone's name, marked where it is the seat's own."""
        return ("my " if self.text.startswith("my ") else "") + self.zone.name


class FeatureSources:
    """Finds in one ruleset what features can be made of."""

    def __init__(self, rules: m.Ruleset) -> None:
        self.rules = rules

    def items(self, action: m.Action) -> list[MovePiece]:
        """Return the pieces that the moves of an action are about."""
        found = [
            MovePiece(p.name, p.type.names)
            for p in action.parameters
            if p.type.kind == "piece" and not p.type.maybe and not m.takes_several(p.domain)
        ]
        words = [p.name for p in action.parameters if p.type.kind == "enum"]
        for slot in self.slots(action, found):
            for ref in self.zones(slot) if slot.text in words else ():
                pieces = ref.zone.pieces
                if pieces and ref.zone.seen == "all" and has_last(ref.zone):
                    found.append(MovePiece(f"last({ref.text})", pieces, f"{ref.text} is not empty"))
        return found

    def slots(self, action: m.Action, items: list[MovePiece]) -> list[Slot]:
        """Return the indices of zones that an action's parameters give."""
        found = [
            Slot(p.name, p.type.name, p.name)
            for p in action.parameters
            if p.type.kind == "enum" and p.type != PLAYER and not p.type.maybe
        ]
        borne = [slot for i in items if not i.when for slot in self.slots_of(i)]
        return found + [slot for slot in borne if slot.type != PLAYER.name]

    def slots_of(self, item: MovePiece) -> list[Slot]:
        """Return the words that a piece bears."""
        words = self.attributes(item.components, "enum")
        return [Slot(f"{item.text}.{a.name}", a.domain.type.name, a.name) for a in words]

    def attributes(self, components: tuple[str, ...], kind: str) -> list[m.Attribute]:
        """Return attributes that all of some components have."""
        known = self.rules.components
        if not components or not all(c in known for c in components):
            return []
        first, *rest = (known[c].attributes for c in components)
        shared = [{a.name for a in attributes} for attributes in rest]
        return [a for a in first if all(a.name in names for names in shared)
                and a.domain.type.kind == kind and not a.domain.type.maybe]  # fmt: skip

    def zones(self, slot: Slot | None, whose: str = "") -> Iterator[ZoneText]:
        """Yield zones, shared ones or with `my ` my own: of a slot, or those that aren't parted by
        anything.
        """
        for zone in self.rules.zones.values():
            kinds = kinds_of(zone)
            if whose:
                if kinds[:1] != [PLAYER] or zone.seen not in ("all", "owner"):
                    continue
                kinds = kinds[1:]
            if slot is None and not kinds:
                yield ZoneText(whose + zone.name, zone)
            if slot is not None and len(kinds) == 1 and self.is_of(kinds[0], slot):
                yield ZoneText(f"{whose}{zone.name}[{slot.text}]", zone)

    def mine(self, slot: Slot | None) -> Iterator[ZoneText]:
        """Yield zones of the seat that chooses."""
        return self.zones(slot, "my ")

    def is_of(self, kind: Type, slot: Slot) -> bool:
        """Return whether a type has the words of a slot."""
        if kind.kind != "enum":
            return False
        parts = self.rules.enums[kind.name].parts if kind.name in self.rules.enums else ()
        return slot.type in (kind.name, *(name for name, _ in parts))

    def fits(self, components: tuple[str, ...], slot: Slot) -> Iterator[tuple[str, ZoneText]]:
        """Yield the rules that say whether a piece fits into a zone of mine of a slot, and that."""
        for rule in self.rules.rules.values():
            if rule.type.kind == "truth" and len(rule.parameters) == 2:
                one, place = (p.domain.type for p in rule.parameters)
                if one.kind == "piece" and place.kind == "zone" and {*components} <= {*one.names}:
                    for ref in self.mine(slot):
                        if ref.zone.name == place.name:
                            yield rule.name, ref

    def worths(self, item: MovePiece) -> Iterator[str]:
        """Yield the numbers that a piece has: attributes, and what named rules make of it."""
        for a in self.attributes(item.components, "number"):
            yield f"{item.text}.{a.name}"
        for rule in self.rules.rules.values():
            if rule.type.kind == "number" and len(rule.parameters) == 1:
                kind = rule.parameters[0].domain.type
                if kind.kind == "piece" and set(item.components) <= set(kind.names):
                    yield f"{rule.name}({item.text})"
