"""What `cairn study` asks of games between players who are alike, each with a progress line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from engine.cli.progress import progress
from engine.game.session import Game
from engine.study import deal_luck, fairness, kingmaking, piece_effects, tension
from engine.study.questions import NOTHING, Answers
from engine.study.study_players import StudyPlayers
from engine.study.wasm_policies import unplayable

QUICK = 0.2
"""What part of the usual time a question has in a quick study, which asks only the first two."""

Answer = TypeVar("Answer")


def answers_of(name: str, players: StudyPlayers, game: Game, seed: int, *, quick: bool) -> Answers:
    """Return the answers of a ruleset; what Ctrl-C stops has none.

    There are none where the module can't play the players.
    """
    if unplayable(game, [players.agent] * game.players):
        return NOTHING
    part = QUICK if quick else 1.0
    fair = _asked(
        f"Who wins {name}",
        partial(
            fairness.fairness, game, players.agent, seed,
            deals=fairness.DEALS, seconds=part * fairness.SECONDS,
        ),
    )  # fmt: skip
    luck = _asked(
        f"Deals of {name}",
        partial(
            deal_luck.deal_luck, game, players.agent, seed,
            deals=deal_luck.DEALS, seconds=part * deal_luck.SECONDS,
        ),
    )  # fmt: skip
    if quick:
        return Answers(fair, luck)
    tense = _asked(
        f"Chances in {name}",
        partial(
            tension.tension, game, players.agent, seed,
            games=tension.GAMES, seconds=tension.SECONDS,
        ),
    )  # fmt: skip
    pieces = _asked(
        f"Pieces of {name}",
        partial(
            piece_effects.piece_effects, game, players.agent, seed,
            games=piece_effects.GAMES, seconds=piece_effects.SECONDS,
        ),
    )  # fmt: skip
    kings = _asked(
        f"Players without a chance in {name}",
        partial(
            kingmaking.kingmaking, game, players.agent, seed,
            games=kingmaking.GAMES, seconds=kingmaking.SECONDS,
        ),
    )  # fmt: skip
    return Answers(fair, luck, tense, pieces, kings)


def _asked(title: str, find: Callable[[Callable[[float], None]], Answer]) -> Answer | None:
    """Return an answer, None after Ctrl-C; a progress line hears the share that is done."""
    with suppress(KeyboardInterrupt), progress(title, 100) as update:
        return find(lambda share: update(100 * share))
    return None
