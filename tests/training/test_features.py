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
from engine.rules import model as m
from engine.rules.load import load, load_text
from engine.training.feature_sets import FeatureSet, everything, read
from engine.training.templates import ActionFeatures, Templates
from tests.game.games import FEWER, FILES, ready, walk
from tests.training.test_files import SMALL

LIBRARY = [path for path in FILES if path.parent.name == "rulesets"]


@cache
def looking(path: Path) -> tuple[Game, FeatureSet, Module]:
    """A ruleset with most players, all that may be asked of its moves, and what asks it."""
    game = ready(path)
    plan = everything(game.loaded, game.players, {})
    return game, plan, Module(plan.compiled, search=True, rated=plan.rated)


def inputs(
    module: Module, plan: FeatureSet, state: list[int]
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


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_what_a_seat_cannot_see_makes_no_difference(path: Path) -> None:
    game, plan, module = looking(path)
    for number, session in enumerate(islice(walk(Session(game, 5), Chance(5), 60), 1, None, 9)):
        seat = session.seat
        assert seat is not None
        other = game.knowledge.sample(session.information_set(seat), 500 + number)
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
    """The templates write sentences of the language: none is dropped for an error."""
    for path in LIBRARY:
        loaded = load(path)
        _, plan, _ = looking(path)
        for a in Templates(loaded.checked()).asked:
            kept = plan.features[a.action].texts if a.lines else ()
            assert kept == a.lines


def test_a_line_about_what_nobody_sees_is_left_out() -> None:
    loaded = load("lost-cities-card")
    hidden, unknown = "last(deck).value if deck is not empty", "card.weight"
    lines = ("card.value", hidden, unknown, ")(", "size(deck)")
    found = read(loaded, [ActionFeatures("explore", ("card",), lines)])
    assert found["explore"].texts == ("card.value", "size(deck)")


@pytest.mark.parametrize(
    "line",
    [
        "# a comment", '"A sentence."', "card.value +", "card.value)(", "1 if the position is new",
        "1 if yes supposing end game", "sum(card.value for card in deck)", "card.weight", "card",
    ],
)  # fmt: skip
def test_a_line_that_is_no_feature_spoils_no_other(line: str) -> None:
    """Each text that is kept belongs to the case beside it, whatever lines come before."""
    plain = read(load_text(SMALL, Path("small.cairn")), [_asked("card.value", "size(deck)")])
    mixed = read(load_text(SMALL, Path("small.cairn")), [_asked("card.value", line, "size(deck)")])
    assert mixed["put"].texts == plain["put"].texts == ("card.value", "size(deck)")
    values = [[case.value.type.kind for case in f["put"].advice.cases] for f in (plain, mixed)]
    assert values[0] == values[1] and isinstance(mixed["put"].advice.cases[0].value, m.Attr)


def test_many_lines_with_mistakes_spoil_no_other() -> None:
    wrong = [f"card.weight_{n}" for n in range(150)] + [f"size(deck) ){n}(" for n in range(150)]
    found = read(load_text(SMALL, Path("small.cairn")), [_asked(*wrong, "card.value")])
    assert found["put"].texts == ("card.value",)


def test_lines_that_use_the_same_unknown_name_are_all_left_out() -> None:
    loaded = load_text(SMALL, Path("small.cairn"))
    found = read(loaded, [_asked("size(heap)", "1 + size(heap)", "card.value", "size(heap) - 1")])
    assert found["put"].texts == ("card.value",)


def test_a_named_rule_that_looks_at_hidden_pieces_spoils_only_its_own_lines() -> None:
    """A score may look at what no player sees; what a policy looks at may not."""
    deep = "rule deep(card: Card)\n  card.value + sum(other.value for other in deck)\n\nsetup\n"
    text = SMALL.replace("setup\n", deep, 1).replace("sum(card.value", "sum(deep(card)")
    loaded = load_text(text, Path("small.cairn"))
    found = read(loaded, [_asked("card.value", "deep(card)", "size(deck)")])
    assert found["put"].texts == ("card.value", "size(deck)")
    assert "card.value" in everything(loaded, 2, {}).features["put"].texts


def test_reading_features_changes_nothing_of_a_ruleset() -> None:
    loaded = load_text(SMALL, Path("small.cairn"))
    before = list(loaded.findings.items)
    lines = [_asked("card.weight", "sum(one.value for one in my hand)")] * 2
    first, second = (read(loaded, lines)["put"] for _ in range(2))
    assert first == second
    assert loaded.findings.items == before


def _asked(*lines: str) -> ActionFeatures:
    return ActionFeatures("put", ("card",), lines)
