"""`cairn` as a process: help, pipes, Ctrl-C, terminals."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, ROOT, Cairn
from tests.scope import ALL, telling

COMMANDS = ("list", "check", "fmt", "diff", "new", "play", "shot", "replay", "sim")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(cairn: Cairn, command: str) -> None:
    for option in ("--help", "-h"):
        result = cairn(command, option)
        assert result.code == 0
        assert f"Example: cairn {command} " in result.out


def test_help_names_every_command(process: Cairn) -> None:
    result = process("--help")
    assert result.code == 0
    assert all(f"  {command} " in result.out for command in COMMANDS)


def test_help_loads_nothing_that_takes_long() -> None:
    heavy = (
        "lark",
        "pydantic",
        "ruamel",
        "rich",
        "engine.rules",
        "engine.compile",
        "engine.game",
        "viewer",
    )
    program = (
        "import sys\nfrom engine.cli.app import app\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.skipif(not ALL, reason="a whole process: CAIRN_ALL=1")
def test_input_that_is_no_text_is_survived(process: Cairn) -> None:
    result = process("play", "lost-cities-card", given=b"\xff\xfe\n\x00\n1\n")
    assert result.code == 0
    assert "the game is left after 1 decision." in result.out


@pytest.mark.skipif(not ALL, reason="a whole process: CAIRN_ALL=1")
def test_a_terminal_without_unicode_is_survived(process: Cairn) -> None:
    for command in telling([("play", "lost-cities-card", "--text")], [("list",)]):
        result = process(*command, given=b"1\nl\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert (result.code, result.err) == (0, "")


def test_a_reader_that_goes_away_is_nothing_to_complain_of(tmp_path: Path) -> None:
    command = subprocess.Popen(
        [*PROGRAM, "play", "lost-cities-card", "--text", "--agents", "random,random"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, cwd=tmp_path,
    )  # fmt: skip
    assert command.stdout is not None and command.stderr is not None
    command.stdout.readline()
    command.stdout.close()
    assert command.stderr.read() == b""
    command.stderr.close()
    command.wait(120)


@pytest.mark.skipif(not ALL, reason="a whole process: CAIRN_ALL=1")
def test_an_editor_that_says_good_bye_is_left_without_complaint(process: Cairn) -> None:
    asked = (
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None,
                                                     "capabilities": {}}},
        {"id": 2, "method": "shutdown"}, {"method": "exit"},
    )  # fmt: skip
    texts = [json.dumps({"jsonrpc": "2.0"} | one) for one in asked]
    given = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in texts)
    result = process("lsp", given=given.encode())
    assert (result.code, "Traceback" in result.err) == (0, False)


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [*PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False
        )
    assert result.returncode != 0 or result.stderr
    assert b"No space left" in result.stderr and b"Traceback" not in result.stderr


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self.ours, theirs = pty.openpty()
        self.command = subprocess.Popen(
            [*PROGRAM, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd,
            env=ENVIRONMENT, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def until(self, text: str, seconds: float = 120) -> None:
        """Read until a text is shown."""
        stop = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < stop, self.seen
            if select.select([self.ours], [], [], 0.2)[0]:
                self.seen += os.read(self.ours, 65536).decode()

    def send(self, text: str) -> None:
        self.seen = ""
        os.write(self.ours, text.encode())

    def end(self) -> int:
        """Read to the end; return the exit code."""
        while True:
            try:
                data = os.read(self.ours, 65536)
            except OSError:
                data = b""
            if not data:
                break
            self.seen += data.decode()
        os.close(self.ours)
        return self.command.wait(120)


def test_a_person_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("play", "lost-cities-card", "--seed", "5", cwd=tmp_path)
    terminal.until("> ")
    assert "\x1b[" in terminal.seen
    terminal.send("9\n")
    terminal.until("> ")
    terminal.send("\x04")
    assert terminal.end() == 0
    assert "No more input; the game is left after 1 decision." in terminal.seen


def test_several_people_at_one_terminal_look_away(tmp_path: Path) -> None:
    terminal = Terminal(
        "play", "lost-cities-card", "--seed", "5", "--agents", "human,human", cwd=tmp_path
    )
    terminal.until("Seat 1: press Enter")
    assert "yellow 6" not in terminal.seen
    terminal.send("\n")
    terminal.until("> ")
    terminal.send("9\n")
    terminal.until("> ")
    terminal.send("1\n")
    terminal.until("Seat 2: press Enter")
    assert "your hand" not in terminal.seen
    terminal.send("\n")
    terminal.until("> ")
    assert "your hand" in terminal.seen
    terminal.send("q\n")
    assert terminal.end() == 0


def test_ctrl_c_leaves_a_game_quietly_and_saves_it(tmp_path: Path) -> None:
    terminal = Terminal(
        "play", "lost-cities-card", "--seed", "5", "--save", "kept.save", cwd=tmp_path
    )
    terminal.until("> ")
    terminal.send("9\n")
    terminal.until("> ")
    terminal.command.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen
    assert (tmp_path / "kept.save").read_text().count("- ") == 1


@pytest.mark.skipif(not ALL, reason="tests/cli/test_interrupted.py has it without a terminal")
def test_ctrl_c_stops_long_work_quietly_with_whole_files_only(
    tmp_path: Path, process: Cairn
) -> None:
    arguments = ("sim", "lost-cities-card", "--games", "100000", "--record", "games")
    terminal = Terminal(*arguments, cwd=tmp_path)
    terminal.until("Playing Lost Cities")
    while len(list((tmp_path / "games").glob("*.save"))) < 3:
        time.sleep(0.05)
    terminal.command.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen and "Aborted" not in terminal.seen
    files = sorted((tmp_path / "games").iterdir())
    assert all(path.name.endswith(".save") and path.name[0] != "." for path in files)
    replayed = process("replay", files[-1])
    assert replayed.code == 0 and "was left" not in replayed.out
