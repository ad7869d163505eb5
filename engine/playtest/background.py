"""The checker that plays in the background: in a process of its own, which gives way to all others.

It ends when it is stopped, and with the process that began it, however that ends.
"""

from __future__ import annotations

import multiprocessing
from typing import Any

from engine.agents.processes import start_deaf
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.playtest.background_process import work
from engine.playtest.report import TrialReport
from engine.rules.load import Loaded, display


class BackgroundTrial:
    """Games that are played of rules, as they were read, for a time or until they are stopped."""

    def __init__(self, loaded: Loaded, seconds: float) -> None:
        """Begin to play checked rules for so many seconds. Raises OSError without a process."""
        sources = loaded.findings.sources
        texts = {path.resolve(): sources[display(path)].text for path in loaded.files}
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=work, args=(theirs, loaded.path, loaded.more, texts, seconds), daemon=True
        )
        start_deaf(self._process)
        theirs.close()
        self.over = False
        """Whether no more is played."""

    def look(self) -> TrialReport | None:
        """Return what games have shown by now, None where that is the same as when last asked.

        What is surely wrong is told as soon as it is found, everything else in the end. Raises
        RulesError where it can't be played, and E611 where the process was ended from outside.
        """
        found: Any = None
        try:
            while not self.over and self._line.poll():
                found = self._line.recv()
                self.over = not (isinstance(found, TrialReport) and found.going)
        except (EOFError, OSError):
            self.over = True
            found = (Diagnostic(Code.E611, "the process that plays the rules has ended by itself"),)
        if isinstance(found, tuple):
            raise RulesError(*found)
        return found if isinstance(found, TrialReport) else None

    def stop(self) -> None:
        """Play no more."""
        self.over = True
        self._line.close()
        self._process.terminate()
        self._process.join()
