"""The names of a block that can be used at a line, by how it is written: also while the block can't
be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.language.recovery import lead

_BOUND = re.compile(r"\b(?P<name>[^\W\dA-Z]\w*)(?: in |(?=:\s*[\w(]))")
_EACH = re.compile(r"\b(?:for each|let|var|for)\s+(?P<name>[^\W\dA-Z]\w*)")
_STAYS = re.compile(r"\s*(?:let|var)\b")
_NO_NAMES = ("zone", "option", "type", "table", "counter", "component", "example", "game")


def visible_locals(lines: Sequence[str], first: int, line: int, before: str) -> list[str]:
    """Return the locals that a line may use. `first`: the index of its item's first line; `line`:
    its own number from 1; `before`: what is in it already.
    """
    head = lines[first].split(" ", 1)[0] if first < len(lines) else ""
    if head in _NO_NAMES:
        return _names(before)
    found: list[str] = []
    indent = lead(before)
    for number in range(line - 2, first - 1, -1):
        text = lines[number]
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        depth = lead(text)
        if depth < indent or (depth == indent and _STAYS.match(text)):
            found += _names(text)
            indent = min(indent, depth)
        elif depth == indent and number == first:
            found += _names(text)
    return list(dict.fromkeys([*_names(before), *found]))


def _names(text: str) -> list[str]:
    plain = re.sub(r'"(?:\\.|[^"\\])*"?|#.*', "", text)
    found = [m["name"] for m in (*_BOUND.finditer(plain), *_EACH.finditer(plain))]
    return [name for name in found if name not in ("each", "is", "not", "else", "turn", "setup")]
