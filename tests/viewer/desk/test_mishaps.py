"""A fault of the viewer's own: it is told, noted, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.viewer.desk.hands import desk_with, press, table, texts
from viewer.desk.preferences import report_file


def test_a_fault_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    desk = desk_with("lost-cities-card")
    table(desk).turn.make(table(desk).match.offers[0])
    try:
        raise StopIteration
    except StopIteration as problem:
        desk.mishap(problem)
    assert "Something went wrong" in texts(desk)
    assert "StopIteration" in report_file().read_text()
    press(desk, "mishap:mishap_on")
    assert "Something went wrong" not in texts(desk)
    assert table(desk).match.session.history
    desk.mishap(ValueError("again"))
    press(desk, "mishap:undo")
    assert not table(desk).match.session.history
