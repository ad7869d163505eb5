"""Checking lookup tables."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.source import Span
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
        if self._loose_words(node):
            return m.Table(
                name=node.name, sides=sides, start=None, holds_on=False,
                cells=((self.fail(node.span),),), value=ERROR, words=node.words, span=node.span,
            )  # fmt: skip
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
                    message = f"{low.value}..{high.value} needs {wanted} cells, not {len(cells)}"
                    self.error(Code.E102, message, self._cells_span(node))
        elif sides[0].type.kind == "enum" and node.form == "list":
            self._enough_cells(node, sides[0].type, len(cells))
        return m.Table(
            name=node.name, sides=sides, start=start, holds_on=node.form == "from",
            cells=(tuple(map(self.fixed, cells)),), value=cells[0].type, words=node.words,
            span=node.span,
        )  # fmt: skip

    def _loose_words(self, node: s.Table) -> bool:
        """Report cells that are words of no type, once for all of them."""
        words = [cell.name for cell in node.cells if isinstance(cell, s.Name)]
        known = self.names.visible()
        if len(words) < len(node.cells) or any(word in known for word in words):
            return False
        if any(self.names.maybe_declared(word) for word in words):
            return False
        listed = ", ".join(dict.fromkeys(words))
        message = "the words of a table belong to a type"
        hint = f"add a line 'type {node.name.capitalize()} = {listed}'"
        self.error(Code.E010, message, self._cells_span(node), hint)
        return True

    def _cells_span(self, node: s.Table) -> Span:
        return node.cells[0].span.to(node.cells[-1].span)

    def _enough_cells(self, node: s.Table, kind: Type, have: int) -> None:
        """Report a list with more or fewer cells than its words, which none may switch off."""
        known = self.names.enums.get(kind.name)
        if known is None or any(member.when for member in known.members):
            return
        if len(known.members) != have:
            message = f"{kind.describe()} needs {len(known.members)} cells, not {have}"
            self.error(Code.E102, message, self._cells_span(node))

    def _every_row(self, node: s.Table, kind: Type, keys: Sequence[m.Expr]) -> None:
        """Report words that have no row, unless an option may switch them off."""
        known = self.names.enums.get(kind.name) if kind.kind == "enum" else None
        if known is None or any(key.type != kind for key in keys):
            return
        have = {key.value for key in keys if isinstance(key, m.Literal_)}
        missing = [
            member.name for position, member in enumerate(known.members)
            if position not in have and member.when is None
        ]  # fmt: skip
        if missing:
            message = f"the table has no row for '{missing[0]}'"
            if len(missing) > 1:
                message += f" and {len(missing) - 1} more"
            self.error(Code.E102, message, self.word(node.name, node.span))

    def _row_table(self, node: s.Table, sides: tuple[m.Domain, ...], value: Type | None) -> m.Table:
        rows = list(node.rows)
        columns: tuple[m.Expr, ...] = ()
        if node.form == "grid" and rows:
            columns = tuple(self.want(self.expr(c, sides[1].type), sides[1].type, "a column")
                            for c in rows.pop(0).cells)  # fmt: skip
            value = self._grid_words(node, rows)
        keys, cells = [], []
        for row in rows:
            place = self.word(str(row.key), row.span)
            key_node: s.Expr = (
                s.Number(place, row.key) if isinstance(row.key, int) else s.Name(place, row.key)
            )
            keys.append(self.want(self.expr(key_node, sides[0].type), sides[0].type, "a row"))
            if columns and len(row.cells) != len(columns):
                self.error(
                    Code.E102, f"this row has {len(row.cells)} cells, not {len(columns)}", row.span
                )
            if not node.sets and node.form == "rows" and len(row.cells) != 1:
                self.error(
                    Code.E102,
                    "one value a row; for several write 'set of' in the first line",
                    row.span,
                )
            checked = [self.expr(cell, value) for cell in row.cells]
            if checked:
                value = value or checked[0].type
            cells.append(tuple(self.want(c, value or ERROR, "a cell") for c in checked))
        kind = value or ERROR
        self._every_row(node, sides[0].type, keys)
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
