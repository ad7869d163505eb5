"""The table keeps still: pieces come and go, but places, plates and fields stay where they are."""

from __future__ import annotations

import random

import pytest

from engine import Session
from tests.scope import telling
from tests.viewer.scene.scenes import LIBRARY, SMALL, VARIANTS, game, look_of, scene_of
from viewer.nodes import Box
from viewer.scene.present import present

STILL = ("zone:", "plate:", "region:", "band:", "path:", "cell:", "counter:", "break:", "title:")
GAMES = {**LIBRARY, **VARIANTS}


def places(session: Session, name: str, size: tuple[int, int], *, auto: bool) -> dict[str, Box]:
    """Where everything lasting lies; of counters the field, not what is written into it."""
    nodes = present(scene_of(session, name, size, auto=auto))
    return {
        n.id: n.box
        for n in nodes
        if n.id.startswith(STILL) and (not n.id.startswith("counter:") or n.id.count(":") == 1)
    }


def family(name: str) -> str:
    """The variable that a counter shows, nothing for what isn't one."""
    return name.split(":")[1].partition("[")[0] if name.startswith("counter:") else ""


def moved(before: dict[str, Box], after: dict[str, Box], passing: set[str]) -> list[str]:
    """What isn't where it has been: what a block keeps may come and go, but in one place."""
    changes = [
        f"{name}: {before[name]} -> {box}"
        for name, box in after.items()
        if name in before
        and max(abs(a - b) for a, b in zip(_sides(before[name]), _sides(box), strict=True)) > 0.5
    ]
    gone = {name for name in before.keys() ^ after.keys() if family(name) not in passing}
    return changes + [f"{name} came or went" for name in gone]


def _sides(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom


@pytest.mark.parametrize(
    ("name", "auto"),
    telling(
        [("lost-cities-card", False), ("lost-cities-rivals", False), ("lost-cities-board", True)],
        [*((name, False) for name in (*GAMES, *SMALL)), *((name, True) for name in LIBRARY)],
    ),
)
def test_nothing_moves_from_one_position_to_the_next(name: str, auto: bool) -> None:
    players = {**GAMES, **SMALL}[name]
    for seed, size in telling([(1, (1440, 900))], [(2, (800, 1000))]):
        session = Session(game(name, players), seed)
        known = look_of(name, players, auto=auto).facts.variables
        coming = {name for name, facts in known.items() if facts.usual}
        lasting = {*session.game.rules.variables, *session.game.rules.tables} - coming
        chance = random.Random(seed)
        first = places(session, name, size, auto=auto)
        for number in range(70):
            if session.over:
                break
            session.play(chance.choice(session.written_moves()))
            if number % 3 == 0 or session.over:
                now = places(session, name, size, auto=auto)
                passing = {family(n) for n in (*first, *now)} - lasting
                assert moved(first, now, passing) == [], f"after {number + 1} moves"
                view = session.view(0)
                there = {v.family for v in view.variables if v.value is not None}
                over = {n for n in now if family(n) and family(n) not in there | lasting}
                assert over == set(), f"shown after it was over, after {number + 1} moves"
                first = {**now, **first}
