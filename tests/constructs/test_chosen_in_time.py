"""Choices after the last round: they come before a score that stands below them, or are refused."""

from __future__ import annotations

from pathlib import Path

from engine.agents.evaluation import scores_seen
from engine.rules.load import load
from tests.constructs.tiny import codes, play, start

FOUND = Path(__file__).resolve().parents[1] / "found"
CARDS = """
component Card
  rank: 1..4
  make 1 for each rank
zone deck: pile of Card
zone front[Player]: row of Card
setup
  move all Card to deck
turn
  choose
    stop
      end game
"""
CHOICE = """
after last round
  simultaneously each Player
    choose
      lay
        move top of deck to my front
"""
SCORE = """
score each Player
  add "Front" sum(card.rank for card in my front)
"""


def test_a_choice_counts_for_the_score_below_it() -> None:
    inside = "".join(f"  {row}\n" for row in SCORE.strip().splitlines())
    s = play(start(CARDS + CHOICE + inside + "winner highest total\n"), "stop")
    assert s.scores == [0, 0]
    play(s, "lay", "lay")
    assert s.over
    assert s.scores == [4, 3]
    assert s.winners == [0]


def test_a_choice_after_the_score_is_refused() -> None:
    assert codes(CARDS + CHOICE + SCORE) == ["E203"]
    assert codes(CARDS + CHOICE + "winner highest size(my front)\n") == []
    found = load(FOUND / "after-last-choice.cairn").findings.errors
    assert [(d.code, d.span.line) for d in found] == [("E203", 28)]


AFTER_EACH = """
game "Tiny"
  players 2
  rounds  2
var gold[Player]: 0..9 = 0
var turns: 0..9 = 0
turn
  choose
    earn
      my gold := my gold + 1
      turns := turns + 1
round ends when turns = 2 or turns = 4
score each Player
  add "Gold" my gold
after each round
  simultaneously each Player
    choose
      keep
        my gold := my gold + 0
      spend
        my gold := my gold - 1
"""


def test_while_something_is_chosen_after_a_round_its_score_counts_once() -> None:
    s = play(start(AFTER_EACH), "earn", "earn")
    assert [x.text for x in s.legal()] == ["keep", "spend"]
    assert s.view(0).totals == (1, 1)
    assert scores_seen(s.game, s.state, 0) == [1, 1]
    play(s, "keep", "spend", "earn")
    assert scores_seen(s.game, s.state, 0) == [1 + 2, 1 + 0]
    play(s, "earn", "keep", "keep")
    assert s.over and s.scores == [1 + 2, 1 + 1]
