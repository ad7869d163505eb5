"""Learning in the window: beside Play on the start screen, and never over the table."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine import Session, library
from engine.teach.good_deal import good_deal
from tests.scope import telling
from tests.viewer.app.hands import (
    SIZE,
    click_something,
    lobby,
    near_the_end,
    node,
    nodes,
    press,
    settle,
    setup,
    table,
)
from viewer.app.controller import AppController
from viewer.app.lesson import LessonState
from viewer.nodes import Node

GAMES = [path.stem for path in library()]
LEARNERS = ("right", "wrong first", "by chance")
BY_TURNS = [
    ("lost-cities-card", "wrong first"),
    ("lost-cities-rivals", "by chance"),
    ("lost-cities-roll-and-write", "right"),
]
ALL = [(name, one) for name in GAMES for one in LEARNERS]


def said(lesson: LessonState | None) -> str:
    """What the tutor's box says, empty for none."""
    return lesson.box.text if lesson is not None and lesson.box is not None else ""


def names(app: AppController) -> set[str]:
    return {node.id for node in nodes(app)}


def learning(name: str, language: str = "en") -> AppController:
    app = lobby(language)
    setup(app).choose_game(name)
    press(app, "start:learn")
    return app


def drawn(app: AppController, prefix: str) -> list[Node]:
    return [n for n in nodes(app) if n.id.startswith(prefix)]


def go_on(app: AppController, learner: str, dice: random.Random, *, tries: bool) -> None:
    """Do one thing as a learner does: read on or back, try what isn't allowed, make a move."""
    screen = table(app)
    lesson = screen.lesson
    assert lesson is not None
    if lesson.box is not None:
        back = learner == "by chance" and lesson.at and dice.random() < 0.2
        press(app, "lesson:back" if back else "lesson:on")
    elif screen.guest.table.agent and not screen.guest.session.over:
        settle(app)
    elif tries and learner != "right":
        dull = [n for n in nodes(app) if n.spots and n.glow not in ("legal", "target")]
        for found in dice.sample(dull, min(2, len(dull))):
            app.click(found, *found.box.centre)
    else:
        click_something(app, dice)


def ending(before: AppController) -> AppController:
    """A desk with the same game and its tutor, shortly before the end."""
    played = table(before).guest.session.game
    session = Session(played, 3, fair=False)
    session.state = list(near_the_end(played))
    app = lobby()
    app.sit(session, list(table(before).guest.table.seats), table(before).rules)
    table(app).lesson = LessonState(session, 0)
    return app


@pytest.mark.parametrize(("name", "learner"), telling(BY_TURNS, ALL))
def test_every_learner_gets_through_the_lesson(name: str, learner: str) -> None:
    app, dice = learning(name), random.Random(2)
    screen = table(app)
    lesson, session = screen.lesson, screen.guest.session
    assert lesson is not None
    for number in range(60):
        if len(session.history) < 3:
            go_on(app, learner, dice, tries=number % 4 == 0)
    assert len(session.history) >= 3 and len(lesson.boxes) >= 3
    app = ending(app)
    lesson, session = table(app).lesson, table(app).guest.session
    assert lesson is not None
    for number in range(100):
        if session.over:
            break
        go_on(app, learner, dice, tries=number % 4 == 0)
    assert session.over
    app.tick(1000.0)
    for _ in range(2 * len(lesson.boxes)):
        if lesson.box is not None:
            go_on(app, "right", dice, tries=False)
    heading = lesson.tutor.plan.speech.say("head winner")
    assert heading in [box.title for box in lesson.boxes] and lesson.box is None
    assert any(n.id.startswith("result") for n in nodes(app))


def test_a_box_stands_beside_the_table_and_what_it_speaks_of_is_lit() -> None:
    app = learning("lost-cities-card")
    press(app, "lesson:on")
    box = node(app, "lesson").box
    panel = node(app, "side").box
    assert panel.x <= box.x and box.right <= panel.right and box.bottom <= SIZE[1]
    assert any(n.glow == "lit" for n in drawn(app, "zone:"))
    assert "lesson:text" in names(app)


def test_a_box_can_be_gone_back_to() -> None:
    app = learning("lost-cities-card")
    lesson = table(app).lesson
    assert lesson is not None
    first = said(lesson)
    press(app, "lesson:on")
    assert said(lesson) != first
    press(app, "lesson:back")
    assert said(lesson) == first
    press(app, "lesson:on")
    press(app, "lesson:on")
    assert said(lesson) == "" and "lesson:back" in names(app)


