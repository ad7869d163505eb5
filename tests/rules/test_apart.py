"""Simultaneous branches stay apart: what they may change and look at."""

from pathlib import Path

from engine.rules.load import load_text

GAME = """\
game "Stones"
  players 2..3

component Stone
  size: 1..9
  make 1 for each size

zone heap:         pile of Stone
zone mine[Player]: area of Stone

counter points[Player]: 0..20 = 0
counter shared: 0..20 = 0

setup
  move all Stone to heap

turn
  simultaneously each Player
    may choose
      gather
        gain 1 points
      wait
        skip
    {rest}

game ends at end of turn when any(points[player] = 9 for player in Player)

winner highest points

example "Nobody has a point at first"
  then my points = 0
"""


def found(rest: str) -> list[tuple[str, int]]:
    loaded = load_text(GAME.replace("{rest}", rest), Path("stones.cairn"))
    return [(d.code, d.span.line) for d in loaded.findings.errors]


def test_a_branch_may_change_and_see_its_own() -> None:
    assert found("if my points > 3: lose 1 points") == []


def test_a_branch_may_look_at_what_no_branch_changes() -> None:
    assert found("if size(heap) > 3: gain 1 points") == []


def test_a_branch_may_not_change_what_is_nobodys() -> None:
    assert found("shared := 1") == [("E207", 24)]


def test_a_branch_may_not_change_what_is_anothers() -> None:
    assert found("points[left(me)] := 1") == [("E207", 24)]


def test_a_branch_may_not_look_at_what_others_change() -> None:
    assert found("if points[left(me)] > 3: gain 1 points") == [("E207", 24)]


def test_what_a_branch_reaches_through_a_procedure_counts() -> None:
    text = GAME.replace("{rest}", "tell()") + "\nto tell()\n  shared := 2\n"
    loaded = load_text(text, Path("stones.cairn"))
    assert [d.code for d in loaded.findings.errors] == ["E207"]
