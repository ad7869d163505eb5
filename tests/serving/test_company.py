"""What belongs to a table besides its game: clocks, absent players, chat, rematch, saves."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine import Code, Diagnostic, RulesError, load, read_save
from engine.game.saves import replay
from engine.serving import limits
from engine.serving.clock import DAY
from engine.serving.house import House
from engine.serving.housekeeping import tables_of
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import Role
from engine.serving.terms import OutOfTime, Terms
from tests.serving.guests import HOST, NIM, Person, seats_for
from tests.serving.test_page import Looker

ADA, BO = (Role.SEAT, 0), (Role.SEAT, 1)
WATCH = (Role.WATCH, -1)
JOIN = (Role.JOIN, -1)
CARD = "lost-cities-card"
SECOND = 1000
LAST = ("take(4, 7)", "take(3, 5)", "take(2, 3)", "take(1, 1)")
"""A whole game of the heaps: the second player wins."""


class Hosted:
    """A house with a clock that the test moves."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now = folder, 10**12
        self.hooked: list[dict[str, object]] = []
        self.house = self.again()

    def again(self) -> House:
        """Start the server anew."""
        self.house = House(
            SqliteStore(self.folder / "tables.sqlite"), opens=load, pause=0.0,
            hook=self.hooked.append, now=lambda: self.now,
        )  # fmt: skip
        return self.house

    def lay(self, *kinds: str, rules: str = NIM, **terms: Any) -> dict[tuple[Role, int], str]:
        seats = seats_for(*(kinds or ("link", "link")))
        _, links = self.house.create(rules, seats, seed=5, terms=Terms(**terms))
        return {(link.role, link.seat): token for token, link in links.items()}

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * SECOND)
        self.house.time.tick()


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    return Hosted(tmp_path)


def people(guest: Person) -> dict[str, Any]:
    return guest.last("people")


def test_everybody_sees_who_is_there_and_whose_turn_it_is(hosted: Hosted) -> None:
    links = hosted.lay()
    ada = Person(hosted.house, links[ADA], name="Ada")
    assert [seat["here"] for seat in people(ada)["seats"]] == [True, False]
    bo, watcher = Person(hosted.house, links[BO], name="Bo"), Person(hosted.house, links[WATCH])
    assert people(ada)["seats"] == people(bo)["seats"] == people(watcher)["seats"]
    assert [(s["name"], s["here"]) for s in people(ada)["seats"]] == [("Ada", True), ("Bo", True)]
    assert people(ada)["watching"] == 1
    ada.act("take(4, 7)")
    assert [guest.last("turn")["seat"] for guest in (ada, bo, watcher)] == [2, 2, 2]
    assert "left" not in bo.last("turn")
    watcher.connection.gone()
    assert people(bo)["watching"] == 0


# -------------------------------------------------------------- clocks


def test_a_clock_runs_for_who_decides_and_adds_to_who_has_decided(hosted: Hosted) -> None:
    links = hosted.lay(seconds=60, increment=5)
    ada, bo = Person(hosted.house, links[ADA]), Person(hosted.house, links[BO])
    hosted.wait(100)
    assert not ada.last("turn")["runs"], "it begins with the first decision"
    ada.act("take(4, 7)")
    hosted.wait(20)
    bo.act("take(3, 1)")
    assert ada.last("turn")["left"] == [60 * SECOND, 45 * SECOND]
    hosted.wait(30)
    ada.act("take(3, 1)")
    assert bo.last("turn") == {
        "type": "turn", "seat": 2, "runs": True, "left": [35 * SECOND, 45 * SECOND],
    }  # fmt: skip


def test_times_survive_a_restart_and_nobody_pays_while_nobody_is_there(hosted: Hosted) -> None:
    links = hosted.lay(seconds=60)
    ada, bo = Person(hosted.house, links[ADA]), Person(hosted.house, links[BO])
    ada.act("take(4, 7)")
    hosted.wait(20)
    for guest in (ada, bo):
        guest.connection.gone()
    hosted.wait(3600)
    bo = Person(hosted.again(), links[BO])
    assert bo.last("turn")["left"] == [60 * SECOND, 40 * SECOND]
    hosted.wait(10)
    bo.act("take(3, 1)")
    assert bo.last("turn")["left"] == [60 * SECOND, 30 * SECOND]


def test_a_running_clock_is_written_so_that_a_crash_gives_little_back(hosted: Hosted) -> None:
    links = hosted.lay(seconds=60)
    ada = Person(hosted.house, links[ADA])
    ada.act("take(4, 7)")
    for _ in range(3):
        hosted.wait(9)
    bo = Person(hosted.again(), links[BO])
    assert bo.last("turn")["left"] == [60 * SECOND, 42 * SECOND]


