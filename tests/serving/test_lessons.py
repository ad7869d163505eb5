"""Learning beside a hosted table: the tutor, exercises and an exam, without any effect on it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.serving.house import House
from engine.serving.store import Role
from tests.scope import telling
from tests.serving.guests import a_house, laid
from tests.serving.test_page import Looker

ADA, BO, WATCH = (Role.SEAT, 0), (Role.SEAT, 1), (Role.WATCH, -1)
PATIENCE = 60.0
LANGUAGES = {"en": "Back to the table", "de": "Zurück zum Tisch", "fr": "Retour à la table"}


@pytest.fixture
def house(tmp_path: Path) -> House:
    return a_house(tmp_path)


def until(guest: Looker, there: Callable[[], object]) -> None:
    """Let time pass until something is there."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, sorted(guest.nodes)
        time.sleep(0.02)
        guest.connection.tick(time.monotonic() + 5)
        guest.look()


def begin(guest: Looker, way: str, shows: str) -> None:
    """Begin a lesson by the menu, and wait until it is there."""
    guest.do("click", "tab:menu")
    guest.do("click", f"menu:{way}")
    until(guest, lambda: shows in guest.nodes)


def back(guest: Looker) -> None:
    guest.do("click", "tab:menu")
    guest.do("click", "menu:leave_game")


def written(guest: Looker, id: str) -> str:
    return " ".join(guest.nodes[id]["words"]["lines"])


@pytest.mark.parametrize("language", telling(["de"], list(LANGUAGES)))
def test_a_guest_learns_beside_the_table_and_comes_back(house: House, language: str) -> None:
    links = laid(house)
    ada, bo = Looker(house, links[ADA], language=language), Looker(house, links[BO])
    before = set(ada.nodes)
    begin(ada, "be_taught", "lesson:title")
    ada.do("click", "lesson:on")
    legal = ada.glowing("legal")
    while ada.glowing("legal") == legal or "confirm" in ada.nodes:
        clicked = "confirm" if "confirm" in ada.nodes else ada.glowing("legal")[0]
        ada.do("click", clicked)
    until(ada, lambda: ada.glowing("legal"))  # the opponent has moved
    assert ada.version == bo.version == 0, "a lesson is no game at the table"
    ada.do("click", "tab:menu")
    assert written(ada, "menu:leave_game:label") == LANGUAGES[language]
    ada.do("click", "menu:leave_game")
    assert set(ada.nodes) == before
    house.store.close()


def test_others_decide_meanwhile_and_the_learner_finds_it(house: House) -> None:
    links = laid(house)
    ada, bo = Looker(house, links[ADA]), Looker(house, links[BO])
    begin(bo, "be_taught", "lesson:title")
    box = written(bo, "lesson:title")
    ada.act(ada_move(house))
    bo.look()
    assert bo.version == 1 and written(bo, "lesson:title") == box
    assert bo.last("turn")["seat"] == 2
    back(bo)
    until(bo, lambda: bo.glowing("legal"))
    assert "lesson:title" not in bo.nodes


def ada_move(house: House) -> str:
    hosted = house.open(house.store.tables()[0].id)
    return hosted.table.session.legal()[0].text


@pytest.mark.parametrize(("way", "who"), [("course", ADA), ("exam", WATCH)])
def test_a_guest_does_exercises_and_an_exam(
    house: House, way: str, who: tuple[Role, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    guest = Looker(house, laid(house)[who])
    begin(guest, way, "exercise:count")
    asked = 0
    while "exercise:end" not in guest.nodes:
        asked += 1
        assert asked < 20
        answers = [id for id in guest.order if id.startswith("answer:")]
        if answers:
            guest.do("click", answers[0])
            assert "exercise:reply" in guest.nodes
        guest.do("click", "exercise:on")
    assert str(asked) in written(guest, "exercise:end")
    guest.do("click", "exercise:leave")
    assert "exercise:end" not in guest.nodes and "tab:menu" in guest.nodes
    assert not (tmp_path / "own").exists(), "nothing of a guest is kept"


def test_a_lesson_says_nothing_about_the_hands_at_the_table(house: House) -> None:
    links = laid(house)
    dealt = house.open(house.store.tables()[0].id).table.session.seed
    guest = Looker(house, links[ADA])
    begin(guest, "course", "exercise:count")
    face = guest.connection._face
    assert face.app.table.course.dealt.seed != dealt  # type: ignore[union-attr]
