"""Nothing overlaps, nothing is cut or outside, at any size of the window, in every language."""

from __future__ import annotations

import random
from itertools import cycle, product
from pathlib import Path

import pytest

from tests.scope import telling
from tests.viewer.app.hands import EXAMPLES, app_with, lobby, setup, table
from tests.viewer.audit import cut, outside, overlaps, twice
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.shell import OVERLAY
from viewer.commands import AtTable
from viewer.nodes import Box, Node
from viewer.panels.side import TABS

SIZES = [
    (1024, 640), (1280, 720), (1440, 900), (1920, 1080), (2560, 1080), (800, 1000), (1000, 1000),
    (3840, 2160),
]  # fmt: skip
GAMES = ["lost-cities-card", "lost-cities-roll-and-write", "examples/liars-dice.cairn"]


def _panels(nodes: list[Node]) -> list[Node]:
    """Return the nodes of panels; the table's are tested with the table."""
    return [n for n in nodes if n.z >= 1000 or n.id.startswith("side")]


def audit(app: AppController, size: tuple[int, int]) -> None:
    nodes = app.nodes(size)
    panels = _panels(nodes)
    assert not cut(panels), size
    assert not outside(nodes, Box(0, 0, *size)), size
    assert not twice(nodes), size
    layers = [[n for n in panels if n.z < OVERLAY], [n for n in panels if OVERLAY < n.z < 7000]]
    for layer in layers:
        plain = [n for n in layer if n.id not in ("side", "setting", "prompt", "menu", "help")]
        plain = [n for n in plain if n.id not in ("moves", "result", "pass_and_play", "banner")]
        plain = [n for n in plain if not n.id.startswith("toast")]
        assert not overlaps(plain), size


@pytest.mark.parametrize(
    ("size", "language"),
    telling(
        list(zip(SIZES, cycle(("de", "fr", "en")), strict=False)),
        list(product(SIZES, ("en", "de", "fr"))),
    ),
)
def test_the_start_screen_fits(size: tuple[int, int], language: str) -> None:
    app = lobby(language)
    for game in setup(app).games():
        setup(app).choose_game(game.name)
        setup(app).choose_players(9)
        app.shell.touch()
        audit(app, size)


@pytest.mark.parametrize("size", telling(SIZES[::5], SIZES))
def test_the_start_screen_fits_with_rulesets_of_ones_own(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        text = (EXAMPLES / "whist.cairn").read_text().replace("Whist", f"Whist {number}")
        (tmp_path / f"a rather long name of a file {number}.cairn").write_text(text)
        (tmp_path / f"broken{number}.cairn").write_text('game "Broken"\nplayers 2\ntunr\n')
    monkeypatch.chdir(tmp_path)
    app = lobby("en")
    assert len(setup(app).own) == 8
    audit(app, size)


@pytest.mark.parametrize(
    ("size", "language", "name"),
    telling(
        list(zip(((1024, 640), (800, 1000), (2560, 1080)), ("de", "fr", "en"), GAMES, strict=True)),
        list(product(SIZES, ("en", "de", "fr"), GAMES)),
    ),
)
def test_panels_fit(size: tuple[int, int], language: str, name: str) -> None:
    app = app_with(name, language=language, seed=3)
    chance = random.Random(2)
    for _ in range(9):
        guest = table(app).guest
        guest.make(chance.choice(guest.offers))
        table(app).turn.changed()
    for tab in TABS:
        table(app).tab = tab
        app.shell.touch()
        audit(app, size)
    table(app).tab = "log"
    for overlay in ("help", "menu", "moves", "result"):
        app.open(overlay)
        audit(app, size)
    app.open("")
    for _ in range(3):
        glow = sorted(table(app).turn.narrowing.glowing)
        if glow:
            table(app).turn.point([chance.choice(glow)], 300, 300)
        audit(app, size)
    app.do(cmd.LookAt(3))
    audit(app, size)
    app.do(AtTable.WHAT_IF)
    audit(app, size)
    table(app).guest.leave()
    app.shell.touch()
    audit(app, size)
