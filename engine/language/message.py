"""Sentences that keep what they were filled from, so that they can be put into another language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial, reduce
from string import Formatter
from typing import Self


class Message(str):
    """An English sentence with its template and its values.

    The values are given in the order in which the template first names them. One that is a message
    itself is translated too; names and quotations from the rules are not.

    >>> message = Message("'{name}' is {kind}", "deck", Message("a zone"))
    >>> print(message, "|", message.template, "|", message.values["name"])
    'deck' is a zone | '{name}' is {kind} | deck
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, *values: object) -> Self:
        """Fill values into a template, which has their names in braces; a message stays itself."""
        if isinstance(template, cls):
            return template
        named = dict(zip(_names(template), values, strict=True)) if values else {}
        message = super().__new__(cls, template.format_map(named) if values else template)
        message.template, message.values = template, named
        return message

    @classmethod
    def filled(cls, template: str, values: Mapping[str, object]) -> Self:
        """Fill in what a template names of some values."""
        return cls(template, *(values[name] for name in _names(template)))


@lru_cache
def _names(template: str) -> tuple[str, ...]:
    """Return the names in braces, each once, as they come."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


def joined(words: Sequence[str], joint: str = "and") -> str:
    """Return words with commas between them, the last one after 'and' or 'or'."""
    if len(words) < 2:
        return words[0] if words else ""
    return Message(f"{{first}} {joint} {{last}}", comma(words[:-1]), words[-1])


def comma(words: Sequence[str]) -> str:
    """Return words with commas between them."""
    return reduce(partial(Message, "{first}, {last}"), words)


def some_of(names: Sequence[str]) -> str:
    """Return the first of several names in quotation marks, and how many more there are."""
    first = f"'{names[0]}'"
    return Message("{first} and {number} more", first, len(names) - 1) if names[1:] else first


def did_you_mean(guess: str | None) -> Message | None:
    """Return the question whether something was meant, None where there is no guess."""
    return Message("did you mean '{name}'?", guess) if guess else None
