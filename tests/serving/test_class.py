"""A class at one table: what a teacher and their pupils see, and what nobody else does."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine import RulesError, Session, load
from engine.cli.arguments import ServeArguments
from engine.cli.serve import serve_tables
from engine.serving import limits
from engine.serving.class_desks import ClassDesks
from engine.serving.classroom import Classroom, open_class
from engine.serving.connection import Connection
from engine.serving.store import hashed
from tests.scope import ALL
from tests.serving.guests import NIM, a_house
from tests.serving.running import served
from tests.serving.test_browser import Tab, tab, wait
from viewer.page.face import PageFace

TEACHER = "the-teachers-own-token"
VOTES = "return [...document.querySelectorAll('#class .answer strong')].map((e) => e.textContent)"


def drawn(session: Session, answers: Sequence[str], size: tuple[int, int]) -> dict[str, Any]:
    return {"size": list(size), "over": session.over}


class Lesson:
    """A class of Nim, kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.house = a_house(folder)
        self.room = open_class(load(NIM), "en", folder / "classes" / "nim.json")
        self.room.prepare()
        self.desks = ClassDesks(self.room, hashed(TEACHER), drawn, "https://cairn.example.org")
        self.teacher = InClass(self, TEACHER)

    def pupil(self, name: str) -> InClass:
        return InClass(self, self.room.record.join, name)


class InClass:
    """A connection to a class."""

    def __init__(self, lesson: Lesson, token: str, name: str = "", **hello: Any) -> None:
        self.told: list[dict[str, Any]] = []
        self.now = 0.0
        self.connection = Connection(
            lesson.house, self.told.append, lambda: None,
            desks=lesson.desks, faces=PageFace, clock=lambda: self.now,
        )  # fmt: skip
        self.send("hello", token=token, name=name, **hello)

    def send(self, type: str, **fields: Any) -> dict[str, Any]:
        self.now += 1.0
        self.connection.receive(json.dumps({"type": type, **fields}))
        return self.told[-1]

    def last(self, type: str) -> dict[str, Any]:
        return next(m for m in reversed(self.told) if m["type"] == type)


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return Lesson(tmp_path)


def test_pupils_join_by_one_link_and_a_name(lesson: Lesson) -> None:
    assert lesson.teacher.last("class")["link"].endswith(f"/#{lesson.room.record.join}")
    new = InClass(lesson, lesson.room.record.join)
    assert new.last("class")["role"] == "new"
    assert new.send("join", name=" \n ")["why"] == "Type your name first"
    new.send("join", name="Ada\n<b>")
    token = new.last("seated")["token"]
    assert new.last("class") == {
        "type": "class", "role": "pupil", "title": "Nim", "language": "en", "name": "Ada <b>",
    }  # fmt: skip
    lesson.pupil("Ada <b>")
    assert lesson.teacher.last("pupils")["pupils"] == [
        {"name": "Ada <b>", "here": True}, {"name": "Ada <b> 2", "here": True},
    ]  # fmt: skip
    again = InClass(lesson, token)
    assert again.last("class")["name"] == "Ada <b>" and new.told[-1]["type"] == "closed"


def test_all_are_asked_answer_and_see_the_rule_once_it_is_revealed(lesson: Lesson) -> None:
    ada, bo = lesson.pupil("Ada"), lesson.pupil("Bo")
    placed = next(n for n, x in enumerate(lesson.room.exercises) if x.position is not None)
    right = lesson.room.exercises[placed].right
    assert not ada.last("question")["asks"]
    ada.send("size", width=390, height=400)
    lesson.teacher.send("ask", number=placed)
    asked = ada.last("question")
    assert asked["answers"] == list(lesson.room.exercises[placed].answers)
    assert asked["table"] == {"size": [390, 400], "over": False}
    assert asked["chosen"] is None and not {"right", "votes", "rule"} & asked.keys()
    assert "table" not in bo.last("question")
    wrong = 1 - right if right < 2 else 0
    ada.send("answer", number=placed, choice=right)
    assert ada.last("question")["chosen"] == right
    bo.send("answer", number=placed, choice=right)
    bo.send("answer", number=placed, choice=wrong)
    votes = lesson.teacher.last("question")["votes"]
    assert (votes[right], votes[wrong]) == (["Ada"], ["Bo"])
    assert not any('"Bo"' in json.dumps(message) for message in ada.told)
    lesson.teacher.send("reveal")
    for guest in (ada, bo, lesson.teacher):
        shown = guest.last("question")
        assert shown["right"] == right and shown["replies"] and shown["rule"]["sentence"]
    assert bo.send("answer", number=placed, choice=right)["why"] == "This isn't asked now"
    known = [p for p in lesson.teacher.last("plan")["points"] if p["answered"]]
    assert [(point["right"], point["answered"]) for point in known] == [(1, 2)]
    assert placed in known[0]["exercises"]


def test_only_the_teacher_asks_and_reveals(lesson: Lesson) -> None:
    ada = lesson.pupil("Ada")
    for message in ({"type": "ask", "number": 0}, {"type": "reveal"}, {"type": "forget"}):
        assert ada.send(**message)["why"] == "Only the teacher may do this"
    assert lesson.teacher.send("answer", number=0, choice=0)["why"] == "Only pupils answer"
    assert lesson.teacher.send("ask", number=999)["why"] == "This isn't asked now"
    stranger = InClass(lesson, "wrong")
    assert stranger.told[-1]["type"] == "closed"
    assert "pupils" not in {m["type"] for m in ada.told}


