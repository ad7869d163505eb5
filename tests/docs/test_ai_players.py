"""docs/ai-players.md: its programs print what the page shows, its commands run."""

import re
from contextlib import redirect_stdout
from io import StringIO

import pytest

from tests.cli.conftest import run_here
from tests.docs.pages import DOCS, ROOT
from tests.scope import brief

PAGE = (DOCS / "ai-players.md").read_text("utf-8")
_PROGRAM = re.compile(r"^```python\n(.*?)^```$(?:\n\n.*\n\n```text\n(.*?)^```$)?", re.M | re.S)
_COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
PROGRAMS = _PROGRAM.findall(PAGE)


@pytest.fixture(autouse=True)
def in_a_clone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(("program", "shown"), PROGRAMS, ids=["agent", "hint"])
def test_a_program_prints_what_the_page_shows(program: str, shown: str) -> None:
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(program, "playouts.py", "exec"), {"__name__": "__main__"})
    assert printed.getvalue() == shown if shown else printed.getvalue()


def test_one_program_is_a_whole_ai_player() -> None:
    assert "def choose(self, game, known, legal, seat)" in PROGRAMS[0][0] and PROGRAMS[0][1]


def test_every_command_works() -> None:
    commands = [line for block in _COMMANDS.findall(PAGE) for line in block.splitlines()]
    assert len(commands) >= 3
    for command in commands:
        _, *words = command.split()
        playing = ["--text"] if words[0] == "play" else []
        done = run_here(*brief(words), *playing, given="quit\n")
        assert done.code == 0 and done.out, f"{command}\n{done.out}{done.err}"
