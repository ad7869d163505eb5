"""`cairn list`: the library's rulesets, for how many players they are, and their options."""

from __future__ import annotations

from typing import Any

from engine.cli.errors import as_json
from engine.cli.language import language_of
from engine.cli.output import put
from engine.rules.catalogue import ENGLISH, Catalogue
from engine.rules.files import examples, library
from engine.rules.library import LibraryEntry, library_entries

MOST_SHOWN = 6
"""Of more values of an option only the first and the last are shown."""


def list_rulesets(json: bool, language: str | None) -> None:
    """Print what the library has, in a language as far as the catalogues go."""
    words = Catalogue(language_of(language))
    found = library_entries(library(), words.language)
    found.sort(key=lambda e: (e.base or e.name, e.base is not None, e.name))
    if json:
        put(as_json([_as_data(e) for e in found]))
    elif not found:
        put("The library is empty.")
    else:
        put("\n\n".join(_in_words(e, words) for e in found))
        names = ", ".join(path.stem for path in examples())
        put()
        put(words.filled("Examples, which are opened by name too: {names}", names=names))


def _as_data(entry: LibraryEntry) -> dict[str, Any]:
    if entry.errors:
        known = {"name": entry.name, "title": entry.title, "base": entry.base}
        return {**known, "errors": entry.errors}
    return {
        "name": entry.name,
        "title": entry.title,
        "subtitle": entry.subtitle,
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
    if entry.base:
        players += said.filled("; a variant of {game}", game=entry.base)
    rows = [entry.name, f"  {entry.title}{subtitle}", f"  {players}"]
    for option in entry.settings:
        values = option.values
        shown = ", ".join(values) if len(values) <= MOST_SHOWN else f"{values[0]}..{values[-1]}"
        words = f"  {option.words}" if option.words else ""
        rows.append(f"  --set {option.name}={option.default} ({shown}){words}")
    return "\n".join(rows)
