"""A position in which nothing hidden can be read unnoticed."""

from __future__ import annotations

from typing import SupportsIndex, overload

from engine.game.partial import HIDDEN


class HiddenReadError(Exception):
    """A number was read that the reader doesn't know."""


class Watched(list[int]):
    """A position as a reader knows it, which raises HiddenReadError when what they don't is read.

    What the rules work out from it without that error is what the reader can work out, and the
    executor works it out much faster than `PartialEvaluator` does.

    >>> Watched([3, 4])[1]
    4
    """

    @overload
    def __getitem__(self, where: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, where: slice) -> list[int]: ...
    def __getitem__(self, where: SupportsIndex | slice) -> int | list[int]:
        found = super().__getitem__(where)
        if found == HIDDEN or (isinstance(found, list) and HIDDEN in found):
            raise HiddenReadError
        return found
