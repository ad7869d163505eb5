"""Who is asked what in an example: the seat that has to decide, others that choose at the same
time, and those that were passed over.
"""

from __future__ import annotations

from engine.compile import layout as at
from engine.game.interpreter import Listener, State
from engine.game.session import Game


class PendingDecisions:
    """Finds the positions in which seats are asked, since an example's last step."""

    def __init__(self, game: Game, faces: list[str]) -> None:
        """Prepare for a game; no step was made yet. `faces`: what the dice rolled next show."""
        self.game = game
        self.listener = Listener(faces=faces)
        self._optional = game.optional_actions
        self._step: tuple[State, int, frozenset[int], list[str]] | None = None
        self._found: list[State] | None = None

    def step(self, state: State, block: int, stops: frozenset[int]) -> int:
        """Run the game from a block to the next decision, and remember how that began.

        Returns the block that it stopped before, or -1, as `Interpreter.run_to` does.
        """
        self._step = (list(state), block, stops, list(self.listener.faces))
        self._found = None
        return self.game.interpreter.run_to(state, block, stops, self.listener)

    def same_dice(self) -> Listener:
        """Return a listener to run a copy of the position with, whose dice show the same."""
        return Listener(faces=list(self.listener.faces))

    def passed_over(self, action: str) -> list[State]:
        """Return the positions since the last step in which someone might have chosen an action,
        but was passed over because nothing was legal.
        """
        if self._step is None or action not in self._optional:
            return []
        if self._found is None:
            self._found = self.game.tracer.passed_over(*self._step)
        return [state for state in self._found if self._offers(state, action)]

    def _offers(self, state: State, action: str) -> bool:
        return any(x.action.name == action for x in self.game.wording.actions(state[at.PC]))

    def at_once(self, state: State, seat: int) -> State | None:
        """Return the position in which a seat is asked that chooses at the same time as the one
        that decides, but after it; None for others.
        """
        interpreter, choice = self.game.interpreter, state[at.PC]
        if choice not in self.game.knowledge.collected:
            return None
        now, listener = list(state), self.same_dice()
        for _ in range(self.game.players):
            moves = interpreter.legal(now)
            interpreter.apply(now, moves[0], listener)
            if now[at.PC] != choice:
                return None
            if now[at.ME] == seat:
                return now
        return None
