"""The order in which lists show games, and what a search among them finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from engine.language.game_kinds import GameKind
from engine.rules.files import library_folder
from engine.rules.library import LibraryEntry

FRONT = "front.txt"
"""The file in the library's folder that names the games before all others, one a line."""


@dataclass(frozen=True)
class Group:
    """Games that are listed together, each followed by its variants.

    `kind`: a `GameKind`; empty for the games in front and for those that name no kind.
    """

    kind: str
    entries: tuple[LibraryEntry, ...]


@dataclass(frozen=True)
class Search:
    """What a search in a list of games asks for; what is empty or 0 finds every game.

        `words` must all occur in what the list says of the game. `players`: so many want to play.
        `minutes`: so long they have at most; a game that doesn't say how long it takes isn't found.

        >>> from engine.language.game_kinds import GameKind
    from engine.rules.library import LibraryEntry
        >>> from pathlib import Path
        >>> game = LibraryEntry("nim", Path(), "Nim", players=(2, 2), minutes=(5, 10))
        >>> Search("ni").finds(game), Search(players=3).finds(game), Search(minutes=8).finds(game)
        (True, False, False)
    """

    words: str = ""
    kind: str = ""
    players: int = 0
    minutes: int = 0

    def finds(self, entry: LibraryEntry) -> bool:
        """Return whether a game is one of those that are looked for."""
        said = (entry.name, entry.title, entry.subtitle, entry.aim, entry.about, entry.kind)
        text = " ".join(said).casefold()
        low, high = entry.players
        return (
            all(word in text for word in self.words.casefold().split())
            and (not self.kind or self.kind == entry.kind)
            and (not self.players or low <= self.players <= high)
            and (not self.minutes or 0 < entry.minutes[1] <= self.minutes)
        )


def grouped(entries: Iterable[LibraryEntry]) -> list[Group]:
    """Return games in groups: those in front, then by kind, then those without one.

    Within a group they are sorted by title, those in front as their file names them.

    >>> from engine.rules.files import library
    >>> from engine.rules.library import library_entries
    >>> grouped(library_entries(library()))[0].kind
    ''
    """
    found = list(entries)
    games = sorted((e for e in found if not _varies(e, found)), key=lambda e: e.title.casefold())
    first = [e for name in _front() for e in games if e.name == name]
    rest = [e for e in games if e not in first]
    kinds = ((kind, [e for e in rest if e.kind == kind]) for kind in (*GameKind, ""))
    rows = [("", first), *kinds]
    return [Group(kind, tuple(_with_variants(games, found))) for kind, games in rows if games]


def _varies(entry: LibraryEntry, among: Sequence[LibraryEntry]) -> bool:
    return any(entry.base == e.name for e in among)


def _with_variants(
    games: Iterable[LibraryEntry], among: Sequence[LibraryEntry]
) -> Iterable[LibraryEntry]:
    for game in games:
        yield game
        yield from _with_variants((e for e in among if e.base == game.name), among)


@cache
def _front() -> tuple[str, ...]:
    path = library_folder() / FRONT
    return tuple(path.read_text("utf-8").split()) if path.is_file() else ()
