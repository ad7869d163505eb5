"""Work that takes seconds, done in a thread while the game continues."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engine import Game, RulesError, Session
from engine.game.arranged import begin_again


class InThread:
    """Work that has begun. `problem`: why it failed, empty where it hasn't."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.problem = ""
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[], object]) -> None:
        try:
            work()
        except RulesError as problem:
            self.problem = str(problem)
        except Exception as problem:  # a fault of the work must not end the game
            self.problem = f"{type(problem).__name__}: {problem}"

    @property
    def busy(self) -> bool:
        """Return whether it isn't done yet."""
        return self._thread.is_alive()

    def wait(self) -> None:
        """Wait until it is done."""
        self._thread.join()


def played_again(session: Session, decisions: int) -> Callable[[], Session]:
    """Return what makes a game of its own, after so many decisions of another that may continue."""
    made = [(decision.move, decision.text) for decision in session.history[:decisions]]
    game, options = session.game, dict(session.game.compiled.setting.options)

    def make() -> Session:
        own = begin_again(session, Game(game.loaded, game.players, options, game.language))
        for move, text in made:
            own.apply(move, text)
        return own

    return make
