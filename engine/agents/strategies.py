"""The agents `always:ACTION` and `never:ACTION`: as `medium`, but with one thing settled.

They show what a rule of thumb is worth. With a trained policy they take the move that it rates best
among those that are left; without one, what `greedy` takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary, WeakSet

from engine.agents.greedy import GreedyAgent
from engine.agents.search import SearchAgent
from engine.agents.search_config import LEVELS
from engine.agents.strategy_names import ALWAYS
from engine.compile import layout as at
from engine.compile.policy_features import UNITS
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message, joined
from engine.rules import model as m
from engine.training.policy import Policy, policy_for, use

PASS = "pass"
_NAMES = {always: name for name, always in ALWAYS.items()}
_DECISIVE = 10_000.0
"""What is added to how a policy rates the moves of an action, or taken away: far more than that
tells moves of one action apart.
"""


@dataclass(frozen=True)
class Strategy:
    """A rule of thumb: take an action whenever it is legal, or never while another one is."""

    always: bool
    action: str

    @property
    def name(self) -> str:
        """Return what the agent is called that plays so."""
        return f"{_NAMES[self.always]}:{self.action}"

    @property
    def words(self) -> str:
        """Return what it does."""
        action = self.action.replace("_", " ")
        return f"always '{action}' when it is legal" if self.always else f"never '{action}'"

    def among(self, names: Sequence[str]) -> list[int]:
        """Return which of some moves are left, given the names of their actions."""
        wanted = [n for n, name in enumerate(names) if (name == self.action) == self.always]
        return wanted or list(range(len(names)))

    def weights(self, policy: Policy) -> list[float]:
        """Return a policy's weights, changed so that it plays by this."""
        found, first = list(policy.weights), 0
        rated = policy.plan.rated
        for head, size in zip(rated.heads, rated.sizes, strict=True):
            if action_of(head.name) == self.action:
                self._shift(found, first, size)
            first += UNITS * (size + 1)
        return found

    def _shift(self, weights: list[float], first: int, size: int) -> None:
        """Shift what a head comes to. Its linear unit then counts once, whatever it did before."""
        linear = range(first + UNITS - 1, first + UNITS * size, UNITS)
        counts = first + UNITS * (size + 1) - 1
        for place in linear:
            weights[place] *= weights[counts]
        weights[counts] = 1.0
        weights[linear[0]] += _DECISIVE if self.always else -_DECISIVE


def action_of(head: str) -> str:
    """Return the action of a head of a policy; the passes of all decisions are one action."""
    return PASS if head.startswith("instead of ") else head


def strategy_of(name: str) -> Strategy | None:
    """Return the strategy of an agent's name, None for another agent."""
    kind, colon, action = name.partition(":")
    return Strategy(ALWAYS[kind], action) if colon and kind in ALWAYS else None


def actions_of(rules: m.Ruleset) -> list[str]:
    """Return the names of the actions that can be chosen in a game, the pass last."""
    choices = [part for part in walk(rules) if isinstance(part, m.Choose)]
    names = dict.fromkeys(action.name for choice in choices for action in choice.actions)
    passes = PASS in names or any(choice.optional for choice in choices)
    return [*(name for name in names if name != PASS), *[PASS] * passes]


def check_strategies(rules: m.Ruleset, names: Sequence[str]) -> None:
    """Raise RulesError (E603) for a strategy with an action that a game hasn't."""
    asked = [strategy for strategy in map(strategy_of, names) if strategy is not None]
    known = actions_of(rules) if asked else []
    for strategy in asked:
        if strategy.action not in known:
            message = Message(
                "'{name}': {title} has no action '{action}'; its actions are {actions}",
                strategy.name,
                rules.header.title,
                strategy.action,
                joined(known, "and"),
            )
            raise RulesError(Diagnostic(Code.E603, message))


class StrategyAgent:
    """Plays by a rule of thumb, and otherwise as `medium` does."""

    def __init__(self, seed: int, strategy: Strategy) -> None:
        """Seed it; the same seed makes the same choices."""
        self.strategy = strategy
        self.trained = SearchAgent(seed, LEVELS["medium"], strategy.name)
        self.greedy = GreedyAgent(seed)
        self._checked: WeakSet[Game] = WeakSet()

    def __repr__(self) -> str:
        return f"<agent {self.strategy.name}>"

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return the move that looks best among those that the strategy leaves.

        Raises RulesError (E603) for an action that the game hasn't.
        """
        if game not in self._checked:
            check_strategies(game.rules, [self.strategy.name])
            self._checked.add(game)
        if len(legal) == 1:
            return legal[0]
        policy = policy_for(game)
        if policy is not None:
            return self.trained.choose(_bent(game, policy, self.strategy), known, legal, seat)
        choice = game.knowledge.sample(known, 0)[at.PC]
        actions = game.compiled.program.choices[choice].actions
        names = [PASS if move[0] < 0 else actions[move[0]].name for move in legal]
        left = [legal[number] for number in self.strategy.among(names)]
        return self.greedy.choose(game, known, left, seat)


_BENT: WeakKeyDictionary[Game, dict[Strategy, tuple[Policy, Game]]] = WeakKeyDictionary()
"""By game and strategy the game's policy, and a game of its own whose policy plays so."""


def _bent(game: Game, policy: Policy, strategy: Strategy) -> Game:
    """Return another game object of the same rules whose policy plays by a strategy."""
    known = _BENT.setdefault(game, {})
    if strategy not in known or known[strategy][0] is not policy:
        own = Game(game.loaded, game.players, game.given)
        use(own, replace(policy, weights=tuple(strategy.weights(policy))))
        known[strategy] = policy, own
    return known[strategy][1]
