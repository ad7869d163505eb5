"""How tests name what is on the table: by its notation."""

from __future__ import annotations

from engine.game.places import WHOLE, Spot, read_place


def spot_of(name: str, nth: int = WHOLE) -> Spot:
    """Return a zone or seat by its notation, or a piece in it counted from the bottom."""
    return Spot(read_place(name), nth)
