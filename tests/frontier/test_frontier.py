"""Small games of unlike families: what the language says without tricks, it says here.

Each means a family of published games: simultaneous selling, formations, drafting, majorities,
workers, bags, tricks, deduction, sets with specials, chains of captures. They are no examples for
players, so they are among the tests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from benchmarks.equality import Pair
from engine import Game, Session, hint
from engine.compile.lower import lower
from engine.game.examples import run_examples
from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.language.format import format_text
from engine.language.source import Source
from engine.rules.load import Loaded, load
from engine.teach.plan import plan_for
from tests.viewer.app.hands import app_with, nodes

GAMES = sorted(path.stem for path in Path(__file__).parent.glob("*.cairn"))
LONGEST = 100
"""Lines of rules, without examples, that a game has at most."""


@cache
def loaded(name: str) -> Loaded:
    return load(Path(__file__).parent / f"{name}.cairn")


@pytest.mark.parametrize("name", GAMES)
def test_it_is_found_without_fault_and_its_examples_hold(name: str) -> None:
    game = loaded(name)
    assert game.findings.items == [], game.findings.render()
    outcomes = run_examples(game)
    assert outcomes
    assert [o.title for o in outcomes if o.diagnostic is not None] == []
    text = game.path.read_text("utf-8")
    assert format_text(Source(str(game.path), text), Findings()) == text


@pytest.mark.parametrize("name", GAMES)
def test_its_rules_are_short(name: str) -> None:
    game = loaded(name)
    lines = game.path.read_text("utf-8").splitlines()
    taught = [i.span for i in game.items if isinstance(i, s.Example)]
    rules = lines[: min(span.line for span in taught) - 1]
    assert sum(bool(line.strip()) for line in rules) <= LONGEST


@pytest.mark.parametrize("name", GAMES)
def test_both_executors_play_it_alike(name: str) -> None:
    low, high = loaded(name).checked().header.players
    for players in {low, high}:
        Pair(lower(loaded(name).checked(), players)).game(7, 1)


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_taught_played_and_seen(name: str) -> None:
    game = Game(loaded(name), loaded(name).checked().header.players[0])
    assert all(point.sentence for point in plan_for(loaded(name)).points)
    session = Session(game, seed=3)
    assert hint(session, iterations=20).best.text
    assert any(node.glow for node in nodes(app_with(str(loaded(name).path))))
