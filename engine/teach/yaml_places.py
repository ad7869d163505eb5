"""YAML that people write: read with the places of everything in it, for messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import Source, Span


class PlacedYaml:
    """A YAML text: its plain data, and where each part stands. `what` it is, as in messages."""

    def __init__(self, source: Source, code: Code, what: str) -> None:
        """Read a text. Raises RulesError with line and column where it can't be read."""
        self.source = source
        self.code = code
        try:
            self.marked = YAML(typ="rt", pure=True).load(source.text)
        except MarkedYAMLError as problem:
            mark = problem.problem_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            reason = problem.problem or "it is no YAML"
            span = Span(source.name, line, column, line, column + 1)
            raise self._refusal(f"{what} can't be read: {reason}", span) from None
        except (YAMLError, ValueError, RecursionError) as problem:
            reason = " ".join(str(problem).split())[:120]
            raise self._refusal(f"{what} can't be read: {reason}", self.span(())) from None
        self.data = _plain(self.marked)

    def _refusal(self, message: str, span: Span) -> RulesError:
        return RulesError(Diagnostic(self.code, message, span))

    def problem(self, path: Sequence[Any], message: str, *, on_key: bool = False) -> Diagnostic:
        """Return a finding at a place of the data."""
        return Diagnostic(self.code, message, self.span(path, on_key=on_key))

    def span(self, path: Sequence[Any], *, on_key: bool = False) -> Span:
        """Return where a value stands, or its key; the nearest place above what has none."""
        node, place = self.marked, (0, 0)
        for number, step in enumerate(path):
            last = number == len(path) - 1 or not _holds(node, path[number : number + 2])
            place = _place(node, step, value=last and not on_key) or place
            try:
                node = node[step]
            except (KeyError, IndexError, TypeError):
                break
        line, column = place[0] + 1, place[1] + 1
        row = self.row(line)[column - 1 :]
        long = len(row.split(":")[0]) if on_key else len(row.rstrip())
        return Span(self.source.name, line, column, line, column + max(1, long))

    def row(self, line: int) -> str:
        """Return a line of the text, from 1; empty beyond its end."""
        return self.source.lines[line - 1] if 0 < line <= len(self.source.lines) else ""


def _holds(node: Any, steps: Sequence[Any]) -> bool:
    """Tell whether a path goes on so far."""
    for step in steps:
        if isinstance(node, str):
            return False
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def _place(node: Any, step: Any, *, value: bool) -> tuple[int, int] | None:
    """Return line and column of a member of a map or a list, from 0."""
    marks = getattr(node, "lc", None)
    if marks is None or marks.data is None:
        return None
    try:
        if isinstance(node, list):
            return tuple(marks.item(step))
        return tuple(marks.value(step) if value else marks.key(step))
    except (KeyError, TypeError, AttributeError):
        return None


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    return str(data) if isinstance(data, str) else data
