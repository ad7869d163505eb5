"""`cairn play --text --watch`: the rules are edited while the game is played."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.game.session import Game, Session
from engine.rules.files import library
from engine.rules.load import load
from engine.storage.watcher import FileWatcher
from tests.cli.conftest import PROGRAM, ROOT, Cairn
from tests.scope import ALL, telling

CARD_GAME = next(path for path in library() if path.stem == "lost-cities-card")
TEXT = CARD_GAME.read_text()
COST = '"{colour} cost"   -20'
PATIENCE = 60.0


class Playing:
    """A game in a process of its own, at a terminal or through a pipe."""

    def __init__(self, folder: Path, terminal: bool, *arguments: str) -> None:
        self.master, slave = pty.openpty() if terminal else os.pipe()[::-1]
        self.seen = ""
        out = slave if terminal else subprocess.PIPE
        environment = os.environ | {
            "PYTHONPATH": str(ROOT),
            "TERM": "dumb",
            "COLUMNS": "80",
            "LINES": "100",  # enough for all that an edit brings at once
            "PYTHONUNBUFFERED": "1",
        }
        self.process = subprocess.Popen(
            [*PROGRAM, "play", *arguments, "--text", "--watch", "--seed", "5"],
            stdin=slave, stdout=out, stderr=subprocess.STDOUT, cwd=folder, env=environment,
        )  # fmt: skip
        os.close(slave)
        pipe = self.process.stdout
        self.source = self.master if pipe is None else pipe.fileno()

    def expect(self, words: str) -> str:
        """Wait until something is said; return what was said up to there."""
        end = time.monotonic() + PATIENCE
        while words not in self.seen:
            assert time.monotonic() < end, f"{words!r} isn't said:\n{self.seen}"
            ready, _, _ = select.select([self.source], [], [], 1)
            part = os.read(self.source, 65536) if ready else b""
            assert part or not ready, f"{words!r} isn't said to the end:\n{self.seen}"
            self.seen += part.decode(errors="replace").replace("\r\n", "\n")
        before, _, self.seen = self.seen.partition(words)
        return before

    def write(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


TERMINAL, PIPE = (
    pytest.param(terminal, id=name) for terminal, name in [(True, "terminal"), (False, "pipe")]
)


@pytest.fixture
def playing(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Playing]]:
    """Start a game; it is ended with the test."""
    started: list[Playing] = []

    def start(*arguments: str) -> Playing:
        started.append(Playing(tmp_path, request.param, *arguments))
        return started[-1]

    yield start
    for game in started:
        game.process.kill()
        game.process.wait()
        os.close(game.master)
        if game.process.stdout is not None:
            game.process.stdout.close()


@pytest.mark.parametrize("playing", telling([TERMINAL], [PIPE]), indirect=True)
def test_the_rules_are_read_again_while_input_is_waited_for(
    playing: Callable[..., Playing], tmp_path: Path
) -> None:
    file = tmp_path / "ours.cairn"
    file.write_text(TEXT)
    game = playing("ours.cairn")
    game.expect("16 discard yellow 6")
    file.write_text(TEXT + "\n# a comment\n")
    game.expect("The rules were saved; they say the same.")
    game.expect(" examples hold.")
    game.write("discard(yellow 6)")
    game.expect("You: Put yellow 6")
    file.write_text(TEXT.replace("card.value = 0", "card.valeu = 0", 2))
    game.expect("The rules have changed, but can't be played:")
    game.expect("did you mean 'value'?")
    game.expect("The game goes on with the rules as they were.")
    file.write_text(TEXT.replace(COST, COST.replace("-20", "-15")))
    game.expect("The rules have changed.")
    said = " ".join(game.expect("no longer hold:").split())
    assert "The score changes from" in said
    assert "'20' became '15', but the sentence is still: \"Add up the numbers" in said
    game.expect("your turn")
    game.write("draw")
    game.expect("You: Draw the top card of the deck.")
    game.write("q")
    game.expect("The game is left after 4 decisions.")


@pytest.mark.skipif(not ALL, reason="a whole process: CAIRN_ALL=1")
@pytest.mark.parametrize("playing", telling([TERMINAL], [PIPE]), indirect=True)
def test_where_the_rules_part_it_is_asked_whether_to_go_on_from_there(
    playing: Callable[..., Playing], tmp_path: Path
) -> None:
    file = tmp_path / "ours.cairn"
    file.write_text(TEXT)
    game = playing("ours.cairn")
    game.expect("16 discard yellow 6")
    game.write("discard(yellow 6)")
    game.expect("You: Put yellow 6")
    line = "        move card to discards[card.colour]"
    changed = TEXT.replace(line, "        move card to discards[red]")
    file.write_text(changed)
    game.expect("The rules part at move 1, discard(yellow 6): ")
    game.expect("Go on from the last position that both share, after 0 decisions of 1? (y/n)")
    game.write("perhaps")
    game.expect("Write y or n.")
    game.write("n")
    game.expect("The game goes on with the rules as they were.")
    game.write("t")
    game.expect("draw")
    file.write_text(changed + "\n# again\n")
    game.expect("(y/n)")
    game.write("y")
    game.expect("16 discard yellow 6")
    game.write("discard(yellow 6)")
    game.expect("You: Put yellow 6")
    game.write("q")
    game.expect("The game is left after 1 decision.")


@pytest.mark.skipif(not ALL, reason="a process for what tests/game/test_reload.py has: CAIRN_ALL=1")
@pytest.mark.parametrize("playing", [PIPE], indirect=True)
def test_a_variant_follows_the_game_that_it_builds_on(
    playing: Callable[..., Playing], tmp_path: Path
) -> None:
    (tmp_path / "base.cairn").write_text(TEXT)
    (tmp_path / "mine.cairn").write_text('variant "Mine" of "base"\n  "As it is."\n')
    game = playing("mine.cairn")
    game.expect("16 discard yellow 6")
    new = tmp_path / "saved"
    new.write_text(TEXT.replace(COST, COST.replace("-20", "-15")))
    new.replace(tmp_path / "base.cairn")
    game.expect("The rules have changed.")
    game.write("q")
    game.expect("The game is left after 0 decisions.")


def test_input_that_cannot_be_waited_for_is_read_as_usual(cairn: Cairn, tmp_path: Path) -> None:
    (tmp_path / "ours.cairn").write_text(TEXT)
    given = "discard(yellow 6)\n1\nq\n"
    with_watch = cairn("play", "ours.cairn", "--text", "--watch", "--seed", 5, given=given)
    without = cairn("play", "ours.cairn", "--text", "--seed", 5, given=given)
    assert (with_watch.code, with_watch.out) == (0, without.out)


@pytest.mark.skipif(not ALL, reason="a process for each line: CAIRN_ALL=1")
@pytest.mark.parametrize("playing", telling([PIPE], [TERMINAL]), indirect=True)
def test_lines_already_given_are_all_read(playing: Callable[..., Playing], tmp_path: Path) -> None:
    (tmp_path / "ours.cairn").write_text(TEXT)
    game = playing("ours.cairn")
    game.expect("16 discard yellow 6")
    game.write("discard(yellow 6)\nl\nq")
    game.expect("You: Put yellow 6")
    game.expect("The game is left after 1 decision.")


def test_a_session_tells_which_files_to_watch() -> None:
    session = Session(Game(load("lost-cities-board-2018+auf-und-ab"), 2), 1)
    names = {path.stem for path in FileWatcher(session.game.loaded.files).paths}
    assert names == {"lost-cities-board", "lost-cities-board-2018", "auf-und-ab"}
