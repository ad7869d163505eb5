"""Posts to an address of the host's whose turn it is, so that a game may last for days."""

from __future__ import annotations

import json
import logging
import queue
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping
from urllib.parse import urlsplit

TIMEOUT = 5.0
"""So long, in seconds, an address has to answer."""
WAITING = 100
"""So many posts may wait; what comes then is dropped."""
_log = logging.getLogger("cairn.serve")


class Webhook:
    """Posts JSON to an address, one after the other, in a thread of its own.

    It posts no link and nothing of the game. A failure is logged once, until a post succeeds.
    """

    def __init__(self, address: str) -> None:
        """Begin to wait for what is to be posted."""
        self._address = address
        self._waiting: queue.Queue[Mapping[str, object]] = queue.Queue(WAITING)
        self._failed = False
        threading.Thread(target=self._post_all, daemon=True).start()

    def __call__(self, said: Mapping[str, object]) -> None:
        """Post something soon; this doesn't wait for the answer."""
        try:
            self._waiting.put_nowait(said)
        except queue.Full:
            self._fail("too many posts wait")

    def _post_all(self) -> None:
        while True:
            said = self._waiting.get()
            try:
                self._post(said)
                self._failed = False
            except (OSError, ValueError) as problem:  # URLError is an OSError
                self._fail(getattr(problem, "reason", problem))

    def _post(self, said: Mapping[str, object]) -> None:
        asked = urllib.request.Request(
            self._address,
            json.dumps(said).encode(),
            {"Content-Type": "application/json", "User-Agent": "cairn"},
        )
        with urllib.request.urlopen(asked, timeout=TIMEOUT):
            pass

    def _fail(self, why: object) -> None:
        if not self._failed:
            self._failed = True
            _log.warning("the webhook of %s failed: %s", urlsplit(self._address).hostname, why)


def is_address(text: str) -> bool:
    """Return whether a text is an address that can be posted to.

    >>> [is_address(text) for text in ("https://example.org/turn", "file:///etc/passwd", "turn")]
    [True, False, False]
    """
    try:
        found = urlsplit(text)
    except ValueError:
        return False
    return found.scheme in ("http", "https") and bool(found.hostname)
