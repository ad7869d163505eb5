"""Every command and every text of rules in the README does what it says there."""

import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from engine.game.examples import run_examples
from engine.rules.load import load_text
from tests.cli.conftest import run_here
from tests.scope import brief

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def fenced(kind: str) -> list[str]:
    """The blocks of a kind."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [text for found, text in blocks if found == kind]


def commands() -> list[str]:
    """The lines of the blocks that are commands."""
    lines = [line for block in fenced("sh") for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line of the README as a person would, without any input."""
    program, *words = command.split()
    assert program == "cairn"
    return subprocess.run(
        [str(Path(sys.executable).parent / "cairn"), *words],
        cwd=folder,
        input="",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_every_command_works_in_the_order_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copytree(Path(__file__).parent.parent / "examples", tmp_path / "examples")
    assert len(commands()) >= 8
    for command in commands():
        program, name, *words = command.split()
        assert program == "cairn"
        if name == "shot":  # what draws without a screen would stay in this process
            done = run(command, tmp_path)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        else:
            ended = run_here(name, *brief(words))
            assert ended.code == 0, f"{command}\n{ended.out}{ended.err}"


def test_the_commands_are_all_the_commands_there_are(tmp_path: Path) -> None:
    shown = {command.split()[1] for command in commands()}
    told = run("cairn --help", tmp_path).stdout
    listed = set(re.findall(r"^  (\w+)  ", told.partition("Commands:")[2], re.MULTILINE))
    assert shown == listed


def test_the_house_variant_checks_and_its_examples_pass(tmp_path: Path) -> None:
    (text,) = fenced("cairn")
    loaded = load_text(text, tmp_path / "ours.cairn")
    assert not loaded.findings.items, loaded.findings.render()
    assert [o.title for o in run_examples(loaded) if not o.passed] == []


def test_the_diagnostic_is_what_the_mistake_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = fenced("cairn")
    broken = text.replace("card.value = 0 or", "card.valu = 0 or")
    loaded = load_text(broken, tmp_path / "ours.cairn")
    shown = next(block for block in fenced("") if "error[" in block)
    assert loaded.findings.render().strip() == shown.strip()


def test_the_refusal_is_what_the_game_says() -> None:
    shown = next(block for block in fenced("") if "is not legal" in block)
    assert "(rulesets/lost-cities-card.cairn, line " in shown
