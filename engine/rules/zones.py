"""Checking zones, variables and counters."""

from __future__ import annotations

from typing import Any, cast, get_args

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.tables import Tables
from engine.rules.types import (
    MARK,
    NUMBER,
    PLAYER,
    Type,
)

KINDS: tuple[str, ...] = get_args(m.ZoneKind)
# What a zone of a kind shows when its line doesn't say: the choice a table would make.
DEFAULT_SEEN: dict[str, m.Seen] = {"hand": "owner", "bag": "none"}

# What other games and languages call the kinds.
OTHER_KINDS = {
    "stack": "pile", "deck": "pile", "discard": "pile", "heap": "pile", "list": "row",
    "line": "row", "tableau": "area", "field": "area", "pool": "area", "supply": "area",
    "slot": "spot", "cell": "spot", "place": "spot", "board": "grid", "path": "track",
    "cup": "bag", "sack": "bag", "box": "area", "set": "area",
}  # fmt: skip
MAX_SIDE = 100
MAX_SPACES = 1000


class Zones(Tables):
    """Turns zones and variables into the model's."""

    def index_domains(self, node: s.IndexTypes | None, name: str) -> tuple[m.Domain, ...]:
        """Check what the indices of a family run through."""
        domains = tuple(self.domain_of(t, name) for t in (node.types if node else ()))
        for domain in domains:
            if domain.type.kind not in ("enum", "number", "error"):
                self.error(
                    Code.E101,
                    "an index runs through words, players or a range of numbers",
                    domain.span,
                )
        return domains

    def zone_decl(self, node: s.Zone) -> m.Zone:
        """Check a zone's kind, content and modifiers."""
        kind = node.kind
        if kind not in KINDS:
            guess = OTHER_KINDS.get(kind) or nearest(kind, KINDS)
            self.findings.error(
                Code.E015, f"'{kind}' is no kind of zone; known are {', '.join(KINDS)}",
                node.kind_span, fix=guess,
            )  # fmt: skip
            kind = "area"
        fields: dict[str, Any] = {"seen": DEFAULT_SEEN.get(kind, "all")}
        self._content(node, fields)
        indices = self.index_domains(node.indices, node.name)
        has_owner = any(d.type == PLAYER for d in indices)
        if fields["seen"] == "owner" and not has_owner:
            fields["seen"] = "all"
        for modifier in node.modifiers:
            self._zone_modifier(modifier, fields, has_owner)
        name = self.word(node.name, node.span)
        if kind in ("spot", "grid"):
            fields.setdefault("capacity", self.literal(1, node.span))
        if kind == "track" and not fields.get("written") and not fields.get("spaces"):
            self.error(
                Code.E201, "a track needs to say how many spaces it has", name,
                hint="add ', spaces 1..9'",
            )  # fmt: skip
        if fields.get("written") and "capacity" not in fields:
            self.error(
                Code.E201,
                "a zone that is written in needs a size",
                name,
                hint="add ', at most 9'",
            )
        if kind == "grid":
            indices += self._sides(fields, name)
        return m.Zone(
            name=node.name,
            kind=cast(m.ZoneKind, kind),
            indices=indices,
            words=node.words,
            span=node.span,
            **fields,
        )

    def _content(self, node: s.Zone, fields: dict[str, Any]) -> None:
        first = node.content[0]
        if isinstance(first, s.Range):
            fields["written"] = self.domain_of(first, node.name)
        elif not first.is_type:
            if first.name != "mark":
                self.names.unknown(
                    Code.E013, f"a zone holds components, numbers or marks, not '{first.name}'",
                    first.name, first.span, ["mark", *self.names.components],
                )  # fmt: skip
            fields["written"] = m.Domain(type=MARK, span=first.span)
        else:
            kinds = [self.named_type(part.name, part.span)
                     for part in node.content if isinstance(part, s.Member)]  # fmt: skip
            if len(kinds) == 1 and kinds[0].kind == "enum":
                fields["written"] = m.Domain(type=kinds[0], span=first.span)
                return
            for kind in kinds:
                if kind.kind not in ("piece", "error"):
                    self.error(Code.E101, f"a zone can't hold {kind.describe()}", first.span)
            fields["pieces"] = tuple(name for k in kinds if k.kind == "piece" for name in k.names)
            counted = [self.names.components[c].counted for c in fields["pieces"]]
            if any(counted) and len(counted) > 1:
                self.error(Code.E101, "counted pieces lie in zones of their own", node.span)

    def _zone_modifier(self, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
        parts = node.parts
        if parts == ("face", "up"):
            fields["seen"] = "all"
        elif parts == ("face", "down"):
            fields["seen"] = "none"
        elif parts[:2] == ("seen", "by"):
            self._seen(node, fields, has_owner)
        elif parts[0] == "spaces" and len(parts) == 2 and isinstance(parts[1], tuple):
            self._spaces(*parts[1], fields, node.span)
        elif parts[:2] == ("at", "most") and len(parts) == 3 and isinstance(parts[2], (int, str)):
            fields["capacity"] = self._capacity(parts[2], node.span)
        elif len(parts) == 3 and parts[1] == "by" and isinstance(parts[0], int):
            self._grid(parts[0], parts[2], fields, node)
        else:
            self._unknown_modifier(node)

    def _grid(self, rows: int, columns: object, fields: dict[str, Any], node: s.Modifier) -> None:
        fields["grid"] = (1, 1)
        if not isinstance(columns, int):
            self._unknown_modifier(node)
        elif not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
            message = f"a grid has 1 to {MAX_SIDE} rows and columns"
            self.error(Code.E104, message, node.span)
        else:
            fields["grid"] = (rows, columns)

    def _sides(self, fields: dict[str, Any], name: Span) -> tuple[m.Domain, ...]:
        """Return the indices that a grid has after its own: a family of spots, row by column."""
        if "grid" not in fields:
            self.error(Code.E201, "a grid needs a size", name, hint="add ', 3 by 3'")
        one = self.literal(1, name)
        return tuple(
            m.Domain(type=NUMBER, low=one, high=self.literal(count, name), span=name)
            for count in fields.get("grid", (1, 1))
        )

    def _spaces(self, low: int, high: int, fields: dict[str, Any], span: Span) -> None:
        if not 0 <= high - low < MAX_SPACES or high > MAX_SPACES:
            message = f"a track has at most {MAX_SPACES} spaces, the first one first"
            self.error(Code.E104, message, span)
        fields["spaces"] = (low, high)

    def _capacity(self, size: int | str, span: Span) -> m.Expr:
        if isinstance(size, int):
            return self.expr(s.Number(span, size))
        return self.fixed(self.number(s.Name(span, size)))

    def _seen(self, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
        who = " ".join(str(part) for part in node.parts[2:])
        if who not in get_args(m.Seen):
            self.findings.error(
                Code.E015, f"'seen by {who}' isn't known; say owner, all, none or all but owner",
                node.span, fix=nearest(who, get_args(m.Seen)),
            )  # fmt: skip
        elif "owner" in who and not has_owner:
            self.error(Code.E102, "this belongs to nobody, so it has no owner", node.span)
        else:
            fields["seen"] = who

    def _unknown_modifier(self, node: s.Modifier) -> None:
        written = " ".join(str(part) for part in node.parts)
        known = ("face up", "face down", "seen by owner", "seen by all", "seen by none",
                 "seen by all but owner", "spaces 1..9", "at most 9", "3 by 3")  # fmt: skip
        self.findings.error(
            Code.E015, f"'{written}' says nothing about a zone or counter", node.span,
            fix=nearest(written, known),
        )  # fmt: skip

    def variable(self, node: s.Variable) -> m.Variable:
        """Check a top-level variable or counter."""
        domain, start = self.typed_start(node, node.name)
        start = self.fixed(start)
        fields: dict[str, Any] = {"seen": "all"}
        indices = self.index_domains(node.indices, node.name)
        for modifier in node.modifiers:
            if modifier.parts[:2] == ("seen", "by"):
                self._seen(modifier, fields, any(d.type == PLAYER for d in indices))
            else:
                self._unknown_modifier(modifier)
        if node.kind == "counter" and domain.type != NUMBER:
            bare = ", without '?'" if domain.type.maybe else ""
            message = f"a counter counts: give it a range such as 0..99{bare}"
            self.error(Code.E101, message, node.span)
        return m.Variable(
            name=node.name, kind=cast(m.VariableKind, node.kind), indices=indices, domain=domain,
            start=start, words=node.words, span=node.span, **fields,
        )  # fmt: skip

    def typed_start(self, node: s.Variable, name: str) -> tuple[m.Domain, m.Expr]:
        """Return the type and starting value of a variable; either may follow from the other."""
        if node.type is not None:
            domain = self.spec(node.type, name)
            if node.start is not None:
                start = self.want(self.expr(node.start, domain.type), domain.type, f"'{name}'")
                start = self.within(start, domain, f"'{name}'")
            else:
                start = self.default(domain, node)
            return domain, start
        if node.start is None:
            start = self.error(
                Code.E201, f"'{name}' needs a type or a starting value", self.word(name, node.span),
                hint="add ': 0..9 = 0' or '= no'",
            )  # fmt: skip
        else:
            start = self.expr(node.start)
        if start.type.sure() == NUMBER:
            start = self.error(
                Code.E201,
                f"'{name}' needs a range",
                self.word(name, node.span),
                hint="add ': 0..99'",
            )
        if start.type.kind == "zone":
            start = self.error(Code.E101, "a zone can't be kept in a variable", node.span)
        return m.Domain(type=start.type, span=node.span), start

    def default(self, domain: m.Domain, node: s.Variable) -> m.Expr:
        """Return what a variable starts with when its line doesn't say: none, no, the lowest."""
        kind = domain.type
        if kind.maybe:
            return m.Literal_(type=Type("none"), value=0, span=node.span)
        if kind == NUMBER and domain.low is not None:
            return domain.low
        if kind.kind == "piece":
            return self.error(
                Code.E201, f"'{node.name}' needs a starting value, or '?' after its type", node.span
            )
        return m.Literal_(type=kind, value=0, span=node.span)
