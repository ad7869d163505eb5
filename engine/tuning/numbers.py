"""The numbers of a ruleset that may be varied: where each is written, and which values are tried.

`fee=10..30` names a `let` or an option, `prize[3]=5..9` a cell of a table, and `line:42:1=5..9` the
first number of line 42. Each is a place in one of the ruleset's files; a value is tried by writing
it there. Files on disk stay as they are.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.highlight import highlight
from engine.language.message import Message, did_you_mean
from engine.language.source import Edit, Span, applied
from engine.rules import model as m
from engine.rules.load import Loaded, display

Values = tuple[int, ...]
"""A value for each number that is varied, in their order."""

_VARY = re.compile(r"\s*(?P<name>.+?)\s*=\s*(?P<low>-?\d{1,9})\s*\.\.\s*(?P<high>-?\d{1,9})\s*")
_PLACE = re.compile(r"line:(\d{1,9}):(\d{1,9})")
_CELL = re.compile(r"(?P<table>\w+)\[(?P<indices>[^\[\]]+)\](?:\[(?P<second>[^\[\]]+)\])?")


def refusal(message: str) -> RulesError:
    """Return the error of a number, range or target that can't be used."""
    return RulesError(Diagnostic(Code.E603, message))


@dataclass(frozen=True)
class VariedNumber:
    """One number: as it was named, its range with both ends, its file and place, and its value.

    `item`: the part of the rules that can be patched by name; None for a number named by its place.
    """

    name: str
    low: int
    high: int
    path: Path
    span: Span
    now: int
    item: s.Constant | s.Option | s.Table | None = None

    @property
    def size(self) -> int:
        """Return how many values its range has."""
        return self.high - self.low + 1


def read_numbers(loaded: Loaded, given: Sequence[str]) -> tuple[VariedNumber, ...]:
    """Return the numbers that `--vary` names, each with its range.

    Raises RulesError (E603) for one that isn't there, that isn't written as a number, or whose
    range is empty or outside of what the rules allow.
    """
    found: list[VariedNumber] = []
    for text in given:
        match = _VARY.fullmatch(text)
        if match is None:
            raise refusal(Message("'--vary {text}' can't be read; write --vary NAME=10..30", text))
        name, low, high = match["name"], int(match["low"]), int(match["high"])
        if low >= high:
            raise refusal(
                Message("'--vary {text}' leaves nothing to vary; write the lesser end first", text)
            )
        number = _number(loaded, name, low, high)
        if any((x.path, x.span) == (number.path, number.span) for x in found):
            raise refusal(Message("'{name}' is varied twice; give it one range", name))
        found.append(number)
    return tuple(found)


def _number(loaded: Loaded, name: str, low: int, high: int) -> VariedNumber:
    place, cell = _PLACE.fullmatch(name), _CELL.fullmatch(name)
    if place is not None:
        return _at_place(loaded, name, int(place[1]), int(place[2]), low, high)
    if cell is not None and cell["table"] in loaded.checked().tables:
        return _of_cell(loaded, name, cell, low, high)
    return _of_name(loaded, name, low, high)


def _at_place(loaded: Loaded, name: str, line: int, nth: int, low: int, high: int) -> VariedNumber:
    """Return the nth number of a line of the ruleset's own file."""
    source = loaded.findings.sources[display(loaded.path)]
    starts = [0]
    for row in source.text.split("\n"):
        starts.append(starts[-1] + len(row) + 1)
    spans = []
    for start, end, kind in highlight(source.text):
        if kind == "number":
            number = bisect_left(starts, start + 1)
            column = start - starts[number - 1] + 1
            spans.append(Span(source.name, number, column, number, column + end - start))
    here = [span for span in spans if span.line == line]
    if not here:
        near = min(spans, key=lambda span: abs(span.line - line), default=None)
        message = "line {line} has no number; the nearest line that has one is {near}"
        raise refusal(Message(message, line, near.line if near else 0))
    if not 1 <= nth <= len(here):
        message = "line {line} has {count} numbers, so the last one is line:{line}:{count}"
        raise refusal(Message.filled(message, {"line": line, "count": len(here)}))
    span = here[nth - 1]
    return VariedNumber(name, low, high, loaded.path, span, int(source.quote(span)))


def _of_name(loaded: Loaded, name: str, low: int, high: int) -> VariedNumber:
    """Return a number of a `let` or an option."""
    rules = loaded.checked()
    named = {x.name: x for x in loaded.items if isinstance(x, (s.Constant, s.Option))}
    item = named.get(name)
    if item is None:
        raise refusal(_unknown(loaded, name, rules, named))
    if isinstance(item, s.Option):
        _check_option(rules, rules.options[name], low, high)
    value = item.value if isinstance(item, s.Constant) else item.default
    now = _written(value)
    if now is None:
        raise refusal(
            Message(
                "'{name}' isn't written as a number; name one of its numbers by its place: "
                "--vary line:{line}:1={low}..{high}", name, value.span.line, low, high,
            )
        )  # fmt: skip
    return VariedNumber(name, low, high, _file(loaded, value.span), value.span, now, item)


