"""In which language people read: what they ask for, or else their machine's."""

from __future__ import annotations

import os

from engine.cli.errors import refuse
from engine.language.message import Message

ENGLISH = frozenset({"en", "c", "posix"})
"""What needs no list of languages to be understood, so that English help comes at once."""


def language_of(wished: str | None) -> str:
    """Return a language that the library speaks. Raises RulesError (E603) for an unknown wish.

    Without a wish it is that of LC_ALL, LC_MESSAGES or LANG, or else English.
    """
    if wished is not None and wished.lower() != "en":
        from engine.rules.engine_messages import LANGUAGES

        if wished.lower() not in LANGUAGES:
            raise refuse(
                Message("--lang can be {names}, not '{wished}'", ", ".join(LANGUAGES), wished)
            )
    return language_wished(wished)


def language_wished(wished: str | None) -> str:
    """Return the language that is wished for, or the machine's if the library doesn't speak it."""
    for language in ((wished or "").lower(), _of_machine()):
        if language in ENGLISH:
            return "en"
        if language:
            from engine.rules.engine_messages import LANGUAGES

            if language in LANGUAGES:
                return language
    return "en"


def _of_machine() -> str:
    """Return the language of the machine, empty where it says nothing."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value.replace("-", "_").split("_")[0].split(".")[0].lower()
    return ""