def test_each_does_the_course_at_their_own_pace(lesson: Lesson) -> None:
    ada, bo = lesson.pupil("Ada"), lesson.pupil("Bo")
    lesson.teacher.send("pace", pace="course")
    first = ada.last("question")["number"]
    right = lesson.room.exercises[first].right
    ada.send("answer", number=first, choice=1 - right if right < 2 else 0)
    assert ada.last("question")["right"] == right
    assert ada.send("answer", number=first, choice=right)["type"] == "refused"
    ada.send("next")
    assert ada.last("question")["number"] == first + 1
    assert bo.last("question")["number"] == first and "right" not in bo.last("question")


def test_an_exam_shows_its_result_at_the_end_only(lesson: Lesson) -> None:
    ada = lesson.pupil("Ada")
    lesson.teacher.send("pace", pace="exam")
    total = len(lesson.room.round)
    for done in range(total):
        asked = ada.last("question")
        assert asked["asks"] and "right" not in asked
        right = lesson.room.exercises[asked["number"]].right
        ada.send("answer", number=asked["number"], choice=right if done else (right + 1) % 2)
    end = ada.last("question")
    assert (end["asks"], end["right"], end["total"]) == (False, total - 1, total)
    assert sum(p["answered"] for p in lesson.teacher.last("plan")["points"]) == total


def test_a_class_is_kept_and_a_pupil_can_be_taken_out(lesson: Lesson, tmp_path: Path) -> None:
    ada, bo = lesson.pupil("Ada"), lesson.pupil("Bo")
    token = ada.last("seated")["token"]
    lesson.teacher.send("ask", number=0)
    for guest in (ada, bo):
        guest.send("answer", number=0, choice=0)
    again = Lesson(tmp_path)
    assert again.teacher.last("question")["votes"][0] == ["Ada", "Bo"]
    assert InClass(again, token).last("question")["chosen"] == 0
    written = (tmp_path / "classes" / "nim.json").read_text("utf-8")
    assert token not in written and TEACHER not in written
    again.teacher.send("remove", name="Ada")
    assert again.teacher.last("question")["votes"][0] == ["Bo"]
    assert InClass(again, token).told[-1]["type"] == "closed"
    link = again.room.record.join
    again.teacher.send("forget")
    assert again.teacher.last("pupils")["pupils"] == []
    assert again.room.record.join != link


def test_a_class_has_room_for_so_many(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PUPILS", 2)
    said = [lesson.pupil(f"P{number}").told[-1] for number in range(3)]
    assert said[2] == {"type": "refused", "id": "", "why": "This class is full"}


def test_questions_come_once_they_are_prepared(tmp_path: Path) -> None:
    room = Classroom(load(NIM), "de", None)
    desks = ClassDesks(room, hashed(TEACHER), drawn, "")
    lesson = Lesson(tmp_path)
    lesson.desks = desks
    teacher = InClass(lesson, TEACHER)
    assert not teacher.last("plan")["ready"]
    assert teacher.send("ask", number=0)["why"].startswith("The questions are being prepared")
    room.prepare_aside().join()
    desks.tick()
    assert teacher.last("plan")["ready"] and teacher.last("class")["title"] == "Nim"
    teacher.send("ask", number=0)
    assert teacher.last("question")["question"].startswith("Was ")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"version": 1, "join": "a", "pupils": 3}', "\x00", "{" * 9000]
)
def test_a_file_that_is_no_class_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    path.write_text(text, "utf-8")
    with pytest.raises(RulesError, match="no class of Cairn"):
        open_class(load(NIM), "en", path)
    assert path.read_text("utf-8") == text


def test_a_class_needs_one_ruleset() -> None:
    for rulesets in ([], [NIM, "examples/whist.cairn"]):
        with pytest.raises(RulesError, match="--class needs one ruleset"):
            serve_tables(ServeArguments(rulesets=rulesets, classroom=True))


@pytest.mark.skipif(not ALL, reason="three browsers of their own")
def test_a_teacher_and_two_phones_in_browsers(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(served(tmp_path / "t", "lost-cities-card", "--class"))
        (teacher,) = re.findall(r"teacher's page: (\S+)", server.said)
        (link,) = re.findall(r"pupils' link: (\S+)", server.said)

        def opened(address: str, size: tuple[int, int], *, touch: bool = True) -> Tab:
            folder = tmp_path / f"{size[0]}"
            return stack.enter_context(tab(address, folder, size, touch=touch))

        screen = opened(teacher, (1440, 900), touch=False)
        phones = [opened(link, size) for size in ((390, 844), (844, 390))]
        for number, phone in enumerate(phones):
            named = f"document.getElementById('name').value = 'P{number}'"
            phone.driver.execute_script(f"{named}; document.querySelector('form button').click()")

        def seen(at: Tab, selector: str) -> int:
            counted = f"return document.querySelectorAll('#class {selector}').length"
            return int(at.driver.execute_script(counted))

        def shown(at: Tab, numbers: dict[str, int]) -> bool:
            return all(seen(at, selector) == number for selector, number in numbers.items())

        wait(lambda: seen(screen, ".point") > 3 and seen(screen, ".pupil") == 2)
        screen.driver.execute_script("document.getElementById('ask').click()")
        for phone in phones:
            wait(partial(shown, phone, {".answer": 4, ".board > svg": 2}))
            phone.driver.execute_script("document.querySelector('#class .answer').click()")
        wait(lambda: screen.driver.execute_script(VOTES) == ["2", "0", "0", "0"])
        assert [seen(at, ".right") + seen(at, ".rule") for at in (screen, *phones)] == [0, 0, 0]
        screen.driver.execute_script("document.getElementById('reveal').click()")
        for at in (screen, *phones):
            wait(partial(shown, at, {".answer.right": 1, ".rule pre": 1}))
        assert not any(at.complaints() for at in (screen, *phones))
