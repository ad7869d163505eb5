"""What the grammar allows next at a place in a text, for completion while it is being written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Lark
from lark.exceptions import LarkError

from engine.language.keywords import keyword_terminals
from engine.language.lexer import IndentError, reader


@dataclass(frozen=True)
class Upcoming:
    """The words of the language that may come next, and whether a name or a type may."""

    keywords: frozenset[str] = frozenset()
    name: bool = False
    type: bool = False


def upcoming(before: str) -> Upcoming:
    """Return what may follow the beginning of a top-level item; nothing where it can't be read."""
    lark: Lark = reader()
    interactive: Any = lark.parse_interactive(before, start="item")
    last = ""
    try:
        for token in interactive.lexer_thread.lex(interactive.parser_state):
            if token.type == "_DEDENT" and not token.value and last not in ("_NL", "_DEDENT"):
                break  # where the text ends, all its blocks seem to end
            if token.type == "_DEDENT" and last == "_DEDENT" and _at_end(before):
                break
            last = token.type
            interactive.feed_token(token)
    except (LarkError, IndentError, RecursionError):
        return Upcoming()
    possible = interactive.choices()
    words = keyword_terminals()
    keywords = frozenset(words[name] for name in possible if name in words)
    return Upcoming(keywords, "NAME" in possible, "TYPE" in possible)


def _at_end(before: str) -> bool:
    """Return whether a text ends within a line."""
    return bool(before.rsplit("\n", 1)[-1].strip())
