"""Tips lie beside what is being chosen, never over it."""

from __future__ import annotations

import pytest

from engine import Session
from tests.viewer.app.hands import game
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.nodes import Box, Node
from viewer.panels import shot_app

SIZES = ((1024, 768), (1280, 720), (1440, 900))
GAMES = ["lost-cities-card", "lost-cities-board", "lost-cities-rivals"]


def tip(app: AppController, node: Node, size: tuple[int, int]) -> Box | None:
    """The place of the tip that comes when the pointer rests on a node."""
    app.hover(node)
    app.rest(node, *node.box.centre)
    return next((n.box for n in app.nodes(size) if n.id == "tip!"), None)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_a_tip_covers_nothing_that_can_be_chosen(name: str, size: tuple[int, int]) -> None:
    app = shot_app(Session(game(name, 2), 4))
    open_ = [n for n in app.nodes(size) if n.glow]
    assert open_
    told = 0
    for node in (open_[0], open_[len(open_) // 2], open_[-1]):
        box = tip(app, node, size)
        told += box is not None
        if box is not None:
            assert [n.id for n in open_ if n.box.overlaps(box)] == []
            assert box.x >= 0 and box.y >= 0 and box.right <= size[0] and box.bottom <= size[1]
    assert told


@pytest.mark.parametrize("size", SIZES)
def test_a_tip_covers_no_answer_that_stands_on_the_table(size: tuple[int, int]) -> None:
    session = Session(game("lost-cities-rivals", 2), 4)
    session.play("reveal")
    session.play("reveal")
    app = shot_app(session)
    shown = app.nodes(size)
    answers = [n for n in shown if isinstance(n.do, cmd.Answer)]
    assert answers
    for node in [n for n in shown if n.id.startswith("zone:") and n.tip]:
        box = tip(app, node, size)
        assert box is None or not any(n.box.overlaps(box) for n in answers), node.id
