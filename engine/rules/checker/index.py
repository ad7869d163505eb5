"""Where each name of a ruleset is declared and used, as the checker resolved it.

Editors read it: go to a definition, find what uses a name, rename it. A name is told by a `Key`,
which is the same in a game, its variants and its catalogues; where it is is the key of `uses`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from engine.language.source import Source, Span
from engine.rules.types import Type

Sort = Literal["name", "type", "word", "attribute", "local", "action"]
"""Lower-case names of the whole game, types and components, words of an enumeration, attributes of
a component, locals of a block, actions."""


class Key(NamedTuple):
    """What a name means. `owner`: the enumeration, component, or the place of a local."""

    sort: Sort
    name: str
    owner: str = ""


@dataclass(frozen=True)
class Declaration:
    """Where a name is declared, what it is in words, and its type, which only locals keep here.

    `stays`: a local that lives to the end of its block, not only inside what declares it.
    """

    key: Key
    kind: str
    span: Span
    type: Type | None = None
    stays: bool = False


@dataclass
class Index:
    """All names of one run of the checker. `uses` has the declarations' places too."""

    sources: dict[str, Source] = field(default_factory=dict)
    declarations: dict[Key, Declaration] = field(default_factory=dict)
    uses: dict[Span, Key] = field(default_factory=dict)
    implied: dict[Span, Key] = field(default_factory=dict)
    """Where a name means a type by being called like it: the `colour` of `for each colour`."""
    places: dict[Span, Key] = field(default_factory=dict)
    """By the span that a declaration was told with, which may be longer than its name."""
    _homes: dict[tuple[str, Span], str] = field(default_factory=dict)

    def declare(self, declaration: Declaration) -> None:
        """Keep a declaration; of several with the same key the first one counts."""
        key = declaration.key
        self.places.setdefault(declaration.span, key)
        place = self._word(key.name, declaration.span)
        if place is not None:
            self.declarations.setdefault(key, replace(declaration, span=place))
            self.uses.setdefault(place, key)

    def use(self, key: Key, span: Span) -> None:
        """Keep that a name stands somewhere in a span, if it does."""
        place = self._word(key.name, span)
        if place is not None:
            self.uses.setdefault(place, key)

    def word(self, enumeration: str, name: str, declared: Span) -> Key:
        """Return the key of a word, which belongs to the enumeration that declared it first."""
        home = self._homes.setdefault((name, declared), enumeration)
        return Key("word", name, home)

    def at(self, file: str, line: int, column: int) -> tuple[Span, Key] | None:
        """Return what name stands at a place, the end of its word included, and where it begins."""
        for span, key in self.uses.items():
            here = span.column <= column <= span.end_column
            if here and span.file == file and span.line == line:
                return span, key
        return None

    def of(self, key: Key) -> Iterator[Span]:
        """Yield every place where a name stands, its declarations with them."""
        return (span for span, other in self.uses.items() if other == key)

    def _word(self, name: str, span: Span) -> Span | None:
        source = self.sources.get(span.file)
        if span.line == span.end_line and span.end_column - span.column == len(name):
            return span if source is None or source.quote(span) == name else None
        if source is None:
            return None
        place = source.find(name, span)
        return place if source.quote(place) == name else None
