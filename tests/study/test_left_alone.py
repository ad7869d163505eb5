"""Planted rules that do nothing are found and named, and in the games as they are none is."""

from pathlib import Path

import numpy as np
import pytest

from engine.rules.load import load_text
from engine.study.arm import Arm
from engine.study.intervals import Whole
from engine.study.left_alone import left_alone
from engine.study.metric import Metric
from engine.study.run import carry_out
from engine.study.study_players import StudyPlayers
from tests.scope import ALL
from tests.study.playing import RACE, ROOT, plan_of

GOOFSPIEL = (ROOT / "examples/goofspiel.cairn").read_text("utf-8")
NEVER = '\nrule pointless\n  "Never."\n  {}\n'


def sentences(text: str, games: int = 120) -> str:
    """Return what the report says of random players' games."""
    played = carry_out(plan_of(load_text(text, Path("doctored.cairn"))), [games])
    return "\n".join(Arm("Doctored", played[0]).sentences())


@pytest.mark.parametrize(
    ("text", "old", "new", "condition"),
    [
        (RACE, "require long(my way)", "require not pointless()", "size(pool) > 40"),
        pytest.param(
            GOOFSPIEL, '  add "Prizes"', '  add "Gift" 9 when pointless()\n  add "Prizes"',
            "size(deck) > 40", marks=pytest.mark.skipif(not ALL, reason="the same: CAIRN_ALL=1"),
        ),
    ],
)  # fmt: skip
def test_a_planted_rule_that_never_holds_is_named(
    text: str, old: str, new: str, condition: str
) -> None:
    assert old in text and "always" not in sentences(text)
    doctored = text.replace(old, new) + NEVER.format(condition)
    assert "games the answer was always no: 'pointless'." in sentences(doctored)


def metric(key: str, label: str, values: Whole, wholes: int) -> Metric:
    """Return what is estimated of some games."""
    return Metric(key, label, values, "%", wholes=np.full(len(values), wholes))


def test_what_players_hardly_ever_do_is_said_and_not_what_is_only_rare() -> None:
    once: Whole = np.zeros(500, np.int64)
    once[:3] = 1
    found = {
        "one": metric("action.beg.taken", "'beg', where it is legal", once, 20),
        "two": metric("action.buy.taken", "'buy', where it is legal", once, 1),
        "three": metric("line.Gift.weight", '"Gift", of all points given or taken', once, 30),
        "four": metric("action.sell.taken", "'sell', where it is legal", once * 0, 20),
    }
    first, second = left_alone(found)
    assert first.startswith("The players leave 'beg' alone: they take it in 0.03")
    assert second.startswith('"Gift" hardly matters: it makes 0.02')


def test_what_random_players_leave_alone_is_not_held_against_the_rules() -> None:
    played = carry_out(plan_of(load_text(RACE, Path("race.cairn"))), [20])[0]
    rare = np.zeros(played.count, np.int64)
    rare[0] = 1
    by_chance, good = Arm("Race", played), Arm("Race", played, players=StudyPlayers("medium", "?"))
    for arm in (by_chance, good):
        arm.findings["x"] = metric("action.beg.taken", "'beg'", rare, 900)
    assert "leave 'beg' alone" not in " ".join(by_chance.sentences())
    assert "leave 'beg' alone" in " ".join(good.sentences())
