"""The rules beside the table: editing them continues with the game, or says where they part."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.rules.load import find
from engine.table.guest import Guest
from tests.viewer.app.hands import app_with, node, nodes, press, table, texts
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.rules_editor import RulesEditor
from viewer.app.rules_pages import QUIET
from viewer.commands import AtTable

CARD = "lost-cities-card"


@pytest.fixture
def app(tmp_path: Path) -> AppController:
    """A game on a copy of the card game that may be changed, some moves on."""
    path = tmp_path / f"{CARD}.cairn"
    shutil.copy(find(CARD), path)
    app = app_with(str(path), seed=4)
    for _ in range(12):
        offers = at(app).offers
        table(app).turn.make(
            next((o for o in offers if o.action in ("explore", "draw")), offers[0])
        )
    app.do(cmd.ShowTab("rules"))
    app.tick(1.0)
    return app


def at(app: AppController) -> Guest:
    return table(app).guest


def book(app: AppController) -> RulesEditor:
    return table(app).editor


def edit(app: AppController, old: str, new: str) -> None:
    text = app.document().text
    assert old in text
    app.edited(text.replace(old, new))
    app.tick(app.shell.now + QUIET + 0.01)


def test_the_text_is_shown_coloured_with_what_fired(app: AppController) -> None:
    shown = app.document()
    assert shown.text.startswith("game ")
    assert len(shown.spans) > 100
    assert shown.marks and all(shown.text.split("\n")[m.line - 1] for m in shown.marks)
    assert any(n.edit for n in nodes(app))


def test_a_changed_score_changes_the_ledger_on_the_table(app: AppController) -> None:
    moves = [d.text for d in at(app).session.history]
    before = [s.score for s in table(app).text.standings()]
    edit(app, '"{colour} cost"   -20', '"{colour} cost"   -5')
    assert [d.text for d in at(app).session.history] == moves
    after = [s.score for s in table(app).text.standings()]
    assert after != before
    assert "all 12 moves" in texts(app)
    assert app.busy
    while table(app).editor is not None and table(app).editor.trying:  # the game goes on meanwhile
        app.tick(app.shell.now + 0.01)
    assert "examples fail" in texts(app)


def test_a_mistake_changes_nothing_and_is_told_with_its_line(app: AppController) -> None:
    session = at(app).session
    edit(app, "move top of deck to my hand", "move top of dekc to my hand")
    assert at(app).session is session
    assert "dekc" in texts(app)
    marks = app.document().marks
    text = app.document().text.split("\n")
    assert any("dekc" in text[m.line - 1] for m in marks)
    edit(app, "dekc", "deck")
    assert "dekc" not in texts(app)


def test_where_rules_part_the_person_decides(app: AppController) -> None:
    edit(app, "deal 8 from deck", "deal 7 from deck")
    assert len(at(app).session.history) == 12
    assert "diverge at move" in texts(app)
    press(app, "rules:keep_old")
    assert "deal 8" in app.document().text
    assert len(at(app).session.history) == 12
    edit(app, "deal 8 from deck", "deal 7 from deck")
    press(app, "rules:go_on")
    assert len(at(app).session.history) == 0


def test_saving_in_another_editor_is_taken_over(app: AppController) -> None:
    page = book(app).pages[0]
    version = app.document().version
    page.path.write_text(page.text.replace('cost"   -20', 'cost"   -1'))
    app.tick(app.shell.now + 1)
    assert "-1\n" in app.document().text
    assert app.document().version > version


def test_what_was_typed_is_not_lost_when_the_file_changes(app: AppController) -> None:
    page = book(app).pages[0]
    edit(app, 'cost"   -20', 'cost"   -3')
    page.path.write_text(page.saved + "\n# later\n")
    app.tick(app.shell.now + 1)
    assert 'cost"   -3' in app.document().text


def test_save_writes_the_file(app: AppController) -> None:
    edit(app, 'cost"   -20', 'cost"   -3')
    assert node(app, "rules:save")
    press(app, "rules:save")
    assert 'cost"   -3' in book(app).pages[0].path.read_text()
    assert not any(n.id == "rules:save" for n in nodes(app))


def test_a_variant_has_a_tab_for_each_file() -> None:
    app = app_with("short-game")
    app.do(cmd.ShowTab("rules"))
    tabs = [n for n in nodes(app) if n.id.startswith("rules:file:") and n.do]
    assert len(tabs) == 2
    first = app.document().text
    press(app, "rules:file:1")
    assert app.document().text != first


def test_undo_and_views_go_on_working_after_a_change(app: AppController) -> None:
    edit(app, '"{colour} cost"   -20', '"{colour} cost"   -5')
    app.do(cmd.LookAt(3))
    assert nodes(app)
    app.do(AtTable.PRESENT)
    table(app).turn.make(at(app).offers[0])
    assert len(at(app).session.history) == 13
