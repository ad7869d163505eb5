"""A text in the one canonical form, as `cairn fmt` writes it."""

from __future__ import annotations

from engine.language.diagnostics import Findings, RulesError
from engine.language.format import format_text
from engine.language.source import Source


def formatted(source: Source) -> str | None:
    """Return a text in the canonical form, None where it can't be read or is in it already."""
    try:
        result = format_text(source, Findings())
    except RulesError:
        return None
    return None if result == source.text else result
