"""From text to syntax nodes, with a tree even for a broken text.

A file is cut at its unindented lines and each top-level item is read on its own, so a mistake never
hides the rest. Inside an item a line that can't be read is reported, replaced by a mark that the
grammar knows, and the item is read again: every independent mistake is found in one run.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lark import PostLex

from engine.language import syntax
from engine.language.build import Builder
from engine.language.diagnostics import Findings, nearest
from engine.language.source import Source, Span

MAX_CHARACTERS = 400_000
MAX_DEPTH = 60
_MARK = "\u0001"
_JOINS = re.compile(r"\s*(or|and|because)\b")
_OPEN = {"LPAR", "LSQB", "LBRACE"}
_CLOSE = {"RPAR", "RSQB", "RBRACE"}


class _IndentError(Exception):
    """A line that is indented like no block that is open; its line within the item."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class _Indents(PostLex):
    """Turns leading spaces into _INDENT and _DEDENT; keeps nothing between two texts."""

    # Words are always lexed whole, so that `roundabout` never reads as `round` and a rest.
    always_accept = ("_NL", "NAME", "TYPE", "INT", "STRING")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels, brackets = [0], 0
        last = None
        for token in stream:
            last = token
            if token.type in _OPEN:
                brackets += 1
            elif token.type in _CLOSE:
                brackets -= 1
            if token.type != "_NL":
                yield token
            elif brackets <= 0:
                yield token
                indent = len(token.value.rsplit("\n", 1)[1].expandtabs(2))
                yield from self._step(levels, indent, token)
        while len(levels) > 1:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", last) if last else Token("_DEDENT", "")

    def _step(self, levels: list[int], indent: int, token: Token) -> Iterator[Token]:
        if indent > levels[-1]:
            levels.append(indent)
            yield Token.new_borrow_pos("_INDENT", "", token)
        while indent < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)
        if indent != levels[-1]:
            raise _IndentError(token.end_line or 1)


def _cache_file(grammar: str) -> str | bool:
    """Return where Lark keeps its tables, in the user's own cache folder; False when there is none."""
    mark = f"{grammar}{version('lark')}{sys.version}"
    digest = hashlib.sha256(mark.encode()).hexdigest()[:16]
    try:
        folder = Path.home() / ".cache" / "cairn"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError):
        return False
    return str(folder / f"grammar-{digest}.lark")


@cache
def _lark() -> Lark:
    grammar = (Path(__file__).parent / "grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        start=["item", "expr"],
        parser="lalr",
        lexer="contextual",
        postlex=_Indents(),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=_cache_file(grammar),
    )


@dataclass
class _Item:
    """The lines of one top-level item and how many lines of the file come before."""

    lines: list[str]
    offset: int


def parse(source: Source, findings: Findings) -> syntax.File:
    """Read a text. What can't be read is in the findings, the rest in the file's items.

    Never raises for any text; a text over MAX_CHARACTERS is refused with E004.
    """
    findings.sources[source.name] = source
    if not _readable(source, findings):
        return syntax.File(source.name, ())
    items: list[syntax.Item] = []
    for item in _split(source, findings):
        node = _parse_item(source, item, findings)
        if node is not None:
            items.append(node)
    return syntax.File(source.name, tuple(items))


def _readable(source: Source, findings: Findings) -> bool:
    start = Span(source.name, 1, 1, 1, 2)
    if len(source.text) > MAX_CHARACTERS:
        findings.error(
            "E004", f"this text is longer than {MAX_CHARACTERS:,} characters; is it a ruleset?", start
        )
        return False
    for number, line in enumerate(source.lines, 1):
        odd = re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029\x85]", line)
        if odd:
            span = Span(source.name, number, odd.start() + 1, number, odd.start() + 2)
            findings.error("E004", "there is an invisible control character here; remove it", span)
            return False
    return True


def _split(source: Source, findings: Findings) -> list[_Item]:
    """Cut a file at its unindented lines; continuation lines belong to the line before."""
    items: list[_Item] = []
    for index, line in enumerate(source.text.split("\n")):
        line = line.rstrip("\r")
        code = line.strip()
        lead = line[: len(line) - len(line.lstrip())]
        if "\t" in lead and code:
            span = Span(source.name, index + 1, 1, index + 1, len(lead) + 1)
            findings.error("E003", "this line is indented with a tab; use two spaces a step", span)
        blank = not code or code.startswith("#")
        if not blank and not lead and not (items and _JOINS.match(line)):
            items.append(_Item([line], index))
        elif items:
            items[-1].lines.append(line)
        elif not blank:
            span = Span(source.name, index + 1, 1, index + 1, len(line) + 1)
            findings.error("E003", "the first line of a text is not indented", span)
            items.append(_Item([line.lstrip()], index))
    return items


