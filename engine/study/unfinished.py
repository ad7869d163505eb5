"""Games that were stopped at the limit of STALL decisions: what is said of them."""

from __future__ import annotations

from engine.compile.program import STALL
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.study.one_game import game_seed
from engine.study.plan import Matchup


def unfinished_words(games: int) -> str:
    """Return that so many games were stopped before their end, and why."""
    which = f"{games:,} more games are" if games != 1 else "1 more game is"
    return f"{which} unfinished: stopped at the limit of {STALL:,} decisions, and not counted here."


def none_finished(table: Matchup, games: int, seed: int) -> RulesError:
    """Return that none of so many games of a table, the first ones, was finished."""
    which = f"none of the first {games} games is" if games > 1 else "the game isn't"
    message = f"{which} over after {STALL:,} decisions; the rules may let it go round in circles"
    note = f"in game 1, dealt with the seed {game_seed(seed, 1)}"
    span = table.loaded.checked().header.span
    return RulesError(Diagnostic(Code.E506, message, span, (note,)))
