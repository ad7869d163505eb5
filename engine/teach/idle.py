"""Which reactions of a decision came to nothing: their conditions held for no part of them."""

from __future__ import annotations

from engine.chronicle.happenings import Acts, Began, Ended, Record, Replays
from engine.rules import model as m


def idle_reactions(record: Record, replays: Replays) -> set[tuple[str, int]]:
    """Return where the reactions stand that a decision set off, but that have changed nothing."""
    parts = replays.game.tracer.parts
    open_: list[tuple[m.Model, bool]] = []
    acted: dict[tuple[str, int], bool] = {}
    for happening in record.happenings:
        match happening:
            case Began(part=part):
                open_ = [(one, True) for one, _ in open_]
                open_.append((parts[part], False))
            case Acts():
                open_ = [(one, True) for one, _ in open_]
            case Ended(part=part):
                while open_:
                    one, did = open_.pop()
                    _note(acted, one, did)
                    if one is parts[part]:
                        break
            case _:
                pass
    for one, _ in open_:
        _note(acted, one, True)  # it goes on with the next decision
    return {place for place, did in acted.items() if not did}


def _note(acted: dict[tuple[str, int], bool], part: m.Model, did: bool) -> None:
    if isinstance(part, m.Trigger):
        place = (part.span.file, part.span.line)
        acted[place] = acted.get(place, False) or did
