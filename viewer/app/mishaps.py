"""Faults of the viewer's own: noted in a file that can be sent to its makers."""

from __future__ import annotations

import time
import traceback

from viewer.app.preferences import report_file, write_whole

MOST = 20_000
"""So many characters are kept, the latest last."""


def note_mishap(problem: Exception) -> bool:
    """Note a fault with its place in the code; return whether that was possible."""
    trace = "".join(traceback.format_exception(problem))
    path = report_file()
    try:
        known = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        known = ""
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    return write_whole(path, f"{known}{when}\n{trace}\n"[-MOST:])
