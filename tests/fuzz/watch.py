"""What an input costs a process, and what it opens."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

from tests.cli.opened import EVENTS, OWN, ROOT
from tests.fuzz.target import FaultError

SECONDS = 2.0
"""So long an input may take, in seconds of a processor."""
BYTES = 512 * 1024 * 1024
"""So much memory an input may need beyond what the process had before."""
PATIENCE = 10.0
"""After so many seconds of a processor an input is given up."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PACKAGES = (Path(place) for place in sys.path if Path(place).name == "site-packages")
_ALLOWED = (*OWN, *_PACKAGES, ROOT / "rulesets", ROOT / "examples", ROOT / "tests")


class GivenUp(BaseException):
    """An input is still at work after PATIENCE, or has taken far too much memory."""


def seconds(pid: int) -> float:
    """Return how much of a processor a process has used."""
    row = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(row[11]) + int(row[12])) / _TICKS


def memory(pid: int, what: str) -> int:
    """Return the memory of a process in bytes: `VmRSS` now, `VmHWM` the most since `forget`."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{what}:"):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)


def forget(pid: int) -> int:
    """Forget the most memory of a process so far; return what it has now."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    return memory(pid, "VmRSS")


@contextmanager
def patient(pid: int) -> Iterator[None]:
    """Raise GivenUp in this process when what is done within takes far too much."""
    started, before = seconds(os.getpid()), memory(pid, "VmRSS")

    def look(_: int, __: FrameType | None) -> None:
        if seconds(os.getpid()) - started > PATIENCE or memory(pid, "VmRSS") - before > 2 * BYTES:
            raise GivenUp

    old = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, 0.5, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


_listening: list[Reach] = []


@cache
def _hook() -> None:
    """Let those who are listening hear what this process does; a hook can't be taken away."""

    def hear(event: str, args: tuple[object, ...]) -> None:
        for reach in _listening:
            reach._hear(event, args)

    sys.addaudithook(hear)


class Reach:
    """Hears of every path that this process opens, makes, moves or removes while it is
    `listening`.
    """

    def __init__(self, *allowed: Path) -> None:
        self.allowed = tuple(str(path.resolve()) for path in (*_ALLOWED, *allowed))
        self.strange: set[str] = set()

    def _hear(self, event: str, args: tuple[object, ...]) -> None:
        for path in args[: EVENTS.get(event, 0)]:
            if isinstance(path, str | bytes):
                try:
                    whole = os.path.realpath(os.fsdecode(path))
                except (ValueError, OSError):  # of no path that there could be
                    continue
                if not any(whole == own or whole.startswith(own + os.sep) for own in self.allowed):
                    self.strange.add(whole)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Raise FaultError when anything else is opened meanwhile."""
        self.strange.clear()
        _hook()
        _listening.append(self)
        try:
            yield
        finally:
            _listening.remove(self)
        if self.strange:
            raise FaultError(f"opened {min(self.strange)}")
