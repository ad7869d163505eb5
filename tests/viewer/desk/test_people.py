"""Who sits there: the curtain between people, agents that think, hands that stay hidden."""

from __future__ import annotations

import time

import pytest

from engine.table.log_rows import AnnouncementRow, DecisionRow
from engine.table.match import Match
from tests.table.rows import rows_of
from tests.viewer.desk.hands import desk_with, nodes, press, settle, table, texts
from viewer.commands import AtTable
from viewer.desk.desk import Desk

CARD = "lost-cities-card"


def at(desk: Desk) -> Match:
    return table(desk).match


def hand(desk: Desk, seat: int) -> list[str]:
    """Return the names in a hand as its owner knows them."""
    view = at(desk).session.view(seat)
    zone = next(z for z in view.zones if z.name == f"hand[seat {seat + 1}]")
    return [str(item.name) for item in zone.items]


def turn(desk: Desk) -> None:
    """Let the person who is asked discard and draw."""
    seat = at(desk).session.seat
    while at(desk).session.seat == seat:
        at(desk).make(at(desk).offers[-1])
        table(desk).turn.changed()


def test_a_curtain_covers_the_table_between_two_people() -> None:
    desk = desk_with(CARD, curtains=True)
    assert at(desk).curtain == 0, "the first hand doesn't lie open either"
    desk.key("enter")
    assert at(desk).curtain is None
    turn(desk)
    assert at(desk).curtain == 1
    shown = nodes(desk)
    assert not any(n.spots for n in shown)
    assert not any(n.id.startswith(("piece:", "log:", "zone:")) for n in shown)
    desk.key("m")
    desk.key("h")
    desk.key("l")
    assert desk.shell.overlay == "" and table(desk).turn.agents.adviser is None
    desk.key("enter")
    assert at(desk).curtain is None
    assert any(n.spots for n in nodes(desk))


def test_nobody_sees_another_hand() -> None:
    desk = desk_with(CARD, curtains=True)
    for _ in range(6):
        seat = at(desk).session.seat or 0
        if at(desk).curtain is not None:
            press(desk, "curtain:lift")
        view = at(desk).view()
        other = next(z for z in view.zones if z.name == f"hand[seat {2 - seat}]")
        known = set(hand(desk, seat))
        assert view.seat == seat
        assert sum(item.name is not None and item.name not in known for item in other.items) <= 6
        turn(desk)


def test_there_is_no_curtain_where_nothing_is_hidden() -> None:
    desk = desk_with("examples/nim.cairn", curtains=True)
    at(desk).make(at(desk).offers[0])
    table(desk).turn.changed()
    assert at(desk).curtain is None and at(desk).viewer == 1


def test_what_is_chosen_in_secret_is_not_told() -> None:
    desk = desk_with("examples/goofspiel.cairn", curtains=True)
    desk.key("enter")
    at(desk).make(at(desk).offers[-1])
    table(desk).turn.changed()
    if at(desk).curtain is not None:
        desk.key("enter")
    assert at(desk).session.seat == 1
    assert [e.words for e in table(desk).text.entries()] == ["Chooses in secret."]
    assert not rows_of(DecisionRow, table(desk).text.entries())[0].chips


def test_agents_think_in_a_thread_and_can_be_hurried() -> None:
    desk = desk_with(CARD, seats=["human", "greedy"])
    desk.shell.pause = 1e9
    turn(desk)
    assert at(desk).agent == "greedy"
    desk.tick(1.0)
    assert desk.busy and "thinking" in texts(desk)
    before = len(at(desk).session.history)
    desk.tick(2.0)
    assert len(at(desk).session.history) == before
    desk.do(AtTable.HURRY)
    desk.tick(3.0)
    assert len(at(desk).session.history) == before + 1
    desk.closed()


def test_only_agents_play_to_the_end_and_the_result_is_shown() -> None:
    desk = desk_with("examples/pig.cairn", seats=["random", "greedy"])
    settle(desk)
    assert at(desk).session.over
    assert desk.shell.overlay == "result"
    assert "won" in texts(desk)
    press(desk, "result:again")
    assert not at(desk).session.over and not at(desk).session.history


def test_an_agent_is_forgotten_when_its_move_is_taken_back() -> None:
    desk = desk_with("examples/nim.cairn", seats=["human", "greedy"])
    at(desk).make(at(desk).offers[0])
    table(desk).turn.changed()
    desk.tick(1.0)
    desk.key("z")
    time.sleep(0.05)
    desk.tick(5.0)
    desk.tick(6.0)
    assert not at(desk).session.history


@pytest.mark.parametrize(
    ("language", "yours", "theirs"),
    [
        ("en", "You win the auction for 1 gold.", "Ada wins the auction for 1 gold."),
        (
            "de",
            "Den Zuschlag erhältst du; das Gebot an Gold: 1.",
            "Den Zuschlag erhält Ada; das Gebot an Gold: 1.",
        ),
        (
            "fr",
            "Enchère remportée par toi ; mise en or : 1.",
            "Enchère remportée par Ada ; mise en or : 1.",
        ),
    ],
)
def test_what_the_rules_announce_speaks_to_the_one_who_looks(
    language: str, yours: str, theirs: str
) -> None:
    for seats, read in ((["human", "greedy"], yours), (["greedy", "human"], theirs)):
        desk = desk_with("lost-cities-rivals", seats=seats, language=language)
        for move in ("reveal", "reveal", "bid(1)", "pass"):
            at(desk).play(move)
        table(desk).turn.changed()
        text = table(desk).text
        said = [text.named(row.words) for row in rows_of(AnnouncementRow, text.entries())]
        assert said == [read]
