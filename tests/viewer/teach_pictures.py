"""The pictures of docs/learn.md: what teaching looks like, in the window and on paper.

`python -m tests.viewer.teach_pictures [FOLDER]` draws them anew.
"""

from __future__ import annotations

import io
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from engine import load, plan_for
from engine.cli.rulebook import draw
from engine.teach.book import book_of
from engine.teach.printing import typst_text
from tests.viewer.app.hands import app_with, lobby, press, setup, table
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.commands import Elsewhere, InLesson
from viewer.window import shot

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZE, SMALL = (1440, 900), (960, 600)
GAME = "lost-cities-card"
PAGE = 80.0
"""Points to an inch of the page of a rulebook."""


def first_turn() -> Image.Image:
    """What you can do, with the places that it is about lit."""
    app = _learning()
    press(app, "lesson:on")
    return _seen(app)


def wrong_try() -> Image.Image:
    """A move that isn't allowed, answered with the rule that forbids it."""
    app = _learning("lost-cities-board")
    screen = table(app)
    while screen.lesson is not None and screen.lesson.box is not None:
        press(app, "lesson:on")
    hand = next(z for z in screen.guest.view().zones if z.family == "hand" and z.owner == 0)
    screen._refused(screen.guest.session.explain(0, f"step({hand.items[0].name})"))
    return _seen(app)


def exercise() -> Image.Image:
    """An exercise with a wrong answer, and why it is wrong."""
    app = lobby()
    setup(app).choose_game(GAME)
    app.do(Elsewhere.COURSE)
    asked = table(app).course
    assert asked is not None
    while asked.exercise is not None and (asked.exercise.moves or len(asked.exercise.answers) < 3):
        app.do(Elsewhere.NEXT_EXERCISE)
        asked = table(app).course
        assert asked is not None
    assert asked.exercise is not None
    app.do(cmd.AnswerExercise((asked.exercise.right + 1) % len(asked.exercise.answers)))
    return _seen(app)


def missed() -> Image.Image:
    """What didn't happen in a game, told after it."""
    app = _learning()
    lesson = table(app).lesson
    assert lesson is not None
    boxes = lesson.tutor.missed()
    lesson.boxes, lesson.at = boxes, len(boxes) - 1
    return _seen(app)


def review() -> Image.Image:
    """What a game teaches: who was ahead, and what cost most."""
    app = app_with(GAME, seats=["human", "greedy"], study=True)
    screen, dice = table(app), random.Random(2)
    for _ in range(60):
        session = screen.guest.session
        chosen = dice.choice(session.legal())
        session.apply(chosen.move, chosen.text)
    screen.update(InLesson.REVIEW_GAME)
    assert screen.review is not None
    screen.review.wait()
    app.tick(1.0)
    return _seen(app)


def rulebook_page() -> Image.Image:
    """The first page of a rulebook as PDF."""
    import typst

    book = book_of(plan_for(load("lost-cities-board")))
    pictures = draw(book)
    with tempfile.TemporaryDirectory() as folder:
        for name, data in pictures.files.items():
            (Path(folder) / f"{name}.webp").write_bytes(data)
        source = Path(folder) / "book.typ"
        source.write_text(typst_text(book, pictures), encoding="utf-8")
        pages = typst.compile(str(source), root=folder, format="png", ppi=PAGE)
    first = pages[0] if isinstance(pages, list) else pages
    return Image.open(io.BytesIO(first)).convert("RGB")


def help_page() -> Image.Image:
    """The help, with a paragraph that is pointed at."""
    app = app_with(GAME, seats=["human", "greedy"])
    app.do(cmd.ShowTab("help"))
    screen = table(app)
    screen.help.reading.wait()
    book = screen.help.reading.book
    assert book is not None
    spoken = [part.number for part in book.parts if part.spoken.families == ("expedition",)]
    app.do(cmd.ShowPart(spoken[0] - 3))
    app.do(cmd.SpeakOf(spoken[0]))
    return _seen(app)


PICTURES: dict[str, Callable[[], Image.Image]] = {
    "first-turn": first_turn,
    "wrong-try": wrong_try,
    "exercise": exercise,
    "missed": missed,
    "review": review,
    "rulebook-page": rulebook_page,
    "help": help_page,
}


def _learning(name: str = GAME) -> AppController:
    app = lobby()
    setup(app).choose_game(name)
    press(app, "start:learn")
    return app


def _seen(app: AppController) -> Image.Image:
    app.shell.touch()
    return shot.picture(app.nodes, app.theme, SIZE).resize(SMALL, Image.Resampling.LANCZOS)


def main() -> None:
    """Draw all of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        for name, made in PICTURES.items():
            made().save(folder / f"teach-{name}.webp", quality=80, method=6)
            print(folder / f"teach-{name}.webp")


if __name__ == "__main__":
    main()
