"""The agents at a table: when they think, and when they move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.app.at_screen import AtScreen
from viewer.app.shell import Shell

if TYPE_CHECKING:
    from engine.table.pass_and_play import PassAndPlay

BLINK = 0.4
"""How often, in seconds, the sign that someone thinks changes."""


class AgentTurns(AtScreen):
    """Lets agents think in the background; everything they come to is taken over by `tick`."""

    def __init__(
        self,
        shell: Shell,
        people: PassAndPlay,
        *,
        made: Callable[[Callable[[], object]], None],
    ) -> None:
        """Prepare; nobody thinks before a game has begun.

        `made` makes an agent's move and takes note of it.
        """
        super().__init__(shell, people)
        self._made = made
        self.failed = False
        self.paused = False
        """Whether agents wait: where only they play, so that a person can look at it."""
        self.dots = 0
        self._since = 0.0
        self._blinked = 0.0

    @property
    def waiting(self) -> bool:
        """Return whether an agent is thinking, for its own turn or about a hint."""
        guest = self.guest
        return guest.table.thought is not None or guest.adviser is not None

    def begin(self) -> None:
        """Begin with another game."""
        self.failed = self.paused = False

    def stop(self) -> None:
        """Take no more notice of what is being thought."""
        self.guest.table.stop_thinking()

    def changed(self) -> None:
        """Take note that another position is on the table."""
        self._since = self.shell.now

    def tick(self, now: float) -> None:
        """Let the agent whose turn it is begin to think, or make the move that it has found."""
        guest = self.guest
        if self.waiting and self.shell.speed and now >= self._blinked + BLINK:
            self._blinked, self.dots = now, (self.dots + 1) % 4
            self.shell.touch()
        table = guest.table
        if guest.looking is not None or not guest.present or table.agent is None:
            return
        if guest.stages or self.paused or table.hosted:
            return
        if table.thought is None and not self.failed:
            table.think()
            self.shell.touch()
        thought = table.thought
        if thought is None or not thought.done.is_set() or now < self._since + self._pause():
            return
        table.stop_thinking()
        move = thought.move
        if move is None:
            self.failed = True
            self.shell.toast(thought.problem, "bad")
        else:
            self._made(lambda: table.make(move))

    def _pause(self) -> float:
        """Return how long a move is waited for, so that a person can follow."""
        speed = self.shell.speed
        return self.shell.pause / max(0.5, speed) if speed else self.shell.pause / 4

    def pause(self) -> None:
        """Let agents wait, or continue."""
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
        """Let the agent that thinks decide at once, as one does that searches only a little."""
        guest = self.guest
        if guest.table.agent is None or guest.looking is not None:
            return
        guest.table.hurry()
        self._since = float("-inf")
