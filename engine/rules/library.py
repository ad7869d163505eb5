"""What there is to choose from before a game: the rulesets, their players and options, in words.

Reading a ruleset takes a while, so what is said of each is kept in the cache folder with sums of
the files that it was made from; nothing of the checker is imported while these stay as they were.
What is said of the library's rulesets comes with them, so that a first start needn't read any.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.rules.engine_messages import LANGUAGES
from engine.rules.files import (
    catalogue_path,
    examples,
    examples_folder,
    is_shipped,
    library,
    library_folder,
    name_of,
)
from engine.storage.cache import keep_summed, read_summed
from engine.storage.code_stamp import code_stamp
from engine.storage.folders import cache_folder
from engine.storage.plain_file import read_plain

if TYPE_CHECKING:
    from engine.rules import model as m
    from engine.rules.catalogue import Catalogue
    from engine.rules.load import Loaded

SHELF = "shelf.json"
"""What is said of the library's rulesets; `python -m tests.docs.generated` writes it."""
MOST = 4_000_000
"""So many bytes of a file count; what a ruleset is made from is shorter."""
_ROOMS = ("language", "rules")
"""The packages that what is said of a ruleset depends on."""


@dataclass(frozen=True)
class ShownOption:
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
class LibraryEntry:
    """A ruleset as a list of games shows it.

    `name` and `base` (of a variant, its game) are what `load` takes. `players`: the fewest and the
    most. `settings`: its options. `about`: the sentence with which a variant begins. `errors`: how
    many errors its rules have; a ruleset with errors can't be played.

    >>> from engine import library, library_entries
    >>> [entry.title for entry in library_entries(library()) if entry.errors]
    []
    """

    name: str
    path: Path
    title: str
    subtitle: str = ""
    aim: str = ""
    about: str = ""
    """The sentence with which a variant begins."""
    players: tuple[int, int] = (0, 0)
    kind: str = ""
    """Cards, board, dice or tiles, as the header says it; empty where it doesn't."""
    minutes: tuple[int, int] = (0, 0)
    """About how long a game takes, from and to; 0 where the header doesn't say."""
    settings: tuple[ShownOption, ...] = ()
    base: str | None = None
    errors: int = 0

    @property
    def minutes_shown(self) -> str:
        """Return about how long a game takes, `30` or `20–30`, empty where the rules don't say."""
        low, high = self.minutes
        return "" if not high else str(low) if low == high else f"{low}–{high}"


def languages() -> tuple[str, ...]:
    """Return the languages that the library speaks."""
    return LANGUAGES


def settings(loaded: Loaded, language: str = "en") -> tuple[ShownOption, ...]:
    """Return the options of a checked ruleset, in the order of the text."""
    from engine.rules.translations import catalogue_for

    return _settings(loaded.checked(), catalogue_for(loaded, language))


def _settings(rules: m.Ruleset, words: Catalogue) -> tuple[ShownOption, ...]:
    from engine.rules.options import chosen_by_people

    return tuple(_setting(rules, option, words) for option in chosen_by_people(rules))


def _setting(rules: m.Ruleset, option: m.Option, words: Catalogue) -> ShownOption:
    from engine.rules.options import option_words, values_of

    values = option_words(rules, option)
    return ShownOption(
        option.name,
        words.name(option.name).replace("_", " "),
        words.text(option.words or ""),
        tuple(values),
        tuple(words.name(value) for value in values),
        values[values_of(rules, option).index(option.default)],
    )


def library_entry(loaded: Loaded, language: str = "en") -> LibraryEntry:
    """Return a ruleset in words."""
    from engine.rules.translations import catalogue_for

    words = catalogue_for(loaded, language)
    name = loaded.opened_as
    base = None if loaded.base is None else name_of(loaded.base)
    errors = len(loaded.findings.errors)
    if loaded.rules is None or errors:
        title = words.text(loaded.title) or loaded.path.stem
        return LibraryEntry(name, loaded.path, title, base=base, errors=errors)
    header = loaded.rules.header
    return LibraryEntry(
        name, loaded.path, words.text(loaded.title or header.title), words.text(header.subtitle),
        words.text(header.aim), words.text(variant_sentence(loaded)), header.players,
        header.kind, header.minutes, _settings(loaded.rules, words), base,
    )  # fmt: skip


def variant_sentence(loaded: Loaded) -> str:
    """Return the sentence with which a variant begins, empty where it has none."""
    heads = (item for item in loaded.own_items if hasattr(item, "base"))
    return next((str(words) for item in heads if (words := getattr(item, "words", None))), "")


