"""A trick: each card lies before the player who has played it, as they sit around the table."""

from __future__ import annotations

import pytest

from engine import Game, Session, load
from tests.viewer.scene.scenes import scene_of
from viewer.nodes import Box
from viewer.scene.present import present
from viewer.scene.rows import around


def places(name: str, players: int, seat: int) -> list[Box]:
    """Return where each seat's card will lie, from the one who looks on clockwise."""
    scene = scene_of(Session(Game(load(name), players), 1), name, seat=seat)
    boxes = {n.id: n.box for n in present(scene) if n.id.startswith("zone:played")}
    order = [(seat + step) % players + 1 for step in range(players)]
    return [boxes[f"zone:played[seat {number}]"] for number in order]


@pytest.mark.parametrize("seat", range(4))
def test_the_next_player_sits_at_the_left_and_the_partner_opposite(seat: int) -> None:
    mine, left, opposite, right = places("spades", 4, seat)
    assert left.right < opposite.x and opposite.right < right.x
    assert opposite.bottom < mine.y
    assert mine.centre[0] == pytest.approx(opposite.centre[0]) == pytest.approx(
        (left.centre[0] + right.centre[0]) / 2
    )  # fmt: skip
    assert opposite.y < left.y == right.y < mine.y


@pytest.mark.parametrize("count", range(1, 9))
def test_as_many_as_sit_there_have_places_that_do_not_overlap(count: int) -> None:
    places = around(count)
    assert len(places) == count and min(places) >= (0, 0)
    for number, (x, y) in enumerate(places):
        for left, top in places[number + 1 :]:
            assert abs(x - left) >= 1 or abs(y - top) >= 1
    assert max(y for _, y in places) == places[0][1], "one's own is the lowest"


def test_a_table_for_three_has_nobody_opposite() -> None:
    (mine, _), (left, high), (right, same) = around(3)
    assert left < mine < right and high == same == 0
