"""From a ruleset and who plays to a game that is dealt, or from a save to one that continues."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from engine.agents.search_config import current_name
from engine.game.arranged import begin_again
from engine.game.options import read_options, read_starter
from engine.game.saves import Save, replay
from engine.game.session import Game, Session
from engine.rules.load import Loaded
from engine.rules.options import check_players

SEEDS = 1_000_000
"""A deal that nobody asked for by its number has one below this."""


def new_seed() -> int:
    """Return the number of a deal, at random."""
    return secrets.randbelow(SEEDS)


def deal(
    loaded: Loaded,
    players: int,
    *,
    seed: int | None = None,
    options: Mapping[str, str] | None = None,
    study: bool = False,
    language: str = "en",
    first: int | None = None,
) -> Session:
    """Deal a game; without a seed, at random. `study`: everything may be taken back.

    `first`: the seat that begins, from 1, or the usual one. Raises RulesError for rules with
    errors and for what doesn't fit them.
    """
    rules = loaded.checked()
    check_players(rules, players)
    values = read_options(rules, options or {})
    starter = read_starter(rules, players, first)
    game = Game(loaded, players, values, language)
    return Session(game, new_seed() if seed is None else seed, fair=not study, starter=starter)


def deal_again(session: Session) -> Session:
    """Deal the same game anew, at random."""
    return begin_again(session, session.game, new_seed())


def resumed(save: Save, loaded: Loaded, name: str, language: str) -> tuple[Session, list[str]]:
    """Return the game of a save, and who sat there; nobody where the save doesn't say it.

    `name`: what the save is called when it is refused. Raises RulesError.
    """
    session = replay(save, loaded, name=name, language=language)
    return session, [*map(current_name, save.seats)] if len(save.seats) == save.players else []


def in_language(session: Session, language: str) -> Session:
    """Return the same game in another language: the same moves on rules compiled for it."""
    old = session.game
    options = dict(old.compiled.setting.options)
    game = Game(old.loaded, old.players, options, language)
    fresh = begin_again(session, game)
    for decision in session.history:
        fresh.apply(decision.move, decision.text)
    fresh.undone = list(session.undone)
    return fresh
