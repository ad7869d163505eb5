"""The one canonical form of a ruleset text, as `cairn fmt` writes it.

A formatter moves blanks and nothing else. It works on the parser's own tokens, line by line: the
writer's line breaks stay, and so do the comments, the order of everything and every quoted text.
What is decided here is how deep a line is indented, what stands between two tokens, which lines are
aligned in columns, and where blank lines stand.

Not done: long lines are not broken and broken ones not joined; bodies after a colon are not moved
to lines of their own; brackets that change nothing are kept; a column counts characters, however
wide a screen draws them; a comment that has a line to itself belongs to the line that follows it,
or to the end of its block, even if it was meant to continue with a comment beside the line above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lark import Token
from lark.exceptions import UnexpectedToken

from engine.language.diagnostics import Findings
from engine.language.lexer import reader
from engine.language.parser import _split, parse
from engine.language.recovery import joined
from engine.language.source import Source

STEP = 2
"""Spaces per step of indentation."""
FAR = 40
"""A line this much longer than the shortest of its run takes no part in the run's column."""
_NEARER = {"if": 10, "comment": 30}
"""The same for one-line conditions, which are no table, and for what trails a line."""

_OPEN = frozenset("([{")
_CLOSE = frozenset(")]}")
_TIGHT_BEFORE = _CLOSE | {",", "[", "?", ".", "..", ":"}
_TIGHT_AFTER = _OPEN | {".", ".."}
_PLAIN = frozenset({"NAME", "TYPE", "INT", "STRING", "DRAWN", "SEAT", "TEAM"})
_CLAIMS = frozenset({"GIVEN", "DO", "THEN"})
_JOINS = frozenset({"and", "or", "because", "supposing"})
_PATCHES = frozenset({"replace", "add"})
_ALONE = ""
_QUIET = "quiet"
"""The kind of words, comments and continuations: they are not aligned and end no run."""

_FAMILIES = {
    "zone": "state",
    "var": "state",
    "counter": "state",
    "type": "type",
    "option": "option",
    "table": "table",
    "round": "ending",
    "game": "ending",
    "wins": "ending",
    "loses": "ending",
    "everybody": "ending",
    "nobody": "ending",
    "seat": "ending",
    "rating": "rating",
    "set": "set",
    "fix": "set",
    "remove": "remove",
}
"""The items that a writer may group without blank lines, each with others of its family."""


def format_text(source: Source, findings: Findings) -> str:
    """Return the canonical form of a text.

    A text that can't be read is never changed: the parser's diagnostics, which are kept in the
    findings too, are raised as RulesError. So is a text that only its own spaces make too long.
    """
    _refuse_unreadable(source, findings)
    lines = _read(source)
    _set_blank_lines(lines)
    _set_comments(lines)
    _align(lines)
    result = _write(lines)
    _refuse_unreadable(Source(source.name, result), Findings())
    return result


def _refuse_unreadable(source: Source, findings: Findings) -> None:
    found = Findings()
    parse(source, found)
    findings.sources.setdefault(source.name, source)
    findings.uncertain |= found.uncertain
    for diagnostic in found.items:
        findings.add(diagnostic)
    found.refuse()


# ------------------------------------------------------------------ from text to lines


@dataclass
class _Row:
    """The tokens of one line, what goes before each, and where the line stands."""

    item: int
    level: int
    extra: int
    """How many steps deeper than its block a line is that continues another; otherwise 0."""
    tokens: list[Token] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


@dataclass
class _Line:
    """A line to be written: code in cells, so that runs of lines can be aligned, and a comment."""

    item: int
    family: str
    """The family of the item; empty when the item stands apart from its neighbours."""
    level: int
    blank: bool
    """Whether a blank line goes before it."""
    comment: str
    cells: list[str] = field(default_factory=list)
    kind: str = _QUIET
    """Lines of one kind that follow one another are aligned; _ALONE with none."""
    more: bool = False
    """Whether it is within a statement that began on a line before."""

    @property
    def code(self) -> str:
        return " " * (STEP * self.level) + " ".join(self.cells) if self.cells else ""


