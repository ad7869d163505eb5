"""Whole games by clicks alone, and by keys alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import load
from tests.viewer.desk.hands import (
    click_something,
    desk_with,
    glowing,
    node,
    nodes,
    quick,
    table,
)
from viewer import commands as cmd
from viewer.commands import AtTable
from viewer.desk.desk import Desk

MOST_STEPS = 4000
DRAWN = 8
"""So many decisions are made on the drawn table; the rest of a game without drawing it."""
CLICKED = 80
"""So many decisions of a long game are clicked; the rest are made by chance."""
GAMES = [pytest.param(name, id=Path(name).stem) for name in quick()]


def brief(name: str) -> dict[str, str]:
    """The options of a variant's shortest game; a game itself is played as it usually is."""
    loaded = load(name)
    short = loaded.base and "length" in loaded.checked().options
    return {"length": "short"} if short else {}


def _decided(desk: Desk) -> int:
    return len(table(desk).match.session.history)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_played_by_clicking_what_glows(name: str) -> None:
    desk = desk_with(name, seed=5, options=brief(name))
    chance = random.Random(5)
    sitting = table(desk).match
    assert sitting is not None
    for _ in range(MOST_STEPS):
        if sitting.session.over:
            break
        before = (table(desk).turn.narrowing.picks, _decided(desk), table(desk).turn.entry.number)
        if _decided(desk) < DRAWN:
            click_something(desk, chance)
        elif _decided(desk) >= CLICKED and not table(desk).turn.narrowing.picks:
            sitting.make(chance.choice(sitting.offers))
            table(desk).turn.changed()
        else:
            _click_undrawn(desk, chance)
        assert not desk.shell.toasts, desk.shell.toasts
        after = (table(desk).turn.narrowing.picks, _decided(desk), table(desk).turn.entry.number)
        assert after != before or table(desk).turn.entry.number is not None
    assert sitting.session.over
    assert node(desk, "result:title").words


def _click_undrawn(desk: Desk, chance: random.Random) -> None:
    """Click or answer as before, but without drawing the table."""
    sitting = table(desk).match
    assert sitting is not None
    spots, question = sorted(table(desk).turn.narrowing.glowing), table(desk).turn.question
    if (
        table(desk).turn.narrowing.picks
        and table(desk).turn.narrowing.ready is not None
        and chance.random() < 0.5
    ):
        desk.do(AtTable.CONFIRM)
    elif question is not None and (not spots or chance.random() < 0.5):
        desk.do(cmd.Answer(chance.randrange(len(question.choices))))
    else:
        table(desk).turn.point([chance.choice(spots)], 0, 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_played_by_keys_alone(name: str) -> None:
    desk = desk_with(name, seed=8)
    chance = random.Random(8)
    sitting = table(desk).match
    assert sitting is not None
    for _ in range(MOST_STEPS):
        if sitting.session.over or _decided(desk) > DRAWN:
            break
        nodes(desk)
        _one_key(desk, chance)
        assert not desk.shell.toasts, desk.shell.toasts
    assert sitting.session.over or _decided(desk) > DRAWN


def _one_key(desk: Desk, chance: random.Random) -> None:
    """Press what a person would: an answer's digit, Enter, or the way to something that glows."""
    question = table(desk).turn.question
    if desk.shell.overlay == "moves":
        desk.key("1")
        if desk.shell.overlay == "moves":
            desk.key("enter")
        return
    if question is not None and question.numbers:
        desk.key(chance.choice(["up", "down", "enter"]))
        return
    if question is not None and chance.random() < 0.5:
        desk.key(str(chance.randint(1, min(9, len(question.choices)))))
        return
    if table(desk).turn.narrowing.ready is not None and table(desk).turn.narrowing.picks:
        desk.key("enter")
        return
    if chance.random() < 0.1:
        desk.key("m")
        return
    glow = glowing(desk)
    if not glow:
        return
    wanted = chance.choice(glow).id
    for _ in range(400):
        if desk.shell.focus == wanted:
            break
        desk.key("tab")
        nodes(desk)
    assert desk.shell.focus == wanted
    desk.key("enter")
