"""Cairn's engine: rules that are a text, and the games that are played from them.

These are the public names; everything else may change. They are loaded when they are first used, so
that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_PUBLIC = {
    "Diagnostic": "engine.language.diagnostics",
    "Findings": "engine.language.diagnostics",
    "RulesError": "engine.language.diagnostics",
    "Source": "engine.language.source",
    "Span": "engine.language.source",
    "Loaded": "engine.rules.load",
    "library": "engine.rules.load",
    "load": "engine.rules.load",
    "load_text": "engine.rules.load",
    "Explanation": "engine.game.explain",
    "Game": "engine.game.session",
    "Session": "engine.game.session",
    "read_options": "engine.game.session",
    "Save": "engine.game.saves",
    "read_save": "engine.game.saves",
    "replay": "engine.game.saves",
    "write_save": "engine.game.saves",
    "View": "engine.game.view",
    "Legal": "engine.game.wording",
    "Ledger": "engine.game.ledger",
    "Outcome": "engine.game.examples",
    "run_examples": "engine.game.examples",
}

__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'engine' has no attribute '{name}'")
    return getattr(import_module(_PUBLIC[name]), name)
