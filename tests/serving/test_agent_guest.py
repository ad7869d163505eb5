"""An AI player on another machine: it sees what its seat sees, and plays as it would at home."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from engine import Code, RulesError
from engine.game.known_data import NotKnownError, known_data, read_known
from engine.game.session import Game, Session
from engine.serving.agent_guest import AgentGuest
from engine.serving.client import Client
from engine.serving.house import House
from engine.serving.store import Role
from tests.game.test_leaks import alike, other, starts
from tests.scope import ALL
from tests.serving.guests import NIM, a_house, laid
from tests.serving.networks import Link

ADA, BO, WATCH = (Role.SEAT, 0), (Role.SEAT, 1), (Role.WATCH, -1)
CARD = "lost-cities-card"


def play(house: House, agents: tuple[str, str], rules: str, seed: int) -> Session:
    """Let two agents of other machines play a game."""
    tokens = laid(house, rules=rules, seed=seed)
    links = [Link(house, Client(tokens[seat])) for seat in (ADA, BO)]
    guests = [AgentGuest(link, name, seed) for link, name in zip(links, agents, strict=True)]
    while any(link.up or link.down for link in links):
        for link, guest in zip(links, guests, strict=True):
            link.settle(guest.hear)
    session = house.open(links[0].connection.link.table).table.session
    for link in links:
        link.connection.gone()
    assert session.over
    return session


@pytest.fixture
def house(tmp_path: Path) -> House:
    return a_house(tmp_path)


def test_agents_of_other_machines_play_whole_games(house: House) -> None:
    play(house, ("greedy", "random"), NIM, seed=1)


def test_a_strategy_from_another_machine_names_an_action_of_the_game(house: House) -> None:
    with pytest.raises(RulesError, match="Nim has no action 'sing'"):
        play(house, ("always:sing", "random"), NIM, seed=1)


@pytest.mark.skipif(not ALL, reason="takes a minute")
def test_medium_beats_random_from_another_machine_as_it_does_at_home(house: House) -> None:
    won = [0 in play(house, ("medium", "random"), CARD, seed).winners for seed in range(20)]
    assert sum(won) >= 18


def test_an_agent_is_given_what_it_would_be_given_on_the_server(house: House) -> None:
    """Also when it looks back on what others did."""
    tokens = laid(house, rules=CARD, seed=3)
    ada, bo = (Link(house, Client(tokens[seat])) for seat in (ADA, BO))
    ada.settle()
    bo.settle()
    hosted = house.open(ada.connection.link.table)
    chance, session = random.Random(5), hosted.table.session
    for _ in range(6):
        link = ada if session.seat == 0 else bo
        assert link.client.state is not None
        link.act(chance.choice(link.client.state["moves"])["move"])
        link.settle()
        ada.settle()
        bo.settle()
    for link, seat in ((ada, 0), (bo, 1)):
        for past in (False, True):
            id = link.ask("known", past=past)
            link.settle()
            told = next(m for m in link.heard if m.get("id") == id)
            told = json.loads(json.dumps(told))
            known = read_known(told["known"])
            assert known == session.information_set(seat, history=past)
            assert bool(known.past) == past


def test_what_is_hidden_from_a_seat_isnt_in_what_its_agent_is_given(house: House) -> None:
    tokens = laid(house, rules=CARD, seed=7)
    link = Link(house, Client(tokens[BO]))
    link.settle()
    game = house.open(link.connection.link.table).table.session.game
    session, compared, chance = Session(game, 7), 0, random.Random(2)
    for _ in range(5):
        seat = 1
        found = (other(session, start, pair) for start, pair in starts(session, seat))
        for another in islice((o for o in found if o is not None and alike(session, o, seat)), 2):
            for past in (False, True):
                data = [
                    json.dumps(known_data(s.information_set(seat, history=past)))
                    for s in (session, another)
                ]
                assert data[0] == data[1]
            compared += another.state != session.state
        session.apply(chance.choice(session.legal()).move)
    assert compared


def test_rules_are_told_without_the_hosts_folders(house: House) -> None:
    link = Link(house, Client(laid(house)[WATCH]))
    link.settle()
    link.ask("rules")
    link.settle()
    told = link.heard[-1]
    assert told["main"] == "nim.cairn" and dict(told["texts"])["nim.cairn"].startswith("game")
    assert "/" not in json.dumps({**told, "texts": [name for name, _ in told["texts"]]})


def test_rules_that_are_only_on_the_server_are_played(house: House, tmp_path: Path) -> None:
    text = Path(NIM).read_text("utf-8").replace("Nim", "Mine")
    own = tmp_path / "other" / "mine.cairn"
    own.parent.mkdir()
    own.write_text(text)
    tokens = laid(house, rules=str(own))
    own.unlink()
    link = Link(house, Client(tokens[ADA]))
    guest = AgentGuest(link, "greedy", 1)
    link.settle(guest.hear)
    guest.close()
    assert link.client.version == 1


@pytest.mark.parametrize("name", ["../nim.cairn", "/etc/nim.cairn", ".cairn", "nim", "a\\b.cairn"])
def test_no_name_of_a_file_leads_out_of_its_folder(house: House, name: str) -> None:
    link = Link(house, Client(laid(house)[ADA]))
    guest = AgentGuest(link, "greedy", 1)
    link.settle()
    link.ask("rules")
    link.settle()
    told = link.heard[-1]
    for changed in ({"main": name}, {"texts": [(name, "game")]}, {"more": [name]}):
        with pytest.raises(RulesError) as problem:
            guest.hear({**told, **changed})
        assert problem.value.diagnostics[0].code is Code.E602


def test_another_version_and_another_seat_are_refused_in_a_sentence(house: House) -> None:
    link = Link(house, Client(laid(house)[ADA]))
    guest = AgentGuest(link, "greedy", 1)
    link.settle()
    link.ask("rules")
    link.settle()
    with pytest.raises(RulesError, match=r"0\.0\.1"):
        guest.hear({**link.heard[-1], "cairn": "0.0.1"})
    watcher = Link(house, Client(laid(house)[WATCH]))
    watcher.settle()
    watcher.ask("known")
    watcher.settle()
    assert watcher.heard[-1]["why"].startswith("You watch")


def test_what_is_no_information_set_is_refused(house: House) -> None:
    game: Game = house.open(_table(house)).table.session.game
    data = known_data(Session(game, 5).information_set(0))
    for wrong in ({"state": ["x"]}, {"holes": [[1]]}, {"seat": -1}, {"past": [[data]]}):
        with pytest.raises(NotKnownError):
            read_known({**data, **wrong})


def _table(house: House) -> str:
    link = Link(house, Client(laid(house)[WATCH]))
    link.settle()
    return link.connection.link.table
