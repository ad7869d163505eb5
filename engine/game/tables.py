"""The tables of the rules in words, as people look them up."""

from __future__ import annotations

from engine.game.wording import Wording
from engine.rules.types import Type


def cells(wording: Wording, name: str) -> dict[tuple[str, ...], str]:
    """Return a table's cells in words, by their indices in words; of a set, its members.

    Raises KeyError for a table that the rules don't have.
    """
    table, setting = wording.rules.tables[name], wording.setting
    low, high = setting.table_range(table)
    rows = [setting.value(key) for key in table.keys] or list(range(low, high + 1))
    kind = table.sides[0].type if table.sides else Type("number")
    result: dict[tuple[str, ...], str] = {}
    for row in rows:
        first = wording.value(row, kind, [])
        if table.value.kind == "set":
            members = setting.cells(name, (row,), table.span)
            inside = table.value.items[0]
            result[first,] = ", ".join(wording.value(v, inside, []) for v in members)
        elif len(table.sides) > 1:
            for column in (setting.value(c) for c in table.columns):
                second = wording.value(column, table.sides[1].type, [])
                value = setting.cell(name, (row, column), table.span)
                result[first, second] = wording.value(value, table.value, [])
        else:
            value = setting.cell(name, (row,), table.span)
            result[first,] = wording.value(value, table.value, [])
    return result
