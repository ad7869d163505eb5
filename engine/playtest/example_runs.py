"""What the examples of a ruleset go through, counted like games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from engine.game.example_claims import Claims
from engine.game.examples import SEEDS, Examples
from engine.game.interpreter import State
from engine.language.diagnostics import RulesError
from engine.playtest.instrumented_game import CoverageCounts, InstrumentedGame
from engine.rules import model as m
from engine.rules.load import Loaded


def work_through(loaded: Loaded, seen: CoverageCounts, late: Callable[[], bool]) -> bool:
    """Go through every example once, adding to what was seen. Tell whether there was time for all.

    What doesn't hold, or can't be set up, is told by `cairn check`; it counts as far as it goes.
    """
    examples = Examples(loaded, SEEDS[:1])
    for example in examples.rules.examples:
        if late():
            return False
        with suppress(RulesError, ValueError, IndexError):
            work_on(examples, example, seen.looking_at(examples.game(example)))
    return True


def work_on(examples: Examples, example: m.Example, looking: InstrumentedGame) -> None:
    """Go through one example. Raises what setting it up and its moves raise."""
    game = examples.game(example)
    program = game.compiled.program
    try:
        given = examples.arranged(example, SEEDS[0])
        listener = replace(looking.listener, faces=list(given.faces))
        with suppress(RulesError):
            stops = frozenset({program.round_end})
            looking.interpreter.run_to(list(given.state), program.turn, stops, listener)
        claims = Claims(game, given, SEEDS[0])
        looking.meet(claims.state)
        for step in example.steps:
            if isinstance(step, m.WrittenMove) and not step.any_turn:
                looking.look(claims.state)
                _claim(looking, claims, step, claims.state)
                listener = replace(looking.listener, faces=claims.asked.same_dice().faces)
                for move in list(claims.matching(step).values())[:1]:
                    with suppress(RulesError):
                        looking.interpreter.apply(list(claims.state), move, listener)
                    claims.make(move)
            elif isinstance(step, m.WrittenMove):
                claims.do(step)
            elif isinstance(step, m.Then) and step.move is not None:
                state = claims.asked_in(step, step.move)
                if state is not None:
                    looking.look(state)
                    _claim(looking, claims, step.move, state)
        looking.score(claims.state)
    finally:
        looking.finish()


def _claim(looking: InstrumentedGame, claims: Claims, step: m.WrittenMove, state: State) -> None:
    """Count what is asked of the move that an example speaks of."""
    asked = list(looking.watch.questions(state, step.name))
    written = claims.game.wording.written
    texts = [str(written(one.action, one.arguments, state)) for one in asked]
    meant = set(claims.meant(step, state, dict.fromkeys(texts)))
    looking.claim([one for one, text in zip(asked, texts, strict=True) if text in meant])
