"""Opponents that learn a game while it is played: offered where nothing has been learned of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.agents.games import LEAST
from tests.viewer.app.hands import lobby, nodes, press, table
from viewer.commands import Elsewhere


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "small.cairn"
    path.write_text(LEAST, "utf-8")
    monkeypatch.chdir(tmp_path)
    return path


def test_it_is_offered_only_where_nothing_has_been_learned(small: Path) -> None:
    app = lobby()
    assert not [n for n in nodes(app) if n.id == "training"]
    press(app, f"game:{small.name}")
    assert [n for n in nodes(app) if n.id == "training"]


def test_it_goes_on_beside_the_game_and_ends_with_it(small: Path) -> None:
    app = lobby()
    press(app, f"game:{small.name}")
    press(app, "training")
    press(app, "start:play")
    course = app.training.course
    assert course is not None and course.state.name == "GOING"
    assert table(app).text.title == "Small"
    began = time.monotonic()
    app.do(Elsewhere.LEAVE_GAME)
    assert app.training.course is None
    assert course.state.name != "GOING"
    assert time.monotonic() - began < 30


def test_without_the_wish_nothing_is_learned(small: Path) -> None:
    app = lobby()
    press(app, f"game:{small.name}")
    press(app, "start:play")
    assert app.training.course is None
