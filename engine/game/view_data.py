"""A view as plain data, for programs: in files of JSON and on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.places import read_place
from engine.game.view import Item, VariableView, View, ZoneView
from engine.rules.types import seat_of
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


# ------------------------------------------------------------------ and back


def read_position(data: Mapping[str, Any], seat: int | None, players: int) -> View:
    """Return the view that `position` was made from, as far as it says: names and order, but not
    what kind a zone is of. `seat`: from 0.

    >>> from engine import Game, Session, load
    >>> view = Session(Game(load("examples/knock.cairn"), players=2), seed=5).view(0)
    >>> again = read_position(position(view), 0, 2)
    >>> again, position(again) == position(view)
    (<View of seat 1: round 1, seat 1 to decide, zones=3, variables=3>, True)
    """
    to_move = data["to_move"]
    return View(
        seat=seat,
        players=players,
        round=int(data["round"]),
        phase=str(data["phase"]),
        active=int(data["active"]) - 1,
        to_move=None if to_move is None else int(to_move) - 1,
        totals=tuple(map(int, data["totals"])),
        zones=tuple(_read_zone(str(name), zone) for name, zone in data["zones"].items()),
        variables=tuple(
            _read_variable(str(name), _text(value)) for name, value in data["variables"].items()
        ),
    )


def _read_zone(name: str, inside: Any) -> ZoneView:
    place = read_place(name)
    counted = isinstance(inside, int)
    rows = [] if counted else list(inside)
    spaced = any(isinstance(row, dict) for row in rows)
    items = tuple(
        Item(_text(row["name"]), "", space=row["space"], shown=_text(row["name"]) or "")
        if isinstance(row, dict)
        else Item(_text(row), "", shown=_text(row) or "")
        for row in rows
    )
    return ZoneView(
        name=name,
        place=place,
        family=place.family,
        kind="track" if spaced else "area",
        owner=next(iter(place.seats), None),
        indices=place.words,
        count=inside if counted else len(items),
        items=items,
        hidden=any(item.name is None for item in items),
        shown=place.words,
    )


def _read_variable(name: str, value: str | None) -> VariableView:
    place = read_place(name)
    return VariableView(
        name, place, place.family, next(iter(place.seats), None), value, indices=place.words,
        seat=seat_of(value or ""),
    )  # fmt: skip


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
