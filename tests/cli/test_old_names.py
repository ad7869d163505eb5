"""Options and agents of version 0.1.0 work as before; a line gives the new name."""

from pathlib import Path

import pytest

from engine import Session, write_save
from engine.cli.renamed import OPTIONS
from engine.table.autosave import Autosave
from tests.cli.conftest import ROOT, Cairn
from tests.cli.test_help import commands
from tests.viewer.app.hands import game

NIM = str(ROOT / "examples/nim.cairn")
LINES = [
    (("sim", NIM, "--games", 2, "--seats", "random,greedy"), "--seats is now called --agents."),
    (("sim", NIM, "--games", 2, "--seats=random,greedy"), "--seats is now called --agents."),
    (("study", NIM, "--games", 2, "--seats", "random,random", "--workers", 1), "--agents."),
    (("shot", NIM, "--seats", "random,random", "--out", "a.png"), "--agents."),
    (("check", NIM, "--play", "0.1s"), "--play is now called --playtest."),
    (("learn", NIM, "--exam", "--as", "ada"), "--as is now called --profile."),
    (("learn", NIM, "--class", "exam"), "called --export-exam."),
    (("play", NIM, "--text", "--study", "--seats", "random,random"), "called --free-undo."),
    (("play", NIM, "--text", "--learn", "--seats", "random,random"), "called --train."),
    (("sim", NIM, "--games", 1, "--agents", "search:50,cautious"), "called mcts:50."),
    (("arena", NIM, "--games", 2, "--agents", "bold,random"), "called risky."),
    (("sim", NIM, "--games", 1, "--agents", "watchful,random"), "called defensive."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), LINES, ids=lambda value: str(value)[-40:])
def test_an_old_name_works_and_is_answered_with_the_new_one(
    cairn: Cairn, line: tuple[object, ...], said: str
) -> None:
    done = cairn(*line, given="q\n")
    assert done.code == 0
    assert [row for row in done.err.splitlines() if row.endswith(said)], done.err


def test_each_new_name_is_an_option_and_no_old_name_is_one() -> None:
    known = commands()
    for command, names in OPTIONS.items():
        assert set(names.values()) <= set(known[command])
        assert not set(names) & set(known[command])


def test_what_follows_two_dashes_is_no_option(cairn: Cairn) -> None:
    assert "is now called" not in cairn("check", "--", "--play").err


def test_the_line_comes_in_the_language_of_the_reader(cairn: Cairn) -> None:
    done = cairn("play", NIM, "--text", "--lang", "de", "--seats", "random,random")
    assert "--seats heißt jetzt --agents." in done.err


def test_a_save_with_an_old_name_goes_on_with_that_agent(cairn: Cairn, tmp_path: Path) -> None:
    session, save = Session(game(NIM, 2), 1), tmp_path / "old.save"
    session.apply(session.legal()[0].move)
    write_save(session, save, ["human", "cautious"])
    done = cairn("play", save, "--text", "--rules", NIM, given="q\n")
    assert done.code == 0 and "safe" in done.out, done.err


def test_a_kept_game_with_an_old_name_is_resumed(tmp_path: Path) -> None:
    session, kept = Session(game(NIM, 2), 1), Autosave(tmp_path)
    session.apply(session.legal()[0].move)
    assert kept.keep(session, ["human", "bold"], NIM, "Nim")
    _, seats, _ = kept.resume(kept.current, "en")
    assert seats == ["human", "risky"]
