"""Who plays the games of `cairn study`: players that are trained for the rules they play by."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from engine.cli import study, study_players
from engine.storage.cache import keep_summed, read_summed
from engine.training import trained_policies
from engine.training.training import Trainer, TrainingProgress
from tests.cli.conftest import ROOT, Cairn
from tests.scope import ALL

WELLS = """\
game "Wells"
  players 2

option big: 3..4 = 4
  "How many drops are a flood?"

component Drop
  make 60

zone well: area of Drop
zone jar[Player]: area of Drop

setup
  move all Drop to well

turn
  choose
    sip
      "Take one drop."
      move 1 from well to my jar
    scoop
      "Take two drops."
      move 2 from well to my jar
    flood
      "Take many drops."
      require size(well) >= 4
      move big from well to my jar

game ends when size(well) < 3

score each Player
  add "drops" size(my jar)
"""
"""A game in which one action is best whenever it is legal."""
STUDY = ("study", "wells.cairn", "--workers", 1, "--games", 6)


@pytest.fixture
def wells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game in an empty folder, no policies in the cache, and short matches."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(trained_policies, "cache_folder", lambda part: tmp_path / "cache" / part)
    for module in ("study_players", "fairness", "deal_luck"):
        monkeypatch.setattr(f"engine.study.{module}.DEALS", 25)
    monkeypatch.setattr("engine.study.tension.GAMES", 2)
    monkeypatch.setattr(study, "tips", lambda policy, games: ())
    path = tmp_path / "wells.cairn"
    path.write_text(WELLS, encoding="utf-8")
    return path


def rulesets(out: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(out)["rulesets"]
    return found


def test_players_are_trained_once_and_the_report_says_how_strong_they_are(
    cairn: Cairn, wells: Path
) -> None:
    first = cairn(*STUDY, "--train", "0.5s", "--json")
    assert first.code == 0 and "Training players for Wells: 0.5 s." in first.err
    (found,) = rulesets(first.out)
    assert found["seats"] == ["medium", "medium"] and found["trained"]["agent"] == "medium"
    assert found["trained"]["wins_against"]["random"]["low"] > 0.8
    chosen = {x["key"]: x["value"] for x in found["findings"]}
    assert chosen["action.flood.chosen"] > 0.9
    again = cairn(*STUDY, "--train", "0.5s")
    assert "Training" not in again.err
    assert found["answers"]["fair"]["starts"] == "turned"
    assert "  Every game begins with the same position, so no deal decides" in again.out
    for sentence in found["trained"]["words"]:
        assert f"  {sentence}\n" in again.out
    first_sentence = again.out.splitlines()[2]
    assert first_sentence.startswith("  Where 'flood' is legal, the trained players gain nothing")
    assert "never 'flood': 0%" in again.out and "Nobody ever chose 'sip', 'scoop'." in again.out
    quick = cairn(*STUDY, "--train", "0.5s", "--quick")
    assert "never 'flood'" not in quick.out and study.QUICK in quick.out


@pytest.mark.skipif(not ALL, reason="two courses of training: CAIRN_ALL=1")
def test_what_is_compared_is_trained_each_on_its_own_rules(
    cairn: Cairn, wells: Path, tmp_path: Path
) -> None:
    done = cairn(*STUDY, "--option", "big", "--train", "0.2s", "--json")
    assert [f"Training players for big = {n}: 0.2 s." in done.err for n in (4, 3)] == [True, True]
    assert len(list((tmp_path / "cache/policies").iterdir())) == 2
    assert [x["trained"]["agent"] for x in rulesets(done.out)] == ["medium", "medium"]


def test_ctrl_c_goes_on_with_what_has_been_learned(
    cairn: Cairn, wells: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, taken = Trainer.steps, list[int]()

    def stopped(self: Trainer, count: int, share: float = 0.0) -> TrainingProgress:
        if len(taken) == 3:
            raise KeyboardInterrupt
        taken.append(count)
        return steps(self, count, share)

    def untried(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Trainer, "steps", stopped)
    monkeypatch.setattr(study_players, "cheap_ways", untried)
    done = cairn(*STUDY, "--train", "1h")
    assert done.code == 0 and f"{sum(taken)} steps of self-play" in done.out
    assert "  6 of 6 strategies weren't tried, for lack of time.\n" in done.out
    assert not (tmp_path / "cache/policies").exists(), "the next time trains for the whole hour"


@pytest.fixture
def unlearning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training in which nobody learns anything."""

    def idle(self: Trainer, count: int, share: float = 0.0) -> None:
        self.done += count
        time.sleep(0.01)

    monkeypatch.setattr(Trainer, "steps", idle)


