"""What the rules keep for themselves isn't shown: a yes or no, or a value of one turn, as it began.

A view file shows it all the same.
"""

from __future__ import annotations

from pathlib import Path

from engine import Game, Session, load
from viewer.panels import shot_app

RULES = """game "Doors"
  players 2
  aim     "Be through."

type Door = left, right

component Stone
  make 4

zone bag:          area of Stone
zone pile[Player]: area of Stone

var open[Player] = yes
var warned = no
var again[Door] = no
counter tries: 0..9 = 0

setup
  move all Stone to bag

turn
  var spare = no
  var drawn: 0..3 = 0
  may choose repeatedly
    draw "Draw a stone."
      require bag is not empty and drawn < 3
      move 1 from bag to my pile
      drawn := drawn + 1
    close "Close your door."
      require my open
      my open := no
      warned := yes
  if spare: gain 1 tries

game ends when bag is empty

winner highest size(my pile)
"""
VIEW = "view: 1\nvariables:\n  warned: {}\n  spare: {}\n"


def counters(folder: Path, moves: tuple[str, ...] = (), view: str = "") -> set[str]:
    """The variables on the table after some moves."""
    rules = folder / "doors.cairn"
    rules.write_text(RULES)
    if view:
        (folder / "doors.view.yaml").write_text(view)
    session = Session(Game(load(str(rules)), 2), 1)
    for move in moves:
        session.play(move)
    nodes = shot_app(session, 0).nodes((1280, 720))
    return {n.id.split(":")[1] for n in nodes if n.id.startswith("counter:")}


def test_only_what_is_otherwise_than_it_began_is_shown_of_yes_and_no(tmp_path: Path) -> None:
    assert counters(tmp_path) == {"tries"}
    assert counters(tmp_path, ("close",)) == {"tries", "warned", "open[seat 1]"}


def test_a_value_of_one_turn_is_shown_once_it_has_changed(tmp_path: Path) -> None:
    assert counters(tmp_path, ("draw",)) == {"tries", "drawn"}


def test_a_view_file_shows_what_it_names(tmp_path: Path) -> None:
    assert counters(tmp_path, view=VIEW) == {"tries", "warned", "spare"}
