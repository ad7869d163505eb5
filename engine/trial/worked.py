"""What the examples of a ruleset go through, counted like games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from engine.game.example_claims import Claims
from engine.game.examples import SEEDS, Examples
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.trial.seen import Looking


def work_through(
    loaded: Loaded, looking_at: Callable[[Game], Looking], late: Callable[[], bool]
) -> None:
    """Go through every example once; `looking_at` returns what counts for an example's game.

    What doesn't hold, or can't be set up, is told by `cairn check`; it counts as far as it goes.
    """
    examples = Examples(loaded, SEEDS[:1])
    for example in examples.rules.examples:
        if late():
            return
        with suppress(RulesError, ValueError, IndexError):
            _one(examples, example, looking_at(examples.game(example)))


def _one(examples: Examples, example: m.Example, looking: Looking) -> None:
    game = examples.game(example)
    try:
        claims = Claims(game, examples.arranged(example, SEEDS[0]), example, SEEDS[0])
        looking.meet(claims.state)
        for step in example.steps:
            if isinstance(step, m.WrittenMove) and not step.any_turn:
                looking.look(claims.state)
                listener = replace(looking.listener, faces=claims.asked.same_dice().faces)
                for move in list(claims.matching(step).values())[:1]:
                    with suppress(RulesError):
                        looking.interpreter.apply(list(claims.state), move, listener)
                    claims.make(move)
            elif isinstance(step, m.WrittenMove):
                claims.do(step)
            elif step_asks(step) and not claims.ended:
                looking.look(claims.state)
        looking.score(claims.state)
    finally:
        looking.finish()


def step_asks(step: m.Given | m.WrittenMove | m.Then) -> bool:
    """Tell whether a claim speaks of what can be done."""
    return isinstance(step, m.Then) and step.form in ("can", "cannot")