def _rows(source: Source) -> dict[int, _Row]:
    """Return the lines that have tokens, by their numbers."""
    rows: dict[int, _Row] = {}
    for number, item in enumerate(_split(source, Findings())):
        text = "\n".join(item.lines) + "\n"
        for line, row in _item_rows(number, iter(_tokens(text))):
            rows[line + item.offset] = row
    return rows


def _tokens(text: str) -> list[Token]:
    """Return the tokens of an item that can be read."""
    try:
        return list(reader().parse_interactive(text, start="item").iter_parse())
    except UnexpectedToken as problem:
        together = joined(text, problem)
        if together is None:
            raise
        return _tokens(together)


def _item_rows(item: int, tokens: Iterator[Token]) -> Iterator[tuple[int, _Row]]:
    """Divide the tokens of an item into its lines."""
    level, brackets, line, grid = 0, 0, 0, False
    past: list[Token] = []
    row = _Row(item, 0, 0)
    for token in tokens:
        if token.type == "_NL":
            past = []
        elif token.type in ("_INDENT", "_DEDENT"):
            level += 1 if token.type == "_INDENT" else -1
        else:
            if token.line != line:
                line = token.line or 0
                row = _Row(item, level, _steps(token, brackets) if past else 0)
                yield line, row
            row.tokens.append(token)
            row.gaps.append(_gap(past, token, grid and level > 0))
            past.append(token)
            brackets += (token in _OPEN) - (token in _CLOSE)
            grid = grid or token.type == "BY"


def _steps(first: Token, brackets: int) -> int:
    """Return how much deeper a continuation goes than its block, by its first token."""
    return max(1, brackets - (first in _CLOSE) + (first in _JOINS))


def _read(source: Source) -> list[_Line]:
    """Return the lines of a text, comments too, without the blank ones."""
    texts = [text.rstrip("\r") for text in source.text.split("\n")]
    rows = _rows(source)
    heads: dict[int, Sequence[Token]] = {}
    for row in rows.values():
        heads.setdefault(row.item, row.tokens)
    families = {item: _family(head) for item, head in heads.items()}
    following = _following(rows, len(texts))
    indents: list[int] = []
    lines: list[_Line] = []
    blank = False
    for number, text in enumerate(texts, 1):
        if here := rows.get(number):
            comment = text[(here.tokens[-1].end_column or 1) - 1 :].strip()
            line = _Line(here.item, families[here.item], here.level + here.extra, blank, comment)
            line.more = here.extra > 0
            line.kind, starts = _columns(here, heads[here.item])
            line.cells = _cells(here, starts)
            if not here.extra:
                indents[here.level :] = [len(text) - len(text.lstrip())]
        elif text.strip():
            line = _comment_line(text, following[number], indents, lines, families)
            line.blank = blank
        else:
            blank = True
            continue
        blank = False
        lines.append(line)
    return lines


def _following(rows: dict[int, _Row], last: int) -> dict[int, _Row | None]:
    """Return for every line the first one from there on that has tokens."""
    result: dict[int, _Row | None] = {}
    row: _Row | None = None
    for number in range(last, 0, -1):
        row = result[number] = rows.get(number, row)
    return result


def _comment_line(
    text: str,
    following: _Row | None,
    indents: list[int],
    lines: list[_Line],
    families: dict[int, str],
) -> _Line:
    """Place a comment that has a line to itself: with what follows, or at the end of a block.

    `indents` are the columns of the blocks that are open before it.
    """
    level = following.level + following.extra if following else 0
    more = bool(following and following.extra)
    indent = len(text) - len(text.lstrip())
    while not more and level + 1 < len(indents) and indents[level + 1] <= indent:
        level += 1
    if level and lines:
        item = lines[-1].item
    else:
        item = following.item if following else len(families)
    line = _Line(item, families.get(item, ""), level, False, text.strip())
    line.more = more
    return line


# ------------------------------------------------------------------ between two tokens


