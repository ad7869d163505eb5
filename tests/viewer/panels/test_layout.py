"""Nothing overlaps, nothing is cut or outside, at any size of the window, in every language."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.viewer.audit import cut, outside, overlaps, twice
from tests.viewer.desk.hands import EXAMPLES, desk_with, lobby, setup, table
from viewer import commands as cmd
from viewer.commands import AtTable
from viewer.desk.desk import Desk
from viewer.desk.shell import OVERLAY
from viewer.nodes import Box, Node

SIZES = [
    (1024, 640), (1280, 720), (1440, 900), (1920, 1080), (2560, 1080), (800, 1000), (1000, 1000),
    (3840, 2160),
]  # fmt: skip
GAMES = ["lost-cities-card", "lost-cities-roll-and-write", "examples/liars-dice.cairn"]


def _panels(nodes: list[Node]) -> list[Node]:
    """Return the nodes of panels; the table's are tested with the table."""
    return [n for n in nodes if n.z >= 1000 or n.id.startswith("side")]


def audit(desk: Desk, size: tuple[int, int]) -> None:
    nodes = desk.nodes(size)
    panels = _panels(nodes)
    assert not cut(panels), size
    assert not outside(nodes, Box(0, 0, *size)), size
    assert not twice(nodes), size
    layers = [[n for n in panels if n.z < OVERLAY], [n for n in panels if OVERLAY < n.z < 7000]]
    for layer in layers:
        plain = [n for n in layer if n.id not in ("side", "setting", "prompt", "menu", "help")]
        plain = [n for n in plain if n.id not in ("moves", "result", "curtain", "banner")]
        plain = [n for n in plain if not n.id.startswith("toast")]
        assert not overlaps(plain), size


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_the_start_screen_fits(size: tuple[int, int], language: str) -> None:
    desk = lobby(language)
    for game in setup(desk).games():
        setup(desk).choose_game(game.name)
        setup(desk).choose_players(9)
        desk.shell.touch()
        audit(desk, size)


@pytest.mark.parametrize("size", SIZES)
def test_the_start_screen_fits_with_rulesets_of_ones_own(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        text = (EXAMPLES / "whist.cairn").read_text().replace("Whist", f"Whist {number}")
        (tmp_path / f"a rather long name of a file {number}.cairn").write_text(text)
        (tmp_path / f"broken{number}.cairn").write_text('game "Broken"\nplayers 2\ntunr\n')
    monkeypatch.chdir(tmp_path)
    desk = lobby("en")
    assert len(setup(desk).own) == 8
    audit(desk, size)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_panels_fit(size: tuple[int, int], language: str) -> None:
    for name in GAMES:
        desk = desk_with(name, language=language, seed=3)
        sitting, chance = table(desk).match, random.Random(2)
        assert sitting is not None
        for _ in range(9):
            sitting.make(chance.choice(sitting.offers))
            table(desk).turn.changed()
        for tab in ("log", "scores", "rules"):
            table(desk).tab = tab
            desk.shell.touch()
            audit(desk, size)
        table(desk).tab = "log"
        for overlay in ("help", "menu", "moves", "result"):
            desk.open(overlay)
            audit(desk, size)
        desk.open("")
        for _ in range(3):
            glow = sorted(table(desk).turn.narrowing.glowing)
            if glow:
                table(desk).turn.point([chance.choice(glow)], 300, 300)
            audit(desk, size)
        desk.do(cmd.LookAt(3))
        audit(desk, size)
        desk.do(AtTable.FORK)
        audit(desk, size)
        sitting.curtain = 0
        desk.shell.touch()
        audit(desk, size)
