"""A sentence that still knows what it names: text and references in turn, shown as plain text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from engine.rules.types import Type


@dataclass(frozen=True)
class Ref:
    """A piece, seat, zone or other value of the rules that a sentence names, and how."""

    text: str
    type: Type
    value: int


Part: TypeAlias = str | Ref


class Said(str):
    """A sentence with its parts. What changes the text gives a plain `str`, without references."""

    __slots__ = ("parts",)

    parts: tuple[Part, ...]

    def __new__(cls, parts: Iterable[Part] = ()) -> Said:
        """Join parts; those of a part that is a sentence itself take its place."""
        flat = [x for p in parts for x in (p.parts if isinstance(p, Said) else (p,))]
        said = super().__new__(cls, "".join(p.text if isinstance(p, Ref) else p for p in flat))
        said.parts = tuple(flat)
        return said

    def __reduce__(self) -> tuple[type[Said], tuple[tuple[Part, ...]]]:
        """Return what copies and pickles are made from."""
        return Said, (self.parts,)

    @property
    def refs(self) -> tuple[Ref, ...]:
        """Return what the sentence names, in order."""
        return tuple(part for part in self.parts if isinstance(part, Ref))
