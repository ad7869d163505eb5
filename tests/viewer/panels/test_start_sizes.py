"""The start screen in small windows and with large letters: every button holds its label."""

from __future__ import annotations

import pytest

from tests.viewer.app.hands import lobby
from tests.viewer.audit import cut, outside
from tests.viewer.scene.scenes import LIBRARY
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.artwork import fonts
from viewer.nodes import Node

SIZES = [(800, 560), (1024, 640), (1280, 800)]
GAMES = list(LIBRARY)


def opened(game: str, language: str, scale: float) -> AppController:
    app = lobby(language)
    app.shell.prefs = app.shell.prefs.model_copy(update={"scale": scale})
    app.run(cmd.ChooseGame(game))
    return app


def squeezed(nodes: list[Node]) -> list[str]:
    """Return the buttons that are lower than their labels."""
    buttons = {node.id: node for node in nodes if node.do is not None}
    return [
        f"{node.id} {node.words.text!r}"
        for node in nodes
        if node.id.endswith(":label")
        and node.words is not None
        and (button := buttons.get(node.id.removesuffix(":label"))) is not None
        and button.box.h < fonts.line_height(node.words.size)
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.3, 1.6])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_buttons_are_higher_than_their_labels(
    game: str, language: str, scale: float, size: tuple[int, int]
) -> None:
    nodes = opened(game, language, scale).nodes(size)
    assert squeezed(nodes) == []
    panel = next(node.box for node in nodes if node.id == "setting")
    rows = [n for n in nodes if n.id.startswith(("row:", "players:", "seat:", "study", "seed"))]
    assert outside(rows, panel) == []
    assert cut(rows) == []


def test_everything_that_can_be_settled_is_reached_by_scrolling() -> None:
    small, large = opened("lost-cities-board", "de", 1.6), opened("lost-cities-board", "de", 1.0)
    wanted = {n.id for n in large.nodes((1280, 800)) if n.id.startswith("row:")}
    assert len(wanted) > 5
    seen: set[str] = set()
    for _ in range(30):
        nodes = small.nodes((800, 560))
        seen |= {n.id for n in nodes if n.id.startswith("row:")}
        down = next(n for n in nodes if n.id == "setting:down")
        small.click(down, *down.box.centre)
    assert seen == wanted


def test_a_large_window_needs_no_scrolling() -> None:
    nodes = opened("lost-cities-board", "en", 1.0).nodes((1280, 800))
    assert not [n.id for n in nodes if n.id == "setting:down"]
