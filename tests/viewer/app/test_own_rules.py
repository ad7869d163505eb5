"""Rules of the library are never written: what is changed becomes a file of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import load
from engine.rules.load import find
from tests.viewer.app.hands import app_with, lobby, node, nodes, press, table, texts
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.preferences import rules_folder
from viewer.app.rules_pages import QUIET

CARD = "lost-cities-card"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def changed(old: str, new: str, name: str = CARD) -> AppController:
    app = app_with(name, seed=4)
    app.do(cmd.ShowTab("rules"))
    app.tick(1.0)
    text = app.document().text
    assert old in text
    app.edited(text.replace(old, new))
    app.tick(app.shell.now + QUIET + 0.01)
    return app


def test_the_library_stays_as_it_is_and_the_change_is_a_variant() -> None:
    before = find(CARD).read_bytes()
    app = changed('"{colour} cost"   -20', '"{colour} cost"   -5')
    press(app, "rules:save")
    assert find(CARD).read_bytes() == before
    kept = rules_folder() / f"{CARD}-1.cairn"
    assert kept.read_text().startswith("variant ")
    assert "-5" in kept.read_text()
    assert str(kept) in texts(app).replace(" ", "") or kept.name in texts(app)
    assert table(app).rules == str(kept)
    assert "-5" in app.document().text


def test_the_way_back_to_the_original() -> None:
    app = changed('"{colour} cost"   -20', '"{colour} cost"   -5')
    press(app, "rules:save")
    press(app, "rules:original")
    assert table(app).rules == CARD
    assert "-20" in app.document().text
    assert table(app).guest.session.game.loaded.path == find(CARD)


def test_what_cannot_be_said_as_a_variant_is_kept_as_a_copy() -> None:
    app = changed("players  2", "players  2..3")
    press(app, "rules:save")
    kept = rules_folder() / f"{CARD}-1.cairn"
    assert kept.read_text().startswith("game ")
    assert load(kept).checked().header.players == (2, 3)


def test_a_second_change_does_not_write_over_the_first() -> None:
    for cost in ("-5", "-7"):
        app = changed('"{colour} cost"   -20', f'"{{colour}} cost"   {cost}')
        press(app, "rules:save")
    assert "-5" in (rules_folder() / f"{CARD}-1.cairn").read_text()
    assert "-7" in (rules_folder() / f"{CARD}-2.cairn").read_text()


def test_ones_own_rules_stand_on_the_start_screen() -> None:
    app = changed('"{colour} cost"   -20', '"{colour} cost"   -5')
    press(app, "rules:save")
    at_start = lobby()
    press(at_start, f"game:{CARD}")
    own = str(rules_folder() / f"{CARD}-1.cairn")
    press(at_start, f"edition:{own}")
    assert node(at_start, "start:play")
    press(at_start, "start:play")
    assert at_start.table is not None
    assert any("my rules" in text for text in texts(at_start).lower().split("\n")) or nodes(
        at_start
    )
