"""The agents at a desk: when they think, when they move, and what they advise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import QUICK, AgentWorker, Thought
from viewer.desk.i18n import capital

if TYPE_CHECKING:
    from engine import Offer, Session
    from viewer.desk.desk import Desk

BLINK = 0.4
"""How often, in seconds, the sign that somebody thinks changes."""


class Minds:
    """Lets agents think in the background; everything they come to is taken over by `tick`."""

    def __init__(self, desk: Desk) -> None:
        """Prepare; nobody thinks before a game is on the table."""
        self.desk = desk
        self.thinker: AgentWorker | None = None
        self.thought: Thought | None = None
        self.adviser: Thought | None = None
        self.advice: Offer | None = None
        self.reason = ""
        self.failed = False
        self.paused = False
        """Whether agents wait: where only they play, so that a person can look at it."""
        self.dots = 0
        self._since = 0.0
        self._blinked = 0.0

    @property
    def waiting(self) -> bool:
        """Tell whether an agent is thinking."""
        return self.thought is not None or self.adviser is not None

    def begin(self, session: Session) -> None:
        """Prepare to think about a game."""
        self.thinker = AgentWorker(session)
        self.failed = self.paused = False

    def stop(self) -> None:
        """Take no more notice of what is being thought."""
        self.thought = self.adviser = None

    def changed(self) -> None:
        """Take note that another position is on the table."""
        self.advice = None
        self._since = self.desk.now

    def tick(self, now: float) -> None:
        """Let the agent whose turn it is begin to think, or make the move that it has found."""
        sitting = self.desk.sitting
        if sitting is None:
            return
        if self.waiting and self.desk.speed and now >= self._blinked + BLINK:
            self._blinked, self.dots = now, (self.dots + 1) % 4
            self.desk.touch()
        if self.adviser is not None and self.adviser.done.is_set():
            self._advised(self.adviser)
        if sitting.looking is not None or sitting.curtain is not None or sitting.agent is None:
            return
        if sitting.stages or self.paused:
            return
        if self.thought is None and not self.failed:
            assert self.thinker is not None
            self.thought = self.thinker.start(sitting.session, sitting.agent)
            self.desk.touch()
        thought = self.thought
        if thought is None or not thought.done.is_set() or now < self._since + self._pause():
            return
        self.thought = None
        move = thought.move
        if move is None:
            self.failed = True
            self.desk.toast(thought.problem, "bad")
        else:
            self.desk.acting.made(lambda: sitting.apply(move))

    def _pause(self) -> float:
        """Return how long a move is waited for, so that a person can follow."""
        speed = self.desk.speed
        return self.desk.pause / max(0.5, speed) if speed else self.desk.pause / 4

    def pause(self) -> None:
        """Let agents wait, or go on."""
        self.paused = not self.paused
        self._since = self.desk.now
        self.desk.touch()

    def step(self) -> None:
        """Let one agent move, and wait again."""
        sitting = self.desk.sitting
        if sitting is None or sitting.agent is None:
            return
        self.paused = False
        self.hurry()
        self.tick(self.desk.now)
        self.paused = True
        self.desk.touch()

    def hurry(self) -> None:
        """Let the agent that thinks decide at once, as one does that looks ahead only a little."""
        sitting = self.desk.sitting
        if sitting is None or sitting.agent is None or sitting.looking is not None:
            return
        if self.thought is None or not self.thought.done.is_set():
            quick = AgentWorker(sitting.session).start(sitting.session, QUICK)
            quick.done.wait()
            self.thought = quick
        self._since = float("-inf")

    def hint(self) -> None:
        """Ask what is best here, and why."""
        sitting = self.desk.sitting
        if sitting is None or not sitting.asked or self.adviser is not None:
            return
        assert self.thinker is not None
        self.adviser = self.thinker.advise(sitting.session)
        self.desk.touch()

    def _advised(self, thought: Thought) -> None:
        """Put the advised move before the person: it glows, and Enter makes it."""
        self.adviser = None
        sitting = self.desk.sitting
        if sitting is None:
            return
        self.advice = next((o for o in sitting.offers if o.move == thought.move), None)
        self.reason = _plainly(thought, self.advice, sitting.offers)
        if self.advice is None and thought.problem:
            self.desk.toast(thought.problem, "bad")
        self.desk.acting.let_go()
        if self.desk.by_keys:
            self.desk.focus = "confirm"
        self.desk.touch()


def _plainly(thought: Thought, advice: Offer | None, offers: Sequence[Offer]) -> str:
    """Return why a move is advised as people say it: without the notation of moves.

    The move itself is named above it already.
    """
    words = thought.words
    if advice is not None:
        words = capital(words.removeprefix(f"{advice.text}:").strip())
    for offer in sorted(offers, key=lambda o: -len(o.text)):
        shown = ", ".join(a.shown for a in offer.arguments)
        words = words.replace(offer.text, f"“{capital(offer.title)} {shown}”".replace(" ”", "”"))
    return f"{thought.reason} {words}".strip()
