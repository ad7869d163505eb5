"""The game of a table, with the policy by which its seats play."""

from __future__ import annotations

from engine.game.session import Game
from engine.study.plan import Matchup
from engine.training.policy import policy_from, use


def game_of(table: Matchup) -> Game:
    """Return a table's game; what plays it goes by the table's own policy if it has one.

    Raises Unusable where that is of other rules.
    """
    game = Game(table.loaded, table.players, table.options)
    if table.policy:
        use(game, policy_from(table.policy, game))
    return game
