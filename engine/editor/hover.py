"""What a name, a word of the language or a code means, in a few lines of Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.editor.definition import index_of, key_at
from engine.editor.problems import covering
from engine.editor.workspace import name_in
from engine.language.diagnostics import Diagnostic
from engine.language.escaping import fenced, markdown
from engine.language.explain import explanations
from engine.language.recovery import lead
from engine.language.source import Span
from engine.rules.catalogue import capital
from engine.rules.checker.index import Declaration
from engine.rules.checker.names import Names
from engine.rules.load import Loaded
from engine.rules.types import article
from engine.rules.zone_kinds import SEEN_BY, ZONE_KINDS, Seen

MOST_LINES = 14


@dataclass(frozen=True)
class Hover:
    """A text in Markdown, and what it is about."""

    span: Span
    text: str


def hover(
    loaded: Loaded, path: Path, line: int, column: int, problems: Sequence[Diagnostic] = ()
) -> Hover | None:
    """Return what is known of a place (line and column from 1): of a name, a kind of zone, or the
    codes of the diagnostics there.
    """
    here = [
        d for d in covering(problems, line, line)
        if (d.span.line, d.span.column) <= (line, column) <= (d.span.end_line, d.span.end_column)
    ]  # fmt: skip
    codes = [f"**{d.code}**: {explanations()[d.code].why}" for d in here]
    found = key_at(loaded, path, line, column)
    declared = index_of(loaded).declarations.get(found[1]) if found else None
    if found is not None and declared is not None and loaded.names is not None:
        parts = [*_declared(loaded, loaded.names, declared), *codes]
        return Hover(found[0], "\n\n".join(parts))
    kind = _kind(loaded, path, line, column)
    if kind is not None:
        return kind
    return Hover(here[0].span, "\n\n".join(codes)) if here else None


def _declared(loaded: Loaded, names: Names, declared: Declaration) -> list[str]:
    name = declared.key.name
    rows = [f"{declared.kind}{_of_type(names, declared)}"]
    if declared.key.sort == "word":
        owner = declared.key.owner
        of = owner if owner[:1].isupper() else f"'{owner.split()[-1]}'"
        rows = [f"a word of {of}"]
    zone = names.zones.get(name) if declared.key.sort == "name" else None
    variable = names.variables.get(name) if declared.key.sort == "name" else None
    if zone is not None:
        rows = [f"{rows[0]}, {article(zone.kind)}: {zone.traits.means}", _seen(zone.seen)]
    elif variable is not None:
        rows.append(_seen(variable.seen))
    parts = [f"**{markdown(name)}**: {markdown(rows[0])}", *map(markdown, rows[1:])]
    words = _words(names, declared)
    if words:
        parts.append(f"*{markdown(words)}*")
    text = _text(loaded, declared)
    if text:
        parts.append(fenced(text, "cairn"))
    parts.append(markdown(f"declared in {declared.span.file}, line {declared.span.line}"))
    return parts


def _of_type(names: Names, declared: Declaration) -> str:
    if declared.type is not None and declared.type.kind != "error":
        return f", {declared.type.describe()}"
    key = declared.key
    if key.sort == "name" and key.name in names.variables:
        return f", {names.variables[key.name].domain.type.describe()}"
    if key.sort == "name" and key.name in names.tables:
        return f", {names.tables[key.name].value.describe()}"
    if key.sort == "attribute" and key.owner in names.components:
        for attribute in names.components[key.owner].attributes:
            if attribute.name == key.name:
                return f", {attribute.domain.type.describe()}"
    return ""


def _words(names: Names, declared: Declaration) -> str | None:
    name, sort = declared.key.name, declared.key.sort
    if sort == "name":
        for known in (names.zones, names.variables, names.tables, names.options, names.rules):
            if name in known:
                return known[name].words
    if sort == "type":
        component, enumeration = names.components.get(name), names.enums.get(name)
        return component.words if component else enumeration.words if enumeration else None
    return None


def _text(loaded: Loaded, declared: Declaration) -> str:
    """Return the declaration as it is: its line, and what is indented below it."""
    source = loaded.findings.sources.get(declared.span.file)
    if source is None:
        return ""
    lines = source.lines
    first = declared.span.line - 1
    depth = lead(lines[first])
    last = first + 1
    while last < len(lines) and lines[last].strip() and lead(lines[last]) > depth:
        last += 1
    shown = [line[depth:] for line in lines[first:last]]
    if len(shown) > MOST_LINES:
        shown = [*shown[:MOST_LINES], "…"]
    return "\n".join(shown)


def _kind(loaded: Loaded, path: Path, line: int, column: int) -> Hover | None:
    """Return what a kind of zone means, where one stands."""
    source = loaded.findings.sources.get(name_in(loaded, path))
    if source is None or not 1 <= line <= len(source.lines):
        return None
    text = source.lines[line - 1]
    if not re.match(r"\s*(?:add |replace )?zone\b", text):
        return None
    for word in re.finditer(r"\w+", text):
        kind = ZONE_KINDS.get(word.group())
        if kind is not None and word.start() < column <= word.end() + 1:
            span = Span(source.name, line, word.start() + 1, line, word.end() + 1)
            return Hover(span, f"**{kind.name}**: {kind.means}\n\n{_seen(kind.seen)}")
    return None


def _seen(by: Seen) -> str:
    return f"{capital(SEEN_BY[by])}."
