"""Processes that play beside this one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess


def start_deaf(process: BaseProcess) -> None:
    """Start a process that doesn't hear Ctrl-C, not even before it can say so itself.

    Ctrl-C goes to every process of a terminal; only this one is to answer. Raises OSError.
    """
    with _deaf():
        process.start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Hold Ctrl-C back; a process that is started meanwhile never hears it, this one afterwards.

    The mask is what a new process takes over. Here another thread may still be given the signal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    masks = hasattr(signal, "pthread_sigmask")
    if masks:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
        if heard:
            signal.raise_signal(signal.SIGINT)
