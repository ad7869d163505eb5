"""The rules beside the table, asked about a place: names, words, errors, examples, pieces."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.rules.load import find
from tests.viewer.app.hands import app_with, nodes, table
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.document import ASKING
from viewer.app.keymap import COMMANDS
from viewer.app.rules_pages import QUIET
from viewer.commands import AtTable

CARD = "lost-cities-card"


@pytest.fixture
def app(tmp_path: Path) -> AppController:
    path = tmp_path / f"{CARD}.cairn"
    shutil.copy(find(CARD), path)
    app = app_with(str(path), seed=4)
    app.do(cmd.ShowTab("rules"))
    app.tick(1.0)
    return app


def ask(
    app: AppController, key: str, before: str, after: str = "", change: tuple[str, str] = ("", "")
) -> str:
    """Press a key with the caret between two words; return the text of then."""
    text = app.document().text.replace(*change) if change[0] else app.document().text
    app.ask(key, text, text.index(before + after) + len(before))
    return app.document().text


def test_the_page_on_editors_lists_the_keys_there_are() -> None:
    page = (Path(__file__).parents[3] / "docs" / "editors.md").read_text("utf-8")
    rows = [row.split("|")[1].strip() for row in page.split("\n") if row.startswith("| ")]
    keys = {row.split(", ")[0] for row in rows[1:]}
    pointing = {"the other mouse button on a piece or a place", "the caret on a line"}
    assert keys == {*ASKING, *pointing, "f9"} and "f9" in COMMANDS


def line(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def test_a_name_leads_to_where_it_is_declared(app: AppController) -> None:
    text = ask(app, "f12", "require fi", "ts(card")
    assert app.document().jump == line(text, "rule fits")


def test_words_that_could_stand_here_are_offered_and_the_only_one_is_written(
    app: AppController,
) -> None:
    text = ask(
        app, "ctrl+space", "to disc", "", ("move card to discards[card", "move card to disc")
    )
    assert "move card to discards\n" in text or "move card to discards" in text
    before = text
    ask(app, "ctrl+space", "move top of ", "deck to my hand")
    document = app.document()
    assert document.text == before and document.offered is not None
    assert document.text[: document.offered.start].endswith("move top of ")
    assert ("deck", "pile") in document.offered.words
    app.edited(before + "#")
    assert app.document().offered is None


def test_a_line_lights_what_it_speaks_of_on_the_table(app: AppController) -> None:
    def lit() -> set[str]:
        glowing = [node for node in nodes(app) if node.glow == "lit"]
        return {spot.place.family for node in glowing for spot in node.spots}

    ask(app, "line", "require discards[colour] is not")
    assert lit() == {"discards"}
    ask(app, "line", "aim ")
    assert lit() == set()
    ask(app, "line", "component Card")
    assert "hand" in lit()
    app.leave()
    assert lit() == set()


def test_a_mistake_is_mended_by_a_key(app: AppController) -> None:
    text = app.document().text.replace("deck to my hand", "dekc to my hand")
    app.edited(text)
    app.tick(app.shell.now + QUIET + 0.01)
    fixed = ask(app, "ctrl+.", "move top of de", "kc")
    assert "dekc" not in fixed and "move top of deck to my hand" in fixed


def test_an_example_lies_on_the_table_and_the_game_waits(app: AppController) -> None:
    game = table(app).guest.session
    example = next(
        e
        for e in game.game.rules.examples
        if e.steps[0].span.line and type(e.steps[0]).__name__ == "Given"
    )
    ask(app, "margin", f'example "{example.title}"')
    guest = table(app).guest
    assert table(app).people.trying and guest.session.start is not None
    assert table(app).people.home.session is game and not guest.session.fair
    assert nodes(app)
    app.do(AtTable.END_WHAT_IF)
    assert table(app).guest.session is game
    ask(app, "ctrl+enter", f'example "{example.title}"\n  gi')
    assert table(app).people.trying
    app.do(AtTable.END_WHAT_IF)
    ask(app, "margin", "rule fits")
    assert not table(app).people.trying


def test_lines_that_speak_of_what_is_pointed_at_are_marked(app: AppController) -> None:
    shown = next(n for n in nodes(app) if any(s.place.family == "discards" for s in n.spots))
    assert app.menu(shown, *shown.box.centre)
    document = app.document()
    rows = document.text.split("\n")
    marked = {rows[mark.line - 1] for mark in document.marks}
    assert any(row.startswith("zone discards") for row in marked)
    assert any("move card to discards" in row for row in marked)
    assert document.jump is not None


def test_examples_that_pass_are_marked_where_they_begin(app: AppController) -> None:
    text = app.document().text
    app.edited(text.replace('cost"   -20', 'cost"   -19'))
    app.tick(app.shell.now + QUIET + 0.01)
    for _ in range(1000):
        if table(app).editor.trying:
            app.tick(app.shell.now + 0.01)
    assert not table(app).editor.trying
    rows = app.document().text.split("\n")
    passing = [m for m in app.document().marks if m.tip.startswith("passes")]
    assert len(passing) > 10 and all(rows[m.line - 1].startswith("example") for m in passing)
