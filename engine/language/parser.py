"""From text to syntax nodes, with a tree even for a broken text.

A file is cut at its unindented lines and each top-level item is read on its own, so an error never
hides the rest. Inside an item a line that can't be read is reported, then mended or replaced by a
mark that the grammar knows, and the item is read again: every independent error is found in one
run. How much is read again is bounded, for a text that is all errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from engine.language import syntax
from engine.language.builder import Builder
from engine.language.codes import Code
from engine.language.control_characters import OBEYED
from engine.language.diagnostics import Findings
from engine.language.lexer import IndentError, reader
from engine.language.line_errors import BracketStack, Trouble
from engine.language.message import Message
from engine.language.recovery import JOINS, Draft, Word, joined, lead, words_of
from engine.language.source import Source, Span
from engine.language.syntax_errors import (
    explain,
    is_part,
    unknown_part,
)

MAX_CHARACTERS = 400_000
MAX_DEPTH = 60
MAX_LEVELS = 40
MAX_SIGNS = 120
MAX_LINE = 5000
MAX_TROUBLES = 20
MAX_TROUBLES_OF_ALL = 100
MAX_READ_AGAIN = 1_000_000
MOST_TREES = 1000
"""So many items' trees are kept."""
_ODD_SPACE = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_QUOTED = re.compile(r'#.*|"(?:\\.|[^"\\])*"')
_SIGN = re.compile(r"[-+*/]|\b(?:and|or|not|mod|if|else)\b|[<>=]=?")


@lru_cache(maxsize=MOST_TREES)
def _tree(text: str) -> Tree[Token]:
    """Return the tree of a top-level item; of a text that is edited, most items stay as they are.

    Raises what Lark raises for a text that can't be read.
    """
    return reader().parse(text, start="item")


def parse(source: Source, findings: Findings) -> syntax.File:
    """Read a text. What can't be read is in the findings, the rest in the file's items.

    Never raises for any text; a text over MAX_CHARACTERS is refused with E004.
    """
    findings.sources[source.name] = source
    if len(source.text) > MAX_CHARACTERS:
        message = Message(
            "this text is longer than {most} characters; is it a ruleset?", f"{MAX_CHARACTERS:,}"
        )
        findings.error(Code.E004, message, Span(source.name, 1, 1, 1, 2))
        return syntax.File(source.name, ())
    return syntax.File(source.name, tuple(_Reader(source, findings).items()))


def parse_expression(text: str, place: Span) -> syntax.Expr | None:
    """Read an expression in a quoted text; None when it can't be read."""
    draft = Draft(Source(place.file, text), [text], place.line - 1)
    if _excess(draft) or not text.strip():
        return None
    try:
        tree = reader().parse(text, start="expr")
        builder = Builder(place.file, place.line - 1, place.column - 1)
        return cast(syntax.Expr, _built(builder, tree))
    except (UnexpectedInput, IndentError, RecursionError):
        return None


def _split(source: Source, findings: Findings) -> list[Draft]:
    """Cut a file at its unindented lines; continuation lines belong to the line before."""
    items: list[Draft] = []
    for index, line in enumerate(source.text.split("\n")):
        line = _plain(source, index, line.rstrip("\r"), findings)
        code = line.strip()
        blank = not code or code.startswith("#")
        if not blank and not lead(line) and not (items and JOINS.match(line)):
            items.append(Draft(source, [line], index))
        elif items:
            items[-1].lines.append(line)
        elif not blank:
            span = Span(source.name, index + 1, 1, index + 1, lead(line) + 1)
            message = "the first line of a text is not indented"
            findings.error(Code.E003, message, span, hint="start it at the left edge")
            items.append(Draft(source, [line.lstrip()], index))
    return items


def _plain(source: Source, index: int, line: str, findings: Findings) -> str:
    """Report what nobody can see in a line; return the line with spaces in its place."""
    number = index + 1
    if odd := OBEYED.search(line):
        span = Span(source.name, number, odd.start() + 1, number, odd.end() + 1)
        code = f"U+{ord(odd.group()):04X}"
        message = Message("there is an invisible character here ({code}); remove it", code)
        findings.error(Code.E004, message, span)
    line = OBEYED.sub(" ", line)
    indent = line[: lead(line)]
    if "\t" in indent and line.strip():
        span = Span(source.name, number, 1, number, len(indent) + 1)
        findings.error(Code.E003, "this line is indented with a tab; use two spaces per step", span)
    if not _ODD_SPACE.search(line):
        return line
    plain = _QUOTED.sub(lambda part: "x" * len(part.group()), line)
    if odd := _ODD_SPACE.search(plain):
        span = Span(source.name, number, odd.start() + 1, number, odd.end() + 1)
        findings.error(Code.E002, "this is not a plain space; type it again", span)
    return "".join(
        " " if _ODD_SPACE.match(there) else char for char, there in zip(line, plain, strict=True)
    )


def _excess(draft: Draft) -> Trouble | None:
    """Find what nobody would write: too many brackets, signs or steps, too long a line."""
    brackets = BracketStack()
    signs = start = 0
    for number, line in enumerate(draft.lines):
        if len(line) > MAX_LINE:
            reason = Message(
                "this line is too long (more than {most} characters); divide it", MAX_LINE
            )
            return Trouble(Code.E004, reason, draft.span(number, 0, 1), number)
        if len(line[: lead(line)].expandtabs(2)) > 2 * MAX_LEVELS:
            reason = Message(
                "this line is indented by more than {most} steps; name a part of it", MAX_LEVELS
            )
            return Trouble(Code.E004, reason, draft.line_span(number), number)
        if not JOINS.match(line) and not brackets.open:
            signs, start = 0, number
        words = words_of(line, number)
        for word in words:
            brackets.take(word)
            if len(brackets.open) > MAX_DEPTH:
                reason = Message(
                    "more than {most} brackets are open here; split the line", MAX_DEPTH
                )
                return Trouble(Code.E004, reason, draft.span(number, word.column, word.end), start)
        signs += sum(bool(_SIGN.fullmatch(word.text)) for word in words)
        if signs > MAX_SIGNS:
            reason = Message(
                "more than {most} signs and conditions stand in this line; divide it", MAX_SIGNS
            )
            return Trouble(Code.E004, reason, draft.line_span(start), start)
    return None


