"""Players and options fixed: every piece, enumeration, zone and index becomes known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from engine.compile.program import INT_MAX, NONE
from engine.compile.sorting import implied_backs
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.options import check_players
from engine.rules.types import Type

MAX_PIECES = 5000
MAX_VALUES = 100_000


@dataclass(frozen=True)
class Piece:
    """A piece: its component and the integers of its fixed attributes by name."""

    number: int
    component: str
    values: tuple[tuple[str, int], ...]


class GameConfig:
    """A ruleset for a number of players and a value for every option."""

    def __init__(self, rules: m.Ruleset, players: int, options: Mapping[str, int]) -> None:
        """Fix players and options; options not given take their defaults.

        Raises RulesError (E603) for a number of players or a value that the rules don't allow.
        """
        check_players(rules, players)
        self.rules = rules
        self.players = players
        self.options = {o.name: o.default for o in rules.options.values()} | dict(options)
        self.present: dict[str, list[int]] = {}
        self._reckoning: dict[int, int] = {}
        """What stands on the piece that is being made, by the keys of its attributes."""
        for name, e in rules.enums.items():
            self.present[name] = self._present(e)

    def _present(self, enumeration: m.EnumType) -> list[int]:
        """Return the positions of the words that the options leave in an enumeration."""
        return [
            i for i, x in enumerate(enumeration.members) if x.when is None or self.value(x.when)
        ]

    # -------------------------------------------------------------- fixed values

    def value(self, e: m.Expr) -> int:
        """Return the integer of an expression that only players and options decide."""
        if isinstance(e, m.Literal_):
            return self.literal(e)
        if isinstance(e, m.OptionRef):
            value = self.options[e.name]
            return self.ordinal(e.type, value)
        if isinstance(e, m.Local) and e.key in self._reckoning:
            return self._reckoning[e.key]
        if isinstance(e, m.Op):
            return self._operation(e)
        if isinstance(e, m.Lookup):
            return self.cell(e.table, tuple(self.value(i) for i in e.indices), e.span)
        raise self.error(Code.E106, "this is not fixed before the game", e.span)

    def error(self, code: Code, message: str, span: Span) -> RulesError:
        """Return an error about a place of the text."""
        return RulesError(Diagnostic(code, message, span))

    def literal(self, e: m.Literal_) -> int:
        """Return the integer of a literal; a word that the options leave out has none."""
        if e.type.kind == "none":
            return NONE
        return self.ordinal(e.type, e.value)

    def ordinal(self, kind: Type, position: int) -> int:
        """Return the place of a word among those present; -1 when it isn't."""
        if kind.kind != "enum" or kind.name not in self.present:
            return position
        present = self.present[kind.name]
        return present.index(position) if position in present else -1

    def _operation(self, e: m.Op) -> int:
        first = e.arguments[0] if e.arguments else e
        match e.op:
            case "players":
                return self.players
            case "if":
                return self.value(e.arguments[1 if self.value(first) else 2])
            case "sure":
                return self.value(first)
            case "widen":
                return self.widen(first.type, e.type, self.value(first))
            case "narrow":
                place = self.value(first)
                words = range(len(self.present[e.type.name]))
                return next((n for n in words if self.widen(e.type, first.type, n) == place), -1)
            case "number" | "word":
                return self.value(first) + (1 if e.op == "number" else -1)
            case "in":
                return int(self.value(first) in self.values(e.arguments[1]))
            case "and" | "or":
                holds = bool(self.value(first))
                return int(bool(self.value(e.arguments[1])) if holds is (e.op == "and") else holds)
            case "is none":
                return int(self.value(first) == NONE)
            case "left" | "right" | "partner" | "team":
                return self.seat_by(e.op, self.value(first))
            case "not":
                return int(not self.value(first))
            case "negate":
                return self._fits(-self.value(first), e.span)
            case "abs":
                return self._fits(abs(self.value(first)), e.span)
            case "max" | "min":
                best = max if e.op == "max" else min
                return best(self.value(x) for x in e.arguments)
            case "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "mod":
                left, right = (self.value(x) for x in e.arguments)
                if e.op in ("/", "mod") and right == 0:
                    raise self.error(Code.E503, "this divides by zero", e.span)
                return self._fits(
                    m.OPERATIONS[m.SYMBOLS.get(e.op, e.op)].yields(left, right), e.span
                )
            case (
                "me" | "active" | "starter" | "round" | "is new" | "has come" | "zone is new"
                | "zone has come" | "total" | "score" | "is out"
                | "size" | "is empty" | "is full" | "first" | "last" | "place of" | "row" | "column"
                | "cell" | "union" | "without" | "lines" | "first of" | "last of" | "cells of"
                | "cells next to" | "cells around" | "cells from" | "cells along" | "cells at"
                | "cells between" | "as far as" | "before" | "some of" | "up to of" | "between of"
                | "or more of" | "any number of"
            ):  # fmt: skip
                raise self.error(Code.E106, "this is not fixed before the game", e.span)
            case _:
                assert_never(e.op)

    def seat_by(self, op: str, seat: int) -> int:
        """Return a neighbour of a seat, its partner, or its team; partners sit opposite."""
        teams = self.rules.header.teams
        if op == "team":
            return seat % teams
        return (seat + {"left": 1, "right": -1, "partner": teams}[op]) % self.players

    def side(self, seat: int) -> int:
        """Return the seats that win with a seat, as bits: its team, or itself alone."""
        apart = self.rules.header.teams or self.players
        return sum(1 << other for other in range(seat % apart, self.players, apart))

    def _fits(self, value: int, span: Span) -> int:
        if NONE < value <= INT_MAX:
            return value
        raise self.error(Code.E503, "this number becomes too large", span)

    def widen(self, narrow: Type, wide: Type, ordinal: int) -> int:
        """Return the place of a word of one enumeration in another that contains it."""
        offset = dict(self.rules.enums[wide.name].parts)[narrow.name]
        position = self.present[narrow.name][ordinal] if ordinal >= 0 else -1
        return self.ordinal(wide, position + offset) if position >= 0 else -1

    def values(self, e: m.Expr) -> list[int]:
        """Return the integers of a fixed domain."""
        if isinstance(e, m.Interval):
            low, high = self.value(e.low), self.value(e.high)
            if high - low > MAX_VALUES:
                raise self.error(
                    Code.E104,
                    Message("this range has more than {most} values", f"{MAX_VALUES:,}"),
                    e.span,
                )
            return list(range(low, high + 1))
        if isinstance(e, m.SetOf):
            return [self.value(item) for item in e.items]
        if isinstance(e, m.Everything):
            return list(range(self.count(e.of, e.span)))
        if isinstance(e, m.Op) and e.op in ("union", "without"):
            left, right = (self.values(part) for part in e.arguments)
            if e.op == "union":
                return list(dict.fromkeys([*left, *right]))
            others = set(right)
            return [value for value in left if value not in others]
        if isinstance(e, m.Lookup):
            return self.cells(e.table, tuple(self.value(i) for i in e.indices), e.span)
        raise self.error(Code.E106, "this is not fixed before the game", e.span)

    def count(self, kind: Type, span: Span) -> int:
        """Return how many values a type has."""
        if kind.kind == "truth":
            return 2
        if kind.kind == "enum":
            groups = {"Player": self.players, "Team": self.rules.header.teams}
            return groups[kind.name] if kind.name in groups else len(self.present[kind.name])
        raise self.error(Code.E101, Message("{kind} has no list of values", kind.describe()), span)

    def range(self, domain: m.Domain) -> tuple[int, int]:
        """Return the least and greatest integer of a domain."""
        if domain.type.kind == "number":
            assert domain.low is not None
            low = self.value(domain.low)
            high = low if domain.high is None else self.value(domain.high)
            if low > high:
                raise self.error(
                    Code.E104, Message("{low}..{high} is empty", low, high), domain.span
                )
            return low, high
        if domain.type.kind == "piece":
            return 0, max(0, len(self.pieces) - 1)
        if domain.type.kind in ("mark", "none", "error"):
            return 0, 1
        return 0, max(0, self.count(domain.type, domain.span) - 1)

    def bounds(self, zone: m.Zone, bound: m.Expr) -> list[int]:
        """Return how much there is of something in each zone of a family, once if in all alike."""
        if not any(isinstance(part, m.Local) for part in walk(bound)):
            return [self.value(bound)]
        found = []
        for place in self.places(zone):
            known = zip(zone.index_keys, place, strict=False)
            self._reckoning.update((key, value) for key, value in known if key is not None)
            found.append(self.value(bound))
        self._reckoning.clear()
        return found

    # -------------------------------------------------------------- tables

    def cell(self, name: str, indices: tuple[int, ...], span: Span) -> int:
        """Return a cell of a table."""
        table = self.rules.tables[name]
        if table.keys:
            row = [self.value(k) for k in table.keys].index(indices[0])
            if table.columns:
                column = [self.value(c) for c in table.columns].index(indices[1])
                return self.value(table.cells[row][column])
            return self.value(table.cells[row][0])
        low, _ = self.table_range(table)
        at = indices[0] - low
        row_cells = table.cells[0]
        if table.holds_on:
            at = min(at, len(row_cells) - 1)
        if not 0 <= at < len(row_cells):
            raise self.error(
                Code.E503,
                Message("the table '{name}' has no cell {indices}", name, indices[0]),
                span,
            )
        return self.value(row_cells[at])

    def cells(self, name: str, indices: tuple[int, ...], span: Span) -> list[int]:
        """Return a row of a table of sets."""
        table = self.rules.tables[name]
        for key, row in zip(table.keys, table.cells, strict=True):
            if self.value(key) == indices[0]:
                return [self.value(c) for c in row]
        return []

    def table_range(self, table: m.Table) -> tuple[int, int]:
        """Return the first and last index of a table's first side."""
        if table.holds_on:
            assert table.start is not None
            low = self.value(table.start)
            return low, low + len(table.cells[0]) - 1
        return self.range(table.sides[0])

    # -------------------------------------------------------------- pieces and places

    @cached_property
    def pieces(self) -> list[Piece]:
        """Return all pieces that are told apart, component by component as the text makes them."""
        pieces: list[Piece] = []
        for component in self.rules.components.values():
            if component.counted:
                continue
            for make in component.makes:
                for values in self._combinations(make, component):
                    for _ in range(self._make_count(make)):
                        pieces.append(Piece(len(pieces), component.name, values))
                        if len(pieces) > MAX_PIECES:
                            raise self.error(
                                Code.E104,
                                Message("this makes more than {most} pieces", f"{MAX_PIECES:,}"),
                                make.span,
                            )
        if any(self._looks.values()):
            order = {name: number for number, name in enumerate(self.rules.components)}
            pieces.sort(key=lambda p: (order[p.component], self._look(p)))
            pieces = [Piece(number, p.component, p.values) for number, p in enumerate(pieces)]
        return pieces

    def back(self, piece: Piece) -> tuple[int, ...]:
        """Return what can be read on the back of a piece, in the order of the text."""
        values = dict(piece.values)
        return tuple(values[name] for name in self.rules.components[piece.component].back)

    @cached_property
    def _looks(self) -> dict[str, tuple[str, ...]]:
        """By component: the attributes that are known of pieces that lie hidden."""
        implied = implied_backs(self.rules)
        return {name: (*c.back, *implied[name]) for name, c in self.rules.components.items()}

    def _look(self, piece: Piece) -> tuple[int, ...]:
        values = dict(piece.values)
        return tuple(values[name] for name in self._looks[piece.component])

    @cached_property
    def pools(self) -> list[str]:
        """Return for each piece what it looks like from behind: its component, and its back.

        What all its hiding places are sorted by counts as if it stood there. Pieces of one pool
        follow one another.
        """
        return [f"{p.component} {','.join(map(str, self._look(p)))}".rstrip() for p in self.pieces]

    def _make_count(self, make: m.Make) -> int:
        if make.when is not None and not self.value(make.when):
            return 0
        count = self.value(make.count)
        if count < 0:
            raise self.error(Code.E104, "fewer than no pieces can't be made", make.span)
        return min(count, MAX_PIECES + 1)

    def _combinations(
        self, make: m.Make, component: m.Component
    ) -> list[tuple[tuple[str, int], ...]]:
        if make.when is not None and not self.value(make.when):
            return []
        combinations: list[dict[str, int]] = [{}]
        for item in make.items:
            values = self.values(item.values)
            if len(combinations) * len(values) > MAX_PIECES:
                raise self.error(
                    Code.E104,
                    Message("this makes more than {most} pieces", f"{MAX_PIECES:,}"),
                    make.span,
                )
            combinations = [c | {item.attribute: v} for c in combinations for v in values]
        result = []
        for given in combinations:
            full: dict[str, int] = {}
            for a in component.attributes:
                value = given[a.name] if a.name in given else self._first_value(a)
                full[a.name] = self._reckoning[a.key] = value
            self._reckoning.clear()
            self._in_range(full, component, make)
            result.append(tuple(full.items()))
        return result

    def _first_value(self, a: m.Attribute) -> int:
        """Return what an attribute is when no make line says: its default, none, or its least."""
        if a.default is not None:
            return self.value(a.default)
        return NONE if a.domain.type.maybe else self.range(a.domain)[0]

    def _in_range(self, values: dict[str, int], component: m.Component, make: m.Make) -> None:
        for a in component.attributes:
            if a.domain.type.kind == "number":
                low, high = self.range(a.domain)
                if not low <= values[a.name] <= high and values[a.name] != NONE:
                    raise self.error(
                        Code.E503,
                        Message(
                            "'{name}' is {low}..{high}, but this makes {values}",
                            a.name,
                            low,
                            high,
                            values[a.name],
                        ),
                        make.span,
                    )

    def run(self, component: str) -> tuple[int, int]:
        """Return the first number of a component's pieces and the number after the last."""
        numbers = [p.number for p in self.pieces if p.component == component]
        return (numbers[0], numbers[-1] + 1) if numbers else (0, 0)

    def supply(self, component: str) -> int:
        """Return how many pieces of a component there are."""
        known = self.rules.components[component]
        if known.counted:
            return sum(self._make_count(make) for make in known.makes)
        first, last = self.run(component)
        return last - first

    def places(self, zone: m.Zone) -> list[tuple[int, ...]]:
        """Return the indices of each zone of a family, the last running fastest."""
        rows: list[tuple[int, ...]] = [()]
        sides = zone.indices if zone.board is None else zone.indices[:-2]
        for domain in sides:
            low, high = self.range(domain)
            if len(rows) * (high - low + 1) > MAX_PIECES:
                message = Message(
                    "'{name}' is more than {most} zones", zone.name, f"{MAX_PIECES:,}"
                )
                raise self.error(Code.E104, message, zone.span)
            rows = [(*row, i) for row in rows for i in range(low, high + 1)]
        if zone.board is not None:
            rows = [(*row, r + 1, c + 1) for row in rows for r, c in zone.board.cells]
        return rows
