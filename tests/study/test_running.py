"""Who plays a study's games makes no difference, and a stopped study can be resumed."""

import base64
import hashlib
import multiprocessing
import os
import signal
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.diagnostics import RulesError
from engine.rules.load import load_text
from engine.study.arena import arena_plan
from engine.study.journal import Journal, used_up
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Batch, GameRange, Matchup, Rows, StudyPlan, Todo
from engine.study.run import carry_out
from engine.study.workers import local
from tests.agents.games import CIRCLE
from tests.scope import telling
from tests.study.playing import CARD, plan_of, race

GREEDY = ("greedy", "random")


def played(
    path: Path | None = None,
    count: int = 40,
    resume: bool = False,
    progress: Callable[[int], None] | None = None,
) -> object:
    plan = plan_of(race())
    return carry_out(plan, [count], path=path, resume=resume, progress=progress)[0].rows.tolist()


@pytest.mark.parametrize("seats", telling([GREEDY], [("random", "random")]))
def test_any_number_of_workers_plays_the_same_games(seats: tuple[str, str]) -> None:
    plan = plan_of(race(), race(name="again"), seats=seats)
    counts = [220, 210]
    one, several = (carry_out(plan, counts, workers=workers) for workers in (1, 2))
    rows = [games.rows.tolist() for games in one]
    assert rows == [games.rows.tolist() for games in several]
    assert rows[0][:210] == rows[1]


def test_a_worker_that_is_killed_loses_only_its_batch(tmp_path: Path) -> None:
    plan = plan_of(race())
    killed: list[int] = []

    def kill_one(done: int) -> None:
        workers = multiprocessing.active_children()
        if done and not killed and workers and workers[0].pid:
            killed.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGKILL)

    path = tmp_path / "games.journal"
    games = carry_out(plan, [120], workers=2, path=path, progress=kill_one)
    assert killed
    assert games[0].rows.tolist() == played(count=120)
    assert not multiprocessing.active_children()


class Deadly(dict[str, int]):
    """Options that end the process that they are sent to."""

    def __reduce__(self) -> tuple[Callable[[int], object], tuple[int]]:
        return os._exit, (9,)


def test_workers_that_always_end_are_given_up() -> None:
    plan = StudyPlan((Matchup(CARD, Deadly(), ("random", "random")),), 1)
    batches = local(plan, Todo.of([100_000]), 2)
    with pytest.raises(RulesError) as caught:
        next(batches)
    assert "exit code 9" in caught.value.diagnostics[0].message
    assert caught.value.diagnostics[0].code == "E611"
    batches.close()
    assert not multiprocessing.active_children()


def test_an_error_of_the_rules_comes_out_of_a_worker() -> None:
    plan = plan_of(load_text(CIRCLE, Path("circle.cairn")))
    with pytest.raises(RulesError) as caught:
        carry_out(plan, [8], workers=2)
    assert caught.value.diagnostics[0].code == "E506"
    assert not multiprocessing.active_children()


# ------------------------------------------------------------------ what is left to do


RANGES = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 20)), max_size=6)


@given(RANGES, st.integers(0, 60), st.integers(1, 4))
def test_what_is_left_is_what_has_not_been_played(
    done: list[tuple[int, int]], count: int, workers: int
) -> None:
    known = {n for first, size in done for n in range(first, first + size)}
    todo = Todo.of([count], [GameRange(0, first, size) for first, size in done])
    assert todo.games == len(set(range(1, count + 1)) - known)
    taken: list[int] = []
    while (games := todo.take(workers)) is not None:
        taken += range(games.first, games.last + 1)
        todo.done(Batch(games, Rows("i"), 0.2 * games.count))
    assert sorted(taken) == sorted(set(range(1, count + 1)) - known)


# ------------------------------------------------------------------ the journal


class Stopped(Exception):
    """Stands for Ctrl-C."""


def stopped(path: Path, games: int) -> None:
    """Play some games and be interrupted."""

    def tell(done: int) -> None:
        if done >= games:
            raise Stopped

    with pytest.raises(Stopped):
        played(path, progress=tell)


