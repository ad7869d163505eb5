"""One way to count wins: alone, as a team, shared; the same in sim, study, arena and training."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from engine.game.session import Game
from engine.rules.load import load_text
from engine.study.arena import Arena, arena_plan
from engine.study.arm import Arm
from engine.study.report import StudyReport
from engine.study.run import carry_out
from engine.study.simulate import simulate
from engine.study.wins import TIES, part_of_win, ties, wins
from tests.cli.conftest import Cairn
from tests.cli.conftest import cairn as cairn
from tests.study.playing import plan_of

TEAMS = """\
game "Pairs"
  players 4
  teams 2
component Coin
  var face: 1..3
  make 1
zone table: spot of Coin, face up
counter tricks[Team]: 0..10 = 0
var turns: 0..9 = 0
setup
  move all Coin to table
  roll table
turn
  choose
    draw
      "Take what the coin gives."
      turns := turns + 1
      roll table
      if (the Coin in table).face = 1: gain 1 tricks[team(me)]
game ends when turns = 8
score each Player
  add "tricks" tricks[team(me)]
"""
MOSTLY_SHARED = """\
game "Mostly shared"
  players 2
component Coin
  var face: 1..5
  make 1
zone table: spot of Coin, face up
var turns: 0..9 = 0
setup
  move all Coin to table
  roll table
turn
  choose
    wait
      "Wait."
      turns := turns + 1
game ends when turns = 2
score each Player
  add "luck" 1 when (the Coin in table).face = 5 and me = seat 1
"""
FOUR = ("random",) * 4


def parts(winners: list[int], seat: int, sides: int) -> tuple[int, int]:
    """Whether a seat wins, and shares a win, counted by hand."""
    won = {winner % sides for winner in winners}
    mine = seat % sides in won
    return int(mine and len(won) == 1), int(mine and len(won) > 1)


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (4, 4), (4, 2), (4, 1), (6, 3)])
def test_a_side_wins_alone_or_shares(players: int, sides: int) -> None:
    seats = range(players)
    every = [c for n in range(players + 1) for c in itertools.combinations(seats, n)]
    bits = np.array([sum(1 << seat for seat in won) for won in every], np.int64)
    alone, shared = wins(bits, players, sides), ties(bits, players, sides)
    for number, won in enumerate(every):
        for seat in seats:
            assert (alone[number][seat], shared[number][seat]) == parts([*won], seat, sides)
        sums = [part_of_win(won, side, sides) for side in range(sides)]
        assert sum(sums) == pytest.approx(1.0 if won else 0.0)


@pytest.mark.parametrize("executor", ["interpreter", "wasm"])
def test_a_win_of_a_team_is_a_win_for_each_of_its_seats(executor: str) -> None:
    loaded = load_text(TEAMS, Path("pairs.cairn"))
    assert loaded.rules is not None and not loaded.findings.errors, loaded.findings.render()
    report = simulate(loaded, 4, 40, 1, FOUR, executor=executor)
    one, two, three, four = report.seats
    assert (one.wins, one.ties) == (three.wins, three.ties)
    assert (two.wins, two.ties) == (four.wins, four.ties)
    assert one.wins + two.wins + report.shared + report.nobody == 40
    assert one.ties == two.ties == report.shared


def test_sim_study_and_arena_count_alike(cairn: Cairn) -> None:
    Path("mostly.cairn").write_text(MOSTLY_SHARED, encoding="utf-8")
    loaded = load_text(MOSTLY_SHARED, Path("mostly.cairn"))
    report = simulate(loaded, 2, 100, 1, ("random", "random"))
    first, second = report.seats
    assert report.shared > 60 and first.wins + report.shared == 100 and not second.wins
    (games,) = carry_out(plan_of(loaded), [100])
    found = Arm("mostly", games).findings
    assert found["win.place.1"].values.sum() == first.wins
    assert found["win.place.2"].values.sum() == 0
    assert found["win.shared"].values.sum() == report.shared
    text = StudyReport((Arm("mostly", games),), 1).text()
    assert "several share the win in" in text and TIES in text
    plan = arena_plan(loaded, {}, ("random", "greedy"), 2, 1)
    arena = Arena(("random", "greedy"), carry_out(plan, [100]), 1)
    for result in arena.results:
        assert result.wins.value + result.ties.value < 1
        assert result.ties.value > 0.6
    assert TIES in arena.text()
    told = cairn("sim", "mostly.cairn", "--games", 100, "--seed", 1)
    assert f"In {report.shared} of the games several share the win.\n{TIES}" in told.out
    data = json.loads(cairn("sim", "mostly.cairn", "--games", 100, "--seed", 1, "--json").out)
    assert (data["shared"], data["nobody"]) == (report.shared, 0)


def test_a_team_that_wins_has_the_whole_win_where_what_was_learned_is_judged() -> None:
    assert part_of_win([0, 2], 2, 2) == 1.0
    assert part_of_win([0, 1, 2, 3], 2, 2) == 0.5
    assert part_of_win([0, 2], 1, 2) == 0.0
    assert Game(load_text(TEAMS, Path("pairs.cairn")), 4).rules.header.teams == 2