def _gap(past: Sequence[Token], token: Token, grid: bool) -> str:
    """Return what stands before a token, by what came before it in its statement."""
    if not past:
        return ""
    last = past[-1]
    if grid:
        return "" if last == "-" else " "
    if len(past) == 1 and last.type in _CLAIMS:
        return " " * (len("given ") - len(last))
    if token in _TIGHT_BEFORE or last in _TIGHT_AFTER:
        return ""
    if last == "-" and _is_sign(past[:-1]):
        return ""
    if token == "(" and last.type in ("NAME", "THE", "TEAM"):
        return ""
    return " "


def _is_sign(past: Sequence[Token]) -> bool:
    """Return whether a minus is the sign of what follows: there is nothing to subtract from."""
    if not past:
        return True
    if past[-1].type == "STRING":
        return len(past) < 2 or past[-2].type != "MY"
    return past[-1].type not in _PLAIN and past[-1] not in _CLOSE


def _cells(row: _Row, starts: Sequence[int]) -> list[str]:
    """Return the text of a line, divided before the tokens at `starts`, as far as it has them."""
    cells = []
    inner = [start for start in starts if start < len(row.tokens)]
    for start, stop in zip([0, *inner], [*inner, len(row.tokens)], strict=True):
        pieces = [row.gaps[n] * (n > start) + row.tokens[n] for n in range(start, stop)]
        cells.append("".join(pieces))
    return cells


# ------------------------------------------------------------------ blank lines and comments


def _set_blank_lines(lines: list[_Line]) -> None:
    """Put one blank line between items, keep the writer's where there is a choice."""
    for before, line in zip([None, *lines], lines, strict=False):
        if before is None or line.more or line.level > before.level:
            line.blank = False
        elif line.item != before.item and not (line.family and line.family == before.family):
            line.blank = True


def _family(head: Sequence[Token]) -> str:
    patch, *rest = head
    if _keyword(patch) in _PATCHES:
        return f"{patch} {family}" if (family := _family(rest)) else ""
    if patch == "game" and rest[0].type == "STRING":
        return ""
    return _FAMILIES.get(_keyword(patch), "")


def _set_comments(lines: list[_Line]) -> None:
    """Put one space after the `#`; in a block of comments, keep how far later lines are set in."""
    shift: int | None = None
    for before, line in zip([None, *lines], lines, strict=False):
        if before is None or not _goes_on(before, line):
            shift = None
        text = line.comment[1:].lstrip()
        if text and not line.comment.startswith(("#!", "##")):
            spaces = len(line.comment) - len(text) - 1
            shift = max(0, spaces - 1) if shift is None else shift
            line.comment = f"#{' ' * max(1, spaces - shift)}{text}"


def _goes_on(before: _Line, line: _Line) -> bool:
    """Return whether a comment may continue with that of the line before."""
    alike = bool(before.cells) == bool(line.cells) and (line.cells or before.level == line.level)
    return bool(before.comment and alike and not line.blank)


# ------------------------------------------------------------------ columns


def _columns(row: _Row, head: Sequence[Token]) -> tuple[str, list[int]]:
    """Return the kind of a line and the tokens that its columns begin with."""
    tokens = row.tokens
    alone = [token.type for token in tokens] in (["STRING"], ["DRAWN"])
    if row.extra or alone or tokens[0].type == "LETTERS":
        return _QUIET, []
    if row.level == 0:
        return _item_columns(tokens)
    if row.level == 1:
        what = _what(head)
        if what == "game":
            return "header", [1]
        if what == "component":
            return _component_columns(tokens)
        if what == "table":
            return _table_columns(row, head)
        if what == "type":
            return "word", [1]
        if what == "example":
            return _example_columns(tokens)
    return _statement_columns(tokens)


