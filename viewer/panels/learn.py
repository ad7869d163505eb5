"""What is taught, in the side panel, so that no part of the table is ever covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.zone_kinds import ZONE_KINDS
from viewer import commands as cmd
from viewer.app.i18n import capital
from viewer.artwork.curve import Curve
from viewer.commands import Elsewhere, InLesson
from viewer.nodes import WHOLE, Box, Node
from viewer.panels.panel_builder import PanelBuilder

if TYPE_CHECKING:
    from engine import Review
    from engine.teach.boxes import TutorBox
    from engine.teach.review import Cost
    from viewer.app.course import CourseRound
    from viewer.app.game_review import GameReview
    from viewer.app.lesson import LessonState
    from viewer.app.table_screen import TableScreen

GAP = 12.0
SMALLEST = 10.5
"""Text is made smaller down to this where there is little room."""
SMALLEST_ROW = 10.0
"""And that of a review, so that all three costly decisions stand there."""


def learning(table: TableScreen, builder: PanelBuilder, box: Box) -> float:
    """Add what is taught at the top of a box; return how much of it that takes."""
    if table.course is not None:
        return _exercise(table, builder, box, table.course)
    if table.review is not None:
        return _review(table, builder, box, table.review)
    lesson = table.lesson
    if lesson is None:
        return 0.0
    said, used = lesson.box, reported(table, builder, box, lesson)
    box = box.cut(top=used)
    if said is None:
        return used + _between(table, builder, box, lesson)
    return used + _call_out(table, builder, box, said)


def _paper(builder: PanelBuilder, name: str, box: Box, pad: float) -> Box:
    """Add the ground of something that is taught; return what is free on it."""
    theme = builder.theme
    builder.panel(name, box, theme.field, theme.gold, top=theme.button, radius=12, block=True)
    return box.inset(builder.px(pad))


# ------------------------------------------------------------------ the tutor


def _call_out(table: TableScreen, builder: PanelBuilder, box: Box, said: TutorBox) -> float:
    """Add a box of the tutor: what it says, and the ways on, back and out."""
    translate = table.translate
    room, foot = box.w - builder.px(28), 2 * builder.control(34) + builder.px(8)
    text, size = table.text.named(said.text), 15.0
    while size > SMALLEST and builder.high(text, room, size) > box.h - foot - builder.px(80):
        size -= 0.5
    high = builder.high(said.title, room, 15, 2, "bold") + builder.high(text, room, size) + foot
    place = box.head(min(high + builder.px(44), box.h))
    inner = _paper(builder, "lesson", place, 14)
    gold = builder.theme.gold
    head = builder.text("lesson:title", said.title, inner, 15, gold, weight="bold", lines=2)
    builder.text("lesson:text", text, inner.cut(top=head + builder.px(4)), size)
    back, on = inner.foot(foot).head(builder.control(34)).columns(2, builder.px(8))
    first = table.lesson is not None and not table.lesson.at
    label = translate("learn_back")
    builder.button("lesson:back", back, label, InLesson.LAST_BOX, dim=first, up=2)
    builder.button("lesson:on", on, translate("learn_on"), InLesson.CLOSE_BOX, tone="gold", up=2)
    off = inner.foot(builder.control(34))
    if said.to_try is not None:
        builder.button("lesson:try", off, translate("learn_try"), Elsewhere.TRY_IT, up=2)
    else:
        builder.button("lesson:off", off, translate("learn_off"), InLesson.STOP_LESSON, up=2)
    return place.h + builder.px(GAP)


def reported(table: TableScreen, builder: PanelBuilder, box: Box, lesson: LessonState) -> float:
    """Add what is reported in lines: how the score has changed, and what the coach says."""
    place = box.cut(left=builder.px(9))
    for number, line in enumerate(lesson.lines):
        text, left = table.text.named(line), box.bottom - place.y - builder.px(130)
        rows = max(1, min(4, int(left / builder.high("x", 1e6, 12.5))))
        high = builder.text(f"lesson:line:{number}", text, place, 12.5, lines=rows)
        bar = Box(box.x, place.y, builder.px(3), high)
        builder.panel(f"lesson:line:{number}!bar", bar, builder.theme.gold, radius=1, up=1)
        place = place.cut(top=high + builder.px(5))
    return place.y - box.y + (builder.px(3) if lesson.lines else 0.0)


def _between(table: TableScreen, builder: PanelBuilder, box: Box, lesson: LessonState) -> float:
    """Add the way back to what was said last, while nothing is to be said, and the coach."""
    translate = table.translate
    rows: list[tuple[str, str, cmd.AnyCommand]] = [
        ("back", translate("learn_last"), InLesson.LAST_BOX),
        ("coach", translate("learn_coach"), InLesson.COACH),
        ("off", translate("learn_off"), InLesson.STOP_LESSON),
    ]
    line = box.head(builder.control(30))
    places = builder.beside([label for _, label, _ in rows], line, 12, 14, 6)
    for place, (name, label, do) in zip(places, rows, strict=True):
        hot = name == "coach" and lesson.coach
        tip = translate("learn_coach_tip") if name == "coach" else ""
        builder.button(f"lesson:{name}", place, label, do, size=12, hot=hot, tip=tip)
    return line.h + builder.px(GAP)


def lit(table: TableScreen, nodes: list[Node]) -> list[Node]:
    """Return the nodes of a table, lit those that the tutor, the line at the caret of the rules or
    the part of the help that is pointed at speaks of: zones, and pieces there.

    What is lit already because it may be chosen stays so.
    """
    lesson, guest = table.lesson, table.guest
    line = table.editor.lit if table.tab == "rules" else frozenset()
    said = lesson.box if lesson is not None else None
    told = table.help.spoken if table.tab == "help" else said
    own = told.families if told is not None else ()
    components = {*line, *(told.pieces if told is not None else ())}
    if not own and not components:
        return nodes
    view = guest.view()
    zones = {
        zone.place
        for zone in view.zones
        if zone.family in line or (zone.family in own and zone.owner in (None, guest.seat))
    }
    pieces = {
        zone.spot(number)
        for zone in view.zones
        if not ZONE_KINDS[zone.kind].stacked
        for number, item in enumerate(zone.items)
        if item.component in components
    }

    def spoken_of(node: Node) -> bool:
        return any((s.place in zones and s.nth == WHOLE) or s in pieces for s in node.spots)

    return [
        node._replace(glow="lit") if node.spots and not node.glow and spoken_of(node) else node
        for node in nodes
    ]


# ------------------------------------------------------------------ exercises


def _exercise(table: TableScreen, builder: PanelBuilder, box: Box, course: CourseRound) -> float:
    """Add an exercise: a story, the question, the answers as buttons, and the reply to one."""
    theme, translate, exercise = builder.theme, table.translate, course.exercise
    inner, line = _paper(builder, "exercise", box, 12), builder.control(34)
    leave, on = inner.foot(line).columns(2, builder.px(6))
    if exercise is None:
        builder.text("exercise:end", course.said_at_the_end, inner, 15, theme.gold, weight="bold")
        _leave(table, builder, inner.foot(line))
        return box.h
    named = table.text.named
    story, asked = named(exercise.told), named(exercise.question)
    answers = [capital(named(answer)) for answer in exercise.answers]
    if len(answers) == 1:
        answers = []
    reply = _reply(table, course)
    size = 14.5
    while size > SMALLEST and _needs(builder, inner.w, size, story, asked, answers, reply) > (
        inner.h - 2 * line - builder.px(50)
    ):
        size -= 0.5
    head = exercise.title or translate("exam" if course.exam else "exercise")
    count = translate("exercise_of", n=course.at + 1, all=len(course.exercises))
    builder.line(
        "exercise:count", count, inner.head(builder.px(20)), 12, theme.ink_faint, align="right"
    )
    beside = inner.cut(right=builder.width(count, 12) + builder.px(8))
    high = builder.text("exercise:title", head, beside, size, theme.gold, weight="bold")
    free = inner.cut(top=high + builder.px(6))
    free = _text(builder, "exercise:told", story, free, size)
    free = _text(builder, "exercise:question", asked, free, size, bold=bool(story))
    if exercise.moves and not course.right:
        free = _text(
            builder, "exercise:table", translate("exercise_table"), free, size, theme.ink_soft
        )
    rows, wide = _in_rows(builder, answers, inner.w)
    for first, row in enumerate(rows):
        high = max(_answer_high(builder, answer, wide, size) for answer in row)
        for at, answer in enumerate(row):
            number = first * len(rows[0]) + at
            tried, right = number in course.tried, number == exercise.right and course.right
            ink = theme.ink_faint if tried and not right else theme.button_ink
            place = free.head(high).cut(left=at * (wide + builder.px(6))).start(wide)
            _choice(builder, f"answer:{number}!", place, right, cmd.AnswerExercise(number))
            words = place.inset(builder.px(10), builder.px(6))
            builder.text(f"exercise:answer:{number}", answer, words, size, ink, up=2)
        free = free.cut(top=high + builder.px(6))
    colour = theme.gold if course.right else theme.accent
    _text(builder, "exercise:reply", reply, free.cut(top=builder.px(4)), size, colour)
    _leave(table, builder, leave)
    plain = len(exercise.answers) == 1 or course.right
    label = translate("learn_on") if plain else translate("exercise_skip")
    tone = "gold" if plain else ""
    builder.button("exercise:on", on, label, Elsewhere.NEXT_EXERCISE, tone=tone, up=2)
    return box.h


def _text(
    builder: PanelBuilder,
    name: str,
    text: str,
    box: Box,
    size: float,
    colour: str = "",
    *,
    bold: bool = False,
) -> Box:
    """Add a text, if there is one; return what is left below it."""
    if not text:
        return box
    high = builder.text(name, text, box, size, colour, weight="bold" if bold else "regular")
    return box.cut(top=high + builder.px(6))


def _choice(builder: PanelBuilder, name: str, box: Box, chosen: bool, do: cmd.AnyCommand) -> None:
    """Add the ground of a text that can be clicked."""
    theme = builder.theme
    fill = theme.button_hot if chosen else theme.button
    edge = theme.gold if chosen else theme.button_line
    builder.panel(name, box, fill, edge, radius=8, up=1, block=True, do=do)


def _reply(table: TableScreen, course: CourseRound) -> str:
    """Return what is said of the last answer."""
    exercise = course.exercise
    if exercise is None or not (course.reply or course.right) or len(exercise.answers) == 1:
        return ""
    key = "answer right" if course.right else "answer wrong"
    return course.plan.speech.say(key, table.text.named(course.reply)).strip()


def _needs(
    builder: PanelBuilder,
    wide: float,
    size: float,
    story: str,
    asked: str,
    answers: list[str],
    reply: str,
) -> float:
    """Return how high an exercise would be with texts of a size."""
    texts = sum(
        builder.high(text, wide, size) + builder.px(6) for text in (story, asked, reply) if text
    )
    rows, room = _in_rows(builder, answers, wide)
    highs = (max(_answer_high(builder, a, room, size) for a in row) for row in rows)
    return texts + sum(high + builder.px(6) for high in highs)


def _in_rows(
    builder: PanelBuilder, answers: list[str], wide: float
) -> tuple[list[list[str]], float]:
    """Return answers in rows, on a phone two in each, and how wide each is."""
    count = 2 if builder.finger and len(answers) > 2 else 1
    rows = [answers[at : at + count] for at in range(0, len(answers), count)]
    return rows, (wide - builder.px(6) * (count - 1)) / count


def _answer_high(builder: PanelBuilder, answer: str, wide: float, size: float) -> float:
    high = builder.high(answer, wide - builder.px(20), size) + builder.px(12)
    return max(builder.finger, high)


def _leave(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    builder.button(
        "exercise:leave", box, table.translate("exercise_end"), Elsewhere.LEAVE_GAME, up=2
    )


# ------------------------------------------------------------------ the review


def _review(table: TableScreen, builder: PanelBuilder, box: Box, shown: GameReview) -> float:
    """Add what a game teaches: who was ahead when, and what cost or gained most."""
    theme, translate = builder.theme, table.translate
    inner = _paper(builder, "review", box, 12)
    title = translate("review_title")
    free = _text(builder, "review:title", title, inner, 13, theme.gold, bold=True)
    first, off = inner.foot(builder.control(34)).columns(2, builder.px(6))
    if shown.found is None:
        share = round(100 * shown.done / shown.of)
        said = shown.problem or translate("review_busy", n=share)
        builder.text("review:busy", said, free, 13, theme.ink_soft)
    else:
        _found(table, builder, free.cut(bottom=builder.control(34) + builder.px(10)), shown.found)
    builder.button("review:first", first, translate("review"), cmd.LookAt(0), size=12, up=2)
    label = translate("learn_on")
    builder.button("review:close", off, label, InLesson.REVIEW_GAME, size=12, up=2)
    return box.h


def _found(table: TableScreen, builder: PanelBuilder, box: Box, found: Review) -> None:
    theme, translate, guest = builder.theme, table.translate, table.guest
    hue = table.view.hues(found.seat).mid
    picture = Curve((found.curve,), (hue,), theme.panel, theme.ink_faint)
    builder.picture("review:curve", box.head(builder.px(64)), picture, up=1)
    box = box.cut(top=builder.px(70))
    if found.without:
        builder.text("review:without", translate("review_without"), box, 13, theme.ink_soft)
        return
    sure = translate("review_sure", n=found.looked)
    box = _text(builder, "review:sure", sure, box, 13, theme.ink_soft)
    language, room = guest.session.game.language, box.w - builder.px(16)
    texts = {cost.number: _decision(table, cost, language) for cost in (*found.costly, *found.good)}
    size = 12.0

    def tall_of(cost: Cost) -> float:
        return max(builder.finger, builder.high(texts[cost.number], room, size) + builder.px(10))

    def rows_high() -> float:
        return builder.px(26) + sum(tall_of(cost) + builder.px(5) for cost in found.costly)

    while size > SMALLEST_ROW and rows_high() > box.h:
        size -= 0.5
    for title, costs in (("review_costly", found.costly), ("review_good", found.good)):
        if costs and builder.px(60) < box.h:
            high = builder.text(title, translate(title), box, 13, theme.gold, weight="bold")
            box = box.cut(top=high + builder.px(3))
        for cost in costs:
            place = box.head(tall_of(cost))
            if place.h > box.h:
                return
            here = guest.looking == cost.number
            _choice(builder, f"review:at:{cost.number}", place, here, cmd.LookAt(cost.number))
            words, name = place.inset(builder.px(8), builder.px(5)), f"review:text:{cost.number}"
            builder.text(name, texts[cost.number], words, size, theme.button_ink, up=2)
            box = box.cut(top=place.h + builder.px(5))


def _decision(table: TableScreen, cost: Cost, language: str) -> str:
    """Return a decision in words: what was done, what would have been better, and why."""
    from engine.teach.review import worth_in_words

    translate, named = table.translate, table.text.named

    def move(words: str, shown: str) -> str:
        return capital(named(words or shown)).rstrip(".")

    made = move(cost.made.words, cost.made.shown)
    rows = [f"{cost.number + 1}. {made} ({worth_in_words(cost, cost.made, language)})"]
    other = move(cost.better.words, cost.better.shown)
    worth = worth_in_words(cost, cost.better, language)
    key = "review_better" if cost.cost else "review_next"
    rows.append(translate(key, move=other, worth=worth))
    reason = cost.better.reason if cost.cost else cost.made.reason
    return "\n".join([*rows, named(reason)] if reason else rows)
