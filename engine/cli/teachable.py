"""`cairn check --teach`: what is hard to learn from a ruleset."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.load import load
from engine.teach.plan import plan_for
from engine.teach.teachable import findings


def print_teachable(files: Sequence[str]) -> None:
    """Print what is hard to learn from rulesets that have been checked."""
    for name in files:
        plan = plan_for(load(name))
        found = list(findings(plan))
        for one in found:
            print(f"{one.span.file}:{one.span.line}: {one.text}")
        many = "1 thing is" if len(found) == 1 else f"{len(found)} things are"
        print(f"{plan.loaded.name}: {many} hard to learn")
