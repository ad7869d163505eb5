"""Hand-written lessons as exercises."""

from __future__ import annotations

import random

from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules.load import load
from engine.teach.exercises import ANSWERS, Exercise, keyed, plainly, shown_move, without_doubles
from engine.teach.lesson_positions import SetUp, lessons_of, told_values
from engine.teach.lessons import OTHER, said
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.positions import open_position


def lesson_exercises(
    plan: LessonPlan, dice: random.Random
) -> tuple[list[Exercise], set[str], list[Diagnostic]]:
    """Return the lessons of a plan's ruleset as exercises, the keys of the points that they take
    the place of, and what is wrong with lessons that don't fit the rules.
    """
    found, problems = lessons_of(plan.loaded)
    found = [one for one in found if one.own or _as_it_was(plan, one)]
    keys = {key for one in found for key in one.lesson.about}
    return [_exercise(plan, one, dice) for one in found], keys, problems


def _as_it_was(plan: LessonPlan, one: SetUp) -> bool:
    """Tell whether a variant has left what a lesson of its game teaches as it was."""
    now = {point.key: (point.sentence, point.more) for point in plan.points}
    before = {p.key: (p.sentence, p.more) for p in _base(plan).points}
    return all(now.get(key) == before.get(key) for key in one.lesson.about)


def _base(plan: LessonPlan) -> LessonPlan:
    """Return the plan of the game that a variant builds on."""
    return plan_for(load(plan.loaded.files[-1]), plan.language)


def _exercise(plan: LessonPlan, one: SetUp, dice: random.Random) -> Exercise:
    lesson, language = one.lesson, plan.language

    def text(words: dict[str, str] | None) -> str:
        return told_values(" ".join(said(words, language).split()), one.values)

    story = text(lesson.text)
    known = {point.key: point.number for point in plan.points}
    point = next((known[key] for key in lesson.about if key in known), 0)
    key = keyed(f"lesson {lesson.title['en']}", f"{story}\n{text(lesson.ask)}{lesson.move}")
    common = (key, point)
    title = text(lesson.title)
    if lesson.answers:
        rows = list(lesson.answers)
        dice.shuffle(rows)
        right = next(n for n, answer in enumerate(rows) if answer.right)
        answers = tuple(text(answer.text) for answer in rows)
        replies = tuple(text(answer.why) for answer in rows)
        return Exercise(
            *common, text(lesson.ask), answers, right, replies, one.position, title, story
        )
    if not one.moves:
        go_on = plan.speech.say("go on")
        return Exercise(*common, "", (go_on,), 0, ("",), one.position, title, story)
    return _to_move(plan, one, dice, Exercise(
        *common, plan.speech.say("find move"), (), 0, (), one.position, title, story,
        one.moves, tuple((name, text(lesson.wrong[as_])) for name, as_ in one.wrong),
        text(lesson.wrong.get(OTHER)) or plan.speech.say("not that move"),
    ), text(lesson.right))  # fmt: skip


def _to_move(
    plan: LessonPlan, one: SetUp, dice: random.Random, exercise: Exercise, right: str
) -> Exercise:
    """Return an exercise whose answer is a move, with some moves to choose from."""
    session = open_position(plan.loaded, one.position, plan.language)
    rows = [(shown_move(session, one.moves[0]), right)]
    rows += [(shown_move(session, move), reply) for move, reply in exercise.others]
    wrong = {move for move, _ in exercise.others} | set(one.moves)
    try:
        legal = [x for x in session.legal() if x.text not in wrong]
    except RulesError:
        legal = []
    dice.shuffle(legal)
    rows = without_doubles([*rows, *((plainly(x.shown), exercise.other) for x in legal)])[:ANSWERS]
    first = rows[0]
    dice.shuffle(rows)
    return Exercise(
        exercise.key, exercise.point, exercise.question, tuple(a for a, _ in rows),
        rows.index(first), tuple(reply for _, reply in rows), exercise.position, exercise.title,
        exercise.told, exercise.moves, exercise.others, exercise.other,
    )  # fmt: skip
