"""Single keys of a terminal, without Enter; on other input there are none."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt
else:
    import select
    import termios
    import tty


def at_terminal() -> bool:
    """Return whether someone can press keys here and see what is said."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def single_keys() -> Iterator[None]:
    """Let keys be read one by one, with Ctrl-C as ever; then the terminal is as it was.

    What was pressed before counts, so nobody who is quick is passed over.
    """
    if sys.platform == "win32":
        yield
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    tty.setcbreak(number, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def read_key(seconds: float) -> str:
    """Return a key that is pressed within so many seconds, empty without one."""
    if sys.platform == "win32":
        until = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= until:
                return ""
            time.sleep(seconds / 10)
        return msvcrt.getwch()
    number = sys.stdin.fileno()
    ready, _, _ = select.select([number], [], [], seconds)
    return os.read(number, 1).decode("ascii", "ignore") if ready else ""