def _unknown(loaded: Loaded, name: str, rules: m.Ruleset, named: Iterable[str]) -> Message:
    """Return that nothing has a name, and what could be meant instead."""
    if name.partition("[")[0] in rules.tables:
        table = name.partition("[")[0]
        first = _side_names(rules, rules.tables[table])[0][0]
        return Message("'{name}' is a table; name one of its cells, as {cell}", name,
                       f"{table}[{first}]")  # fmt: skip
    guess = nearest(name, [*named, *rules.tables])
    hint = did_you_mean(guess) or Message("name any number by its place, as --vary line:42:1=5..9")
    return Message("{title} has no number '{name}'; {hint}", loaded.title, name, hint)


def _check_option(rules: m.Ruleset, option: m.Option, low: int, high: int) -> None:
    domain = option.domain
    least, most = (getattr(x, "value", 0) for x in (domain.low, domain.high))
    if domain.type.kind != "number":
        raise refusal(
            Message(
                "the option '{name}' isn't a number; 'cairn study --option {name}' compares its "
                "values", option.name,
            )
        )  # fmt: skip
    if option.fixed:
        message = Message("in {title} the option '{name}' is always {value}",
                          rules.header.title, option.name, option.default)  # fmt: skip
        raise refusal(message)
    if low < least or high > most:
        raise refusal(
            Message("the option '{name}' can be {allowed}, not '{text}'", option.name,
                    f"{least}..{most}", f"{low}..{high}")
        )  # fmt: skip


def _of_cell(loaded: Loaded, name: str, match: re.Match[str], low: int, high: int) -> VariedNumber:
    """Return a cell of a table, by the words of its row and column."""
    rules = loaded.checked()
    table = rules.tables[match["table"]]
    wanted = [x.strip() for x in match["indices"].split(",")]
    wanted += [match["second"].strip()] if match["second"] else []
    sides = _side_names(rules, table)
    if len(wanted) != len(sides):
        example = f"{table.name}[{', '.join(side[0] for side in sides)}]"
        raise refusal(Message("'{name}' names no cell; write {cell}", name, example))
    places = []
    for word, side in zip(wanted, sides, strict=True):
        if word not in side:
            known = ", ".join(side)
            raise refusal(
                Message("the table '{name}' has no cell '{word}'; it has {known}",
                        table.name, word, known)
            )  # fmt: skip
        places.append(side.index(word))
    row, column = (0, places[0]) if len(table.cells) == 1 else (places[0], (*places, 0)[1])
    cell = table.cells[row][column]
    item = next(x for x in loaded.items if isinstance(x, s.Table) and x.name == table.name)
    path = _file(loaded, cell.span)
    text = loaded.findings.sources[cell.span.file].quote(cell.span)
    if not re.fullmatch(r"-?\s*\d+", text):
        raise refusal(Message("'{name}' isn't written as a number", name))
    return VariedNumber(name, low, high, path, cell.span, int(text.replace(" ", "")), item)


def _side_names(rules: m.Ruleset, table: m.Table) -> list[list[str]]:
    """Return how the rows and columns of a table are called, side by side."""
    found = []
    for number, side in enumerate(table.sides):
        count = len(table.cells[0]) if len(table.cells) == 1 or number else len(table.cells)
        if side.type.kind == "enum":
            found.append([x.name for x in rules.enums[side.type.name].members])
        else:
            low = getattr(side.low, "value", 0)
            found.append([str(low + at) for at in range(count)])
    return found


def _written(value: s.Expr) -> int | None:
    """Return the number that an expression is; None for anything that is computed."""
    match value:
        case s.Number():
            return value.value
        case s.Unary(operator="-", operand=s.Number(value=number)):
            return -number
    return None


def _file(loaded: Loaded, span: Span) -> Path:
    """Return the file of a ruleset that a span is in."""
    return next(path for path in loaded.files if display(path) == span.file)


# ------------------------------------------------------------------ other values


def changed_texts(
    loaded: Loaded, numbers: Sequence[VariedNumber], values: Values
) -> dict[Path, str]:
    """Return the texts of those of a ruleset's files in which other values are written."""
    edits: dict[Path, list[Edit]] = {}
    for number, value in zip(numbers, values, strict=True):
        if value != number.now:
            edits.setdefault(number.path, []).append(Edit(number.span, str(value)))
    return {
        path: applied(loaded.findings.sources[display(path)].text, found)
        for path, found in edits.items()
    }


def with_values(loaded: Loaded, numbers: Sequence[VariedNumber], values: Values) -> Loaded:
    """Return a ruleset with other values in the places of its numbers; it may have errors then."""
    texts: Mapping[Path, str] = changed_texts(loaded, numbers, values)
    return loaded.again(texts) if texts else loaded


def value_words(numbers: Sequence[VariedNumber], values: Values) -> str:
    """Return values with the names of their numbers: `fee = 12, hand_size = 7`."""
    named = zip(numbers, values, strict=True)
    return ", ".join(f"{number.name} = {value}" for number, value in named)
