"""A Pygments lexer, from the same words that the editor's colours come from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, String, Text

from engine.language.highlight import TokenKind, highlight

_KINDS: dict[TokenKind, Any] = {
    "keyword": Keyword, "name": Name, "string": String, "number": Number, "comment": Comment.Single,
    "type": Name.Class,
}  # fmt: skip


class CairnLexer(Lexer):  # type: ignore[misc]
    """Colours rulesets wherever Pygments does: `pygmentize game.cairn`, Sphinx, MkDocs."""

    name = "Cairn"
    aliases = ("cairn",)
    filenames = ("*.cairn",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yield the words of a text with their places and kinds, and what stands between them."""
        place = 0
        for start, end, kind in highlight(text):
            if start > place:
                yield place, Text, text[place:start]
            yield start, _KINDS[kind], text[start:end]
            place = end
        if place < len(text):
            yield place, Text, text[place:]
