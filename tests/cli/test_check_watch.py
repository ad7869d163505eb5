"""`cairn check --watch` follows the files that it checks; a key opens the game of a finding."""

import os
import pty
import select
import signal
import subprocess
from pathlib import Path

import pytest

from engine.cli.watching import watch_files
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from tests.cli.conftest import PROGRAM, Cairn
from tests.playtest.test_play import RULES
from tests.scope import ALL
from tests.study.playing import RACE


def test_every_save_is_checked_and_a_key_opens_the_game_of_a_finding(tmp_path: Path) -> None:
    file = tmp_path / "stones.cairn"
    file.write_text(RULES, "utf-8")
    command = [
        *PROGRAM,
        "check",
        "--watch",
        "--playtest",
        "2s",
        "--saves",
        str(tmp_path),
        str(file),
    ]
    screenless = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=screenless | {"TERM": "dumb"}
    ) as process:
        os.close(theirs)
        said = ""

        def until(words: str) -> str:
            nonlocal said
            while words not in said:
                assert select.select([ours], [], [], 60)[0], said
                said += os.read(ours, 4096).decode("utf-8", "replace")
            before, _, said = said.partition(words)
            return before

        try:
            told = until("to see a game at the table. Waiting")
            assert "the counter 'spare' never changes" in told
            assert "press 1 to see it at the table" in told and "cairn play" not in told
            os.write(ours, b"x1")
            until("played in the terminal")
            os.write(ours, b"quit\n")
            until("to see a game at the table. Waiting")
            file.write_text(RULES.replace("move many from heap", "move many from haep"), "utf-8")
            assert "did you mean 'heap'?" in until("Waiting")
        finally:
            process.kill()
            os.close(ours)


def test_a_study_of_edits_needs_edits_and_a_time(cairn: Cairn) -> None:
    refused = cairn("check", "nim", "--study", "30s")
    assert refused.code == 1 and "--study is for edits: add --watch" in refused.err
    assert "'--study soon' is no time" in cairn("check", "nim", "--watch", "--study", "soon").err


def test_a_text_that_cannot_be_studied_is_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "race.cairn"
    file.write_text(RACE, "utf-8")

    def stops(*_: object) -> None:
        raise RulesError(Diagnostic(Code.E502, Message("a game of it stops")))

    def plays(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.cli.edit_watch.EditWatch.look", stops)
    monkeypatch.setattr("engine.cli.watching.play_until", plays)
    monkeypatch.setattr("engine.cli.watching.PAUSE", -1.0)  # to wait would be an error
    with pytest.raises(KeyboardInterrupt):
        watch_files([str(file)], 1.0, None, 1.0, verbose=False)
    assert "a game of it stops" in "".join(capsys.readouterr())


@pytest.mark.skipif(not ALL, reason="plays for seconds")
def test_each_edit_that_passes_its_check_is_studied_until_ctrl_c(tmp_path: Path) -> None:
    file = tmp_path / "race.cairn"
    file.write_text(RACE, "utf-8")
    command = [*PROGRAM, "check", "--watch", "--playtest", "1s", "--study", "3s", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None

        def until(words: str) -> str:
            said = ""
            while words not in said:
                line = process.stdout.readline() if process.stdout else ""
                assert line, said
                said += line
            return said

        try:
            until("edits are compared with this text")
            until("Waiting for a change")
            file.write_text(RACE.replace("size(my way) < goal", "size(my wya) < goal"), "utf-8")
            assert "decisions" not in until("Waiting for a change")
            file.write_text(RACE.replace("3..9 = 5", "3..9 = 9"), "utf-8")
            assert "decisions longer" in until("in 4,000 games")
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 130
        finally:
            process.kill()
