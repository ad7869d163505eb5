"""On a phone every game can be played: nothing overlaps, is cut or outside, and fingers hit what
they are to hit, if need be after the page has made it larger.
"""

from __future__ import annotations

import random
import re
from itertools import product
from pathlib import Path

import pytest

import viewer.page
from tests.scope import ALL, RULESETS, telling
from tests.viewer.app.hands import app_with, lobby, setup, table
from tests.viewer.audit import cut, outside, overlaps, seen, tiny, twice
from tests.viewer.sheets import positions
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.keyboard import floor
from viewer.app.shell import OVERLAY
from viewer.commands import AtTable, Elsewhere
from viewer.nodes import Box, Node
from viewer.panels import shot_app
from viewer.panels.phone import FINGER, NARROW, is_phone
from viewer.panels.side import TABS

SIZES = ((390, 844), (844, 390))
DESIGNED = (
    "lost-cities-card", "lost-cities-board", "lost-cities-rivals", "lost-cities-roll-and-write",
)  # fmt: skip
GROUNDS = {
    "side", "prompt", "setting", "menu", "help", "moves", "result", "first", "drawer", "banner",
    "pass_and_play", "shade", "asking:ground", "lesson", "exercise", "review",
}  # fmt: skip
ZOOM = Path(viewer.page.__file__).with_name("static") / "zoom.js"
LARGEST = float(re.findall(r"LARGEST = (\d+)", ZOOM.read_text("utf-8"))[0])
"""So many times larger the page makes a table at most."""
LEAST_TEXT = 5.0


def small(nodes: list[Node], low: int) -> list[str]:
    """Return what a finger couldn't hit: controls, and pieces even when they are enlarged.

    What scrolls can be scrolled into sight, and a paragraph of the help is for reading.
    """
    found = []
    for node in nodes:
        if node.id.startswith("help:at:"):
            continue
        box = node.box if node.scroll else seen(node)
        least = FINGER if node.do is not None else FINGER / LARGEST
        wanted = (node.do is not None and not node.slide) or node.glow in ("legal", "target")
        if wanted and node.z >= low and min(box.w, box.h) < least - 0.5:
            found.append(f"{node.id} {box.w:.0f}x{box.h:.0f}")
    return found


def audit(app: AppController, size: tuple[int, int]) -> None:
    nodes = app.nodes(size)
    assert not outside(nodes, Box(0, 0, *size)), size
    assert not cut(nodes), size
    assert not twice(nodes), size
    assert not tiny(nodes, LEAST_TEXT), size
    assert not small(nodes, floor(app.shell, app.screen)), size
    plain = [n for n in nodes if n.id not in GROUNDS and not n.id.startswith("toast")]
    for layer in ([n for n in plain if n.z < OVERLAY], [n for n in plain if OVERLAY < n.z < 7000]):
        assert not overlaps(layer), size


@pytest.mark.parametrize(
    "path", telling([p for p in RULESETS if p.stem in DESIGNED], RULESETS),
    ids=lambda path: str(path.stem),
)  # fmt: skip
def test_every_game_can_be_played_on_a_phone(path: Path) -> None:
    for number, session in enumerate(positions(path, telling([0, 25], [60, 5000]))):
        app, chance = shot_app(session), random.Random(5)
        for size in SIZES if ALL else SIZES[number % 2 :][:1]:
            audit(app, size)
            for _ in range(3):
                if not (glow := sorted(table(app).turn.narrowing.glowing)):
                    break
                table(app).turn.point([chance.choice(glow)], 100, 100)
                audit(app, size)
            table(app).turn.let_go()


@pytest.mark.parametrize(
    ("size", "language"), telling([(SIZES[0], "de"), (SIZES[1], "fr")],
                                  list(product(SIZES, ("en", "de", "fr")))),
)  # fmt: skip
def test_what_lies_over_the_table_fits_a_phone(size: tuple[int, int], language: str) -> None:
    app = app_with("lost-cities-card", language=language, seed=3)
    chance = random.Random(2)
    for _ in range(9):
        table(app).guest.make(chance.choice(table(app).guest.offers))
        table(app).turn.changed()
    for tab in TABS:
        app.do(cmd.ShowTab(tab))
        table(app).help.reading.wait()
        assert table(app).drawn
        audit(app, size)
    app.do(cmd.ShowTab(table(app).tab))
    for overlay in ("menu", "moves", "result"):
        app.open(overlay)
        audit(app, size)
    app.open("")
    app.do(cmd.LookAt(3))
    audit(app, size)
    app.do(AtTable.PRESENT)
    table(app).teach()
    audit(app, size)
    table(app).guest.leave()
    app.shell.touch()
    audit(app, size)


@pytest.mark.parametrize("size", SIZES)
def test_games_are_set_up_and_exercises_answered_on_a_phone(size: tuple[int, int]) -> None:
    app = lobby("en")
    audit(app, size)
    setup(app).choose_game("lost-cities-card")
    app.do(Elsewhere.COURSE)
    audit(app, size)


def test_the_log_is_a_tap_away_and_goes_when_a_row_is_looked_at() -> None:
    app = app_with("lost-cities-card", seed=3)
    guest = table(app).guest
    guest.make(guest.offers[0])
    table(app).turn.changed()
    before = {node.id for node in app.nodes(SIZES[0])}
    app.do(cmd.ShowTab("log"))
    shown = {node.id for node in app.nodes(SIZES[0])}
    assert "drawer" in shown - before and "log:1:1" in shown - before
    app.key("escape")
    assert {node.id for node in app.nodes(SIZES[0])} == before
    app.do(cmd.ShowTab("log"))
    app.do(cmd.LookAt(0))
    assert not table(app).drawn and table(app).guest.looking == 0


def test_only_small_windows_are_a_phones() -> None:
    assert is_phone(390, 844) and is_phone(NARROW - 1, 4000)
    assert not is_phone(1024, 640) and not is_phone(800, 1000)
