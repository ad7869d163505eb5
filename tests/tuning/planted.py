"""Games with a number whose fair value is known: by symmetry, or by counting.

In each of them seat 2 is compensated with so many points, `fee`; the text has 0. The fair value
gives seat 1 a share of half of the wins.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

_CARDS = """\
game "Cards"
  players 2

let fee = 0

component Card
  rank: 1..9
  make 4 for each rank

zone deck: pile of Card, face down
zone won[Player]: pile of Card, face up

counter drawn: 0..99 = 0

setup
  move all Card to deck
  shuffle deck

turn
  choose
    take
      "Take a card."
      move top of deck to my won
  gain 1 drawn

game ends when drawn >= 12

score each Player
  add "Cards" sum(card.rank for card in my won)
  add "First" 6 when me = seat 1
  add "Fee" fee when me = seat 2

winner highest total

example "Nobody has a card"
  given my won is empty
  then  my "Cards" is 0
"""
_DICE = """\
game "Dice"
  players 2

let fee = 0

component Die
  var face: 1..6
  called "die showing {face}"
  make 1

zone tray: spot of Die, face up

counter points[Player]: 0..999 = 0
counter gathered: 0..999 = 0
counter turns: 0..99 = 0

setup
  move all Die to tray
  points[seat 1] := 9
  points[seat 2] := fee

turn
  gain 1 turns
  gathered := 0
  throw
  may choose repeatedly
    again
      "Roll once more."
      throw
    pass "Hold."
  gain gathered points

to throw
  "A 1 ends the turn, and you lose its points."
  roll all Die
  if (the Die in tray).face = 1: end turn
  gain (the Die in tray).face gathered

game ends at end of turn when turns >= 8

score each Player
  add "Points" my points

winner highest total
"""
_MATCHES = """\
game "Matches"
  players 2

let fee = 0

component Match
  make 21

zone heap: area of Match
zone taken[Player]: area of Match

setup
  move all Match to heap

turn
  choose
    take(many in 1..3 where many <= size(heap))
      "Take {many}."
      move many from heap to my taken

game ends when heap is empty

score each Player
  add "Matches" size(my taken)
  add "Last" 5 when heap is empty and active = me
  add "First" 4 when me = seat 1
  add "Fee" fee when me = seat 2

winner highest total
"""

SHOP = """\
game "Shop"
  players 2

type Colour = red, blue

let fee = 1
  "What one pays for a step."

option goal: 3..9 = 4
  "How many steps end the game?"

table prize: 1..3 = 1, 2, 3
  "What the first steps bring."

table gift: from 0 = 0, 1, 3

table bonus: Colour = 1, 2
  "What a colour brings."

table toll: Colour -> 0..9
  "What a colour's gate takes."
  red  = 3
  blue = 5

table price: Colour by 1..2
  "What a colour costs."
  .      1 2
  red    1 2
  blue   3 4

counter steps: 0..20 = 0
counter points[Player]: 0..999 = 0

turn
  choose
    walk(colour in Colour)
      "Walk."
      gain 1 steps
      gain fee + toll[colour] + bonus[colour] + price[colour, 1] + prize[2] + gift[3] points

game ends when steps >= goal

score each Player
  add "Points" my points

winner highest total

example "The second prize"
  then  prize[2] = 2

example "The goal"
  then  goal = 4

example "The first prize"
  then  prize[1] = 1
"""
"""A game with a number of each kind that has a name, and examples about some of them."""


@dataclass(frozen=True)
class Planted:
    """A game, who plays it, the range that is searched and the fair value in it."""

    name: str
    text: str
    agents: str
    high: int
    fair: int

    def write(self, folder: Path) -> Path:
        """Write the game's file."""
        path = folder / f"{self.name}.cairn"
        path.write_text(self.text, "utf-8")
        return path


HEAP, MOST, LAST = 21, 3, 5


@cache
def shares(left: int, ahead: int) -> dict[int, float]:
    """How likely each lead of the one to move is at the end, when both take at random."""
    if not left:
        return {ahead - LAST: 1.0}  # the other one took the last match
    found: dict[int, float] = {}
    takes = range(1, min(MOST, left) + 1)
    for many in takes:
        for lead, chance in shares(left - many, -(ahead + many)).items():
            found[-lead] = found.get(-lead, 0.0) + chance / len(takes)
    return found


def share_of_first(fee: int) -> float:
    """The first one's share of the wins at Matches, with a fee for the second one."""
    ends = shares(HEAP, 0).items()
    return sum(chance * ((lead + 4 > fee) + (lead + 4 == fee) / 2) for lead, chance in ends)


CARDS = Planted("cards", _CARDS, "random", 12, 6)
"""Who begins doesn't matter, so the 6 points of seat 1 are fair for seat 2, too."""
DICE = Planted("dice", _DICE, "greedy", 25, 9)
"""Each has four turns, so both shall begin with 9 points."""
MATCHES = Planted(
    "matches",
    _MATCHES,
    "random",
    12,
    min(range(13), key=lambda fee: abs(share_of_first(fee) - 0.5)),
)
ALL_PLANTED = (CARDS, DICE, MATCHES)
