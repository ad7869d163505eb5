"""What games show of changed rules, told beside the table, with a game that shows each finding."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Diagnostic
from tests.trial.test_play import RULES
from tests.viewer.desk.hands import desk_with, nodes, table, texts
from viewer import commands as cmd
from viewer.commands import AtTable, Elsewhere, InRules
from viewer.desk import rules_trial
from viewer.desk.desk import Desk
from viewer.desk.rules_pages import QUIET


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(rules_trial, "SECONDS", 0.7)
    path = tmp_path / "stones.cairn"
    path.write_text(RULES, "utf-8")
    desk = desk_with(str(path), seed=4)
    desk.do(cmd.ShowTab("rules"))
    desk.tick(1.0)
    yield desk
    desk.closed()


def write(desk: Desk, before: str, after: str) -> None:
    """Change the text, and wait until it is tried and its examples were run."""
    text = desk.document().text
    assert before in text
    desk.edited(text.replace(before, after))
    desk.tick(desk.shell.now + QUIET + 0.01)
    while table(desk).editor.trying:
        desk.tick(desk.shell.now + 0.01)


def played(desk: Desk) -> None:
    """Wait until the rules have been played."""
    trial, end = table(desk).editor.trial, time.monotonic() + 60
    desk.tick(desk.shell.now + 0.01)
    while trial.going:
        assert time.monotonic() < end, "the rules are played without an end"
        time.sleep(0.02)
        desk.tick(desk.shell.now + 0.02)


def errors(desk: Desk) -> list[Diagnostic]:
    return [p for p in table(desk).editor.problems() if p.severity == "error"]


def line(desk: Desk, words: str) -> int:
    text = desk.document().text
    return text[: text.index(words)].count("\n") + 1


def test_what_games_show_is_told_at_its_line_and_the_game_is_seen_by_a_key(desk: Desk) -> None:
    game = table(desk).match.session
    write(desk, "make 12", "make 11")
    desk.tick(desk.shell.now + 0.01)
    assert table(
        desk
    ).editor.trial.going and "Test games are being played in the background" in texts(desk)
    played(desk)
    desk.do(InRules.GO_ON_WITH_RULES)
    mine = table(desk).match.session
    assert mine is not game
    marks = [m for m in desk.document().marks if "never changes" in m.tip]
    assert [m.line for m in marks] == [line(desk, "counter spare")]
    text = desk.document().text
    desk.ask("ctrl+enter", text, text.index("counter spare"))
    match = table(desk).match
    assert match.study is not None and match.study.session is mine
    assert match.session.over and match.looking == 0
    assert nodes(desk) and "Back to the game" in texts(desk)
    desk.key("f9")
    assert table(desk).match.session is mine and table(desk).match.looking is None


def test_the_next_edit_ends_it_and_what_is_shown_nowhere_is_not_played(desk: Desk) -> None:
    trial = table(desk).editor.trial
    desk.do(cmd.ShowTab("log"))
    write(desk, "make 12", "make 11")
    desk.tick(desk.shell.now + 0.01)
    assert not trial.going
    desk.do(cmd.ShowTab("rules"))
    desk.tick(desk.shell.now + 0.01)
    assert trial.going
    begun = trial._trial
    assert begun is not None
    desk.edited(desk.document().text + "\n")
    assert not trial.going and not begun._process.is_alive()
    desk.tick(desk.shell.now + QUIET + 0.01)
    while table(desk).editor.trying:
        desk.tick(desk.shell.now + 0.01)
    assert not trial.going
    desk.tick(desk.shell.now + 0.01)
    last = trial._trial
    assert last is not None and last is not begun
    desk.do(Elsewhere.LEAVE_GAME)
    assert not last._process.is_alive()


def test_rules_are_tried_also_while_something_else_lies_on_the_table(desk: Desk) -> None:
    desk.do(AtTable.FORK)
    write(desk, "make 12", "mkae 12")
    assert [p.fix for p in errors(desk)] == ["make"]
    assert "did you mean 'make'? (Ctrl .)" in texts(desk)
    write(desk, "mkae 12", "make 12\n  # twelve")
    waiting = table(desk).match.study
    assert waiting is not None and not errors(desk)
    game = waiting.session.game
    assert "# twelve" in game.loaded.findings.sources[game.rules.header.span.file].text
    desk.key("f9")
    assert table(desk).match.study is None and table(desk).match.session.game is game
