"""An information set as plain data, for an agent that thinks on another machine.

It holds what an agent of that seat is given, and so no more than the seat may know.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.game.knowledge import HiddenSlot, InformationSet, Remembered
from engine.game.revealed_values import Placed

MOST_WORDS = 200_000
"""The longest state that is read."""


class _Known(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    seat: int = Field(ge=0, le=64)
    state: list[int] = Field(max_length=MOST_WORDS)
    holes: list[tuple[int, int, str, int, int]] = []
    placed: list[tuple[int, list[tuple[int, int]], list[tuple[int, int]], list[int]]] = []
    past: list[tuple[_Known, list[int] | None, list[int], list[list[int]]]] = []


class NotKnownError(ValueError):
    """Data that is no information set; the message says where."""


def known_data(known: InformationSet) -> dict[str, Any]:
    """Return an information set as plain data; `past` only where there is one.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> known = session.information_set(0)
    >>> read_known(known_data(known)) == known
    True
    """
    found: dict[str, Any] = {
        "seat": known.seat,
        "state": list(known.state),
        "holes": [[h.zone, h.slot, h.pool, h.known, h.space] for h in known.holes],
        "placed": [[p.fact, p.names, p.slots, p.words] for p in known.placed],
    }
    if known.past:
        found["past"] = [
            [known_data(row.known), row.move, row.sources, row.alike] for row in known.past
        ]
    return found


def read_known(data: object) -> InformationSet:
    """Return the information set that `known_data` was made from. Raises NotKnownError."""
    try:
        return _read(_Known.model_validate(data))
    except ValidationError as problem:
        error = problem.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in error["loc"])
        raise NotKnownError(f"{where}: {error['msg']}") from None


def _read(data: _Known) -> InformationSet:
    past = tuple(
        Remembered(
            _read(known),
            None if move is None else tuple(move),
            tuple(sources),
            tuple(tuple(group) for group in alike),
        )
        for known, move, sources, alike in data.past
    )
    placed = (
        Placed(fact, tuple(names), tuple(slots), tuple(words))
        for fact, names, slots, words in data.placed
    )
    holes = tuple(HiddenSlot(*hole) for hole in data.holes)
    return InformationSet(data.seat, tuple(data.state), holes, tuple(placed), past)
