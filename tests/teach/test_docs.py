"""The commands of docs/learn.md work, in its order; the lessons of docs/files.md are read."""

import re
from pathlib import Path

import pytest

from engine.teach.lesson_positions import lessons_of
from tests.cli.conftest import run_here
from tests.scope import brief
from tests.teach.test_lessons import laid_out

ROOT = Path(__file__).parents[2]


def test_every_command_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    text = (ROOT / "docs" / "learn.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) >= 8
    for command in commands:
        program, *words = command.split()
        assert program == "cairn"
        if "--out" in words and words[words.index("--out") + 1].endswith((".html", ".pdf")):
            continue  # it draws pictures, which a test of the viewer's does in its own process
        ended = run_here(*brief(words))
        assert ended.code == 0, f"{command}\n{ended.out}{ended.err}"


def test_the_lessons_that_are_shown_fit_the_card_game(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    block = re.findall(r"^```yaml\n(lessons:.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    found, problems = lessons_of(laid_out(tmp_path, block))
    assert problems == [] and len(found) == 2