def test_a_wrong_try_is_answered_with_the_rule_that_forbids_it() -> None:
    app = learning("lost-cities-board")
    screen = table(app)
    lesson = screen.lesson
    assert lesson is not None
    while lesson.box is not None:
        press(app, "lesson:on")
    hand = next(z for z in screen.guest.view().zones if z.family == "hand" and z.owner == 0)
    why = screen.guest.session.explain(0, f"step({hand.items[0].name})")
    screen._refused(why)
    assert not why.legal and said(lesson) == why.sentence
    screen._refused(why)
    assert [box.text for box in lesson.boxes].count(why.sentence) == 1


def test_nobody_is_held_who_wants_to_play() -> None:
    app = learning("lost-cities-card")
    press(app, "lesson:off")
    assert table(app).lesson is None and "lesson" not in names(app)


def test_the_opponent_plays_along_on_a_deal_that_shows_much() -> None:
    app = learning("lost-cities-card")
    assert table(app).guest.table.seats == ["human", "easy"]
    assert table(app).guest.session.seed == good_deal(table(app).guest.session.game)


def test_what_did_not_happen_is_told_after_the_game_with_a_position_to_play_from() -> None:
    app = learning("lost-cities-card")
    lesson = table(app).lesson
    assert lesson is not None
    lesson.boxes, lesson.at = lesson.tutor.missed(), 0
    assert 3 <= len(lesson.boxes) <= 5 and "lesson:off" not in names(app)
    told, shown = said(lesson), lesson.boxes[0].to_try
    press(app, "lesson:try")
    asked = table(app).course
    assert asked is not None and asked.exercise is not None and shown is not None
    assert asked.exercise.told in told and asked.exercise.position == shown
    assert tuple(table(app).guest.session.state) == shown.state
    press(app, "exercise:on")
    assert asked.at == 1


def test_a_box_gives_way_to_the_next_one_that_is_due_and_to_a_move() -> None:
    app = learning("lost-cities-card")
    screen, dice = table(app), random.Random(1)
    lesson, session = screen.lesson, screen.guest.session
    assert lesson is not None
    shown, moves = [said(lesson)], 0
    while moves < 6:
        before = len(session.history)
        while len(session.history) == before:
            click_something(app, dice)
        moves += 1
        settle(app)
        shown.append(said(lesson))
    assert not any(one and one == other for one, other in pairwise(shown))
    assert shown.count(shown[0]) == 1 and len({text for text in shown if text}) >= 3
    assert "lesson:back" in names(app)


def test_a_box_stays_while_others_decide_and_nothing_new_is_due() -> None:
    app = learning("lost-cities-card")
    screen = table(app)
    lesson, guest = screen.lesson, screen.guest
    assert lesson is not None
    screen.turn.make(guest.offers[0])
    while guest.asked:
        screen.turn.make(guest.offers[0])
    lesson.boxes.append(lesson.boxes[0])
    shown = lesson.at = len(lesson.boxes) - 1
    screen.turn.made(guest.table.play_agent)
    assert guest.table.agent is not None and lesson.at == shown
    settle(app)
    assert lesson.at != shown or len(lesson.boxes) == shown + 1


def test_the_boxes_of_the_end_come_although_one_is_still_open() -> None:
    app = ending(learning("lost-cities-card"))
    screen = table(app)
    lesson, guest = screen.lesson, screen.guest
    assert lesson is not None and lesson.box is not None
    while not guest.session.over:
        if guest.table.agent is not None:
            screen.turn.made(guest.table.play_agent)
        else:
            screen.turn.make(guest.offers[0])
    heading = lesson.tutor.plan.speech.say("head winner")
    assert heading in [box.title for box in lesson.boxes[lesson.at :]]
    assert lesson.box is not None and lesson.at > 0


def test_a_costly_move_waits_for_a_second_choice() -> None:
    app = learning("lost-cities-card")
    screen = table(app)
    lesson, session = screen.lesson, screen.guest.session
    assert lesson is not None
    offer = next(o for o in screen.guest.offers if o.text.startswith("explore"))
    screen.turn.make(offer)
    assert not session.history and "subtract 20" in said(lesson)
    screen.turn.make(offer)
    assert [decision.text for decision in session.history] == [offer.text]
