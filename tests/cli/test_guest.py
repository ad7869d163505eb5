"""A table on another machine in the terminal, without any network; and what refuses a link."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.cli import guest, guest_play
from engine.game.session import Game, Session
from engine.game.view_data import position, read_position
from engine.rules.load import load
from engine.serving.client import Client
from engine.serving.dialling import Lost
from engine.serving.house import House
from engine.serving.store import Role
from tests.cli.conftest import Cairn
from tests.serving.guests import Person, a_house, laid
from tests.serving.networks import Wired

ADA, BO, WATCH = (Role.SEAT, 0), (Role.SEAT, 1), (Role.WATCH, -1)


class Typed:
    """What a player types; a line may be something to do first."""

    def __init__(self, lines: list[object]) -> None:
        self.lines = lines

    def read(self, meanwhile: object) -> str:
        assert callable(meanwhile)
        meanwhile()
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                return f"{line}\n"
            assert callable(line)
            line()
            meanwhile()
        return ""


def played(line: Wired, *lines: object, language: str = "en") -> None:
    """Let a player type all this."""
    play = guest_play.GuestPlay(line, language)
    play.asks = True
    play.lines = Typed(list(lines))  # type: ignore[assignment]
    play.run()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return a_house(tmp_path)


def test_a_guest_plays_in_the_terminal(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    tokens = laid(house)
    line, bo = Wired(house, Client(tokens[ADA])), Person(house, tokens[BO], name="Bo")

    def bo_moves() -> None:
        bo.act("take(3, 5)")
        line.carry()

    def bo_takes_back() -> None:
        bo.send("take_back", id="u", version=bo.version)
        line.carry()

    def lost() -> None:
        line.news.put(Lost())
        line.news.put(Lost())

    played(line, "?", "take(1, 9)", "take(4, 7)", bo_moves, "u", bo_takes_back, lost, "q")
    out = capsys.readouterr().out
    assert "Nim\nSeat 1 is you.\n" in out
    assert "take 4, 7: Take 7 from heap 4." in out
    assert "You: Take 7 from heap 4." in out and "Bo has to decide." in out
    assert "Bo: Take 5 from heap 3." in out and "Taken back: Take 5 from heap 3." in out
    assert out.count("The connection is lost. Trying again …") == 1
    assert "heap 1" in out and "is over" not in out


def test_a_whole_game_ends_with_who_has_won(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    tokens = laid(house)
    line, bo = Wired(house, Client(tokens[ADA])), Person(house, tokens[BO])

    def bo_moves() -> None:
        bo.act(bo.last("state")["moves"][-1]["move"])
        line.carry()

    played(line, *(["take(4, 7)", bo_moves, "take(2, 3)", bo_moves]))
    out = capsys.readouterr().out
    assert "The game is over" in out and "Seat 2 has won." in out


def test_an_ended_link_is_the_last_sentence(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    tokens = laid(house)
    line = Wired(house, Client(tokens[ADA], language="de"))

    def second_device() -> None:
        Person(house, tokens[ADA])
        line.carry()

    played(line, second_device, "q", language="de")
    out = capsys.readouterr().out
    assert out.endswith("Ein anderes Gerät hat diesen Platz übernommen.\n")
    assert "Platz 1 bist du" in out


def test_who_watches_decides_nothing(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    line = Wired(house, Client(laid(house)[WATCH]))
    played(line, "take(4, 7)")
    out = capsys.readouterr().out
    assert "You watch this game." in out and "so you can't decide." in out


@pytest.mark.parametrize("rules", ["lost-cities-card", "whist"])
def test_a_position_is_read_back_as_it_was_written(rules: str) -> None:
    session = Session(Game(load(rules), load(rules).checked().header.players[0]), 3)
    for seat in (0, 1, session.game.knowledge.spectator):
        view = session.view(seat)
        again = read_position(position(view), seat, session.game.players)
        assert position(again) == position(view)
        assert [zone.owner for zone in again.zones] == [zone.owner for zone in view.zones]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("play", "http://127.0.0.1:9/"), "is no link to a table"),
        (("play", "http://127.0.0.1:9/#x", "--seed", 3), "as its host has laid it"),
        (("play", "http://127.0.0.1:9/#x", "--text"), "127.0.0.1:9 can't be reached"),
        (("join", "nim"), "is no link to a table"),
        (("join", "http://127.0.0.1:9/#x", "--agent", "nobody"), "there is no agent"),
    ],
)
def test_what_is_wrong_with_a_link_is_said(
    cairn: Cairn, line: tuple[object, ...], said: str
) -> None:
    result = cairn(*line)
    assert result.code == 1 and said in result.err


def test_without_the_extra_one_sentence_says_what_to_install(
    cairn: Cairn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest, "find_spec", lambda name: None)
    monkeypatch.delitem(sys.modules, "engine.serving.dialling", raising=False)
    for command in ("play", "join"):
        more = ("--text",) if command == "play" else ()
        result = cairn(command, "http://127.0.0.1:9/#x", *more)
        assert "pip install 'cairn-tabletop[serve]'" in result.err and result.code == 1
