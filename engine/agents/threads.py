"""Calls into modules that run side by side, and that the player who waits for them can stop."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from threading import Thread
from typing import TypeVar

_LOOK = 0.5
"""Seconds after which who waits looks again, so that Ctrl-C is heard everywhere."""
_AGAIN = 0.02
"""Seconds after which what hasn't stopped yet is told so again."""
T = TypeVar("T")


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def in_threads(
    calls: Sequence[Callable[[], T]], stop: Callable[[], object], until: float = math.inf
) -> list[T]:
    """Do several things at once and return what they give; a call into a module lets go of
    Python's lock.

    `stop` is called until all have ended when one of them raises, which this then raises, when the
    time `until` (as `time.monotonic` has it) is over, or when Ctrl-C is heard.
    """
    found: dict[int, T] = {}
    raised: list[BaseException] = []

    def work(number: int) -> None:
        try:
            found[number] = calls[number]()
        except BaseException as problem:
            raised.append(problem)

    threads = [Thread(target=work, args=(n,), daemon=True) for n in range(len(calls))]
    for number, thread in enumerate(threads):
        try:
            thread.start()
        except RuntimeError:  # there is no memory for one more: it is done here
            work(number)
    try:
        for thread in threads:
            while thread.is_alive() and not raised and (now := time.monotonic()) < until:
                thread.join(min(_LOOK, until - now))
    finally:
        for thread in threads:
            while thread.is_alive():
                stop()
                thread.join(_AGAIN)
    if raised:
        raise raised[0]
    return [found[number] for number in range(len(calls))]
