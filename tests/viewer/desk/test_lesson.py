"""Learning in the window: beside Play on the start screen, and never over the table."""

from __future__ import annotations

import random
from functools import partial

import pytest

from engine import good_deal, library
from tests.viewer.desk.hands import SIZE, lobby, node, nodes, press, setup, table
from viewer import commands as cmd
from viewer.desk.desk import Desk
from viewer.nodes import Node

GAMES = [path.stem for path in library()]


def names(desk: Desk) -> set[str]:
    return {node.id for node in nodes(desk)}


def learning(name: str, language: str = "en") -> Desk:
    desk = lobby(language)
    setup(desk).choose_game(name)
    press(desk, "start:learn")
    return desk


def drawn(desk: Desk, prefix: str) -> list[Node]:
    return [n for n in nodes(desk) if n.id.startswith(prefix)]


@pytest.mark.parametrize("name", GAMES)
def test_who_clicks_at_random_gets_through_the_lesson(name: str) -> None:
    desk = learning(name)
    screen, dice = table(desk), random.Random(2)
    lesson, told = screen.lesson, 0
    assert lesson is not None
    for _ in range(40):
        session = screen.match.session
        if session.over:
            break
        if lesson.box is not None:
            said = lesson.text
            desk.run(cmd.CloseBox() if dice.random() < 0.8 else cmd.LastBox())
            told += lesson.text != said
            continue
        chosen = dice.choice(session.legal())
        screen.turn.made(partial(session.apply, chosen.move, chosen.text))
    assert told >= 3 and names(desk)


def test_a_box_stands_beside_the_table_and_what_it_speaks_of_is_lit() -> None:
    desk = learning("lost-cities-card")
    press(desk, "lesson:on")
    box = node(desk, "lesson").box
    panel = node(desk, "side").box
    assert panel.x <= box.x and box.right <= panel.right and box.bottom <= SIZE[1]
    assert any(n.glow == "lit" for n in drawn(desk, "zone:"))
    assert "lesson:text" in names(desk)


def test_a_box_can_be_gone_back_to() -> None:
    desk = learning("lost-cities-card")
    lesson = table(desk).lesson
    assert lesson is not None
    first = lesson.text
    press(desk, "lesson:on")
    assert lesson.text != first
    press(desk, "lesson:back")
    assert lesson.text == first
    press(desk, "lesson:on")
    press(desk, "lesson:on")
    assert lesson.text == "" and "lesson:back" in names(desk)


def test_a_wrong_try_is_answered_with_the_rule_that_forbids_it() -> None:
    desk = learning("lost-cities-board")
    screen = table(desk)
    lesson = screen.lesson
    assert lesson is not None
    while lesson.box is not None:
        press(desk, "lesson:on")
    hand = next(z for z in screen.match.view().zones if z.family == "hand" and z.owner == 0)
    why = screen.match.session.explain(0, f"step({hand.items[0].name})")
    screen._refused(why)
    assert not why.legal and lesson.text == why.sentence
    screen._refused(why)
    assert [box.text for box in lesson.boxes].count(why.sentence) == 1


def test_nobody_is_held_who_wants_to_play() -> None:
    desk = learning("lost-cities-card")
    press(desk, "lesson:off")
    assert table(desk).lesson is None and "lesson" not in names(desk)


def test_the_opponent_plays_along_on_a_deal_that_shows_much() -> None:
    desk = learning("lost-cities-card")
    assert table(desk).match.seats == ["human", "greedy"]
    assert table(desk).match.session.seed == good_deal(table(desk).match.session.game)


def test_what_did_not_happen_is_told_after_the_game_with_a_position_to_play_from() -> None:
    desk = learning("lost-cities-card")
    lesson = table(desk).lesson
    assert lesson is not None
    lesson.boxes, lesson.at = lesson.tutor.missed(), 0
    assert 3 <= len(lesson.boxes) <= 5 and "lesson:off" not in names(desk)
    told, shown = lesson.text, lesson.boxes[0].to_try
    press(desk, "lesson:try")
    asked = table(desk).course
    assert asked is not None and asked.exercise is not None and shown is not None
    assert asked.exercise.told in told and asked.exercise.position == shown
    assert tuple(table(desk).match.session.state) == shown.state
    press(desk, "exercise:on")
    assert asked.at == 1
