"""Learning: the same again, resumed, stopped, judged; through the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.app import app
from engine.game.session import Game
from engine.rules.load import load
from engine.study.promotion_match import play_promotion_match
from engine.training.checkpoints import (
    TrainingCourse,
    delete_checkpoint,
    load_checkpoint,
    save_checkpoint,
)
from engine.training.policy import Policy
from engine.training.training import Trainer, select_features
from tests.scope import ALL, telling
from tests.training.test_files import SMALL


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game's file, and a cache of one's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "small.cairn"
    path.write_text(SMALL, "utf-8")
    return path


def trainer(path: Path, seed: int = 3) -> Trainer:
    return Trainer(select_features(load(path), 2, {}), seed)


def test_the_same_seed_learns_the_same(small: Path) -> None:
    one, other, third = trainer(small), trainer(small), trainer(small, 4)
    for each in (one, other, third):
        each.steps(3)
    assert one.weights == other.weights
    assert one.weights != third.weights


def test_what_was_put_aside_is_gone_on_with_as_if_nothing_had_happened(small: Path) -> None:
    course = TrainingCourse("rules", 2, "", 3)
    whole, first = trainer(small), trainer(small)
    whole.steps(4)
    first.steps(2)
    save_checkpoint(course, first, 1.5)
    second = trainer(small)
    assert load_checkpoint(course, second) == 1.5
    second.steps(2)
    assert second.weights == whole.weights
    raw = course.path().read_bytes()
    course.path().write_bytes(raw[:-1])
    assert load_checkpoint(course, second) is None
    delete_checkpoint(course)
    assert load_checkpoint(course, second) is None


@pytest.mark.skipif(not ALL, reason="learning takes long: CAIRN_ALL=1")
def test_it_learns_to_play_better_at_the_card_game() -> None:
    """A little learning beats none, by far."""
    here = load("lost-cities-card")
    learner = Trainer(select_features(here, 2, {}), 1)
    learner.steps(60)
    policy = Policy(learner.plan, tuple(learner.weights), learner.usual.scales)
    assert play_promotion_match(Game(here, 2), policy, 1, games=10).won >= 7


def test_the_command_keeps_nothing_that_does_not_play_better(small: Path) -> None:
    """In this game every order of play comes to the same."""
    result = CliRunner().invoke(app, ["train", str(small), "--steps", "2"])
    assert result.exit_code == 0
    assert "nothing is kept" in result.output
    assert list(small.parent.glob("*.policy.json")) == []


def test_there_must_be_something_to_go_on_with(small: Path) -> None:
    result = CliRunner().invoke(app, ["train", str(small), "--steps", "2", "--resume"])
    assert result.exit_code == 1
    assert "nothing to go on with" in result.output


def test_a_file_that_cannot_be_written_is_refused_before_learning(small: Path) -> None:
    out = small.parent / "nowhere" / "x.policy.json"
    result = CliRunner().invoke(app, ["train", str(small), "--out", str(out)])
    assert result.exit_code == 1
    assert "there is no folder" in result.output


@pytest.mark.parametrize("how", telling([signal.SIGINT], [signal.SIGKILL]))
def test_stopped_or_killed_it_leaves_nothing_broken(small: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-c", "from engine.cli import main; main()", "train"]
    begun = subprocess.Popen(
        [*command, str(small), "--minutes", "9"],
        env=dict(os.environ), stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    folder = small.parent / "cache" / "cairn" / "learning"
    until = time.monotonic() + 120
    while not list(folder.glob("*.course")) and time.monotonic() < until:
        time.sleep(0.2)
    begun.send_signal(how)
    _, told = begun.communicate(timeout=60)
    assert list(small.parent.glob("*.policy.json")) == []
    assert "Traceback" not in told
    if how is signal.SIGINT:
        assert "--resume" in told
    on = subprocess.run(
        [*command, str(small), "--minutes", "0.01", "--resume"],
        env=dict(os.environ), capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert on.returncode == 0
    assert "This goes on after" in on.stderr
