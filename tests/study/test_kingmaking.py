"""What players decide who can't win any more: of games in which that is known."""

from pathlib import Path

import pytest

from engine.game.session import Game
from engine.rules.load import load, load_text
from engine.study.kingmaking import FEW, Kingmaking, kingmaking, of_games
from tests.scope import ALL
from tests.study.test_questions import unheard

KING = """\
game "King"
  players 3

component Card
  value: 1..4
  make 1 for each value

zone deck: pile of Card, face down
counter prize[Player]: 0..9 = 0
counter turns: 0..99 = 0

setup
  move all Card to deck

turn
  choose
    one
      "For the first seat."
      if turns = WHEN: prize[seat 1] := 9
      turns := turns + 1
    two
      "For the second seat."
      if turns = WHEN: prize[seat 2] := 9
      turns := turns + 1

game ends when turns = 6
winner highest prize
"""
"""A game that the third seat can't win, but may decide: it has the last of six decisions."""


def king(when: int, games: int = 25) -> Kingmaking:
    """Return what players without a chance decide where one decision decides all."""
    game = Game(load_text(KING.replace("WHEN", str(when)), Path("king.cairn")), 3)
    found = kingmaking(game, "random", 1, unheard, games=games, seconds=600.0)
    assert found is not None
    return found


def test_a_third_player_who_decides_between_two_others_is_found() -> None:
    found = king(5)
    assert found.met.value == pytest.approx(1 / 3) and found.swing.games == 25
    assert found.swing.value == 1.0
    (sentence,) = found.sentences()
    assert "the leader's chance by 100 percentage points" in sentence


def test_a_game_is_one_observation_however_many_decisions_it_has() -> None:
    found = of_games([(3, [0.0] * 3), (3, [1.0] * 3)] * 5)
    once = of_games([(1, [0.0]), (1, [1.0])] * 5)
    assert found.swing == once.swing and found.swing.games == 10 and found.decisions == 30
    assert list(found.sentences()) == [FEW]


@pytest.mark.skipif(not ALL, reason="as many playouts again: CAIRN_ALL=1")
def test_a_player_whose_choice_changes_nothing_decides_nothing() -> None:
    found = king(4)
    assert found.swing.games >= 20 and found.swing.value == 0.0
    assert list(king(4, games=2).sentences()) == [FEW]


def test_two_players_leave_nobody_to_decide_between() -> None:
    nim = Game(load("examples/nim.cairn"), 2)
    assert kingmaking(nim, "random", 1, unheard, games=1, seconds=1.0) is None
