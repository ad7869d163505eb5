"""Who sits there: the cover between people, agents that think, hands that stay hidden."""

from __future__ import annotations

import time

import pytest

from engine.chronicle.rows import AnnouncementRow, DecisionRow
from engine.table.guest import Guest
from tests.table.rows import rows_of
from tests.viewer.app.hands import app_with, nodes, press, settle, table, texts
from viewer.app.controller import AppController
from viewer.commands import AtTable

CARD = "lost-cities-card"


def at(app: AppController) -> Guest:
    return table(app).guest


def hand(app: AppController, seat: int) -> list[str]:
    """Return the names in a hand as its owner knows them."""
    view = at(app).session.view(seat)
    zone = next(z for z in view.zones if z.name == f"hand[seat {seat + 1}]")
    return [str(item.name) for item in zone.items]


def turn(app: AppController) -> None:
    """Let the person who is asked discard and draw."""
    seat = at(app).session.seat
    while at(app).session.seat == seat:
        at(app).make(at(app).offers[-1])
        table(app).turn.changed()


def test_the_screen_is_covered_between_two_people() -> None:
    app = app_with(CARD, covers=True)
    assert (at(app).seat, at(app).present) == (0, False), "the first hand doesn't lie open either"
    app.key("enter")
    assert at(app).present
    turn(app)
    assert (at(app).seat, at(app).present) == (1, False)
    shown = nodes(app)
    assert not any(n.spots for n in shown)
    assert not any(n.id.startswith(("piece:", "log:", "zone:")) for n in shown)
    app.key("m")
    app.key("h")
    app.key("l")
    assert app.shell.overlay == "" and at(app).adviser is None
    app.key("enter")
    assert at(app).present
    assert any(n.spots for n in nodes(app))


def test_nobody_sees_another_hand() -> None:
    app = app_with(CARD, covers=True)
    for _ in range(6):
        seat = at(app).session.seat or 0
        if not at(app).present:
            press(app, "pass_and_play:reveal")
        view = at(app).view()
        other = next(z for z in view.zones if z.name == f"hand[seat {2 - seat}]")
        known = set(hand(app, seat))
        assert view.seat == seat
        assert sum(item.name is not None and item.name not in known for item in other.items) <= 6
        turn(app)


def test_the_screen_is_not_covered_where_nothing_is_hidden() -> None:
    app = app_with("examples/nim.cairn", covers=True)
    at(app).make(at(app).offers[0])
    table(app).turn.changed()
    assert at(app).present and at(app).seat == 1


def test_what_is_chosen_in_secret_is_not_told() -> None:
    app = app_with("examples/goofspiel.cairn", covers=True)
    app.key("enter")
    at(app).make(at(app).offers[-1])
    table(app).turn.changed()
    if not at(app).present:
        app.key("enter")
    assert at(app).session.seat == 1
    assert [e.words for e in table(app).text.entries()] == ["Chooses in secret."]
    assert not rows_of(DecisionRow, table(app).text.entries())[0].chips


def test_agents_think_in_a_thread_and_can_be_hurried() -> None:
    app = app_with(CARD, seats=["human", "greedy"])
    app.shell.pause = 1e9
    turn(app)
    assert at(app).table.agent == "greedy"
    app.tick(1.0)
    assert app.busy and "thinking" in texts(app)
    before = len(at(app).session.history)
    app.tick(2.0)
    assert len(at(app).session.history) == before
    app.do(AtTable.HURRY)
    app.tick(3.0)
    assert len(at(app).session.history) == before + 1
    app.closed()


def test_only_agents_play_to_the_end_and_the_result_is_shown() -> None:
    app = app_with("examples/pig.cairn", seats=["random", "greedy"])
    settle(app)
    assert at(app).session.over
    assert app.shell.overlay == "result"
    assert "won" in texts(app)
    press(app, "result:again")
    assert not at(app).session.over and not at(app).session.history


def test_an_agent_is_forgotten_when_its_move_is_taken_back() -> None:
    app = app_with("examples/nim.cairn", seats=["human", "greedy"])
    at(app).make(at(app).offers[0])
    table(app).turn.changed()
    app.tick(1.0)
    app.key("z")
    time.sleep(0.05)
    app.tick(5.0)
    app.tick(6.0)
    assert not at(app).session.history


@pytest.mark.parametrize(
    ("language", "yours", "theirs"),
    [
        ("en", "You win the auction for 1 gold.", "Ada wins the auction for 1 gold."),
        (
            "de",
            "Den Zuschlag für 1 Gold erhältst du.",
            "Den Zuschlag für 1 Gold erhält Ada.",
        ),
        (
            "fr",
            "Enchère remportée par toi ; offre en or : 1.",
            "Enchère remportée par Ada ; offre en or : 1.",
        ),
    ],
)
def test_what_the_rules_announce_speaks_to_the_one_who_looks(
    language: str, yours: str, theirs: str
) -> None:
    for seats, read in ((["human", "greedy"], yours), (["greedy", "human"], theirs)):
        app = app_with("lost-cities-rivals", seats=seats, language=language)
        for move in ("reveal", "reveal", "bid(1)", "pass"):
            at(app).table.play(move)
        table(app).turn.changed()
        text = table(app).text
        said = [text.named(row.words) for row in rows_of(AnnouncementRow, text.entries())]
        assert said == [read]
