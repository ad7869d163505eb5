"""`cairn check --watch` follows the files that it checks."""

import subprocess
from pathlib import Path

from tests.cli.conftest import PROGRAM
from tests.trial.test_play import RULES


def test_every_save_is_checked_and_the_game_played_in_between(tmp_path: Path) -> None:
    file = tmp_path / "stones.cairn"
    file.write_text(RULES, "utf-8")
    command = [*PROGRAM, "check", "--watch", "--play", "0.5s", "--saves", str(tmp_path), str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said: list[str] = []

        def until(words: str) -> str:
            assert process.stdout is not None
            said.clear()
            while not said or words not in said[-1]:
                line = process.stdout.readline()
                assert line, "it has ended"
                said.append(line)
            return "".join(said)

        try:
            assert "the counter 'spare' never changes" in until("Waiting")
            file.write_text(RULES.replace("move many from heap", "move many from haep"), "utf-8")
            assert "did you mean 'heap'?" in until("Waiting")
        finally:
            process.kill()
