"""`cairn check --watch` follows the files that it checks; a key opens the game of a finding."""

import os
import pty
import select
import subprocess
from pathlib import Path

from tests.cli.conftest import PROGRAM
from tests.playtest.test_play import RULES


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
