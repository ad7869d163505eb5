"""The command line as a process of its own: streams, Ctrl-C, faults, what is left to write."""

from __future__ import annotations

import gc
import io
import os
import sys

from engine.cli.errors import STOPPED, say

FAULT = 70
_COLLECT = (20_000, 20, 20)
"""How rarely garbage is collected: nearly all that is made while code and rules are read stays, and
by default Python goes through it hundreds of times.
"""


def run() -> None:
    """Run the command line as a process of its own."""
    gc.set_threshold(*_COLLECT)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace" if stream is not sys.stdin else "replace")
    try:
        from engine.cli.app import app

        app(prog_name="cairn")
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except Exception as problem:
        if os.environ.get("CAIRN_TRACEBACK"):
            raise
        say(
            f"error: Cairn has met a fault of its own ({type(problem).__name__}: {problem}); "
            "please report it, with what CAIRN_TRACEBACK=1 shows"
        )
        sys.exit(FAULT)
    finally:
        _flush()


def _flush() -> None:
    """Write out what is left; if nobody reads any longer, say nothing about it."""
    if sys.stdout.closed:  # by the server of an editor that has said good-bye
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        say(f"error: the output can't be written: {problem.strerror}")
