"""The exam: questions about positions of games that nobody has seen, answered by the rules.

What is allowed, what is it worth, what happens next: the wrong options come from the same rule as
the right one, so that words alone don't give it away. Nothing of the course comes again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice

from engine.language.diagnostics import RulesError
from engine.teach.exam_moments import Asked, Asking, Moment
from engine.teach.exam_moves import MoveQuestions
from engine.teach.exam_outcomes import OutcomeQuestions
from engine.teach.exam_scores import ScoreQuestions
from engine.teach.exercises import Exercise
from engine.teach.plan import LessonPlan

QUESTIONS = 12
"""So many questions an exam has, where the rules have so many to ask."""
ENOUGH = 40
"""So many positions are looked at, if they will do."""


def exam_of(plan: LessonPlan, seed: int = 1, count: int = QUESTIONS) -> list[Exercise]:
    """Return the questions of an exam: for each kind of question about equally many.

    The same seed asks the same. There are fewer of a game with few rules, perhaps none.
    """
    asking = Asking(plan, random.Random(seed))
    moves, scores, outcomes = (
        MoveQuestions(asking),
        ScoreQuestions(asking),
        OutcomeQuestions(asking),
    )
    kinds: list[Callable[[Moment], Asked]] = [
        moves.allowed, scores.worth, outcomes.changes, outcomes.next_choice, moves.forbidden,
        scores.gain, scores.best,
    ]  # fmt: skip
    found: list[list[Exercise]] = [[] for _ in kinds]
    most = count // len(kinds) + 2
    for number, moment in enumerate(asking.moments(seed)):
        for questions, kind in zip(found, kinds, strict=True):
            if len(questions) < most:
                known = {(x.question, x.answers[x.right]) for x in questions}
                new = _asked(kind, moment)
                new = (x for x in new if (x.question, x.answers[x.right]) not in known)
                questions += islice(new, 1)
        if all(len(questions) >= most for questions in found):
            break
        if number >= ENOUGH and sum(map(len, found)) >= count:
            break
    return _chosen(found, count)


def _asked(kind: Callable[[Moment], Asked], moment: Moment) -> Asked:
    """Yield a moment's questions of a kind; none where the score can't be told yet."""
    with suppress(RulesError):
        yield from kind(moment)


def _chosen(found: Sequence[list[Exercise]], count: int) -> list[Exercise]:
    """Return so many questions, of the kinds in turn, first those on points that are new."""
    kept: list[Exercise] = []
    waiting = [list(questions) for questions in found]
    while len(kept) < count and any(waiting):
        for questions in waiting:
            if questions and len(kept) < count:
                asked = {exercise.point for exercise in kept}
                fresh = [x for x in questions if x.point not in asked] or questions
                kept.append(fresh[0])
                questions.remove(fresh[0])
    return kept
