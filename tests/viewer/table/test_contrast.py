"""Everything written on a finished screen stands out from what is really drawn under it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageStat

from tests.viewer.table.scenes import LIBRARY, played
from viewer.desk.desk import Desk
from viewer.faces import fonts
from viewer.faces.theme import THEMES, Theme, contrast
from viewer.nodes import Box, Node
from viewer.panels import shot_desk
from viewer.window import shot

SIZE = (1280, 720)
NORMAL, LARGE = 4.5, 3.0
"""WCAG 2.1, 1.4.3: least contrast of texts, and of large ones (24 pixels, or 18.7 in bold)."""
GAMES = {**LIBRARY, "go-fish": 4, "night-freight": 3}


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
    """Words that are hard to read where they stand."""
    bare = [replace(n, words=None) for n in nodes]
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


def after(name: str, players: int, moves: int, theme: str) -> Desk:
    desk = shot_desk(played(name, players, moves))
    desk.shell.prefs = desk.shell.prefs.model_copy(update={"theme": theme})
    return desk


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_on_a_finished_screen_can_be_read(name: str, theme: str) -> None:
    desk = after(name, GAMES[name], 24, theme)
    assert faint(desk.nodes(SIZE), THEMES[theme]) == []
