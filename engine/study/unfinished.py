"""Games that were stopped at the limit of STALL decisions: what is said of them."""

from __future__ import annotations

from engine.compile.program import STALL
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.study.one_game import game_seed
from engine.study.plan import Matchup


def unfinished_words(games: int) -> str:
    """Return that so many games were stopped before their end, and why."""
    which = (
        "{games} more games are unfinished: stopped at the limit of {limit} decisions, and not "
        "counted here."
    )
    if games == 1:
        which = (
            "1 more game is unfinished: stopped at the limit of {limit} decisions, and not counted "
            "here."
        )
    return Message.filled(which, {"games": f"{games:,}", "limit": f"{STALL:,}"})


def none_finished(table: Matchup, games: int, seed: int) -> RulesError:
    """Return that none of so many games of a table, the first ones, was finished."""
    which = "the game isn't over after {most} decisions; the rules may let it go round in circles"
    message = Message(which, f"{STALL:,}")
    if games > 1:
        message = Message(
            "none of the first {number} games is over after {most} decisions; the rules may let it "
            "go round in circles", games, f"{STALL:,}"
        )  # fmt: skip
    note = Message("in game 1, dealt with the seed {seed}", game_seed(seed, 1))
    span = table.loaded.checked().header.span
    return RulesError(Diagnostic(Code.E506, message, span, (note,)))
