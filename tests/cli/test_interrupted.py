"""Ctrl-C and too little memory while games are played: one sentence, and what was played."""

from __future__ import annotations

import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.storage.atomic_write import UNFINISHED
from engine.study import matchup_runner, result_runner, run
from engine.study.plan import Todo
from engine.study.simulate import simulate
from engine.study.workers import local
from tests.cli.conftest import PROGRAM, ROOT, Cairn
from tests.cli.conftest import cairn as cairn
from tests.scope import ALL, telling
from tests.study.playing import CARD, plan_of

NIM = ROOT / "examples" / "nim.cairn"
CARDS = ("sim", "lost-cities-card", "--executor", "interpreter", "--seed", "4")


def started(folder: Path, *words: object) -> subprocess.Popen[str]:
    """A command in a group of its own, so that Ctrl-C goes to its workers too."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, words)], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True, text=True,
    )  # fmt: skip


def interrupted(running: subprocess.Popen[str]) -> tuple[str, str]:
    """What a command prints after Ctrl-C."""
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert running.returncode == 130
    assert "Traceback" not in err and "KeyboardInterrupt" not in err
    return out, err


@pytest.mark.skipif(not ALL, reason="hundreds of games by the interpreter: CAIRN_ALL=1")
@pytest.mark.parametrize("workers", telling([2], [1]))
def test_a_simulation_that_is_stopped_prints_what_it_has_played(
    cairn: Cairn, tmp_path: Path, workers: int
) -> None:
    running = started(
        tmp_path, *CARDS, "--games", 100_000, "--workers", workers, "--record", "saves"
    )
    while len(list(tmp_path.glob("saves/*.save"))) < 12:
        assert running.poll() is None
        time.sleep(0.05)
    out, err = interrupted(running)
    found = re.search(r"Stopped after ([\d,]+) of 100,000 games\.", err)
    assert found is not None
    assert not list(tmp_path.glob(f"saves/{UNFINISHED}*"))
    played = int(found[1].replace(",", ""))
    assert played > 0
    replayed = cairn("replay", max(tmp_path.glob("saves/*.save")))
    assert replayed.code == 0 and "was left" not in replayed.out
    alone = cairn(*CARDS, "--games", played)
    assert out.splitlines()[3:] == alone.out.splitlines()[2 + 1 :]


def test_a_simulation_that_is_stopped_before_a_game_is_finished_says_so(
    cairn: Cairn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "_players", stopped)
    told = cairn("sim", NIM, "--games", 5)
    assert told.code == 130
    assert told.err == "Stopped; no game was finished.\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists children in /proc")
@pytest.mark.parametrize(
    "words",
    telling(
        [("study", NIM, "--games", 1_000_000, "--workers", 2, "--agents", "easy,easy")],
        [
            ("sim", NIM, "--games", 100_000, "--workers", 2, "--executor", "interpreter"),
            ("arena", NIM, "--games", 1_000_000, "--workers", 2, "--agents", "easy,random"),
        ],
    ),
)
def test_workers_that_are_starting_say_nothing_at_ctrl_c(
    tmp_path: Path, words: tuple[object, ...]
) -> None:
    running = started(tmp_path, *words)
    while len(children(running.pid)) < 2:
        assert running.poll() is None
        time.sleep(0.01)
    _, err = interrupted(running)
    assert err.startswith("Stopped")


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(number) for number in listed.split()]


def test_the_files_of_a_worker_that_was_killed_go(tmp_path: Path) -> None:
    plan = plan_of(CARD)
    table = replace(plan.tables[0], record=tmp_path, measured=False, executor="interpreter")
    plan = replace(plan, tables=(table,))
    batches = local(plan, Todo.of([400]), 2)
    next(batches)
    for worker in multiprocessing.active_children():
        (tmp_path / f"{UNFINISHED}{worker.pid}-abc").write_text("half a sa")
    mine = tmp_path / f"{UNFINISHED}{os.getpid()}-abc"
    mine.write_text("somebody else's")
    batches.close()
    assert list(tmp_path.glob(f"{UNFINISHED}*")) == [mine]


# ------------------------------------------------------------------ memory


def limited(megabytes: int, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a command that may have only so many addresses, as after `ulimit -v`."""
    size = megabytes << 20

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))

    return subprocess.run(
        [*PROGRAM, *map(str, words)], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, preexec_fn=limit,
    )  # fmt: skip


@pytest.mark.skipif(not ALL, reason="a whole process: CAIRN_ALL=1")
@pytest.mark.skipif(sys.platform != "linux", reason="addresses are limited otherwise elsewhere")
@pytest.mark.parametrize(
    "words",
    telling(
        [("sim", NIM, "--games", 4, "--agents", "easy,greedy")],
        [
            ("study", NIM, "--games", 20, "--workers", 2, "--agents", "random"),
            ("sim", NIM, "--games", 20),
            ("arena", NIM, "--games", 4, "--agents", "easy,random", "--workers", 1),
            ("train", NIM, "--steps", 1, "--out", "nim.json"),
        ],
    ),
)
def test_with_few_addresses_games_are_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = limited(1500, *words)
    assert done.returncode == 0, done.stderr
    assert "fault of its own" not in done.stderr


def test_without_memory_for_machine_code_the_interpreter_plays(
    cairn: Cairn, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate(CARD, 2, 6, 1, ("random", "random"))
    study = ("study", NIM, "--agents", "random", "--games", 210, "--workers", 1, "--seed", 3)
    studied = cairn(*study).out

    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(result_runner, "seated", full)
    monkeypatch.setattr(matchup_runner, "seated", full)
    monkeypatch.setattr(matchup_runner, "bulk_for", full)
    heard: list[str] = []
    slow = simulate(CARD, 2, 6, 1, ("random", "random"), notice=heard.append)
    assert slow.seats == whole.seats and heard == [run.SLOW]
    told = cairn(*study)
    assert told.out == studied and told.err.count(run.SLOW) == 1
    assert cairn("sim", NIM, "--games", 3, "--workers", 1).err.count(run.SLOW) == 1
