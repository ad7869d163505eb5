"""What happened in a decision as plain data, for programs that read a replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from engine.chronicle.chronicle import Chronicle
from engine.chronicle.happenings import (
    Acts,
    Announced,
    Began,
    Chose,
    Ended,
    Happening,
    NobodyAsked,
    Paid,
    Rolled,
    TurnBegan,
)
from engine.rules import model as m


def happened(chronicle: Chronicle, number: int) -> list[dict[str, Any]]:
    """Return what happened in a decision, in order, as one who knows everything.

    `number`: from 1; 0 is what happened before the first decision.
    """
    record = chronicle.secrecy.record(number, None)
    if record is None:
        return []
    return [dict(_pairs(chronicle, one)) for one in record.happenings]


def _pairs(chronicle: Chronicle, one: Happening) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a happening with their values."""
    game = chronicle.session.game
    match one:
        case Chose():
            yield "what", "chose"
            yield "seat", one.seat + 1
        case Began():
            yield "what", "began"
            yield from _part(game.tracer.parts[one.part])
        case Ended():
            yield "what", "ended"
            yield from _part(game.tracer.parts[one.part])
        case Acts():
            yield "what", "acted"
            yield from _part(game.tracer.parts[one.part])
        case NobodyAsked():
            yield "what", "nobody asked"
            yield from _part(game.tracer.parts[one.part])
        case TurnBegan():
            yield "what", "turn began"
            yield from _part(game.tracer.parts[one.part])
        case Rolled():
            yield "what", "rolled"
            yield "piece", game.viewer.piece(one.piece, list(one.now), None).name
        case Announced():
            yield from {
                "what": "announced",
                "words": chronicle.announcements.words(one, None),
            }.items()
        case Paid():
            yield "what", "paid"
            yield from _part(game.ledgers.scores[one.score])
        case _:
            assert_never(one)


def _part(part: m.Model) -> Iterator[tuple[str, Any]]:
    """Yield what a part of the rules is, its name or title if it has one, and its line."""
    yield "part", "turn" if isinstance(part, m.Block) else type(part).__name__.lower()
    name = getattr(part, "name", None) or getattr(part, "title", None)
    if isinstance(name, str):
        yield "name", name
    yield "file", part.span.file
    yield "line", part.span.line
