"""`cairn list`: the library's rulesets, for how many players they are, and their options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.cli.errors import as_json
from engine.cli.language import language_of
from engine.cli.output import put
from engine.language.game_kinds import GameKind
from engine.rules.catalogue import ENGLISH, Catalogue
from engine.rules.files import examples, library
from engine.rules.library import LibraryEntry, library_entries
from engine.rules.shelf import Group, Search, grouped

KINDS = {
    GameKind.BOARD: "Board games", GameKind.CARDS: "Card games", GameKind.DICE: "Dice games",
    GameKind.TILES: "Tile games",
}  # fmt: skip
"""What each kind of games is called."""
MOST_SHOWN = 6
"""Of more values of an option only the first and the last are shown."""


def list_rulesets(search: Search, json: bool, language: str | None) -> None:
    """Print what the library has and a search finds, in a language as far as the catalogues go."""
    words = Catalogue(language_of(language))
    every = library_entries(library(), words.language)
    groups = grouped(e for e in every if search.finds(e))
    if json:
        put(as_json([_as_data(e) for group in groups for e in group.entries]))
    elif not every:
        put("The library is empty.")
    elif not groups:
        put(words.text("No game is like that. 'cairn list' shows all of them."))
    else:
        put("\n\n".join(row for group in groups for row in _rows(group, words)))
    if not json and search == Search():
        names = ", ".join(path.stem for path in examples())
        put()
        put(words.filled("Examples, which are opened by name too: {names}", names=names))


def _rows(group: Group, words: Catalogue) -> Iterator[str]:
    if group.kind:
        yield words.text(KINDS[GameKind(group.kind)]).upper()
    yield from (_in_words(entry, words) for entry in group.entries)


def _as_data(entry: LibraryEntry) -> dict[str, Any]:
    if entry.errors:
        known = {"name": entry.name, "title": entry.title, "base": entry.base}
        return {**known, "errors": entry.errors}
    least, most = entry.minutes
    return {
        "name": entry.name,
        "title": entry.title,
        "subtitle": entry.subtitle,
        "kind": entry.kind or None,
        "minutes": {"min": least, "max": most} if most else None,
        "players": {"min": entry.players[0], "max": entry.players[1]},
        "options": [
            {"name": o.name, "values": list(o.values), "default": o.default, "words": o.words}
            for o in entry.settings
        ],
        "base": entry.base,
    }


def players_in_words(low: int, high: int, words: Catalogue = ENGLISH) -> str:
    """Return `2 players` or `2 to 4 players`, in the language of a catalogue."""
    if low == high:
        return words.several(low, "player")
    return words.filled("{low} to {high} players", low=low, high=high)


def _in_words(entry: LibraryEntry, said: Catalogue) -> str:
    if entry.errors:
        errors = ENGLISH.several(entry.errors, "error")
        return f"{entry.name}\n  has {errors}; see 'cairn check {entry.name}'"
    subtitle = f": {entry.subtitle}" if entry.subtitle else ""
    players = players_in_words(*entry.players, said)
    if entry.minutes_shown:
        players += said.filled(", about {n} minutes", n=entry.minutes_shown)
    if entry.base:
        players += said.filled("; a variant of {game}", game=entry.base)
    rows = [entry.name, f"  {entry.title}{subtitle}", f"  {players}"]
    for option in entry.settings:
        values = option.values
        shown = ", ".join(values) if len(values) <= MOST_SHOWN else f"{values[0]}..{values[-1]}"
        words = f"  {option.words}" if option.words else ""
        rows.append(f"  --set {option.name}={option.default} ({shown}){words}")
    return "\n".join(rows)