def _item_columns(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    what = _what(tokens)
    if what in ("zone", "var", "counter"):
        return "zone" if what == "zone" else "variable", _after(tokens, ":")
    if what == "type":
        return what, _at(tokens, "=")
    if what == "table" and _at(tokens, "="):
        return what, _after(tokens, ":") + _at(tokens, "=")
    if what == "set":
        return what, [] if {"=", "[", "."} & set(tokens[2:3]) else [2]
    return _ALONE, []


def _component_columns(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    if _keyword(tokens[0]) == "make":
        return _ALONE, []
    return "attribute", [1] if _keyword(tokens[0]) in ("back", "called") else _after(tokens, ":")


def _table_columns(row: _Row, head: Sequence[Token]) -> tuple[str, list[int]]:
    if any(token.type == "BY" for token in head):
        return "grid", [n for n, gap in enumerate(row.gaps) if gap]
    return "row", _at(row.tokens, "=")


def _example_columns(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    """Align settings and claims about the same family of places, as `my stack[red] = …`."""
    if starts := _at(tokens, "="):
        return " ".join(tokens[: starts[0]]).split("[")[0], starts
    return _ALONE, []


def _statement_columns(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    what = _keyword(tokens[0])
    if what == "var":
        return "variable", _after(tokens, ":")
    if what in ("add", "times"):
        return "ledger", [1, 2, *_at(tokens, "when")]
    if what == "if" and _after(tokens, ":"):
        return "if", _after(tokens, ":")
    return _ALONE, []


def _keyword(token: Token) -> str:
    """Return a token that the grammar took for a keyword; of a name or a value, nothing."""
    return "" if token.type in _PLAIN else str(token)


def _what(head: Sequence[Token]) -> str:
    """Return the keyword that an item begins with, apart from `replace` and `add`."""
    return _keyword(head[1] if _keyword(head[0]) in _PATCHES else head[0])


def _at(tokens: Sequence[Token], wanted: str) -> list[int]:
    """Return where a token stands first outside brackets: one place or none."""
    brackets = 0
    for index, token in enumerate(tokens):
        brackets += (token in _OPEN) - (token in _CLOSE)
        if token == wanted and not brackets and _keyword(token):
            return [index]
    return []


def _after(tokens: Sequence[Token], wanted: str) -> list[int]:
    return [index + 1 for index in _at(tokens, wanted) if index + 1 < len(tokens)]


def _align(lines: list[_Line]) -> None:
    """Pad the cells of every run of lines of one kind and level."""
    run: list[_Line] = []
    for line in lines:
        same = not run or (line.kind, line.level) == (run[0].kind, run[0].level)
        if line.blank or not (same or line.kind == _QUIET):
            _pad(run)
            run = []
        if line.kind not in (_QUIET, _ALONE):
            run.append(line)
    _pad(run)


def _pad(run: list[_Line]) -> None:
    for column in range(max((len(line.cells) for line in run), default=0) - 1):
        rows = [line.cells for line in run if len(line.cells) > column + 1]
        width = _width([len(cells[column]) for cells in rows], run[0].kind)
        width += run[0].kind == "grid" and column == 0
        for cells in rows:
            cells[column] = cells[column].ljust(width)


def _width(lengths: list[int], kind: str) -> int:
    """Return the longest of the lengths that are not absurdly longer than the shortest."""
    longest = min(lengths) + _NEARER.get(kind, FAR)
    return max(length for length in lengths if length <= longest)


# ------------------------------------------------------------------ from lines to text


def _write(lines: list[_Line]) -> str:
    result: list[str] = []
    run: list[_Line] = []
    for line in lines:
        trails = bool(line.cells and line.comment)
        if line.blank or not trails:
            result += _with_comments(run)
            run = []
        if line.blank:
            result.append("")
        if trails:
            run.append(line)
        else:
            result.append(line.code or " " * (STEP * line.level) + line.comment)
    result += _with_comments(run)
    return "\n".join(result) + "\n"


def _with_comments(run: list[_Line]) -> list[str]:
    """Return lines that follow one another with their trailing comments in one column."""
    if not run:
        return []
    width = _width([len(line.code) for line in run], "comment")
    return [f"{line.code:<{width}}  {line.comment}" for line in run]
