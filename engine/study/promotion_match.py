"""Whether what was learned plays better than what adapts in a search: games on equal deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.agents.agent import Agent
from engine.agents.search import SearchAgent
from engine.agents.search_config import LEVELS
from engine.compile.wasm.move_keys import sides
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.study.one_game import agent_seed, game_seed, played
from engine.study.wins import part_of_win
from engine.training.policy import Policy, use

GAMES = 200
FEWEST = 20
SHARE = 0.55
"""What a policy has to win, of two seats; of more seats as much above its share."""


@dataclass(frozen=True)
class Verdict:
    """How many of some games were won, a tie as an equal part, and how many are enough.

    `ties`: how many of them were; `unfinished`: more games, which aren't counted.
    """

    won: float
    games: int
    needed: float
    ties: int = 0
    unfinished: int = 0

    @property
    def passed(self) -> bool:
        """Return whether it is enough."""
        return self.games > 0 and self.won >= self.needed * self.games


class _Elsewhere:
    """An agent that plays by another game object of the same rules, which knows something else."""

    def __init__(self, agent: Agent, game: Game) -> None:
        self.agent, self.game = agent, game

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        return self.agent.choose(self.game, known, legal, seat)


def play_promotion_match(
    game: Game,
    policy: Policy,
    seed: int,
    *,
    games: int = GAMES,
    seconds: float = 60.0,
    heard: Callable[[int], None] | None = None,
) -> Verdict:
    """Let a policy play against the same level without it, each deal once from every seat.

    It stops after so many seconds, but not before FEWEST games.
    """
    loaded, players = game.loaded, game.players
    taught, untaught = Game(loaded, players, game.given), Game(loaded, players, game.given)
    use(taught, policy)
    use(untaught, None)
    level, began = LEVELS["medium"], time.monotonic()
    won, done, ties, unfinished = 0.0, 0, 0, 0
    count = sides(game.compiled)
    for number in range(1, games + 1):
        if done >= FEWEST and done % players == 0 and time.monotonic() - began > seconds:
            break
        own = (number - 1) % players
        agents: list[Agent] = [
            _Elsewhere(
                SearchAgent(agent_seed(seed, number, seat + 1), level),
                taught if seat == own else untaught,
            )
            for seat in range(players)
        ]
        dealt = game_seed(seed, 1 + (number - 1) // players)
        try:
            state = played(game, dealt, agents)
        except RulesError:
            continue
        if not game.interpreter.over(state):
            unfinished += 1
            continue
        part = part_of_win(game.interpreter.winners(state), own, count)
        won, ties = won + part, ties + (0 < part < 1)
        done += 1
        if heard is not None:
            heard(done)
    return Verdict(won, done, SHARE * 2 / players, ties, unfinished)
