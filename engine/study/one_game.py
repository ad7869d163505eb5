"""One game between agents in the interpreter, and the seeds from which it follows.

Nothing here depends on the machine or the clock: game number i (from 1) is dealt with the seed
`game_seed(seed, i)`, and the agent of seat s (from 1) in it is seeded with
`agent_seed(seed, i, s)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from engine.agents.agent import Agent, looking_back
from engine.agents.random_agent import RandomAgent
from engine.compile import layout as at
from engine.compile.program import STALL, as_counted
from engine.game.interpreter import State
from engine.game.observation_history import ObservationHistories
from engine.game.rng import derived
from engine.game.saves import write_save
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError


def game_seed(seed: int, number: int) -> int:
    """Return what game `number` (from 1) of a simulation is dealt with, 48 bits."""
    return derived(seed, number)


def agent_seed(seed: int, number: int, seat: int) -> int:
    """Return what the agent of a seat (from 1) is seeded with in game `number`."""
    return derived(seed, number, seat)


@contextmanager
def naming_game(number: int, dealt: int) -> Iterator[None]:
    """Let an error of the rules tell in which game of many it was met."""
    try:
        yield
    except RulesError as problem:
        note = f"in game {number}, dealt with the seed {dealt}"
        found = [replace(d, notes=(*d.notes, note)) for d in problem.diagnostics]
        raise RulesError(*found) from None


def played(game: Game, seed: int, agents: Sequence[Agent], first: int = 0) -> State:
    """Play a game between agents to its end; return the last position.

    A game that reaches the limit of STALL decisions is stopped there.
    """
    interpreter, looking = game.interpreter, looking_back(agents)
    following = ObservationHistories(game.knowledge, looking)
    legal, apply, over, me = interpreter.legal, interpreter.apply, at.OVER, at.ME
    state = interpreter.start(seed, first)
    for _ in range(STALL):
        if state[at.PC] == over:
            return state
        moves, seat = legal(state), state[me]
        agent = agents[seat]
        if isinstance(agent, RandomAgent):  # which looks at nothing
            move = moves[agent.below(len(moves))]
        else:
            move = agent.choose(game, following.information_set(state, seat), moves, seat)
        if looking:
            following.see(state, move)
        apply(state, move)
    return state


def recorded(session: Session, agents: Sequence[Agent], seats: Sequence[str], path: Path) -> State:
    """Play a game with its history and save it, also if it ends with an error of the rules;
    return the last position. A game that reaches the limit of STALL decisions is stopped there.
    """
    game, looking = session.game, looking_back(agents)
    try:
        while (seat := session.seat) is not None and len(session.history) < STALL:
            legal = game.interpreter.legal(session.state)
            known = session.information_set(seat, history=seat in looking)
            session.apply(agents[seat].choose(game, known, legal, seat))
    except RulesError:
        write_save(session, path, seats)
        raise
    write_save(session, path, seats)
    return session.state


def final_scores(game: Game, state: State) -> list[int]:
    """Return by what the seats are ranked first, as people count it."""
    return [as_counted(game.compiled.rankings, rank) for rank in game.interpreter.ranks(state)]