def test_a_table_stops_when_the_time_is_over(hosted: Hosted) -> None:
    links = hosted.lay(seconds=60)
    ada, bo = Person(hosted.house, links[ADA]), Looker(hosted.house, links[BO], name="Bo")
    ada.act("take(4, 7)")
    hosted.wait(61)
    assert ada.last("said")["text"] == "The time of Bo is over; the table has stopped"
    assert people(ada)["stopped"]
    bo.send("act", id="late", version=1, move="take(3, 1)")
    assert bo.last("refused")["why"] == "The time is over, so the table has stopped"
    bo.look()
    assert not bo.glowing("legal")
    bo = Looker(hosted.again(), links[BO])
    assert people(bo)["stopped"] and not bo.glowing("legal")
    words = [" ".join(n["words"]["lines"]) for n in bo.nodes.values() if "words" in n]
    assert words.count("Bo") and words.count("Person") == 2

    async def lend() -> None:
        host, table = Person(hosted.house, HOST), bo.connection.link.table
        host.send("seat", table=table, seat=2, **{"for": "random"})
        while bo.last("turn")["seat"] != 1:
            await asyncio.sleep(0.01)

    asyncio.run(lend())
    assert not people(bo)["stopped"]


def test_an_ai_player_takes_the_seat_for_good_when_the_time_is_over(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.serving.timekeeping.usual_agent", lambda: "random")

    async def play() -> None:
        links = hosted.lay(seconds=60, increment=5, out=OutOfTime.AGENT)
        ada, bo = Person(hosted.house, links[ADA]), Person(hosted.house, links[BO])
        ada.act("take(4, 7)")
        hosted.wait(61)
        assert people(ada)["seats"][1]["stands_in"] == "random"
        while ada.version < 2:
            await asyncio.sleep(0.01)
        bo = Person(hosted.house, links[BO])
        assert people(bo)["seats"][1]["stands_in"] == "random"
        assert bo.last("turn")["left"] == [60 * SECOND, 0]
        await hosted.house.close()

    asyncio.run(play())


def test_days_for_each_decision_pass_while_nobody_is_there(hosted: Hosted) -> None:
    links = hosted.lay(days=2)
    ada = Person(hosted.house, links[ADA])
    ada.act("take(4, 7)")
    ada.connection.gone()
    hosted.again()
    asyncio.run(hosted.house.resume())
    hosted.wait(DAY / SECOND)
    bo = Person(hosted.house, links[BO])
    assert bo.last("turn")["left"][1] == DAY and not people(bo)["stopped"]
    bo.connection.gone()
    hosted.wait(DAY / SECOND)
    assert people(Person(hosted.house, links[ADA]))["stopped"]


def test_no_time_passes_for_a_seat_that_is_open(hosted: Hosted) -> None:
    links = hosted.lay("link", "open", seconds=60)
    ada = Person(hosted.house, links[ADA])
    ada.act("take(4, 7)")
    hosted.wait(600)
    assert ada.last("turn")["left"] == [60 * SECOND, None] and not people(ada)["stopped"]
    bo = Person(hosted.house, links[JOIN])
    hosted.wait(10)
    bo.act("take(3, 1)")
    assert bo.last("turn")["left"] == [60 * SECOND, 50 * SECOND]


def test_a_disk_that_refuses_ends_only_its_table(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [hosted.lay(days=1, out=OutOfTime.AGENT) for _ in range(2)]
    guests = [Person(hosted.house, links[ADA]) for links in tables]
    for guest in guests:
        guest.act("take(4, 7)")

    def full(table: str, *_: object) -> None:
        raise RulesError(Diagnostic(Code.E601, "the disk is full"))

    monkeypatch.setattr(hosted.house.store, "seat", full)
    hosted.wait(2 * DAY / SECOND)
    assert [guest.told[-1]["why"] for guest in guests] == ["The disk is full"] * 2


# -------------------------------------------------------------- absent players


def test_an_ai_player_takes_an_absent_seat_and_gives_it_back(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.serving.timekeeping.usual_agent", lambda: "random")

    async def play() -> None:
        links = hosted.lay(away=2)
        ada, bo = Person(hosted.house, links[ADA]), Person(hosted.house, links[BO], name="Bo")
        bo.connection.gone()
        ada.act("take(4, 7)")
        hosted.wait(0)
        hosted.wait(119)
        assert not people(ada)["seats"][1]["stands_in"]
        hosted.wait(2)
        assert ada.last("said")["text"] == "Bo is away, so an AI player takes the seat"
        while ada.version < 2:
            await asyncio.sleep(0.01)
        bo = Person(hosted.house, links[BO])
        assert not people(ada)["seats"][1]["stands_in"]
        ada.act("take(3, 1)" if "take(3, 1)" in str(ada.last("state")["moves"]) else "take(1, 1)")
        assert bo.last("state")["asked"]
        await hosted.house.close()

    asyncio.run(play())


def test_an_ai_player_keeps_an_open_seat_warm(hosted: Hosted) -> None:
    async def play() -> None:
        links = hosted.lay("link", "open")
        ada, host = Person(hosted.house, links[ADA]), Person(hosted.house, HOST)
        ada.act("take(4, 7)")
        lend = {"table": ada.connection.link.table, "seat": 2, "for": "random"}
        assert host.send("seat", **lend)["tables"][0]["seats"][1]["for"] == "random"
        assert people(ada)["seats"][1] == {
            "name": "", "for": "open", "stands_in": "random", "here": False,
        }  # fmt: skip
        while ada.version < 2:
            await asyncio.sleep(0.01)
        bo = Person(hosted.house, links[JOIN], name="Bo")
        assert bo.last("seated")["seat"] == 2
        assert people(ada)["seats"][1]["name"] == "Bo"
        assert not people(ada)["seats"][1]["stands_in"]
        await hosted.house.close()

    asyncio.run(play())


def test_nobody_plays_on_alone_when_all_have_left(hosted: Hosted) -> None:
    links = hosted.lay(away=1)
    ada = Person(hosted.house, links[ADA])
    ada.act("take(4, 7)")
    ada.connection.gone()
    hosted.wait(0)
    hosted.wait(600)
    assert not people(Person(hosted.house, links[ADA]))["seats"][1]["stands_in"]


# -------------------------------------------------------------- chat


def test_everybody_reads_the_chat_in_the_same_order_also_later(hosted: Hosted) -> None:
    links = hosted.lay()
    ada, bo = Person(hosted.house, links[ADA], name="Ada"), Person(hosted.house, links[BO])
    watcher = Person(hosted.house, links[WATCH])
    ada.send("chat", id="1", text="<b>hello</b>\n\x00you")
    assert ada.last("done")["id"] == "1"
    ada.send("chat", id="1", text="<b>hello</b>\n\x00you")
    bo.send("chat", id="1", text="good luck")
    said = [
        [r for m in g.told if m["type"] == "chat" for r in m["said"]] for g in (ada, bo, watcher)
    ]
    assert said[0] == said[1] == said[2]
    texts = [(r["number"], r["seat"], r["name"], r["text"]) for r in said[0]]
    assert texts == [(1, 1, "Ada", "<b>hello</b> you"), (2, 2, "", "good luck")]
    late = Person(hosted.again(), links[WATCH])
    assert late.last("chat")["said"] == said[0]
    late.send("chat", id="1", text="hi")
    assert late.last("refused")["why"] == "You watch this game, so you can only read"


def test_two_servers_have_the_same_chat(hosted: Hosted) -> None:
    links = hosted.lay()
    ada, bo = Person(hosted.house, links[ADA]), Person(hosted.again(), links[BO])
    ada.send("chat", id="1", text="one")
    bo.send("chat", id="1", text="two")
    assert [(r["number"], r["text"]) for r in bo.last("chat")["said"]] == [(1, "one"), (2, "two")]


def test_the_chat_has_limits(hosted: Hosted) -> None:
    links = hosted.lay()
    ada = Person(hosted.house, links[ADA])
    said = ada.send("chat", id="long", text="x" * (limits.REMARK + 1))
    assert said["why"].startswith("This message can't be read")
    for number in range(int(limits.REMARKS_AT_ONCE) + 1):
        said = ada.send("chat", id=f"{number}", text="again")
    assert said["why"] == "You write too fast; wait a little"


# -------------------------------------------------------------- after the game


def played(hosted: Hosted, links: dict[tuple[Role, int], str]) -> list[Person]:
    guests = [Person(hosted.house, links[link], name=n) for link, n in ((ADA, "Ada"), (BO, "Bo"))]
    for number, move in enumerate(LAST):
        said = guests[number % 2].act(move)
        assert said["type"] == "made", said
    return guests


def test_a_rematch_has_the_same_links_and_the_old_table_stays(hosted: Hosted) -> None:
    links = hosted.lay("link", "link", seconds=60)
    early = Person(hosted.house, links[ADA])
    early.send("rematch", id="r", turned=True)
    assert early.last("refused")["why"] == "The game isn't over yet"
    ada, bo = played(hosted, links)
    assert ada.last("state")["over"] and not people(bo)["after"]
    hosted.hooked.clear()
    ada.send("rematch", id="r", turned=True)
    assert [(said["seat"], said["name"]) for said in hosted.hooked] == [(1, "Bo")]
    new, old = ada.last("done")["table"], bo.connection.link.table
    assert people(bo)["after"] and bo.last("state")["over"]
    bo.send("rematch", id="r")
    assert bo.last("done")["table"] == new and len(hosted.hooked) == 1
    assert [found["table"] for found in tables_of(hosted.house)] == [new]
    watcher = Person(hosted.house, links[WATCH])
    assert [seat["name"] for seat in people(watcher)["seats"]] == ["Bo", "Ada"]
    assert people(watcher)["before"] == old
    ada, bo = Person(hosted.house, links[ADA]), Person(hosted.house, links[BO])
    assert ada.last("welcome")["seat"] == 2 and bo.last("state")["asked"]
    assert bo.last("turn")["left"] == [60 * SECOND, 60 * SECOND]
    past = Person(hosted.again(), links[ADA], table=old)
    assert past.last("welcome")["seat"] == 1 and past.last("state")["winners"] == [2]
    wrong = Person(hosted.house, links[ADA], table="other")
    assert wrong.told[-1]["why"].startswith("This link opens nothing")


def test_who_begins_a_rematch_can_be_said(hosted: Hosted) -> None:
    links = hosted.lay()
    ada, _ = played(hosted, links)
    ada.send("rematch", id="wrong", first=3)
    assert "3" in ada.last("refused")["why"]
    ada.send("rematch", id="r", first=2)
    assert Person(hosted.house, links[BO]).last("state")["asked"]


def test_a_game_that_is_over_can_be_saved_as_a_file(hosted: Hosted, tmp_path: Path) -> None:
    links = hosted.lay()
    ada = Person(hosted.house, links[ADA])
    ada.send("save", id="s")
    assert ada.last("refused")["why"].startswith("A save holds what is hidden")
    host = Person(hosted.house, HOST)
    assert host.send("export", table=ada.connection.link.table)["text"].startswith("cairn:")
    ada, _ = played(hosted, links)
    ada.send("save", id="s")
    file = tmp_path / ada.last("file")["name"]
    file.write_text(ada.last("file")["text"], "utf-8")
    session = replay(read_save(file), load(NIM))
    assert session.over and [decision.text for decision in session.history] == list(LAST)


# -------------------------------------------------------------- for the host


def test_spectators_see_all_hands_only_while_the_host_opens_them(hosted: Hosted) -> None:
    links = hosted.lay(rules=CARD)
    kinds: tuple[type[Person], ...] = (Person, Looker)
    program, page = (kind(hosted.house, links[WATCH]) for kind in kinds)
    ada = Person(hosted.house, links[ADA])
    host, table = Person(hosted.house, HOST), ada.connection.link.table

    def seen(guest: Person) -> tuple[int, int]:
        zones = program.last("state")["position"]["zones"]
        assert isinstance(page, Looker)
        page.look()
        names = {n.get("picture") for i, n in page.nodes.items() if i.startswith("piece:")}
        return sum(str(z).count("None") for z in zones.values()), len(names)

    hidden, pictures = seen(program)
    mine = ada.last("state")["position"]
    host.send("terms", table=table, open_hands=True)
    opened, more = seen(program)
    assert opened < hidden and more > pictures
    assert people(ada)["open_hands"] and ada.last("state")["position"] == mine
    host.send("terms", table=table, open_hands=False)
    assert seen(program) == (hidden, pictures)


def test_the_hook_hears_whose_turn_it_is(hosted: Hosted) -> None:
    links = hosted.lay("link", "link")
    assert [said["seat"] for said in hosted.hooked] == [1]
    ada = Person(hosted.house, links[ADA], name="Ada")
    ada.act("take(4, 7)")
    said = hosted.hooked[-1]
    assert (said["event"], said["title"], said["seat"], said["here"]) == (
        "your turn", "Nim", 2, False,
    )  # fmt: skip
    assert not any(token in str(hosted.hooked) for token in links.values())


def test_a_strategy_at_a_table_names_an_action_of_its_game(hosted: Hosted) -> None:
    with pytest.raises(RulesError, match="Nim has no action 'sing'"):
        hosted.lay("link", "always:sing")
    assert hosted.house.store.tables() == []
    hosted.lay("link", "always:take")
    (record,) = hosted.house.store.tables()
    with pytest.raises(RulesError, match="Nim has no action 'sing'"):
        hosted.house.seat(record.id, 1, seats_for("never:sing")[0])
    assert hosted.house.open(record.id).record.seats[1].agent == "always:take"
