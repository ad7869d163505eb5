"""Agents think in a thread of their own, on a game of their own, while the screen continues."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.agents.registry import make_agent
from engine.game.interpreter import Move
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.table.seats import decision_seed, known_to

if TYPE_CHECKING:
    from engine.agents.hints import Advised

ADVICE_SECONDS = 1.0
"""So long an adviser thinks."""


@dataclass
class Thought:
    """One decision that is being thought about; what it comes to is there when `done` is set.

    `advised`: what was found of each move, the best first, where that was asked for.
    """

    seat: int
    done: threading.Event = field(default_factory=threading.Event)
    move: Move | None = None
    advised: Sequence[Advised] = ()
    problem: str = ""


class AgentWorker:
    """Thinks for all the agents of a game, one decision after the other.

    A thought that is no longer wanted is let run to its end and then forgotten: nothing can be
    stopped in the middle of a move.
    """

    def __init__(self, session: Session) -> None:
        """Prepare to think for a game; its own copy is compiled when it first thinks."""
        game = session.game
        self._make: Callable[[], Game] = lambda: Game(
            game.loaded, game.players, dict(game.compiled.setting.options), game.language
        )
        self._game: Game | None = None
        self._turn = threading.Lock()

    def start(self, session: Session, name: str) -> Thought:
        """Begin to think about what an agent does on the seat that has to decide."""
        seat = session.seat
        assert seat is not None
        agent = make_agent(name, decision_seed(session))
        known = known_to(agent, session)
        legal = session.game.interpreter.legal(list(session.state))

        def think(game: Game, thought: Thought) -> None:
            thought.move = agent.choose(game, known, legal, seat)

        return self._begin(seat, think)

    def advise(self, session: Session) -> Thought:
        """Begin to think about what is best for the seat that has to decide, and why."""
        seat = session.seat
        assert seat is not None
        mine = copy(session)
        mine.state, mine.history = list(session.state), list(session.history)

        def think(game: Game, thought: Thought) -> None:
            mine.game = game
            from engine.agents.hints import hint  # takes long to load

            advice = hint(mine, seconds=ADVICE_SECONDS)
            thought.move, thought.advised = advice.best.move, advice.moves

        return self._begin(seat, think)

    def _begin(self, seat: int, think: Callable[[Game, Thought], None]) -> Thought:
        thought = Thought(seat)
        threading.Thread(target=self._run, args=(thought, think), daemon=True).start()
        return thought

    def _run(self, thought: Thought, think: Callable[[Game, Thought], None]) -> None:
        try:
            with self._turn:
                if self._game is None:
                    self._game = self._make()
                think(self._game, thought)
        except RulesError as problem:
            thought.problem = str(problem)
        except Exception as problem:  # an agent's fault must not end the game without a word
            thought.problem = f"{type(problem).__name__}: {problem}"
        finally:
            thought.done.set()
