"""Plays sounds where the machine can; where it can't, nothing is heard and nothing is said."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from viewer.app.sounds import SOUNDS, Sound
from viewer.window.waves import file_of


class Speaker:
    """Plays the app's sounds. It gets ready beside the window, which waits for nothing of it."""

    def __init__(self) -> None:
        """Begin without anything: what was never heard needs no driver."""
        self._sources: dict[Sound, Any] = {}
        self._thread: threading.Thread | None = None

    def play(self, sounds: Iterable[Sound]) -> None:
        """Play sounds together. With the first ones all is made ready, in a thread; only the next
        are heard.
        """
        wanted = list(dict.fromkeys(sounds))
        if wanted and self._thread is None:
            self._thread = threading.Thread(target=self._load, name="sounds", daemon=True)
            self._thread.start()
        try:
            for sound in wanted:
                if sound in self._sources:
                    self._sources[sound].play()
        except Exception:
            self._sources = {}  # the device has gone away

    def _load(self) -> None:
        """Any failure, also of a system's library, only means silence."""
        try:
            media: Any = import_module("pyglet.media")
            driver = type(media.get_audio_driver()).__module__
            if driver.endswith(".silent"):
                return
            self._sources = {
                sound: media.load(f"{sound}.wav", file=file_of(sound), streaming=False)
                for sound in SOUNDS
            }
        except Exception:
            self._sources = {}
