"""What a policy looks at: nothing hidden, the same by both executors, in the rules' language."""

from __future__ import annotations

from array import array
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from engine.compile import layout as at
from engine.compile.policy_features import FeatureGroup
from engine.compile.program import Call
from engine.game.interpreter import Interpreter, Move
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.game.wasm_executor import Module
from engine.learn.plans import FeaturePlan, everything
from engine.learn.reading import read
from engine.learn.templates import AskedAction
from engine.learn.templates import asked as lines_for
from engine.rules.load import load
from tests.game.games import FILES, walk

LIBRARY = [path for path in FILES if path.parent.name == "rulesets"]


@cache
def looking(path: Path) -> tuple[Game, FeaturePlan, Module]:
    """A ruleset with most players, all that may be asked of its moves, and what asks it."""
    loaded = load(path)
    game = Game(loaded, loaded.checked().header.players[1])
    plan = everything(loaded, game.players, {})
    return game, plan, Module(plan.compiled, search=True, rated=plan.rated)


def inputs(
    module: Module, plan: FeaturePlan, state: list[int]
) -> list[tuple[int, tuple[float, ...]]]:
    """Head and inputs of each legal move in a position."""
    module.load(state)
    places = module.emitted.rates
    assert places is not None
    found = []
    for number in range(module.call("legal")):
        head = module.call("inputs", number)
        words = module.words(places.inputs, plan.rated.sizes[head])
        found.append((head, tuple(array("f", words.tobytes()))))
    return found


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_what_a_seat_cannot_see_makes_no_difference(path: Path) -> None:
    game, plan, module = looking(path)
    for number, session in enumerate(islice(walk(Session(game, 5), Chance(5), 60), 1, None, 9)):
        seat = session.seat
        assert seat is not None
        other = game.knowledge.sample(session.knows(seat), 500 + number)
        assert inputs(module, plan, session.state) == inputs(module, plan, other)


def asked(slow: Interpreter, group: FeatureGroup, state: list[int], move: Move) -> list[int]:
    """What the interpreter finds of a move."""
    choice, action = group.at
    taken = slow.program.choices[choice].actions[action].parameters
    given = {p.reg.name: value for p, value in zip(taken, move[1:], strict=False)}
    return [slow.call(e, state, **given) if isinstance(e, Call) else 1 for e in group.values]


@pytest.mark.parametrize("path", LIBRARY, ids=[path.stem for path in LIBRARY])
def test_both_executors_find_the_same(path: Path) -> None:
    """The interpreter is asked line by line, as advice; the module works lines out in groups."""
    game, plan, module = looking(path)
    slow = Interpreter(plan.compiled)
    for session in islice(walk(Session(game, 3), Chance(3), 40), 0, None, 8):
        legal = game.interpreter.legal(session.state)
        for move, (_, found) in zip(legal, inputs(module, plan, session.state), strict=True):
            _, groups = plan.rated.of[session.state[at.PC], move[0]]
            rows = (asked(slow, plan.rated.groups[g], session.state, move) for g in groups)
            assert list(found[1:]) == [value for row in rows for value in row]


def test_every_line_is_accepted_by_the_checker() -> None:
    """The templates write sentences of the language: none is dropped for a mistake."""
    for path in LIBRARY:
        loaded = load(path)
        _, plan, _ = looking(path)
        for a in lines_for(loaded.checked()):
            kept = plan.features[a.action].texts if a.lines else ()
            assert kept == a.lines


def test_a_line_about_what_nobody_sees_is_left_out() -> None:
    loaded = load("lost-cities-card")
    hidden, unknown = "last(deck).value if deck is not empty", "card.weight"
    lines = ("card.value", hidden, unknown, ")(", "size(deck)")
    found = read(loaded, [AskedAction("explore", ("card",), lines)])
    assert found["explore"].texts == ("card.value", "size(deck)")