def test_what_is_gone_on_with_equals_what_was_not_stopped(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games.journal"
    stopped(path, 3)
    before = path.read_bytes()
    heard: list[int] = []
    assert played(path, resume=True, progress=heard.append) == played()
    assert heard[0] >= 3, "what was played isn't played again"
    assert path.read_bytes().startswith(before), "lines are only ever appended"
    again: list[int] = []
    assert played(path, resume=True, progress=again.append) == played()
    assert again == [40]


def test_a_study_can_be_made_longer_and_shorter(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    played(path, count=20)
    assert played(path, count=33, resume=True) == played(count=33)
    assert played(path, count=7, resume=True) == played(count=7)


HEADS = ["-1,1,1,1", "0,1,99999999999,1", "7,1,1,1", "0,1,0,1", f"0,{'9' * 5000},1,1"]


@pytest.mark.parametrize("head", telling(HEADS[:2], HEADS))
def test_a_line_that_was_forged_is_passed_over(tmp_path: Path, head: str) -> None:
    path = tmp_path / "games.journal"
    played(path)
    rows = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    body = f"{head} {rows}".encode()
    with path.open("ab") as file:
        file.write(body + b" " + hashlib.sha256(body).hexdigest()[:16].encode() + b"\n")
    assert played(path, resume=True) == played()


@pytest.mark.parametrize("harm", telling(["cut", "flipped"], ["rubbish", "cut in the middle"]))
def test_what_is_damaged_is_played_again(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "games.journal"
    played(path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 2
    if harm == "cut":
        lines[-1] = lines[-1][: len(lines[-1]) // 2]
    elif harm == "cut in the middle":
        lines[1] = lines[1][:30] + b"\n"
    elif harm == "flipped":
        lines[1] = lines[1][:40] + bytes([lines[1][40] ^ 1]) + lines[1][41:]
    else:
        lines.insert(1, b"\xff\x00 rubbish\n")
    path.write_bytes(b"".join(lines))
    assert played(path, resume=True) == played()
    assert played(path, resume=True) == played()


def test_another_study_is_refused_and_it_is_said_why(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    carry_out(plan_of(race()), [3], path=path)
    kept = path.read_bytes()
    both = ("random", "random")
    others = {
        "its seed is 1, not 2": plan_of(race(), seed=2),
        "its agents are random, random, not greedy, random": plan_of(race(), seats=GREEDY),
        "its games are for 2 players, not 3": plan_of(race(), seats=(*both, "random")),
        "the rules of 'race' have changed since these": plan_of(race("\n# changed\n")),
        "its games are of 'race', not of 'race' and 'b'": plan_of(race(), race(name="b")),
        "its players play by another policy": StudyPlan(
            (Matchup(race(), {}, both, policy="x"),), 1
        ),
        "the option 'goal' was set otherwise": StudyPlan((Matchup(race(), {"goal": 4}, both),), 1),
        "it is of a study, not of an arena": arena_plan(race(), {}, GREEDY, 2, 1),
    }
    for why, plan in others.items():
        with pytest.raises(RulesError) as caught:
            Journal(path, plan.record(), [1] * len(plan.tables), resume=True)
        found = caught.value.diagnostics[0]
        assert (found.code, why in found.message) == ("E610", True), found.message
        assert not set("[]{}") & set(found.message)
    assert path.read_bytes() == kept


@pytest.mark.parametrize(
    "content",
    [
        b"hello\n",
        b'cairn study 1 {"tables": 3}\n',
        b"cairn study 9 {}\n",
        b"\xff\xfe\n",
        b'cairn study 1 {"tables": []}\n',
        b"cairn study 1 " + b"[" * 100_000 + b"\n",
        b'cairn study 1 {"seed": ' + b"9" * 5000 + b"}\n",
    ],
)
def test_what_is_no_journal_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.journal"
    path.write_bytes(content)
    with pytest.raises(RulesError) as caught:
        played(path, resume=True)
    assert caught.value.diagnostics[0].code == "E610"
    assert path.read_bytes() == content


def test_a_journal_of_which_not_one_line_was_written_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    played(path, count=3)
    path.write_bytes(path.read_bytes()[:50])
    assert played(path, count=3, resume=True) == played(path, count=3, resume=True)


def test_two_cannot_write_one_journal(tmp_path: Path) -> None:
    plan = plan_of(race())
    widths = [MatchupRunner(plan).measured(0).columns.width]
    path = tmp_path / "games.journal"
    with closing(Journal(path, plan.record(), widths, resume=False)):
        kept = path.read_bytes()
        for resume in (True, False):
            with pytest.raises(RulesError) as caught:
                Journal(path, plan.record(), widths, resume=resume)
            assert "another process" in str(caught.value)
            used_up(path, [0])
            assert path.read_bytes() == kept
    Journal(path, plan.record(), widths, resume=True).close()


def test_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RulesError) as caught:
        played(tmp_path / "file" / "games.journal")
    assert caught.value.diagnostics[0].code == "E601"
