"""`cairn shot` and `cairn play` with real games."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.scope import ALL, telling
from tests.viewer.window.screens import ROOT, Visitor, run, surroundings, wait_for

CAIRN = "from engine.cli import main; main()"


def shot(out: Path, *arguments: object) -> Image.Image:
    moves = ("--moves", 20, "--agents", "random,random")
    done = run(CAIRN, "shot", "lost-cities-card", *moves, *arguments, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Lost Cities after 20 moves: {out}\n"
    with Image.open(out) as picture:
        return picture.convert("RGB")


@pytest.mark.skipif(not ALL, reason="a process for what tests/test_readme.py draws: CAIRN_ALL=1")
def test_a_picture_of_a_position(tmp_path: Path) -> None:
    out = tmp_path / "table.png"
    out.write_text("what was there before")
    first = shot(out, "--size", "1024x640", "--seed", 3, "--seat", 1)
    assert first.size == (1024, 640)
    assert len(first.getcolors(1 << 24) or []) > 5000
    for other in telling([], [2]):
        assert first != shot(out, "--size", "1024x640", "--seed", 3, "--seat", other)
    assert [path.name for path in tmp_path.iterdir()] == ["table.png"]


@pytest.mark.skipif(not ALL, reason="a process for one sentence: CAIRN_ALL=1")
def test_a_game_that_ends_before_is_shown_at_its_end(tmp_path: Path) -> None:
    out = tmp_path / "end.png"
    done = run(
        CAIRN,
        "shot",
        "lost-cities-card",
        "--moves",
        9999,
        "--agents",
        "random,random",
        "--out",
        out,
    )
    assert "where the game ended" in done.stdout
    with Image.open(out) as picture:
        assert picture.size == (1440, 900)


def windows(visitor: Visitor) -> list[str]:
    done = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "Lost Cities"],
        env=surroundings(visitor.display), capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.split()


@pytest.mark.parametrize("end", telling(["signal"], ["key"]))
def test_play_opens_a_window_and_closes_it(screen: str, tmp_path: Path, end: str) -> None:
    visitor = Visitor(screen, tmp_path / "none")
    game = subprocess.Popen(
        [sys.executable, "-c", CAIRN, "play", "lost-cities-card", "--seed", "5",
         "--save", str(tmp_path / "kept.save")],
        env=surroundings(screen), cwd=ROOT, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert game.stderr is not None
    try:
        wait_for(lambda: windows(visitor) or game.poll() is not None, "a window")
        assert game.poll() is None, game.stderr.read()
        if end == "key":
            visitor.do("key", "ctrl+q")
        else:
            game.send_signal(signal.SIGINT)
        assert game.wait(120) == (0 if end == "key" else 130)
        assert game.stderr.read() == ""
        assert (tmp_path / "kept.save").read_text().startswith("cairn:")
    finally:
        game.kill()
        game.stderr.close()
