"""The words of enumerations in the names of pieces, so that the index finds them there."""

from __future__ import annotations

from collections.abc import Iterable

from engine.language.source import Span
from engine.rules.checker.context import Checking


def keep_words(cx: Checking, words: Iterable[str], span: Span) -> None:
    """Keep in the index which words of enumerations are in the name of a piece in a span."""
    for word in dict.fromkeys(words):
        owners = cx.names.members.get(word, ())
        plain = [o for o in owners if not cx.names.enums[o].parts] or owners
        if len(plain) == 1 and not cx.names.local(word):
            member = next(x for x in cx.names.enums[plain[0]].members if x.name == word)
            if member.number is None:
                cx.names.use_word(plain[0], member, span)
