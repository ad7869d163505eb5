"""The log tells what a decision has shown, and why rounds and games ended."""

from __future__ import annotations

import random

from engine import Session
from engine.match.game_log import GameLog
from tests.viewer.desk.hands import EXAMPLES, game
from viewer.panels import shot_desk


def test_a_card_that_is_turned_up_stands_in_its_row() -> None:
    session = Session(game("lost-cities-rivals", 3), 3)
    session.play("reveal")
    chronicle = GameLog(session)
    river = next(zone for zone in session.view(None).zones if zone.name == "river")
    for viewer in range(3):
        entry = chronicle.entries(session, viewer)[0]
        told = chronicle.turned(session, entry, viewer)
        assert [chip.item and chip.item.name for chip in told] == [river.items[0].name]


def test_who_draws_reads_the_card_and_nobody_else_does() -> None:
    session = Session(game("lost-cities-card", 2), 5)
    session.apply(next(o for o in session.offers() if o.action == "discard").move)
    hand = {i.name for z in session.view(0).zones if z.name == "hand[seat 1]" for i in z.items}
    session.play("draw")
    now = {i.name for z in session.view(0).zones if z.name == "hand[seat 1]" for i in z.items}
    chronicle = GameLog(session)
    mine = chronicle.turned(session, chronicle.entries(session, 0)[-1], 0)
    theirs = chronicle.turned(session, chronicle.entries(session, 1)[-1], 1)
    assert {chip.item.name for chip in mine if chip.item} <= now
    assert len(mine) == 1 or now == hand
    assert theirs == ()


def test_all_dice_of_a_roll_are_told() -> None:
    session = Session(game(str(EXAMPLES / "pig.cairn"), 2), 1)
    chronicle = GameLog(session)
    before = [i.name for z in session.view(0).zones for i in z.items]
    for _ in range(6):
        session.play("again" if "again" in [o.text for o in session.offers()] else "pass")
        shown = [i.name for z in session.view(0).zones for i in z.items]
        told = chronicle.turned(session, chronicle.entries(session, 0)[-1], 0)
        assert [chip.item and chip.item.name for chip in told] == (shown if shown != before else [])
        before = shown


def test_why_a_game_ended_stands_in_the_log() -> None:
    session, chance = Session(game(str(EXAMPLES / "tic-tac-toe.cairn"), 2), 1), random.Random(1)
    while not session.over:
        session.apply(chance.choice(session.legal()).move)
    rows = GameLog(session).entries(session, 0)
    assert rows[-1].words
    assert (rows[-1].number, rows[-1].totals) == (0, ())
    texts = [n.words.text for n in shot_desk(session).nodes((1440, 900)) if n.words]
    assert any(rows[-1].words[:12] in text for text in texts)
