"""Hidden zones into which pieces only ever are sorted: `move each Card to deck[its age]`.

Whoever knows the rules knows of every piece in such a zone what it was sorted by, face down or not.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.frozen import walk
from engine.rules import model as m

Sides = tuple[tuple[int, str], ...]
"""Indices of a zone by their place, and the attribute that each is, of whatever lies there."""


_last: list[tuple[m.Ruleset, dict[str, Sides]]] = []
"""The ruleset that was asked about last, and the answer: it is asked about several times."""


def sorted_zones(rules: m.Ruleset) -> dict[str, Sides]:
    """Return the hidden families of zones that are sorted by what no back shows, by name."""
    for known, answer in _last:
        if known is rules:
            return dict(answer)
    answer = _sorted_zones(rules)
    _last[:] = [(rules, answer)]
    return dict(answer)


def _sorted_zones(rules: m.Ruleset) -> dict[str, Sides]:
    found: dict[str, Sides] = {}
    arrivals = list(_arrivals(rules))
    for zone in rules.zones.values():
        if zone.seen == "all" or not zone.pieces or not zone.indices:
            continue
        ways = [_sides(part, to, rules) for part, to in arrivals if zone.name in to.type.names]
        common = tuple(side for side in ways[0] if all(side in way for way in ways)) if ways else ()
        unseen = tuple(side for side in common if not _on_backs(zone, side[1], rules))
        if unseen:
            found[zone.name] = unseen
    return found


def implied_backs(rules: m.Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each component what is known of all its hidden pieces as if backs showed it.

    That is what every hidden zone in which they may lie is sorted by.
    """
    zones = sorted_zones(rules)
    found = {}
    for name, component in rules.components.items():
        hidden = [z.name for z in rules.zones.values() if z.seen != "all" and name in z.pieces]
        ways = [{attribute for _, attribute in zones.get(zone, ())} for zone in hidden]
        common = set.intersection(*ways) if ways else set()
        found[name] = tuple(a.name for a in component.attributes if a.name in common)
    return found


def loosely_sorted(rules: m.Ruleset) -> dict[str, Sides]:
    """Return the sorted zones whose pieces may also lie hidden in others."""
    implied, found = implied_backs(rules), {}
    for name, sides in sorted_zones(rules).items():
        pieces = rules.zones[name].pieces
        rest = tuple(s for s in sides if any(s[1] not in implied[piece] for piece in pieces))
        if rest:
            found[name] = rest
    return found


def _on_backs(zone: m.Zone, attribute: str, rules: m.Ruleset) -> bool:
    """Return whether the backs of all that can be in a zone show an attribute."""
    return all(attribute in rules.components[name].back for name in zone.pieces)


def _arrivals(rules: m.Ruleset) -> Iterator[tuple[m.Stmt, m.Expr]]:
    """Yield every statement that brings pieces somewhere, and where."""
    for part in walk(rules):
        if isinstance(part, m.Stmt):
            for to in m.handled_by(part).to:
                yield part, to


def _sides(part: m.Stmt, to: m.Expr, rules: m.Ruleset) -> Sides:
    """Return by which attributes a statement chooses the zone of each piece that it moves."""
    if not isinstance(part, m.Move) or not isinstance(to, m.ZoneRef):
        return ()
    key = part.each_key if part.form == "each" else None
    if part.form == "one" and isinstance(part.what, m.Local):
        key = part.what.key
    return tuple(
        (place, index.name)
        for place, index in enumerate(to.indices)
        if isinstance(index, m.Attr)
        and isinstance(index.piece, m.Local)
        and index.piece.key == key
        and _fixed(index, rules)
    )


def _fixed(e: m.Attr, rules: m.Ruleset) -> bool:
    return all(
        a.name != e.name or not a.changes
        for name in e.piece.type.names
        for a in rules.components[name].attributes
    )
