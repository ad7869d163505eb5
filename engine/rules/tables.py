"""Checking lookup tables."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import syntax as s
from engine.rules import model as m
from engine.rules.domains import Domains
from engine.rules.types import (
    ERROR,
    NUMBER,
    Type,
    enum,
)


class Tables(Domains):
    """Turns tables into the model's."""

    def table(self, node: s.Table) -> m.Table:
        """Check a lookup table."""
        sides = tuple(self.domain_of(side, node.name) for side in node.sides)
        value: Type | None = None
        if node.value is not None:
            value = self.domain_of(node.value, f"table {node.name}").type
        if node.form in ("list", "from"):
            return self._list_table(node, sides)
        return self._row_table(node, sides, value)

    def _list_table(self, node: s.Table, sides: tuple[m.Domain, ...]) -> m.Table:
        cells = [self.expr(node.cells[0])]
        cells += [self.want(self.expr(c, cells[0].type), cells[0].type, "a cell")
                  for c in node.cells[1:]]  # fmt: skip
        start = None if node.start is None else self.fixed(self.number(node.start))
        if node.form == "from":
            sides = (m.Domain(type=NUMBER, low=start, high=None, span=node.span),)
        if sides[0].type == NUMBER and node.form == "list":
            low, high = sides[0].low, sides[0].high
            if isinstance(low, m.Literal_) and isinstance(high, m.Literal_):
                wanted = high.value - low.value + 1
                if wanted != len(cells) and low.type == high.type == NUMBER:
                    self.error(
                        "E102", f"{low.value}..{high.value} needs {wanted} cells, not {len(cells)}",
                        node.span,
                    )  # fmt: skip
        return m.Table(
            name=node.name, sides=sides, start=start, holds_on=node.form == "from",
            cells=(tuple(map(self.fixed, cells)),), value=cells[0].type, words=node.words,
            span=node.span,
        )  # fmt: skip

    def _row_table(self, node: s.Table, sides: tuple[m.Domain, ...], value: Type | None) -> m.Table:
        rows = list(node.rows)
        columns: tuple[m.Expr, ...] = ()
        if node.form == "grid" and rows:
            columns = tuple(self.want(self.expr(c, sides[1].type), sides[1].type, "a column")
                            for c in rows.pop(0).cells)  # fmt: skip
            value = self._grid_words(node, rows)
        keys, cells = [], []
        for row in rows:
            key_node: s.Expr = (
                s.Number(row.span, row.key)
                if isinstance(row.key, int)
                else s.Name(row.span, row.key)
            )
            keys.append(self.want(self.expr(key_node, sides[0].type), sides[0].type, "a row"))
            if columns and len(row.cells) != len(columns):
                self.error(
                    "E102", f"this row has {len(row.cells)} cells, not {len(columns)}", row.span
                )
            if not node.sets and node.form == "rows" and len(row.cells) != 1:
                self.error(
                    "E102",
                    "one value a row; for several write 'set of' in the first line",
                    row.span,
                )
            checked = [self.expr(cell, value) for cell in row.cells]
            value = value or checked[0].type
            cells.append(tuple(self.want(c, value, "a cell") for c in checked))
        kind = value or ERROR
        return m.Table(
            name=node.name, sides=sides, start=None, holds_on=False, cells=tuple(cells),
            keys=tuple(keys), columns=columns, words=node.words, span=node.span,
            value=Type("set", (), (kind,)) if node.sets else kind,
        )  # fmt: skip

    def _grid_words(self, node: s.Table, rows: Sequence[s.TableRow]) -> Type:
        """The cells of a grid are numbers, or words that make an enumeration of their own."""
        words = [c for row in rows for c in row.cells if isinstance(c, s.Name)]
        if not words:
            return NUMBER
        distinct = dict.fromkeys(word.name for word in words)
        name = f"table {node.name}"
        self.names.add_enum(
            m.EnumType(
                name=name, members=tuple(m.Member(name=w, span=node.span) for w in distinct),
                span=node.span,
            )
        )  # fmt: skip
        return enum(name)
