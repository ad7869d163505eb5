"""An exam as a page of its own: it works without Cairn, and checks the answers in the page."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.escaping import page
from engine.teach.exercises import Exercise
from engine.teach.plan import LessonPlan
from engine.teach.positions import open_position


def exam_html(plan: LessonPlan, found: Sequence[Exercise]) -> str:
    """Return an exam of some exercises as HTML."""
    rows = [(exercise, table_of(plan, exercise)) for exercise in found]
    say = plan.speech.say
    return page(
        "engine.teach", "exam.html.jinja", "html",
        title=plan.title, language=plan.language, rows=rows, say=say,
    )  # fmt: skip


def table_of(plan: LessonPlan, exercise: Exercise) -> list[tuple[str, str]]:
    """Return what is on the table of an exercise: places and what its seat sees in them."""
    if exercise.position is None:
        return []
    session = open_position(plan.loaded, exercise.position, plan.language)
    view = session.view(session.seat).in_words()
    you = plan.speech.say("me")
    rows = []
    for zone in view.zones:
        if not zone.count:
            continue
        names = [item.name for item in zone.items if item.name]
        content = ", ".join(names) if names else str(zone.count)
        parts = [zone.family, *(shown for _, shown in zone.besides)]
        if zone.owner is not None:
            mine = zone.owner == session.seat
            parts.append(you if mine else plan.speech.catalogue.name(f"seat {zone.owner + 1}"))
        rows.append((", ".join(parts).replace("_", " "), content))
    return rows
