"""Processes that play beside this one."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess


def beside(module: str) -> ForkServerContext | SpawnContext:
    """Return what begins processes that run a module's functions.

    On Linux one server imports the module, once, and each process is forked from it. Elsewhere each
    process imports it anew. Nobody but the first caller in this process chooses the module.
    Example: `beside(__name__).Process(target=work)`.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context


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
