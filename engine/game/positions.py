"""Positions that are only kept to be looked at again, in little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

MANY = 512
"""So many integers are looked at together for being zeros."""


class Position(Sequence[int]):
    """A state that never changes, like a tuple of its integers; zeros at its end take no room."""

    __slots__ = ("_cells", "_size")

    def __init__(self, state: Sequence[int]) -> None:
        used = self._size = len(state)
        while used > 0 and not any(state[max(0, used - MANY) : used]):
            used -= MANY
        cells = array("i", state[: max(0, used)])
        used = len(cells.tobytes().rstrip(b"\0"))
        self._cells = cells[: -(-used // cells.itemsize)]

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._size)
            if step == 1 and stop <= len(self._cells):
                return self._cells[start:stop].tolist()
            return self.whole()[index]
        at = index + self._size if index < 0 else index
        if not 0 <= at < self._size:
            raise IndexError("a position has no such place")
        return self._cells[at] if at < len(self._cells) else 0

    def __iter__(self) -> Iterator[int]:
        return iter(self.whole())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return self._size == other._size and self._cells == other._cells
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._size, self._cells.tobytes()))

    def whole(self) -> list[int]:
        """Return the state as a list of its own."""
        return self._cells.tolist() + [0] * (self._size - len(self._cells))