def _parse_item(source: Source, item: _Item, findings: Findings) -> syntax.Item | None:
    lines = list(item.lines)
    for _ in range(len(lines) + 1):
        try:
            _check_depth(lines)
            tree = _lark().parse("\n".join(lines) + "\n", start="item")
            return Builder(source.name, item.offset).transform(tree)  # type: ignore[return-value]
        except (UnexpectedInput, _IndentError, _TooDeep) as problem:
            line = _report(source, item, lines, problem, findings)
            if not _drop(lines, line, findings):
                return None
    return None


def parse_expression(text: str, place: Span) -> syntax.Expr | None:
    """Read an expression that stands in a quoted text; None when it can't be read."""
    try:
        _check_depth([text])
        tree = _lark().parse(text, start="expr")
    except (UnexpectedInput, _IndentError, _TooDeep):
        return None
    return Builder(place.file, place.line - 1, place.column - 1).transform(tree)  # type: ignore[return-value]


class _TooDeep(Exception):
    """A line with more nested brackets, or more deeply indented, than anybody would write."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def _check_depth(lines: list[str]) -> None:
    for number, line in enumerate(lines, 1):
        nested = deepest = 0
        for char in re.sub(r'"(\\.|[^"\\])*"|#.*', "", line):
            nested += (char in "([{") - (char in ")]}")
            deepest = max(deepest, nested)
        signs = len(re.findall(r"-(?=[-\s]*-)|\bnot(?=\s+not\b)", line))
        lead = len(line) - len(line.lstrip())
        if deepest > MAX_DEPTH or signs > MAX_DEPTH or lead > 4 * MAX_DEPTH or len(line) > 5000:
            raise _TooDeep(number)


def _drop(lines: list[str], number: int, findings: Findings) -> bool:
    """Blank a line and what is indented below it; leave a mark. False when nothing is left to try."""
    index = number - 1
    while index > 0 and (_JOINS.match(lines[index]) or not lines[index].strip()):
        index -= 1
    if index == 0 or lines[index].strip() == _MARK:
        for line in lines:
            findings.uncertain.update(re.findall(r"\w+", line))
        return False
    lead = len(lines[index]) - len(lines[index].lstrip())
    findings.uncertain.update(re.findall(r"\w+", lines[index]))
    lines[index] = " " * lead + _MARK
    for later in range(index + 1, len(lines)):
        text = lines[later]
        inside = len(text) - len(text.lstrip()) > lead or _JOINS.match(text)
        if text.strip() and not inside:
            break
        findings.uncertain.update(re.findall(r"\w+", text))
        lines[later] = ""
    return True


_NAMES = {
    "COLON": "':'", "LPAR": "'('", "RPAR": "')'", "LSQB": "'['", "RSQB": "']'", "LBRACE": "'{'",
    "RBRACE": "'}'", "EQUAL": "'='", "COMMA": "','", "DOT": "'.'", "INT": "a number",
    "NAME": "a name", "TYPE": "a capitalised name", "STRING": "a text in quotation marks",
    "_NL": "the end of the line", "_INDENT": "an indented line",
}  # fmt: skip


def _report(
    source: Source,
    item: _Item,
    lines: list[str],
    problem: Exception,
    findings: Findings,
) -> int:
    """Put what went wrong into words; return the line within the item."""
    if isinstance(problem, UnexpectedToken):
        return _unexpected(source, item, lines, problem, findings)
    if isinstance(problem, UnexpectedCharacters):
        line, column = problem.line, problem.column
        span = Span(source.name, line + item.offset, column, line + item.offset, column + 1)
        char = lines[line - 1][column - 1 : column]
        if char == '"':
            end = len(lines[line - 1]) + 1
            span = span._replace(end_column=end)
            findings.error("E002", "this text has no closing quotation mark", span)
        else:
            hint = {";": "end the line instead", "&": "write 'and'", "|": "write 'or'",
                    "'": 'texts stand in double quotation marks: "…"'}.get(char)  # fmt: skip
            findings.error("E002", f"'{char}' has no meaning in a ruleset", span, hint=hint)
        return line
    if isinstance(problem, _TooDeep):
        line = problem.line
        span = Span(source.name, line + item.offset, 1, line + item.offset, 2)
        findings.error("E004", "this line is nested too deeply or too long; divide it", span)
        return line
    assert isinstance(problem, _IndentError)
    line = problem.line
    text = lines[line - 1]
    span = Span(source.name, line + item.offset, 1, line + item.offset, len(text) + 1)
    findings.error(
        "E003", "this line is indented like no block above it; indent by two spaces a step", span
    )
    return line


def _unexpected(
    source: Source,
    item: _Item,
    lines: list[str],
    problem: UnexpectedToken,
    findings: Findings,
) -> int:
    token = problem.token
    accepts = set(problem.accepts or problem.expected)
    line, column = token.line or len(lines), token.column or 1
    if token.type in ("_INDENT", "_DEDENT"):
        line = token.end_line or line
    if token.type == "$END":
        line = max(n for n, text in enumerate(lines, 1) if text.strip())
    text = lines[min(line, len(lines)) - 1]
    number = line + item.offset
    span = Span(source.name, number, column, number, column + max(1, len(str(token).strip())))
    if token.type == "_INDENT":
        lead = len(text) - len(text.lstrip())
        span = Span(source.name, number, lead + 1, number, len(text.rstrip()) + 1)
        findings.error(
            "E003", "this line is indented, but the line above it opens no block", span,
            hint="indent it like the line above it",
        )  # fmt: skip
    elif token.type in ("_NL", "_DEDENT", "$END"):
        bare = re.sub(r'("(\\.|[^"\\])*")|#.*', r"\1", text).rstrip()
        span = Span(source.name, number, max(1, len(bare)), number, max(2, len(bare) + 1))
        if "_INDENT" in accepts and token.type != "_NL":
            wanted = "this needs an indented block below it"
        else:
            wanted = f"the line ends too early: {_wanted(accepts)} is missing"
        findings.error("E001", wanted, span)
    else:
        _unexpected_word(token, accepts, span, text, findings)
    return line


def _unexpected_word(
    token: Token, accepts: set[str], span: Span, text: str, findings: Findings
) -> None:
    word = str(token)
    keywords = [name.lower() for name in accepts if name.isalpha() and name not in _NAMES]
    guess = nearest(word, keywords) if word.isalpha() else None
    before = text[: span.column - 1].split()
    if guess and not (len(word) < 3 and guess not in (word, word + "s")):
        findings.error("E001", f"'{word}' can't stand here", span, fix=guess)
    elif word == "=" and text[span.column - 1 :].startswith("=="):
        findings.error("E001", "'==' is not used here; one '=' compares", span, fix="=")
    elif word == "=" and "__ANON_" in "".join(accepts) and ":=" in _symbols(accepts):
        findings.error("E001", "'=' compares; to change a value write ':='", span, fix=":=")
    elif word == ":=" and "EQUAL" in accepts:
        findings.error("E001", "a starting value is given with '='", span, fix="=")
    elif "COLON" in accepts:
        findings.error("E001", f"':' is missing before '{word}'", span, hint="put ':' here")
    else:
        last = f" after '{before[-1]}'" if before else ""
        findings.error("E001", f"'{word}' can't stand{last}: {_wanted(accepts)} was expected", span)


@cache
def _terminals() -> dict[str, str]:
    return {t.name: str(t.pattern.value) for t in _lark().terminals}


def _symbols(accepts: set[str]) -> set[str]:
    return {_terminals().get(name, "") for name in accepts}


def _wanted(accepts: set[str]) -> str:
    """Name what could have stood there, the most telling first, no more than four things."""
    known = [name for key, name in _NAMES.items() if key in accepts]
    keywords = sorted(name.lower() for name in accepts if name.isalpha() and name not in _NAMES)
    if {"NAME", "INT", "LPAR"} <= accepts:
        return "a value"
    words = [f"'{word}'" for word in keywords if word not in ("broken", "join", "comment")]
    anonymous = [f"'{s}'" for s in sorted(_symbols({a for a in accepts if a.startswith("__")}))]
    everything = known + words + anonymous
    if not everything:
        return "something else"
    shown = everything[:6]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
