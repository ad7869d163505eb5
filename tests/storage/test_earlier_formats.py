"""Files of every format that there has been, written by the versions of Cairn that had it.

The databases of servers are in `tests/serving/formats`, and a policy in `tests/training/kept`.
"""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine import RulesError, load, read_save, replay
from engine.game import saves
from engine.serving import classroom
from engine.serving.classroom import open_class
from engine.study import journal
from engine.study.plan import GameRange
from engine.teach import kept_lesson, progress
from engine.teach.plan import plan_for
from engine.teach.tutor import Tutor
from tests.cli.conftest import run_here

KEPT = Path(__file__).with_name("kept")
NIM = KEPT / "nim.cairn"
"""The rules that they were played by, as they were then."""


@pytest.mark.parametrize("number", range(1, saves.FORMAT + 1))
def test_a_save_of_each_format_is_played_again(number: int) -> None:
    path = KEPT / f"{number}.save"
    save = read_save(path)
    session = replay(save, load(NIM))
    assert save.cairn == number and len(save.moves) == len(session.history) > 1
    assert [f"{d.seat + 1} {d.text}" for d in session.history] == save.moves
    assert bool(session.start) is bool(save.given) is (number == 2)
    assert run_here("replay", path).code == 0


@pytest.mark.parametrize("number", range(1, journal.VERSION + 1))
def test_a_journal_of_each_format_is_read(number: int, tmp_path: Path) -> None:
    path = Path(shutil.copy(KEPT / f"{number}.journal", tmp_path / "games.journal"))
    plan = json.loads(path.read_text("utf-8").split("\n")[0].split(" ", 3)[3])
    held = journal.Journal(path, plan, [20], resume=True)
    held.close()
    (batch,) = held.batches
    assert batch.games == GameRange(0, 1, 4) and len(batch.rows) == 80
    assert path.read_bytes() == (KEPT / f"{number}.journal").read_bytes()


@pytest.mark.parametrize("number", range(1, progress.VERSION + 1))
def test_progress_of_each_format_is_continued(number: int, tmp_path: Path) -> None:
    path = Path(shutil.copy(KEPT / f"{number}.progress.json", tmp_path / "nim.me.json"))
    kept = progress.Progress(path)
    (key,) = kept.cards
    assert key == "piece Match|86b4494e3be2" and kept.set_aside is None
    before = kept.cards[key].due
    kept.answered(key, True, datetime(2026, 12, 1, tzinfo=UTC))
    kept.write()
    assert progress.Progress(path).cards[key].due > before


@pytest.mark.parametrize("number", range(1, kept_lesson.VERSION + 1))
def test_a_lesson_of_each_format_is_continued(number: int, tmp_path: Path) -> None:
    for name in (f"{number}.lesson", f"{number}.lesson.json"):
        shutil.copy(KEPT / name, tmp_path)
    lesson, loaded = kept_lesson.KeptLesson(tmp_path / f"{number}.lesson"), load(NIM)
    session = lesson.read(loaded, "en", None)
    assert session is not None and len(session.history) == 3
    tutor = Tutor(plan_for(loaded, "en", 2), 0)
    lesson.remind(tutor)
    said = json.loads((KEPT / f"{number}.lesson.json").read_text("utf-8"))["said"]
    assert 3 < len(tutor.said) <= len(said)


@pytest.mark.parametrize("number", range(1, classroom.VERSION + 1))
def test_a_class_of_each_format_is_continued(number: int, tmp_path: Path) -> None:
    path = Path(shutil.copy(KEPT / f"{number}.class.json", tmp_path / "nim.json"))
    room = open_class(load(NIM), "en", path)
    assert [pupil.name for pupil in room.record.pupils] == ["Ada", "Bo"]
    assert room.record.answers and room.record.asked


def test_a_class_of_a_newer_version_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    newer = (KEPT / "1.class.json").read_text("utf-8").replace('"version": 1', '"version": 2')
    path.write_text(newer, "utf-8")
    with pytest.raises(RulesError, match="newer Cairn"):
        open_class(load(NIM), "en", path)
    assert path.read_text("utf-8") == newer
