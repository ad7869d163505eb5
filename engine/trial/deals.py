"""Whether what is dealt comes in another order in every game."""

from __future__ import annotations

from engine.game.interpreter import State
from engine.game.session import Game
from engine.rules import model as m
from engine.rules.walk import walk


def stocks_of(game: Game) -> dict[str, frozenset[int]]:
    """Return the hidden piles and bags whose pieces are unlike, are taken as they lie, and are
    shuffled by nothing, each with the pieces that it may hold.
    """
    taken = _taken_from(game.rules)
    pieces = game.compiled.setting.pieces
    found: dict[str, frozenset[int]] = {}
    for name, zone in game.rules.zones.items():
        if name not in taken or not zone.traits.stock or zone.seen != "none":
            continue
        zones = [a for a, zone in game.compiled.layout.zones.items() if zone.family.name == name]
        held = frozenset[int]().union(*map(game.may_hold, zones))
        if len({(pieces[p].component, tuple(pieces[p].values)) for p in held}) > 1:
            found[name] = held
    return found


def dealt(game: Game, state: State, name: str, pieces: frozenset[int]) -> tuple[int, ...]:
    """Return in which order pieces lie in a stock, and in which zones all of them are."""
    layout = game.compiled.layout
    found = [state[layout.zone_of + piece] for piece in sorted(pieces)]
    for zone in layout.zones.values():
        if zone.family.name == name:
            found += [state[zone.address], *zone.lying(state)]
    return tuple(found)


def _taken_from(rules: m.Ruleset) -> set[str]:
    """Return the zones that pieces are taken from as they lie, without those that are shuffled."""
    taken: set[str] = set()
    shuffled: set[str] = set()
    flow = (rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters,
            rules.procedures)  # fmt: skip
    for part in walk(flow):
        if isinstance(part, m.Shuffle):
            shuffled.add(part.zone.type.name)
        elif isinstance(part, m.Deal):
            taken.add(part.source.name)
        elif isinstance(part, m.Move) and part.form in ("some", "up to"):
            taken |= {zone.name for zone in walk(part.what) if isinstance(zone, m.ZoneRef)}
        elif isinstance(part, m.Op) and part.op in ("first", "last"):
            taken |= {zone.name for zone in walk(part) if isinstance(zone, m.ZoneRef)}
    return taken - shuffled