@pytest.mark.usefixtures("unlearning")
def test_who_loses_to_greedy_players_keeps_only_seats_that_the_command_gives(
    cairn: Cairn, wells: Path
) -> None:
    done = cairn(*STUDY, "--train", "0.1s", "--quick", "--json")
    assert json.loads(done.out)["notes"] == [study.QUICK]
    (found,) = rulesets(done.out)
    assert found["seats"] == ["greedy", "greedy"] and found["trained"]["agent"] == "greedy"
    (why,) = found["trained"]["words"]
    assert why.startswith("Greedy players play: against them trained ones win only ")
    done = cairn(*STUDY, "--train", "0.1s", "--agents", "medium,greedy", "--quick", "--json")
    (found,) = rulesets(done.out)
    assert found["seats"] == ["medium", "greedy"] and found["trained"]["agent"] == "medium"
    assert found["trained"]["wins_against"]["greedy"]["high"] < 0.5
    assert "Greedy players play" not in done.out and study.QUICK not in done.out


@pytest.mark.usefixtures("unlearning")
def test_a_policy_that_cannot_be_used_is_trained_again(
    cairn: Cairn, wells: Path, tmp_path: Path
) -> None:
    command = (*STUDY, "--train", "0.1s", "--agents", "medium")
    assert "Training players" in cairn(*command).err
    (path,) = (tmp_path / "cache/policies").iterdir()
    kept = read_summed(path)
    assert kept is not None
    keep_summed(path, json.dumps(json.loads(kept) | {"text": "something else"}).encode())
    done = cairn(*command)
    assert done.code == 0 and "Training players" in done.err
    assert "Training players" not in cairn(*command).err


@pytest.mark.skipif(not ALL, reason="two courses of training: CAIRN_ALL=1")
def test_a_training_that_is_stopped_makes_a_comparison_unequal(
    cairn: Cairn, wells: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, trained = Trainer.steps, list[Trainer]()

    def stopped(self: Trainer, count: int, share: float = 0.0) -> TrainingProgress:
        if self not in trained:
            trained.append(self)
        elif len(trained) == 2:
            raise KeyboardInterrupt
        return steps(self, count, share)

    monkeypatch.setattr(Trainer, "steps", stopped)
    done = cairn(*STUDY, "--option", "big", "--train", "2s", "--quick")
    assert done.code == 0
    assert re.search(
        r"The players had unequal training \(2(\.\d)? s and 0\.\d+ s\), so a", done.out
    )


def test_where_nothing_can_be_learned_greedy_players_play(
    cairn: Cairn, wells: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(*_: object) -> None:
        raise ImportError

    monkeypatch.setattr(trained_policies, "select_features", without)
    done = cairn(*STUDY)
    assert done.code == 0 and "between greedy, greedy" in done.out
    assert "Greedy players play: learning needs wasmtime" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--train", "1s", "--agents", "random"), "--train is for players that learn"),
        (("--train", "soon"), "'--train soon' is no time; write --train 10s or --train 2m"),
    ],
)
def test_what_cannot_be_trained_is_refused(
    cairn: Cairn, wells: Path, words: tuple[str, ...], said: str
) -> None:
    done = cairn(*STUDY, *words)
    assert done.code == 1 and said in done.err


@pytest.mark.skipif(not ALL, reason="trained players of a whole game: CAIRN_ALL=1")
def test_a_game_plays_by_the_policy_beside_its_rules(cairn: Cairn, wells: Path) -> None:
    done = cairn("study", "lost-cities-card", "--workers", 1, "--games", 4)
    assert "by the trained policy lost-cities-card.2.policy.json" in done.out
    assert "Training" not in done.err


def test_every_command_of_the_docs_names_its_players() -> None:
    assert study_players.SECONDS > 30, "nothing is to train that long by accident"
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    blocks = [
        line
        for page in pages
        for block in re.findall(r"```(?:sh|console)\n(.*?)```", page.read_text("utf-8"), re.S)
        for line in block.splitlines()
    ]
    commands = [line for line in blocks if re.match(r"(\$ )?cairn study\b", line)]
    assert len(commands) > 4
    assert [line for line in commands if "--agents" not in line] == []
