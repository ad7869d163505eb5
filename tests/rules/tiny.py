"""A tiny game to try single lines of the language in."""

from pathlib import Path

from engine.rules import model as m
from engine.rules.load import Loaded, load_text

HEAD = """\
game "Tiny"
  players 2..4

option fast: yes, no = no
option size_of_hand: 1..5 = 3

type Suit = red, green, blue
type Rank = 2..4, jack, queen
type Any  = Suit, joker

component Card
  suit: Suit
  rank: Rank
  points: 0..9 = 0
  var turned: yes, no = no
  owner: Player?
  called "{suit} {rank}"
  make 1 for each suit, rank, owner = none

component Coin
  make 20

table worth: Rank -> 0..20
  2 = 2
  3 = 3
  4 = 4
  jack = 10
  queen = 12

zone deck:               pile of Card, face down
zone hand[Player]:       hand of Card
zone laid[Player, Suit]: column of Card
zone sack:               bag of Card
zone bank:               area of Coin
zone board:              grid of Card, 3 by 3
zone marks[Player]:      column of mark, at most 5
zone scores[Player]:     column of 1..9, at most 3

var trump: Suit?
var lead: Player
var safe[Player] = no
counter coins[Player]: 0..99 = 0

rule value(card: Card)
  worth[card.rank] + card.points

game ends when deck is empty
"""
TURN = """
turn
  choose
    take
      move top of deck to my hand
"""


def check(more: str = "", turn: str = TURN, head: str = HEAD) -> Loaded:
    return load_text(head + turn + "\n" + more, Path("tiny.cairn"))


def said(more: str = "", turn: str = TURN) -> list[str]:
    """Check the tiny game with more in it; return code and sentence of every error."""
    found = check(more, turn).findings.in_order()
    return [f"{d.code} {d.message}" for d in found if d.severity == "error"]


def warned(more: str = "", head: str = HEAD) -> list[str]:
    """Return the sentences of the warnings; names of the tiny game itself left out."""
    idle = {d.message for d in check().findings.items}
    loaded = check(more, head=head)
    assert not loaded.findings.errors, loaded.findings.render()
    return [d.message for d in loaded.findings.in_order() if d.message not in idle]


def rules(more: str = "") -> m.Ruleset:
    loaded = check(more)
    assert loaded.rules is not None, loaded.findings.render()
    return loaded.rules


def value_of(expression: str, parameters: str = "card: Card") -> m.Expr:
    """Return what the checker makes of an expression, as the only line of a rule."""
    return rules(f"rule tried({parameters})\n  {expression}\n").rules["tried"].cases[0].value


def wrong(expression: str, parameters: str = "card: Card") -> list[str]:
    return said(f"rule tried({parameters})\n  {expression}\n")
