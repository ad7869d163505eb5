"""A sheet: a row with its name for each place of a family, a column for each player."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Game, Session, load
from tests.viewer.scene.scenes import scene_of
from viewer.nodes import Node
from viewer.scene.present import present

RULES = """
game "Lines"
  players 2

type Line = upper_line, lower

zone sheet[Player, Line]: spot of 1..9

turn
  choose
    enter(line in Line where my sheet[line] is empty, number in 1..9)
      "Write {number}."
      write number in my sheet[line]

game ends when sheet is full
"""


@pytest.fixture
def nodes(tmp_path: Path) -> dict[str, Node]:
    path = tmp_path / "lines.cairn"
    path.write_text(RULES)
    path.with_suffix(".view.yaml").write_text(
        "view: 1\nlayout: {wide: {cols: [1fr], rows: [auto, 1fr], areas: [[info], [paper]]}}\n"
        "zones:\n  sheet: {in: paper, as: sheet, merge: yes}\nplates: {in: info}\n"
    )
    session = Session(Game(load(str(path)), 2), 1)
    session.play("enter(lower, 7)")
    return {node.id: node for node in present(scene_of(session, str(path)))}


def test_rows_are_named_and_columns_belong_to_players(nodes: dict[str, Node]) -> None:
    said = {node.words.text for node in nodes.values() if node.words}
    assert {"Upper line", "Lower", "You", "Ada Lovelace"} <= said
    upper, lower = nodes["zone:sheet[seat 1, upper_line]"], nodes["zone:sheet[seat 1, lower]"]
    other = nodes["zone:sheet[seat 2, lower]"]
    assert (upper.box.x, upper.box.w) == (lower.box.x, lower.box.w)
    assert upper.box.bottom <= lower.box.y == other.box.y
    assert lower.box.x != other.box.x


def test_what_is_written_is_in_its_place(nodes: dict[str, Node]) -> None:
    written = nodes["said:sheet[seat 1, lower]"]
    assert written.words
    assert written.words.text == "7"
    assert written.box == nodes["zone:sheet[seat 1, lower]"].box
    assert "said:sheet[seat 2, lower]" not in nodes
