"""Faults of the machine code itself: a trap never reaches the player who plays.

No rules are known that bring one about, so code is changed here until it does.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.agents.parallel_search import SearchUnavailable, forest
from engine.agents.registry import make_agent
from engine.agents.search_config import Level
from engine.compile.wasm.memory import FAILED, TRAPPED
from engine.compile.wasm.module import Emitted, emit
from engine.game import wasm_executor as modules
from engine.game.interpreter import State
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.game.wasm_executor import Module, Stopped, Unfinished
from engine.rules.load import load
from engine.study.fast import GameResult, fast_results
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Matchup, StudyPlan
from engine.study.simulate import simulate
from engine.study.wasm_batch_runner import bulk_for
from engine.study.wasm_policies import seated, seating
from tests.agents.games import LEAST, game

CARD = load("lost-cities-card")
FAULTS = {
    "an address": "(drop (i32.load (i32.const -8)))",
    "nothing": "(unreachable)",
    "a division": "(drop (i32.div_s (i32.const 1) (i32.const 0)))",
    "the stack": "(call $dive)",
}
_DIVE = "(func $dive (call $dive) (call $dive))"
_SEARCH = '(func $search (export "search")'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep machine code in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def faulty(monkeypatch: pytest.MonkeyPatch, head: str, fault: str) -> None:
    """Let all modules have a fault at the beginning of a function."""

    def wrong(*arguments: object, **how: object) -> Emitted:
        emitted = emit(*arguments, **how)  # type: ignore[arg-type]
        text, found = re.subn(
            rf"({re.escape(head)}(?:\s*\((?:param|result|local)[^)]*\))*)",
            rf"\1 {fault}",
            emitted.text,
        )
        assert found == 1
        return replace(emitted, text=f"{text[: text.rindex(')')]}{_DIVE})")

    monkeypatch.setattr(modules, "emit", wrong)


def in_game(*numbers: int) -> str:
    """What traps in some games, after it has written where nothing of its own lies."""
    here = [f"(i64.eq (local.get $number) (i64.const {n}))" for n in numbers]
    test = here[0]
    for other in here[1:]:
        test = f"(i32.or {test} {other})"
    wild = "(memory.fill (i32.const 256) (i32.const 7) (i32.const 4000))"
    return f"(if {test} (then {wild} {FAULTS['an address']}))"


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_trap_is_a_way_to_stop(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty(monkeypatch, "(func $points", fault)
    module = Module(game(LEAST).compiled)
    module.start(1)
    with pytest.raises(Stopped) as caught:
        module.points(0, 0)
    assert caught.value.code == module.word(FAILED) == TRAPPED


def test_after_a_trap_everything_is_fresh_but_what_was_told() -> None:
    game = Game(CARD, 2)
    how = seating(("greedy", "easy"))
    assert how is not None
    module, other = (seated(game, how) for _ in range(2))
    size = module.size
    with pytest.raises(Stopped) as caught:
        trap(module, game.interpreter.start(1))
    assert caught.value.code == TRAPPED and module.size == size
    assert not any(module.state())
    assert module.seated_games(1, 1, 2) == other.seated_games(1, 1, 2)


def trap(module: Module, state: State) -> None:
    """Make a move with a piece that lies far outside the memory."""
    module.load(state)
    module.apply((0, 1 << 28))


def played(game: Game, names: tuple[str, str], asked: list[int]) -> Iterator[GameResult]:
    """Results of sixty games, without those that the module gives up: their numbers are noted."""

    def slowly(number: int) -> GameResult:
        asked.append(number)
        return GameResult(-1, (), ())

    how = seating(names)
    assert how is not None
    yield from fast_results(seated(game, how), 5, 1, 60, slowly)


@pytest.mark.parametrize("names", [("random", "random"), ("greedy", "random")])
def test_only_the_games_that_trap_are_given_back(
    names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, given = game(LEAST), [1, 23, 24, 60]
    expected = list(played(here, names, []))
    head = "$random_game " if names == ("random", "random") else "$seated_game "
    faulty(monkeypatch, f"(func {head}", in_game(*given))
    asked: list[int] = []
    found = list(played(here, names, asked))
    assert asked == given
    for number in given:
        expected[number - 1] = GameResult(-1, (), ())
    assert found == expected


def test_which_game_has_trapped_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here = game(LEAST).compiled
    rows = Module(here).random_games(1, 1, 100)
    faulty(monkeypatch, "(func $random_game ", in_game(71))
    module = Module(here)
    with pytest.raises(Unfinished) as caught:
        module.random_games(1, 1, 100)
    assert (caught.value.number, caught.value.code) == (71, TRAPPED)
    assert caught.value.rows == rows[:70]
    assert module.random_games(1, 72, 29) == rows[71:]


def test_a_simulation_is_none_the_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("random", "random")
    expected = simulate(CARD, 2, 6, 3, names).seats
    faulty(monkeypatch, "(func $random_game ", in_game(2, 6))
    assert simulate(CARD, 2, 6, 3, names).seats == expected


@pytest.mark.parametrize("names", [("random", "random"), ("greedy", "random")])
def test_a_study_is_none_the_worse(names: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    bulk = bulk_for(Game(CARD, 2), names)
    assert bulk is not None
    expected = list(bulk.rows(9, 1, 12))
    faulty(monkeypatch, "(func $measured_game ", in_game(1, 7, 8))
    bulk = bulk_for(Game(CARD, 2), names)
    assert bulk is not None
    found = list(bulk.rows(9, 1, 12))
    assert [n for n, row in enumerate(found, 1) if row is None] == [1, 7, 8]
    assert all(a == b for a, b in zip(found, expected, strict=True) if a is not None)
    ready = MatchupRunner(StudyPlan((Matchup(CARD, {}, names, close=0),), 9)).measured(0)
    assert list(expected[6] or ()) == ready._one(7, close=False)


# ------------------------------------------------------------------ searches


def test_where_a_search_traps_it_is_played_as_greedy(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    faulty(monkeypatch, _SEARCH, FAULTS["the stack"])
    here = Game(CARD, 2)
    session = Session(here, 1)
    legal = here.interpreter.legal(session.state)
    player, greedy = make_agent("mcts:100", 3), make_agent("greedy", 3)
    with caplog.at_level(logging.WARNING):
        moves = [player.choose(here, session.information_set(0), legal, 0) for _ in range(2)]
    assert moves == [greedy.choose(here, session.information_set(0), legal, 0) for _ in range(2)]
    (record,) = caplog.records
    assert record.getMessage().endswith("its machine code has met a fault of its own")


def test_a_tree_that_has_trapped_searches_again_in_a_fresh_memory() -> None:
    here = Game(CARD, 2)
    session = Session(here, 1)
    known, legal = session.information_set(0), here.interpreter.legal(session.state)
    level = Level(64, trees=2)
    expected = forest(here).search(here, known, len(legal), Chance(1), level)
    tree = forest(here).trees[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "run", lambda _: trap(tree.module, session.state))
        with pytest.raises(SearchUnavailable, match="a fault of its own"):
            forest(here).search(here, known, len(legal), Chance(1), level)
    assert forest(here).search(here, known, len(legal), Chance(1), level) == expected
