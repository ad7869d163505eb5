"""What people agree on when a table is laid: its clock, absent seats, what spectators see."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class OutOfTime(Enum):
    """What happens when the time of a seat is over. The rules of a game know no clock."""

    STOP = "stop"
    """The table stops; the host may give the seat to an AI player."""
    AGENT = "agent"
    """An AI player takes the seat."""


class Terms(BaseModel):
    """The terms of a table; 0 means none of it.

    `seconds`, `increment`: each seat's time for the whole game, and what a decision adds to it.
    `days`: the time for each decision. `away`: after so many minutes an AI player takes the seat of
    an absent player who is waited for. `open_hands`: whether spectators see everything. `hints`:
    whether each player may ask for a hint. `tutor`: whether a tutor explains the game to all
    players.

    >>> Terms.read(Terms(days=3).written()) == Terms(days=3)
    True
    """

    model_config = ConfigDict(extra="ignore", frozen=True)
    seconds: Annotated[int, Field(ge=0, le=24 * 3600)] = 0
    increment: Annotated[int, Field(ge=0, le=3600)] = 0
    days: Annotated[int, Field(ge=0, le=60)] = 0
    out: OutOfTime = OutOfTime.STOP
    away: Annotated[int, Field(ge=0, le=24 * 60)] = 0
    open_hands: bool = False
    hints: bool = True
    tutor: bool = False

    @property
    def timed(self) -> bool:
        """Return whether there is a clock."""
        return bool(self.seconds or self.days)

    def written(self) -> str:
        """Return the terms as JSON, without what is as usual."""
        return self.model_dump_json(exclude_defaults=True)

    @classmethod
    def read(cls, text: str) -> Terms:
        """Return the terms that were written."""
        return cls.model_validate_json(text)
