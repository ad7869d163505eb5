"""How much is tested: a representative subset, or with CAIRN_ALL=1 everything, in an hour."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from engine.rules.files import library, parts_of
from engine.rules.load import find

Case = TypeVar("Case")
ALL = os.environ.get("CAIRN_ALL") == "1"
EXAMPLES = Path(__file__).parent.parent / "examples"
RULESETS = [*library(), *sorted(EXAMPLES.glob("*.cairn"))]
"""The library and every example."""
FIVE = (
    "lost-cities-card", "lost-cities-board", "lost-cities-board-2018", "auf-und-ab", "short-game",
    "lost-cities-rivals", "lost-cities-roll-and-write",
)  # fmt: skip
"""The rulesets of the five published rulebooks, with their variants."""
CLASSICS = tuple(path.stem for path in library() if path.stem not in FIVE)
"""The games of the library that everybody knows."""


def telling(some: Sequence[Case], rest: Sequence[Case]) -> list[Case]:
    """Return the representative cases, and the rest too where everything is wanted."""
    return [*some, *(case for case in rest if ALL and case not in some)]


def often(times: int) -> int:
    """Return on how many examples a property is tried: a quarter, or where all is wanted all."""
    return times if ALL else max(3, times // 4)


def brief(words: Sequence[str]) -> list[str]:
    """Return a command that a page shows with fewer games and playouts, or as it is for all."""
    less = {"--games": "2", "--playouts": "50"}
    if ALL:
        return [*words]
    return [
        min(less.get(before, word), word, key=int) if before in less else word
        for before, word in zip(["", *words], words, strict=False)
    ]


_REPRESENTATIVE = (
    "lost-cities-card",  # hidden hands, columns, options
    "lost-cities-rivals",  # auctions, money, an open display
    "beacons",  # co-operation
    "behind-screens",  # choices made at once
    "across",  # cells
    "kalah",  # counted pieces
    "liars-dice",  # dice under cups, claims
    "nim",  # nothing hidden
    "two-roads",  # tracks
    "whist",  # tricks, partners
)
GAMES = sorted(
    telling(
        [path for path in RULESETS if path.stem in _REPRESENTATIVE],
        [path for path in RULESETS if path.stem not in _REPRESENTATIVE],
    ),
    key=RULESETS.index,
)
"""Games that between them have every mechanism, for what must hold of any game."""


HALF = telling([path for path in GAMES if path.stem in _REPRESENTATIVE[:5]], GAMES)
"""Half of those games, for what takes long and what other tests try with all of them."""


_OF_THE_LIBRARY = ("short-game", *_REPRESENTATIVE[:2], "lost-cities-roll-and-write", "cribbage")
SAMPLE = telling([path for path in library() if path.stem in _OF_THE_LIBRARY], library())
"""The files of the library that stand for all of it, where `cairn check` tries each one anyway."""


def seats(name: str | Path) -> tuple[int, int]:
    """Return the fewest and the most players of a ruleset or a stack, read without the checker."""
    path = find(parts_of(str(name))[0])
    text = path.read_text("utf-8")
    own = re.search(r"^(?:  |set )players +(\d+)(?:\.\.(\d+))?", text, re.MULTILINE)
    if own:
        return int(own[1]), int(own[2] or own[1])
    base = re.search(r'^variant ".*" of "(.*)"', text, re.MULTILINE)
    assert base, f"{name} has neither players nor a base"
    return seats(base[1])
