"""Screens for tests: X servers of their own, and hands that move the pointer and press keys.

Nothing here is skipped where a program is missing: a test that can't open a window fails.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 120.0


def program(name: str, package: str) -> str:
    """Return where a program is; fail where it isn't."""
    found = shutil.which(name)
    if found is None:
        pytest.fail(f"{name} is missing; on Debian or Ubuntu: apt-get install {package}")
    return found


@contextmanager
def x_server(width: int, height: int, *options: str) -> Iterator[str]:
    """Run an X server without a monitor, and give its display's name."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [
            program("Xvfb", "xvfb"),
            *("-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24"),
            *("-nolisten", "tcp", "-noreset", *options),
        ],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        if not number:
            pytest.fail("Xvfb didn't start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(20)


def run(
    *arguments: object, display: str = "", module: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a module of the tests or a program of Python's, and wait for it."""
    command = [sys.executable, *(["-m", module] if module else ["-c"])]
    return subprocess.run(
        [*command, *(str(a) for a in arguments)],
        env=surroundings(display, **environment),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )


def surroundings(display: str = "", **more: str) -> dict[str, str]:
    """Return the environment of a process that sees only this display."""
    own = {"PYTHONPATH": str(ROOT), "LIBGL_ALWAYS_SOFTWARE": "1"}
    return os.environ | own | ({"DISPLAY": display} if display else {}) | more


def wait_for(found: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Return what is found at last; fail if it never is."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        result = found()
        if result:
            return result
        time.sleep(0.03)
    pytest.fail(f"waited in vain for {what}")


class Visitor:
    """Someone at a window: xdotool's hands, and what the booth wrote down."""

    def __init__(self, display: str, log: Path) -> None:
        self.display = display
        self.log = log

    def do(self, *words: object) -> str:
        """Let xdotool do something; return what it prints."""
        done = subprocess.run(
            [program("xdotool", "xdotool"), *(str(word) for word in words)],
            env=surroundings(self.display),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def calls(self, name: str) -> list[list[Any]]:
        """Return what the app was called with, under one name."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [call[1:] for call in map(json.loads, lines) if call[0] == name]

    def heard(self, name: str, *details: Any) -> None:
        """Wait until the app has been called like this."""
        wait_for(lambda: list(details) in self.calls(name), f"{name} {details}")


@contextmanager
def booth(display: str, folder: Path) -> Iterator[Visitor]:
    """Open a window with a stand-in in it."""
    visitor = Visitor(display, folder / "calls.jsonl")
    errors = (folder / "errors.txt").open("w+")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.viewer.window.booth", "window", str(visitor.log)],
        env=surroundings(display),
        cwd=ROOT,
        stderr=errors,
    )
    try:
        wait_for(lambda: visitor.calls("nodes") or process.poll() is not None, "the window")
        if process.poll() is not None:
            errors.seek(0)
            pytest.fail(f"no window opened: {errors.read()}")
        wait_for(lambda: "Stand-in" in _names(visitor), "the window on the screen")
        yield visitor
    finally:
        process.terminate()
        process.wait(20)
        errors.close()


def _names(visitor: Visitor) -> str:
    done = subprocess.run(
        [program("xdotool", "xdotool"), "search", "--onlyvisible", "--name", "Stand-in",
         "getwindowname"],
        env=surroundings(visitor.display), capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    return done.stdout
