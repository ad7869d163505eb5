"""The window's input: clicks, keys, drags and sizes in any order, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.cli.conftest import ROOT
from tests.fuzz.target import Door, FaultError, Input, Reached, Target
from tests.viewer.window.odd_hands import OddHands

GAMES = ("lost-cities-card", "behind-screens", "kalah", "liars-dice", "whist", "across", "nim",
         "two-roads")  # fmt: skip
EVENTS = 12
"""So many things are done to a window in each case."""


def make(chance: Random) -> Input:
    """Return a game, and the seed of what a person does with it."""
    return chance.choice(GAMES), f"{chance.randrange(10**9)}"


def take(given: Input) -> Reached:
    """Let odd hands at a window."""
    path = ROOT / "examples" / f"{given[0]}.cairn"
    Path("games").mkdir()
    hands = OddHands(str(path) if path.exists() else given[0], int(given[1]), Path("games"))
    try:
        for _ in range(EVENTS):
            hands.act()
        hands.app.closed()
    except AssertionError as problem:
        raise FaultError(f"{problem} after {hands.done[-1:]}") from problem
    return Reached.CHECKED


@contextmanager
def door(folder: Path) -> Iterator[Door]:
    """Use this process."""
    yield Door(take)


WINDOW = Target(make, door)
