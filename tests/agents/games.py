"""Small games in which agents can be understood."""

from collections.abc import Sequence
from pathlib import Path

from engine.agents.registry import make_agent
from engine.game.session import Game
from engine.rules.load import load_text
from engine.study.one_game import agent_seed, game_seed, played

_HEAD = """\
game "Small"
  players 2

component Card
  value: 1..9
  make 2 for each value

zone deck: pile of Card, face down
zone hand[Player]: hand of Card{seen}
zone kept[Player]: column of Card

counter coins[Player]: 0..500 = 0

setup
  move all Card to deck
  shuffle deck
  deal 3 from deck to each hand

turn
  choose
    keep(card in my hand)
      "Keep {{card}}."
      move card to my kept

round ends when count(card in kept) = 4
"""

LEAST = (
    _HEAD.format(seen="")
    + """
score each Player into coins
  add "kept" sum(card.value for card in my kept)

winner lowest my coins
"""
)
"""The player who has kept the least wins; the ledger is paid into a counter."""

BLIND = (
    _HEAD.format(seen=", face down")
    + """
score each Player
  add "kept" sum(card.value for card in my kept)
"""
)
"""The player who has kept the most wins, but nobody sees the hands: moves name places."""

CIRCLE = """\
game "Circle"
  players 2

component Card
  make 4

zone deck: pile of Card

setup
  move all Card to deck

turn
  choose
    wait
      "Let time pass."

game ends when deck is empty

score each Player
  add "nothing" 0
"""
"""A game that goes round in circles."""


def game(text: str, players: int = 2) -> Game:
    """Return a game from a text."""
    return Game(load_text(text, Path("small.cairn")), players)


TOGETHER = """\
game "Together"
  players 2

counter pool: 0..9 = 0
counter turns: 0..4 = 4

turn
  choose
    help
      gain 2 pool
      lose 1 turns
    wait
      lose 1 turns
    harm
      lose 2 pool
      lose 1 turns

game ends when turns = 0
"""
"""Everybody plays against the game; what is won is told by what is added."""

PARTNERS = """\
game "Partners"
  players 4
  teams 2

counter coins[Player]: 0..20 = 0
counter turns: 0..4 = 4

turn
  choose
    take
      gain 1 coins
      lose 1 turns
    treat
      as partner(me): gain 3 coins
      lose 1 turns

game ends when turns = 0

winner highest my coins
"""
"""What a partner gets is as good as what one gets oneself."""

FORCED = """\
game "Forced"
  players 2

counter coins[Player]: 0..9 = 0
var free: yes, no = yes

turn
  choose
    leave
      require free
      gain 1 coins
      end game
    stay
      require free
      free := no
    again
      require not free

game ends when coins[seat 1] = 9

winner highest my coins
"""
"""The player who stays finds a single legal move ever after: the game goes round in circles."""

WRONG = """\
game "Wrong"
  players 2

var n: 0..3 = 0

turn
  choose
    one
      n := n + 1
    two
      n := n + 2

game ends when n > 3

winner highest my points

counter points[Player]: 0..9 = 0
"""
"""Every game comes to an error."""

CHARACTERS = """\
game "Characters"
  players 2

component Die
  var face: 1..6
  make 1

zone tray: spot of Die, face up
counter coins[Player]: 0..999 = 99
counter turns: 0..3 = 0

setup
  move all Die to tray

turn
  gain 1 turns
  choose
    save
      gain 40 coins
    risk
      roll all Die
      gain 12 * (the Die in tray).face coins
    spoil
      gain 16 coins
      coins[left(me)] := coins[left(me)] - 16

game ends when turns = 3

winner highest coins
"""
"""Three ways to be ahead by about as much: surely, at random, or at another's cost."""


def won(here: Game, names: Sequence[str], games: int) -> list[int]:
    """How often each agent has won, seats changing from game to game."""
    wins = [0] * len(names)
    for number in range(1, games + 1):
        turned = [(number + place) % len(names) for place in range(len(names))]
        agents = [make_agent(names[i], agent_seed(1, number, s)) for s, i in enumerate(turned, 1)]
        for seat in here.interpreter.winners(played(here, game_seed(1, number), agents)):
            wins[turned[seat]] += 1
    return wins
