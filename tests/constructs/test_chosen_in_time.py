"""Choices after the last round: they come before a score that stands below them, or are refused."""

from __future__ import annotations

from pathlib import Path

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
