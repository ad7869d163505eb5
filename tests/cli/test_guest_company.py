"""The others at a table on a server, in the terminal: chat, clocks, changed rules, a rematch."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli import guest_play
from engine.serving.client import Client
from engine.serving.terms import Terms
from tests.cli.test_guest import ADA, BO, Typed, played
from tests.serving.guests import NIM, Person, a_house, laid, seats_for
from tests.serving.networks import Wired
from tests.serving.test_rule_changes import AT_MOST_THREE, AtTable


def test_people_in_the_terminal_read_and_write_the_chat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = a_house(tmp_path)
    tokens = laid(house)
    bo = Person(house, tokens[BO], name="Bo")
    for number in range(5):
        bo.send("chat", id=f"c{number}", text=f"remark {number}")
    line = Wired(house, Client(tokens[ADA]))

    def bo_says() -> None:
        bo.send("chat", id="c9", text="\x1b[2Jwell played")
        line.carry()

    played(line, "say   hello, Bo ", bo_says, "q")
    out = capsys.readouterr().out
    assert "Bo says: remark 2" in out and "remark 1" not in out
    assert out.count("You say: hello, Bo\n") == 1 and "Bo says: [2Jwell played\n" in out
    assert bo.last("chat")["said"][-1]["text"] == "[2Jwell played"
    assert bo.told[-1]["type"] == "done" and "\x1b" not in out


def test_the_prompt_has_the_clocks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = a_house(tmp_path)
    _, links = house.create(NIM, seats_for("link", "link"), terms=Terms(days=3), seed=5)
    tokens = {(link.role, link.seat): token for token, link in links.items()}
    Person(house, tokens[BO], name="Bo")
    played(Wired(house, Client(tokens[ADA], language="fr")), "q", language="fr")
    assert "3 j 0 h · Bo 3 j 0 h > " in capsys.readouterr().out


def test_a_proposal_is_read_and_answered_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = AtTable(tmp_path)
    line = Wired(at.house, Client(at.links[ADA]))

    def host_proposes() -> None:
        at.propose(AT_MOST_THREE)
        line.carry()

    played(line, host_proposes, "agree", "q")
    out = capsys.readouterr().out
    assert "The host proposes changed rules:\n" in out
    assert "  So the game goes back: 1 of 2 decisions are kept." in out
    assert "Changed rules wait for you and seat 2.\n" in out
    assert "Changed rules wait for seat 2.\n" in out
    assert at.bo.last("proposal")["agreed"] == [1]


def test_a_rematch_opens_under_the_same_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = a_house(tmp_path)
    tokens = laid(house)
    line, bo = Wired(house, Client(tokens[ADA])), Person(house, tokens[BO])

    def bo_moves() -> None:
        bo.act(bo.last("state")["moves"][-1]["move"])
        line.carry()

    play = guest_play.GuestPlay(line, "en")
    play.asks = True
    moves = ["rematch", "take(4, 7)", bo_moves, "take(2, 3)", bo_moves]
    play.lines = Typed([*moves, "rematch 2"])  # type: ignore[assignment]
    assert play.run()
    out = capsys.readouterr().out
    assert "There is no such thing here." not in out.split("The game is over")[1]
    assert bo.last("people")["after"]
    again = Wired(house, Client(tokens[ADA]))
    assert again.client.title == "Nim" and again.client.decisions == []
    assert Person(house, tokens[BO]).last("state")["asked"]
