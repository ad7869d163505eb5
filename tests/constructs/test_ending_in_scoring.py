"""The game may be ended by what follows a round; nothing is scored twice then."""

from pathlib import Path

from engine.game.session import Game, Session
from engine.rules.load import load_text

TEXT = """\
game "Race"
  players 2
  rounds 9

turn
  choose
    go
      "Win the round."
      end round

score each Player
  add "Won" 1 when me = active

after each round
  if total[active] = 3: end game

winner highest total

example "A round is worth a point"
  then my score is 1
"""


def test_end_game_after_a_round_scores_once() -> None:
    loaded = load_text(TEXT, Path("race.cairn"))
    assert not loaded.findings.errors, loaded.findings.render()
    session = Session(Game(loaded, 2), 1)
    rounds = 0
    while not session.over:
        session.play("go")
        rounds += 1
    assert rounds == 5  # the seats win in turn, so the first has three after five rounds
    assert session.scores == [3, 2]
    assert session.winners == [0]
