"""Rules with mistakes are opened to be edited, and their game begins once they have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import RulesError
from tests.viewer.desk.hands import lobby, node, nodes, press, setup, table, texts
from viewer.commands import AtStart
from viewer.desk.desk import Desk
from viewer.desk.rules_pages import POLL, QUIET
from viewer.desk.start_screen import StartScreen
from viewer.panels import open_desk

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


def at_start(desk: Desk) -> StartScreen:
    assert isinstance(desk.screen, StartScreen)
    return desk.screen


def opened(desk: Desk) -> None:
    assert desk.table is None and at_start(desk).repair is not None
    assert any(n.edit for n in nodes(desk))
    marks = desk.document().marks
    wrong = desk.document().text.split("\n").index(f"      {WRONG}") + 1
    assert wrong in [mark.line for mark in marks] and desk.document().jump == wrong
    assert f"line {wrong}: " in texts(desk) and "heaps" in texts(desk)


def rested(desk: Desk) -> None:
    desk.tick(desk.shell.now + QUIET + POLL + 0.1)


def test_a_file_with_mistakes_is_opened_in_the_editor_from_the_start_screen(broken: Path) -> None:
    desk = lobby()
    press(desk, f"game:{broken.name}")
    opened(desk)


def test_and_from_the_command_line(broken: Path) -> None:
    desk = open_desk(str(broken), language="en")
    opened(desk)


def test_the_game_begins_once_there_is_no_mistake(broken: Path) -> None:
    desk = open_desk(str(broken), language="en")
    text = desk.document().text
    desk.edited(text.replace("last match", "last one"))
    rested(desk)
    opened(desk)
    fixed = text.replace(WRONG, RIGHT)
    desk.edited(fixed)
    rested(desk)
    screen = table(desk)
    assert screen.tab == "rules" and desk.document().text == fixed
    assert screen.match.asked and screen.match.offers
    assert WRONG in broken.read_text(), "nothing is written without being asked"
    press(desk, "rules:save")
    assert broken.read_text() == fixed
    screen.turn.make(screen.match.offers[0])
    assert len(screen.match.session.history) >= 1


def test_what_another_editor_saves_is_taken_over(broken: Path) -> None:
    desk = open_desk(str(broken), language="en")
    broken.write_text(NIM.read_text() + "\n# mended elsewhere\n")
    rested(desk)
    assert desk.table is not None and "elsewhere" in desk.document().text


def test_a_text_that_cannot_be_read_at_all_is_edited_too(broken: Path) -> None:
    broken.write_text('game "Ours\n  players (\n')
    desk = open_desk(str(broken), language="en")
    assert at_start(desk).repair is not None and desk.document().marks
    desk.edited(NIM.read_text())
    rested(desk)
    assert table(desk).match.asked


def test_what_was_fixed_can_be_saved_before_all_is_right_and_left(broken: Path) -> None:
    desk = open_desk(str(broken), language="en")
    desk.edited(desk.document().text + "\n# half a step\n")
    press(desk, "rules:save")
    assert "half a step" in broken.read_text()
    desk.edited(desk.document().text + "# and another\n")
    desk.key("ctrl+s")
    assert "and another" in broken.read_text()
    press(desk, "repair:back")
    assert at_start(desk).repair is None and node(desk, "start:play")
    desk.do(AtStart.LEAVE_RULES)
    at_start(desk).edit(str(broken))
    desk.key("escape")
    assert at_start(desk).repair is None


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "These rules have errors"),
        ("de", "Diese Regeln haben Fehler"),
        ("fr", "Ces règles ont des erreurs"),
    ],
)
def test_it_is_said_in_the_persons_language(broken: Path, language: str, title: str) -> None:
    assert title in texts(open_desk(str(broken), language=language))


def test_a_variant_of_the_library_with_mistakes_shows_its_own_text_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "wagers.cairn"
    path.write_text('variant "Wagers" of "lost-cities-card"\n\nremove example "Nowhere"\n')
    desk = lobby()
    press(desk, f"game:{path.name}")
    repair = at_start(desk).repair
    assert repair is not None and [page.path for page in repair.pages] == [path]
    desk.edited('variant "Wagers" of "lost-cities-card"\n  "Nothing new."\n')
    rested(desk)
    assert desk.table is not None


def test_what_is_not_there_is_still_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError):
        open_desk(str(tmp_path / "nowhere.cairn"))
    assert setup(lobby()).games()
