"""What edits do to play, beside the head of a ruleset in an editor: studied in the background.

An editor asks for it once for each text. The next edit stops what is being studied.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from engine.language.diagnostics import RulesError
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.study.edit_study import EditStudy
from engine.study.text_players import Interrupted

SECONDS = 30.0
"""About so long an edit is studied."""
OFFERED = Message("say what edits do to play")
LEARNING = Message("players learn these rules; edits will be compared with them")
STUDYING = Message("studying this edit")
STOPPED = Message("this edit is studied together with the next")
READY = Message("edits are compared with this text")


class EditLens:
    """What is said of the edits of one text. `heard` is called, in any thread, when it changes."""

    def __init__(self, heard: Callable[[], None], seconds: float = SECONDS) -> None:
        """Begin without a text."""
        self.line: str = OFFERED
        self._heard, self._study = heard, EditStudy(seconds)
        self._stop, self._thread = Event(), Thread()
        self._latest: str = READY

    def look(self, loaded: Loaded) -> None:
        """Study a text that passed its check, and stop studying the one before."""
        self.stop()
        self._stop = Event()
        work = (loaded, self._stop, self._thread)
        self._thread = Thread(target=self._work, args=work, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Study no more until there is another text."""
        self._stop.set()

    def _work(self, loaded: Loaded, stop: Event, before: Thread) -> None:
        if before.ident is not None:
            before.join()
        try:
            if self._study.reference is None:
                self._say(LEARNING)
                self._study.open(loaded, stop.is_set)
            else:
                self._say(STUDYING)
                self._latest = self._study.effect(loaded, stop.is_set).line
            self._say(self._latest)
        except Interrupted:
            self._say(STOPPED)
        except RulesError as problem:
            self._say(str(problem))

    def _say(self, line: str) -> None:
        self.line = line
        self._heard()


class EditLenses:
    """The texts of an editor whose edits are studied."""

    def __init__(self, heard: Callable[[], None]) -> None:
        """Begin without any."""
        self._heard = heard
        self._lenses: dict[Path, EditLens] = {}

    def line(self, path: Path) -> str:
        """Return what is said of the edits of a text, or that something can be."""
        return self._lenses[path].line if path in self._lenses else OFFERED

    def begin(self, path: Path, loaded: Loaded) -> None:
        """Study the edits of a text from now on."""
        if path not in self._lenses:
            self._lenses[path] = EditLens(self._heard)
            self._lenses[path].look(loaded)

    def edited(self, path: Path) -> None:
        """Stop studying a text that has been edited again."""
        if path in self._lenses:
            self._lenses[path].stop()

    def checked(self, path: Path, loaded: Loaded) -> None:
        """Study a text that passed its check, if its edits are studied."""
        if path in self._lenses:
            self._lenses[path].look(loaded)

    def closed(self, path: Path) -> None:
        """Forget a text."""
        self.edited(path)
        self._lenses.pop(path, None)
