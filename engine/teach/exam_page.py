"""An exam as a page of its own: it works without Cairn, and checks the answers in the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game.view import Item, ZoneView
from engine.language.escaping import page
from engine.rules.catalogue import capital
from engine.teach.boxes import table_lines
from engine.teach.exercises import Exercise
from engine.teach.place_words import on_space, place_called, value_called, which_called
from engine.teach.plan import LessonPlan
from engine.teach.positions import open_position
from engine.teach.printed_values import printed_lines


def exam_html(plan: LessonPlan, found: Sequence[Exercise]) -> str:
    """Return an exam of some exercises as HTML."""
    rows = [(exercise, table_of(plan, exercise)) for exercise in found]
    say = plan.speech.say
    return page(
        "engine.teach", "exam.html.jinja", "html",
        title=plan.title, language=plan.language, rows=rows, say=say,
    )  # fmt: skip


def table_of(plan: LessonPlan, exercise: Exercise) -> list[tuple[str, str]]:
    """Return what is on the table of an exercise: places and what its seat sees in them, what is
    counted, which places are empty, what is printed on pieces, and the tables of the game.
    """
    if exercise.position is None:
        return []
    session = open_position(plan.loaded, exercise.position, plan.language)
    seen = session.view(session.seat)
    view = seen.in_words()
    rows: list[tuple[str, str]] = []
    empty: dict[str, None] = {}
    full = {zone.family for zone in view.zones if zone.count}
    used = {(zone.family, zone.owner) for zone in view.zones if zone.count}
    for known, zone in zip(seen.zones, view.zones, strict=True):
        name = place_called(plan, zone, session.seat)
        if zone.count:
            rows.append((name, _content(plan, known, zone)))
        elif (zone.family, zone.owner) in used:
            empty.setdefault(name)
        else:
            whole = replace(zone, indices=(), shown=(), owner=zone.owner)
            several = place_called(plan, whole, session.seat)
            empty.setdefault(several if zone.family in full else zone.family.replace("_", " "))
    counted: dict[str, list[tuple[str, str]]] = {}
    semicolon = plan.speech.catalogue.semicolon
    declared = {point.name for point in plan.of("variable")}
    for raw, variable in zip(seen.variables, view.variables, strict=True):
        if variable.value not in (None, "none"):
            which, value = (
                called(plan, variable, session.seat) for called in (which_called, value_called)
            )
            own = raw.family in declared
            called = variable.family if own else plan.speech.say("kept as", variable.family)
            counted.setdefault(called, []).append((which, value))
    rows += [(family.replace("_", " "), _values(plan, pairs)) for family, pairs in counted.items()]
    if empty:
        rows.append((plan.speech.say("empty places"), semicolon.join(empty)))
    return [*rows, *lookup_rows(plan)]


def lookup_rows(plan: LessonPlan) -> list[tuple[str, str]]:
    """Return what can be looked up in any position: the values printed on pieces, and the tables of
    the game, each with its sentence or its name.
    """
    rows: list[tuple[str, str]] = []
    semicolon = plan.speech.catalogue.semicolon
    for piece in plan.of("piece"):
        rows += [(capital(name), values) for name, values in printed_lines(plan, piece.name)]
    for table in plan.of("table"):
        lines = table_lines(plan, table)
        called = table.sentence.rstrip(".") if table.own else table.title
        rows += [(called, semicolon.join(x.strip() for x in lines[1:]))] if lines else []
    return rows


def _values(plan: LessonPlan, pairs: Sequence[tuple[str, str]]) -> str:
    """Return the values of a variable, each with whose it is; of yes and no, what is yes."""
    yes, no, none = (plan.speech.word(name) for name in ("yes", "no", "none"))
    if all(which for which, _ in pairs) and {value for _, value in pairs} <= {yes, no}:
        return ", ".join(which for which, value in pairs if value == yes) or none
    return ", ".join(" ".join(filter(None, pair)) for pair in pairs)


def _content(plan: LessonPlan, known: ZoneView, zone: ZoneView) -> str:
    """Return what is in a place: what the seat knows, and how many things more."""
    shown = [_called(plan, item) for item in zone.items if item.name]
    named = known if plan.language == "en" else zone
    hidden = [item for item in named.items if item.name is None]
    if not shown:
        return str(zone.count)
    if hidden:
        words = plan.speech.catalogue
        more = words.several(len(hidden), hidden[0].component.lower() or "piece")
        shown.append(words.filled("and {pieces}", pieces=more))
    return ", ".join(shown)


def _called(plan: LessonPlan, item: Item) -> str:
    """Return what a piece is called, with the space that it is on."""
    return f"{item.name}{on_space(plan, item)}"
