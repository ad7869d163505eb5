"""A game's words in another language, with the words and sentences that every game has."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.language.message import Message
from engine.language.quotation import pieces
from engine.rules import model as m
from engine.rules.engine_messages import engine_words, messages
from engine.rules.said import Ref, Said, filled
from engine.rules.types import PLAYER, seat_word

IRREGULAR = {"die": "dice"}
"""English plurals of pieces that no rule gives."""


@dataclass(frozen=True)
class Form:
    """What a sentence needs to know of a name.

    `gender`: `m`, `f`, `n`, or `p` for a word that is always of many. `many`: the word for several,
    empty where it isn't known.
    """

    gender: str
    many: str = ""


@dataclass(frozen=True)
class Catalogue:
    """Translations into one language. What has none stays as it is."""

    language: str = "en"
    names: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)

    def name(self, word: str) -> str:
        """Return a single word of the rules, or one that every game has."""
        if word in self.names:
            return self.names[word]
        common = engine_words(self.language)
        first, _, number = word.partition(" ")
        if number.isdigit() and first in common:
            return f"{common[first]} {number}"
        return common.get(word, word)

    def seat(self, number: int) -> Said:
        """Return a seat, from 0, as people call it."""
        return Said([Ref(self.name(seat_word(number)), PLAYER, number)])

    @property
    def colon(self) -> str:
        """Return the colon with its spaces: French has one before it, too."""
        return self.text(": ")

    @property
    def semicolon(self) -> str:
        """Return the semicolon with its spaces, as for the colon."""
        return self.text("; ")

    def text(self, sentence: str) -> str:
        """Return a quoted sentence, values still in braces."""
        common = engine_words(self.language)
        return self.texts.get(sentence, common.get(sentence, sentence))

    def template(self, words: m.Words) -> list[str]:
        """Return text and values of a quoted text in turn, text first, in this language's order."""
        translated = self.text(words.raw)
        if translated != words.raw:
            return pieces(translated)
        values, found = iter(words.values), [""]
        for part in words.parts:
            if isinstance(part, str):
                found[-1] += part
            else:
                found += [next(values, ""), ""]
        return found

    def filled(self, sentence: str, **values: object) -> str:
        """Return a sentence of the engine's own with its values filled in."""
        return filled(self.text(sentence), values)

    def told(self, message: str) -> str:
        """Return a message of the engine in this language, its values in it.

        What isn't known stays as it is.
        """
        words = messages(self.language)
        if not isinstance(message, Message) or not message.values:
            return words.get(message, message)
        values = {
            name: self.told(value) if isinstance(value, Message) else value
            for name, value in message.values.items()
        }
        return filled(words.get(message.template, message.template), values)

    def several(self, number: int, noun: str) -> str:
        """Return a number with its noun, `1 card` or `3 cards`."""
        if number == 1:
            return self.text(f"1 {noun}")
        ending = "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
        several = IRREGULAR.get(noun, f"{noun}{ending}")
        return self.filled(f"{{number}} {several}", number=f"{number:,}")


def values_of(words: m.Words) -> dict[str, m.Expr]:
    """Return the values that a quoted text quotes, by what is in its braces."""
    values = (part for part in words.parts if not isinstance(part, str))
    return dict(zip(words.values, values, strict=False))


def capital(text: str) -> str:
    """Return a text as a sentence begins."""
    return text.capital if isinstance(text, Said) else text[:1].upper() + text[1:]


def signed(number: int | None) -> str:
    """Return a number with a proper minus sign, `?` for one that isn't known."""
    if number is None:
        return "?"
    return f"−{-number}" if number < 0 else str(number)


ENGLISH = Catalogue()
