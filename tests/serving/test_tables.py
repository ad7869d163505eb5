"""What guests at a table of a server are told, and what they can do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine import Code, Diagnostic, RulesError
from engine.serving import limits
from engine.serving.house import House
from engine.serving.store import Role
from tests.serving.guests import HOST, NIM, Person, a_house, laid

ADA, BO = (Role.SEAT, 0), (Role.SEAT, 1)
WATCH = (Role.WATCH, -1)
JOIN = (Role.JOIN, -1)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return a_house(tmp_path)


def test_two_guests_and_a_spectator_hear_of_each_move(house: House) -> None:
    links = laid(house)
    ada, bo, watcher = (
        Person(house, links[ADA]),
        Person(house, links[BO]),
        Person(house, links[WATCH]),
    )
    assert ada.last("welcome")["seat"] == 1 and watcher.last("welcome")["seat"] is None
    assert ada.last("state")["asked"] and not bo.last("state")["asked"]
    assert {"move": "take(4, 7)", "words": "Take 7 from heap 4."} in ada.last("state")["moves"]
    assert ada.act("take(4, 7)") == {"type": "made", "id": "1", "version": 1}
    for guest in (ada, bo, watcher):
        state = guest.last("state")
        assert state["missed"] == [
            {"number": 1, "seat": 1, "move": "take(4, 7)", "words": "Take 7 from heap 4."}
        ]
        assert (
            state["position"]["zones"]["heap[4]"] == 0 or not state["position"]["zones"]["heap[4]"]
        )
    assert bo.last("state")["asked"] and not watcher.last("state")["moves"]


def test_an_act_that_is_sent_twice_is_made_once(house: House) -> None:
    links = laid(house)
    ada = Person(house, links[ADA])
    first = ada.act("take(4, 7)", id="once", version=0)
    again = ada.act("take(4, 7)", id="once", version=0)
    assert first == again == {"type": "made", "id": "once", "version": 1}
    assert len(house.open(ada.connection.link.table).table.session.history) == 1


def test_a_refused_move_names_its_rule(house: House) -> None:
    links = laid(house, rules="lost-cities-card")
    ada = Person(house, links[ADA])
    assert "draw" not in [offer["move"] for offer in ada.last("state")["moves"]]
    said = ada.act("draw")
    why = house.open(ada.connection.link.table).table.session.explain(0, "draw").sentence
    assert (said["type"], said["why"].casefold()) == ("refused", why.casefold())
    assert ada.version == 0
    for nonsense in ("", "take(", "take(1, 7", "\x00", "((((", "take(99999999999999999999, 1)"):
        assert ada.act(nonsense)["type"] == "refused"


def test_the_reason_is_in_the_guests_language(house: House) -> None:
    links = laid(house)
    bo = Person(house, links[BO], language="de")
    assert bo.act("take(4, 7)")["why"] == "Du bist nicht am Zug"
    ada = Person(house, links[ADA], language="de")
    assert "hier" in ada.act("take(1, 7)")["why"]
    watcher = Person(house, links[WATCH], language="fr")
    assert watcher.act("take(4, 7)")["why"].startswith("Tu regardes cette partie")


def test_an_act_on_an_older_version_is_refused_with_what_was_missed(house: House) -> None:
    links = laid(house)
    ada, bo = Person(house, links[ADA]), Person(house, links[BO])
    ada.act("take(4, 7)")
    said = bo.act("take(3, 1)", version=0)
    assert said["type"] == "refused" and said["version"] == 1
    assert [missed["move"] for missed in said["missed"]] == ["take(4, 7)"]
    assert bo.act("take(3, 1)")["type"] == "made"


def test_who_comes_back_is_told_what_they_missed(house: House) -> None:
    links = laid(house)
    ada, bo = Person(house, links[ADA]), Person(house, links[BO])
    ada.act("take(4, 7)")
    bo.connection.gone()
    bo = Person(house, links[BO], seen=1)
    assert (bo.last("state")["kept"], bo.last("state")["missed"]) == (1, [])
    bo = Person(house, links[BO])
    assert (bo.last("state")["kept"], len(bo.last("state")["missed"])) == (0, 1)


def test_a_table_is_the_same_when_the_server_starts_again(house: House, tmp_path: Path) -> None:
    links = laid(house)
    ada, bo = Person(house, links[ADA]), Person(house, links[BO])
    ada.act("take(4, 7)", id="a")
    bo.act("take(3, 2)")
    bo.send("take_back", id="u", version=2)
    ada.send("take_back", id="u", version=2)
    house.store.close()
    again = a_house(tmp_path)
    back = Person(again, links[ADA])
    assert back.last("state")["position"] == ada.last("state")["position"]
    assert back.version == ada.version == 3
    assert back.act("take(4, 7)", id="a", version=0)["version"] == 1


def test_a_second_device_takes_over_and_the_first_is_told(house: House) -> None:
    links = laid(house)
    first = Person(house, links[ADA])
    second = Person(house, links[ADA])
    assert first.told[-1] == {
        "type": "closed",
        "why": "Another device has taken over this seat",
        "again": False,
    }
    assert first.stopped == 1
    assert second.act("take(4, 7)")["type"] == "made"
    told = len(first.told)
    first.connection.receive('{"type": "act", "id": "z", "version": 1, "move": "take(3, 1)"}')
    assert len(first.told) == told
    watchers = [Person(house, links[WATCH]) for _ in range(2)]
    assert not any(watcher.stopped for watcher in watchers)


def test_a_renewed_link_cuts_off_who_came_by_the_old_one(house: House) -> None:
    links = laid(house)
    ada, bo = Person(house, links[ADA]), Person(house, links[BO])
    host = Person(house, HOST)
    table = ada.connection.link.table
    said = host.send("renew", table=table, role="seat", seat=1)
    assert ada.told[-1]["why"] == "The host has renewed this link" and ada.stopped
    assert not bo.stopped
    assert Person(house, links[ADA]).told[-1]["type"] == "closed"
    assert Person(house, said["token"]).act("take(4, 7)")["type"] == "made"


def test_taking_back_needs_everybody_who_has_a_seat(house: House) -> None:
    links = laid(house)
    ada, bo = Person(house, links[ADA], name="Ada"), Person(house, links[BO])
    watcher = Person(house, links[WATCH])
    ada.act("take(4, 7)")
    watcher.send("take_back", id="w", version=1)
    assert watcher.last("refused")["why"].startswith("You watch")
    ada.send("take_back", id="u", version=1)
    assert ada.version == 1
    assert bo.last("said")["text"] == "Ada wants to take back the last move; undo agrees"
    bo.send("take_back", id="u", version=1)
    assert ada.last("state")["kept"] == 0 and ada.version == 2
    assert ada.last("state")["asked"]


def test_a_move_ends_the_wish_to_take_back(house: House) -> None:
    links = laid(house)
    ada, bo = Person(house, links[ADA]), Person(house, links[BO])
    ada.act("take(4, 7)")
    ada.send("take_back", id="u", version=1)
    bo.act("take(3, 1)")
    bo.send("take_back", id="u", version=2)
    assert bo.version == 2 and bo.last("state")["take_back"] == [2]


def test_nothing_is_taken_back_past_what_somebody_has_seen(house: House) -> None:
    links = laid(house, rules="lost-cities-card")
    ada = Person(house, links[ADA])
    ada.act(ada.last("state")["moves"][0]["move"])
    draw = next(m["move"] for m in ada.last("state")["moves"] if m["move"] == "draw")
    ada.act(draw)
    ada.send("take_back", id="u", version=2)
    assert "can't be taken back" in ada.last("refused")["why"]


def test_an_open_seat_goes_to_who_comes_first(house: House) -> None:
    links = laid(house, "link", "open")
    guest = Person(house, links[JOIN], name="Bo\n<b>")
    token = guest.last("seated")["token"]
    assert guest.last("seated")["seat"] == 2
    assert guest.last("state")["names"] == ["", "Bo <b>"]
    late = Person(house, links[JOIN])
    assert late.told[-1] == {"type": "closed", "why": "All seats are taken", "again": False}
    assert Person(house, token).last("welcome")["seat"] == 2


def test_agents_move_and_a_seat_can_be_lent_to_one(tmp_path: Path) -> None:
    async def play() -> None:
        house = a_house(tmp_path)
        ada = Person(house, laid(house, "link", "greedy")[ADA])
        ada.act("take(4, 7)")
        while ada.version < 2:
            await asyncio.sleep(0.01)
        host, table = Person(house, HOST), ada.connection.link.table
        host.send("seat", table=table, seat=1, **{"for": "random"})
        while not ada.last("state")["over"]:
            await asyncio.sleep(0.01)
        assert not ada.last("state")["moves"]
        await house.close()
        assert ada.told[-1]["why"] == "The server is closing; the game is kept"

    asyncio.run(play())


def test_the_host_lays_a_table_with_links(house: House) -> None:
    host = Person(house, HOST)
    assert host.told[0]["type"] == "house" and "greedy" in host.told[0]["agents"]
    made = host.send("create", rules=NIM, seats=[{"for": "link", "name": "Ada"}, {"for": "open"}])
    assert [(found["role"], found["seat"]) for found in made["links"]] == [
        ("watch", None), ("seat", 1), ("join", None),
    ]  # fmt: skip
    for place in ("nobody", "human"):
        said = host.send("create", rules=NIM, seats=[{"for": "link"}, {"for": place}])
        assert said["type"] == "refused"
    said = host.send("create", rules=NIM, seats=[{"for": "link"}])
    assert said["type"] == "refused" and "2" in said["why"]
    said = host.send("renew", table=made["table"], role="seat", seat=0)
    assert said["why"] == "This table has no such seat"


def test_only_the_host_may_lay_tables(house: House) -> None:
    ada = Person(house, laid(house)[ADA])
    said = ada.send("create", rules=NIM, seats=[{"for": "link"}, {"for": "open"}])
    assert said["why"] == "Only the host may do this"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"type": "act"}',
        '{"type": "unknown"}',
        '{"type": "hello"}',
        "\ud800",
        "1" * 5000,
    ],
)
def test_what_cant_be_read_is_refused_with_the_reason(house: House, text: str) -> None:
    ada = Person(house, laid(house)[ADA])
    ada.connection.receive(text.encode("utf-8", "surrogatepass"))
    assert ada.told[-1]["type"] == "refused"
    assert ada.told[-1]["why"].startswith("This message can't be read")


def test_limits_are_told_in_a_sentence(house: House) -> None:
    links = laid(house)
    ada = Person(house, links[ADA])
    ada.connection.receive("x" * (limits.MESSAGE_BYTES + 1))
    assert ada.told[-1]["why"] == "A message can have at most 16384 bytes"
    ada = Person(house, links[ADA])
    for _ in range(int(limits.BURST) + 2):
        ada.connection.receive('{"type": "name", "name": "a"}')
    assert ada.told[-1]["why"] == "Too many messages at once; wait a little"
    assert Person(house, "wrong").told[-1]["why"].startswith("This link opens nothing")


def test_a_decision_that_isnt_kept_reaches_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = laid(house)
    ada, bo = Person(house, links[ADA]), Person(house, links[BO])

    def full(*_: object) -> None:
        raise RulesError(Diagnostic(Code.E601, "the disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(house.store, "append", full)
        ada.send("act", id="1", version=0, move="take(4, 7)")
    assert (
        ada.told[-1] == bo.told[-1] == {"type": "closed", "why": "The disk is full", "again": True}
    )
    assert not any(message["type"] == "made" for message in ada.told)
    assert Person(house, links[ADA]).last("state")["asked"]
