"""The coach at the table: it looks at the learner's last move while the game continues."""

from __future__ import annotations

import threading
from contextlib import suppress

from engine import Game, RulesError, Session
from engine.game.arranged import begin_again
from engine.teach.coach import TRIES, coached
from engine.teach.speech import Speech


class CoachThought:
    """What a coach says of a decision: `said`, empty where that is nothing or isn't known yet."""

    def __init__(
        self, session: Session, decisions: int, speech: Speech, tries: int = TRIES
    ) -> None:
        """Begin to look at the last of so many decisions of a game; the game may continue."""
        self.said = ""
        made = [(decision.move, decision.text) for decision in session.history[:decisions]]
        game, options = session.game, dict(session.game.compiled.setting.options)

        def work() -> None:
            with suppress(RulesError):
                own = begin_again(session, Game(game.loaded, game.players, options, game.language))
                for move, text in made:
                    own.apply(move, text)
                self.said = coached(own, speech, tries)

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Return whether it is still looking."""
        return self._thread.is_alive()

    def wait(self) -> None:
        """Wait until it has looked."""
        self._thread.join()
