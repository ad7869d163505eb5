"""The exam asks what was taught, in positions that show all that an answer depends on."""

import random
import re
from functools import cache

import pytest

from engine.rules import model as m
from engine.rules.load import load
from engine.rules.walk import walk
from engine.teach.course import course_of
from engine.teach.exam import QUESTIONS, exam_of
from engine.teach.exam_page import table_of
from engine.teach.exercises import Exercise
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.positions import open_position
from tests.scope import ALL, telling

NAMES = (
    "lost-cities-card", "lost-cities-rivals", "lost-cities-board", "lost-cities-roll-and-write",
    "auf-und-ab",
)  # fmt: skip
SOME = telling(NAMES[:2], NAMES)
SEEDS = range(1, 6 if ALL else 2)


@cache
def exam(name: str, seed: int) -> tuple[LessonPlan, list[Exercise]]:
    plan = plan_for(load(name))
    return plan, exam_of(plan, seed)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def used(plan: LessonPlan, exercise: Exercise) -> set[tuple[str, str]]:
    """The places, tables and values that the rule of a question looks at, and those it asks."""
    waiting: list[m.Model] = [plan.points[exercise.point].node]
    found: set[tuple[str, str]] = set()
    asked: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            match part:
                case m.ZoneRef():
                    found.add(("zone", part.name))
                case m.Lookup():
                    found.add(("table", part.table))
                case m.RuleCall() if part.rule not in asked:
                    asked.add(part.rule)
                    waiting.append(plan.rules.rules[part.rule])
                case _:
                    pass
    return found


def drawn(plan: LessonPlan, exercise: Exercise) -> str:
    return "\n".join(f"{name}: {things}" for name, things in table_of(plan, exercise)).casefold()


@pytest.mark.parametrize("name", SOME)
def test_an_exam_asks_nothing_that_is_not_drawn(name: str) -> None:
    for seed in SEEDS:
        plan, found = exam(name, seed)
        assert len(found) == QUESTIONS
        assert len({exercise.key.partition(" ")[0] for exercise in found}) == 1
        assert len({(x.question, x.answers[x.right], x.position) for x in found}) == QUESTIONS
        for exercise in found:
            assert not exercise.title and not exercise.told
            assert exercise.position is not None and 3 <= len(exercise.answers) <= 4
            assert plan.speech.say("ask which", "").strip(" .?“”") not in exercise.question
            picture = drawn(plan, exercise)
            for _, part in used(plan, exercise):
                assert plan.speech.word(part).casefold() in picture, (exercise.question, part)


@pytest.mark.parametrize("name", SOME)
def test_every_answer_is_the_engines(name: str) -> None:
    plan, found = exam(name, 1)
    for exercise in found:
        assert exercise.position is not None
        session = open_position(plan.loaded, exercise.position)
        legal = {x.text.replace("(", ": ").rstrip(")") for x in session.legal()}
        allowed = [answer in legal for answer in exercise.answers]
        if exercise.key.startswith("exam allowed"):
            assert allowed.count(True) == 1 and allowed[exercise.right]
        elif exercise.key.startswith("exam forbidden"):
            assert allowed.count(False) == 1 and not allowed[exercise.right]
        elif exercise.key.startswith("exam worth"):
            assert exercise.answers[exercise.right].strip("−").isdecimal()


def test_matching_words_fails_the_exam() -> None:
    """A player that picks the option with most words in common gets as much as by chance."""
    right, asked, dice = 0.0, 0, random.Random(1)
    for name in SOME:
        for seed in SEEDS:
            plan, found = exam(name, seed)
            for exercise in found:
                known = words(f"{exercise.question} {drawn(plan, exercise)}")
                order = list(range(len(exercise.answers)))
                dice.shuffle(order)
                best = max(order, key=lambda n: len(words(exercise.answers[n]) & known))
                right += best == exercise.right
                asked += 1
    assert right / asked <= 0.4, (right, asked)


@pytest.mark.parametrize("name", telling(NAMES[:1], NAMES))
def test_nothing_of_the_course_comes_again(name: str) -> None:
    plan, found = exam(name, 1)
    taught = {(x.question, x.position) for x in course_of(plan).exercises}
    assert not any((x.question, x.position) in taught for x in found)


def test_the_same_seed_asks_the_same_and_another_something_else() -> None:
    plan, found = exam("lost-cities-card", 1)
    assert exam_of(plan, 1) == found != exam_of(plan, 4)
