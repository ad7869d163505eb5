"""The viewer's own words, in the languages of the library: `viewer/words/*.yaml`."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from ruamel.yaml import YAML

from engine.rules.catalogue import Catalogue
from engine.rules.catalogue import capital as begun
from engine.rules.said import Said
from engine.table.seats import HUMAN, NOBODY

ENGLISH = "en"


@lru_cache
def sentences(language: str) -> dict[str, str]:
    """Return every text of the viewer in a language by its key; of an unknown one, none."""
    file = resources.files("viewer") / "words" / f"{language}.yaml"
    if not file.is_file():
        return {}
    return dict(YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8")))


def languages() -> list[str]:
    """Return the languages that the viewer speaks, English first."""
    folder = resources.files("viewer") / "words"
    names = sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name[-5:] == ".yaml")
    return sorted(names, key=lambda name: name != ENGLISH)


class Translator:
    """Speaks one language; what it has no words for is said in English."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        self._own = sentences(language)
        self._english = sentences(ENGLISH)

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text with its values filled in."""
        text = self._own.get(key) or self._english[key]
        return text.format(**values) if values else text

    def told(self, message: str) -> str:
        """Return a message of the engine, such as what is wrong with the rules."""
        return Catalogue(self.language).told(message)

    def agent(self, name: str) -> str:
        """Return what an agent is called; one without words here by its own name."""
        key = f"agent_{name}"
        return self._own.get(key) or self._english.get(key) or name

    def sitter(self, kind: str) -> str:
        """Return who has a seat: a person, or an agent with its name."""
        return self("person") if kind in (HUMAN, NOBODY) else self("agent", name=self.agent(kind))

    def count(self, key: str, number: int) -> str:
        """Return a text for a number of things: `key.one` for one, else `key`."""
        return self(f"{key}.one" if number == 1 else key, n=number)


def signed(number: int | None) -> str:
    """Return a number with a proper minus sign, `?` for one that isn't known."""
    if number is None:
        return "?"
    return f"−{-number}" if number < 0 else str(number)


def plus(number: int | None) -> str:
    """Return a number that always shows its sign, `?` for one that isn't known."""
    return f"+{number}" if number is not None and number > 0 else signed(number)


def capital(text: str) -> str:
    """Return a sentence or title with a capital letter, and words of the rules without `_`."""
    return begun(text if isinstance(text, Said) else text.replace("_", " "))
