"""What an editor keeps of texts, also of rules of which no game can be made."""

from __future__ import annotations

from pathlib import Path

from engine.editor.workspace import Workspace

CROWDED = """\
game "Crowded"
  players 2

component Card
  make 9

zone heap: pile of Card

setup
  move all Card to heap

turn
  choose
    many(n in 1..100000)
      move top of heap to heap

game ends when heap is empty

example "The heap is full"
  then size(heap) = 9
"""


def test_rules_of_which_no_game_can_be_made_have_nothing_to_exercise(tmp_path: Path) -> None:
    path = tmp_path / "crowded.cairn"
    path.write_text(CROWDED, "utf-8")
    texts = Workspace()
    loaded = texts.loaded(path)
    assert not loaded.findings.errors, "the checker reads it; only a game shows what is wrong"
    assert texts.covered(loaded) == []
    assert texts.missing(loaded) == []
