"""Pupils of a class who play with one another, with a tutor, and what is left of it: nothing."""

from __future__ import annotations

import random
import re
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from engine.serving.class_pairs import ClassPairs
from tests.scope import ALL
from tests.serving.running import served
from tests.serving.test_browser import Tab, tab, wait
from tests.serving.test_class import InClass, Lesson

PLACE = """
    const b = document.querySelector("[data-id='lesson:on']").getBoundingClientRect();
    return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)];
"""
CLASS_TEXT = "document.getElementById('class').textContent"


class Paired(Lesson):
    """A class of Nim that has a house to play in."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.desks.pairs = ClassPairs(self.house, "examples/nim.cairn", 2, 2)


@pytest.fixture
def lesson(tmp_path: Path) -> Paired:
    return Paired(tmp_path)


def test_pupils_play_with_one_another_and_come_back(lesson: Paired) -> None:
    assert lesson.teacher.send("pair")["why"] == "No pupil is there yet"
    ada, bo = lesson.pupil("Ada"), lesson.pupil("Bo")
    assert ada.send("pair")["why"] == "Only the teacher may do this"
    lesson.teacher.send("pair")
    assert sorted(lesson.teacher.last("plan")["plays"][0]) == ["Ada", "Bo"]
    assert {ada.last("welcome")["seat"], bo.last("welcome")["seat"]} == {1, 2}
    first, second = sorted((ada, bo), key=lambda one: one.last("welcome")["seat"])
    move = first.last("state")["moves"][0]["move"]
    first.send("act", id="one", version=0, move=move)
    assert second.last("state")["version"] == 1
    assert lesson.teacher.last("class")["role"] == "teacher"
    again = InClass(lesson, ada.last("seated")["token"])
    assert again.last("state")["version"] == 1 and ada.told[-1]["type"] == "closed"
    lesson.teacher.send("ask", number=0)
    assert again.last("state")["version"] == 1, "who plays isn't asked"
    lesson.teacher.send("pair", play=False)
    assert again.told[-1]["type"] == "question" and again.last("class")["name"] == "Ada"
    again.send("answer", number=0, choice=0)
    assert again.last("question")["chosen"] == 0
    assert lesson.teacher.last("plan")["plays"] == []
    store = lesson.house.store
    assert store.tables() == [] and not any(p in str(lesson.room.record.pairs) for p in "ab")


def test_a_pupil_without_a_partner_plays_with_an_ai_player(lesson: Paired) -> None:
    for name in ("Ada", "Bo", "Cy"):
        lesson.pupil(name)
    assert lesson.desks.pairs is not None
    lesson.house.wake = lambda table: None  # type: ignore[method-assign] # there is no loop here
    lesson.teacher.send("pair")
    sizes = sorted(sorted(map(bool, group)) for group in lesson.teacher.last("plan")["plays"])
    assert sizes == [[True, True], [True, True]]
    names = [name for group in lesson.teacher.last("plan")["plays"] for name in group]
    assert sorted(names) == ["Ada", "Bo", "Cy", "easy"]


def test_a_new_class_removes_the_games_and_the_remarks(lesson: Paired) -> None:
    ada, bo = lesson.pupil("Ada"), lesson.pupil("Bo")
    lesson.teacher.send("pair")
    table = ada.last("welcome")["table"]
    ada.send("chat", id="c", text="hello")
    assert bo.last("chat")["said"][0]["name"] == "Ada"
    store = lesson.house.store
    assert store.remarks(table) and store.tables()
    lesson.teacher.send("forget")
    assert not store.remarks(table) and not store.tables() and store.table(table) is None
    assert ada.told[-1]["type"] == "closed"


def test_a_tutor_is_at_the_table_of_a_pair(lesson: Paired) -> None:
    lesson.pupil("Bo")
    ada = InClass(lesson, lesson.room.record.join, "Ada", level="nodes", width=390, height=844)
    lesson.teacher.send("pair")
    end = time.monotonic() + 60
    seen = dict[str, Any](ada.last("nodes")["nodes"])
    while "lesson:title" not in seen and time.monotonic() < end:
        time.sleep(0.02)
        ada.connection.tick(time.monotonic())
        seen |= ada.last("nodes").get("nodes", {})
    assert "lesson:on" in seen
    version = ada.last("nodes")["version"]
    ada.send("input", id="on", version=version, do="click", node="lesson:on", x=0, y=0)
    assert ada.last("done")["id"] == "on"
    lesson.teacher.send("pair", play=False)
    assert ada.last("class")["name"] == "Ada" and ada.connection._face is None


@pytest.mark.skipif(not ALL, reason="three browsers of their own")
def test_two_phones_play_in_browsers_and_come_back_to_their_class(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(served(tmp_path / "t", "lost-cities-card", "--class"))
        (teacher,) = re.findall(r"teacher's page: (\S+)", server.said)
        (link,) = re.findall(r"pupils' link: (\S+)", server.said)
        opened = stack.enter_context
        screen = opened(tab(teacher, tmp_path / "screen", (1440, 900)))
        sizes = ((390, 844), (844, 390))
        phones = [opened(tab(link, tmp_path / f"{x}", (x, y), touch=True)) for x, y in sizes]

        def runs(at: Tab, script: str) -> Any:
            return at.driver.execute_script(script)

        def until(at: Tab, script: str) -> None:
            wait(lambda: runs(at, f"return {script}"), lambda: f"{at.driver.title}: {script}")

        def press(at: Tab, id: str) -> None:
            until(at, f"!!document.getElementById('{id}')")
            runs(at, f"document.getElementById('{id}').click()")

        def decide(at: Tab) -> None:
            """Click on until the tutor has said what is new, then decide."""
            for _ in range(8):
                if at.has("lesson:on"):
                    at.press(*runs(at, PLACE))
                    time.sleep(0.2)
            at.decide(random.Random(1))

        for name, phone in zip(("Ada", "Bo"), phones, strict=True):
            until(phone, "!!document.getElementById('name')")
            named = f"document.getElementById('name').value = '{name}'"
            runs(phone, f"{named}; document.querySelector('form button').click()")
        until(screen, "document.querySelectorAll('.pupil').length === 2")
        press(screen, "pair")
        for phone in phones:
            until(phone, "!table.hidden && table.dataset.version === '0'")
            until(phone, "document.getElementById('class').hidden")
            until(phone, "!!document.querySelector('[data-id=\"lesson:on\"]')")
        until(screen, f"/Ada · Bo|Bo · Ada/.test({CLASS_TEXT})")
        for number in (1, 2):
            decide(next(phone for phone in phones if phone.asked))
            for phone in phones:
                until(phone, f"table.dataset.version === '{number}'")
        press(screen, "unpair")
        for phone in phones:
            until(phone, "table.hidden && !document.getElementById('class').hidden")
            until(phone, "document.getElementById('bar').hidden")
        until(screen, f"!/Ada · Bo|Bo · Ada/.test({CLASS_TEXT})")
        press(screen, "ask")
        for phone in phones:
            until(phone, "document.querySelectorAll('.answer').length === 4")
            until(phone, "document.querySelectorAll('#class .board > svg').length > 0")
        assert [row for at in (screen, *phones) for row in at.complaints()] == []
