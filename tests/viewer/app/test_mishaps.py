"""A fault of the viewer's own: it is told, noted, and the game continues."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.viewer.app.hands import app_with, press, table, texts
from viewer.app.preferences import report_file


def test_a_fault_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    app = app_with("lost-cities-card")
    table(app).turn.make(table(app).guest.offers[0])
    try:
        raise StopIteration
    except StopIteration as problem:
        app.internal_error(problem)
    assert "Something went wrong" in texts(app)
    assert "StopIteration" in report_file().read_text()
    press(app, "mishap:mishap_on")
    assert "Something went wrong" not in texts(app)
    assert table(app).guest.session.history
    app.internal_error(ValueError("again"))
    press(app, "mishap:undo")
    assert not table(app).guest.session.history
