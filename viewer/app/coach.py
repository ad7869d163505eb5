"""The coach at the table: it looks at the learner's last move while the game continues."""

from __future__ import annotations

from engine import Session
from engine.teach.coach import TRIES, coached
from engine.teach.speech import Speech
from viewer.app.in_thread import InThread, played_again


class CoachThought(InThread):
    """What a coach says of a decision: `said`, empty where that is nothing or isn't known yet."""

    def __init__(
        self, session: Session, decisions: int, speech: Speech, tries: int = TRIES
    ) -> None:
        """Begin to look at the last of so many decisions of a game; the game may continue."""
        self.said = ""
        again = played_again(session, decisions)

        def work() -> None:
            self.said = coached(again(), speech, tries)

        super().__init__(work)
