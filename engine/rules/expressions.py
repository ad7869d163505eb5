"""Checking expressions: every name resolved, every value typed, mistakes reported where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import syntax as s
from engine.language.parser import parse_expression
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.names import FOLDS, FUNCTIONS, LocalName, Names
from engine.rules.types import (
    ERROR,
    MARK,
    NONE,
    NUMBER,
    PLAYER,
    TEXT,
    TRUTH,
    Type,
    enum,
    piece,
    set_of,
    zone,
)


class Expressions:
    """Turns syntax into typed expressions. `expected` helps to tell equal words of several types."""

    def __init__(self, names: Names) -> None:
        """Check against these names."""
        self.names = names
        self.findings = names.findings
        self.rule_types: dict[str, Type] = {}
        self.original: str | None = None
        self.its: LocalName | None = None
        self.in_example = False

    # -------------------------------------------------------------- helpers

    def fail(self, span: Span) -> m.Expr:
        """Return a stand-in for an expression that was wrong; nothing more is said of it."""
        return m.Literal_(type=ERROR, value=0, span=span)

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> m.Expr:
        """Report a mistake and return a stand-in."""
        self.findings.error(code, message, span, hint=hint)
        return self.fail(span)

    def truth(self, node: s.Expr) -> m.Expr:
        """Check a condition."""
        return self.want(self.expr(node, TRUTH), TRUTH, "a condition")

    def number(self, node: s.Expr, what: str = "this") -> m.Expr:
        """Check a number."""
        return self.want(self.expr(node, NUMBER), NUMBER, what)

    def seat(self, node: s.Expr) -> m.Expr:
        """Check a seat."""
        return self.want(self.expr(node, PLAYER), PLAYER, "a player")

    def want(self, value: m.Expr, wanted: Type, what: str) -> m.Expr:
        """Return the value, widened if need be, or report that it is of another type."""
        have = value.type
        if ERROR in (have, wanted) or have == wanted or have == wanted.sure():
            return value
        if have.kind == "none" and wanted.maybe:
            return value
        if have.sure() == wanted:
            return value  # that it isn't none is checked when the game runs
        if have.kind == wanted.kind == "piece" and set(have.names) & set(wanted.names):
            return value
        if have.kind == wanted.kind == "enum" and self.offset(have.name, wanted.name) is not None:
            return m.Op(op="widen", arguments=(value,), type=wanted.sure(), span=value.span)
        return self.error(
            "E101", f"{what} needs {wanted.describe()}, but this is {have.describe()}", value.span
        )

    def offset(self, narrow: str, wide: str) -> int | None:
        """Return where the words of one enumeration begin in another that was put together."""
        if narrow == wide:
            return 0
        known = self.names.enums.get(wide)
        return dict(known.parts).get(narrow) if known else None

    # -------------------------------------------------------------- dispatch

    def expr(self, node: s.Expr, expected: Type | None = None) -> m.Expr:
        """Check an expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        result: m.Expr = method(node, expected)
        return result

    def _number(self, node: s.Number, expected: Type | None) -> m.Expr:
        if expected and expected.kind == "enum" and expected.name in self.names.enums:
            members = self.names.enums[expected.name].members
            for position, member in enumerate(members):
                if member.number == node.value:
                    return m.Literal_(type=expected.sure(), value=position, span=node.span)
        if node.value > 2**31 - 1:
            return self.error("E104", "no number in a game goes beyond 2147483647", node.span)
        return m.Literal_(type=NUMBER, value=node.value, span=node.span)

    def _text(self, node: s.Text, expected: Type | None) -> m.Expr:
        return self.words(node.value, node.span)

    def words(self, text: str, span: Span) -> m.Words:
        """Check a quoted text and the values quoted in it with braces."""
        parts: list[str | m.Expr] = []
        rest, column = text, span.column + 1
        while "{" in rest:
            before, _, tail = rest.partition("{")
            inner, closed, rest = tail.partition("}")
            place = Span(span.file, span.line, column + len(before) + 1, span.line, 0)
            place = place._replace(end_column=place.column + len(inner))
            column = place.end_column + 1
            node = parse_expression(inner, place) if closed else None
            if node is None:
                self.error("E016", f"'{{{inner}}}' can't be read as a value", place)
                continue
            parts += [before, self.expr(node)]
        parts.append(rest)
        return m.Words(parts=tuple(p for p in parts if p != ""), type=TEXT, span=span)

    # -------------------------------------------------------------- names

    def _name(self, node: s.Name, expected: Type | None) -> m.Expr:
        name, span = node.name, node.span
        local = self.names.local(name)
        if local:
            return self._local(local, (), span)
        if name in self.names.declared:
            return self._declared(name, None, span)
        if expected and expected.kind == "enum":
            found = self.member(name, expected, span)
            if found:
                return found
        built_in = self._built_in(name, span)
        if built_in:
            return built_in
        owners = self.names.members.get(name, [])
        if owners:
            return self._loose_member(name, owners, span)
        if name in FUNCTIONS:
            return self.error("E010", f"'{name}' needs brackets: {name}(…)", span)
        self.names.unknown(
            "E010", f"nothing here is called '{name}'", name, span, self.names.visible()
        )
        return self.fail(span)

    def _loose_member(self, name: str, owners: list[str], span: Span) -> m.Expr:
        plain = [o for o in owners if not self.names.enums[o].parts] or owners
        if len(plain) > 1:
            listed = " and ".join(f"{o}" for o in plain)
            return self.error("E010", f"'{name}' is a word of {listed}; it isn't clear which", span)
        found = self.member(name, enum(plain[0]), span)
        return found or self.fail(span)

    def member(self, name: str, kind: Type, span: Span) -> m.Literal_ | None:
        """Return a word of an enumeration, or None."""
        known = self.names.enums.get(kind.name)
        for position, member in enumerate(known.members if known else ()):
            if member.name == name:
                self.names.used.add(f"{kind.name}.{name}")
                return m.Literal_(type=kind.sure(), value=position, span=span)
        return None

    def _built_in(self, name: str, span: Span) -> m.Expr | None:
        if name in ("yes", "no"):
            return m.Literal_(type=TRUTH, value=int(name == "yes"), span=span)
        if name == "none":
            return m.Literal_(type=NONE, value=0, span=span)
        if name in ("me", "active"):
            return m.Op(op=name, arguments=(), type=PLAYER, span=span)
        if name in ("players", "round"):
            return m.Op(op=name, arguments=(), type=NUMBER, span=span)
        if name == "total":
            me = m.Op(op="me", arguments=(), type=PLAYER, span=span)
            return m.Op(op="total", arguments=(me,), type=NUMBER, span=span)
        if name == "mark":
            return m.Literal_(type=MARK, value=1, span=span)
        return None

    def _local(self, local: LocalName, indices: tuple[m.Expr, ...], span: Span) -> m.Expr:
        local.used = True
        if len(indices) != len(local.indices):
            return self._wrong_count(local.name, len(local.indices), len(indices), span)
        return m.Local(
            name=local.name, key=local.key, indices=indices, type=local.type, span=span
        )

    def _declared(self, name: str, indices: Sequence[s.Expr] | None, span: Span) -> m.Expr:
        """Resolve a declared name, with its indices if it has any."""
        names = self.names
        names.used.add(name)
        if name in names.zones:
            return self.zone_ref(name, indices, span)
        if name in names.variables:
            variable = names.variables[name]
            if indices is None and variable.indices:
                how = ", ".join("…" for _ in variable.indices)
                return self.error("E102", f"'{name}' needs an index: {name}[{how}]", span)
            checked = self.indices(name, indices or (), variable.indices, span)
            return m.VarRef(name=name, indices=checked, type=variable.domain.type, span=span)
        if name in names.tables:
            table = names.tables[name]
            checked = self.indices(name, indices or (), table.sides, span)
            return m.Lookup(table=name, indices=checked, type=table.value, span=span)
        if name in names.options and not indices:
            option = names.options[name]
            return m.OptionRef(name=name, type=option.domain.type, span=span)
        kind = names.declared[name][0]
        if indices is None and name in names.rules:
            return self.error("E102", f"'{name}' is {kind}; write {name}(…)", span)
        return self.error("E101", f"'{name}' is {kind} and can't be used as a value here", span)

    def _wrong_count(self, name: str, wanted: int, have: int, span: Span) -> m.Expr:
        things = "index" if wanted == 1 else "indices"
        return self.error("E102", f"'{name}' has {wanted} {things}, not {have}", span)

    def indices(
        self, name: str, nodes: Sequence[s.Expr | m.Expr], domains: Sequence[m.Domain], span: Span
    ) -> tuple[m.Expr, ...]:
        """Check indices against what they run through."""
        if len(nodes) != len(domains):
            self._wrong_count(name, len(domains), len(nodes), span)
            return tuple(self.fail(span) for _ in domains)
        result = []
        for node, domain in zip(nodes, domains, strict=True):
            value = node if isinstance(node, m.Expr) else self.expr(node, domain.type)
            result.append(self.want(value, domain.type, f"the index of '{name}'"))
        return tuple(result)

    def zone_ref(self, name: str, nodes: Sequence[s.Expr] | None, span: Span) -> m.Expr:
        """Resolve a zone, or a family when it stands without its indices."""
        family = self.names.zones[name]
        if nodes is None:
            indices: tuple[m.Expr | None, ...] = tuple(None for _ in family.indices)
        else:
            indices = self.indices(name, nodes, family.indices, span)
        return m.ZoneRef(name=name, indices=indices, type=zone(name), span=span)

    def _my(self, node: s.My, expected: Type | None) -> m.Expr:
        return self._mine(node.name, None, node.span)

    def _mine(self, name: str, nodes: Sequence[s.Expr] | None, span: Span) -> m.Expr:
        """Resolve `my x[…]`: the seat's index is me, the others are given or left open."""
        me = m.Op(op="me", arguments=(), type=PLAYER, span=span)
        if name == "total":
            return m.Op(op="total", arguments=(me,), type=NUMBER, span=span)
        if name == "score" and self.in_example:
            return m.Op(op="score", arguments=(me,), type=NUMBER, span=span)
        local = self.names.local(name)
        names = self.names
        names.used.add(name)
        domains: tuple[m.Domain, ...] | None = None
        if local:
            domains = local.indices
        elif name in names.zones:
            domains = names.zones[name].indices
        elif name in names.variables:
            domains = names.variables[name].indices
        if domains is None:
            known = [*names.zones, *names.variables]
            self.names.unknown("E010", f"there is no zone or variable '{name}'", name, span, known)
            return self.fail(span)
        seats = [i for i, d in enumerate(domains) if d.type == PLAYER]
        if not seats:
            return self.error("E102", f"'{name}' belongs to nobody, so it can't be 'my {name}'", span)
        at = seats[0]
        rest = domains[:at] + domains[at + 1 :]
        if nodes is None and rest and name in names.zones and not local:
            filled: list[m.Expr | None] = [None] * len(rest)
        else:
            filled = list(self.indices(f"my {name}", nodes or (), rest, span))
        filled.insert(at, me)
        if local:
            return self._local(local, tuple(x for x in filled if x), span)
        if name in names.zones:
            return m.ZoneRef(name=name, indices=tuple(filled), type=zone(name), span=span)
        kind = names.variables[name].domain.type
        return m.VarRef(name=name, indices=tuple(x for x in filled if x), type=kind, span=span)

    def _index(self, node: s.Index, expected: Type | None) -> m.Expr:
        target, span = node.target, node.span
        if isinstance(target, s.My):
            return self._mine(target.name, node.arguments, span)
        if isinstance(target, s.Name):
            local = self.names.local(target.name)
            if local:
                checked = self.indices(local.name, node.arguments, local.indices, span)
                return self._local(local, checked, span)
            if target.name == "total":
                seat = self.indices("total", node.arguments, (m.Domain(type=PLAYER),), span)
                return m.Op(op="total", arguments=seat, type=NUMBER, span=span)
            if target.name == "score" and self.in_example:
                seat = self.indices("score", node.arguments, (m.Domain(type=PLAYER),), span)
                return m.Op(op="score", arguments=seat, type=NUMBER, span=span)
            if target.name in self.names.declared:
                return self._declared(target.name, node.arguments, span)
        return self._index_of_value(target, span)

    def _index_of_value(self, target: s.Expr, span: Span) -> m.Expr:
        if isinstance(target, s.Name):
            return self.expr(target)
        return self.error("E102", "only zones, tables and variables have indices", span)

    def _typename(self, node: s.TypeName, expected: Type | None) -> m.Expr:
        if node.name in self.names.members:
            return self._name(s.Name(node.span, node.name), expected)
        kind = self.named_type(node.name, node.span)
        return m.Everything(of=kind, type=set_of(kind), span=node.span)

    def named_type(self, name: str, span: Span) -> Type:
        """Return the type with a capitalised name."""
        names = self.names
        names.used.add(name)
        if name == "Player":
            return PLAYER
        if name in names.enums:
            return enum(name)
        if name in names.components:
            return piece(name)
        if name in names.aliases:
            return names.aliases[name].type
        known = ["Player", *names.enums, *names.components, *names.aliases]
        names.unknown("E013", f"there is no type '{name}'", name, span, known)
        return ERROR

    def _seat(self, node: s.Seat, expected: Type | None) -> m.Expr:
        if not 1 <= node.number <= 64:
            return self.error("E104", f"there is no seat {node.number}", node.span)
        return m.Literal_(type=PLAYER, value=node.number - 1, span=node.span)

    def _its(self, node: s.Its, expected: Type | None) -> m.Expr:
        if not self.its:
            return self.error("E203", "'its' stands only where each piece is moved", node.span)
        return self.attribute(self._local(self.its, (), node.span), node.name, node.span, node.span)

    def _stage(self, node: s.Stage, expected: Type | None) -> m.Expr:
        return self.error("E203", f"'the {node.name}' stands only in examples", node.span)

    def _myline(self, node: s.MyLine, expected: Type | None) -> m.Expr:
        return self.error("E203", "a line of a score stands only in examples", node.span)

    # -------------------------------------------------------------- pieces and zones

    def _dot(self, node: s.Dot, expected: Type | None) -> m.Expr:
        target = self.expr(node.target)
        return self.attribute(target, node.name, node.name_span, node.span)

    def attribute(self, target: m.Expr, name: str, place: Span, span: Span) -> m.Expr:
        """Resolve an attribute of a piece."""
        if target.type == ERROR:
            return target
        if target.type.kind != "piece":
            return self.error(
                "E101", f"only a piece has attributes; this is {target.type.describe()}", target.span
            )
        found: m.Expr | None = None
        for component in target.type.names:
            known = self.names.components[component].attributes
            attribute = next((a for a in known if a.name == name), None)
            if attribute:
                self.names.used.add(f"{component}.{name}")
                found = m.Attr(piece=target, name=name, type=attribute.domain.type, span=span)
            elif name == "space":
                found = m.Attr(piece=target, name=name, type=NUMBER, span=span)
            else:
                self.names.unknown(
                    "E014", f"{component} has no attribute '{name}'", name, place,
                    [a.name for a in known],
                )  # fmt: skip
                return self.fail(span)
        return found or self.fail(span)

    def zone(self, node: s.Expr, *, family: bool = False) -> m.Expr:
        """Check a zone; with `family` also several zones."""
        value = self.expr(node)
        if value.type == ERROR:
            return value
        if value.type.kind != "zone":
            return self.error(
                "E101", f"this needs a zone, but it is {value.type.describe()}", value.span
            )
        if isinstance(value, m.ZoneRef) and value.is_open and not family:
            shown = f"{value.name}[…]"
            return self.error(
                "E102", f"'{value.name}' is several zones; say which: {shown}", value.span
            )
        return value

    def content(self, value: m.Expr) -> Type:
        """Return the type of what lies in a zone."""
        if value.type.kind != "zone":
            return ERROR
        family = self.names.zones[value.type.name]
        return family.written.type if family.written else piece(*family.pieces)

    def _endof(self, node: s.EndOf, expected: Type | None) -> m.Expr:
        where = self.zone(node.zone)
        kind = self.content(where)
        op = "last" if node.which == "top" else "first"
        return m.Op(op=op, arguments=(where,), type=kind, span=node.span)

    def _thepiece(self, node: s.ThePiece, expected: Type | None) -> m.Expr:
        where = self.zone(node.zone, family=True)
        kind = self.named_type(node.type_name.name, node.type_name.span)
        bind = m.Bind(name="it", key=self.names.new_key(), type=kind, domain=where)
        return m.Fold(
            kind="the", binders=(bind,), where=None, value=None, type=kind, span=node.span
        )

    # -------------------------------------------------------------- calls and folds

    def _call(self, node: s.Call, expected: Type | None) -> m.Expr:
        name = node.name
        if node.original:
            return self._original(node)
        if name in self.names.rules:
            return self.rule_call(node)
        method = getattr(self, f"_call_{name}", None) if name in FUNCTIONS else None
        if method:
            result: m.Expr = method(node)
            return result
        if name in FOLDS:
            return self.error("E102", f"write {name}(… for x in … where …)", node.span)
        self.names.unknown(
            "E010", f"there is no rule '{name}'", name, node.name_span,
            [*self.names.rules, *FUNCTIONS, *FOLDS],
        )  # fmt: skip
        return self.fail(node.span)

    def _original(self, node: s.Call) -> m.Expr:
        hidden = f"original {node.name}"
        if hidden not in self.names.rules:
            return self.error(
                "E302", f"nothing replaces a rule '{node.name}' here", node.name_span
            )
        return self.rule_call(s.Call(node.span, hidden, node.arguments, node.name_span))

    def rule_call(self, node: s.Call) -> m.Expr:
        """Check a call of a named rule."""
        raise NotImplementedError

    def _one(self, node: s.Call) -> s.Expr | None:
        if len(node.arguments) != 1:
            self._wrong_arguments(node.name, 1, node)
            return None
        return node.arguments[0]

    def _wrong_arguments(self, name: str, wanted: int, node: s.Call) -> m.Expr:
        things = "argument" if wanted == 1 else "arguments"
        return self.error(
            "E102", f"'{name}' takes {wanted} {things}, not {len(node.arguments)}", node.span
        )

    def _call_size(self, node: s.Call) -> m.Expr:
        argument = self._one(node)
        if argument is None:
            return self.fail(node.span)
        value = self.domain(argument)[0]
        return m.Op(op="size", arguments=(value,), type=NUMBER, span=node.span)

    def _end_call(self, node: s.Call) -> m.Expr:
        argument = self._one(node)
        if argument is None:
            return self.fail(node.span)
        where = self.zone(argument)
        return m.Op(op=node.name, arguments=(where,), type=self.content(where), span=node.span)

    _call_first = _end_call
    _call_last = _end_call

    def _seat_call(self, node: s.Call) -> m.Expr:
        argument = self._one(node)
        if argument is None:
            return self.fail(node.span)
        return m.Op(op=node.name, arguments=(self.seat(argument),), type=PLAYER, span=node.span)

    _call_left = _seat_call
    _call_right = _seat_call

    def _numbers_call(self, node: s.Call) -> m.Expr:
        values = tuple(self.number(a, f"'{node.name}'") for a in node.arguments)
        if node.name == "abs" and len(values) != 1:
            return self._wrong_arguments("abs", 1, node)
        if len(values) < 2 and node.name != "abs":
            return self._wrong_arguments(node.name, 2, node)
        return m.Op(op=node.name, arguments=values, type=NUMBER, span=node.span)

    _call_abs = _numbers_call
    _call_max = _numbers_call
    _call_min = _numbers_call

    def domain(self, node: s.Expr, expected: Type | None = None) -> tuple[m.Expr, Type]:
        """Check something that values are taken from; return it and the type of the values."""
        value = self.expr(node, expected)
        kind = value.type
        if kind == ERROR:
            return value, ERROR
        if kind.kind == "zone":
            return value, self.content(value)
        if kind.kind == "set":
            return value, kind.items[0]
        return (
            self.error("E101", f"nothing can be taken from {kind.describe()}", value.span),
            ERROR,
        )

    def bind(self, binder: s.Binder) -> m.Bind:
        """Declare a binder in the innermost block."""
        if binder.domain is None:
            name = binder.name[:1].upper() + binder.name[1:].replace("_", "")
            kind = self.named_type(name, binder.span)
            source: m.Expr = m.Everything(of=kind, type=set_of(kind), span=binder.span)
        else:
            source, kind = self.domain(binder.domain)
        local = self.names.add_local(binder.name, kind, binder.span)
        return m.Bind(
            name=binder.name, key=local.key, type=kind, domain=source, span=binder.span
        )

    def _fold(self, node: s.Fold, expected: Type | None) -> m.Expr:
        if node.name not in FOLDS:
            self.names.unknown(
                "E010", f"'{node.name}' can't take 'for' or 'in'", node.name, node.name_span, FOLDS
            )
            return self.fail(node.span)
        with self.names.block():
            binders = tuple(self.bind(b) for b in node.binders)
            where = None if node.where is None else self.truth(node.where)
            value = None if node.value is None else self._fold_value(node)
        return self._folded(node, binders, where, value)

    def _fold_value(self, node: s.Fold) -> m.Expr:
        assert node.value is not None
        if node.name in ("any", "all", "count"):
            return self.truth(node.value)
        value = self.expr(node.value)
        if node.name == "sum":
            return self.want(value, NUMBER, "a sum")
        return value

    def _folded(
        self,
        node: s.Fold,
        binders: tuple[m.Bind, ...],
        where: m.Expr | None,
        value: m.Expr | None,
    ) -> m.Expr:
        kind = {"sum": NUMBER, "count": NUMBER, "distinct": NUMBER, "any": TRUTH, "all": TRUTH}.get(
            node.name
        )
        if kind is None:
            kind = binders[0].type if value is None else value.type
        if value is None and node.name in ("sum", "max", "min", "distinct", "all"):
            form = f"{node.name}(… for {binders[0].name} in …)"
            return self.error("E102", f"'{node.name}' needs a value: {form}", node.span)
        return m.Fold(
            kind=node.name, binders=binders, where=where, value=value, type=kind, span=node.span
        )

    def _theone(self, node: s.TheOne, expected: Type | None) -> m.Expr:
        with self.names.block():
            bind = self.bind(node.binder)
            where = None if node.where is None else self.truth(node.where)
            by = None if node.by is None else self.expr(node.by)
        return m.Fold(
            kind="the", binders=(bind,), where=where, value=by, type=bind.type,
            best=node.best, span=node.span,  # type: ignore[arg-type]
        )  # fmt: skip

    def _setwhere(self, node: s.SetWhere, expected: Type | None) -> m.Expr:
        with self.names.block():
            bind = self.bind(node.binder)
            where = None if node.where is None else self.truth(node.where)
        return m.Fold(
            kind="set", binders=(bind,), where=where, value=None, type=set_of(bind.type),
            span=node.span,
        )  # fmt: skip

    def _setliteral(self, node: s.SetLiteral, expected: Type | None) -> m.Expr:
        element = expected.items[0] if expected and expected.kind == "set" else expected
        items = [self.expr(node.items[0], element)]
        items += [self.expr(item, items[0].type) for item in node.items[1:]]
        for item in items[1:]:
            self.want(item, items[0].type, "each of these")
        return m.SetOf(items=tuple(items), type=set_of(items[0].type), span=node.span)

    def _lines(self, node: s.Lines, expected: Type | None) -> m.Expr:
        length = self.number(node.length)
        where = self.expr(node.zone)
        return m.Op(
            op="lines", arguments=(length, where), type=set_of(set_of(where.type)), span=node.span
        )

    # -------------------------------------------------------------- operators

    def _range(self, node: s.Range, expected: Type | None) -> m.Expr:
        low, high = self.number(node.low), self.number(node.high)
        return m.Interval(low=low, high=high, type=set_of(NUMBER), span=node.span)

    def _tupleof(self, node: s.TupleOf, expected: Type | None) -> m.Expr:
        parts = expected.items if expected and expected.kind == "tuple" else ()
        items = tuple(
            self.expr(item, parts[i] if i < len(parts) else None)
            for i, item in enumerate(node.items)
        )
        kind = Type("tuple", (), tuple(item.type for item in items))
        return m.TupleOf(items=items, type=kind, span=node.span)

    def _unary(self, node: s.Unary, expected: Type | None) -> m.Expr:
        if node.operator == "not":
            return m.Op(op="not", arguments=(self.truth(node.operand),), type=TRUTH, span=node.span)
        value = self.number(node.operand, "'-'")
        if isinstance(value, m.Literal_):
            return m.Literal_(type=NUMBER, value=-value.value, span=node.span)
        return m.Op(op="negate", arguments=(value,), type=NUMBER, span=node.span)

    def _binary(self, node: s.Binary, expected: Type | None) -> m.Expr:
        op = node.operator
        if op in ("and", "or"):
            both = (self.truth(node.left), self.truth(node.right))
            return m.Op(op=op, arguments=both, type=TRUTH, span=node.span)
        left = self.expr(node.left, expected)
        if left.type.kind == "set" and op in "+-":
            right = self.want(self.expr(node.right, left.type), left.type, f"'{op}'")
            name = "union" if op == "+" else "without"
            return m.Op(op=name, arguments=(left, right), type=left.type, span=node.span)
        what = f"'{op}'"
        both = (self.want(left, NUMBER, what), self.number(node.right, what))
        return m.Op(op=op, arguments=both, type=NUMBER, span=node.span)

    def _compare(self, node: s.Compare, expected: Type | None) -> m.Expr:
        operands = self._alike(node.operands)
        tests = []
        for i, op in enumerate(node.operators):
            pair = operands[i], operands[i + 1]
            self._comparable(op, *pair, node.span)
            tests.append(m.Op(op=op, arguments=pair, type=TRUTH, span=node.span))
        result: m.Expr = tests[0]
        for test in tests[1:]:
            result = m.Op(op="and", arguments=(result, test), type=TRUTH, span=node.span)
        return result

    def _alike(self, nodes: Sequence[s.Expr]) -> list[m.Expr]:
        """Check operands, those first that say of which type the bare words and numbers are."""
        done: dict[int, m.Expr] = {}
        expected: Type | None = None
        telling = [i for i, n in enumerate(nodes) if not self._bare(n)]
        bare = [i for i in range(len(nodes)) if i not in telling]
        bare.sort(key=lambda i: isinstance(nodes[i], s.Number))
        for i in [*telling, *bare]:
            done[i] = self.expr(nodes[i], expected)
            if done[i].type.kind not in ("error", "none"):
                expected = expected or done[i].type
        kinds = [v.type for v in done.values() if v.type.kind == "enum"]
        for kind in kinds:
            for i, value in done.items():
                other = value.type
                wide = other.kind == "enum" and other.name != kind.name
                if wide and self.offset(other.name, kind.name) is not None:
                    done[i] = self.want(value, kind, "a comparison")
        return [done[i] for i in range(len(nodes))]

    def _bare(self, node: s.Expr) -> bool:
        if isinstance(node, s.Number):
            return True
        names = self.names
        return (
            isinstance(node, (s.Name, s.TypeName))
            and node.name in names.members
            and not names.local(node.name)
            and node.name not in names.declared
        )

    def _comparable(self, op: str, left: m.Expr, right: m.Expr, span: Span) -> None:
        a, b = left.type, right.type
        if ERROR in (a, b):
            return
        if "none" in (a.kind, b.kind):
            other = b if a.kind == "none" else a
            if op not in ("=", "!="):
                self.error("E103", "'none' can only be equal or not equal", span)
            elif not other.maybe:
                self.error("E103", f"{other.describe()} is never none", span)
            return
        same = a.sure() == b.sure() or (a.kind == b.kind == "piece" and bool({*a.names} & {*b.names}))
        if a.kind == b.kind == "tuple":
            same = len(a.items) == len(b.items)
        if not same:
            self.error(
                "E103", f"{a.describe()} can't be compared with {b.describe()}", span
            )
        elif op not in ("=", "!=") and a.kind not in ("number", "enum", "tuple"):
            self.error("E103", f"{a.describe()} has no order; only '=' and '!=' compare it", span)

    def _isstate(self, node: s.IsState, expected: Type | None) -> m.Expr:
        if node.state == "none":
            value = self.expr(node.operand)
            if value.type != ERROR and not value.type.maybe:
                self.error("E103", f"{value.type.describe()} is never none", node.span)
        else:
            value = self._container(node.operand)
        test = m.Op(op=f"is {node.state}", arguments=(value,), type=TRUTH, span=node.span)
        return self._negated(test, node.negated)

    def _container(self, node: s.Expr) -> m.Expr:
        value = self.expr(node)
        if value.type.kind not in ("zone", "set", "error"):
            return self.error(
                "E101", f"only a zone is empty or full; this is {value.type.describe()}", value.span
            )
        return value

    def _negated(self, test: m.Expr, negated: bool) -> m.Expr:
        if not negated:
            return test
        return m.Op(op="not", arguments=(test,), type=TRUTH, span=test.span)

    def _isin(self, node: s.IsIn, expected: Type | None) -> m.Expr:
        value = self.expr(node.operand)
        where, element = self.domain(node.domain, set_of(value.type))
        if ERROR not in (value.type, element):
            value = self.want(value, element, "'is in'")
        test = m.Op(op="in", arguments=(value, where), type=TRUTH, span=node.span)
        return self._negated(test, node.negated)

    def _conditional(self, node: s.Conditional, expected: Type | None) -> m.Expr:
        condition = self.truth(node.condition)
        value = self.expr(node.value, expected)
        other = self.expr(node.otherwise, value.type)
        if value.type.kind == "none":
            value, other = value, other
            kind = other.type
        else:
            kind = value.type
            if other.type.kind != "none":
                other = self.want(other, kind, "'else'")
        if "none" in (value.type.kind, other.type.kind):
            kind = Type(kind.kind, kind.names, kind.items, True)
        return m.Op(op="if", arguments=(condition, value, other), type=kind, span=node.span)
