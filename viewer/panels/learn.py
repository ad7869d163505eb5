"""What is taught, in the side panel, so that no part of the table is ever covered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import engine
from engine import ZONE_KINDS
from viewer import commands as cmd
from viewer.commands import Elsewhere, InLesson
from viewer.desk.i18n import capital
from viewer.faces.curve import Curve
from viewer.nodes import WHOLE, Box, Node
from viewer.panels.kit import Kit

if TYPE_CHECKING:
    from engine import Cost, Review
    from viewer.desk.course import CourseRound
    from viewer.desk.game_review import GameReview
    from viewer.desk.lesson import LessonState
    from viewer.desk.table_screen import TableScreen

GAP = 12.0
SMALLEST = 10.5
"""Text is made smaller down to this where there is little room."""
SMALLEST_ROW = 10.0
"""And that of a review, so that all three costly decisions stand there."""


def learning(table: TableScreen, kit: Kit, box: Box) -> float:
    """Add what is taught at the top of a box; return how much of it that takes."""
    if table.course is not None:
        return _exercise(table, kit, box, table.course)
    if table.review is not None:
        return _review(table, kit, box, table.review)
    lesson = table.lesson
    if lesson is None:
        return 0.0
    return _call_out(table, kit, box, lesson) if lesson.text else _between(table, kit, box)


class _Column:
    """Fills a box from its top."""

    def __init__(self, kit: Kit, box: Box, size: float = 15.0) -> None:
        self.kit = kit
        self.x, self.y, self.w = box.x, box.y, box.w
        self.size = size

    def text(
        self, name: str, text: str, colour: str = "", *, bold: bool = False, gap: float = 6
    ) -> None:
        """Add a text."""
        if text:
            weight = "bold" if bold else "regular"
            high = self.kit.text(
                name, text, self.x, self.y, self.w, self.size, colour, weight=weight
            )
            self.y += high + self.kit.px(gap)

    def high(self, text: str) -> float:
        """Return how high a text would be."""
        return self.kit.high(text, self.w, self.size) if text else 0.0


# ------------------------------------------------------------------ the tutor


def _call_out(table: TableScreen, kit: Kit, box: Box, lesson: LessonState) -> float:
    """Add a box of the tutor: what it says, and the ways on, back and out."""
    theme, pad, translate = kit.theme, kit.px(14), table.translate
    room = box.w - 2 * pad
    line, gap = kit.px(34), kit.px(8)
    foot = 2 * line + gap
    text = table.text.named(lesson.text)
    size = 15.0
    while size > SMALLEST and kit.high(text, room, size) > box.h - foot - kit.px(80):
        size -= 0.5
    head = kit.high(lesson.title, room, 15, 2, "bold")
    high = head + kit.high(text, room, size) + foot + 2 * pad + kit.px(16)
    place = Box(box.x, box.y, box.w, min(high, box.h))
    kit.panel("lesson", place, theme.field, theme.gold, top=theme.button, radius=12, block=True)
    x, y = place.x + pad, place.y + pad
    y += kit.text("lesson:title", lesson.title, x, y, room, 15, theme.gold, weight="bold", lines=2)
    kit.text("lesson:text", text, x, y + kit.px(4), room, size)
    y = place.bottom - pad - foot
    half = (room - gap) / 2
    back, on = Box(x, y, half, line), Box(x + half + gap, y, half, line)
    first = not lesson.before
    kit.button("lesson:back", back, translate("learn_back"), InLesson.LAST_BOX, dim=first, up=2)
    kit.button("lesson:on", on, translate("learn_on"), InLesson.CLOSE_BOX, tone="gold", up=2)
    off = Box(x, y + line + gap, room, line)
    if lesson.box is not None and lesson.box.to_try is not None:
        kit.button("lesson:try", off, translate("learn_try"), Elsewhere.TRY_IT, up=2)
    else:
        kit.button("lesson:off", off, translate("learn_off"), InLesson.STOP_LESSON, up=2)
    return place.h + kit.px(GAP)


def _between(table: TableScreen, kit: Kit, box: Box) -> float:
    """Add the way back to what was said last, while nothing is to be said."""
    line, gap = kit.px(30), kit.px(8)
    half = (box.w - gap) / 2
    back, off = Box(box.x, box.y, half, line), Box(box.x + half + gap, box.y, half, line)
    kit.button("lesson:back", back, table.translate("learn_last"), InLesson.LAST_BOX, size=12)
    kit.button("lesson:off", off, table.translate("learn_off"), InLesson.STOP_LESSON, size=12)
    return line + kit.px(GAP)


def lit(table: TableScreen, nodes: list[Node]) -> list[Node]:
    """Return the nodes of a table, lit those that the tutor or the line at the caret of the rules
    speaks of: zones, and pieces there.

    What is lit already because it may be chosen stays so.
    """
    lesson, match = table.lesson, table.match
    line = table.editor.lit if table.tab == "rules" else frozenset()
    own = lesson.families if lesson is not None else ()
    components = {*line, *(lesson.pieces if lesson is not None else ())}
    if not own and not components:
        return nodes
    view = match.view()
    zones = {
        zone.name
        for zone in view.zones
        if zone.family in line or (zone.family in own and zone.owner in (None, match.viewer))
    }
    pieces = {
        (zone.name, number)
        for zone in view.zones
        if not ZONE_KINDS[zone.kind].stacked
        for number, item in enumerate(zone.items)
        if item.component in components
    }

    def spoken_of(node: Node) -> bool:
        return any((n in zones and i == WHOLE) or (n, i) in pieces for n, i in node.spots)

    return [
        replace(node, glow="lit") if node.spots and not node.glow and spoken_of(node) else node
        for node in nodes
    ]


# ------------------------------------------------------------------ exercises


def _exercise(table: TableScreen, kit: Kit, box: Box, course: CourseRound) -> float:
    """Add an exercise: what is told and asked, the answers as buttons, and what is said of one."""
    theme, translate, exercise = kit.theme, table.translate, course.exercise
    pad, gap, line = kit.px(12), kit.px(6), kit.px(34)
    inner = Box(box.x + pad, box.y + pad, box.w - 2 * pad, box.h - 2 * pad)
    kit.panel("exercise", box, theme.field, theme.gold, top=theme.button, radius=12, block=True)
    if exercise is None:
        column = _Column(kit, inner)
        column.text("exercise:end", course.said_at_the_end, theme.gold, bold=True)
        _leave(table, kit, Box(inner.x, inner.bottom - line, inner.w, line))
        return box.h
    named = table.text.named
    story, asked = named(exercise.told), named(exercise.question)
    answers = [capital(named(answer)) for answer in exercise.answers]
    if len(answers) == 1:
        answers = []
    reply = _reply(table, course)
    size = 14.5
    while size > SMALLEST and _needs(kit, inner.w, size, story, asked, answers, reply) > (
        inner.h - 2 * line - kit.px(50)
    ):
        size -= 0.5
    column = _Column(kit, inner, size)
    head = exercise.title or translate("exercise")
    count = translate("exercise_of", n=course.at + 1, all=len(course.exercises))
    kit.line("exercise:count", count, Box(inner.x, inner.y, inner.w, kit.px(20)), 12,
             theme.ink_faint, align="right")  # fmt: skip
    column.w -= kit.width(count, 12) + kit.px(8)
    column.text("exercise:title", head, theme.gold, bold=True)
    column.w = inner.w
    column.text("exercise:told", story)
    column.text("exercise:question", asked, bold=bool(story))
    if exercise.moves and not course.right:
        column.text("exercise:table", translate("exercise_table"), theme.ink_soft)
    for number, answer in enumerate(answers):
        high = kit.high(answer, inner.w - kit.px(20), size) + kit.px(12)
        place = Box(inner.x, column.y, inner.w, high)
        tried, right = number in course.tried, number == exercise.right and course.right
        fill = theme.button_hot if right else theme.button
        edge = theme.gold if right else theme.button_line
        kit.panel(f"answer:{number}!", place, fill, edge, radius=8, up=1, block=True,
                  do=cmd.AnswerExercise(number))  # fmt: skip
        ink = theme.ink_faint if tried and not right else theme.button_ink
        kit.text(f"exercise:answer:{number}", answer, place.x + kit.px(10), place.y + kit.px(6),
                 inner.w - kit.px(20), size, ink, up=2)  # fmt: skip
        column.y += high + gap
    column.y += kit.px(4)
    column.text("exercise:reply", reply, theme.gold if course.right else theme.accent)
    y = inner.bottom - line
    half = (inner.w - gap) / 2
    _leave(table, kit, Box(inner.x, y, half, line))
    on = Box(inner.x + half + gap, y, half, line)
    plain = len(exercise.answers) == 1 or course.right
    label = translate("learn_on") if plain else translate("exercise_skip")
    tone = "gold" if plain else ""
    kit.button("exercise:on", on, label, Elsewhere.NEXT_EXERCISE, tone=tone, up=2)
    return box.h


def _reply(table: TableScreen, course: CourseRound) -> str:
    """Return what is said of the last answer."""
    exercise = course.exercise
    if exercise is None or not (course.reply or course.right) or len(exercise.answers) == 1:
        return ""
    key = "answer right" if course.right else "answer wrong"
    return course.plan.speech.say(key, table.text.named(course.reply)).strip()


def _needs(
    kit: Kit, wide: float, size: float, story: str, asked: str, answers: list[str], reply: str
) -> float:
    """Return how high an exercise would be with texts of a size."""
    texts = sum(kit.high(text, wide, size) + kit.px(6) for text in (story, asked, reply) if text)
    rows = (kit.high(a, wide - kit.px(20), size) + kit.px(18) for a in answers)
    return texts + sum(rows)


def _leave(table: TableScreen, kit: Kit, box: Box) -> None:
    kit.button("exercise:leave", box, table.translate("exercise_end"), Elsewhere.LEAVE_GAME, up=2)


# ------------------------------------------------------------------ the review


def _review(table: TableScreen, kit: Kit, box: Box, shown: GameReview) -> float:
    """Add what a game teaches: who was ahead when, and what cost or gained most."""
    theme, translate = kit.theme, table.translate
    pad, line = kit.px(12), kit.px(34)
    inner = Box(box.x + pad, box.y + pad, box.w - 2 * pad, box.h - 2 * pad)
    kit.panel("review", box, theme.field, theme.gold, top=theme.button, radius=12, block=True)
    column = _Column(kit, inner, 13.0)
    column.text("review:title", translate("review_title"), theme.gold, bold=True)
    if shown.found is None:
        share = round(100 * shown.done / shown.of)
        said = shown.problem or translate("review_busy", n=share)
        column.text("review:busy", said, theme.ink_soft)
    else:
        _found(table, kit, column, shown.found, inner)
    gap = kit.px(6)
    half, y = (inner.w - gap) / 2, inner.bottom - line
    first, off = Box(inner.x, y, half, line), Box(inner.x + half + gap, y, half, line)
    kit.button("review:first", first, translate("review"), cmd.LookAt(0), size=12, up=2)
    kit.button("review:close", off, translate("learn_on"), InLesson.REVIEW_GAME, size=12, up=2)
    return box.h


def _found(table: TableScreen, kit: Kit, column: _Column, found: Review, inner: Box) -> None:
    theme, translate, match = kit.theme, table.translate, table.match
    high = kit.px(64)
    hue = table.view.hues(found.seat).mid
    picture = Curve((found.curve,), (hue,), theme.panel, theme.ink_faint)
    kit.picture("review:curve", Box(column.x, column.y, column.w, high), picture, up=1)
    column.y += high + kit.px(6)
    if found.without:
        column.text("review:without", translate("review_without"), theme.ink_soft)
        return
    column.text("review:sure", translate("review_sure", n=found.looked), theme.ink_soft)
    end = inner.bottom - kit.px(44)
    costly, good = translate("review_costly"), translate("review_good")
    language, room = match.session.game.language, column.w - kit.px(16)
    texts = {cost.number: _told(table, cost, language) for cost in (*found.costly, *found.good)}
    size = 12.0

    def tall_of(cost: Cost) -> float:
        return kit.high(texts[cost.number], room, size) + kit.px(10)

    def rows_high() -> float:
        return kit.px(26) + sum(tall_of(cost) + kit.px(5) for cost in found.costly)

    while size > SMALLEST_ROW and column.y + rows_high() > end:
        size -= 0.5
    for name, title, costs in (("costly", costly, found.costly), ("good", good, found.good)):
        if costs and column.y + kit.px(60) < end:
            column.text(f"review:{name}", title, theme.gold, bold=True, gap=3)
        for cost in costs:
            tall = tall_of(cost)
            if column.y + tall > end:
                return
            place = Box(column.x, column.y, column.w, tall)
            here = match.looking == cost.number
            edge = theme.gold if here else theme.button_line
            fill = theme.button_hot if here else theme.button
            kit.panel(f"review:at:{cost.number}", place, fill, edge, radius=8, up=1, block=True,
                      do=cmd.LookAt(cost.number))  # fmt: skip
            kit.text(f"review:text:{cost.number}", texts[cost.number], place.x + kit.px(8),
                     place.y + kit.px(5), room, size, theme.button_ink, up=2)  # fmt: skip
            column.y += tall + kit.px(5)


def _told(table: TableScreen, cost: Cost, language: str) -> str:
    """Return a decision in words: what was done, what would have been better, and why."""
    translate, named = table.translate, table.text.named

    def move(words: str, shown: str) -> str:
        return capital(named(words or shown)).rstrip(".")

    made = move(cost.made.words, cost.made.shown)
    rows = [f"{cost.number + 1}. {made} ({engine.worth_in_words(cost, cost.made, language)})"]
    other = move(cost.better.words, cost.better.shown)
    worth = engine.worth_in_words(cost, cost.better, language)
    key = "review_better" if cost.cost else "review_next"
    rows.append(translate(key, move=other, worth=worth))
    reason = cost.better.reason if cost.cost else cost.made.reason
    return "\n".join([*rows, named(reason)] if reason else rows)
