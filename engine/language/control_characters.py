"""Characters that nobody sees but a terminal obeys: they are refused in files and never shown.

Control characters (C0 but for tabs and line ends, DEL, C1 such as U+009B, which begins a command to
a terminal), what turns the order of writing round (bidirectional marks, embeddings, overrides,
isolates), line separators, spaces without width. What only joins letters is harmless; it is left
out when a line is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
"""What no file may hold, tabs and line ends being looked after elsewhere."""
_UNSEEN = re.compile(f"{OBEYED.pattern}|[\u200c\u200d]")


def visible(text: str) -> str:
    """Return a text for a person to read, with a sign in place of every unseen character."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def escaped(json: str) -> str:
    """Return JSON in which unseen characters are written by their numbers; it says the same."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json)


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
