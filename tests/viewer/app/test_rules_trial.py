"""What games show of changed rules, told beside the table, with a game that shows each finding."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Code, Diagnostic
from tests.playtest.test_play import RULES
from tests.viewer.app.hands import app_with, nodes, table, texts
from viewer import commands as cmd
from viewer.app import rules_trial
from viewer.app.controller import AppController
from viewer.app.rules_pages import QUIET
from viewer.commands import AtTable, Elsewhere, InRules


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppController]:
    monkeypatch.setattr(rules_trial, "SECONDS", 2.0)  # on a busy machine, too
    path = tmp_path / "stones.cairn"
    path.write_text(RULES, "utf-8")
    app = app_with(str(path), seed=4)
    app.do(cmd.ShowTab("rules"))
    app.tick(1.0)
    yield app
    app.closed()


def write(app: AppController, before: str, after: str) -> None:
    """Change the text, and wait until it is tried and its examples were run."""
    text = app.document().text
    assert before in text
    app.edited(text.replace(before, after))
    app.tick(app.shell.now + QUIET + 0.01)
    while table(app).editor.trying:
        app.tick(app.shell.now + 0.01)


def played(app: AppController) -> None:
    """Wait until the rules have been played."""
    trial, end = table(app).editor.trial, time.monotonic() + 60
    app.tick(app.shell.now + 0.01)
    while trial.going:
        assert time.monotonic() < end, "the rules are played without an end"
        time.sleep(0.02)
        app.tick(app.shell.now + 0.02)


def errors(app: AppController) -> list[Diagnostic]:
    return [p for p in table(app).editor.problems() if p.severity == "error"]


def line(app: AppController, words: str) -> int:
    text = app.document().text
    return text[: text.index(words)].count("\n") + 1


def test_what_games_show_is_told_at_its_line_and_the_game_is_seen_by_a_key(
    app: AppController,
) -> None:
    game = table(app).guest.session
    write(app, "make 12", "make 11")
    app.tick(app.shell.now + 0.01)
    assert table(
        app
    ).editor.trial.going and "Test games are being played in the background" in texts(app)
    played(app)
    app.do(InRules.GO_ON_WITH_RULES)
    mine = table(app).guest.session
    assert mine is not game
    marks = [m for m in app.document().marks if "never changes" in m.tip]
    assert [m.line for m in marks] == [line(app, "counter spare")]
    text = app.document().text
    app.ask("ctrl+enter", text, text.index("counter spare"))
    guest = table(app).guest
    people = table(app).people
    assert people.trying and people.home.session is mine
    assert guest.session.over and guest.looking == 0
    assert nodes(app) and "Back to the game" in texts(app)
    app.key("f9")
    assert table(app).guest.session is mine and table(app).guest.looking is None


def test_a_sentence_that_was_left_as_it_was_is_told_beside_the_table(
    tmp_path: Path,
) -> None:
    path = tmp_path / "said.cairn"
    path.write_text(RULES.replace("    sleep\n", '    sleep\n      "Rest."\n'), "utf-8")
    app = app_with(str(path), seed=4)
    app.do(cmd.ShowTab("rules"))
    app.tick(1.0)

    def kept() -> list[Diagnostic]:
        return [one for one in table(app).editor.problems() if one.code is Code.W010]

    write(app, "      skip\n", "      shuffle heap\n")
    (found,) = kept()
    became = "'skip' became 'shuffle heap', but the sentence is still: \"Rest.\""
    assert (found.message, found.span.line) == (became, line(app, "shuffle heap\n\nround"))
    write(app, '"Rest."', '"Shuffle the heap."')
    assert kept() == []
    app.closed()


def test_the_next_edit_ends_it_and_what_is_shown_nowhere_is_not_played(app: AppController) -> None:
    trial = table(app).editor.trial
    app.do(cmd.ShowTab("log"))
    write(app, "make 12", "make 11")
    app.tick(app.shell.now + 0.01)
    assert not trial.going
    app.do(cmd.ShowTab("rules"))
    app.tick(app.shell.now + 0.01)
    assert trial.going
    begun = trial._trial
    assert begun is not None
    app.edited(app.document().text + "\n")
    assert not trial.going and not begun._process.is_alive()
    app.tick(app.shell.now + QUIET + 0.01)
    while table(app).editor.trying:
        app.tick(app.shell.now + 0.01)
    assert not trial.going
    app.tick(app.shell.now + 0.01)
    last = trial._trial
    assert last is not None and last is not begun
    app.do(Elsewhere.LEAVE_GAME)
    assert not last._process.is_alive()


def test_rules_are_tried_also_while_something_else_lies_on_the_table(app: AppController) -> None:
    app.do(AtTable.WHAT_IF)
    write(app, "make 12", "mkae 12")
    assert [p.fix for p in errors(app)] == ["make"]
    assert "did you mean 'make'? (Ctrl .)" in texts(app)
    write(app, "mkae 12", "make 12\n  # twelve")
    people = table(app).people
    assert people.trying and not errors(app)
    game = people.home.session.game
    assert "# twelve" in game.loaded.findings.sources[game.rules.header.span.file].text
    app.key("f9")
    assert not people.trying and table(app).guest.session.game is game
