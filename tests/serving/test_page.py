"""The page's side of a table: what a browser is sent, and what it may do."""

from __future__ import annotations

import asyncio
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

from engine.serving.house import House
from engine.serving.store import Role
from tests.serving.guests import Person, a_house, laid, seats_for
from viewer.app.keymap import COMMANDS
from viewer.artwork.theme import THEMES
from viewer.artwork.widgets import Ground
from viewer.page.drawing import drawn_picture
from viewer.page.face import PageFace
from viewer.page.files import page_files

CARD = "lost-cities-card"
ADA, BO, WATCH = (Role.SEAT, 0), (Role.SEAT, 1), (Role.WATCH, -1)


class Looker(Person):
    """A person with a page: they keep the nodes as a browser does."""

    def __init__(self, house: House, token: str, **hello: Any) -> None:
        self.nodes: dict[str, dict[str, Any]] = {}
        self.order: list[str] = []
        self.pictures: dict[str, str] = {}
        self.read = 0
        super().__init__(house, token, faces=PageFace, level="nodes", **hello)
        self.look()

    def look(self) -> None:
        for message in self.told[self.read :]:
            if message["type"] == "nodes":
                self._take(message)
        self.read = len(self.told)

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("fresh"):
            self.nodes, self.order = {}, []
        gone = set(message.get("gone", ()))
        self.nodes = {i: n for i, n in self.nodes.items() if i not in gone}
        self.nodes |= message.get("nodes", {})
        for id, place in message.get("moved", {}).items():
            self.nodes[id] = self.nodes[id] | {"box": [*place, *self.nodes[id]["box"][2:]]}
        before = message.get("before", {})
        self.order = [
            i for i in message.get("order") or self.order if i not in gone | before.keys()
        ]
        for id, following in reversed(before.items()):
            self.order.insert(self.order.index(following) if following else len(self.order), id)
        self.pictures |= message.get("pictures", {})

    def do(self, do: str, node: str = "", **more: Any) -> dict[str, Any]:
        self.made += 1
        x, y, w, h = self.nodes[node]["box"] if node else (0, 0, 0, 0)
        where = {"x": x + w / 2, "y": y + h / 2, "version": self.version, **more}
        self.send("input", id=f"i{self.made}", do=do, node=node, **where)
        self.look()
        return next(m for m in reversed(self.told) if m.get("id") == f"i{self.made}")

    def glowing(self, kind: str) -> list[str]:
        return [id for id in self.order if self.nodes[id].get("glow") == kind]

    def play(self, chance: random.Random) -> None:
        """Make a move by clicks."""
        before = self.version
        while self.version == before:
            self.do("click", chance.choice(self.glowing("target") or self.glowing("legal")))


def without_ids(nodes: dict[str, dict[str, Any]]) -> list[str]:
    """All nodes but the dots on what is new. The ids of pieces tell where those were before."""
    told = {id: node for id, node in nodes.items() if not id.startswith("fresh:")}
    return sorted(f"{id if 'piece:' not in id else ''} {node}" for id, node in told.items())


@pytest.fixture
def house(tmp_path: Path) -> House:
    return a_house(tmp_path)


def test_two_people_play_by_clicks_and_see_the_same_table(house: House, tmp_path: Path) -> None:
    links = laid(house, rules=CARD)
    ada, bo = Looker(house, links[ADA]), Looker(house, links[BO], width=390, height=844)
    chance = random.Random(3)
    for _ in range(4):
        for guest in (ada, bo):
            guest.connection.tick(1e9)  # what a move shows in passing has been seen
            guest.look()
        (ada if ada.last("nodes") and ada.glowing("legal") else bo).play(chance)
        ada.look()
        bo.look()
    assert ada.version == bo.version == 4
    anew = a_house(tmp_path, house.store)
    for guest, link in ((ada, ADA), (bo, BO)):
        guest.connection.tick(1e9)
        guest.look()
        size = (guest.nodes["ground"]["box"][2], guest.nodes["ground"]["box"][3])
        fresh = Looker(anew, links[link], width=size[0], height=size[1])
        table, again = without_ids(guest.nodes), without_ids(fresh.nodes)
        assert table == again, "what was sent as differences adds up to what is made anew"
        assert set(guest.order) == set(guest.nodes) and len(guest.order) == len(guest.nodes)


def test_a_guest_reads_the_help_and_tries_nothing(house: House) -> None:
    ada = Looker(house, laid(house, rules=CARD)[ADA])
    ada.do("key", key="b")
    end = time.monotonic() + 60
    while "help:list" not in ada.nodes:
        assert time.monotonic() < end, "the book never comes"
        time.sleep(0.01)
        ada.connection.tick(time.monotonic())
        ada.look()
    seen: set[str] = set()
    for _ in range(20):
        seen |= {id for id in ada.order if id.startswith("help:")}
        ada.do("scroll", "help:list", steps=6)
    assert "help:title" not in seen and any(id.startswith("help:figure:") for id in seen)
    assert not any(id.startswith("help:try:") for id in seen)
    ada.do("key", key="home")
    ada.do("click", next(id for id in ada.order if re.fullmatch(r"help:at:\d+", id)))
    assert ada.glowing("lit")


