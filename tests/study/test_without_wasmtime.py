"""Without wasmtime everything still plays: slower, and agents that search look one move ahead."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = "import sys; sys.modules['wasmtime'] = None; from engine.cli import main; main()"


@pytest.mark.parametrize(
    "words",
    [
        ("sim", "lost-cities-card", "--games", "2"),
        ("play", "lost-cities-card", "--text", "--seed", "4"),
    ],
)
def test_it_goes_on_without(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        input="1\n1\nh\nq\n", capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "fault of its own" not in done.stderr
