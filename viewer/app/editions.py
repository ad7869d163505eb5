"""The editions that may be chosen: those of the library, of one's own, and examples; and how a
game of one begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine import RulesError, Session, library, library_entries, load, playable
from engine.rules.files import examples, own_rulesets, parts_of
from engine.rules.load import find
from engine.storage.watcher import times_of
from engine.table.deal import deal
from engine.table.seats import HUMAN, usual_agent
from viewer.app.preferences import rules_folder

if TYPE_CHECKING:
    from engine import Loaded
    from engine.rules.library import LibraryEntry

SUFFIX = ".cairn"


@lru_cache
def library_editions(language: str) -> tuple[LibraryEntry, ...]:
    """Return the library's rulesets that have no errors."""
    return tuple(e for e in library_entries(library(), language) if not e.errors)


def own_editions(language: str) -> tuple[LibraryEntry, ...]:
    """Return the rulesets in the folder in which the program was started, and those that were made
    in the window; also with errors.
    """
    return tuple(_readable([*own_rulesets(), *own_rulesets(rules_folder())], language))


def _readable(paths: Iterable[Path], language: str) -> Iterator[LibraryEntry]:
    for path in paths:
        with suppress(RulesError):
            yield from library_entries([path], language)


@lru_cache
def example_editions(language: str) -> tuple[LibraryEntry, ...]:
    """Return the examples without errors and without variants."""
    found = _readable(examples(), language)
    return tuple(e for e in found if not e.errors and e.base is None)


def is_own(edition: LibraryEntry) -> bool:
    """Return whether it is a file of the person's own."""
    return edition.name.endswith(SUFFIX)


def opened(rules: str) -> Loaded:
    """Return a ruleset by its name or path, as it is now. Raises RulesError."""
    loaded = read(rules)
    loaded.checked()
    return loaded


def read(rules: str) -> Loaded:
    """Return a ruleset by its name or path, as it is now, also with errors in it."""
    return _read(rules, _state_of(rules))


@lru_cache(maxsize=64)
def _read(rules: str, state: tuple[int, ...]) -> Loaded:
    return load(rules)


def _state_of(rules: str) -> tuple[int, ...]:
    """Return when the files beside those of a ruleset were changed: it may be made from several.

    The library's stay as they are.
    """
    parts = (Path(part).parent for part in parts_of(rules) if part.endswith(SUFFIX))
    return times_of(path for part in parts for path in sorted(part.glob(f"*{SUFFIX}")))


def begin(
    rules: str,
    *,
    loaded: Loaded | None = None,
    seats: Sequence[str] | None = None,
    players: int | None = None,
    seed: int | None = None,
    options: dict[str, str] | None = None,
    study: bool = False,
    language: str = "en",
    first: int | None = None,
) -> tuple[Session, list[str], str]:
    """Deal a game; `first`: the seat that begins, from 1, or the usual one. `loaded`: its rules,
    where they were read already.

    Raises RulesError for rules with errors and for what doesn't fit them.
    """
    loaded = loaded or playable(opened(rules))
    low = loaded.checked().header.players[0]
    names = list(seats or [HUMAN, *[usual_agent()] * ((players or low) - 1)])
    session = deal(
        loaded, len(names), seed=seed, options=options, study=study, language=language, first=first
    )
    return session, names, lasting(rules)


def lasting(rules: str) -> str:
    """Return how rules are opened from anywhere: files by their whole paths. Raises RulesError."""
    found = {part: find(part) for part in parts_of(rules)}
    kept = library()
    return "+".join(part if file in kept else str(file.resolve()) for part, file in found.items())
