"""Checking what is supposed: `C supposing move card to heap` asks what would be so afterwards.

What is supposed is carried out and taken back, so it can't ask anybody, end anything, or leave
anything to chance. One supposition can't stand inside another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.rules import model as m
from engine.rules.walk import reached, walk


def check_supposed(parts: Mapping[str, Any], findings: Findings) -> None:
    """Report what can't be supposed (E203). `parts` are a ruleset's, perhaps not all right."""
    check_supposed_in(dict(parts), parts, findings)


def check_supposed_in(node: object, parts: Mapping[str, Any], findings: Findings) -> None:
    """Report what can't be supposed in a piece of the model."""
    reported: set[int] = set()
    for supposing in [p for p in walk(node) if isinstance(p, m.Supposing)]:
        for part in reached((supposing.value, supposing.body), parts):
            if id(part) in reported:
                continue
            reported.add(id(part))
            if isinstance(part, m.Supposing):
                message = "one supposition can't be inside another"
                findings.error(Code.E203, message, part.span)
            elif isinstance(part, m.Stmt) and not m.traits(part).supposable:
                findings.error(
                    Code.E203, "this can't be supposed", part.span,
                    hint="suppose only moves, writing and computing: nothing that asks, ends, "
                         "shows, shuffles or lets others act",
                )  # fmt: skip
            elif isinstance(part, m.Fold) and part.kind == "random":
                findings.error(Code.E203, "something random can't be supposed", part.span)
