"""From lines that stand for features to the checked model: by the same checker that reads
advice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.compile.policy_features import FeatureLines
from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.language.parser import parse
from engine.language.source import Source
from engine.learn.templates import AskedAction
from engine.rules.checker.check import check
from engine.rules.load import Loaded

_NAME = "what a policy looks at"
_TURNS = 12
"""How often lines that can't be read are left out before all of an action are."""


def read(loaded: Loaded, features: Sequence[AskedAction]) -> dict[str, FeatureLines]:
    """Return the lines that this ruleset's checker accepts, by action.

    Lines that it doesn't accept are left out: a variant may have no such zone.
    """
    items = [i for i in loaded.items if not isinstance(i, (s.Advice, s.Example))]
    kept = {a.action: list(a.lines) for a in features if a.lines}
    heads = {a.action: _head(a) for a in features}
    for _ in range(_TURNS):
        kept = {name: lines for name, lines in kept.items() if lines}
        text, places = _text(heads, kept)
        findings = Findings()
        more = parse(Source(_NAME, text), findings).items
        rules = None if findings.errors else check([*items, *more], loaded.name, findings)
        if rules is not None:
            return {name: FeatureLines(tuple(kept[name]), a) for name, a in rules.advice.items()}
        wrong = {d.span.line for d in findings.errors if d.span.file == _NAME}
        if not wrong:
            return {}
        _leave_out(kept, places, wrong)
    return {}


def _head(asked: AskedAction) -> str:
    names = f"({', '.join(asked.parameters)})" if asked.parameters else ""
    return f"advice {asked.action}{names}"


def _text(
    heads: Mapping[str, str], kept: Mapping[str, Sequence[str]]
) -> tuple[str, dict[int, tuple[str, int]]]:
    """Return a text with all lines, and by its line numbers which is which; -1 stands for all."""
    rows: list[str] = []
    places: dict[int, tuple[str, int]] = {}
    for name, lines in kept.items():
        rows.append(heads[name])
        places[len(rows)] = (name, -1)
        for number, line in enumerate(lines):
            rows.append(f"  {line}")
            places[len(rows)] = (name, number)
        rows.append("")
    return "\n".join(rows), places


def _leave_out(
    kept: dict[str, list[str]], places: Mapping[int, tuple[str, int]], wrong: set[int]
) -> None:
    for line in sorted(wrong, reverse=True):
        name, number = places.get(line, ("", -1))
        if number >= 0:
            del kept[name][number]
        else:
            kept.pop(name, None)
