"""What a game teaches, looked for in the background while the screen continues."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import engine
from engine import Game, RulesError, Session

if TYPE_CHECKING:
    from engine import Review

TRIES = 300
"""Games in mind for each decision."""
_ONE_AT_A_TIME = threading.Lock()
"""A server has many tables; their reviews wait for one another, so that the games continue."""


class GameReview:
    """The review of a game for a seat: `found` when it is there, `done` of `of` until then."""

    def __init__(self, session: Session, seat: int, tries: int = TRIES) -> None:
        self.seat = seat
        self.language = session.game.language
        self.found: Review | None = None
        self.problem = ""
        self.done, self.of = 0, 1
        self._shown: tuple[int, bool] | None = None
        made = [(d.move, d.text) for d in session.history]
        game = session.game
        seed, starter = session.seed, session.starter
        options = dict(game.compiled.setting.options)

        def work() -> None:
            with _ONE_AT_A_TIME:
                look()

        def look() -> None:
            try:
                own = Session(Game(game.loaded, game.players, options, game.language), seed,
                              starter=starter)  # fmt: skip
                for move, text in made:
                    own.apply(move, text)
                self.found = engine.review(own, seat, tries, self._tell)
            except RulesError as problem:
                self.problem = str(problem)
            except Exception as problem:  # a fault of the review must not end the game
                self.problem = f"{type(problem).__name__}: {problem}"

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def _tell(self, done: int, of: int) -> None:
        self.done, self.of = done, max(1, of)

    @property
    def busy(self) -> bool:
        """Return whether it is still looked for."""
        return self._thread.is_alive()

    def changed(self) -> bool:
        """Return whether there is something else to be shown than when this was asked last."""
        now = (self.done, self.busy)
        changed, self._shown = now != self._shown, now
        return changed

    def wait(self) -> None:
        """Wait until it is there."""
        self._thread.join()
