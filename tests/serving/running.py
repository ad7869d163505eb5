"""A server of its own for tests: `cairn serve` as people start it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
START = "from engine.cli import main; main()"
PATIENCE = 40.0
"""Seconds in which a server is there also on a busy machine."""


@dataclass
class Running:
    """A server that has said that it is ready."""

    process: subprocess.Popen[str]
    port: int
    said: str
    folder: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def host(self) -> str:
        return str(re.findall(r"host's page: \S+#(\S+)", self.said)[0])

    @property
    def seats(self) -> list[str]:
        """The tokens of the seats of the table that was laid at the start."""
        return [str(token) for token in re.findall(r"Seat \d+: \S+#(\S+)", self.said)]

    def stop(self) -> str:
        """Press Ctrl-C; return what else was said."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=PATIENCE)[0]


def free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


@contextmanager
def served(folder: Path, *args: str, port: int = 0) -> Iterator[Running]:
    """Run `cairn serve` with its files in a folder."""
    port = port or free_port()
    command = [sys.executable, "-c", START, "serve", *args, "--port", str(port)]
    env = os.environ | {"XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        assert process.stdout is not None
        said, until = "", time.monotonic() + PATIENCE
        while "Ctrl-C ends" not in said and time.monotonic() < until:
            line = process.stdout.readline()
            said += line
            assert line, f"the server has ended: {said}"
        yield Running(process, port, said, folder)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
