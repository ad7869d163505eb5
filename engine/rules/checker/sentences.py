"""Checking words for people, which may have expressions in braces."""

from __future__ import annotations

import re

from engine.language.codes import Code
from engine.language.message import Message
from engine.language.parser import parse_expression
from engine.language.quotation import unquote
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.types import TEXT

_BRACE = re.compile(r"\\.|\{(?P<value>[^}]*)(?P<closed>\}?)")
"""What a backslash makes a plain sign, or a value in braces."""


def check_words(cx: Checking, text: str, span: Span) -> m.Words:
    """Check a quoted text, which stands at `span`, and the values quoted in it with braces."""
    source = cx.findings.sources.get(span.file)
    written = source.quote(span)[1:-1] if source else text
    if unquote(f'"{written}"') != text:
        written = text
    parts: list[str | m.Expr] = []
    values: list[str] = []
    start = 0
    for brace in _BRACE.finditer(written):
        inner, closed = brace["value"], brace["closed"]
        if inner is None:
            continue
        column = span.column + 1 + brace.start("value")
        place = Span(span.file, span.line, column, span.line, column + len(inner))
        parts.append(unquote(f'"{written[start : brace.start()]}"'))
        start = brace.end()
        if not closed:
            place = place._replace(column=place.column - 1)
            cx.error(Code.E016, "this '{' is never closed", place, "add '}'")
            continue
        node = parse_expression(inner, place)
        if node is None:
            cx.error(Code.E016, Message("'{{{inner}}}' can't be read as a value", inner), place)
            continue
        parts.append(cx.value(node))
        values.append(inner)
    parts.append(unquote(f'"{written[start:]}"'))
    shown = tuple(p for p in parts if p != "")
    return m.Words(parts=shown, raw=text, values=tuple(values), type=TEXT, span=span)
