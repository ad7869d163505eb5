"""Client and server agree in the end, whatever the network does to what they say."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.serving.client import PATIENCE, Client
from engine.serving.house import House
from engine.serving.links import read_link
from engine.serving.store import Role
from tests.scope import ALL
from tests.serving.guests import a_house, laid
from tests.serving.networks import Link

ADA, BO, WATCH, JOIN = (Role.SEAT, 0), (Role.SEAT, 1), (Role.WATCH, -1), (Role.JOIN, -1)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return a_house(tmp_path)


def linked(house: House, token: str, **wishes: Any) -> Link:
    link = Link(house, Client(token, **wishes))
    link.settle()
    return link


def agree(house: House, *links: Link) -> None:
    """Let the network be a good one, and see that everybody knows the same of the table."""
    for _ in range(4):
        for link in links:
            link.settle()
            link.now += 2 * PATIENCE
            link.client.overdue(link.now)
            if link.client.behind:
                link.again()
    for link in links:
        link.settle()
        client, hosted = link.client, house.open(link.connection.link.table)
        assert client.settled and not client.ended
        assert client.version == hosted.version
        made = [decision.text for decision in hosted.table.session.history]
        assert [row["move"] for row in client.decisions] == made
        assert client.state is not None and client.state["version"] == client.version
        asked = hosted.table.session.seat == client.seat
        assert client.state["asked"] == asked


@settings(max_examples=200 if ALL else 4, deadline=None)
@given(st.data())
def test_what_is_lost_doubled_delayed_and_out_of_order_doubles_no_move(data: st.DataObject) -> None:
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    with tempfile.TemporaryDirectory() as folder:
        house = a_house(Path(folder))
        tokens = laid(house)
        links = [Link(house, Client(tokens[seat])) for seat in (ADA, BO)]
        for _ in range(data.draw(st.integers(5, 120))):
            disturb(chance.choice(links), chance)
        agree(house, *links)
        hosted = house.open(links[0].connection.link.table)
        entries = house.store.entries(hosted.record.id)
        acts = [(entry.seat, entry.act) for entry in entries if entry.act]
        assert len(acts) == len(set(acts)), "nothing is made twice"
        for seat, link in enumerate(links):
            for id, answer in link.answers.items():
                if answer != "done":
                    assert ((seat, id) in acts) == (answer == "made")
        house.store.close()


def test_a_welcome_that_is_lost_is_asked_for_again(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    link = Link(house, Client(laid(house)[ADA]))
    link.to_server()
    assert link.down.pop(0)["type"] == "welcome"
    agree(house, link)
    assert link.client.seat == ADA[1]


def disturb(link: Link, chance: random.Random) -> None:
    """Let one thing happen on the way, or at one of its ends."""
    client = link.client
    match chance.choice("aauuuudddddlLDDcotT"):
        case "a":
            moves = [offer["move"] for offer in (client.state or {}).get("moves", ())]
            link.act(chance.choice([*moves, "take(1, 1)"]))
        case "t":
            link.say(client.take_back(link.now))
        case "u" if link.up:
            link.to_server(chance.choice([0, chance.randrange(len(link.up))]))
        case "d" if link.down:
            link.to_client(chance.choice([0, chance.randrange(len(link.down))]))
        case "l" if link.up:
            link.up.pop(chance.randrange(len(link.up)))
        case "L" if link.down:
            link.down.pop(chance.randrange(len(link.down)))
        case "D" if link.down and link.up:
            link.down.append(chance.choice(link.down))
            link.up.append(chance.choice(link.up))
        case "c":
            link.again()
        case "o" if link.late:
            connection, text = link.late.pop(chance.randrange(len(link.late)))
            connection.receive(text)
        case "T":
            link.now += chance.uniform(0, PATIENCE)
            client.overdue(link.now)
            if client.behind:
                link.again()


def test_an_act_that_the_connection_lost_is_sent_again_once(house: House) -> None:
    tokens = laid(house)
    ada, bo = linked(house, tokens[ADA]), linked(house, tokens[BO])
    id = ada.act("take(4, 7)")
    ada.to_server()  # and the answer is lost
    ada.again()
    agree(house, ada, bo)
    assert ada.answers == {id: "made"} and ada.client.version == 1


def test_a_missing_difference_is_noticed_though_a_decision_was_taken_back(house: House) -> None:
    """As many decisions count as before, but others: only `since` shows it."""
    tokens = laid(house)
    ada, bo = linked(house, tokens[ADA]), linked(house, tokens[BO])
    ada.act("take(4, 7)")
    ada.settle()
    bo.settle()
    for link in (ada, bo):
        link.say(link.client.take_back())
        link.to_server()
    ada.down.clear()
    bo.settle()
    ada.client.version = 2
    ada.act("take(3, 1)")
    ada.client.version = 1
    ada.to_server()
    ada.down = ada.down[-1:]
    ada.to_client()
    assert ada.client.behind is False and ada.up, "it has come again"
    agree(house, ada, bo)


def test_who_comes_again_before_they_have_heard_of_their_seat_gets_the_same(house: House) -> None:
    tokens = laid(house, "open", "open")
    ada = Link(house, Client(tokens[JOIN]))
    ada.to_server()
    ada.again()
    ada.settle()
    bo = linked(house, tokens[JOIN])
    assert (ada.client.seat, bo.client.seat) == (0, 1)
    assert ada.client.token != tokens[JOIN]


def test_an_ended_link_says_why(house: House) -> None:
    tokens = laid(house)
    first = linked(house, tokens[ADA])
    linked(house, tokens[ADA])
    first.settle()
    assert first.client.ended == "Another device has taken over this seat"
    assert linked(house, "wrong").client.ended.startswith("This link opens nothing")


def test_links_are_read() -> None:
    link = read_link(" https://table.example/#abc ")
    assert link is not None
    assert (link.socket, link.token) == ("wss://table.example/ws", "abc")
    assert link.with_token("x") == "https://table.example/#x"
    for text in ("nim", "http://host/", "ftp://host/#a", "http://host:0/#a", "http://h:x/#a", ""):
        assert read_link(text) is None
