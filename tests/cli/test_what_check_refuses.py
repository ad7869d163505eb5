"""Whatever begins a game refuses a file that `cairn check` finds fault with, in the same words."""

import shutil
from pathlib import Path

import pytest

from engine import Game, RulesError, Session, load, write_save
from tests.cli.conftest import ROOT, Cairn
from viewer.app.editions import begin

FOUND = ROOT / "tests/found"
ALIKE = "error[E205]: pieces that differ in 'colour' are all called 'marker'"
OUTSIDE = "error[E503]: 'hand' has no place with this index; here it is 5"
COMMANDS = {
    "play": ("play", "--text", "--agents", "greedy,greedy"),
    "sim": ("sim", "--games", 2),
    "study": ("study", "--games", 2, "--agents", "random"),
    "arena": ("arena", "--games", 2, "--agents", "random,greedy"),
    "shot": ("shot", "--moves", 1),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "said"), [("play-ignores-check", ALIKE), ("check-misses-player-counts", OUTSIDE)]
)
def test_what_check_refuses_is_not_played(cairn: Cairn, command: str, name: str, said: str) -> None:
    file = FOUND / f"{name}.cairn"
    checked = cairn("check", file)
    assert checked.code == 1 and said in checked.out
    first, *others = COMMANDS[command]
    result = cairn(first, file, *others)
    assert result.code == 1
    assert said in result.err
    assert result.out == ""


def test_a_save_is_not_replayed_on_rules_that_check_refuses(cairn: Cairn) -> None:
    rules = Path("mine.cairn")
    good = (FOUND / "play-ignores-check.cairn").read_text(encoding="utf-8")
    rules.write_text(good.replace('"marker"', '"{colour} marker"'), encoding="utf-8")
    write_save(Session(Game(load(rules), 2), 1), Path("mine.save"), [])
    assert cairn("replay", "mine.save").code == 0
    shutil.copy(FOUND / "play-ignores-check.cairn", rules)
    assert ALIKE in cairn("replay", "mine.save").err


def test_the_window_deals_no_game_that_check_refuses() -> None:
    with pytest.raises(RulesError, match="are all called 'marker'"):
        begin(str(FOUND / "play-ignores-check.cairn"))


def test_check_names_the_players_and_what_was_done(cairn: Cairn) -> None:
    out = cairn("check", FOUND / "check-misses-player-counts.cairn").out
    assert "  = as soon as a game begins\n  = with 4 players\n" in out
    out = cairn("check", FOUND / "e502-repeat.cairn").out
    assert "  = after 7 moves made by chance, the last of them take, take, take, take\n" in out


def test_check_makes_decisions_with_every_value_of_an_option(cairn: Cairn) -> None:
    Path("mine.cairn").write_text(
        'game "Mine"\n  players 2..3\noption far: 0..3 = 1\nvar n: 0..6 = 0\n'
        "turn\n  choose\n    on\n      n := n + far\ngame ends when n > 3\n",
        encoding="utf-8",
    )
    out = cairn("check", "mine.cairn").out
    assert "mine.cairn:1:1: error[E506]" not in out
    Path("mine.cairn").write_text(
        Path("mine.cairn").read_text(encoding="utf-8").replace("0..6", "0..5"), encoding="utf-8"
    )
    out = cairn("check", "mine.cairn").out
    assert "mine.cairn:8:7: error[E503]: 'n' is 0..5; here it is 6" in out
    assert "  = after on, on\n  = with 2 players, far = 3\n" in out


def test_a_range_that_leaves_the_board_is_found(cairn: Cairn) -> None:
    Path("mine.cairn").write_text(
        'game "Mine"\n  players 2\nzone board: grid of mark, 3 by 3\n'
        "turn\n  choose\n    put(row in 1..3, column in 1..3)\n"
        "      require all(board[row, far] is empty for far in column..column + 1)\n"
        "      write mark in board[row, column]\n"
        "game ends when board is full\n",
        encoding="utf-8",
    )
    out = cairn("check", "mine.cairn").out
    assert "mine.cairn:7:19: error[E503]: 'board' has no place with this index; here it is 4" in out


def test_check_and_shot_read_the_view_file(cairn: Cairn) -> None:
    shutil.copy(FOUND / "on/on.cairn", "on.cairn")
    Path("on.view.yaml").write_text("view: 1\nzones:\n  sied: {in: a}\n", encoding="utf-8")
    said = "on.view.yaml:3:3: error[E606]: the rules have no zone 'sied'; did you mean 'side'?"
    checked, shown = cairn("check", "on.cairn"), cairn("shot", "on.cairn")
    assert (checked.code, shown.code) == (1, 1)
    assert said in checked.out and "    3 |   sied: {in: a}\n" in checked.out
    assert said in shown.err and not Path("on.png").exists()


def test_check_reads_the_catalogues(cairn: Cairn) -> None:
    shutil.copy(FOUND / "on/on.cairn", "on.cairn")
    words = Path("on.de.yaml")
    words.write_text("texts:\n  'Draw to {number}.': 'Ziehe an {nummer}.'\n", encoding="utf-8")
    result = cairn("check", "on.cairn")
    assert result.code == 1
    assert "error[E605]: on.de.yaml quotes {nummer}, which 'Draw to {number}.'" in result.out
    assert "warning[W008]: on.de.yaml lacks the name 'deck'" in result.out
    words.write_text("texts: [", encoding="utf-8")
    assert (
        "on.de.yaml:1:9: error[E601]: this catalogue can't be read"
        in cairn("check", "on.cairn").out
    )
