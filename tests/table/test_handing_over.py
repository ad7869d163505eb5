"""The screen is handed over between people who see different things."""

from __future__ import annotations

from engine import load
from engine.table.deal import deal
from engine.table.match import Match
from engine.table.seats import HUMAN


def match(seats: list[str], first: int = 1, rules: str = "lost-cities-rivals") -> Match:
    return Match(deal(load(rules), len(seats), seed=4, first=first), seats)


def test_nothing_is_shown_before_somebody_has_come_to_the_screen() -> None:
    begun = match([HUMAN, HUMAN])
    assert begun.curtain == begun.viewer == 0 and not begun.asked and not begun.offers
    begun.lift()
    assert begun.asked and begun.offers


def test_where_an_agent_begins_the_first_person_is_waited_for_too() -> None:
    begun = match(["random", HUMAN, HUMAN])
    assert begun.session.seat == 0 and begun.curtain == begun.viewer == 1


def test_one_person_among_agents_is_never_waited_for() -> None:
    begun = match([HUMAN, "random", "random"])
    assert begun.curtain is None and begun.asked


def test_agents_alone_are_looked_at_from_everywhere() -> None:
    begun = match(["random", "random"])
    assert begun.viewer is None and begun.agent == "random" and not begun.offers
