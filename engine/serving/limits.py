"""How much a guest may ask of a server, and what they hear when it is too much."""

from __future__ import annotations

from dataclasses import dataclass

MESSAGE_BYTES = 16_384
"""The longest message of a guest."""
PER_SECOND = 20.0
BURST = 80.0
"""So many messages may come at once, and so many a second after that."""
CONNECTIONS = 1_200
"""Guests of 500 tables of two, and room for spectators, the host and those who come again."""
PER_ADDRESS = 100
TABLES = 1_000
PUPILS = 40
"""So many pupils are in a class."""
NAME = 40
"""The longest name, in characters."""
REMARK = 300
"""The longest remark in a chat, in characters."""
REMARKS_AT_ONCE, REMARKS_A_SECOND = 6.0, 0.5
HELLO_SECONDS = 10.0
"""So long a connection may say nothing at the beginning."""
WAITING = 200
"""So many messages may wait for a guest who doesn't read them."""

TOO_LONG = "a message can have at most {most} bytes"
TOO_FAST = "too many messages at once; wait a little"
TOO_MANY = "this server has no room for more guests; try again later"
TOO_MANY_HERE = "too many connections from one address"
TOO_MANY_TABLES = "this server has no room for more tables"
TOO_TALKATIVE = "you write too fast; wait a little"
TOO_SILENT = "nothing was said"
TOO_SLOW = "this connection is too slow"


@dataclass
class Allowance:
    """How many messages a guest may send now: as many as the time since the last ones allows.

    >>> allowance = Allowance(burst=2.0, rate=1.0)
    >>> [allowance.spend(now) for now in (0.0, 0.0, 0.0, 1.0)]
    [True, True, False, True]
    """

    burst: float = BURST
    rate: float = PER_SECOND
    left: float = -1.0
    at: float = 0.0

    def spend(self, now: float, much: float = 1.0) -> bool:
        """Take a message, or so much, off at a time in seconds; return whether it is allowed."""
        if self.left < 0:
            self.left = self.burst
        else:
            self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < much:
            return False
        self.left -= much
        return True
