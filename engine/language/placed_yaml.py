"""YAML that people write: read with the places of everything in it, for messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer, ComposerError
from ruamel.yaml.constructor import (
    BaseConstructor,
    ConstructorError,
    RoundTripConstructor,
    SafeConstructor,
)
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import AliasEvent
from ruamel.yaml.nodes import Node, ScalarNode

from engine.language.codes import Code
from engine.language.control_characters import obeyed_in
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.language.source import Source, Span

DEEPEST = 50
"""So many lists and maps can be in one another; more takes hours."""


class _Composer(Composer):
    """Refuses aliases, a few lines of which mean more than any memory holds, and depth."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.parser.peek_event()
        if isinstance(event, AliasEvent):
            message = "another part is repeated by its name here; write it out"
            raise ComposerError(None, None, message, event.start_mark)
        if self.depth >= DEEPEST:
            raise ComposerError(None, None, "it is nested too deeply", event.start_mark)
        return super().compose_node(parent, index)

    def compose_mapping_node(self, anchor: Any) -> Any:
        node = super().compose_mapping_node(anchor)
        for key, _ in node.value:
            if not isinstance(key, ScalarNode):
                message = "a key is one word, no list and no map"
                raise ComposerError(None, None, message, key.start_mark)
        return node


class _Placing(BaseConstructor):
    """Reports a value that can't be read, such as !!int x or 2026-13-45, at its place."""

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError):
            message = Message("'{value}' is no such value", str(node.value)[:30])
            raise ConstructorError(None, None, message, node.start_mark) from None


class _Plain(_Placing, SafeConstructor):
    """Reads numbers as numbers."""


class _AsWritten(_Placing, RoundTripConstructor):
    """Leaves numbers as they are written: a colour such as 000000 or 12e345 is no number."""


for _tag in ("int", "float"):
    _AsWritten.add_constructor(f"tag:yaml.org,2002:{_tag}", lambda _, node: str(node.value))


def read_yaml(source: Source, code: Code, what: str, *, marked: bool = False) -> Any:
    """Return the data of a YAML text; `what` it is, as in messages.

    `marked`: with places, and numbers as they are written. Raises RulesError with line and column
    where it can't be read or holds what a terminal obeys.
    """
    yaml = YAML(typ="rt" if marked else "safe", pure=True)
    yaml.Composer = _Composer
    yaml.Constructor = _AsWritten if marked else _Plain
    span = Span(source.name, 1, 1, 1, 2)
    try:
        data = yaml.load(source.text)
    except (YAMLError, ValueError, TypeError, LookupError, RecursionError) as problem:
        reason = " ".join(str(problem).split())[:120]
        if isinstance(problem, MarkedYAMLError):
            reason = problem.problem or "it is no YAML"
            if mark := problem.problem_mark:
                line, column = mark.line + 1, mark.column + 1
                span = Span(source.name, line, column, line, column + 1)
        raise RulesError(
            Diagnostic(
                code,
                Message("{what} can't be read: {reason}", Message(what), Message(reason)),
                span,
            )
        ) from None
    for character in obeyed_in(data):
        message = Message(
            "{what} holds an invisible character ({code}); remove it", Message(what), character
        )
        line, column = _obeyed_at(yaml.compose(source.text))
        span = Span(source.name, line + 1, column + 1, line + 1, column + 2)
        raise RulesError(Diagnostic(code, message, span))
    return data


def _obeyed_at(root: Node) -> tuple[int, int]:
    """Return where the first text is that holds what a terminal obeys, from 0."""
    todo: list[Any] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, Node):
            if isinstance(node, ScalarNode) and any(obeyed_in(str(node.value))):
                return node.start_mark.line, node.start_mark.column
            todo += reversed(node.value) if isinstance(node.value, list) else ()
        else:
            todo += reversed(node)
    return 0, 0


class PlacedYaml:
    """A YAML text: its plain data, and where each part stands. `what` it is, as in messages."""

    def __init__(self, source: Source, code: Code, what: str) -> None:
        """Read a text. Raises RulesError as `read_yaml` does."""
        self.source = source
        self.code = code
        self._marked = _marked(source, code, what)
        self.data = _plain(self._marked)

    def problem(
        self, path: Sequence[Any], message: str, *, on_key: bool = False, fix: str | None = None
    ) -> Diagnostic:
        """Return a finding at a place of the data."""
        return Diagnostic(self.code, message, self.span(path, on_key=on_key), fix=fix)

    def span(self, path: Sequence[Any], *, on_key: bool = False) -> Span:
        """Return where a value stands, or its key; the nearest place above what has none."""
        steps = []
        node = self._marked
        for step in path:
            if (found := _member(node, step)) is not None:
                steps.append((node, *found))
                node = found[1]
        place, written = (0, 0), ""
        for number, (node, key, child) in enumerate(steps):
            of_key = on_key or number < len(steps) - 1
            if at := _place(node, key, of_key=of_key):
                place, written = at, str(key if of_key else child)
        line, column = place[0] + 1, place[1] + 1
        row = self.row(line)
        if row[column - 1 : column] in ("'", '"'):
            column += 1
        long = len(written) if row[column - 1 :].startswith(written) else 1
        return Span(self.source.name, line, column, line, column + max(1, long))

    def row(self, line: int) -> str:
        """Return a line of the text, from 1; empty beyond its end."""
        return self.source.lines[line - 1] if 0 < line <= len(self.source.lines) else ""


@lru_cache(maxsize=64)
def _marked(source: Source, code: Code, what: str) -> Any:
    """Return the data of a text with its places, which nobody changes: a look is read for each
    table that is opened.
    """
    return read_yaml(source, code, what, marked=True)


def _member(node: Any, step: Any) -> tuple[Any, Any] | None:
    """Return key and value of a member of a map or a list, whatever its key was written as."""
    if isinstance(node, Mapping):
        return next(((k, v) for k, v in node.items() if _word(k) == step), None)
    if isinstance(node, list) and isinstance(step, int) and 0 <= step < len(node):
        return step, node[step]
    return None


def _place(node: Any, key: Any, *, of_key: bool) -> tuple[int, int] | None:
    """Return line and column of a member of a map or a list, from 0."""
    marks = getattr(node, "lc", None)
    if marks is None or marks.data is None:
        return None
    try:
        if isinstance(node, list):
            return tuple(marks.item(key))
        return tuple(marks.key(key) if of_key else marks.value(key))
    except (KeyError, TypeError, AttributeError):
        return None


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {_word(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    return str(data) if isinstance(data, str) else data


def _word(key: Any) -> str:
    """Return a key as the rules write it: yes and no for what YAML reads as a truth."""
    if isinstance(key, bool):
        return "yes" if key else "no"
    return str(key)
