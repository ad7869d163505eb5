"""Everything written on a finished screen stands out from what is really drawn under it."""

from __future__ import annotations

import random
from itertools import cycle, product
from pathlib import Path

import pytest
from PIL import ImageStat

from engine import Game, Session, load, load_text
from tests import scope
from tests.scope import RULESETS, telling
from tests.viewer.app.hands import app_with, lobby
from tests.viewer.scene.scenes import LIBRARY, played
from viewer.app.controller import AppController
from viewer.artwork import fonts
from viewer.artwork.sheet import HandMark
from viewer.artwork.theme import THEMES, Theme, contrast
from viewer.nodes import Box, Node
from viewer.panels import shot_app
from viewer.panels.side import TABS
from viewer.window import shot

SIZE = (1280, 720)
NORMAL, LARGE = 4.5, 3.0
"""WCAG 2.1, 1.4.3: least contrast of texts, and of large ones (24 pixels, or 18.7 in bold)."""
GAMES = {**LIBRARY, "go-fish": 4, "night-freight": 3}
MADE = sorted((Path(__file__).parents[1] / "made").glob("*.cairn"))
SOME = [*MADE[::4], *(path for path in scope.HALF if path.stem not in GAMES)]
OTHERS = [path for path in (*MADE, *RULESETS) if path.stem not in GAMES]
PANELS = [*TABS[1:], "help", "menu"]


def written(node: Node) -> Box:
    """The part of a node's box that its words take."""
    words = node.words
    assert words is not None
    wide = min(node.box.w, fonts.width(words.text, words.size, words.font, words.weight))
    high = min(node.box.h, fonts.height(words.text, words.size, words.font))
    x = {"left": node.box.x, "right": node.box.right - wide}.get(
        words.align, node.box.centre[0] - wide / 2
    )
    return Box(x, node.box.y if words.top else node.box.centre[1] - high / 2, wide, high)


def faint(nodes: list[Node], theme: Theme) -> list[str]:
    """Words that are hard to read where they are."""
    bare = [n._replace(words=None) for n in nodes]
    image = shot.picture(lambda size: bare, theme, SIZE)
    found = []
    for order, node in enumerate(nodes):
        words = node.words
        if words is None or not words.text.strip() or node.opacity < 1:
            continue
        part = written(node)
        above = [n for o, n in enumerate(nodes) if n.picture and (n.z, o) > (node.z, order)]
        if any(n.box.overlaps(part) for n in above):
            continue
        pixels = image.crop((int(part.x), int(part.y), int(part.right) + 1, int(part.bottom) + 1))
        red, green, blue = (int(c) for c in ImageStat.Stat(pixels).median)
        under = f"#{red:02x}{green:02x}{blue:02x}"
        large = words.size >= 24 or (words.size >= 18.6 and words.weight == "bold")
        if contrast(words.colour, under) < (LARGE if large else NORMAL):
            found.append(
                f"{node.id} {words.text[:20]!r} {words.colour} on {under}: "
                f"{contrast(words.colour, under):.2f}"
            )
    return found


def after(session: Session, theme: str) -> AppController:
    app = shot_app(session)
    app.shell.prefs = app.shell.prefs.model_copy(update={"theme": theme})
    return app


@pytest.mark.parametrize(
    ("name", "theme"),
    telling(list(zip(GAMES, cycle(THEMES), strict=False)), list(product(GAMES, THEMES))),
)
def test_what_is_written_on_a_finished_screen_can_be_read(name: str, theme: str) -> None:
    app = after(played(name, GAMES[name], 24), theme)
    assert faint(app.nodes(SIZE), THEMES[theme]) == []


@pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in telling(SOME, OTHERS)])
def test_what_is_written_on_any_table_can_be_read(path: Path) -> None:
    loaded = load(str(path))
    low, high = loaded.checked().header.players
    for theme in telling(list(THEMES)[:1], list(THEMES)[1:]):
        session, chance = Session(Game(loaded, max(low, min(high, 4))), 11), random.Random(11)
        for _ in range(24):
            if not session.over:
                session.play(chance.choice(session.written_moves()))
        assert faint(after(session, theme).nodes(SIZE), THEMES[theme]) == []


@pytest.mark.parametrize(
    ("tab", "theme"),
    telling(list(zip(PANELS, cycle(THEMES), strict=False)), list(product(PANELS, THEMES))),
)
def test_what_is_written_in_panels_can_be_read(tab: str, theme: str) -> None:
    app = app_with("lost-cities-card")
    app.shell.prefs = app.shell.prefs.model_copy(update={"theme": theme})
    button = next(n for n in app.nodes(SIZE) if n.id == f"tab:{tab}")
    app.click(button, *button.box.centre)
    assert faint(app.nodes(SIZE), THEMES[theme]) == []


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_written_on_the_start_screen_can_be_read(theme: str) -> None:
    app = lobby()
    app.shell.prefs = app.shell.prefs.model_copy(update={"theme": theme})
    assert faint(app.nodes(SIZE), THEMES[theme]) == []


def test_a_mark_on_the_table_stands_out_from_it() -> None:
    text = """game "Tally"
  players 2
zone lone[Player]:  spot of mark
zone several:       area of mark, at most 4
zone rows[Player]: column of mark, at most 4
turn
  choose
    tally "Make a mark."
      write mark in my rows
      write mark in several
      write mark in my lone
game ends at end of turn when several is not empty
winner highest size(my rows)
example "Nothing is marked at first"
  then several is empty
"""
    session = Session(Game(load_text(text, Path("tally.cairn")), 2), 1)
    session.play("tally")
    for theme in THEMES.values():
        app = after(session, theme.name)
        pieces = [n for n in app.nodes(SIZE) if n.id.startswith("piece:")]
        drawn = [(str(n.spots[0].place), n.picture) for n in pieces]
        marks = {name: p.colour for name, p in drawn if isinstance(p, HandMark)}
        assert len(marks) == 3
        assert contrast(marks["lone[seat 1]"], theme.well) >= NORMAL
        assert contrast(marks["several"], theme.well) >= NORMAL
        assert contrast(marks["rows[seat 1]"], theme.paper) >= NORMAL
