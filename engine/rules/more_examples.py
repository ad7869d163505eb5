"""Examples that stand outside a ruleset's own text, checked against its rules."""

from __future__ import annotations

from engine.language import syntax as s
from engine.language.diagnostics import Findings, RulesError
from engine.language.parser import parse
from engine.language.source import Source
from engine.rules import model as m
from engine.rules.checker.check import check
from engine.rules.checker.names import Names
from engine.rules.load import Loaded


def read_examples(loaded: Loaded, text: str, shown: str) -> tuple[m.Example, ...]:
    """Return the examples in a text, as if they stood in a checked ruleset in place of its own.

    `shown`: what the text is called in diagnostics. Raises RulesError for what is wrong in it.
    """
    findings = Findings()
    items = parse(Source(shown, text), findings).items
    findings.refuse()
    rules = [item for item in loaded.items if not isinstance(item, s.Example)]
    examples = [item for item in items if isinstance(item, s.Example)]
    ruleset = check([*rules, *examples], loaded.name, findings, Names(findings))
    if ruleset is None:
        raise RulesError(*findings.errors)
    return ruleset.examples
