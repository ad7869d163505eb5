"""The words of the language, read off the grammar: all of them, and which may begin a line where.

A word that the grammar gains is known here, and so to messages, colours and completion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from lark.grammar import Symbol
from lark.lexer import PatternStr

from engine.language.lexer import reader

_LINE_ENDS = {"_NL", "_INDENT", "_DEDENT"}
_PATCHES = ("replace", "add", "remove", "change", "fix")
"""The grammar's names of what changes a part of a variant's game."""


@cache
def terminals() -> dict[str, str]:
    """Return how each terminal is written, by its name; for a pattern the regular expression."""
    return {t.name: str(t.pattern.value) for t in reader().terminals}


@cache
def keyword_terminals() -> dict[str, str]:
    """Return the words of the grammar by the names of their terminals."""
    found = (t for t in reader().terminals if isinstance(t.pattern, PatternStr))
    return {t.name: t.pattern.value for t in found if t.pattern.value.isalpha()}


@cache
def keywords() -> frozenset[str]:
    """Return every word of the grammar."""
    return frozenset(keyword_terminals().values())


@cache
def part_words() -> tuple[str, ...]:
    """Return the words that a part of a game begins with, in the order of the grammar."""
    return _words(_first("item"))


@cache
def patch_words() -> tuple[str, ...]:
    """Return the words that begin what changes a part of a variant's game."""
    return _words(name for patch in _PATCHES for name in _first(patch))


def statement_words() -> tuple[str, ...]:
    """Return the words that a line of a block may begin with, but those that begin values."""
    return line_words("turn")


@cache
def line_words(part: str) -> tuple[str, ...]:
    """Return the words that a line within a part may begin with, but those that begin values.

    `part`: the word that the part begins with.
    """
    values = _first("expr")
    found: dict[str, None] = {}
    for symbols in _openings("item"):
        if part in _words(_first(symbols[0].name)):
            for name in _lines(symbols):
                found |= {first: None for first in _first(name) if first not in values}
    return _words(found)


def _words(names: Iterable[str]) -> tuple[str, ...]:
    """Return how those of some terminals are written that are words."""
    known = keyword_terminals()
    return tuple(dict.fromkeys(known[name] for name in names if name in known))


@cache
def _expansions() -> dict[str, list[Sequence[Symbol]]]:
    """Return by the name of each rule of the grammar what it may mean; none is empty."""
    found: dict[str, list[Sequence[Symbol]]] = {}
    for rule in reader().rules:
        found.setdefault(rule.origin.name, []).append(rule.expansion)
    return found


@cache
def _reached(name: str) -> dict[str, None]:
    """Return a rule and all that its text may be made of, terminals too, in order."""
    found, waiting = {name: None}, [name]
    while waiting:
        for symbols in _expansions().get(waiting.pop(), ()):
            new = [s.name for s in symbols if s.name not in found]
            found |= dict.fromkeys(new)
            waiting += new
    return found


@cache
def _first(name: str) -> dict[str, None]:
    """Return the terminals that the text of a symbol may begin with, in order."""
    return _edges(name, 0)


@cache
def _last(name: str) -> dict[str, None]:
    """Return the terminals that the text of a symbol may end with."""
    return _edges(name, -1)


def _edges(name: str, end: int) -> dict[str, None]:
    found: dict[str, None] = {}
    known, waiting = {name}, [name]
    while waiting:
        now = waiting.pop()
        if now not in _expansions():
            found[now] = None
            continue
        new = dict.fromkeys(symbols[end].name for symbols in _expansions()[now])
        waiting += [one for one in reversed(new) if one not in known]
        known |= new.keys()
    return found


def _openings(name: str) -> Iterator[Sequence[Symbol]]:
    """Yield what a rule may mean; what is only another rule gives what that means."""
    for symbols in _expansions()[name]:
        if len(symbols) == 1 and symbols[0].name in _expansions():
            yield from _openings(symbols[0].name)
        else:
            yield symbols


def _lines(symbols: Sequence[Symbol]) -> Iterator[str]:
    """Yield the symbols that begin a line somewhere in a text of some symbols."""
    within = {name for symbol in symbols for name in _reached(symbol.name)}
    inside = [e for name, e in _expansions().items() if name in within]
    for sequence in [symbols, *(s for expansions in inside for s in expansions)]:
        for before, after in pairwise(sequence):
            if not _LINE_ENDS.isdisjoint(_last(before.name)):
                yield after.name
