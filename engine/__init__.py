"""Cairn's engine: rules that are a text, and the games that are played from them.

These are the public names; everything else may change. They are loaded when they are first used, so
that importing the package costs nothing. What stands under TYPE_CHECKING is the same list once more
for mypy; a test holds one to the other.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.agents.agent import Agent as Agent
    from engine.agents.evaluation import scores as _scores
    from engine.agents.evaluation import scores_seen as scores_seen
    from engine.agents.hints import Advice as Advice
    from engine.agents.hints import Advised as Advised
    from engine.agents.hints import advise as advise
    from engine.agents.hints import hint as hint
    from engine.agents.registry import agent as _agent
    from engine.agents.registry import agent_names as agent_names
    from engine.game.examples import Outcome as Outcome
    from engine.game.examples import examples_of as examples_of
    from engine.game.examples import run_examples as run_examples
    from engine.game.explain import Explanation as Explanation
    from engine.game.file_watcher import Watch as Watch
    from engine.game.knowledge import InformationSet as InformationSet
    from engine.game.ledger import Ledger as Ledger
    from engine.game.ledger import LedgerRow as LedgerRow
    from engine.game.ledger import together as together
    from engine.game.move_options import Argument as Argument
    from engine.game.move_options import Offer as Offer
    from engine.game.options import read_options as read_options
    from engine.game.options import read_starter as read_starter
    from engine.game.refusals import Spot as Spot
    from engine.game.reload import Parted as Parted
    from engine.game.reload import Reload as Reload
    from engine.game.ruleset_tests import playable as playable
    from engine.game.saves import Save as Save
    from engine.game.saves import read_save as read_save
    from engine.game.saves import replay as replay
    from engine.game.saves import replay_on as replay_on
    from engine.game.saves import write_save as write_save
    from engine.game.session import Decision as Decision
    from engine.game.session import Game as Game
    from engine.game.session import RoundResult as RoundResult
    from engine.game.session import Session as Session
    from engine.game.stages import Stage as Stage
    from engine.game.trace import Fired as Fired
    from engine.game.view import Item as Item
    from engine.game.view import VariableView as VariableView
    from engine.game.view import View as View
    from engine.game.view import ZoneView as ZoneView
    from engine.game.wording import Legal as Legal
    from engine.language.codes import Code as Code
    from engine.language.diagnostics import Diagnostic as Diagnostic
    from engine.language.diagnostics import Findings as Findings
    from engine.language.diagnostics import RulesError as RulesError
    from engine.language.highlight import highlight as highlight
    from engine.language.source import Source as Source
    from engine.language.source import Span as Span
    from engine.language.unseen import obeyed_in as obeyed_in
    from engine.language.unseen import visible as visible
    from engine.match.agent_worker import AgentWorker as AgentWorker
    from engine.match.agent_worker import Thought as Thought
    from engine.match.autosave import Autosave as Autosave
    from engine.match.autosave import KeptGame as KeptGame
    from engine.match.deal import deal as deal
    from engine.match.deal import deal_again as deal_again
    from engine.match.deal import in_language as in_language
    from engine.match.deal import resumed as resumed
    from engine.match.match import Match as Match
    from engine.match.scoreboard import Standing as Standing
    from engine.match.scoreboard import standings as standings
    from engine.match.seats import HUMAN as HUMAN
    from engine.match.seats import QUICK as QUICK
    from engine.match.seats import usual_agent as usual_agent
    from engine.rules.library import Entry as Entry
    from engine.rules.library import Setting as Setting
    from engine.rules.library import entry as entry
    from engine.rules.library import languages as languages
    from engine.rules.library import settings as settings
    from engine.rules.library import shelf as shelf
    from engine.rules.load import Loaded as Loaded
    from engine.rules.load import find as find
    from engine.rules.load import library as library
    from engine.rules.load import load as load
    from engine.rules.load import load_text as load_text
    from engine.rules.load import own_rulesets as own_rulesets
    from engine.rules.translations import Catalogue as Catalogue
    from engine.rules.translations import catalogue_for as catalogue_for
    from engine.rules.variation import variation as variation
    from engine.rules.zone_kinds import ZONE_KINDS as ZONE_KINDS
    from engine.teach.plan import Plan as Plan
    from engine.teach.plan import plan_for as plan_for
    from engine.teach.tutor import Tutor as Tutor

    make_agent, scores_now = _agent, _scores

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
    "HUMAN": "engine.match.seats",
    "QUICK": "engine.match.seats",
    "usual_agent": "engine.match.seats",
    "Match": "engine.match.match",
    "AgentWorker": "engine.match.agent_worker",
    "Thought": "engine.match.agent_worker",
    "Autosave": "engine.match.autosave",
    "KeptGame": "engine.match.autosave",
    "Standing": "engine.match.scoreboard",
    "standings": "engine.match.scoreboard",
    "deal": "engine.match.deal",
    "deal_again": "engine.match.deal",
    "in_language": "engine.match.deal",
    "resumed": "engine.match.deal",
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
