"""Syntax nodes of examples: what is given, done and claimed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.language.acts import Broken, Words
from engine.language.nodes import Expr, Node


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """A run of words, a number or a value, perhaps `at` a space."""

    words: tuple[str, ...]
    value: Expr | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class MoveArgument(Node):
    """An argument of a written move: words, perhaps with the place the piece is in."""

    phrase: Phrase
    place: Expr | None


@dataclass(frozen=True, slots=True)
class WrittenMove(Node):
    """`play(red 5)`; arguments None when only the action is named."""

    name: str
    arguments: tuple[MoveArgument, ...] | None


@dataclass(frozen=True, slots=True)
class Given(Node):
    """A setting: `players`, `is`, `has` or `empty`."""

    form: str
    place: Expr | None
    items: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Doing(Node):
    """A move, by a seat where several choose; no move for `any turn`."""

    move: WrittenMove | None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Do(Node):
    """Moves in order."""

    moves: tuple[Doing, ...]


@dataclass(frozen=True, slots=True)
class Then(Node):
    """A claim: its form, the thing spoken of, what it is compared with."""

    form: str
    subject: Expr | None
    items: tuple[Phrase, ...] = ()
    other: Expr | None = None
    operator: str = ""
    move: WrittenMove | None = None
    because: str | None = None
    because_is_rule: bool = False
    after_scoring: bool = False


@dataclass(frozen=True, slots=True)
class Example(Node):
    """A worked example."""

    title: str
    lines: tuple[Given | Do | Then | Words | Broken, ...]
