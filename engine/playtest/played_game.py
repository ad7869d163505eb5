"""A game that was played to see what the rules do."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.interpreter import Move
from engine.language.diagnostics import Diagnostic
from engine.language.source import Span

LONGEST = 2_000
"""After so many decisions at random a game is taken for one without an end."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played: how it was dealt, its moves, and how it ended.

    `error`: what the rules did wrong in it. `choices`: how many moves there were at each decision.
    """

    players: int
    options: tuple[tuple[str, int], ...]
    seed: int
    starter: int
    greedy: bool
    moves: tuple[Move, ...]
    choices: tuple[int, ...]
    over: bool
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    error: Diagnostic | None = None
    counting: tuple[tuple[Span, int, int], ...] = ()
    """Lines that change counters: how often they were done, how often a range cut something off."""
