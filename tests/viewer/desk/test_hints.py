"""Hints: what is accepted is the very move that was named."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.table.match import Match
from tests.viewer.desk.hands import desk_with, nodes, press, quick, table, texts
from viewer.desk.desk import Desk

DICE = "examples/liars-dice.cairn"
GAMES = [pytest.param(name, id=Path(name).stem) for name in quick()]


def at(desk: Desk) -> Match:
    return table(desk).match


def advise(desk: Desk, number: int) -> str:
    """Have a legal move advised, as an agent would; return its notation."""
    offers = at(desk).offers
    offer = offers[number % len(offers)]
    agents = table(desk).turn.agents
    assert agents.thinker is not None
    thought = agents.thinker.start(at(desk).session, "random")
    thought.done.wait(60)
    thought.move = offer.move
    agents.adviser = thought
    desk.tick(desk.shell.now + 1)
    assert agents.advice is not None
    return str(offer.text)


@pytest.mark.parametrize("name", GAMES)
def test_accepting_makes_the_very_move(name: str) -> None:
    desk = desk_with(name, seed=3)
    for number, keys in ((5, True), (11, False), (2, False), (7, True)):
        if at(desk).session.over:
            break
        desk.shell.by_keys = keys
        before = len(at(desk).session.history)
        wanted = advise(desk, number)
        assert any(n.id == "confirm" for n in nodes(desk))
        if keys:
            desk.key("enter")
        else:
            press(desk, "confirm")
        assert at(desk).session.history[before].text == wanted


def test_the_stepper_comes_back_after_a_hint_is_refused() -> None:
    desk = desk_with(DICE, seed=3)
    advise(desk, 40)
    desk.key("escape")
    press(desk, "answer:0") if any(n.id == "answer:0" for n in nodes(desk)) else None
    desk.key("enter")
    assert "Something went wrong" not in texts(desk)
