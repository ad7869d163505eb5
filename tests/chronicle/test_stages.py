"""What a decision shows in passing, between two statements of the rules."""

from __future__ import annotations

from pathlib import Path

from engine import Game, Session, View, load, load_text
from engine.chronicle.chronicle import Chronicle

ROOT = Path(__file__).parents[2]

RULES = """\
game "Passing"
  players 2
  aim     "Show cards."

component Card
  value: 1..20
  called "{value}"
  make 1 for each value

zone deck:  pile of Card, face down
zone one:   spot of Card, face up
zone two:   spot of Card, face up
zone gone:  pile of Card, face up

setup
  move all Card to deck
  shuffle deck

turn
  choose
    show_two "Turn up two cards, one after the other."
      move top of deck to one
      move top of deck to two
      move all from one to gone
      move all from two to gone

game ends at end of turn when size(deck) < 4
"""


def lying(view: View) -> dict[str, int]:
    return {zone.name: zone.count for zone in view.zones}


def test_what_lies_open_between_two_statements_is_a_stage(tmp_path: Path) -> None:
    loaded = load_text(RULES, tmp_path / "passing.cairn")
    session = Session(Game(loaded, 2), 1)
    before = lying(session.view(0))
    session.apply(session.move_options()[0].move)
    stages = Chronicle(session).stages(len(session.history), 0)
    assert len(stages) == 1
    assert lying(stages[0].view) == {"deck": before["deck"] - 2, "one": 1, "two": 1, "gone": 0}
    assert stages[0].swept == (("gone", 2),)
    assert lying(session.view(0))["gone"] == 2


def test_before_the_first_decision_there_is_none(tmp_path: Path) -> None:
    session = Session(Game(load_text(RULES, tmp_path / "passing.cairn"), 2), 1)
    assert Chronicle(session).stages(len(session.history), 0) == []


def test_who_gains_is_told_and_not_where_ones_own_cards_go() -> None:
    session = Session(Game(load(str(ROOT / "examples" / "goofspiel.cairn")), 2), 1)
    for move in ("offer(9)", "offer(2)"):
        session.play(move)
    assert [stage.swept for stage in Chronicle(session).stages(len(session.history), 0)] == [
        (("won[seat 1]", 1),)
    ]
