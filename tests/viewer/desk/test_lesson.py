"""Learning in the window: a button beside Play, boxes over the table that can be closed."""

from __future__ import annotations

import random
from functools import partial

from tests.viewer.desk.hands import lobby, nodes, press, table
from viewer.desk.desk import Desk


def names(desk: Desk) -> set[str]:
    return {node.id for node in nodes(desk)}


def test_who_clicks_at_random_gets_through_the_lesson() -> None:
    desk = lobby()
    assert {"start:play", "start:learn"} <= names(desk)
    press(desk, "start:learn")
    assert {"lesson", "lesson:on", "lesson:off"} <= names(desk)
    lesson = table(desk).lesson
    assert lesson is not None
    dice = random.Random(2)
    told: set[str] = set()
    for _ in range(300):
        if table(desk).match.session.over:
            break
        if "lesson:on" in names(desk):
            assert lesson.text not in told
            told.add(lesson.text)
            press(desk, "lesson:on")
            continue
        session = table(desk).match.session
        chosen = dice.choice(session.legal())
        table(desk).turn.made(partial(session.apply, chosen.move, chosen.text))
    assert len(told) >= 4


def test_nobody_is_held_who_wants_to_play() -> None:
    desk = lobby()
    press(desk, "start:learn")
    press(desk, "lesson:off")
    assert table(desk).lesson is None and "lesson" not in names(desk)