def test_only_differences_are_sent_and_pictures_once(house: House) -> None:
    links = laid(house, rules=CARD)
    ada = Looker(house, links[ADA])
    first = ada.told[-1]
    assert set(first["nodes"]) == set(first["order"])
    used = {n["picture"] for n in first["nodes"].values() if "picture" in n}
    assert used <= set(first["pictures"])
    assert ada.do("rest")["type"] == "done"
    assert ada.told[-1]["type"] == "done", "nothing has changed, so nothing is drawn anew"
    ada.do("click", ada.glowing("legal")[0])
    change = ada.last("nodes")
    assert "fresh" not in change and len(change["nodes"]) < len(first["nodes"]) / 2
    assert not set(change.get("pictures", ())) & set(first["pictures"])


def test_a_click_on_an_older_version_does_nothing(house: House) -> None:
    links = laid(house, rules=CARD)
    ada, bo = Looker(house, links[ADA]), Looker(house, links[BO])
    ada.play(random.Random(1))
    said = bo.do("click", "tab:menu", version=0)
    assert said["type"] == "refused" and said["version"] == 1
    ada.send("input", id="gone", version=ada.version, do="click", node="no such node")
    assert ada.told[-1]["type"] == "done"


def test_a_click_that_is_sent_twice_makes_one_move(house: House) -> None:
    ada = Looker(house, laid(house, rules=CARD)[ADA])
    ada.do("click", ada.glowing("legal")[0])
    target = ada.glowing("target")[0]
    for _ in range(2):
        ada.send("input", id="twice", version=0, do="click", node=target)
    answers = [m for m in ada.told if m.get("id") == "twice"]
    assert answers == [{"type": "made", "id": "twice", "version": 1}] * 2


def test_undo_in_the_page_asks_the_others(house: House) -> None:
    links = laid(house, rules="examples/nim.cairn")
    ada, bo = Looker(house, links[ADA]), Looker(house, links[BO])
    ada.act("take(4, 7)")
    ada.look()
    bo.look()
    assert ada.do("key", key="z")["type"] == "done"
    bo.look()
    texts = [" ".join(n["words"]["lines"]) for n in bo.nodes.values() if "words" in n]
    assert any("wants to take back the last move" in text for text in texts)
    assert bo.do("click", "undo")["type"] == "made"
    assert house.open(ada.connection.link.table).table.session.history == []


def open_menu(guest: Looker) -> None:
    """Escape closes what is open, and opens the menu where nothing is."""
    for _ in range(8):
        if "menu:x" in guest.nodes:
            return
        guest.do("key", key="escape")
    raise AssertionError("the menu doesn't open")


def test_no_key_and_no_button_of_a_page_does_more_than_play(house: House, tmp_path: Path) -> None:
    links = laid(house, rules=CARD)
    ada, watcher = Looker(house, links[ADA]), Looker(house, links[WATCH])
    hosted = house.open(ada.connection.link.table)
    session, before = hosted.table.session, sorted(tmp_path.iterdir())
    for guest in (ada, watcher):
        for key in COMMANDS:
            guest.do("key", key=key)
        open_menu(guest)
        menu = [id for id in guest.nodes if id.startswith("menu:") and "button" in guest.nodes[id]]
        assert {"menu:theme", "menu:x"} <= set(menu)
        assert not {"menu:quit", "menu:save_game", "menu:leave_game"} & set(menu)
        for id in menu:
            open_menu(guest)
            guest.do("click", id)
    assert hosted.table.session is session and not session.history
    assert sorted(tmp_path.iterdir()) == before
    assert not {"redo", "rules:save"} & set(ada.nodes)


def test_a_spectator_cant_decide(house: House) -> None:
    watcher = Looker(house, laid(house, rules=CARD)[WATCH])
    assert not watcher.glowing("legal")
    for id in [id for id, node in watcher.nodes.items() if node.get("hit")]:
        if id in watcher.nodes:
            watcher.do("click", id)
    assert watcher.version == 0


def test_a_spectator_sees_what_lies_before_each_player(house: House) -> None:
    links = laid(house, rules=CARD)
    ada = Looker(house, links[ADA])
    watcher = Looker(house, links[WATCH])
    before_people = {id for id in ada.nodes if id.startswith("zone:expedition")}
    assert before_people and before_people <= watcher.nodes.keys()


def test_who_lends_a_seat_to_an_agent_sees_only_their_own_hand(house: House) -> None:
    """Also where only agents are left: then nobody sees everything."""
    links = laid(house, rules=CARD, seed=9)
    ada = Looker(house, links[ADA])
    table = ada.connection.link.table
    before = {str(n["box"]): n.get("picture") for i, n in ada.nodes.items() if "piece:" in i}

    async def lend() -> None:
        house.agents.pause = 60.0
        for number in (0, 1):
            house.seat(table, number, seats_for("greedy")[0])
        for task in house.agents.tasks():
            task.cancel()

    asyncio.run(lend())
    ada.look()
    after = {str(n["box"]): n.get("picture") for i, n in ada.nodes.items() if "piece:" in i}
    assert not ada.glowing("legal")
    assert set(after.values()) == set(before.values())


