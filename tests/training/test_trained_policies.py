"""Policies that are trained for a time, and what is kept on the way."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.game.session import Game
from engine.rules.load import load_text
from engine.study.ladder import rungs_of
from engine.study.study_players import TRAINED, StudyPlayers, measured
from engine.training import files, trained_policies
from engine.training.policy import policy_from, use
from engine.training.trained_policies import TrainedPolicy, TrainingBudget
from tests.cli.test_study_players import WELLS

LOADED = load_text(WELLS, Path("wells.cairn"))
BUDGET = TrainingBudget(LOADED, 2, {}, 60.0, 1)
Training = Callable[[Sequence[float]], TrainedPolicy]


@pytest.fixture
def trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Training:
    """Train for a minute of a clock that shows so many seconds at each look."""
    monkeypatch.setattr(trained_policies, "cache_folder", lambda part: tmp_path / part)

    def train(looks: Sequence[float]) -> TrainedPolicy:
        clock = iter((0.0, *looks))
        monkeypatch.setattr(trained_policies, "time", SimpleNamespace(monotonic=clock.__next__))
        found = BUDGET.train(lambda spent: None)
        assert found is not None
        return found

    return train


@pytest.mark.parametrize(
    ("looks", "kept", "grew"),
    [((15, 30, 45, 60), [15, 30], True), ((1, 50, 60), [50], False), ((70,), [], False)],
)
def test_slow_training_calls_nothing_half_that_is_not(
    trained: Training,
    monkeypatch: pytest.MonkeyPatch,
    looks: Sequence[float],
    kept: list[float],
    grew: bool,
) -> None:
    monkeypatch.setattr("engine.study.study_players.DEALS", 4)
    found, game = trained(looks), Game(LOADED, 2)
    assert [seconds for seconds, _ in found.earlier] == kept
    assert found.text not in [text for _, text in found.earlier]
    use(game, policy_from(found.text, game))
    players = StudyPlayers(TRAINED, "", found.text, found.seconds, found.earlier)
    assert (measured(players, game, 1).growth is not None) is grew
    names = [rung.name for rung in rungs_of(players, game)]
    assert len(names) == len(set(names)) == 3 + len(kept)


def test_a_policy_is_trained_anew_where_files_of_policies_are_others(
    trained: Training, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trained([70]) == BUDGET.kept()
    monkeypatch.setattr(files, "FORMAT", files.FORMAT + 1)
    assert BUDGET.kept() is None