def _brackets(draft: Draft) -> list[Trouble]:
    stack = BracketStack()
    for word in draft.words():
        stack.take(word)
    return stack.troubles(draft)[:MAX_TROUBLES]


@lru_cache(maxsize=MOST_TREES)
def _tidy(text: str) -> bool:
    """Return whether all brackets of an item close and nothing is too much in it."""
    draft = Draft(Source("", text), text.split("\n"), 0)
    return not _brackets(draft) and _excess(draft) is None


@lru_cache(maxsize=MOST_TREES)
def _item_node(text: str, name: str, offset: int) -> syntax.Item:
    """Return the node of a top-level item that stands unmended below `offset` lines of a file."""
    return cast(syntax.Item, _built(Builder(name, offset), _tree(text)))


def _built(builder: Builder, tree: Tree[Token]) -> object:
    try:
        return builder.transform(tree)
    except VisitError as problem:
        raise problem.orig_exc from None


class _Reader:
    """One run over one text; stops in time when the text is all errors."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.troubles = 0
        self.read_again = 0

    def items(self) -> Iterator[syntax.Item]:
        """Yield the items that could be read."""
        strange = False
        for draft in _split(self.source, self.findings):
            first = next(iter(words_of(draft.lines[0])), Word("", 0, 0))
            if not is_part(first.text):
                # Several such lines in a row are one error.
                if not strange:
                    strange = not self._strange(draft, first)
                if strange:
                    self._give_up(draft)
                    continue
            strange = False
            if self.troubles >= MAX_TROUBLES_OF_ALL:
                reason = Message(
                    "Cairn stops reading after {number} errors; fix these first", self.troubles
                )
                self.findings.error(Code.E005, reason, draft.line_span(0))
                return
            node = self._item(draft)
            self.findings.uncertain.update(draft.unread)
            if node is not None:
                yield node

    def _strange(self, draft: Draft, first: Word) -> bool:
        """Report a line that begins no part of a game; return whether it could be mended."""
        trouble = unknown_part(draft, first)
        self._tell(trouble, draft)
        if trouble.repair is None:
            return False
        draft.mend(trouble.repair)
        return True

    def _item(self, draft: Draft) -> syntax.Item | None:
        tidy = not draft.shifts and _tidy("\n".join(draft.lines))
        for trouble in () if tidy else (*_brackets(draft), *filter(None, [_excess(draft)])):
            self._tell(trouble, draft)
            if not self._settle(trouble, draft):
                self._give_up(draft)
                return None
        for _ in range(MAX_TROUBLES + len(draft.lines)):
            try:
                return self._read(draft)
            except (UnexpectedToken, UnexpectedCharacters, IndentError) as problem:
                trouble = explain(problem, draft)
            except RecursionError:
                reason = "this is nested too deeply; name a part of it"
                trouble = Trouble(Code.E004, reason, draft.line_span(0), 0)
            if not self._go_on(trouble, draft):
                break
        self._give_up(draft)
        return None

    def _read(self, draft: Draft) -> syntax.Item:
        text = "\n".join(draft.lines) + "\n"
        self.read_again += len(text)
        name, offset = self.source.name, draft.offset
        try:
            if not draft.shifts:
                return _item_node(text, name, offset)
            tree = _tree(text)
        except UnexpectedToken as problem:
            together = joined(text, problem)
            if together is None or self.read_again > MAX_READ_AGAIN:
                raise
            draft.lines = together.removesuffix("\n").split("\n")
            return self._read(draft)
        builder = Builder(name, offset, shifts=draft.shifts)
        return cast(syntax.Item, _built(builder, tree))

    def _go_on(self, trouble: Trouble, draft: Draft) -> bool:
        """Report a trouble and clear it away; return whether to read the item again."""
        many = len(draft.complained) >= MAX_TROUBLES or self.troubles >= MAX_TROUBLES_OF_ALL
        if many or self.read_again > MAX_READ_AGAIN:
            reason = Message("Cairn stops reading this part here; fix the errors above first")
            self.findings.error(Code.E005, reason, trouble.span)
            return False
        self._tell(trouble, draft)
        return self._settle(trouble, draft)

    def _tell(self, trouble: Trouble, draft: Draft) -> None:
        """Report a trouble unless something was said of its line already."""
        if trouble.line in draft.complained or not trouble.message:
            return
        draft.complained.add(trouble.line)
        self.troubles += 1
        self.findings.error(
            trouble.code, trouble.message, trouble.span, fix=trouble.fix, hint=trouble.hint
        )

    def _settle(self, trouble: Trouble, draft: Draft) -> bool:
        """Mend what is clear, once a line; put a mark in the place of everything else."""
        line = trouble.line
        many = draft.mended.get(line, 0)
        if trouble.repair and (many == 0 or (trouble.code == Code.E002 and many < 9)):
            draft.mended[line] = many + 1
            draft.mend(trouble.repair)
            return True
        return draft.drop(line, rest=trouble.rest)

    def _give_up(self, draft: Draft) -> None:
        for line in draft.lines:
            draft.forget(line)
        self.findings.uncertain.update(draft.unread)
