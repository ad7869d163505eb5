"""Dealing for an example: set-up as it is in the round, with the totals, that are given."""

from __future__ import annotations

from collections.abc import Sequence

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules import model as m


def dealt(game: Game, seed: int, givens: Sequence[m.Given], starter: int = 0) -> State:
    """Return a new game that has been set up and waits before its first turn.

    Who is to move, the round and the totals that are given are so already when it is set up.
    """
    interpreter, program = game.interpreter, game.compiled.program
    state = interpreter.fresh(seed, starter)
    interpreter.run_to(state, program.start, frozenset({program.setup}))
    for given in givens:
        if given.form in ("to move", "round", "total"):
            _of_the_game(game, state, given)
    interpreter.run_to(state, program.setup, frozenset({program.turn}))
    return state


def _of_the_game(game: Game, state: State, given: m.Given) -> None:
    """Say who begins the round, which round it is, or how many points someone has."""
    setting = game.compiled.setting
    value = given.items[0].value
    assert value is not None
    number = game.wording.evaluate(value, {}, 0, state)
    if given.form == "to move":
        state[at.STARTER] = number
    elif given.form == "round":
        rounds = max(1, setting.value(game.rules.header.rounds))
        if game.rules.header.until is None and not 1 <= number <= rounds:
            message = Message("'round' is 1..{rounds}", rounds)
            raise RulesError(Diagnostic(Code.E402, message, given.items[0].span))
        state[at.ROUND] = number
    else:
        assert given.place is not None
        seat = game.wording.evaluate(given.place, {}, 0, state)
        state[game.compiled.layout.totals + seat] = number
