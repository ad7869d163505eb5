"""What places and values are called by a seat that reads them."""

from __future__ import annotations

from engine.game.view import Item, ZoneView
from engine.teach.plan import LessonPlan


def on_space(plan: LessonPlan, item: Item) -> str:
    """Return on which space a piece is, empty where there are none."""
    if item.space is None:
        return ""
    return plan.speech.catalogue.filled(" on space {space}", space=item.space)


def place_called(plan: LessonPlan, zone: ZoneView, seat: int | None) -> str:
    """Return what a place is called by a seat, with whose it is."""
    parts = [zone.family, *(shown for _, shown in zone.besides)]
    if zone.owner is not None:
        own, words = zone.owner == seat, plan.speech.catalogue
        parts.append(plan.speech.say("me") if own else words.seat(zone.owner))
    return ", ".join(parts).replace("_", " ")


def called_by(plan: LessonPlan, text: str, seat: int | None) -> str:
    """Return a value, or several indices, as a seat reads them: it is itself spoken to."""
    own = None if seat is None else plan.speech.catalogue.seat(seat)
    return ", ".join(plan.speech.say("me") if x == own else x for x in text.split(", "))
