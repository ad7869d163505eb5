"""What goes to a cluster and comes back is data: it says the same there, and is checked here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.language.diagnostics import RulesError
from engine.rules.load import load, load_text
from engine.study.cluster import work
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import GameRange, StudyPlan
from engine.study.sent import plan_as_json, plan_from_json, played, reply
from tests.study.playing import plan_of, race

GAMES = GameRange(0, 1, 20)
WIDTH = MatchupRunner(plan_of(race())).measured(0).columns.width


def over_there(plan: StudyPlan, games: GameRange = GAMES) -> object:
    """Return the answer of a worker to the question for some games."""
    text = plan_as_json(plan)
    assert json.loads(text)["tables"]
    return work(text[-40:] + str(plan.seed), text, (games.table, games.first, games.count))


def test_a_worker_plays_the_same_games() -> None:
    plan = plan_of(race(), seats=("greedy", "random"))
    assert played(over_there(plan), GAMES, WIDTH).rows == MatchupRunner(plan).play(GAMES).rows


def test_a_worker_needs_no_file_of_the_study(tmp_path: Path) -> None:
    own = tmp_path / "own.cairn"
    own.write_text(load("examples/nim.cairn").path.read_text("utf-8"), "utf-8")
    variant, more = tmp_path / "variant.cairn", tmp_path / "more.cairn"
    for path, title in ((variant, "One"), (more, "Two")):
        path.write_text(f'variant "{title}" of "own"\n', "utf-8")
    plan = plan_of(load(f"{variant}+{more}"))
    text = plan_as_json(plan)
    for path in (own, variant, more):
        path.unlink()
    (table,) = plan_from_json(text).tables
    assert table.loaded.digest == plan.tables[0].loaded.digest
    assert [path.name for path in table.loaded.files] == ["variant.cairn", "own.cairn",
                                                          "more.cairn", "own.cairn"]  # fmt: skip


def test_what_is_wrong_comes_back_with_its_place() -> None:
    wrong = RulesError(*load_text("game Nim", Path("nim.cairn")).findings.errors)
    with pytest.raises(RulesError) as caught:
        played(reply(wrong.diagnostics), GAMES, WIDTH)
    assert caught.value.diagnostics == tuple(wrong.diagnostics)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        ("{}", b""),
        ('{"findings": []}', b""),
        ('{"table":0,"first":1,"count":20,"seconds":1.0,"slow":false}', b"123"),
        ('{"table":0,"first":1,"count":20,"seconds":1.0,"slow":false}', b"1234" * 20),
        ('{"table":0,"first":2,"count":20,"seconds":1.0,"slow":false}', b"1234" * 20),
        ('{"table":0,"first":1,"count":20,"seconds":"x","slow":false}', b"1234" * 20),
        ('{"table":0,"first":1,"count":20,"seconds":NaN,"slow":false}', b"1234" * 20),
        ("[" * 10_000, b"1234"),
    ],
)
def test_what_is_no_answer_is_refused(answer: object) -> None:
    with pytest.raises(RulesError) as caught:
        played(answer, GAMES, WIDTH)
    assert caught.value.diagnostics[0].code == "E611"


def test_what_is_no_plan_is_refused() -> None:
    text = plan_as_json(plan_of(race()))
    other = json.loads(text) | {"version": "0.1", "more": 1}
    changed = json.loads(text)
    changed["tables"][0]["rules"]["digest"] = "0"
    for wrong in ("", "{}", "null", text[:-1], json.dumps(other), json.dumps(changed)):
        with pytest.raises(RulesError) as caught:
            plan_from_json(wrong)
        assert caught.value.diagnostics[0].code == "E611"
