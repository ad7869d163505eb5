"""Cairn's engine: rules that are a text, and the games that are played from them.

These are the public names; everything else may change. They are loaded when they are first used, so
that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_PUBLIC = {
    "Code": "engine.language.codes",
    "Diagnostic": "engine.language.diagnostics",
    "Findings": "engine.language.diagnostics",
    "RulesError": "engine.language.diagnostics",
    "Source": "engine.language.source",
    "Span": "engine.language.source",
    "obeyed_in": "engine.language.unseen",
    "visible": "engine.language.unseen",
    "highlight": "engine.language.highlight",
    "variation": "engine.rules.variation",
    "ZONE_KINDS": "engine.rules.zone_kinds",
    "Catalogue": "engine.rules.translations",
    "catalogue_for": "engine.rules.translations",
    "Loaded": "engine.rules.load",
    "find": "engine.rules.load",
    "library": "engine.rules.load",
    "load": "engine.rules.load",
    "load_text": "engine.rules.load",
    "own_rulesets": "engine.rules.load",
    "Entry": "engine.rules.library",
    "Setting": "engine.rules.library",
    "entry": "engine.rules.library",
    "languages": "engine.rules.library",
    "settings": "engine.rules.library",
    "shelf": "engine.rules.library",
    "Explanation": "engine.game.explain",
    "Decision": "engine.game.session",
    "Game": "engine.game.session",
    "RoundResult": "engine.game.session",
    "Session": "engine.game.session",
    "playable": "engine.game.ruleset_tests",
    "read_options": "engine.game.options",
    "read_starter": "engine.game.options",
    "Save": "engine.game.saves",
    "read_save": "engine.game.saves",
    "replay": "engine.game.saves",
    "replay_on": "engine.game.saves",
    "write_save": "engine.game.saves",
    "InformationSet": "engine.game.knowledge",
    "Argument": "engine.game.move_options",
    "Offer": "engine.game.move_options",
    "Fired": "engine.game.trace",
    "Stage": "engine.game.stages",
    "Parted": "engine.game.reload",
    "Reload": "engine.game.reload",
    "Watch": "engine.game.file_watcher",
    "Spot": "engine.game.refusals",
    "Item": "engine.game.view",
    "VariableView": "engine.game.view",
    "View": "engine.game.view",
    "ZoneView": "engine.game.view",
    "Legal": "engine.game.wording",
    "Ledger": "engine.game.ledger",
    "together": "engine.game.ledger",
    "LedgerRow": "engine.game.ledger",
    "Outcome": "engine.game.examples",
    "examples_of": "engine.game.examples",
    "run_examples": "engine.game.examples",
    "Agent": "engine.agents.agent",
    "Advice": "engine.agents.hints",
    "Advised": "engine.agents.hints",
    "advise": "engine.agents.hints",
    "hint": "engine.agents.hints",
    "agent_names": "engine.agents.registry",
    "make_agent": "engine.agents.registry:agent",
    "Plan": "engine.teach.plan",
    "plan_for": "engine.teach.plan",
    "Tutor": "engine.teach.tutor",
    "scores_now": "engine.agents.evaluation:scores",
    "scores_seen": "engine.agents.evaluation:scores_seen",
}
"""By name: the module, and after a colon what it is called there."""

__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'engine' has no attribute '{name}'")
    module, _, called = _PUBLIC[name].partition(":")
    return getattr(import_module(module), called or name)
