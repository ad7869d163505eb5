"""What there is to choose from before a game: the rulesets, their players and options, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.rules import model as m
from engine.rules.load import Loaded, library, load
from engine.rules.options import chosen_by_people, option_words, values_of
from engine.rules.translations import LANGUAGES, Catalogue, catalogue_for


@dataclass(frozen=True)
class Setting:
    """An option: its name and sentence in a language, the values it can have, its default.

    `values` and `default` are as the rules write them; `shown` are the values in the language.
    """

    name: str
    title: str
    words: str
    values: tuple[str, ...]
    shown: tuple[str, ...]
    default: str


@dataclass(frozen=True)
class Entry:
    """A ruleset of the library in words, with the variants that build on it.

    `name` is what `load` takes. `errors`: how many mistakes it has; then it can't be played.
    """

    name: str
    path: Path
    title: str
    subtitle: str = ""
    aim: str = ""
    players: tuple[int, int] = (0, 0)
    settings: tuple[Setting, ...] = ()
    base: str | None = None
    errors: int = 0
    variants: tuple[Entry, ...] = field(default=())


def languages() -> tuple[str, ...]:
    """Return the languages that the library speaks."""
    return LANGUAGES


def settings(loaded: Loaded, language: str = "en") -> tuple[Setting, ...]:
    """Return the options of a checked ruleset, in the order of the text."""
    return _settings(loaded.checked(), catalogue_for(loaded, language))


def _settings(rules: m.Ruleset, words: Catalogue) -> tuple[Setting, ...]:
    return tuple(_setting(rules, option, words) for option in chosen_by_people(rules))


def _setting(rules: m.Ruleset, option: m.Option, words: Catalogue) -> Setting:
    values = option_words(rules, option)
    return Setting(
        option.name,
        words.name(option.name).replace("_", " "),
        words.text(option.words or ""),
        tuple(values),
        tuple(words.name(value) for value in values),
        values[values_of(rules, option).index(option.default)],
    )


def entry(loaded: Loaded, language: str = "en") -> Entry:
    """Return a ruleset in words."""
    words = catalogue_for(loaded, language)
    name = loaded.path.stem if loaded.path in library() else str(loaded.path)
    name = "+".join([name, *loaded.more])
    errors = len(loaded.findings.errors)
    if loaded.rules is None or errors:
        title = words.text(loaded.title) or loaded.path.stem
        return Entry(name, loaded.path, title, base=loaded.base, errors=errors)
    header = loaded.rules.header
    return Entry(
        name, loaded.path, words.text(header.title), words.text(header.subtitle),
        words.text(header.aim), header.players, _settings(loaded.rules, words), loaded.base,
    )  # fmt: skip


def shelf(language: str = "en", more: Sequence[Path] = ()) -> list[Entry]:
    """Return the library's games by title, and under each the variants that build on it.

    `more`: other rulesets' files. Raises RulesError when one can't be read.
    """
    found = [entry(load(path), language) for path in (*library(), *more)]
    games = {e.name: e for e in found if e.base is None}
    for one in found:
        if one.base is None:
            continue
        game = games.get(one.base)
        if game is None:
            games[one.name] = one
        else:
            games[game.name] = replace(game, variants=(*game.variants, one))
    return sorted(games.values(), key=lambda e: e.title)
