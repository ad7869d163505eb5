"""What the tests of the command line share."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from typer import testing
from typer.main import get_command
from typer.testing import CliRunner

from engine.cli import study_run
from engine.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-c", "from engine.cli import main; main()"]
Cairn = Callable[..., "Run"]

# The commands are made of their functions once, as in a process, and not for each that is run.
vars(testing)["_get_command"] = cache(get_command)

# A study plays in the tests' own process unless it is told otherwise: each worker would start anew.
vars(study_run)["cores"] = lambda: 1


class Run:
    """How a command ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err
        assert "Traceback" not in out + err


def run_here(*arguments: object, given: str = "") -> Run:
    """Run a command within this process."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Run(result.exit_code, result.stdout, result.stderr)


@pytest.fixture
def cairn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cairn:
    """Run a command in a folder of its own, within this process."""
    monkeypatch.chdir(tmp_path)
    return run_here


@pytest.fixture
def process(tmp_path: Path) -> Cairn:
    """Run a command as a process of its own."""

    def run(*arguments: object, given: bytes = b"", **environment: str) -> Run:
        result = subprocess.run(
            [*PROGRAM, *(str(a) for a in arguments)],
            input=given,
            capture_output=True,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
            timeout=300,
        )
        return Run(result.returncode, result.stdout.decode(), result.stderr.decode())

    return run
