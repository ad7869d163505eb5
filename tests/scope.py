"""How much is tested: what tells most, or with CAIRN_ALL=1 everything, which takes an hour."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from engine.rules.files import library

Case = TypeVar("Case")
ALL = os.environ.get("CAIRN_ALL") == "1"
EXAMPLES = Path(__file__).parent.parent / "examples"
RULESETS = [*library(), *sorted(EXAMPLES.glob("*.cairn"))]
"""The library and every example."""


def telling(some: Sequence[Case], rest: Sequence[Case]) -> list[Case]:
    """Return the cases that tell most, and the rest too where everything is wanted."""
    return [*some, *(rest if ALL else ())]


def _variant(path: Path) -> bool:
    lines = (line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#")
    return next(lines, "").startswith("variant")


GAMES = telling([p for p in RULESETS if not _variant(p)], [p for p in RULESETS if _variant(p)])
"""Those that are games of their own: for what a variant has in common with its game."""
