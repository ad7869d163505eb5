"""What a server needs of whatever draws a table for a player: the page is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from engine.serving.hosted_table import HostedTable
from engine.serving.messages import Hello, Input


class TableFace(Protocol):
    """Shows a table to one guest, and takes what they do to what is shown."""

    @property
    def busy(self) -> bool:
        """Return whether something continues on its own, so that `tick` is wanted."""

    def refresh(self) -> None:
        """Hear that the table has changed."""

    def input(self, message: Input) -> None:
        """Take what the person did. May raise RefusedError or NotKeptError."""

    def resize(self, width: int, height: int) -> None:
        """Take another size, in pixels."""

    def toast(self, sentence: str) -> None:
        """Show a sentence for a while."""

    def tick(self, now: float) -> None:
        """Do what the time asks for, in seconds."""

    def message(self) -> dict[str, Any] | None:
        """Return what has changed since the last message, None if nothing has."""

    def close(self) -> None:
        """Hear that the person has gone."""


FaceMaker: TypeAlias = Callable[[HostedTable, int | None, Hello, Callable[[], None]], TableFace]
"""Makes a face from a table, a seat (`table.spectator` without one, None to see everything) and
what the guest said first;
the last one is called when the person wants to take back, and may raise RefusedError."""
