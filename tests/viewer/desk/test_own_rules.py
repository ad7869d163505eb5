"""Rules of the library are never written: what is changed becomes a file of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import load
from engine.rules.load import find
from tests.viewer.desk.hands import desk_with, lobby, node, nodes, press, table, texts
from viewer import commands as cmd
from viewer.desk.desk import Desk
from viewer.desk.preferences import rules_folder
from viewer.desk.rules_pages import QUIET

CARD = "lost-cities-card"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def changed(old: str, new: str, name: str = CARD) -> Desk:
    desk = desk_with(name, seed=4)
    desk.do(cmd.ShowTab("rules"))
    desk.tick(1.0)
    text = desk.document().text
    assert old in text
    desk.edited(text.replace(old, new))
    desk.tick(desk.shell.now + QUIET + 0.01)
    return desk


def test_the_library_stays_as_it_is_and_the_change_is_a_variant() -> None:
    before = find(CARD).read_bytes()
    desk = changed('"{colour} cost"   -20', '"{colour} cost"   -5')
    press(desk, "rules:save")
    assert find(CARD).read_bytes() == before
    kept = rules_folder() / f"{CARD}-1.cairn"
    assert kept.read_text().startswith("variant ")
    assert "-5" in kept.read_text()
    assert str(kept) in texts(desk).replace(" ", "") or kept.name in texts(desk)
    assert table(desk).rules == str(kept)
    assert "-5" in desk.document().text


def test_the_way_back_to_the_original() -> None:
    desk = changed('"{colour} cost"   -20', '"{colour} cost"   -5')
    press(desk, "rules:save")
    press(desk, "rules:original")
    assert table(desk).rules == CARD
    assert "-20" in desk.document().text
    assert table(desk).match.session.game.loaded.path == find(CARD)


def test_what_cannot_be_said_as_a_variant_is_kept_as_a_copy() -> None:
    desk = changed("players  2", "players  2..3")
    press(desk, "rules:save")
    kept = rules_folder() / f"{CARD}-1.cairn"
    assert kept.read_text().startswith("game ")
    assert load(kept).checked().header.players == (2, 3)


def test_a_second_change_does_not_write_over_the_first() -> None:
    for cost in ("-5", "-7"):
        desk = changed('"{colour} cost"   -20', f'"{{colour}} cost"   {cost}')
        press(desk, "rules:save")
    assert "-5" in (rules_folder() / f"{CARD}-1.cairn").read_text()
    assert "-7" in (rules_folder() / f"{CARD}-2.cairn").read_text()


def test_ones_own_rules_stand_on_the_start_screen() -> None:
    desk = changed('"{colour} cost"   -20', '"{colour} cost"   -5')
    press(desk, "rules:save")
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
