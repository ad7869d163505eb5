"""Syntax nodes of examples: what is given, done and claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.language.syntax.declarations import DrawnRow
from engine.language.syntax.expressions import (
    Binary,
    Broken,
    Expr,
    My,
    Name,
    Node,
    Number,
    Seat,
    Team,
    Words,
)


class Phrase(Node):
    """A run of words, a number or a value, perhaps `at` a space."""

    words: tuple[str, ...]
    value: Expr | None = None
    at: int | None = None


class MoveArgument(Node):
    """An argument of a written move: words, perhaps with the place the piece is in.

    `more`: what else is taken at the same time, after `+`. `nth`: of a piece that its mover doesn't
    know, how far up it is in the place, from 1; its phrase is empty then.
    """

    phrase: Phrase
    place: Expr | None
    more: tuple[MoveArgument, ...] = ()
    nth: int | None = None


class WrittenMove(Node):
    """`play(red 5)`; arguments None when only the action is named."""

    name: str
    arguments: tuple[MoveArgument, ...] | None


class Given(Node):
    """A setting: `players`, `is`, `has`, `empty` or `to move`, or a `diagram` with its rows."""

    form: str
    place: Expr | None
    items: tuple[Phrase, ...]
    rows: tuple[DrawnRow, ...] = ()


class Doing(Node):
    """A move, by a seat where several choose; no move for `any turn`."""

    move: WrittenMove | None
    seat: int | None = None


class Do(Node):
    """Moves in order."""

    moves: tuple[Doing, ...]


class Then(Node):
    """A claim: its form, the thing spoken of, what it is compared with.

    `negated`: it is claimed not to be so. `test`: what is claimed of the subject as a condition.
    The subject of `can`, `cannot` is the seat, None for the one that decides; of `knows` it is the
    seat, and `other` is what it knows.
    """

    form: str
    subject: Expr | None
    items: tuple[Phrase, ...] = ()
    other: Expr | None = None
    test: Expr | None = None
    move: WrittenMove | None = None
    because: str | None = None
    because_is_rule: bool = False
    after_scoring: bool = False
    negated: bool = False


class Example(Node):
    """A worked example."""

    title: str
    lines: tuple[Given | Do | Then | Words | Broken, ...]


def phrase_value(phrase: Phrase) -> Expr | None:
    """Read a run of words as a value: a number, a word, `my coins`, `seat 2`; None for others."""
    words, span = phrase.words, phrase.span
    if phrase.value is not None:
        return phrase.value
    if len(words) == 1:
        return Number(span, int(words[0][:19])) if words[0].isdigit() else Name(span, words[0])
    if len(words) == 2 and words[0] in ("seat", "team") and words[1].isdigit():
        return (Seat if words[0] == "seat" else Team)(span, int(words[1][:19]))
    return My(span, words[1]) if len(words) == 2 and words[0] == "my" else None


def reckoned(parts: Sequence[Phrase | str]) -> Expr:
    """Put `2 + 3 * 4` together, what binds more closely first."""
    row: list[Expr | str] = [
        str(part)
        if not isinstance(part, Phrase)
        else phrase_value(part) or Name(part.span, " ".join(part.words))
        for part in parts
    ]
    for signs in ("*/", "+-"):
        at = 1
        while at < len(row):
            left, sign, right = cast("tuple[Expr, str, Expr]", tuple(row[at - 1 : at + 2]))
            if sign in signs:
                row[at - 1 : at + 2] = [Binary(left.span.to(right.span), left, sign, right)]
            else:
                at += 2
    return cast(Expr, row[0])
