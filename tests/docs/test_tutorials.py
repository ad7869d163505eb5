"""The pages that are done step by step: texts are written, changes made, commands run, and outputs
compared; then the commands within sentences are run, with games left at once.

`CAIRN_REWRITE=1 .venv/bin/pytest tests/docs/test_tutorials.py` writes the outputs anew. In a
line of output `…` means what differs from run to run.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import run_here
from tests.docs.pages import DOCS

TUTORIALS = ("change-a-game", "write-a-game", "balance")
_SHELL = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
_BLOCK = re.compile(r"^```(cairn|diff|console) ?(\S*) ?([+=]?)\n(.*?)^```$", re.M | re.S)
_INLINE = re.compile(r"`cairn ([a-z]+ [^`]+)`")
_PLACEHOLDER = re.compile(r"\b[A-Z]{4,}\b")
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


def whole_game() -> str:
    """The file at the end of the tutorial, which the page on balance uses."""
    page = (DOCS / "write-a-game.md").read_text("utf-8")
    return next(b[4] for b in _BLOCK.finditer(page) if b[3] == "=")


def said(command: str) -> str:
    """What a command prints, without what differs from run to run."""
    program, *words = shlex.split(command.removeprefix("$ "))
    assert program == "cairn"
    done = run_here(*words)
    text = done.out + done.err
    for pattern, plain in _VARIES:
        text = pattern.sub(plain, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"


def changed(text: str, difference: str) -> str:
    """Return a text with the lines of a difference taken out and put in, at their only place."""
    lines = difference.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(before) == 1, before
    return text.replace(before, after)


def followed(page: str, folder: Path, *, rewrite: bool = False) -> str:
    """Do in a folder what a page says; return the page with the outputs of now."""

    def done(block: re.Match[str]) -> str:
        kind, name, sign, body = block.groups()
        file = folder / name
        if kind == "console":
            return f"```console\n{_output(body, rewrite=rewrite)}```"
        if kind == "diff":
            file.write_text(changed(file.read_text("utf-8"), body), "utf-8")
        elif sign == "=":
            return f"```cairn {name} =\n{file.read_text('utf-8')}```"
        elif sign == "+":
            file.write_text(f"{file.read_text('utf-8')}\n{body}", "utf-8")
        else:
            file.write_text(body, "utf-8")
        return block[0]

    return _BLOCK.sub(done, page)


def _output(body: str, *, rewrite: bool) -> str:
    command = body.split("\n")[0]
    # A machine that has other work comes to less in a second: it is given more of them then.
    for seconds in ("1s", "2s", "10s", "40s"):
        found = f"{command}\n{said(command.replace('--playtest 2s', f'--playtest {seconds}'))}"
        if found == body or "--playtest 2s" not in command or rewrite:
            break
    return found


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_page_is_what_one_sees(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = DOCS / f"{name}.md"
    (tmp_path / "heap.cairn").write_text(whole_game(), "utf-8")
    rewrite = bool(os.environ.get("CAIRN_REWRITE"))
    text = page.read_text("utf-8")
    seen = followed(text, tmp_path, rewrite=rewrite)
    if rewrite:
        page.write_text(seen, "utf-8")
    assert page.read_text("utf-8") == seen
    spoken = _BLOCK.sub("", text)
    in_blocks = re.findall(r"^cairn (.+)$", "".join(_SHELL.findall(spoken)), re.M)
    for command in dict.fromkeys([*_INLINE.findall(_SHELL.sub("", spoken)), *in_blocks]):
        words = shlex.split(command)
        if _PLACEHOLDER.search(command) or ("--watch" in words and words[0] == "check"):
            continue  # the latter continues until Ctrl-C: tests/cli/test_check_watch.py
        playing = ["--text"] if words[0] == "play" else []
        done = run_here(*words, *playing, given="quit\n")
        assert done.code == 0 and done.out, command


def test_a_difference_that_fits_nowhere_or_twice_is_refused() -> None:
    assert changed("a\nb\nc\n", " a\n-b\n+d\n") == "a\nd\nc\n"
    for text in ("b\nb\n", "c\n"):
        with pytest.raises(AssertionError):
            changed(text, "-b\n+d\n")
