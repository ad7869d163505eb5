"""Names of a ruleset in the YAML files beside it: catalogues and view files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from engine.language.source import Edit, Span
from engine.rules.checker.index import Key

_BRACES = re.compile(r"(?<!\\)\{[^}]*\}")
_SECTIONS = {"name": ("zones", "variables", "table", "tables"), "type": ("dimensions", "pieces")}


def scalars(text: str) -> Iterator[tuple[tuple[str, ...], ScalarNode, bool]]:
    """Yield the words of a YAML text with the keys above each, and whether it is a key itself.

    Nothing of a text that is no YAML.
    """
    try:
        root = YAML(typ="rt").compose(text)
    except (YAMLError, ValueError, RecursionError):
        return
    if root is not None:
        yield from _within(root, ())


def _within(
    node: Node, above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], ScalarNode, bool]]:
    if isinstance(node, ScalarNode):
        yield above, node, False
    elif isinstance(node, SequenceNode):
        for part in node.value:
            yield from _within(part, above)
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            if isinstance(key, ScalarNode):
                yield above, key, True
                yield from _within(value, (*above, str(key.value)))


def edits_in_catalogue(text: str, key: Key, name: str) -> list[Edit]:
    """Return what a new name changes in a catalogue: keys of words, and values in braces."""
    found: list[Edit] = []
    for above, node, is_key in scalars(text):
        if above[:1] in (("names",), ("forms",)) and is_key and node.value == key.name:
            found += _words(text, node, key.name, name)
        elif above[:1] == ("texts",):
            found += _words(text, node, key.name, name, braces=True)
    return found


def edits_in_view(text: str, key: Key, name: str) -> list[Edit]:
    """Return what a new name changes in a view file."""
    found: list[Edit] = []
    for above, node, is_key in scalars(text):
        if _names_it(above, node, is_key, key):
            found += _words(text, node, key.name, name)
        elif "{" in str(node.value) and key.sort == "attribute":
            found += _words(text, node, key.name, name, braces=True)
    return found


def _names_it(above: tuple[str, ...], node: ScalarNode, is_key: bool, key: Key) -> bool:
    """Return whether a word of a view file is a name of the rules, by where it is."""
    if str(node.value) != key.name:
        return False
    last = above[-1] if above else ""
    match key.sort:
        case "name" | "type":
            inside = len(above) == 1 and is_key and above[0] in _SECTIONS[key.sort]
            return inside or last in ("table", "tables")
        case "word":
            dimension = above[:2] == ("dimensions", key.owner) and is_key
            return dimension or "when" in above or last == "icons"
        case "attribute":
            return last in ("hue", "when")
    return False


def _words(
    text: str, node: ScalarNode, old: str, new: str, *, braces: bool = False
) -> Iterator[Edit]:
    """Yield the places of a name in a scalar; with `braces` only in those."""
    start, end = node.start_mark.index, node.end_mark.index
    parts = list(_BRACES.finditer(text, start, end)) if braces else [None]
    for part in parts:
        first, last = part.span() if part else (start, end)
        for found in re.compile(rf"(?<!\w){re.escape(old)}(?!\w)").finditer(text, first, last):
            line = text.count("\n", 0, found.start())
            column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
            span = Span("", line + 1, column + 1, line + 1, column + 1 + len(old))
            yield Edit(span, new)
