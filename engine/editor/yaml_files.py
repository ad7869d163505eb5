"""Catalogues and view files while they are being written: what is wrong, what could stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engine.editor.completion import Completion
from engine.editor.yaml_names import scalars
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import Span
from engine.rules.files import SUFFIX
from engine.rules.load import Loaded, display
from engine.rules.translations import check_catalogue, translatable

VIEW = ".view.yaml"
_PARTS = {
    "view": "1", "dimensions": "how words look", "pieces": "how pieces are drawn",
    "layout": "the table's grid", "zones": "where zones are", "variables": "and variables",
}  # fmt: skip


def ruleset_of(path: Path) -> Path | None:
    """Return the ruleset that a YAML file stands beside, by its name; None for other files."""
    stem = re.sub(r"\.(?:view|[a-z]{2,3}(?:-[a-z]{2,4})?)\.yaml$", "", path.name)
    if stem == path.name:
        return None
    ruleset = path.with_name(stem + SUFFIX)
    return ruleset if ruleset.is_file() else None


def language_of(path: Path) -> str:
    """Return the language of a catalogue by its name."""
    return path.name.split(".")[-2]


def catalogue_problems(loaded: Loaded, path: Path, text: str) -> list[Diagnostic]:
    """Return what is wrong with a catalogue as it is being written, each at its line there."""
    try:
        found = check_catalogue(loaded, language_of(path), text)
    except RulesError as problem:
        found = list(problem.diagnostics)
    shown = display(path)
    keys = [(str(n.value), n.start_mark) for _, n, is_key in scalars(text) if is_key]
    placed = []
    for diagnostic in found:
        span = Span(shown, 1, 1, 1, 2)
        if diagnostic.span.file == shown:
            span = diagnostic.span
        else:
            for value, mark in keys:
                if diagnostic.message.endswith((f"'{value}'", f"'{value}' doesn't")):
                    line, column = mark.line + 1, mark.column + 1
                    span = Span(shown, line, column, line, column + len(value))
        placed.append(replace(diagnostic, span=span))
    return placed


def catalogue_completions(loaded: Loaded, text: str, line: int) -> Iterator[Completion]:
    """Yield the words and sentences of the rules that a catalogue doesn't have yet."""
    section = _section(text, line)
    have = {str(node.value) for above, node, key in scalars(text) if key and above == (section,)}
    need = translatable(loaded.own_items, display(loaded.path))
    if not section:
        for word in ("names", "texts", "forms"):
            yield Completion(word, "keyword")
        return
    for word in need.texts if section == "texts" else need.names:
        if word not in have:
            missing = "no form yet" if section == "forms" else "not translated yet"
            yield Completion(word, "text", missing)


def view_completions(loaded: Loaded, text: str, line: int) -> Iterator[Completion]:
    """Yield what could stand in a line of a view file."""
    names, section = loaded.names, _section(text, line)
    if names is None:
        return
    if not section:
        yield from (Completion(word, "keyword", means) for word, means in _PARTS.items())
    elif section == "zones":
        yield from (Completion(z.name, "zone", z.kind) for z in names.zones.values())
    elif section == "variables":
        yield from (Completion(v.name, "variable", v.kind) for v in names.variables.values())
    elif section == "pieces":
        for component in names.components.values():
            yield Completion(component.name, "type", "a component")
            for attribute in component.attributes:
                yield Completion(attribute.name, "attribute", f"of {component.name}")
    elif section == "dimensions":
        for name, enumeration in names.enums.items():
            if name[:1].isupper() and "." not in name:
                yield Completion(name, "type", "a type")
                for member in enumeration.members:
                    yield Completion(member.name, "word", f"a word of {name}")


def _section(text: str, line: int) -> str:
    """Return the top-level key that a line stands below; nothing for a line at the left edge."""
    lines = text.split("\n")[:line]
    if lines and not lines[-1].startswith((" ", "\t")) and lines[-1].strip():
        return ""
    for row in reversed(lines[:-1]):
        found = re.match(r"([a-z]+):", row)
        if found:
            return found[1]
    return ""
