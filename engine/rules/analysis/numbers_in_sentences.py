"""Numbers in sentences that the rules beside them don't contain, so that they may become wrong.

What a construct contains is in its own lines and in the rules, procedures, tables, constants and
components that these name. `one` and `two` are left out: they mostly count what isn't in the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.quotation import pieces, unquote
from engine.language.source import Source, Span
from engine.rules.construct_text import Part, fields, parts

_WORDS = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_VALUES = dict(zip(_WORDS, count(3), strict=False))
_NUMBER = re.compile(rf"(?<![\w.-])(?:\d+|{'|'.join(_WORDS)})(?![\w-]|\.\d)", re.IGNORECASE)
_SEAT = re.compile(r"\b(?:seat|team) \d+", re.IGNORECASE)
"""How a seat or a team is written: no number of anything."""
_ABOUT_ALL = (s.Zone, s.Variable, s.Setup)
"""What speaks of pieces and numbers that other lines make: they may be anywhere in the text."""
_NAMED = (s.Rule, s.Procedure, s.Constant, s.Table, s.Option, s.Component, s.TypeDecl)


def warn_numbers(items: Sequence[s.Item], findings: Findings) -> None:
    """Warn of each number in a sentence that its construct doesn't contain (W011)."""
    named = {item.name: item for item in items if isinstance(item, _NAMED)}
    for part in parts(items):
        said = list(_said(part.sentence or ""))
        if not said:
            continue
        contained = _contained(part, named)
        missing = {word for word, value in said if value not in contained}
        if missing and isinstance(part.node, _ABOUT_ALL):
            anywhere = set(_whole(tuple(items)))
            missing = {word for word, value in said if word in missing and value not in anywhere}
        if missing:
            _warn(part, missing, findings)


def _said(sentence: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers in a sentence, as they are written and as values, without braces."""
    for piece in pieces(sentence)[::2]:
        for found in _NUMBER.finditer(_SEAT.sub("", piece)):
            word = found[0]
            yield word, int(word[:19]) if word.isdigit() else _VALUES[word.lower()]


def _contained(part: Part, named: Mapping[str, s.Item]) -> _Numbers:
    """Return the numbers in a construct and in what it names."""
    found, waiting = _Numbers(part.node), [part.node]
    known: set[str] = set()
    while waiting:
        for node in walk(waiting.pop()):
            name = getattr(node, "name", None)
            if isinstance(name, str) and name in named and name not in known:
                known.add(name)
                waiting.append(named[name])
                found.single |= set(_whole(named[name]))
    return found


class _Numbers:
    """Numbers of a construct: single ones, and those in its own ranges, such as `1..9`."""

    def __init__(self, node: s.Node) -> None:
        self.single = set(_whole(node))
        self.ranges = [found for one in walk(node) for found in _ranges(one)]

    def __contains__(self, number: int) -> bool:
        return number in self.single or any(number in one for one in self.ranges)


def _ranges(node: s.Node) -> Iterator[range]:
    """Yield the range that a node writes, `1..9` or `spaces 0..13`."""
    match node:
        case s.Range(low=s.Number(value=low), high=s.Number(value=high)):
            yield range(low, high + 1)
        case s.Modifier(parts=(*_, (int(low), s.Number(value=high)))):
            yield range(low, high + 1)


def _whole(value: object) -> Iterator[int]:
    """Yield the numbers that are written in a piece of syntax."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _whole(one)
    elif isinstance(value, s.Node):
        for _, inner in fields(value):
            yield from _whole(inner)


def _warn(part: Part, missing: set[str], findings: Findings) -> None:
    source = findings.sources.get(part.node.span.file)
    for word in sorted(missing):
        message = Message("the sentence says '{number}', but its rule has no such number", word)
        hint = "leave it out, or say it beside the rule that has it"
        if isinstance(part.node, (s.Action, s.Require)):
            hint = "leave it out, or take it from the rules: a value in braces"
        findings.warn(Code.W011, message, _place(part, word, source), hint=hint)


def _place(part: Part, word: str, source: Source | None) -> Span:
    """Return where a number stands in the sentence of a construct."""
    for span in source.quotations(part.node.span) if source else ():
        assert source is not None
        written = source.quote(span)
        if unquote(written) in (part.sentence or ""):
            at = re.search(rf"\b{word}\b", written)
            if at is not None:
                first, last = span.column + at.start(), span.column + at.end()
                return Span(span.file, span.line, first, span.line, last)
    return part.node.span
