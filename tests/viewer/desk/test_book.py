"""The rules beside the table: editing them goes on with the game, or says where they part."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.rules.load import find
from engine.table.match import Match
from tests.viewer.desk.hands import desk_with, node, nodes, press, table, texts
from viewer import commands as cmd
from viewer.commands import AtTable
from viewer.desk.desk import Desk
from viewer.desk.rules_editor import RulesEditor
from viewer.desk.rules_pages import QUIET

CARD = "lost-cities-card"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A game on a copy of the card game that may be changed, some moves on."""
    path = tmp_path / f"{CARD}.cairn"
    shutil.copy(find(CARD), path)
    desk = desk_with(str(path), seed=4)
    for _ in range(12):
        offers = at(desk).offers
        table(desk).turn.make(
            next((o for o in offers if o.action in ("explore", "draw")), offers[0])
        )
    desk.do(cmd.ShowTab("rules"))
    desk.tick(1.0)
    return desk


def at(desk: Desk) -> Match:
    return table(desk).match


def book(desk: Desk) -> RulesEditor:
    return table(desk).editor


def edit(desk: Desk, old: str, new: str) -> None:
    text = desk.document().text
    assert old in text
    desk.edited(text.replace(old, new))
    desk.tick(desk.shell.now + QUIET + 0.01)


def test_the_text_is_shown_coloured_with_what_fired(desk: Desk) -> None:
    shown = desk.document()
    assert shown.text.startswith("game ")
    assert len(shown.spans) > 100
    assert shown.marks and all(shown.text.split("\n")[m.line - 1] for m in shown.marks)
    assert any(n.edit for n in nodes(desk))


def test_a_changed_score_changes_the_ledger_on_the_table(desk: Desk) -> None:
    moves = [d.text for d in at(desk).session.history]
    before = [s.score for s in table(desk).text.standings()]
    edit(desk, '"{colour} cost"   -20', '"{colour} cost"   -5')
    assert [d.text for d in at(desk).session.history] == moves
    after = [s.score for s in table(desk).text.standings()]
    assert after != before
    assert "all 12 moves" in texts(desk)
    assert desk.busy
    while (
        table(desk).editor is not None and table(desk).editor.trying
    ):  # the game goes on meanwhile
        desk.tick(desk.shell.now + 0.01)
    assert "examples fail" in texts(desk)


def test_a_mistake_changes_nothing_and_is_told_with_its_line(desk: Desk) -> None:
    session = at(desk).session
    edit(desk, "move top of deck to my hand", "move top of dekc to my hand")
    assert at(desk).session is session
    assert "dekc" in texts(desk)
    marks = desk.document().marks
    text = desk.document().text.split("\n")
    assert any("dekc" in text[m.line - 1] for m in marks)
    edit(desk, "dekc", "deck")
    assert "dekc" not in texts(desk)


def test_where_rules_part_the_person_decides(desk: Desk) -> None:
    edit(desk, "deal 8 from deck", "deal 7 from deck")
    assert len(at(desk).session.history) == 12
    assert "diverge at move" in texts(desk)
    press(desk, "rules:keep_old")
    assert "deal 8" in desk.document().text
    assert len(at(desk).session.history) == 12
    edit(desk, "deal 8 from deck", "deal 7 from deck")
    press(desk, "rules:go_on")
    assert len(at(desk).session.history) == 0


def test_saving_in_another_editor_is_taken_over(desk: Desk) -> None:
    page = book(desk).pages[0]
    version = desk.document().version
    page.path.write_text(page.text.replace('cost"   -20', 'cost"   -1'))
    desk.tick(desk.shell.now + 1)
    assert "-1\n" in desk.document().text
    assert desk.document().version > version


def test_what_was_typed_is_not_lost_when_the_file_changes(desk: Desk) -> None:
    page = book(desk).pages[0]
    edit(desk, 'cost"   -20', 'cost"   -3')
    page.path.write_text(page.saved + "\n# later\n")
    desk.tick(desk.shell.now + 1)
    assert 'cost"   -3' in desk.document().text


def test_save_writes_the_file(desk: Desk) -> None:
    edit(desk, 'cost"   -20', 'cost"   -3')
    assert node(desk, "rules:save")
    press(desk, "rules:save")
    assert 'cost"   -3' in book(desk).pages[0].path.read_text()
    assert not any(n.id == "rules:save" for n in nodes(desk))


def test_a_variant_has_a_tab_for_each_file() -> None:
    desk = desk_with("short-game")
    desk.do(cmd.ShowTab("rules"))
    tabs = [n for n in nodes(desk) if n.id.startswith("rules:file:") and n.do]
    assert len(tabs) == 2
    first = desk.document().text
    press(desk, "rules:file:1")
    assert desk.document().text != first


def test_undo_and_views_go_on_working_after_a_change(desk: Desk) -> None:
    edit(desk, '"{colour} cost"   -20', '"{colour} cost"   -5')
    desk.do(cmd.LookAt(3))
    assert nodes(desk)
    desk.do(AtTable.PRESENT)
    table(desk).turn.make(at(desk).offers[0])
    assert len(at(desk).session.history) == 13
