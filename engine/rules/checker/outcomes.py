"""Checking the statements that decide the game."""

from __future__ import annotations

from typing import cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.wanted import want_seat


def check_outcome(cx: Checking, node: s.Outcome) -> m.Outcome | None:
    """Check a statement that decides the game."""
    if cx.context in ("setup", "score"):
        cx.error(Code.E203, Message("nothing can be ended in '{context}'", cx.context), node.span)
    number = cx.outcomes
    cx.outcomes += 1
    return m.Outcome(
        number=number, result=cast(m.Result, node.what),
        seat=None if node.seat is None else want_seat(cx, node.seat),
        words=node.words, title=cx.quote(node.span), span=node.span,
    )  # fmt: skip
