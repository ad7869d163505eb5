"""Killing a target at random moments, on a full disk, and where nothing can be written.

Whatever it says is kept must be there, no file may be half written, and in the end the same must
come of it as if it had never been disturbed.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from threading import Thread

from engine.cli.process import FAULT
from tests.kill import work
from tests.kill.files import damaged
from tests.kill.targets import Target

PATIENCE = 120.0
"""So many seconds a target may take that nobody kills."""
DISK = 24 << 20
"""So many bytes the small disk has."""
Say = Callable[[str], None]


@dataclass
class Damage:
    """What came of harming a target."""

    name: str
    kills: int = 0
    full: int = 0
    limited: int = 0
    read_only: int = 0
    finished: int = 0
    promised: int = 0
    skipped: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.name}: kills {self.kills}, full disks {self.full}, limits of a file's size "
                f"{self.limited}, read-only folders {self.read_only}; brought to the end "
                f"{self.finished} times; kept as promised {self.promised}",
                *(f"skipped: {why}" for why in self.skipped),
                *(f"FAULT: {fault}" for fault in self.faults),
                "" if self.faults else "nothing lost, nothing half written",
            ]
        )


@dataclass(frozen=True)
class Attempt:
    """A run of a target: what it said, and how it ended, None if it was killed."""

    said: str
    code: int | None
    seconds: float


@cache
def prepared() -> ForkServerContext:
    """Return what starts processes in which the modules of targets are read already."""
    context = get_context("forkserver")
    context.set_forkserver_preload([work.__name__])
    first = context.Process(target=time.monotonic)
    first.start()
    first.join()
    return context


def attempt(
    target: Target, home: Path, *, until: float = PATIENCE, most: int | None = None
) -> Attempt:
    """Run a target, and kill it after so many seconds. `most`: bytes that a file may have."""
    context = prepared()
    reading, writing = context.Pipe(duplex=False)
    how = target.again if target.again and target.kept(home) else target.first
    process = context.Process(
        target=work.run, args=(how, home, target.typed.encode(), writing, most), daemon=True
    )
    begun, said = time.monotonic(), bytearray()
    process.start()
    writing.close()
    listening = Thread(target=_listen, args=(reading, said))
    listening.start()
    try:
        process.join(until)
        killed = process.exitcode is None
    finally:  # at Ctrl-C too: a disk with a process on it can't be taken away
        process.kill()
        process.join()
        listening.join()
    reading.close()
    code = None if killed else process.exitcode
    return Attempt(said.decode("utf-8", "replace"), code, time.monotonic() - begun)


def _listen(reading: Connection, said: bytearray) -> None:
    while part := os.read(reading.fileno(), 65536):
        said += part


class Harmed:
    """One target and its folder, harmed again and again."""

    def __init__(self, name: str, target: Target, seed: int) -> None:
        """Run it once without harm: what comes of it, and how long it takes."""
        self.damage, self.target = Damage(name), target
        self.chance = random.Random(f"{seed} {name}")
        with tempfile.TemporaryDirectory(prefix="cairn-kill-") as folder:
            whole = attempt(target, Path(folder))
            self.result = target.result(Path(folder), whole.said)
            self._look(Path(folder), whole, 0)
        self.span = whole.seconds

    def kill(self, home: Path) -> None:
        """Kill it at a random moment."""
        self.damage.kills += 1
        before = self.target.kept(home)
        tried = attempt(self.target, home, until=self.chance.uniform(0, self.span))
        self._look(home, tried, before)
        if tried.code == 0:
            self._ended(home, tried)
        elif tried.code is not None:
            self._fault(f"it ends with {tried.code}", tried)

    def finish(self, home: Path) -> None:
        """Let it come to its end."""
        before = self.target.kept(home)
        tried = attempt(self.target, home)
        self._look(home, tried, before)
        if tried.code == 0:
            self._ended(home, tried)
        else:
            self._fault(f"afterwards it ends with {tried.code}", tried)

    def hinder(self, home: Path, most: int | None = None) -> None:
        """Run it where it can't write, or no file beyond `most` bytes."""
        before = self.target.kept(home)
        tried = attempt(self.target, home, most=most)
        self._look(home, tried, before)
        if tried.code is None:
            self._fault("it hangs", tried)

    def _look(self, home: Path, tried: Attempt, before: int) -> None:
        """Compare what is there with what was said, and read every file."""
        self.damage.faults += [f"{fault}\n{tried.said[-300:]}" for fault in damaged(home)]
        if "Traceback" in tried.said or tried.code == FAULT:
            self._fault("it has a fault of its own", tried)
        promised = self.target.promised(tried.said)
        self.damage.promised += promised
        over = self.target.over in tried.said
        if not over and self.target.kept(home) < before + promised:
            kept = self.target.kept(home)
            self._fault(f"{before} + {promised} were kept, {kept} are there", tried)

    def _ended(self, home: Path, tried: Attempt) -> None:
        """Compare what came of it with what comes of it without harm, and begin anew."""
        self.damage.finished += 1
        found = self.target.result(home, tried.said)
        if found != self.result:
            self._fault(f"the end is {found[:200]!r}, not {self.result[:200]!r}", tried)
        emptied(home)

    def _fault(self, what: str, tried: Attempt) -> None:
        self.damage.faults.append(f"{what}\n{tried.said[-600:]}")


def emptied(home: Path) -> Path:
    """Return a folder without anything in it."""
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    return home


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """Yield the folder of a small disk; None where this user can't mount one."""
    with tempfile.TemporaryDirectory(prefix="cairn-kill-") as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "cairn-kill", folder]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
            yield None
            return
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def filled(disk: Path, room: int) -> Path:
    """Fill a disk but for so many bytes; return the file that takes them."""
    ballast = disk / "ballast"
    status = os.statvfs(disk)
    with ballast.open("wb") as file:
        file.write(bytes(max(0, status.f_bavail * status.f_frsize - room)))
    return ballast


def harmed(name: str, target: Target, times: int, seed: int, say: Say) -> Damage:
    """Kill a target so many times; for each ten of them harm it in the other ways."""
    victim = Harmed(name, target, seed)
    damage, chance = victim.damage, victim.chance
    with small_disk() as disk, tempfile.TemporaryDirectory(prefix="cairn-kill-") as plain:
        home = emptied((disk or Path(plain)) / "home")
        for number in range(times):
            victim.kill(home)
            if number % 10 == 1:
                damage.limited += 1
                victim.hinder(home, most=chance.randrange(1, 1 << chance.randrange(8, 20)))
                if disk is None:
                    damage.skipped += [] if damage.skipped else ["this user can't mount a disk"]
                else:
                    damage.full += 1
                    ballast = filled(disk, chance.randrange(1 << chance.randrange(12, 18)))
                    victim.hinder(home)
                    ballast.unlink()
                    damage.read_only += 1
                    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
                    try:
                        victim.hinder(home)
                    finally:
                        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
            if number % 10 == 9:
                victim.finish(home)
                say(f"{name}: {number + 1} kills, {len(damage.faults)} faults")
        victim.finish(home)
    return damage
