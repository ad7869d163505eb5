"""A few cases of each target, all inputs that ever failed, and whether faults are noticed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import watch
from tests.fuzz.__main__ import FOUND
from tests.fuzz.protocol import SILENT
from tests.fuzz.running import Cost, Tally, made, run, shrunk, tried
from tests.fuzz.target import Door, Input, Reached, Target
from tests.fuzz.targets import TARGETS
from tests.scope import ALL

CASES = {
    "rules": 4, "beside": 1, "saves": 3, "policies": 4, "moves": 2, "commands": 2, "protocol": 2,
    "window": 1, "editor": 1,
}  # fmt: skip
"""So many cases of each target are run with all other tests; where all is run, 15 times as many."""
SEED = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


def own(folder: Path) -> list[Path]:
    """Cairn's own folders, as the tests have them, and what a target keeps for itself."""
    names = ("CACHE", "CONFIG", "DATA", "STATE")
    return [folder.parent / "home", *(Path(os.environ[f"XDG_{name}_HOME"]) for name in names)]


def cases(name: str, target: Target, folder: Path, count: int) -> Tally:
    return run(name, target, folder, seed=SEED, first=0, cases=count, minutes=9, own=own(folder))


def timeless(faults: list[str]) -> list[str]:
    """Faults without those of time, which depend on what else the machine does."""
    return [fault for fault in faults if not fault.startswith(("took too long", SILENT))]


@pytest.mark.parametrize("name", TARGETS)
def test_some_inputs_of_each_kind_break_nothing(name: str, folder: Path) -> None:
    tally = cases(name, TARGETS[name], folder, CASES[name] * (15 if ALL else 1))
    assert timeless([*tally.faults]) == [] and tally.reached[Reached.NOTHING] < tally.cases


ROWS = [json.loads(line) for line in FOUND.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['target']}-{row['fault'][:40]}")
def test_no_input_that_ever_failed_fails_again(
    row: dict[str, object], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    given = row["input"]
    assert isinstance(given, list)
    with TARGETS[str(row["target"])].door(folder) as door:
        fault = tried(door, tuple(given), watch.Reach(folder, *own(folder)), Cost())
    assert timeless([fault]) in ([], [""])


@pytest.mark.parametrize("name", TARGETS)
def test_a_seed_makes_the_same_cases(name: str) -> None:
    inputs = [made(name, TARGETS[name], SEED, number) for number in range(5)]
    assert inputs == [made(name, TARGETS[name], SEED, number) for number in range(5)]
    assert inputs != [made(name, TARGETS[name], SEED + 1, number) for number in range(5)]


def _number(chance: Random) -> Input:
    return (f"{chance.randrange(10)}\na\nb",)


def _wrong(given: Input) -> Reached:
    match int(given[0].split("\n")[0] or 0):
        case 3:
            raise AttributeError("three")
        case 5:
            Path("../outside").write_text("x")
        case 7:
            Path("inside").write_text("x")
    return Reached.CHECKED


@contextmanager
def _opened(folder: Path) -> Iterator[Door]:
    yield Door(_wrong)


def test_faults_are_noticed_and_made_small(folder: Path) -> None:
    target = Target(_number, _opened)
    tally = cases("toy", target, folder, 60)
    kinds = sorted(fault.split(" ")[0] for fault in tally.faults)
    assert kinds == ["AttributeError", "opened"] and tally.again > 0
    assert {given[0][0] for _, given in tally.faults.values()} == {"3", "5"}
    assert tally.digest == cases("toy", target, folder, 60).digest
    assert shrunk(target, folder, own(folder), ("3\na\nb",)) == ("3",)
