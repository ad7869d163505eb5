"""The course of a ruleset: its hand-written lessons, exercises made from the plan, judgements."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.agents.hints import Advised, advise, sentence
from engine.agents.search_config import Level
from engine.compile import layout as at
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.rules.said import joined
from engine.teach.exercises import Exercise, Exercises, keyed, mixed, shown_move
from engine.teach.lesson_exercises import lesson_exercises
from engine.teach.made_exercises import made_exercises
from engine.teach.plan import LessonPlan
from engine.teach.positions import Games, ShownPosition, open_position

TRIES = 400
"""Games in mind for a judgement."""
SURE_POINTS, SURE_WINS = 4.0, 0.15
"""The best move is better than the next by so much, where a search counts as sure."""
MOST_LOOKED = 6
"""So many positions at most are searched for one in which a move is clearly better."""


def course_of(plan: LessonPlan, seed: int = 1) -> Exercises:
    """Return the course of a lesson plan: `exercises`, and `problems` of its lesson file.

    The exercises of hand-written lessons are first, in their order; the others are made from the
    plan. The same seed makes the same course.

    >>> from engine import course_of, load, plan_for
    >>> course = course_of(plan_for(load("examples/nim.cairn")))
    >>> len(course.exercises), course.problems
    (6, ())
    """
    dice = random.Random(seed)
    lessons, taught, problems = lesson_exercises(plan, dice)
    made = made_exercises(plan, dice, taught, len(lessons))
    return Exercises((*lessons, *made), tuple(problems))


def position_to_try(plan: LessonPlan, number: int, position: ShownPosition) -> Exercise:
    """Return a position that shows a point, to be played from: no question with a wrong answer."""
    point, say = plan.points[number], plan.speech.say
    session = open_position(plan.loaded, position, plan.language)
    words = shown_move(session, position.move) if position.move else point.title
    key = "try move" if position.legal else "try forbidden"
    return Exercise(
        keyed("try", point.key), number, say(key, words), (words,), 0, (position.why,), position,
        title=point.title, told=point.sentence, moves=(position.move,) if position.legal else (),
    )  # fmt: skip


def exercises(plan: LessonPlan, seed: int = 1) -> list[Exercise]:
    """Return all exercises of a course."""
    return list(course_of(plan, seed).exercises)


# ------------------------------------------------------------------ judgements


def best_move_exercise(plan: LessonPlan, seed: int = 1, tries: int = TRIES) -> Exercise | None:
    """Return an exercise in which one move is clearly better than all others, as a search finds.

    None where no search is possible or none is sure. Takes some seconds, and shares no game with
    others, so that a thread of its own may look for it.
    """
    games: Games = {}
    for position in _positions(plan, random.Random(seed), games):
        session = open_position(plan.loaded, position, plan.language, games)
        try:
            found = _judged(plan, session, position, tries)
        except (RulesError, ValueError, IndexError):
            continue
        if found is not None:
            return found
    return None


def _positions(plan: LessonPlan, dice: random.Random, games: Games) -> Iterator[ShownPosition]:
    """Yield positions in which there is something to choose, each once."""
    seen: set[tuple[int, ...]] = set()
    points = plan.of("action", "require", "rule", "reaction", "zone", "variable")
    found = [position for point in points for position in plan.positions(point)]
    dice.shuffle(found)
    looked = 0
    for position in found:
        session = open_position(plan.loaded, position, plan.language, games)
        if session.over or position.state in seen or not 3 <= len(session.legal()) <= 60:
            continue
        seen.add(position.state)
        looked += 1
        if looked > MOST_LOOKED:
            return
        yield position


def _judged(
    plan: LessonPlan, session: Session, position: ShownPosition, tries: int
) -> Exercise | None:
    seat = session.seat
    assert seat is not None
    legal = session.game.interpreter.legal(session.state)
    known = session.game.knowledge.observe(session.state, seat)
    advice = advise(session.game, known, legal, seat, Level(tries, 0.0))
    if advice.without or len(advice.moves) < 2:
        return None
    best, second = advice.moves[:2]
    if not _sure(best, second):
        return None
    say = plan.speech.say
    searched = say("searched", str(advice.iterations))
    why = sentence(advice.moves, session.game.wording.catalogue, _in_words)
    reply = joined(" ", filter(None, (best.reason, why, searched)))
    rows = [(_in_words(move), reply) for move in advice.moves]
    found = session.game.wording.action(session.state[at.PC], best.move)
    action = f"action {found.action.name if found else 'pass'}"
    point = next((p for p in plan.of("action") if p.key == action), plan.points[0])
    return Exercise(
        keyed(f"judgement {best.text}", str(hash(position.state))), point.number, say("ask best"),
        *mixed(rows, random.Random(rows[0][0])), position, moves=(best.text,), other=reply,
    )  # fmt: skip


def _in_words(move: Advised) -> str:
    return move.shown


def _sure(best: Advised, second: Advised) -> bool:
    """Return whether a move is clearly better than the next best."""
    if best.lead is not None and second.lead is not None:
        return best.lead - second.lead >= SURE_POINTS
    if best.wins is not None and second.wins is not None:
        return best.wins - second.wins >= SURE_WINS
    return False
