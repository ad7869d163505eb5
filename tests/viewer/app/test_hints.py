"""Hints: what is accepted is the very move that was named."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.table.guest import Guest
from tests.viewer.app.hands import app_with, nodes, press, quick, table, texts
from viewer.app.controller import AppController

DICE = "examples/liars-dice.cairn"
GAMES = [pytest.param(name, id=Path(name).stem) for name in quick()]


def at(app: AppController) -> Guest:
    return table(app).guest


def advise(app: AppController, number: int) -> str:
    """Have a legal move advised, as an agent would; return its notation."""
    offers = at(app).offers
    offer = offers[number % len(offers)]
    thought = at(app).table.worker.start(at(app).session, "random")
    thought.done.wait(60)
    thought.move = offer.move
    at(app).adviser = thought
    app.tick(app.shell.now + 1)
    assert table(app).turn.advice is not None
    return str(offer.text)


@pytest.mark.parametrize("name", GAMES)
def test_accepting_makes_the_very_move(name: str) -> None:
    app = app_with(name, seed=3)
    for number, keys in ((5, True), (11, False), (2, False), (7, True)):
        if at(app).session.over:
            break
        app.shell.by_keys = keys
        before = len(at(app).session.history)
        wanted = advise(app, number)
        assert any(n.id == "confirm" for n in nodes(app))
        if keys:
            app.key("enter")
        else:
            press(app, "confirm")
        assert at(app).session.history[before].text == wanted


def test_the_stepper_comes_back_after_a_hint_is_refused() -> None:
    app = app_with(DICE, seed=3)
    advise(app, 40)
    app.key("escape")
    press(app, "answer:0") if any(n.id == "answer:0" for n in nodes(app)) else None
    app.key("enter")
    assert "Something went wrong" not in texts(app)
