"""What the page on playing says of the window happens when its keys are pressed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.table.autosave import Autosave
from engine.table.seats import HUMAN
from tests.docs.pages import DOCS, EXAMPLES
from tests.viewer.app.hands import app_with, setup, table, texts
from viewer.app.controller import AppController
from viewer.app.keymap import HELP
from viewer.app.preferences import games_folder

PAGE = (DOCS / "play.md").read_text("utf-8")
CARD = "lost-cities-card"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


def opened(study: bool = False) -> AppController:
    """A game between two people in which two decisions were made, the second with a draw."""
    desk = app_with(CARD, study=study, autosave=Autosave(games_folder()))
    for _ in range(2):
        table(desk).turn.make(table(desk).guest.offers[0])
    return desk


def made(desk: AppController) -> int:
    return len(table(desk).guest.session.history)


def pressed(desk: AppController, *keys: str) -> AppController:
    for key in keys:
        desk.key(key)
    return desk


WHAT_KEYS_DO: dict[str, Callable[[], bool]] = {
    "?": lambda: pressed(opened(), "?").shell.overlay == "help",
    "F1": lambda: table(pressed(opened(), "f1")).tab == "help",
    "F10": lambda: pressed(opened(), "f10").shell.overlay == "menu",
    "M": lambda: pressed(opened(), "m").shell.overlay == "moves",
    "R": lambda: table(pressed(opened(), "r")).tab == "rules",
    "S": lambda: table(pressed(opened(), "s")).tab == "scores",
    "L": lambda: table(pressed(opened(), "s", "l")).tab == "log",
    ",": lambda: table(pressed(opened(), ",")).guest.looking == 1,
    ".": lambda: table(pressed(opened(), ",", ",", ".")).guest.looking == 1,
    "PageUp": lambda: table(pressed(opened(), "pageup")).guest.looking == 1,
    "PageDown": lambda: table(pressed(opened(), "home", "pagedown")).guest.looking == 1,
    "Home": lambda: table(pressed(opened(), "home")).guest.looking == 0,
    "End": lambda: table(pressed(opened(), "home", "end")).guest.looking is None,
    "T": lambda: table(pressed(opened(), ",", "t")).people.trying,
    "F9": lambda: not table(pressed(opened(), ",", "t", "f9")).people.trying,
    "Z": lambda: made(pressed(opened(study=True), "z")) == 1,
    "Y": lambda: made(pressed(opened(study=True), "z", "y")) == 2,
    "Ctrl+Z": lambda: made(pressed(opened(study=True), "ctrl+z")) == 1,
    "Ctrl+Y": lambda: made(pressed(opened(study=True), "ctrl+z", "ctrl+y")) == 2,
    "Ctrl+S": lambda: pressed(opened(), "ctrl+s").typing,
    "Ctrl+N": lambda: setup(pressed(opened(), "ctrl+n")) is not None,
}


@pytest.mark.parametrize("key", WHAT_KEYS_DO)
def test_a_key_does_what_the_page_says(key: str) -> None:
    assert f"`{key}`" in PAGE or key in {one for keys, _ in HELP for one in keys.split()}
    assert WHAT_KEYS_DO[key]()


def test_undo_stops_at_a_draw_but_not_in_practice() -> None:
    assert made(pressed(opened(), "z")) == 2
    assert made(pressed(opened(study=True), "z", "z")) == 0


def test_a_game_that_is_left_is_listed_on_the_start_screen() -> None:
    assert "Continue" in texts(pressed(opened(), "ctrl+n"))


def test_what_if_leaves_the_real_game_alone() -> None:
    desk = pressed(opened(), "home", "t")
    table(desk).turn.make(table(desk).guest.offers[1])
    assert made(desk) == 1
    assert made(pressed(desk, "f9")) == 2


def test_the_table_is_covered_between_two_people() -> None:
    desk = app_with(CARD, seats=[HUMAN, HUMAN], covers=True)
    assert "Come to the screen alone" in texts(desk)
    assert table(pressed(desk, "enter")).guest.present
    assert "Come to the screen alone" not in texts(desk)
    table(desk).turn.make(table(desk).guest.offers[0])
    table(desk).turn.make(table(desk).guest.offers[0])
    assert "Come to the screen alone" in texts(desk)


def test_a_game_without_secrets_is_never_covered() -> None:
    desk = app_with(str(EXAMPLES / "nim.cairn"), seats=[HUMAN, HUMAN], covers=True)
    assert "Come to the screen alone" not in texts(desk)
