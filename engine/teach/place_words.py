"""What places and values are called by a seat that reads them."""

from __future__ import annotations

import re

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
        parts.append(plan.speech.say("me") if own else words.name(f"seat {zone.owner + 1}"))
    return ", ".join(parts).replace("_", " ")


def called_by(plan: LessonPlan, text: str, seat: int | None) -> str:
    """Return a name or value as a seat reads it: it is itself spoken to."""
    own = "" if seat is None else plan.speech.catalogue.name(f"seat {seat + 1}")
    return re.sub(rf"\b{re.escape(own)}\b", plan.speech.say("me"), text) if own else text
