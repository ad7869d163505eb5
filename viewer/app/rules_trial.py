"""Changed rules are played in the background: what games show of them, and which games."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from engine.playtest.background import BackgroundTrial
from engine.playtest.saved_findings import played_again

if TYPE_CHECKING:
    from engine import Loaded, Session
    from engine.playtest.findings import Finding
    from engine.playtest.report import TrialReport

SECONDS = 10.0
"""So long changed rules are played."""


class RulesTrial:
    """The checker that plays, beside the table: one text at a time, and only while it is looked at.

    `report` is what games show of the text as it is now, None as long as there is nothing.
    """

    def __init__(self) -> None:
        self.report: TrialReport | None = None
        self._loaded: Loaded | None = None
        self._waiting = False
        self._trial: BackgroundTrial | None = None

    @property
    def going(self) -> bool:
        """Return whether games are being played."""
        return self._trial is not None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what games show."""
        return self.report.findings if self.report is not None else ()

    def take(self, loaded: Loaded) -> None:
        """Take checked rules; they are played as soon as `tick` says that someone looks."""
        self.forget()
        self._loaded, self._waiting = loaded, True

    def forget(self) -> None:
        """Play no more, and know nothing of games."""
        self.stop()
        self.report = self._loaded = None

    def stop(self) -> None:
        """Play no more."""
        self._waiting = False
        if self._trial is not None:
            self._trial.stop()
            self._trial = None

    def tick(self, looked_at: bool) -> bool:
        """Begin to play if it is time, and hear what was found; return whether something is new.

        Raises RulesError where the rules can't be played.
        """
        if self._waiting and looked_at and self._loaded is not None:
            self._waiting = False
            with suppress(OSError):  # no process to be had: then it isn't played
                self._trial = BackgroundTrial(self._loaded, SECONDS)
            return True
        trial = self._trial
        if trial is None:
            return False
        try:
            found = trial.look()
        finally:
            if trial.over:
                self.stop()
        self.report = found or self.report
        return found is not None

    def game(self, number: int, language: str) -> Session | None:
        """Return the game that shows a finding, by its number from 0, as far as it went; None if
        there is none.
        """
        run = self.findings[number].run if number < len(self.findings) else None
        if run is None or self._loaded is None:
            return None
        return played_again(self._loaded, run, language)
