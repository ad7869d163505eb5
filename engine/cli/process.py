"""The command line as a process of its own: streams, Ctrl-C, faults, what is left to write."""

from __future__ import annotations

import io
import os
import sys

from engine.cli.errors import STOPPED, say

FAULT = 70


def run() -> None:
    """Run the command line as a process of its own."""
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
