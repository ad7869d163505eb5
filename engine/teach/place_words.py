"""What places and values are called by a seat that reads them."""

from __future__ import annotations

from engine.game.view import Item, VariableView, ZoneView
from engine.teach.plan import LessonPlan


def on_space(plan: LessonPlan, item: Item) -> str:
    """Return on which space a piece is, empty where there are none."""
    if item.space is None:
        return ""
    return plan.speech.catalogue.filled(" on space {space}", space=item.space)


def place_called(plan: LessonPlan, zone: ZoneView, seat: int | None) -> str:
    """Return what a place is called by a seat, with whose it is."""
    name = ", ".join([zone.family, *(shown for _, shown in zone.spoken)])
    return _owned(plan, name, zone.owner, seat)


def counter_called(plan: LessonPlan, variable: VariableView, seat: int | None) -> str:
    """Return what a variable with its indices is called by a seat, with whose it is."""
    pairs = zip(variable.place.indices, variable.indices, strict=True)
    besides = (shown for index, shown in pairs if index != variable.owner)
    return _owned(plan, ", ".join([variable.family, *besides]), variable.owner, seat)


def _owned(plan: LessonPlan, name: str, owner: int | None, seat: int | None) -> str:
    """Return a name with whose it is, as a seat says it."""
    name, words = name.replace("_", " "), plan.speech.catalogue
    if owner is None:
        return name
    whose = "your {zone}" if owner == seat else "{seat} {zone}"
    return words.filled(whose, zone=name, seat=words.seat(owner))


def which_called(plan: LessonPlan, variable: VariableView, seat: int | None) -> str:
    """Return the indices of a variable as a seat reads them: it is itself spoken to."""
    pairs = zip(variable.place.indices, variable.indices, strict=True)
    me = plan.speech.say("me")
    return ", ".join(me if index == seat else shown for index, shown in pairs)


def value_called(plan: LessonPlan, variable: VariableView, seat: int | None) -> str:
    """Return the value of a variable as a seat reads it: it is itself spoken to."""
    mine = variable.seat is not None and variable.seat == seat
    return plan.speech.say("me") if mine else str(variable.value)
