"""Whole games by clicks alone, and by keys alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import load
from tests.viewer.app.hands import (
    app_with,
    click_something,
    glowing,
    node,
    nodes,
    quick,
    table,
)
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.commands import AtTable

MOST_STEPS = 4000
DRAWN = 8
"""So many decisions are made on the drawn table; the rest of a game without drawing it."""
CLICKED = 80
"""So many decisions of a long game are clicked; the rest are made at random."""
GAMES = [pytest.param(name, id=Path(name).stem) for name in quick()]


def brief(name: str) -> dict[str, str]:
    """The options of a variant's shortest game; a game itself is played as it usually is."""
    loaded = load(name)
    short = loaded.base and "length" in loaded.checked().options
    return {"length": "short"} if short else {}


def _decided(app: AppController) -> int:
    return len(table(app).guest.session.history)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_played_by_clicking_what_glows(name: str) -> None:
    app = app_with(name, seed=5, options=brief(name))
    chance = random.Random(5)
    sitting = table(app).guest
    assert sitting is not None
    for _ in range(MOST_STEPS):
        if sitting.session.over:
            break
        before = (table(app).turn.narrowing.picks, _decided(app), table(app).turn.entry.number)
        if _decided(app) < DRAWN:
            click_something(app, chance)
        elif _decided(app) >= CLICKED and not table(app).turn.narrowing.picks:
            guest = table(app).guest
            guest.make(chance.choice(guest.offers))
            table(app).turn.changed()
        else:
            _click_undrawn(app, chance)
        assert not app.shell.toasts, app.shell.toasts
        after = (table(app).turn.narrowing.picks, _decided(app), table(app).turn.entry.number)
        assert after != before or table(app).turn.entry.number is not None
    assert sitting.session.over
    assert node(app, "result:title").words


def _click_undrawn(app: AppController, chance: random.Random) -> None:
    """Click or answer as before, but without drawing the table."""
    sitting = table(app).guest
    assert sitting is not None
    spots, question = sorted(table(app).turn.narrowing.glowing), table(app).turn.question
    if (
        table(app).turn.narrowing.picks
        and table(app).turn.narrowing.ready is not None
        and chance.random() < 0.5
    ):
        app.do(AtTable.CONFIRM)
    elif question is not None and (not spots or chance.random() < 0.5):
        app.do(cmd.Answer(chance.randrange(len(question.choices))))
    else:
        table(app).turn.point([chance.choice(spots)], 0, 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_played_by_keys_alone(name: str) -> None:
    app = app_with(name, seed=8)
    chance = random.Random(8)
    sitting = table(app).guest
    assert sitting is not None
    for _ in range(MOST_STEPS):
        if sitting.session.over or _decided(app) > DRAWN:
            break
        nodes(app)
        _one_key(app, chance)
        assert not app.shell.toasts, app.shell.toasts
    assert sitting.session.over or _decided(app) > DRAWN


def _one_key(app: AppController, chance: random.Random) -> None:
    """Press what a person would: an answer's digit, Enter, or the way to something that glows."""
    question = table(app).turn.question
    if app.shell.overlay == "moves":
        app.key("1")
        if app.shell.overlay == "moves":
            app.key("enter")
        return
    if question is not None and question.numbers:
        app.key(chance.choice(["up", "down", "enter"]))
        return
    if question is not None and chance.random() < 0.5:
        app.key(str(chance.randint(1, min(9, len(question.choices)))))
        return
    if table(app).turn.narrowing.ready is not None and table(app).turn.narrowing.picks:
        app.key("enter")
        return
    if chance.random() < 0.1:
        app.key("m")
        return
    glow = glowing(app)
    if not glow:
        return
    wanted = chance.choice(glow).id
    for _ in range(400):
        if app.shell.focus == wanted:
            break
        app.key("tab")
        nodes(app)
    assert app.shell.focus == wanted
    app.key("enter")
