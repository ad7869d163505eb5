"""A lesson in the window that is left and gone on with, its lines on the score, and its coach."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Session
from engine.table.autosave import Autosave
from tests.scope import EXAMPLES
from tests.viewer.app.hands import app_with, lobby, node, press, settle, setup, table, texts
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.lesson import LessonState
from viewer.commands import InLesson

CARD, NIM = "lost-cities-card", str(EXAMPLES / "nim.cairn")


@pytest.fixture
def autosave(tmp_path: Path) -> Autosave:
    return Autosave(tmp_path)


def learning(autosave: Autosave, seed: str = "") -> AppController:
    app = lobby(autosave=autosave)
    setup(app).choose_game(CARD)
    setup(app).seed = seed
    press(app, "start:learn")
    return app


def lesson(app: AppController) -> LessonState:
    found = table(app).lesson
    assert found is not None
    return found


def game(app: AppController) -> Session:
    return table(app).guest.session


def played(app: AppController, decisions: int, action: str = "") -> list[str]:
    """Read every box and decide, by chance or by an action, until there are so many decisions;
    return the lines that there were on the way.
    """
    dice, lines = random.Random(3), list[str]()
    while len(game(app).history) < decisions:
        lines += [line for line in lesson(app).lines if line not in lines]
        if lesson(app).box is not None:
            press(app, "lesson:on")
        elif table(app).guest.table.agent is not None:
            settle(app, app.shell.now)
        else:
            offers = table(app).guest.offers
            wanted = [offer for offer in offers if offer.action == action]
            app.do(cmd.MakeMove(dice.choice(wanted or list(offers)).text))
    return lines


def test_a_lesson_that_was_left_continues_where_it_was(autosave: Autosave) -> None:
    first = learning(autosave)
    played(first, 2)
    made = [decision.text for decision in game(first).history]
    said = set(lesson(first).tutor.said)
    first.closed()
    again = learning(autosave)
    assert [decision.text for decision in game(again).history] == made
    assert lesson(again).tutor.said == said
    assert "after 2 decisions" in texts(again)
    again.do(cmd.Resume(autosave.recent()[-1].file))
    assert [decision.text for decision in game(again).history] == made
    assert lesson(again).tutor.said == said
    again.do(InLesson.STOP_LESSON)
    assert not game(learning(autosave)).history


def test_each_change_of_the_score_has_its_line(autosave: Autosave) -> None:
    app = learning(autosave, seed="3")
    lines = [line for line in played(app, 9, "explore") if "→" in line]
    assert lines and all(line.startswith("Your score: ") for line in lines)
    lesson(app).lines = lines[:1]
    app.shell.touch()
    shown = node(app, "lesson:line:0").words
    assert shown is not None and " ".join(shown.text.split()) == lines[0]


def test_the_tutor_sees_nothing_of_what_is_tried_out(autosave: Autosave) -> None:
    app = learning(autosave, seed="3")
    played(app, 4)
    said, boxes = set(lesson(app).tutor.said), len(lesson(app).boxes)
    app.do(cmd.LayExample("A lower card is refused"))
    assert table(app).people.trying
    app.do(cmd.MakeMove(table(app).guest.offers[0].text))
    assert (lesson(app).tutor.said, len(lesson(app).boxes)) == (said, boxes)
    app.key("f9")
    assert len(game(app).history) == 4


def test_the_coach_is_off_until_it_is_asked_for_and_names_a_better_move() -> None:
    app = app_with(NIM, study=True)
    for move in ("take(4, 7)", "take(3, 5)"):
        app.do(cmd.MakeMove(move))
    table(app).teach()
    while lesson(app).box is not None:
        press(app, "lesson:on")
    assert not lesson(app).coach
    press(app, "lesson:coach")
    app.do(cmd.MakeMove("take(1, 1)"))
    assert table(app).busy
    lesson(app).wait()
    app.tick(1.0)
    assert not lesson(app).busy
    shown = node(app, "lesson:line:0").words
    assert shown is not None and shown.text.startswith("Coach: take 2, 2 was better.")
