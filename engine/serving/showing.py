"""When guests are shown what has changed: one after the other, so that the next act is answered
between them.

To draw what a guest sees takes longer than anything else that a server does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeAlias

PASSES = 8
"""So often the loop goes round before the next guest is shown something: what has come is read,
carried out and answered by then.
"""


FAULT = "the server has met a fault of its own"
_log = logging.getLogger("cairn.serve")
Show: TypeAlias = Callable[[], None]
"""Shows a guest what has changed at their table."""


class Recipient(Protocol):
    """A guest to whom something is shown."""

    def end(self, why: str, *, again: bool = False) -> None:
        """Say why the connection ends, and end it. `again`: whether to come again at once."""


class ShowingOrder(Protocol):
    """Says when guests are shown what has changed."""

    def show(self, guest: Recipient, show: Show) -> None:
        """Let a guest be shown what has changed."""


class AtOnce:
    """Shows everybody at once what has changed."""

    def show(self, guest: Recipient, show: Show) -> None:
        """Show a guest what has changed."""
        show()


class InTurn:
    """Shows one guest after the other, each once, however much changes until it is their turn.

    All calls come from the thread of an event loop.
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._waiting: dict[Recipient, Show] = {}
        self._going = False

    def show(self, guest: Recipient, show: Show) -> None:
        """Let a guest be shown what has changed, after those who wait already."""
        self._waiting.setdefault(guest, show)
        if not self._going:
            self._going = True
            self._wait(PASSES)

    def _wait(self, passes: int) -> None:
        following = partial(self._wait, passes - 1) if passes else self._next
        asyncio.get_running_loop().call_soon(following)

    def _next(self) -> None:
        guest = next(iter(self._waiting))
        show = self._waiting.pop(guest)
        try:
            show()
        except Exception:  # whatever it is, it must not stop the others
            _log.exception("a connection has met a fault")
            guest.end(FAULT, again=True)
        finally:
            self._going = bool(self._waiting)
            if self._going:
                self._wait(PASSES)
