"""Characters that nobody sees, but a terminal obeys or a name differs by: no file may hold them.

Control characters (C0 but for tabs and line ends, DEL, C1 such as U+009B, which begins a command to
a terminal), what turns the order of writing round (bidirectional marks, embeddings, overrides,
isolates), line separators, spaces without width, letters and patterns that are blank, tags, what is
no character. What joins or changes the letter before it is allowed after those that it is meant
for: letters of scripts without capitals, and symbols such as emoji. How an output shows what a name
of a file may hold nevertheless is in `escaping`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_BLANK = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b"
    "\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0"
    "\ufff0-\ufffb\ufffe\uffff\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_JOINS = "\u200c\u200d\ufe00-\ufe0f"
_JOINED = (
    "\u0590-\u109f\u1200-\u139f\u1400-\u1cff\u2190-\u2bff\u2e80-\ud7ff\uf900-\ufaff\ufb1d-\ufdff"
    "\ufe0e\ufe0f\ufe70-\ufefc\U0001f000-\U0001faff\u00a9\u00ae\u200d"
)
OBEYED = re.compile(f"[{_BLANK}]|(?<![{_JOINED}])[{_JOINS}]")
"""What no file may hold, tabs and line ends being looked after elsewhere."""
UNSEEN = re.compile(f"[{_BLANK}\u200c\u200d]")
"""What no output shows; what changes the letter before it stays, and what joins letters doesn't."""


def obeyed_in(data: Any) -> Iterator[str]:
    """Yield the name, such as U+009B, of the first such character of each text in plain data."""
    if isinstance(data, str) and (found := OBEYED.search(data)):
        yield f"U+{ord(found[0]):04X}"
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from obeyed_in(key)
            yield from obeyed_in(value)
    if isinstance(data, (list, tuple)):
        for value in data:
            yield from obeyed_in(value)
