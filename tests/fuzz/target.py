"""What is tried: how inputs are made, and the public door through which they go in."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import TypeAlias

Input: TypeAlias = tuple[str, ...]
"""The parts of an input, as texts; a byte that is no UTF-8 is a lone surrogate."""
LARGEST = 65_536
"""The longest input that is promised to take neither long nor much memory, in bytes."""


class Reached(IntEnum):
    """How far an input got."""

    NOTHING = 0
    PARSED = 1
    CHECKED = 2


class FaultError(Exception):
    """What must not happen, whatever the input. `about`: one line, the same for the same fault."""

    def __init__(self, about: str) -> None:
        super().__init__(about)
        self.about = about


@dataclass(frozen=True)
class Door:
    """What takes inputs. `pid`: the process that does the work. `plays`: for how many seconds
    what is asked for may play test games, beside the time that any input may take.
    """

    take: Callable[[Input], Reached]
    pid: int = field(default_factory=os.getpid)
    plays: Callable[[Input], float] = lambda _: 0.0


@dataclass(frozen=True)
class Target:
    """A kind of input. `make` depends on its random numbers alone. `door`: opened in a folder, the
    current one, which is emptied after each input.
    """

    make: Callable[[Random], Input]
    door: Callable[[Path], AbstractContextManager[Door]]


def raw(text: str) -> bytes:
    """Return the bytes of a part of an input."""
    return text.encode("utf-8", "surrogateescape" if _escapes(text) else "surrogatepass")


def _escapes(text: str) -> bool:
    return all(0xDC80 <= ord(c) <= 0xDCFF for c in text if 0xD800 <= ord(c) <= 0xDFFF)
