"""A sentence that still knows what it names: text and references in turn, shown as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from string import Formatter
from typing import TypeAlias

from engine.rules.types import Type


@dataclass(frozen=True)
class Ref:
    """A piece, seat, zone or other value of the rules that a sentence names, and how.

    `text`: itself a sentence where it names something, such as the seat that a zone belongs to.
    """

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

    def __add__(self, after: str) -> Said:
        """Return it with a text after it."""
        return Said([self, after])

    def __radd__(self, before: str) -> Said:
        """Return it with a text before it."""
        return Said([before, self])

    def __reduce__(self) -> tuple[type[Said], tuple[tuple[Part, ...]]]:
        """Return what copies and pickles are made from."""
        return Said, (self.parts,)

    @property
    def refs(self) -> tuple[Ref, ...]:
        """Return what the sentence names, in order."""
        return tuple(part for part in self.parts if isinstance(part, Ref))

    @property
    def short(self) -> str:
        """Return it as plain text where it names neither a seat nor a team."""
        return self if any(ref.type.is_group for ref in self.refs) else str(self)

    @property
    def capital(self) -> Said:
        """Return it as a sentence begins."""
        first = next((n for n, part in enumerate(self.parts) if part_text(part)), None)
        if first is None:
            return self
        part = self.parts[first]
        text = part_text(part)
        text = text.capital if isinstance(text, Said) else text[:1].upper() + text[1:]
        begun = replace(part, text=text) if isinstance(part, Ref) else text
        return Said([*self.parts[:first], begun, *self.parts[first + 1 :]])


def part_text(part: Part) -> str:
    """Return a part of a sentence as it is read."""
    return part.text if isinstance(part, Ref) else part


def joined(between: str, texts: Iterable[str]) -> Said:
    """Return texts with something between them; what they name stays known."""
    several = list(texts)
    if len(several) == 1 and isinstance(several[0], Said):
        return several[0]
    return Said([x for text in several for x in (between, text)][1:])


def filled(template: str, values: Mapping[str, object]) -> str:
    """Return a template with values in the place of their names; what those name stays known."""
    if not any(isinstance(value, Said) for value in values.values()):
        return template.format_map(values)
    parts: list[Part] = []
    for text, name, _, _ in Formatter().parse(template):
        value = "" if name is None else values[name]
        parts += [text, value if isinstance(value, str) else str(value)]
    return Said(parts)
