"""`cairn play --from` and saves that begin at an example, in the terminal and at the app."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import run_here
from viewer.panels import open_app

KALAH = "rulesets/kalah.cairn"
TITLE = "Sowing into your own store earns another turn"


def test_an_example_is_played_on_and_taken_back_and_kept(tmp_path: Path) -> None:
    save, rules = tmp_path / "from-here.save", tmp_path / "below" / "ours.cairn"
    rules.parent.mkdir()
    shutil.copy(KALAH, rules)
    words = ["play", str(rules), "--from", TITLE, "--text", "--save", str(save)]
    done = run_here(*words, given="undo\nsow(2)\n")
    assert done.code == 0 and "your store 1" in done.out
    lost = run_here("play", str(save), "--text", given="")
    assert "--rules RULESET" in lost.err
    found = run_here("play", str(save), "--text", "--rules", str(rules), given="")
    assert "left after 2 decisions" in found.out


def test_a_file_with_a_diagram_begins_a_game(tmp_path: Path) -> None:
    problem = tmp_path / "problem.txt"
    problem.write_text("..k..\n.....\n.....\n....R\n..K..\n", "utf-8")
    done = run_here("play", "examples/two-kings.cairn", "--from", str(problem), "--text", given="")
    assert done.code == 0
    assert "k king of seat 2" in done.out, "the letters of the rules are the signs"
    problem.write_text("..k..\n....\n.....\n....R\n..K..\n", "utf-8")
    done = run_here("play", "examples/two-kings.cairn", "--from", str(problem), "--text", given="")
    assert done.code == 1 and "this row of 'board' has 5 cells, and the diagram has 4" in done.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--from", "Sowing into your own shop"], "cairn check --verbose"),
        (["--from", TITLE, "--seed", "3"], "an example says itself"),
        (["--from", TITLE, "--players", "2"], "an example says itself"),
        (["--rules", KALAH], "--rules is for a save"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(words: list[str], why: str) -> None:
    done = run_here("play", KALAH, "--text", *words)
    assert done.code == 1 and why in done.err and done.err.count("\n") == 1


def test_the_desk_opens_an_example_for_who_has_to_decide() -> None:
    desk = open_app(KALAH, begins=TITLE)
    assert desk.table is not None
    guest = desk.table.guest
    assert guest.table.seats[guest.session.seat or 0] == "human" and not guest.session.fair
    assert [d.text for d in guest.session.history] == ["sow(3)"]
    guest.session.undo()
    assert guest.session.history == []
