"""Checking declarations: header, options, types, components, tables, zones and variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from engine.language import syntax as s
from engine.language.diagnostics import nearest
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.expressions import Expressions
from engine.rules.types import ERROR, MARK, NUMBER, PLAYER, TEXT, TRUTH, Type, enum, piece

MAX_PLAYERS = 12
KINDS: tuple[str, ...] = get_args(m.ZoneKind)
# What a zone of a kind shows when its line doesn't say: the choice a table would make.
DEFAULT_SEEN: dict[str, m.Seen] = {"hand": "owner", "bag": "none"}
STARTS = ("anyone", "random", "leader", "loser", "next player")


class Declarations(Expressions):
    """Turns declarations into the model's, each checked against those before it."""

    # -------------------------------------------------------------- header

    def header(self, game: s.Game) -> m.Header:
        """Check the header's lines; each stands at most once."""
        fields: dict[str, Any] = {"rounds": self.literal(1, game.span)}
        seen: dict[str, Span] = {}
        for line in game.lines:
            if isinstance(line, s.Words):
                fields["words"] = line.text
            elif isinstance(line, s.HeaderLine):
                if line.field in seen:
                    self.error("E202", f"'{line.field}' stands here twice", line.span)
                seen[line.field] = line.span
                getattr(self, f"_head_{line.field}")(line, fields)
        if "players" not in seen and "players" not in self.findings.uncertain:
            self.error(
                "E201", "the game doesn't say how many play it", game.span,
                hint="add a line 'players 2' or 'players 2..4'",
            )  # fmt: skip
        return m.Header(title=game.title, span=game.span, **fields)

    def literal(self, value: int, span: Span) -> m.Literal_:
        """Return a number as an expression."""
        return m.Literal_(type=NUMBER, value=value, span=span)

    def _head_subtitle(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        assert isinstance(line.values[0], s.Text)
        fields["subtitle"] = line.values[0].value

    def _head_aim(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        assert isinstance(line.values[0], s.Text)
        fields["aim"] = line.values[0].value

    def _head_players(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        node = line.values[0]
        pair = (node.low, node.high) if isinstance(node, s.Range) else (node, node)
        low, high = (n.value if isinstance(n, s.Number) else 0 for n in pair)
        if not 1 <= low <= high <= MAX_PLAYERS:
            self.error(
                "E104", f"a game is for 1 to {MAX_PLAYERS} players, the fewest first", line.span
            )
            return
        fields["players"] = (low, high)

    def _head_rounds(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        fields["rounds"] = self.fixed(self.number(line.values[0], "'rounds'"))

    def _head_teams(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        node = line.values[0]
        fields["teams"] = node.value if isinstance(node, s.Number) else 0

    def _head_starts(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        for key, value in zip(("starts", "then"), line.values, strict=False):
            assert isinstance(value, s.Phrase)
            order = " ".join(value.words)
            if order not in STARTS:
                guess = nearest(order, STARTS)
                listed = ", ".join(STARTS)
                self.findings.error(
                    "E015", f"'{order}' doesn't say who starts; known are {listed}", value.span,
                    fix=guess,
                )  # fmt: skip
                continue
            fields[key] = order
        fields["starts_words"] = line.words

    def fixed(self, value: m.Expr) -> m.Expr:
        """Return a value that only players and options decide, or report what else it depends on."""
        for part in walk(value):
            if isinstance(part, (m.VarRef, m.ZoneRef, m.Local, m.Attr, m.RuleCall)) or (
                isinstance(part, m.Op) and part.op in ("me", "active", "round", "total")
            ):
                return self.error(
                    "E106", "this may depend only on numbers, players and options", part.span
                )
        return value

    # -------------------------------------------------------------- types

    def option(self, node: s.Option) -> m.Option:
        """Check an option: numbers or words, and a default among them."""
        domain = self.spec(node.type, f"option {node.name}")
        value = self.want(self.expr(node.default, domain.type), domain.type, "the default")
        default = value.value if isinstance(value, m.Literal_) else 0
        if not isinstance(value, m.Literal_):
            self.error("E106", "the default of an option is one of its values", node.default.span)
        low, high = (x.value if isinstance(x, m.Literal_) else None for x in (domain.low, domain.high))
        if low is not None and high is not None and not low <= default <= high:
            self.error("E104", f"the default lies outside {low}..{high}", node.default.span)
        if domain.type.kind not in ("truth", "number", "enum"):
            self.error("E101", "an option is over numbers or words", node.type.span)
        if domain.type.kind == "number" and (low is None or high is None):
            self.error("E106", "the range of an option is two plain numbers", node.type.span)
        return m.Option(
            name=node.name, domain=domain, default=default, words=node.words, span=node.span
        )

    def declared_type(self, node: s.TypeDecl) -> None:
        """Check `type X = …`: an enumeration, or another name for a range."""
        names = self.names
        taken = {**names.enums, **names.components, **names.aliases}
        if node.name in taken or node.name in ("Player", "Team"):
            self.error("E011", f"there is already a type '{node.name}'", node.span)
            return
        if len(node.type.parts) == 1 and isinstance(node.type.parts[0], s.Range):
            names.aliases[node.name] = self.spec(node.type, node.name)
        else:
            self.enumeration(node.type, node.name, node.words)

    def spec(self, node: s.TypeSpec, name: str) -> m.Domain:
        """Check a type in place; a list of words becomes an enumeration with the given name."""
        parts = node.parts
        first = parts[0]
        if len(parts) == 1:
            return self.domain_of(first, name)
        if all(isinstance(p, s.Member) and p.name in ("yes", "no") for p in parts):
            return m.Domain(type=TRUTH, span=node.span)
        return m.Domain(type=self.enumeration(node, name, None), span=node.span)

    def domain_of(self, part: s.Member | s.Range, name: str) -> m.Domain:
        """Check one part of a type that stands alone: a range, a type, a single word."""
        if isinstance(part, s.Range):
            low, high = self.fixed(self.number(part.low)), self.fixed(self.number(part.high))
            known = [x.value for x in (low, high) if isinstance(x, m.Literal_)]
            if len(known) == 2 and known[0] > known[1]:
                self.error("E104", f"{known[0]}..{known[1]} is empty", part.span)
            return m.Domain(type=NUMBER, low=low, high=high, span=part.span)
        if not part.is_type:
            whole = s.TypeSpec(part.span, (part,))
            return m.Domain(type=self.enumeration(whole, name, None), span=part.span)
        if part.name in self.names.aliases:
            self.names.used.add(part.name)
            return self.names.aliases[part.name]
        kind = self.named_type(part.name, part.span)
        if part.maybe and kind != ERROR:
            kind = Type(kind.kind, kind.names, kind.items, True)
        return m.Domain(type=kind, span=part.span)

    def enumeration(self, node: s.TypeSpec, name: str, words: str | None) -> Type:
        """Make an enumeration of words, numbers and the words of other enumerations."""
        members: list[m.Member] = []
        parts: list[tuple[str, int]] = []
        for part in node.parts:
            if isinstance(part, s.Range):
                low, high = (x.value if isinstance(x, s.Number) else 0 for x in (part.low, part.high))
                if not 0 <= high - low <= 1000:
                    self.error("E104", "a range in a list of words is two plain numbers", part.span)
                    continue
                members += [
                    m.Member(name=str(n), number=n, span=part.span) for n in range(low, high + 1)
                ]
            elif part.is_type:
                kind = self.named_type(part.name, part.span)
                if kind.kind == "enum" and kind.name in self.names.enums:
                    parts.append((kind.name, len(members)))
                    members += self.names.enums[kind.name].members
            else:
                when = None if part.when is None else self.fixed(self.truth(part.when))
                members.append(m.Member(name=part.name, when=when, span=part.span))
        seen: set[str] = set()
        for member in members:
            if member.name in seen:
                self.error("E011", f"'{member.name}' stands twice in this list", member.span)
            elif member.name in self.names.declared:
                what, place = self.names.declared[member.name]
                text = f"'{member.name}' is already the name of {what} (line {place.line})"
                self.error("E011", text, member.span)
            seen.add(member.name)
        self.names.add_enum(
            m.EnumType(
                name=name, members=tuple(members), parts=tuple(parts), words=words, span=node.span
            )
        )
        return enum(name)

    # -------------------------------------------------------------- components

    def component_shell(self, node: s.Component) -> None:
        """Declare a component with its attributes, so that others may speak of it."""
        taken = {**self.names.enums, **self.names.components, **self.names.aliases}
        if node.name in taken or node.name in ("Player", "Team"):
            self.error("E011", f"there is already a type '{node.name}'", node.span)
            return
        attributes: list[m.Attribute] = []
        for a in node.attributes:
            if any(a.name == other.name for other in attributes):
                self.error("E011", f"{node.name} has '{a.name}' twice", a.span)
                continue
            if a.name == "space":
                self.error("E011", "'space' is where a piece stands on a track", a.span)
            domain = self.spec(a.type, f"{node.name}.{a.name}")
            default = None
            if a.default is not None:
                value = self.expr(a.default, domain.type)
                default = self.fixed(self.want(value, domain.type, f"'{a.name}'"))
            attributes.append(
                m.Attribute(
                    name=a.name, domain=domain, default=default, changes=a.changes, span=a.span
                )
            )
        self.names.components[node.name] = m.Component(
            name=node.name, attributes=tuple(attributes), called=None,
            self_key=self.names.new_key(), makes=(), words=node.words, span=node.span,
        )  # fmt: skip

    def component(self, node: s.Component) -> m.Component | None:
        """Check what a component is called and how many are made."""
        shell = self.names.components.get(node.name)
        if shell is None or shell.span != node.span:
            return None
        called = self._called(node, shell)
        makes = tuple(self._make(make, shell) for make in node.makes)
        if not makes and "make" not in self.findings.uncertain:
            self.error(
                "E201", f"no {node.name} is ever made", node.span, hint="add a line 'make 1 …'"
            )
        return shell.model_copy(update={"called": called, "makes": makes})

    def _called(self, node: s.Component, shell: m.Component) -> m.Expr | None:
        if node.called is None:
            return None
        with self.names.block():
            for attribute in shell.attributes:
                local = self.names.add_local(
                    attribute.name, attribute.domain.type, attribute.span
                )
                local.used = True
                self.attribute_locals[local.key] = (shell.self_key, attribute.name)
            value = self.expr(node.called.value, TEXT)
        return self.want(value, TEXT, "'called'")

    attribute_locals: dict[int, tuple[int, str]]

    def _make(self, node: s.Make, shell: m.Component) -> m.Make:
        known = {a.name: a for a in shell.attributes}
        items: list[m.MakeItem] = []
        for item in node.items:
            attribute = known.get(item.name)
            if attribute is None:
                self.names.unknown(
                    "E014", f"{shell.name} has no attribute '{item.name}'", item.name, item.span, known
                )
                continue
            if any(item.name == other.attribute for other in items):
                self.error("E202", f"'{item.name}' is given twice", item.span)
            self.names.used.add(f"{shell.name}.{item.name}")
            items.append(m.MakeItem(attribute=item.name, values=self._values(item, attribute)))
        given = {item.attribute for item in items}
        for a in shell.attributes:
            if a.name not in given and a.default is None and not a.changes:
                self.error(
                    "E201", f"this doesn't say which '{a.name}' the pieces have", node.span,
                    hint=f"add '{a.name} = …', or 'for each {a.name}'",
                )  # fmt: skip
        count = self.fixed(self.number(node.count, "'make'"))
        when = None if node.when is None else self.fixed(self.truth(node.when))
        return m.Make(count=count, items=tuple(items), when=when, span=node.span)

    def _values(self, item: s.MakeItem, attribute: m.Attribute) -> m.Expr:
        """Return the values of an attribute in a make line, as something to run through."""
        domain = attribute.domain
        if item.value is None:
            if domain.type == NUMBER and domain.low and domain.high:
                return m.Interval(
                    low=domain.low, high=domain.high, type=Type("set", (), (NUMBER,)), span=item.span
                )
            return m.Everything(of=domain.type, type=Type("set", (), (domain.type,)), span=item.span)
        if item.form == "in":
            source, kind = self.domain(item.value, Type("set", (), (domain.type,)))
            if kind not in (domain.type, ERROR):
                self.error("E101", f"'{item.name}' is {domain.type.describe()}", item.value.span)
            return self.fixed(source)
        value = self.want(self.expr(item.value, domain.type), domain.type, f"'{item.name}'")
        return m.SetOf(items=(self.fixed(value),), type=Type("set", (), (domain.type,)), span=item.span)

    # -------------------------------------------------------------- tables

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
                s.Number(row.span, row.key) if isinstance(row.key, int) else s.Name(row.span, row.key)
            )
            keys.append(self.want(self.expr(key_node, sides[0].type), sides[0].type, "a row"))
            if columns and len(row.cells) != len(columns):
                self.error("E102", f"this row has {len(row.cells)} cells, not {len(columns)}", row.span)
            if not node.sets and node.form == "rows" and len(row.cells) != 1:
                self.error(
                    "E102", "one value a row; for several write 'set of' in the first line", row.span
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

    # -------------------------------------------------------------- zones and variables

    def index_domains(self, node: s.IndexTypes | None, name: str) -> tuple[m.Domain, ...]:
        """Check what the indices of a family run through."""
        domains = tuple(self.domain_of(t, name) for t in (node.types if node else ()))
        for domain in domains:
            if domain.type.kind not in ("enum", "number", "error"):
                self.error(
                    "E101", "an index runs through words, players or a range of numbers", domain.span
                )
        return domains

    def zone_decl(self, node: s.Zone) -> m.Zone:
        """Check a zone's kind, content and modifiers."""
        kind = node.kind
        if kind not in KINDS:
            guess = nearest(kind, KINDS)
            self.findings.error(
                "E015", f"'{kind}' is no kind of zone; known are {', '.join(KINDS)}",
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
        if kind == "spot":
            fields.setdefault("capacity", self.literal(1, node.span))
        if kind == "track" and not fields.get("written") and not fields.get("spaces"):
            self.error(
                "E201", "a track needs to say how many spaces it has", node.span,
                hint="add ', spaces 1..9'",
            )  # fmt: skip
        if fields.get("written") and "capacity" not in fields:
            self.error(
                "E201", "a zone that is written in needs a size", node.span, hint="add ', at most 9'"
            )
        if kind == "grid" and "grid" not in fields:
            self.error("E201", "a grid needs a size", node.span, hint="add ', 3 by 3'")
        return m.Zone(
            name=node.name, kind=kind, indices=indices, words=node.words, span=node.span, **fields
        )

    def _content(self, node: s.Zone, fields: dict[str, Any]) -> None:
        first = node.content[0]
        if isinstance(first, s.Range):
            fields["written"] = self.domain_of(first, node.name)
        elif not first.is_type:
            if first.name != "mark":
                self.names.unknown(
                    "E013", f"a zone holds components, numbers or marks, not '{first.name}'",
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
                    self.error("E101", f"a zone can't hold {kind.describe()}", node.span)
            fields["pieces"] = tuple(name for k in kinds if k.kind == "piece" for name in k.names)
            counted = [self.names.components[c].counted for c in fields["pieces"]]
            if any(counted) and len(counted) > 1:
                self.error("E101", "counted pieces lie in zones of their own", node.span)

    def _zone_modifier(self, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
        parts = node.parts
        if parts == ("face", "up"):
            fields["seen"] = "all"
        elif parts == ("face", "down"):
            fields["seen"] = "none"
        elif parts[:2] == ("seen", "by"):
            self._seen(node, fields, has_owner)
        elif parts[0] == "spaces" and len(parts) == 2 and isinstance(parts[1], tuple):
            fields["spaces"] = parts[1]
        elif parts[:2] == ("at", "most") and len(parts) == 3 and isinstance(parts[2], (int, str)):
            fields["capacity"] = self._capacity(parts[2], node.span)
        elif len(parts) == 3 and parts[1] == "by" and isinstance(parts[0], int):
            fields["grid"] = (parts[0], parts[2])
        else:
            self._unknown_modifier(node)

    def _capacity(self, size: int | str, span: Span) -> m.Expr:
        if isinstance(size, int):
            return self.literal(size, span)
        return self.fixed(self.number(s.Name(span, size)))

    def _seen(self, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
        who = " ".join(str(part) for part in node.parts[2:])
        if who not in get_args(m.Seen):
            self.findings.error(
                "E015", f"'seen by {who}' isn't known; say owner, all, none or all but owner",
                node.span, fix=nearest(who, get_args(m.Seen)),
            )  # fmt: skip
        elif "owner" in who and not has_owner:
            self.error("E102", "this belongs to nobody, so it has no owner", node.span)
        else:
            fields["seen"] = who

    def _unknown_modifier(self, node: s.Modifier) -> None:
        written = " ".join(str(part) for part in node.parts)
        known = ("face up", "face down", "seen by owner", "seen by all", "seen by none",
                 "seen by all but owner", "spaces 1..9", "at most 9", "3 by 3")  # fmt: skip
        self.findings.error(
            "E015", f"'{written}' says nothing about a zone or counter", node.span,
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
            self.error("E101", "a counter counts: give it a range such as 0..99", node.span)
        return m.Variable(
            name=node.name, kind=node.kind, indices=indices, domain=domain,  # type: ignore[arg-type]
            start=start, words=node.words, span=node.span, **fields,
        )  # fmt: skip

    def typed_start(self, node: s.Variable, name: str) -> tuple[m.Domain, m.Expr]:
        """Return the type and starting value of a variable; either may follow from the other."""
        if node.type is not None:
            domain = self.spec(node.type, name)
            if node.start is not None:
                start = self.want(self.expr(node.start, domain.type), domain.type, f"'{name}'")
            else:
                start = self.default(domain, node)
            return domain, start
        if node.start is None:
            start = self.error(
                "E201", f"'{name}' needs a type or a starting value", node.span,
                hint="add ': 0..9 = 0' or '= no'",
            )  # fmt: skip
        else:
            start = self.expr(node.start)
        if start.type == NUMBER:
            start = self.error("E201", f"'{name}' needs a range", node.span, hint="add ': 0..99'")
        if start.type.kind == "zone":
            start = self.error("E101", "a zone can't be kept in a variable", node.span)
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
                "E201", f"'{node.name}' needs a starting value, or '?' after its type", node.span
            )
        return m.Literal_(type=kind, value=0, span=node.span)


def walk(node: Any) -> Any:
    """Yield a model node and every model node inside it."""
    if isinstance(node, m.Model):
        yield node
        for name in type(node).model_fields:
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from walk(item)


__all__ = ["Declarations", "walk", "piece"]