def test_who_has_played_may_review_the_game_once_it_is_over(house: House) -> None:
    links = laid(house)
    ada, bo, watcher = (Looker(house, links[link]) for link in (ADA, BO, WATCH))
    for number, move in enumerate(("take(4, 7)", "take(3, 5)", "take(2, 3)", "take(1, 1)")):
        for guest in (ada, bo, watcher):
            guest.look()
            assert "result:review_game" not in guest.nodes
        (ada, bo)[number % 2].act(move)
    for guest in (ada, bo, watcher):
        guest.connection.tick(1e9)
        guest.look()
    assert "result:review_game" not in watcher.nodes
    ada.do("click", "result:review_game")
    assert any(id.startswith("review") for id in ada.nodes), sorted(ada.nodes)
    until = time.monotonic() + 60
    while ada.connection._face is not None and ada.connection._face.busy:
        assert time.monotonic() < until
        time.sleep(0.02)  # or it would take the time of the thread that judges
        ada.connection.tick(time.monotonic())
    ada.look()
    assert not any(id.startswith("review") for id in bo.nodes)


def test_names_and_words_are_text(house: House) -> None:
    links = laid(house, rules=CARD)
    ada = Looker(house, links[ADA], name="<script>x</script>")
    words = [n["words"]["lines"] for n in ada.nodes.values() if "words" in n]
    assert any("<script>" in line for lines in words for line in lines), "sent as text, for a text"
    assert not any("<script" in svg for svg in ada.pictures.values())


def test_no_ai_player_is_called_as_someone_at_the_table(house: House) -> None:
    links = laid(house, "link", "greedy", "greedy", rules="lost-cities-board")
    ada = Looker(house, links[ADA], name="Ada")
    message = next(m for m in ada.told if "names" in m)
    assert message["names"][0] == "Ada" and len(set(message["names"])) == 3
    assert len(set(message["colours"])) == 3
    ada.send("name", name="Bo")
    assert ada.last("nodes")["names"][0] == "Bo" and "colours" not in ada.last("nodes")


def test_the_ids_in_pictures_are_their_own() -> None:
    name, svg = drawn_picture(Ground(THEMES["table"]), 100, 50)
    assert f'id="p{name}-light"' in svg and f"url(#p{name}-light)" in svg


def test_the_page_loads_nothing_from_elsewhere() -> None:
    files = page_files()
    assert {"/", "/page.js", "/page.css", "/words/de.json", "/fonts/Inter-Regular.otf"} <= set(
        files
    )
    for path, (kind, read) in files.items():
        if not kind.startswith("font/"):
            text = read().decode().replace("http://www.w3.org/2000/svg", "")
            assert "http:" not in text and "https:" not in text.replace('"https:"', ""), path
    page = files["/"][1]().decode()
    assert "<style" not in page and "onclick" not in page and "<script>" not in page


def test_a_guest_reads_the_rules_of_the_table_and_can_not_write_them(house: House) -> None:
    ada = Looker(house, laid(house, rules=CARD)[ADA])
    ada.do("click", "tab:rules")
    lines = [id for id in ada.order if id.startswith("rules:line:")]
    assert "Lost Cities" in "".join(
        ada.nodes[id].get("words", {}).get("lines", [""])[0] for id in lines
    )
    assert "rules:save" not in ada.nodes and "rules:revert" not in ada.nodes
    before = lines[0]
    ada.do("scroll", "rules:paper", steps=3)
    assert before not in ada.nodes, "the text scrolls"
    assert str(Path.cwd()) not in str(ada.told), (
        "where the host keeps the rules is no guest's business"
    )


def test_a_guest_changes_the_language_for_themselves_alone(house: House) -> None:
    links = laid(house, rules=CARD)
    ada, bo = Looker(house, links[ADA]), Looker(house, links[BO])
    ada.do("click", "tab:menu")
    ada.do("click", "menu:language")
    assert ada.last("nodes") and any(m.get("language") == "de" for m in ada.told)
    said = " ".join(
        line for n in ada.nodes.values() for line in n.get("words", {}).get("lines", ())
    )
    assert "Karte ausspielen" in said or "am Zug" in said
    ada.play(random.Random(2)) if ada.glowing("legal") else bo.play(random.Random(2))
    ada.look()
    bo.look()
    assert ada.version == bo.version == 1
    assert not any(m.get("language") == "de" for m in bo.told)


def test_on_a_phone_a_swipe_opens_the_log_and_the_next_tabs(house: House) -> None:
    ada = Looker(house, laid(house, rules=CARD)[ADA], width=390, height=844)
    shown = []
    for steps in (1, 1, 1, -1, -1, -1):
        ada.do("swipe", steps=steps)
        shown.append([m for m in ("log:title", "scores", "rules:paper") if m in ada.nodes])
    assert shown == [["log:title"], ["scores"], ["rules:paper"], ["scores"], ["log:title"], []]
