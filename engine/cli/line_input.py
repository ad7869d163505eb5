"""Reading lines while something else is looked after: a terminal or a pipe, now and then let go."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Callable

from engine.cli.output import put

PAUSE = 0.2
"""How many seconds are waited for input before the rest is looked after again."""


def asked(prompt: str) -> str:
    """Return the next line with its end, empty when there is no more; a terminal is prompted."""
    if sys.stdin.isatty():
        put(prompt, end="", flush=True)
    return sys.stdin.readline()


class InputLines:
    """The lines of the standard input."""

    def __init__(self) -> None:
        """Find out whether the input can be waited for; if not, it is read as usual."""
        self._rest = b""
        self._ended = False
        self._number = _waitable()

    def read(self, meanwhile: Callable[[], None]) -> str:
        """Return the next line with its end, empty when there is no more.

        `meanwhile` is called first and then again and again while nothing comes; what it raises
        passes through, and no input is lost.
        """
        meanwhile()
        if self._number is None:
            return sys.stdin.readline()
        while b"\n" not in self._rest and not self._ended:
            ready, _, _ = select.select([self._number], [], [], PAUSE)
            if ready:
                part = os.read(self._number, 65536)
                self._ended = not part
                self._rest += part
            else:
                meanwhile()
        line, end, self._rest = self._rest.partition(b"\n")
        return (line + end).decode(sys.stdin.encoding or "utf-8", "replace")


def _waitable() -> int | None:
    """Return the number of the standard input if the system can wait for it."""
    try:
        number = sys.stdin.fileno()
        select.select([number], [], [], 0)
    except (OSError, ValueError, io.UnsupportedOperation):
        return None
    return number
