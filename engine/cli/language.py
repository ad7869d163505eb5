"""In which language people read: what they ask for, or else their machine's."""

from __future__ import annotations

import os

from engine.cli.errors import refuse
from engine.rules.engine_messages import LANGUAGES


def language_of(wished: str | None) -> str:
    """Return a language that the library speaks. Raises RulesError (E603) for an unknown wish.

    Without a wish it is that of LC_ALL, LC_MESSAGES or LANG, or else English.
    """
    if wished is not None and wished.lower() not in LANGUAGES:
        raise refuse(f"--lang can be {', '.join(LANGUAGES)}, not '{wished}'")
    return language_wished(wished)


def language_wished(wished: str | None) -> str:
    """Return the language that is wished for, or the machine's if the library doesn't speak it."""
    if wished is not None and wished.lower() in LANGUAGES:
        return wished.lower()
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"
