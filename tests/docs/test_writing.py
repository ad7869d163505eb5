"""docs/writing.md is done step by step: its texts are written, its commands run, outputs compared;
then the commands between its sentences are run, with games left at once.

`CAIRN_REWRITE=1 .venv/bin/pytest tests/docs/test_writing.py` writes the outputs anew. In a line of
output `…` stands for what differs from run to run.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import run_here

PAGE = Path(__file__).parents[2] / "docs" / "writing.md"
_BLOCK = re.compile(r"^```(cairn|console) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`cairn ([^`]+)`")
_VARIES = (
    (re.compile(r"see: cairn play \S*/(\w+)-[0-9a-f]{12}-"), r"see: cairn play …/\1-"),
    (
        re.compile(r"[\d,]+ games \([\d,]+ of them greedy\) in [\d.]+ s, [\d,]+ decisions"),
        "… games",
    ),
    (re.compile(r"after \d+ decisions"), "after … decisions"),
    (re.compile(r"dealt with the seed \d+"), "dealt with the seed …"),
    (re.compile(r"with \d players?"), "with … players"),
    (re.compile(r"asked [\d,]+ times"), "asked … times"),
)


def said(command: str) -> str:
    """What a command prints, without what differs from run to run."""
    program, *words = command.removeprefix("$ ").split()
    assert program == "cairn"
    done = run_here(*words)
    text = done.out + done.err
    for pattern, plain in _VARIES:
        text = pattern.sub(plain, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"


def test_the_page_is_what_one_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text("utf-8")

    def done(block: re.Match[str]) -> str:
        kind, name, body = block.groups()
        if kind == "cairn":
            (tmp_path / name).write_text(body, "utf-8")
            return block[0]
        command = body.split("\n")[0]
        # A machine that has other work comes to less in a second: it is given more of them then.
        for seconds in ("2s", "10s", "40s"):
            found = f"{command}\n{said(command.replace('--playtest 2s', f'--playtest {seconds}'))}"
            if found == body or "--playtest 2s" not in command or os.environ.get("CAIRN_REWRITE"):
                break
        return f"```console\n{found}```"

    seen = _BLOCK.sub(done, text)
    if os.environ.get("CAIRN_REWRITE"):
        PAGE.write_text(seen, "utf-8")
    assert PAGE.read_text("utf-8") == seen
    for command in dict.fromkeys(_INLINE.findall(_BLOCK.sub("", text))):
        words = shlex.split(command)
        if "--watch" in words and words[0] == "check":
            continue  # goes on until Ctrl-C: tests/cli/test_check_watch.py
        playing = ["--text"] if words[0] == "play" else []
        done_so = run_here(*words, *playing, given="quit\n")
        assert done_so.code == 0 and done_so.out, command
