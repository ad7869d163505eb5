"""The words of a text by their kinds, for colouring it while it is being written.

A top-level item is read by the grammar, which knows a keyword from a name by its place; where it
can't continue, the rest of the item is told apart by looks. Never raises for any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, cast

from lark.exceptions import LarkError

from engine.language.keywords import keywords
from engine.language.lexer import IndentError, reader
from engine.language.recovery import JOINS, joined, lead

TokenKind = Literal["keyword", "name", "string", "number", "comment", "type"]
Highlight = tuple[int, int, TokenKind]

MAX_CHARACTERS = 400_000
"""Of a longer text nothing is coloured; it is no ruleset."""
MOST_ITEMS = 1000
_LOOKS = re.compile(
    r'(?P<comment>#[^\n]*)|(?P<string>"(?:\\.|[^"\\\n])*"?)|(?P<number>\d+)'
    r"|(?P<type>[A-ZÀ-ÖØ-Þ]\w*)|(?P<name>[^\W\d]\w*)"
)
_KINDS: dict[str, TokenKind] = {
    "NAME": "name", "TYPE": "type", "INT": "number", "STRING": "string", "DRAWN": "string",
}  # fmt: skip


def highlight(text: str) -> list[Highlight]:
    """Return where the words of a text begin and end, and their kinds, in order.

    Signs and spaces are left out. Kinds: keyword, name, string, number, comment, type.
    """
    if len(text) > MAX_CHARACTERS:
        return []
    found: list[Highlight] = []
    for start, item in _items(text):
        found += [(start + a, start + b, kind) for a, b, kind in _words(item)]
    return found


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Yield the top-level items with where they begin, comments and blank lines with them."""
    begin = place = 0
    for line in text.splitlines(keepends=True):
        code = line.strip()
        heads = code and not code.startswith("#") and not lead(line) and not JOINS.match(line)
        if heads and text[begin:place].strip():
            yield begin, text[begin:place]
            begin = place
        place += len(line)
    if begin < len(text):
        yield begin, text[begin:]


@lru_cache(maxsize=MOST_ITEMS)
def _words(item: str) -> tuple[Highlight, ...]:
    """Return the words of an item; what the grammar says of one goes before how it looks."""
    read = _read(item)
    end = max(read, default=0)
    found: list[Highlight] = []
    for match in _LOOKS.finditer(item):
        start, kind = match.start(), cast(TokenKind, match.lastgroup)
        if start in read:
            kind = read[start]
        elif kind == "name" and start > end and match.group() in keywords():
            kind = "keyword"
        found.append((start, match.end(), kind))
    return tuple(found)


def _read(item: str) -> dict[int, TokenKind]:
    """Return the kinds of words by where they begin, as far as the grammar can read an item."""
    blank = len(item) - len(_after_comments(item))
    kinds: dict[int, TokenKind] = {}
    text: str | None = item[blank:] + "\n"
    while text is not None:
        try:
            for token in reader().parse_interactive(text, start="item").iter_parse():
                if token.start_pos is not None and token.value.strip():
                    kinds[token.start_pos + blank] = _KINDS.get(token.type, "keyword")
            break
        except (LarkError, IndentError, RecursionError) as problem:
            text = joined(text, problem)
    return kinds


def _after_comments(item: str) -> str:
    """Return an item from its first line of code on."""
    rest = item
    while rest and (not rest.split("\n", 1)[0].strip() or rest.startswith("#")):
        _, newline, rest = rest.partition("\n")
        if not newline:
            return ""
    return rest
