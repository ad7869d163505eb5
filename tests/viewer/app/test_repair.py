"""Rules with errors are opened to be edited, and their game begins once they have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import RulesError
from tests.viewer.app.hands import lobby, node, nodes, press, setup, table, texts
from viewer.app.controller import AppController
from viewer.app.rules_pages import POLL, QUIET
from viewer.app.start_screen import StartScreen
from viewer.commands import AtStart
from viewer.panels import open_app

NIM = Path("examples/nim.cairn").resolve()
RIGHT = "move many from heap[number] to taken"
WRONG = "move many from heaps[number] to taken"


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "ours.cairn"
    text = NIM.read_text()
    assert RIGHT in text
    path.write_text(text.replace(RIGHT, WRONG))
    monkeypatch.chdir(tmp_path)
    return path


def at_start(app: AppController) -> StartScreen:
    assert isinstance(app.screen, StartScreen)
    return app.screen


def opened(app: AppController) -> None:
    assert app.table is None and at_start(app).repair is not None
    assert any(n.edit for n in nodes(app))
    marks = app.document().marks
    wrong = app.document().text.split("\n").index(f"      {WRONG}") + 1
    assert wrong in [mark.line for mark in marks] and app.document().jump == wrong
    assert f"line {wrong}: " in texts(app) and "heaps" in texts(app)


def rested(app: AppController) -> None:
    app.tick(app.shell.now + QUIET + POLL + 0.1)


def test_a_file_with_mistakes_is_opened_in_the_editor_from_the_start_screen(broken: Path) -> None:
    app = lobby()
    press(app, f"game:{broken.name}")
    opened(app)


def test_and_from_the_command_line(broken: Path) -> None:
    app = open_app(str(broken), language="en")
    opened(app)


def test_the_game_begins_once_there_is_no_mistake(broken: Path) -> None:
    app = open_app(str(broken), language="en")
    text = app.document().text
    app.edited(text.replace("last match", "last one"))
    rested(app)
    opened(app)
    fixed = text.replace(WRONG, RIGHT)
    app.edited(fixed)
    rested(app)
    screen = table(app)
    assert screen.tab == "rules" and app.document().text == fixed
    assert screen.guest.asked and screen.guest.offers
    assert WRONG in broken.read_text(), "nothing is written without being asked"
    press(app, "rules:save")
    assert broken.read_text() == fixed
    screen.turn.make(screen.guest.offers[0])
    assert len(screen.guest.session.history) >= 1


def test_what_another_editor_saves_is_taken_over(broken: Path) -> None:
    app = open_app(str(broken), language="en")
    broken.write_text(NIM.read_text() + "\n# mended elsewhere\n")
    rested(app)
    assert app.table is not None and "elsewhere" in app.document().text


def test_a_text_that_cannot_be_read_at_all_is_edited_too(broken: Path) -> None:
    broken.write_text('game "Ours\n  players (\n')
    app = open_app(str(broken), language="en")
    assert at_start(app).repair is not None and app.document().marks
    app.edited(NIM.read_text())
    rested(app)
    assert table(app).guest.asked


def test_what_was_fixed_can_be_saved_before_all_is_right_and_left(broken: Path) -> None:
    app = open_app(str(broken), language="en")
    app.edited(app.document().text + "\n# half a step\n")
    press(app, "rules:save")
    assert "half a step" in broken.read_text()
    app.edited(app.document().text + "# and another\n")
    app.key("ctrl+s")
    assert "and another" in broken.read_text()
    press(app, "repair:back")
    assert at_start(app).repair is None and node(app, "start:play")
    app.do(AtStart.LEAVE_RULES)
    at_start(app).edit(str(broken))
    app.key("escape")
    assert at_start(app).repair is None


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "These rules have errors"),
        ("de", "Diese Regeln haben Fehler"),
        ("fr", "Ces règles ont des erreurs"),
    ],
)
def test_it_is_said_in_the_persons_language(broken: Path, language: str, title: str) -> None:
    assert title in texts(open_app(str(broken), language=language))


def test_a_variant_of_the_library_with_mistakes_shows_its_own_text_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "wagers.cairn"
    path.write_text('variant "Wagers" of "lost-cities-card"\n\nremove example "Nowhere"\n')
    app = lobby()
    press(app, f"game:{path.name}")
    repair = at_start(app).repair
    assert repair is not None and [page.path for page in repair.pages] == [path]
    app.edited('variant "Wagers" of "lost-cities-card"\n  "Nothing new."\n')
    rested(app)
    assert app.table is not None


def test_what_is_not_there_is_still_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError):
        open_app(str(tmp_path / "nowhere.cairn"))
    assert setup(lobby()).games()