def library_entries(paths: Sequence[Path], language: str = "en") -> list[LibraryEntry]:
    """Return what a list of games shows of some rulesets' files, one entry for each file.

    `language`: en, de or fr. Raises RulesError (E601, E004) if a file can't be read.

    >>> from engine import library_entries, load
    >>> [entry] = library_entries([load("examples/nim.cairn").path])
    >>> entry.title, entry.players, entry.aim
    ('Nim', (2, 2), 'Take the last match.')
    """
    return [_kept(path, language) or _made(path, language) for path in paths]


# ------------------------------------------------------------------ kept between runs


def _made(path: Path, language: str) -> LibraryEntry:
    """Read a ruleset and keep what is said of it, where there is a folder for that."""
    made, row = _row(path, language)
    with suppress(OSError):
        keep_summed(_place(path, language), json.dumps(row).encode())
    return made


def _row(path: Path, language: str) -> tuple[LibraryEntry, dict[str, Any]]:
    """Read a ruleset; return what is said of it, also with the sums of the files beside it."""
    from engine.rules.load import load

    loaded = load(path)
    made = library_entry(loaded, language)
    sources = {*loaded.files, *(catalogue_path(file, language) for file in loaded.files)}
    sums = {_name(path, source): _sum(source) for source in sorted(sources)}
    return made, {"sums": sums, "entry": {**asdict(made), "path": ""}}


def _name(path: Path, source: Path) -> str:
    """Return how a file that a ruleset is made from is kept: by its name, if that can be."""
    if source.parent == library_folder() and path.parent == examples_folder():
        return source.name
    inside = source.is_relative_to(path.parent)
    return source.relative_to(path.parent).as_posix() if inside else str(source)


def _source(path: Path, name: str) -> Path:
    """Return the file of a name. An example is made from files of the library, too."""
    beside = path.parent / name
    if path.parent == examples_folder() and not beside.exists():
        return library_folder() / name
    return beside


def _kept(path: Path, language: str) -> LibraryEntry | None:
    """Return what was said of a ruleset before, if every file still is as it was then."""
    row = _shipped().get(language, {}).get(path.stem) if is_shipped(path) else None
    return _current(row, path) or _current(_cached(path, language), path)


def _current(row: dict[str, Any] | None, path: Path) -> LibraryEntry | None:
    if row is None or any(_sum(_source(path, name)) != sum_ for name, sum_ in row["sums"].items()):
        return None
    return _read(row["entry"], path)


def _cached(path: Path, language: str) -> Any:
    try:
        content = read_summed(_place(path, language))
    except OSError:
        return None
    return None if content is None else json.loads(content)


@cache
def _shipped() -> Any:
    """Return what comes with the library: by language and name, and the digests under `playable`.

    Nothing where there is no such file, as while it is made.
    """
    with suppress(OSError, ValueError):
        return json.loads(read_plain(library_folder() / SHELF, MOST))
    return {}


def known_playable(digest: str) -> bool:
    """Return whether a ruleset of just these texts came with the library, which is tried before."""
    return digest in _shipped().get("playable", ())


def shelf_text() -> str:
    """Return the text of the file that comes with the library, as it should be now."""
    from engine.rules.load import load

    shipped = [*library(), *examples()]
    said: dict[str, dict[str, Any]] = {
        language: {path.stem: _row(path, language)[1] for path in shipped} for language in LANGUAGES
    }
    parts = {language: _lines(rows) for language, rows in said.items()}
    playable = json.dumps(sorted(load(path).digest for path in shipped), indent=1)
    lines = (f'"{key}": {text}' for key, text in {**parts, "playable": playable}.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lines(rows: dict[str, Any]) -> str:
    """Return rows as JSON, a line for each ruleset."""
    lines = (f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in rows.items())
    return "{\n " + ",\n ".join(lines) + "\n}"


def _read(row: dict[str, Any], path: Path) -> LibraryEntry:
    options = tuple(
        ShownOption(
            **{**option, "values": tuple(option["values"]), "shown": tuple(option["shown"])}
        )
        for option in row["settings"]
    )
    low, high = row["players"]
    least, most = row["minutes"]
    known = {
        "name": name_of(path), "path": path, "players": (low, high), "minutes": (least, most),
        "settings": options,
    }  # fmt: skip
    return LibraryEntry(**{**row, **known})


def _place(path: Path, language: str) -> Path:
    """Return where what is said of a ruleset is kept. Raises OSError without a home."""
    whole = hashlib.sha256(f"{path.resolve()}\0{path}\0{language}\0{code_stamp(*_ROOMS)}".encode())
    return cache_folder("shelf") / f"{whole.hexdigest()[:24]}.entry"


def _sum(path: Path) -> str | None:
    """Return the sum of what a file holds; None when there is none."""
    try:
        return hashlib.sha256(read_plain(path, MOST)).hexdigest()
    except OSError:
        return None
