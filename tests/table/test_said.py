"""What a game says at the table: what is announced before the first decision, and conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Game, Session, load
from engine.table.pass_and_play import PassAndPlay
from engine.table.table import Table

RULES = """game "Stakes"
  players 2
  rounds  1
  aim     "Have the most coins."

counter coins[Player]: 0..9 = 2
counter turns: 0..9 = 0

setup
  announce "Seat 1 begins."

turn
  phase "Buy"
    choose
      buy "Pay three coins."
        require my coins > 2
        lose 3 coins
        gain 1 turns
      wait "Take a coin."
        announce "{me} takes a coin."
        gain 1 coins
        gain 1 turns

game ends when turns >= 4

winner highest coins
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "stakes.cairn"
    path.write_text(RULES)
    return path


def test_what_is_announced_before_the_first_decision_is_shown(game: Path) -> None:
    guest = PassAndPlay(Table(Session(Game(load(game), 2), 1), ["human", "greedy"])).guest
    assert guest.stages and guest.stages[0].said == "Seat 1 begins."
    guest.pass_on()
    assert guest.asked


@pytest.mark.parametrize(
    "language, said",
    [
        ("en", "it requires: your coins are more than 2."),
        ("de", "es braucht: coins (du) ist größer als 2."),
    ],
)
def test_a_condition_without_a_sentence_is_said_in_words(
    game: Path, language: str, said: str
) -> None:
    table = Table(Session(Game(load(game), 2, None, language), 1), ["human", "greedy"])
    assert table.session.explain(0, "buy").sentence == said
