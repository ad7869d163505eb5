"""The LALR reader made from the grammar, and the indentation of lines as tokens."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

from lark import Lark, Token
from lark.lark import PostLex

from engine.storage.cache import keep_summed, read_summed
from engine.storage.folders import cache_folder

_OPEN = {"LPAR", "LSQB", "LBRACE"}
_CLOSE = {"RPAR", "RSQB", "RBRACE"}


class IndentError(Exception):
    """A line that is indented like no block that is open; its line within the item, from 0."""

    def __init__(self, line: int, levels: tuple[int, ...]) -> None:
        """Keep the line and by how much the blocks are indented that are open there."""
        super().__init__(line)
        self.line = line
        self.levels = levels


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
        before = tuple(levels)
        if indent > levels[-1]:
            levels.append(indent)
            yield Token.new_borrow_pos("_INDENT", "", token)
        while indent < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)
        if indent != levels[-1]:
            raise IndentError((token.end_line or 1) - 1, before)


def _cache_file(grammar: str) -> Path:
    """Return where the tables are kept that are made from a grammar. Raises OSError."""
    mark = f"{grammar}{version('lark')}{sys.version}{_Indents!r}"
    digest = hashlib.sha256(mark.encode()).hexdigest()[:16]
    return cache_folder("grammar") / f"{digest}.tables"


@cache
def reader() -> Lark:
    """Return the reader, made once a run and kept in a cache between runs."""
    grammar = (Path(__file__).parent / "grammar.lark").read_text("utf-8")
    with suppress(OSError):
        kept = read_summed(_cache_file(grammar))
        if kept is not None:
            return Lark.load(BytesIO(kept))
    made = Lark(
        grammar,
        start=["item", "expr"],
        parser="lalr",
        lexer="contextual",
        postlex=_Indents(),
        propagate_positions=True,
        maybe_placeholders=True,
    )
    tables = BytesIO()
    made.save(tables)
    with suppress(OSError):
        keep_summed(_cache_file(grammar), tables.getvalue())
    return made
