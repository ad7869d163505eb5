"""Nothing overlaps, nothing is cut or outside, at any size of the window, in every language."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.viewer.desk.hands import EXAMPLES, desk_with, lobby
from viewer import commands as cmd
from viewer.desk.desk import OVERLAY, Desk
from viewer.nodes import Box, Node
from viewer.table.audit import cut, outside, overlaps, twice

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
    assert desk.lobby is not None
    for game in desk.lobby.games():
        desk.lobby.choose_game(game.rules)
        desk.lobby.choose_players(9)
        desk.touch()
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
    assert desk.lobby is not None
    assert len(desk.lobby.own) == 8
    audit(desk, size)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_panels_fit(size: tuple[int, int], language: str) -> None:
    for name in GAMES:
        desk = desk_with(name, language=language, seed=3)
        sitting, chance = desk.sitting, random.Random(2)
        assert sitting is not None
        for _ in range(9):
            sitting.make(chance.choice(sitting.offers))
            desk.acting.changed()
        for tab in ("log", "scores", "rules"):
            desk.tab = tab
            desk.touch()
            audit(desk, size)
        desk.tab = "log"
        for overlay in ("help", "menu", "moves", "result"):
            desk.open(overlay)
            audit(desk, size)
        desk.open("")
        for _ in range(3):
            glow = sorted(desk.acting.narrowing.glowing)
            if glow:
                desk.acting.point([chance.choice(glow)], 300, 300)
            audit(desk, size)
        desk.do(cmd.LookAt(3))
        audit(desk, size)
        desk.do(cmd.Fork())
        audit(desk, size)
        sitting.curtain = 0
        desk.touch()
        audit(desk, size)
