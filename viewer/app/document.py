"""What the rules editor shows: a text, its colours and its marked lines. The window draws it."""

from __future__ import annotations

from dataclasses import dataclass

ASKING = ("f12", "ctrl+enter", "ctrl+.", "ctrl+space")
"""Keys that ask about the place of the caret: where a name is declared, which example it is, what
would mend an error, what could stand there.
"""


@dataclass(frozen=True, slots=True)
class Paint:
    """Characters of a text in a colour: from `start` up to before `end`."""

    start: int
    end: int
    colour: str


@dataclass(frozen=True, slots=True)
class TintedLine:
    """A line, counted from 1, that is tinted: what fired, or what is wrong there."""

    line: int
    colour: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class OfferedWords:
    """Words that could be at a place of a text, each with what it is; the word that was begun
    starts at `start`.
    """

    start: int
    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A text that can be edited.

    `version` grows whenever the text was changed by something else than typing, so that the window
    takes it over. `size` is the letters' in pixels. `jump` is a line that is scrolled to.
    `offered`: words to choose from; another object is another offer.
    """

    text: str
    version: int = 0
    spans: tuple[Paint, ...] = ()
    marks: tuple[TintedLine, ...] = ()
    size: float = 13.0
    read_only: bool = False
    jump: int | None = None
    offered: OfferedWords | None = None
