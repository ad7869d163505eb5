"""Examples and advice that stand outside a ruleset's own text, checked against its rules.

The game isn't checked again: a further run takes up what the check of the game found out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.language.parser import parse
from engine.language.source import Source
from engine.rules import model as m
from engine.rules.analysis.hidden_information import check_knowing_advice
from engine.rules.analysis.supposed import check_supposed_in
from engine.rules.checker.check import (
    actions_by_name,
    check_all_advice,
    check_examples,
    unless_too_deep,
)
from engine.rules.checker.context import MOST_COPIED, Checking
from engine.rules.load import Loaded


def _run(loaded: Loaded) -> Checking:
    """Return the run that checked a ruleset. Raises RulesError with its errors."""
    loaded.findings.refuse()
    assert loaded.checking is not None
    return loaded.checking


def read_examples(loaded: Loaded, text: str, shown: str) -> tuple[m.Example, ...]:
    """Return the examples in a text, as if they stood in a checked ruleset in place of its own.

    `shown`: what the text is called in diagnostics. Raises RulesError for what is wrong in it.
    """
    findings = Findings()
    items = parse(Source(shown, text), findings).items
    findings.refuse()
    cx = _run(loaded).further(items, findings)
    examples = unless_too_deep(cx, check_examples)
    findings.refuse()
    return examples or ()


class AdviceReader:
    """Reads advice on the actions of a checked ruleset line by line."""

    def __init__(self, loaded: Loaded, shown: str) -> None:
        """Prepare; `shown`: what the lines are called in diagnostics."""
        self.loaded, self.shown, self.parts = loaded, shown, dict(vars(loaded.checked()))
        self.actions = actions_by_name(self.parts)
        self.copies = 0

    def read(
        self, action: str, parameters: Sequence[str], lines: Sequence[str]
    ) -> tuple[tuple[str, ...], m.Advice] | None:
        """Return the lines that these rules accept and advice with a case for each of them; None
        where they accept none.
        """
        names = f"({', '.join(parameters)})" if parameters else ""
        read = self._read(f"advice {action}{names}", lines) if action in self.actions else ()
        checked = [(line, self._checked(node)) for line, node in read]
        kept = [(line, advice) for line, advice in checked if advice is not None]
        if not kept:
            return None
        # The parameters have the same keys in all of them.
        cases = tuple(case for _, advice in kept for case in advice.cases)
        return tuple(line for line, _ in kept), replace(kept[0][1], cases=cases)

    def _read(self, head: str, lines: Sequence[str]) -> list[tuple[str, s.Advice]]:
        """Return each line that can be read as advice of its own."""
        findings = Findings()
        text = "".join([f"{head}\n", *(f"  {line}\n" for line in lines)])
        items = parse(Source(self.shown, text), findings).items
        match items:
            case [s.Advice(words=None) as node] if not findings.errors and [
                case.span.line for case in node.cases
            ] == list(range(2, len(lines) + 2)):
                cases = zip(lines, node.cases, strict=True)
                return [(line, replace(node, cases=(case,))) for line, case in cases]
        half = len(lines) // 2
        return [*self._read(head, lines[:half]), *self._read(head, lines[half:])] if half else []

    def _checked(self, node: s.Advice) -> m.Advice | None:
        """Return advice of one line; None where these rules don't accept it."""
        cx = _run(self.loaded).further((node,), Findings())
        before = cx.copies
        cx.copies += self.copies
        found = unless_too_deep(cx, self._advice)
        self.copies = cx.copies - before
        unlike = cx.remembers - self.parts["remembers"]
        return None if cx.findings.errors or unlike or cx.copies > MOST_COPIED else found

    def _advice(self, cx: Checking) -> m.Advice | None:
        advice = next(iter(check_all_advice(cx, self.actions).values()), None)
        if advice is not None:
            check_knowing_advice(advice, self.actions[advice.name], self.parts, cx.findings)
            check_supposed_in(advice, self.parts, cx.findings)
        return advice
