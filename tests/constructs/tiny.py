"""Tiny rulesets for tests: loading a text, starting a session, reading positions and moves."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from benchmarks.equality import Pair
from engine.compile.lower import lower
from engine.game.examples import run_examples
from engine.game.options import read_options
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded, load_text
from tests.scope import ALL

HEADER = 'game "Tiny"\n  players 1..4\n'
NEVER = "game ends when players > 4\n"
COUNTING = """
turn
  choose
    more
      n := n + 1
"""
"""A turn that counts up; goes with `var n`."""


def whole(text: str) -> str:
    """The text with a header and an ending where it has none of its own."""
    text = dedent(text).strip("\n") + "\n"
    if not any(word in text for word in (" ends", "wins when", "end game")):
        text += NEVER
    return text if text.startswith("game") else HEADER + text


def load(text: str) -> Loaded:
    """A ruleset that must be without errors."""
    loaded = load_text(whole(text), Path("tiny.cairn"))
    assert not loaded.findings.errors, loaded.findings.render()
    return loaded


def codes(text: str) -> list[str]:
    """The codes of the errors that a text is found to have when it is loaded."""
    loaded = load_text(whole(text), Path("tiny.cairn"))
    return [d.code for d in loaded.findings.errors]


def start(
    text: str,
    players: int = 2,
    *,
    seed: int = 1,
    fair: bool = True,
    starter: int = 0,
    given: dict[str, str] | None = None,
    **options: str,
) -> Session:
    """A game of a tiny ruleset at its first decision."""
    loaded = load(text)
    game = Game(loaded, players, read_options(loaded.checked(), options | (given or {})))
    return Session(game, seed, fair=fair, starter=starter)


def moves(session: Session) -> list[str]:
    """The legal moves as they are written."""
    return [legal.text for legal in session.legal()]


def play(session: Session, *made: str) -> Session:
    """Make moves one after the other."""
    for move in made:
        session.play(move)
    return session


def var(session: Session, name: str, viewer: int | None = None) -> str | None:
    """A variable's value as a viewer sees it, by its notation; viewer None sees all."""
    found = {v.name: v.value for v in session.view(viewer).variables}
    assert name in found, f"{name} is none of {sorted(found)}"
    return found[name]


def zone(session: Session, name: str, viewer: int | None = None) -> list[str | None]:
    """What lies in a zone as a viewer sees it, None for what isn't known."""
    for z in session.view(viewer).zones:
        if z.name == name:
            return [item.name for item in z.items]
    raise AssertionError(f"no zone {name}: {[z.name for z in session.view(viewer).zones]}")


def count(session: Session, name: str, viewer: int | None = None) -> int:
    """How many pieces are in a zone."""
    return next(z.count for z in session.view(viewer).zones if z.name == name)


def refused(code: str, text: str, players: int = 2, *made: str) -> RulesError:
    """The error that a ruleset meets when it is started and moves are made."""
    with pytest.raises(RulesError) as caught:
        session = play(start(text, players), *made)
        session.legal()
    assert caught.value.diagnostics[0].code == code, str(caught.value)
    return caught.value


def line_of(text: str, part: str) -> int:
    """The number of the first line of a whole ruleset that contains something."""
    rows = whole(text).splitlines()
    return next(number for number, row in enumerate(rows, 1) if part in row)


def examples(text: str) -> dict[str, str]:
    """How the examples of a ruleset went, by title: empty when it passed, else what it says."""
    return {
        outcome.title: "" if outcome.diagnostic is None else outcome.diagnostic.message
        for outcome in run_examples(load(text))
    }


def same_in_both(text: str, players: int = 2, games: int = 2) -> None:
    """Play some games with both executors, which must agree move for move and state for state."""
    pair = Pair(lower(load(text).checked(), players))
    for seed in range(1, 1 + (games if ALL else 1)):
        pair.game(seed, seed)
