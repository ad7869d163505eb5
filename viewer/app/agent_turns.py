"""The agents at a table: when they think, when they move, and what they advise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.table.agent_worker import AgentWorker, Thought
from engine.table.seats import QUICK
from viewer.app.i18n import capital
from viewer.app.shell import Shell

if TYPE_CHECKING:
    from engine import MoveOption, Session
    from engine.table.guest import Guest
    from engine.table.pass_and_play import PassAndPlay

BLINK = 0.4
"""How often, in seconds, the sign that somebody thinks changes."""


class AgentTurns:
    """Lets agents think in the background; everything they come to is taken over by `tick`."""

    def __init__(
        self,
        shell: Shell,
        people: PassAndPlay,
        *,
        made: Callable[[Callable[[], object]], None],
        advised: Callable[[], None],
    ) -> None:
        """Prepare; nobody thinks before a game has begun.

        `made` makes an agent's move and takes note of it; `advised` hears that there is advice.
        """
        self.shell = shell
        self.people = people
        self._made = made
        self._heard = advised
        self.thinker: AgentWorker | None = None
        self.thought: Thought | None = None
        self.adviser: Thought | None = None
        self.advice: MoveOption | None = None
        self.reason = ""
        self.failed = False
        self.paused = False
        """Whether agents wait: where only they play, so that a person can look at it."""
        self.dots = 0
        self._since = 0.0
        self._blinked = 0.0

    @property
    def guest(self) -> Guest:
        """Return the person who is at the screen."""
        return self.people.guest

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
        self._since = self.shell.now

    def tick(self, now: float) -> None:
        """Let the agent whose turn it is begin to think, or make the move that it has found."""
        guest = self.guest
        if self.waiting and self.shell.speed and now >= self._blinked + BLINK:
            self._blinked, self.dots = now, (self.dots + 1) % 4
            self.shell.touch()
        if self.adviser is not None and self.adviser.done.is_set():
            self._advised(self.adviser)
        if guest.looking is not None or not guest.present or guest.table.agent is None:
            return
        if guest.stages or self.paused:
            return
        if self.thought is None and not self.failed:
            assert self.thinker is not None
            self.thought = self.thinker.start(guest.session, guest.table.agent)
            self.shell.touch()
        thought = self.thought
        if thought is None or not thought.done.is_set() or now < self._since + self._pause():
            return
        self.thought = None
        move = thought.move
        if move is None:
            self.failed = True
            self.shell.toast(thought.problem, "bad")
        else:
            self._made(lambda: guest.table.make(move))

    def _pause(self) -> float:
        """Return how long a move is waited for, so that a person can follow."""
        speed = self.shell.speed
        return self.shell.pause / max(0.5, speed) if speed else self.shell.pause / 4

    def pause(self) -> None:
        """Let agents wait, or go on."""
        self.paused = not self.paused
        self._since = self.shell.now
        self.shell.touch()

    def step(self) -> None:
        """Let one agent move, and wait again."""
        guest = self.guest
        if guest.table.agent is None:
            return
        self.paused = False
        self.hurry()
        self.tick(self.shell.now)
        self.paused = True
        self.shell.touch()

    def hurry(self) -> None:
        """Let the agent that thinks decide at once, as one does that looks ahead only a little."""
        guest = self.guest
        if guest.table.agent is None or guest.looking is not None:
            return
        if self.thought is None or not self.thought.done.is_set():
            quick = AgentWorker(guest.session).start(guest.session, QUICK)
            quick.done.wait()
            self.thought = quick
        self._since = float("-inf")

    def hint(self) -> None:
        """Ask what is best here, and why."""
        guest = self.guest
        if not guest.asked or self.adviser is not None:
            return
        assert self.thinker is not None
        self.adviser = self.thinker.advise(guest.session)
        self.shell.touch()

    def _advised(self, thought: Thought) -> None:
        """Put the advised move before the person: it glows, and Enter makes it."""
        self.adviser = None
        guest = self.guest
        self.advice = next((o for o in guest.offers if o.move == thought.move), None)
        self.reason = _plainly(thought, self.advice, guest.offers)
        if self.advice is None and thought.problem:
            self.shell.toast(thought.problem, "bad")
        self._heard()
        if self.shell.by_keys:
            self.shell.focus = "confirm"
        self.shell.touch()


def _plainly(thought: Thought, advice: MoveOption | None, offers: Sequence[MoveOption]) -> str:
    """Return why a move is advised as people say it: without the notation of moves.

    The move itself is named above it already.
    """
    words = thought.words
    if advice is not None:
        words = capital(words.removeprefix(f"{advice.text}:").strip())
    sentence = f"{thought.reason} {words}".strip()
    for offer in sorted(offers, key=lambda o: -len(o.text)):
        shown = ", ".join(a.shown for a in offer.arguments)
        sentence = sentence.replace(
            offer.text, f"“{capital(offer.title)} {shown}”".replace(" ”", "”")
        )
    return sentence
