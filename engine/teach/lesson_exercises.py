"""Hand-written lessons as exercises."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules.load import load
from engine.teach.exercises import ANSWERS, Exercise, keyed, mixed, shown_move
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
    if any(not one.own for one in found):  # which a variant may have changed
        base = plan_for(load(plan.loaded.files[-1]), plan.language)
        now, before = ({p.key: (p.sentence, p.more) for p in some.points} for some in (plan, base))
        changed = {key for key in (*now, *before) if now.get(key) != before.get(key)}
        found = [one for one in found if one.own or changed.isdisjoint(one.lesson.about)]
    keys = {key for one in found for key in one.lesson.about}
    return [_exercise(plan, one, dice) for one in found], keys, problems


def _exercise(plan: LessonPlan, one: SetUp, dice: random.Random) -> Exercise:
    lesson, language = one.lesson, plan.language

    def text(words: dict[str, str] | None) -> str:
        written = " ".join(said(words, language).split())
        return told_values(written, one.values, plan.speech.catalogue)

    say, story = plan.speech.say, text(lesson.text)
    known = {point.key: point.number for point in plan.points}
    point = next((known[key] for key in lesson.about if key in known), 0)
    key = keyed(f"lesson {lesson.title['en']}", f"{story}\n{text(lesson.ask)}{lesson.move}")
    others = tuple((name, text(lesson.wrong[as_])) for name, as_ in one.wrong)
    other = text(lesson.wrong.get(OTHER)) or say("not that move")
    most = None
    if lesson.answers:
        question = text(lesson.ask)
        rows = [
            (text(x.text), text(x.why)) for x in sorted(lesson.answers, key=lambda x: not x.right)
        ]
    elif one.moves:
        question, most = say("find move"), ANSWERS
        rows = _to_choose(plan, one, dice, text(lesson.right), others, other)
    else:
        question, rows = "", [(say("go on"), "")]
    return Exercise(
        key, point, question, *mixed(rows, dice, most), one.position, text(lesson.title), story,
        one.moves, others, other,
    )  # fmt: skip


def _to_choose(
    plan: LessonPlan,
    one: SetUp,
    dice: random.Random,
    right: str,
    others: Sequence[tuple[str, str]],
    other: str,
) -> list[tuple[str, str]]:
    """Return moves to choose from with what is said of them, a right one first."""
    session = open_position(plan.loaded, one.position, plan.language)
    known = {*one.moves, *(move for move, _ in others)}
    try:
        legal = [x for x in session.legal() if x.text not in known]
    except RulesError:
        legal = []
    dice.shuffle(legal)
    return [
        (shown_move(session, one.moves[0]), right),
        *((shown_move(session, move), reply) for move, reply in others),
        *((x.shown, other) for x in legal),
    ]
