"""The log tells what a decision has shown, and why rounds and games ended."""

from __future__ import annotations

import random

import pytest

from engine import Game, Session, load
from engine.chronicle.chronicle import Chronicle
from engine.chronicle.rows import DecisionRow, EndingRow, RevealRow
from tests.table.rows import rows_of
from tests.viewer.app.hands import EXAMPLES, game
from viewer.panels import shot_app


def test_a_card_that_is_turned_up_stands_in_its_row() -> None:
    session = Session(game("lost-cities-rivals", 3), 3)
    session.play("reveal")
    chronicle = Chronicle(session)
    river = next(zone for zone in session.view(None).zones if zone.name == "river")
    for viewer in range(3):
        entry = rows_of(DecisionRow, chronicle.entries(viewer))[0]
        told = chronicle.turned(entry, viewer)
        assert [chip.item and chip.item.name for chip in told] == [river.items[0].name]


def test_who_draws_reads_the_card_and_nobody_else_does() -> None:
    session = Session(game("lost-cities-card", 2), 5)
    session.apply(next(o for o in session.move_options() if o.action == "discard").move)
    hand = {i.name for z in session.view(0).zones if z.name == "hand[seat 1]" for i in z.items}
    session.play("draw")
    now = {i.name for z in session.view(0).zones if z.name == "hand[seat 1]" for i in z.items}
    chronicle = Chronicle(session)

    def last(viewer: int) -> DecisionRow:
        return rows_of(DecisionRow, chronicle.entries(viewer))[-1]

    mine = chronicle.turned(last(0), 0)
    theirs = chronicle.turned(last(1), 1)
    assert {chip.item.name for chip in mine if chip.item} <= now
    assert len(mine) == 1 or now == hand
    assert theirs == ()


@pytest.mark.parametrize(
    "language, mine, theirs",
    [("en", "to your", "to their"), ("de", "an deine", "an die"), ("fr", "à ton", "à son")],
)
def test_whose_a_thing_is_depends_on_who_reads(language: str, mine: str, theirs: str) -> None:
    session = Session(game("lost-cities-card", 2, language), 1)
    session.apply(next(o for o in session.move_options() if o.action == "explore").move)
    words = [Chronicle(session).known(1, viewer)[2] for viewer in (0, 1, None)]
    assert [mine in said for said in words] == [True, False, False]
    assert [theirs in said for said in words] == [False, True, True]


def test_a_roll_is_told_with_whom_it_belongs_to() -> None:
    session = Session(game(str(EXAMPLES / "pig.cairn"), 3), 1)
    chronicle = Chronicle(session)
    for number in range(1, 9):
        before = session.view(0).zones[0].items[0].name
        rolls = "again" if number % 3 else "pass"
        session.play(rolls)
        seat, after = session.seat, session.view(0).zones[0].items[0].name
        rows = [row for row in chronicle.entries(0) if row.after == number]
        (made,) = rows_of(DecisionRow, rows)
        told = [chip.text for chip in chronicle.turned(made, 0)]
        if seat == made.seat:
            assert told == [after]
        else:
            assert told == ([] if rolls == "pass" else ["die showing 1"])
            began = rows_of(RevealRow, rows)[-1]
            assert began.seat == seat
            assert began.words == after or before == after


def test_dice_rolled_for_everybody_are_told_with_their_owners() -> None:
    session = Session(game(str(EXAMPLES / "liars-dice.cairn"), 2), 1)
    for move in ("bid(1, 3)", "doubt"):
        session.play(move)
    mine = {i.name for z in session.view(1).zones for i in z.items if z.owner == 1}
    rows = rows_of(RevealRow, Chronicle(session).entries(1))
    assert [(row.seat, {chip.text for chip in row.chips}) for row in rows] == [(1, mine)]


def test_why_a_game_ended_stands_in_the_log() -> None:
    session, chance = Session(game(str(EXAMPLES / "tic-tac-toe.cairn"), 2), 1), random.Random(1)
    while not session.over:
        session.apply(chance.choice(session.legal()).move)
    rows = Chronicle(session).entries(0)
    assert isinstance(rows[-1], EndingRow) and rows[-1].words
    texts = [n.words.text for n in shot_app(session).nodes((1440, 900)) if n.words]
    assert any(rows[-1].words[:12] in text for text in texts)


def test_a_row_names_the_piece_of_whose_decision_it_is() -> None:
    session = Session(Game(load("lost-cities-board"), 2), 3)
    chance = random.Random(3)
    owners: set[int] = set()
    while len(owners) < 2:
        session.play(chance.choice(session.written_moves()))
        (*_, row) = rows_of(DecisionRow, Chronicle(session).entries(None))
        for chip in row.chips:
            if chip.item is not None and "owner" in dict(chip.item.values):
                assert dict(chip.item.values)["owner"] == f"seat {row.seat + 1}"
                owners.add(row.seat)
