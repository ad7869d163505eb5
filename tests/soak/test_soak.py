"""Some seconds of `python -m tests.soak`, and that it plays on, repeats itself and finds faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.compile import layout as at
from engine.compile.wasm.memory import STATE
from engine.game.interpreter import Interpreter, State
from engine.game.wasm_executor import Module
from tests.scope import ALL
from tests.soak.cases import BULK, DEEP, KINDS, Kind, chunks, everywhere, loaded, tables
from tests.soak.play import again
from tests.soak.progress import MARK, Progress
from tests.soak.run import line, soak

FAILED = [
    row.split()
    for row in (Path(__file__).parent / "failed.txt").read_text("utf-8").splitlines()
    if not row.startswith("#")
]
BRIEF = ("lost-cities-card", "beacons", "behind-screens", "liars-dice", "kalah", "whist")
NAMES = [name for name in everywhere() if ALL or name in BRIEF]
WANTED = {BULK: 1000, DEEP: 80} if ALL else {BULK: 80, DEEP: 6}
SEED = 32
SMALL = ["kalah", "kuhn"]


def run(folder: Path, names: list[str], wanted: dict[Kind, int]) -> Progress:
    progress = Progress(folder, SEED, names)
    soak(progress, names, SEED, wanted, lambda done, findings: None)
    return progress


def test_nothing_goes_wrong(tmp_path: Path) -> None:
    progress = run(tmp_path, NAMES, WANTED)
    assert progress.findings() == []
    assert all(progress.totals(kind).games >= wanted for kind, wanted in WANTED.items())


@pytest.mark.parametrize("case", FAILED, ids=" ".join)
def test_what_once_failed_does_so_no_more(case: list[str]) -> None:
    assert again(case[:4], int(case[4])) == []


def test_a_short_run_repeats_the_first_thousand_cases_of_a_long_one(tmp_path: Path) -> None:
    short = run(tmp_path / "short", SMALL, {BULK: 1000, DEEP: 0})
    long = run(tmp_path / "long", SMALL, {BULK: 1200, DEEP: 0})
    assert short.marked(BULK)[MARK] == long.marked(BULK)[MARK]
    assert short.sums(BULK) == long.sums(BULK)[: len(short.sums(BULK))]


def test_a_run_that_was_stopped_continues_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {BULK: 60, DEEP: 4}
    whole = run(tmp_path / "whole", SMALL, wanted)
    progress = Progress(tmp_path / "stopped", SEED, SMALL)
    with pytest.raises(KeyboardInterrupt):
        soak(progress, SMALL, SEED, wanted, stop)
    progress.close()
    progress = run(tmp_path / "stopped", SMALL, wanted)
    for kind in KINDS:
        assert progress.sums(kind) == whole.sums(kind)
    assert "| 0 |" in line(progress, "abc", "command", SEED)
    with pytest.raises(ValueError, match="seed 32"):
        Progress(tmp_path / "stopped", SEED + 1, SMALL)


def stop(done: object, findings: int) -> None:
    """Press Ctrl-C after the first chunk."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", [*SMALL, "lost-cities-card"])
def test_every_number_of_players_and_value_of_an_option_has_its_turn(name: str) -> None:
    wanted = {(n, (option, value)) for n, option, value in tables(loaded(name).checked()) if option}
    coming = chunks([name], SEED, BULK)
    games = 0
    while games < sum(BULK.sizes):
        chunk = next(coming)
        games += chunk.games
        wanted -= {(chunk.table.players, option) for option in chunk.table.options}
    assert not wanted


def another_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the module count decisions otherwise."""
    words = Module.words

    def changed(self: Module, address: int, count: int) -> object:
        found = words(self, address, count)
        if address == STATE and count > 20:
            found[at.DECISIONS] += 1
        return found

    monkeypatch.setattr(Module, "words", changed)


def more_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the interpreter pay more than the lines of a score."""
    points = Interpreter.points

    def more(self: Interpreter, state: State, score: int, seat: int) -> int:
        return points(self, state, score, seat) + 1

    monkeypatch.setattr(Interpreter, "points", more)


@pytest.mark.parametrize("harm", [another_word, more_points])
def test_a_fault_is_found_in_both_kinds_of_games(
    harm: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    harm(monkeypatch)
    case = ["lost-cities-card", "2", "-", "1"]
    assert {finding.kind for finding in again(case, SEED)} == set(KINDS)
