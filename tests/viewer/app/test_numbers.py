"""Choosing among numbers: a field that takes what is typed, a stepper and a slider."""

from __future__ import annotations

from engine.table.guest import Guest
from tests.viewer.app.hands import app_with, node, nodes, press, table, texts
from viewer.app.controller import AppController

RIVALS = "lost-cities-rivals"


def at(app: AppController) -> Guest:
    return table(app).guest


def opened() -> AppController:
    """An auction in which the second seat may raise a bid of eight."""
    app = app_with(RIVALS, seed=2)
    for text in ("reveal", "bid(8)"):
        at(app).make(next(o for o in at(app).offers if o.text == text))
        table(app).turn.changed()
    return app


def raising(app: AppController) -> None:
    place = next(n for n, c in enumerate(table(app).turn.question.choices) if "aise" in c.label)  # type: ignore[union-attr]
    press(app, f"answer:{place}")


def test_nothing_on_the_table_bids() -> None:
    app = opened()
    before = len(at(app).session.history)
    for found in [n for n in nodes(app) if n.spots]:
        app.click(found, *found.box.centre)
        assert len(at(app).session.history) == before, found.id
        assert not table(app).turn.narrowing.picks, found.id


def test_raising_asks_for_the_amount_and_bids_what_was_named() -> None:
    app = opened()
    raising(app)
    before = len(at(app).session.history)
    assert table(app).turn.entry.number == 9
    app.key("1")
    assert node(app, "step:number").words.text == "1"  # type: ignore[union-attr]
    app.key("enter")
    assert len(at(app).session.history) == before
    assert "Choose a number from 9 to 18" in texts(app)
    app.key("3")
    app.key("enter")
    assert at(app).session.history[before].text == "raise(13)"


def test_typing_is_rubbed_out_digit_by_digit() -> None:
    app = opened()
    raising(app)
    for key in ("1", "8", "backspace", "2"):
        app.key(key)
    app.key("enter")
    assert at(app).session.history[-1].text == "raise(12)"


def test_the_slider_and_the_stepper_stay_within_what_may_be_chosen() -> None:
    app = opened()
    raising(app)
    slides = [n for n in nodes(app) if n.id.startswith("slide:")]
    assert len(slides) == 10
    app.click(slides[4], *slides[4].box.centre)
    assert table(app).turn.entry.number == 13
    for _ in range(20):
        press(app, "step:more")
    assert table(app).turn.entry.number == 18
