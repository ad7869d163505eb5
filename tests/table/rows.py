"""The rows of a log by their kind."""

from collections.abc import Iterable
from typing import TypeVar

from engine.chronicle.rows import LogRow

Row = TypeVar("Row")


def rows_of(kind: type[Row], rows: Iterable[LogRow]) -> list[Row]:
    """Return the rows of a kind, in their order."""
    return [row for row in rows if isinstance(row, kind)]
