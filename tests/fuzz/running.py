"""Runs the cases of a target, one after the other; the same seed makes the same cases."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz import watch
from tests.fuzz.target import LARGEST, Door, FaultError, Input, Reached, Target, raw


@dataclass
class Tally:
    """What came of some cases."""

    cases: int = 0
    reached: Counter[Reached] = field(default_factory=Counter)
    slowest: float = 0.0
    largest: int = 0
    faults: dict[str, tuple[int, Input]] = field(default_factory=dict)
    """The first case of each fault, with its input."""
    again: int = 0
    """Cases with a fault that was known already."""
    digest: str = ""

    def __str__(self) -> str:
        checked = self.reached[Reached.CHECKED]
        parsed = checked + self.reached[Reached.PARSED]
        share = 100 / max(1, self.cases)
        return (
            f"{self.cases:,} cases; past the parser {parsed * share:.0f} %, past the checker "
            f"{checked * share:.0f} %; slowest {self.slowest:.2f} s, most memory "
            f"{self.largest >> 20} MiB; {len(self.faults)} faults ({self.again} again); "
            f"inputs {self.digest}"
        )


def made(name: str, target: Target, seed: int, number: int) -> Input:
    """Return the input of a case."""
    return target.make(Random(f"{name} {seed} {number}"))


def run(
    name: str, target: Target, folder: Path, *, seed: int, first: int, cases: int, minutes: float,
    own: Sequence[Path], say: Callable[[str], None] = lambda _: None,
) -> Tally:  # fmt: skip
    """Run cases from a number on, until there are so many or the time is over.

    `own`: where Cairn's own folders are.
    """
    tally, digest = Tally(), hashlib.sha256()
    until = time.monotonic() + minutes * 60
    reach = watch.Reach(folder, *own)
    with chdir(folder), target.door(folder) as door:
        for number in range(first, first + cases):
            if time.monotonic() > until:
                break
            given = made(name, target, seed, number)
            digest.update(json.dumps(given).encode())
            cost = Cost()
            fault = tried(door, given, reach, cost)
            if fault.startswith("took"):  # the machine may have been busy: once more
                fault = tried(door, given, reach, cost)
            tally.cases += 1
            tally.reached[cost.reached] += 1
            tally.slowest = max(tally.slowest, cost.seconds)
            tally.largest = max(tally.largest, cost.memory)
            if fault in tally.faults:
                tally.again += 1
            elif fault:
                tally.faults[fault] = number, given
                say(f"case {number}: {fault}")
    tally.digest = digest.hexdigest()[:12]
    return tally


@dataclass
class Cost:
    """What a case took: its last try. `reached`: how far it got."""

    seconds: float = 0.0
    memory: int = 0
    reached: Reached = Reached.NOTHING


def tried(door: Door, given: Input, reach: watch.Reach, cost: Cost) -> str:
    """Return what is wrong with what a door does with an input, as a line; none: nothing."""
    _empty(Path())
    before, idle = watch.seconds(door.pid), watch.forget(door.pid)
    fault = ""
    try:
        with watch.patient(door.pid), reach.listening():
            cost.reached = door.take(given)
    except FaultError as problem:
        return problem.about
    except watch.GivenUp as problem:
        fault = f"took far too much at {place(problem)}"
    except Exception as problem:
        return f"{type(problem).__name__} at {place(problem)}"
    cost.seconds = watch.seconds(door.pid) - before
    cost.memory = watch.memory(door.pid, "VmHWM") - idle
    if sum(len(raw(part)) for part in given) > LARGEST:
        return ""
    if not fault and cost.seconds > watch.SECONDS + door.plays(given):
        fault = f"took too long ({given[0][:40] if len(given) > 1 else 'it'})"
    if not fault and cost.memory > watch.BYTES:
        fault = "took too much memory"
    return fault


def place(problem: BaseException) -> str:
    """Return the innermost line of Cairn's own in a traceback."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [f for f in frames if f"{os.sep}engine{os.sep}" in f.filename or "/viewer/" in f.filename]
    last = (own or frames)[-1]
    return f"{Path(last.filename).parent.name}/{Path(last.filename).name}:{last.name}"


def _empty(folder: Path) -> None:
    """Remove what the input before has left behind."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def smaller(given: Input) -> Iterator[Input]:
    """Yield inputs that lack some lines or parts of one, the shortest first."""
    if len(given) > 2:
        for index in range(1, len(given)):
            yield (*given[:index], *given[index + 1 :])
    for index, part in enumerate(given):
        lines = part.split("\n")
        size = len(lines) // 2
        while size:
            for at in range(0, len(lines), size):
                left = "\n".join(lines[:at] + lines[at + size :])
                yield (*given[:index], left, *given[index + 1 :])
            size //= 2


def shrunk(
    target: Target, folder: Path, own: Sequence[Path], given: Input, tries: int = 300
) -> Input:
    """Return a smaller input with the same fault."""
    reach = watch.Reach(folder, *own)
    with chdir(folder), target.door(folder) as door:
        wanted, going = tried(door, given, reach, Cost()), True
        while wanted and going and tries > 0:
            going = False
            for other in smaller(given):
                tries -= 1
                if tried(door, other, reach, Cost()) == wanted:
                    given, going = other, True
                    break
                if tries <= 0:
                    break
    return given
