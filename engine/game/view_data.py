"""A view as plain data, for programs: in files of JSON and on the wire."""

from __future__ import annotations

from typing import Any

from engine.game.view import View, ZoneView
from engine.rules.zone_kinds import ZONE_KINDS


def position(view: View) -> dict[str, Any]:
    """Return a view as plain data, seats counted from 1.

    A zone is the list of its pieces from the bottom to the top, by name; of counted pieces their
    number; on a track each piece with its space.
    """
    return {
        "round": view.round,
        "phase": view.phase,
        "active": view.active + 1,
        "to_move": None if view.to_move is None else view.to_move + 1,
        "totals": list(view.totals),
        "zones": {zone.name: _zone(zone) for zone in view.zones},
        "variables": {variable.name: variable.value for variable in view.variables},
    }


def _zone(zone: ZoneView) -> Any:
    if zone.count and not zone.items:
        return zone.count
    if ZONE_KINDS[zone.kind].spaces:
        return [{"name": item.name, "space": item.space} for item in zone.items]
    return [item.name for item in zone.items]
