"""Which agents the module plays on its own, and how it receives them.

It chooses as they do, number for number: `random` and `greedy`, and those that search with one tree
and without a clock.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from engine.agents.inference import infers
from engine.agents.registry import AGENTS, WasmPolicy, spec_of
from engine.agents.search_config import (
    BUDGETED,
    LEVELS,
    MOST_ITERATIONS,
    Level,
    SearchParams,
    level_of,
)
from engine.agents.strategies import Strategy, strategy_of
from engine.compile.lower import Compiled
from engine.compile.move_numbers import number_moves
from engine.compile.wasm.batches import BatchRecipe
from engine.compile.wasm.information_set import why_unsupported
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.study.rule_coverage import RuleCoverage
from engine.training.policy import policy_for, words


def only() -> str:
    """Return that the module plays no other agents than these, by the registry."""
    names = [
        f"{name}:N" if name == BUDGETED else name
        for name, spec in AGENTS.items()
        if spec.in_module is not None
    ]
    return f"the executor wasm plays {', '.join(names[:-1])} and {names[-1]} seats only"


@dataclass(frozen=True)
class Seating:
    """How each seat chooses, in the module's terms; of those that search also how."""

    policies: tuple[int, ...]
    levels: tuple[Level | None, ...]
    strategies: tuple[Strategy | None, ...] = ()
    """The rules of thumb that seats go by, where there is one in any seat."""

    @property
    def random(self) -> bool:
        """Return whether every seat chooses at random."""
        return not any(self.policies)

    @property
    def searching(self) -> list[Level]:
        """Return how the seats search that do."""
        return [level for level in self.levels if level is not None]


def seating(seats: Sequence[str]) -> Seating | None:
    """Return how the module lets each seat choose; None if there is one that it can't play."""
    policies, levels = [], []
    for name in seats:
        level, how = _level(name), spec_of(name).in_module
        if how is None or (how is WasmPolicy.SEARCH and level is None):
            return None
        policies.append(how.value)
        levels.append(level)
    strategies = tuple(map(strategy_of, seats))
    return Seating(tuple(policies), tuple(levels), strategies if any(strategies) else ())


def _level(name: str) -> Level | None:
    """Return how an agent searches, None if it doesn't or the module can't."""
    if strategy_of(name) is not None:
        return LEVELS["medium"]
    if name.partition(":")[0] not in LEVELS:
        return None
    level = level_of(name)
    own = level.params
    usual = own == SearchParams(
        settled=own.settled,
        win_weight=own.win_weight,
        risk=own.risk,
        opponent_weight=own.opponent_weight,
    )
    return level if usual and level.trees == 1 and not level.seconds else None


def unplayable(game: Game, seats: Sequence[str]) -> str | None:
    """Say why the module can't play games with these seats; None if it can."""
    found = seating(seats)
    if found is None:
        return only()
    if found.random:
        return None
    if any(level.policy == 0 for level in found.searching) and infers(game):
        return "the executor wasm doesn't ask what others' moves tell; who looks ahead here does"
    if found.strategies and policy_for(game) is None:
        return "without a trained policy, the executor wasm can't play 'always:' and 'never:' seats"
    reason = why_unsupported(game.compiled)
    return reason and f"the executor wasm plays only random seats by these rules: {reason}"


def seated(
    game: Game,
    how: Seating,
    *,
    measured: bool = False,
    turning: bool = False,
    deals: int = 1,
    closely: RuleCoverage | None = None,
    batched: bool = False,
    like: Module | None = None,
    weights: Sequence[Sequence[float]] = (),
) -> Module:
    """Return a module that plays with these seats. `turning`, `deals`: see `Module.seat`;
    `closely`: what is also measured, of seats that don't search; `batched`: with many games that
    are stepped together; `like`: one that this made of the same; `weights`: by what each seat
    rates moves where they differ, laid out as those of the game's policy.
    """
    compiled, look = closely.in_module() if closely else (game.compiled, None)
    if how.random and deals == 1 and not batched:
        return Module(compiled, measured=measured, look=look)
    levels = how.searching
    policy = policy_for(game) if levels else None
    rated = None
    if policy is not None:
        compiled, rated = policy.plan.compiled, policy.plan.rated
    batch = None
    if batched:
        compiled, numbers = number_moves(compiled)
        batch = BatchRecipe(numbers, game.tensor.recipe)
    module = Module(
        compiled, measured=measured, seated=True, search=bool(levels), rated=rated, look=look,
        batch=batch, like=like,
    )  # fmt: skip
    if policy is not None:
        policy.tell(module)
    learned = policy is not None
    policies = [
        WasmPolicy.LEARNED.value if learned and level is not None and level.policy else kind
        for kind, level in zip(how.policies, how.levels, strict=True)
    ]
    end, own = module.room, [0] * len(how.levels)
    if policy is not None and how.strategies:
        weights = [s.weights(policy) if s else policy.weights for s in how.strategies]
    if policy is not None and weights:
        end, own = _keep(module, weights)
    rows = [_words(compiled, x, place) for x, place in zip(how.levels, own, strict=True)]
    module.seat(policies, rows, turning=turning, deals=deals)
    if levels:
        from engine.agents.wasm_tree import allocate_search, max_playout_length, write_search_params

        most = max_playout_length(module)
        spots = allocate_search(module, end, max(level.iterations for level in levels))
        write_search_params(
            module, spots | {"": module.emitted.plan, "COUNT": 0}, levels[0].params, most
        )
    return module


def _keep(module: Module, weights: Sequence[Sequence[float]]) -> tuple[int, list[int]]:
    """Put weights behind what a module has; return where they end and where each begins."""
    end, found = (module.room + 15) // 16 * 16, []
    for values in weights:
        found.append(end)
        end += 4 * len(values)
        module.reserve(end)
        module.keep(found[-1], words(values))
    return end, found


def _words(compiled: Compiled, level: Level | None, own: int) -> bytes | None:
    """Return how a seat searches as seek.wat reads it; `own`: the address of its weights."""
    if level is None:
        return None
    from engine.agents.wasm_tree import winning

    params = level.params
    each = level.each or MOST_ITERATIONS
    sharpness = level.policy or params.sharpness
    return struct.pack(
        "<iidifdddii", level.iterations, level.exploration_noise, params.settled, each, sharpness,
        winning(compiled, params), params.risk, params.opponent_weight, own, 0,
    )  # fmt: skip
