"""Badges: what a zone is worth, read off the ledger's lines that name it."""

from __future__ import annotations

import pytest

from tests.viewer.scene.scenes import look_of, played
from viewer.scene.badges import badges


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("name", ["lost-cities-card", "lost-cities-roll-and-write"])
def test_the_badges_of_a_seat_add_up_to_the_lines_that_they_show(name: str, language: str) -> None:
    session = played(name, 2, 70, language=language)
    view = session.view(0)
    ledgers = [session.ledgers(seat) for seat in range(2)]
    found = badges(look_of(name, 2, language), view, ledgers)
    assert found
    if name == "lost-cities-card":
        for seat in range(2):
            own = [t[0] for zone, t in found.items() if f"seat {seat + 1}" in zone]
            total = sum(int(text.replace("−", "-").replace("+", "")) for text in own)
            assert total == sum(ledger.total or 0 for ledger in ledgers[seat])


def test_games_whose_files_ask_for_none_have_none() -> None:
    session = played("kalah", 2, 30)
    ledgers = [session.ledgers(seat) for seat in range(2)]
    assert badges(look_of("kalah", 2), session.view(0), ledgers) == {}
