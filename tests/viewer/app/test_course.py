"""Exercises at the table, and the review of a game, through the viewer's nodes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Game, Session, library, load
from tests import scope
from tests.scope import telling
from tests.viewer.app.hands import app_with, lobby, nodes, press, setup, table, texts
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.course import CourseRound
from viewer.commands import Elsewhere, InLesson

CARD = "lost-cities-card"
GAMES = [path.stem for path in scope.GAMES if path in library()]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def begun(name: str, language: str = "en") -> AppController:
    app = lobby(language)
    setup(app).choose_game(name)
    app.do(Elsewhere.COURSE)
    return app


def course(app: AppController) -> CourseRound:
    found = table(app).course
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "learner"),
    telling(
        [(GAMES[-1], "right"), (CARD, "wrong first")],
        [(name, learner) for name in GAMES for learner in ("right", "wrong first", "by chance")],
    ),
)
def test_every_learner_gets_through_the_exercises(name: str, learner: str) -> None:
    app = begun(name)
    dice = random.Random(4)
    asked = course(app)
    assert len(asked.exercises) == 12
    for _ in range(12):
        exercise = asked.exercise
        assert exercise is not None
        others = [n for n in range(len(exercise.answers)) if n != exercise.right]
        if learner == "right":
            tries = [exercise.right]
        elif learner == "wrong first":
            tries = [*others, exercise.right]
        else:
            tries = [dice.randrange(len(exercise.answers))]
        for number in tries:
            app.do(cmd.AnswerExercise(number))
        assert asked.reply or len(exercise.answers) == 1 or not exercise.replies[tries[-1]]
        app.do(Elsewhere.NEXT_EXERCISE)
    assert asked.exercise is None
    several = sum(len(x.answers) > 1 for x in asked.exercises)
    alone = len(asked.exercises) - several
    assert asked.well == {"right": 12, "wrong first": alone}.get(learner, asked.well)
    assert asked.said_at_the_end in texts(app)


def test_an_exercise_is_answered_by_a_move_at_the_table() -> None:
    app = begun("lost-cities-card")
    asked = course(app)
    exercise = asked.exercise
    assert exercise is not None and exercise.moves == ("explore(red 3)",)
    screen = table(app)
    made = {offer.text: offer for offer in screen.guest.offers}
    screen.turn.make(made["explore(red 9)"])
    assert not asked.right and "neither the 3 nor the 6" in asked.reply
    assert screen.guest.session.history == []
    screen.turn.make({o.text: o for o in screen.guest.offers}["explore(red 3)"])
    assert asked.right and asked.well == 0


def test_scores_are_not_told_while_they_are_asked_for() -> None:
    app = begun("lost-cities-card")
    assert table(app).text.standings() == []
    assert {"exercise", "exercise:on", "exercise:leave"} <= {n.id for n in nodes(app)}
    press(app, "exercise:leave")
    assert app.table is None


def test_a_review_shows_who_was_ahead_and_each_decision_at_its_table() -> None:
    app = app_with("lost-cities-card", seats=["human", "greedy"], study=True)
    screen, dice = table(app), random.Random(1)
    for _ in range(12):
        session = screen.guest.session
        chosen = dice.choice(session.legal())
        session.apply(chosen.move, chosen.text)
    screen.update(InLesson.REVIEW_GAME)
    assert screen.review is not None and {"review", "review:close"} <= {n.id for n in nodes(app)}
    screen.review.wait()
    app.tick(1.0)
    found = screen.review.found
    assert found is not None, screen.review.problem
    ids = {n.id for n in nodes(app)}
    assert "review:curve" in ids and len(found.curve) == 13
    shown = [n for n in ids if n.startswith("review:at:")]
    assert bool(shown) == bool(found.costly or found.good)
    for name in shown[:1]:
        press(app, name)
        assert f"review:at:{screen.guest.looking}" == name
    press(app, "review:close")
    assert screen.review is None and screen.guest.looking is None


def test_a_round_without_lessons_ends_with_a_move_that_is_clearly_better() -> None:
    rules = str(library()[0].parents[1] / "examples" / "across.cairn")
    loaded = load(rules)
    asked = CourseRound(Session(Game(loaded, 2), 3), rules, tries=60)
    asked.wait()
    count = len(asked.exercises)
    for _ in range(count):
        asked.go_on()
    exercise = asked.exercise
    assert exercise is not None and len(exercise.moves) == 1 and len(asked.exercises) == count + 1
    assert asked.session().seat is not None and "60" in exercise.other
    asked.answer(exercise.right)
    assert asked.right
    asked.go_on()
    assert asked.exercise is None
