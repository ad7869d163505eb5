"""The screen is handed over between people who see different things."""

from __future__ import annotations

from engine import load
from engine.table.deal import deal
from engine.table.pass_and_play import PassAndPlay
from engine.table.seats import HUMAN
from engine.table.table import Table


def seated(seats: list[str], first: int = 1, rules: str = "lost-cities-rivals") -> PassAndPlay:
    return PassAndPlay(Table(deal(load(rules), len(seats), seed=4, first=first), seats))


def test_nothing_is_shown_before_somebody_has_come_to_the_screen() -> None:
    begun = seated([HUMAN, HUMAN])
    guest = begun.guest
    assert guest.seat == 0 and not guest.present and not guest.asked and not guest.offers
    begun.reveal()
    assert guest.asked and guest.offers


def test_where_an_agent_begins_the_first_person_is_waited_for_too() -> None:
    guest = seated(["random", HUMAN, HUMAN]).guest
    assert guest.session.seat == 0 and guest.seat == 1 and not guest.present


def test_one_person_among_agents_is_never_waited_for() -> None:
    guest = seated([HUMAN, "random", "random"]).guest
    assert guest.present and guest.asked


def test_agents_alone_are_looked_at_from_everywhere() -> None:
    guest = seated(["random", "random"]).guest
    assert guest.seat is None and guest.table.agent == "random" and not guest.offers
