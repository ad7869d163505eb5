"""Someone who has never played here is offered to be taught first, once."""

import io
from pathlib import Path

import pytest

from engine.cli.arguments import PlayArguments
from engine.cli.play import play_game
from engine.teach.newcomer import is_newcomer, no_newcomer
from tests.viewer.app.hands import lobby, nodes, press, table
from viewer.app.controller import AppController
from viewer.panels import open_app


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def ids(desk: AppController) -> set[str]:
    return {node.id for node in nodes(desk)}


def test_who_was_asked_once_is_no_newcomer(tmp_path: Path) -> None:
    assert is_newcomer()
    no_newcomer()
    assert not is_newcomer()


def test_whose_games_are_kept_is_no_newcomer(tmp_path: Path) -> None:
    (tmp_path / "cairn" / "games").mkdir(parents=True)
    assert is_newcomer()
    (tmp_path / "cairn" / "games" / "one.save").touch()
    assert not is_newcomer()


@pytest.mark.parametrize(("answer", "taught"), [("\n", True), ("n\n", False), ("J\n", True)])
def test_the_terminal_asks_first(
    answer: str, taught: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    args = PlayArguments(ruleset="lost-cities-card", seed=5, lang="de", text=True)
    monkeypatch.setattr("sys.stdin", Keyboard(answer + "q\n"))
    play_game(args)
    first = capsys.readouterr().out
    assert first.startswith("Hier hat noch niemand gespielt.")
    assert ("┃ Lost Cities" in first) is taught
    monkeypatch.setattr("sys.stdin", Keyboard("q\n"))
    play_game(args)
    assert "noch niemand" not in capsys.readouterr().out


def test_a_window_that_opens_with_a_game_asks_first() -> None:
    desk = open_app("lost-cities-card", language="en")
    assert {"first:yes", "first:no"} <= ids(desk)
    press(desk, "first:yes")
    assert table(desk).lesson is not None and "lesson:on" in ids(desk)
    assert desk.shell.overlay == "" and open_app("lost-cities-card").shell.overlay == ""


def test_who_knows_the_game_plays_it() -> None:
    desk = open_app("lost-cities-card")
    before = table(desk).guest
    press(desk, "first:no")
    assert table(desk).guest is before and table(desk).lesson is None
    assert desk.shell.overlay == ""
    assert not is_newcomer()


def test_on_the_start_screen_learning_stands_before_playing() -> None:
    desk = lobby()
    keys = {node.id: node.key for node in nodes(desk) if node.id.startswith("start:")}
    assert keys["start:learn"] == "enter" and not keys["start:play"]
    press(desk, "start:learn")
    keys = {node.id: node.key for node in nodes(lobby()) if node.id.startswith("start:")}
    assert keys["start:play"] == "enter" and not keys["start:learn"]
