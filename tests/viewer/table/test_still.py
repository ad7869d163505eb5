"""The table keeps still: pieces come and go, but places, plates and fields stay where they are."""

from __future__ import annotations

import random

import pytest

from engine import Session
from tests.viewer.table.scenes import LIBRARY, SMALL, VARIANTS, game, scene_of
from viewer.nodes import Box
from viewer.table.present import present

STILL = ("zone:", "plate:", "region:", "band:", "path:", "cell:", "counter:", "break:", "title:")
GAMES = {**LIBRARY, **VARIANTS}


def places(session: Session, name: str, size: tuple[int, int], *, auto: bool) -> dict[str, Box]:
    scene = scene_of(session, name, size, auto=auto)
    lasting = session.game.rules.variables  # what a block keeps is shown while the block lasts
    kept = [
        node
        for node in present(scene)
        if node.id.startswith(STILL)
        and (not node.id.startswith("counter:") or node.id.split(":")[1] in lasting)
    ]
    return {n.id: n.box for n in kept if not n.id.startswith("counter:") or n.id.count(":") == 1}


def moved(before: dict[str, Box], after: dict[str, Box]) -> list[str]:
    changes = [
        f"{name}: {before[name]} -> {box}"
        for name, box in after.items()
        if name in before
        and max(abs(a - b) for a, b in zip(_sides(before[name]), _sides(box), strict=True)) > 0.5
    ]
    gone = before.keys() ^ after.keys()
    # A mark on a plate is there only while its variable is, in a place of its own.
    return changes + [f"{name} came or went" for name in gone if "[seat" not in name]


def _sides(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom


@pytest.mark.parametrize(
    ("name", "auto"),
    [*((name, False) for name in (*GAMES, *SMALL)), *((name, True) for name in LIBRARY)],
)
def test_nothing_moves_from_one_position_to_the_next(name: str, auto: bool) -> None:
    players = {**GAMES, **SMALL}[name]
    for seed, size in ((1, (1440, 900)), (2, (800, 1000))):
        session = Session(game(name, players), seed)
        chance = random.Random(seed)
        first = places(session, name, size, auto=auto)
        for number in range(70):
            if session.over:
                break
            session.apply(chance.choice(session.legal()).move)
            if number % 3 == 0 or session.over:
                faults = moved(first, places(session, name, size, auto=auto))
                if auto:  # what is over isn't seen any longer, but keeps its room
                    faults = [f for f in faults if not f.startswith("counter:")]
                assert faults == [], f"after {number + 1} moves"
