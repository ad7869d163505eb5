"""What an editor keeps of texts, also of rules of which no game can be made."""

from __future__ import annotations

from pathlib import Path

from engine.editor.problems import problems
from engine.editor.rename import rename
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


def test_a_sentence_that_stays_while_its_rule_changes_is_told_until_the_text_is_opened_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "crowded.cairn"
    said = CROWDED.replace("setup\n", 'setup\n  "Put all cards on the heap."\n')
    changed = said.replace("all Card to heap", "all Card to heap\n  shuffle heap")
    path.write_text(changed, "utf-8")
    texts = Workspace()

    def told(text: str) -> list[tuple[str, int]]:
        texts.open(path, text)
        loaded = texts.loaded(path)
        found = problems(loaded, path, stale=texts.stale(loaded))
        return [(one.message, one.span.line) for one in found]

    message = "'shuffle heap' is new, but the sentence is still: \"Put all cards on the heap.\""
    assert told(said) == []
    assert told(changed) == [(message, 12)]
    assert told(changed.replace("Put all", "Put and shuffle all")) == []
    assert told(changed) == [(message, 12)]
    texts.close(path)
    assert told(changed) == []


def test_a_word_is_renamed_in_letters_and_not_in_diagrams(tmp_path: Path) -> None:
    path = tmp_path / "two-kings.cairn"
    text = Path("examples/two-kings.cairn").read_text("utf-8")
    path.write_text(text, "utf-8")
    line, row = next((n, x) for n, x in enumerate(text.splitlines(), 1) if "king, rook" in x)
    edits = rename(Workspace(), path, line, row.index("rook") + 1, "tower")[path]
    lines = text.splitlines()
    for edit in edits:
        assert lines[edit.span.line - 1][edit.span.column - 1 :].startswith("rook")
    assert sum("letters" in lines[edit.span.line - 1] for edit in edits) == 2
