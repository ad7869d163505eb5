"""What the tests of studies play."""

from pathlib import Path

from engine.rules.load import Loaded, load, load_text
from engine.study.game_results import GameResults
from engine.study.plan import Matchup, StudyPlan
from engine.study.run import carry_out

ROOT = Path(__file__).resolve().parents[2]
CARD = load("lost-cities-card")

RACE = """\
game "Race"
  players 2

option goal: 3..9 = 5
  "How many steps is it?"

component Stone
  make 20

zone pool: area of Stone
zone way[Player]: area of Stone

rule long(trail: way)
  "Only who has come some way may jump."
  size(trail) >= 2

setup
  move all Stone to pool

turn
  choose
    step
      "Go one step."
      move 1 from pool to my way
    jump
      "Go two steps."
      require long(my way)
      require size(my way) < goal - 1
        because "That is too far."
      move 2 from pool to my way

game ends when size(my way) >= goal

score each Player
  add   "steps" size(my way)
  times "first" 3 when size(my way) >= goal
  add   "never" 7 when size(pool) > 20
"""
"""A game that is over quickly and of which everything can be computed."""


MOMENT = """\
game "Moment"
  players 2

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
    grab
      "Take it, if it is there."
      if turns = WHEN: prize[me] := 9
      turns := turns + 1
    leave
      "Leave it to the other player."
      if turns = WHEN: prize[left(me)] := 9
      turns := turns + 1

game ends when turns = 8
winner highest prize
"""
"""A game of eight decisions, one of which decides it."""


def race(extra: str = "", name: str = "race") -> Loaded:
    """Return the race, with more text."""
    return load_text(RACE + extra, Path(f"{name}.cairn"))


def plan_of(
    *loaded: Loaded, seats: tuple[str, ...] = ("random", "random"), seed: int = 1
) -> StudyPlan:
    """Return a study of rulesets."""
    return StudyPlan(tuple(Matchup(one, {}, seats) for one in loaded), seed)


def games_of(
    loaded: Loaded, count: int, seats: tuple[str, ...] = ("random", "random")
) -> GameResults:
    """Return the games of a study of one ruleset."""
    return carry_out(plan_of(loaded, seats=seats), [count])[0]
