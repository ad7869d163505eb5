"""Choosing among numbers: a field that takes what is typed, a stepper and a slider."""

from __future__ import annotations

from engine.table.match import Match
from tests.viewer.desk.hands import desk_with, node, nodes, press, table, texts
from viewer.desk.desk import Desk

RIVALS = "lost-cities-rivals"


def at(desk: Desk) -> Match:
    return table(desk).match


def opened() -> Desk:
    """An auction in which the second seat may raise a bid of eight."""
    desk = desk_with(RIVALS, seed=2)
    for text in ("reveal", "bid(8)"):
        at(desk).make(next(o for o in at(desk).offers if o.text == text))
        table(desk).turn.changed()
    return desk


def raising(desk: Desk) -> None:
    place = next(n for n, c in enumerate(table(desk).turn.question.choices) if "aise" in c.label)  # type: ignore[union-attr]
    press(desk, f"answer:{place}")


def test_nothing_on_the_table_bids() -> None:
    desk = opened()
    before = len(at(desk).session.history)
    for found in [n for n in nodes(desk) if n.spots]:
        desk.click(found, *found.box.centre)
        assert len(at(desk).session.history) == before, found.id
        assert not table(desk).turn.narrowing.picks, found.id


def test_raising_asks_for_the_amount_and_bids_what_was_named() -> None:
    desk = opened()
    raising(desk)
    before = len(at(desk).session.history)
    assert table(desk).turn.entry.number == 9
    desk.key("1")
    assert node(desk, "step:number").words.text == "1"  # type: ignore[union-attr]
    desk.key("enter")
    assert len(at(desk).session.history) == before
    assert "Choose a number from 9 to 18" in texts(desk)
    desk.key("3")
    desk.key("enter")
    assert at(desk).session.history[before].text == "raise(13)"


def test_typing_is_rubbed_out_digit_by_digit() -> None:
    desk = opened()
    raising(desk)
    for key in ("1", "8", "backspace", "2"):
        desk.key(key)
    desk.key("enter")
    assert at(desk).session.history[-1].text == "raise(12)"


def test_the_slider_and_the_stepper_stay_within_what_may_be_chosen() -> None:
    desk = opened()
    raising(desk)
    slides = [n for n in nodes(desk) if n.id.startswith("slide:")]
    assert len(slides) == 10
    desk.click(slides[4], *slides[4].box.centre)
    assert table(desk).turn.entry.number == 13
    for _ in range(20):
        press(desk, "step:more")
    assert table(desk).turn.entry.number == 18
