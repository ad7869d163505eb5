"""Games that reach the limit of decisions are counted as unfinished; the others are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.agents.registry import make_agent
from engine.compile.program import STALL
from engine.game.session import Game
from engine.rules.load import load_text
from engine.study import promotion_match
from engine.study.arena import Arena, arena_plan
from engine.study.arm import Arm
from engine.study.one_game import played
from engine.study.report import StudyReport
from engine.study.results import columns
from engine.study.run import carry_out
from engine.study.simulate import simulate
from engine.training.policy import Policy
from engine.training.training import Trainer, select_features
from tests.agents.games import CIRCLE
from tests.cli.conftest import Cairn
from tests.cli.conftest import cairn as cairn
from tests.scope import ALL, telling
from tests.study.playing import plan_of

LONG = """\
game "Long or short"
  players 2
var steps: 0..40000 = 0
component Coin
  var face: 1..2
  make 1
zone table: spot of Coin, face up
setup
  move all Coin to table
  roll table
turn
  choose
    step
      "Go on."
      steps := steps + 1
    rest
      "Wait."
game ends when steps >= 10 and (the Coin in table).face = 1
game ends when steps > 30000
score each Player
  add "steps" steps
"""
"""A game that is soon over when the coin shows 1, and otherwise very long."""
RANDOM = ("random", "random")
LIMIT = f"stopped at the limit of {STALL:,} decisions"


@pytest.mark.parametrize(
    ("executor", "workers"),
    telling([("interpreter", 1), ("wasm", 2)], [("interpreter", 2), ("wasm", 1)]),
)
def test_a_simulation_keeps_the_games_that_were_finished(executor: str, workers: int) -> None:
    loaded = load_text(LONG, Path("long.cairn"))
    report = simulate(loaded, 2, 8, 1, RANDOM, executor=executor, workers=workers)
    assert report.games + report.unfinished == 8
    assert report.games and report.unfinished
    assert 10 <= report.decisions < STALL
    assert report.seats[0].mean == 10
    again = simulate(loaded, 2, 8, 1, RANDOM)
    assert (again.games, again.unfinished) == (report.games, report.unfinished)


@pytest.mark.skipif(not ALL, reason="hundreds of games by the interpreter: CAIRN_ALL=1")
def test_recorded_games_are_kept_whole_and_as_far_as_they_went(cairn: Cairn) -> None:
    Path("long.cairn").write_text(LONG, encoding="utf-8")
    told = cairn("sim", "long.cairn", "--games", 2, "--record", "saves", "--seed", 2)
    assert told.code == 0 and LIMIT in told.out
    assert "2 saves are in saves." in told.err
    lengths = []
    for path in sorted(Path("saves").glob("*.save")):
        rows = cairn("replay", path, "--rules", "long.cairn", "--json").out.splitlines()
        lengths.append((json.loads(rows[-1])["over"], len(rows) - 1 == STALL))
    assert sorted(set(lengths)) == [(False, True), (True, False)]


def test_studies_say_what_was_unfinished_and_leave_it_out(cairn: Cairn) -> None:
    Path("long.cairn").write_text(LONG, encoding="utf-8")
    study = ("study", "long.cairn", "--agents", "random", "--games", 8)
    told = cairn(*study, "--out", "out", "--format", "csv")
    data = json.loads(Path("out/report.json").read_text(encoding="utf-8"))["rulesets"][0]
    assert told.code == 0 and LIMIT in told.out
    assert data["games"] + data["unfinished"] == 8
    assert data["games"] and data["unfinished"]
    (table,) = Path("out").glob("*.csv")
    rows = table.read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + data["games"]


@pytest.mark.skipif(not ALL, reason="games that never end take long: CAIRN_ALL=1")
def test_games_keep_their_numbers_seats_and_deals() -> None:
    plan = plan_of(load_text(LONG, Path("long.cairn")), seats=("random", "greedy"))
    games = carry_out(plan, [8], workers=2)[0]
    found = dict(columns(games, plan.seed))
    numbers = found["game"]
    assert 0 < len(numbers) < 8
    for number, agent in zip(numbers, found["agent_1"], strict=True):
        assert agent == ("random" if number % 2 else "greedy")
    assert games.unfinished == 8 - len(numbers)


def test_two_texts_are_compared_over_the_games_that_both_finished() -> None:
    loaded = load_text(LONG, Path("long.cairn"))
    always = load_text(LONG.replace(" and (the Coin in table).face = 1", ""), Path("short.cairn"))
    one, other = carry_out(plan_of(loaded, always), [8, 8])
    (comparison,) = StudyReport((Arm("long", one), Arm("short", other)), 1).comparisons
    assert one.count < other.count == 8
    assert {change.change.games for change in comparison.changes} <= {one.count}


def test_an_arena_rates_by_the_games_that_were_finished() -> None:
    loaded = load_text(LONG, Path("long.cairn"))
    plan = arena_plan(loaded, {}, ("random", "greedy"), 2, 1)
    arena = Arena(("random", "greedy"), carry_out(plan, [8]), 1)
    assert arena.games + arena.unfinished == 8 and arena.unfinished and arena.games
    assert LIMIT in arena.text()
    assert arena.as_json()["unfinished"] == arena.unfinished


@pytest.mark.parametrize("command", ["sim", "study", "arena"])
def test_where_nothing_is_finished_the_rules_are_named(cairn: Cairn, command: str) -> None:
    Path("circle.cairn").write_text(CIRCLE, encoding="utf-8")
    told = cairn(command, "circle.cairn", "--games", 2, "--workers", 1,
                 "--agents", "random,greedy" if command == "arena" else "random")  # fmt: skip
    assert told.code == 1
    assert "E506" in told.err and f"after {STALL:,} decisions" in told.err


@pytest.mark.skipif(not ALL, reason="games that never end: CAIRN_ALL=1")
def test_what_was_learned_is_judged_by_the_games_that_were_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(load_text(LONG, Path("long.cairn")), 2)
    trainer = Trainer(select_features(game.loaded, 2, {}), 1)
    policy = Policy(trainer.plan, tuple(trainer.weights), trainer.usual.scales)
    chance = [make_agent("random", 1), make_agent("random", 2)]
    monkeypatch.setattr(promotion_match, "played", lambda game, seed, _: played(game, seed, chance))
    verdict = promotion_match.play_promotion_match(game, policy, 1, games=12)
    assert verdict.games + verdict.unfinished == 12 and verdict.unfinished
    assert verdict.ties == verdict.games == 2 * verdict.won
