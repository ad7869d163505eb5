"""The agents of a game learn it in the background while it is played."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from viewer.app.shell import Shell

if TYPE_CHECKING:
    from engine.table.background import Background
    from viewer.app.game_setup import GameSetup


class AgentTraining:
    """What the agents learn now, if anything. `course`: the process in which they do."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.course: Background | None = None

    def begin(self, setup: GameSetup) -> None:
        """Let the agents learn the game that is begun, where that was asked for."""
        from engine.table.background import Background  # takes long to load

        self.stop()
        if setup.training and setup.learnable:
            with suppress(OSError):
                self.course = Background(setup.loaded, setup.players, setup.options)

    def tick(self, title: str) -> None:
        """Tell when the agents have learned the game of this title."""
        if self.course is None:
            return
        from engine.table.background import TrainingState

        state = self.course.state
        if state is not TrainingState.GOING:
            self.course = None
            over = "training_over" if state is TrainingState.OVER else "training_failed"
            self.shell.toast(self.shell.translate(over, game=title))

    def stop(self) -> None:
        """Let the agents learn no more."""
        if self.course is not None:
            self.course.stop()
            self.course = None
