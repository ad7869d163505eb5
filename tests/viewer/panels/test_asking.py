"""What is asked in words: beside the table, or on it where the view file has room for it."""

from __future__ import annotations

import pytest

from engine import Session
from tests.viewer.app.hands import game, table
from viewer.app.controller import AppController
from viewer.nodes import Box, Node
from viewer.panels import shot_app
from viewer.panels.screen import split

SIZES = ((1024, 640), (1280, 720), (1440, 900), (800, 1000))


def auction() -> AppController:
    """An auction that has been opened for nine cards; the player who is next may raise."""
    session = Session(game("lost-cities-rivals", 4), 3)
    for _ in range(9):
        session.play("reveal")
    session.play("bid(2)")
    return shot_app(session)


def asked(app: AppController, size: tuple[int, int]) -> list[Node]:
    heads = ("answer:", "step:", "slide:")
    return [n for n in app.nodes(size) if n.id.startswith(heads) and n.do is not None]


def within(node: Node, box: Box) -> bool:
    return box.x <= node.box.x and node.box.right <= box.right and node.box.bottom <= box.bottom + 1


@pytest.mark.parametrize("size", SIZES)
def test_a_bid_is_named_at_the_auction(size: tuple[int, int]) -> None:
    app = auction()
    middle, _ = split(table(app), *size)
    raising = next(n for n in asked(app, size) if n.id == "answer:0")
    app.click(raising, *raising.box.centre)
    answers = asked(app, size)
    ground = next(n.box for n in app.nodes(size) if n.id == "asking:ground")
    assert [n.id for n in answers] == [f"answer:{n}" for n in range(7)]
    assert all(within(n, ground) for n in answers)
    assert within(Node("", ground), middle)
