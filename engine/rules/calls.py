"""Checking calls of rules and functions, and everything that runs through values."""

from __future__ import annotations

from typing import cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.names import FOLDS, FUNCTIONS
from engine.rules.references import References
from engine.rules.types import (
    ERROR,
    NUMBER,
    PLAYER,
    TRUTH,
    Type,
    set_of,
)

MOST_AT_ONCE = 8
"""How many pieces and values an action can take."""


class Calls(References):
    """Checks what has brackets."""

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
        if self.names.local(name) is None and self._indexed(node):
            return self.fail(node.span)
        if name in FOLDS:
            return self.error(Code.E102, f"write {name}(… for x in … where …)", node.span)
        self.names.unknown(
            Code.E010, f"there is no rule '{name}'", name, node.name_span,
            [*self.names.rules, *FUNCTIONS, *FOLDS],
        )  # fmt: skip
        return self.fail(node.span)

    def _indexed(self, node: s.Call) -> bool:
        """Report round brackets where an index stands in square ones."""
        kind = self.names.declared.get(node.name)
        if kind is None:
            return False
        self.names.used.add(node.name)
        message = f"'{node.name}' is {kind[0]}"
        fix = None
        if node.name in {**self.names.zones, **self.names.variables, **self.names.tables}:
            message += "; its index stands in square brackets"
            fix = f"{node.name}[{', '.join(self.quote(a) for a in node.arguments)}]"
        else:
            message += " and can't be used as a value here"
        self.findings.error(Code.E010, message, node.span, fix=fix)
        return True

    def _original(self, node: s.Call) -> m.Expr:
        hidden = f"original {node.name}"
        if hidden not in self.names.rules:
            return self.error(
                Code.E302, f"nothing replaces a rule '{node.name}' here", node.name_span
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
            Code.E102, f"'{name}' takes {wanted} {things}, not {len(node.arguments)}", node.span
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

    def _call_partner(self, node: s.Call) -> m.Expr:
        if not self.names.teams:
            return self.no_teams("without teams nobody has a partner", node.span)
        return self._seat_call(node)

    def _call_team(self, node: s.Call) -> m.Expr:
        argument = self._one(node)
        return self.fail(node.span) if argument is None else self.team_of(
            self.seat(argument), node.span
        )  # fmt: skip

    def _numbers_call(self, node: s.Call) -> m.Expr:
        if node.name in ("max", "min") and len(node.arguments) == 1:
            form = f"{node.name}(… for x in …)"
            message = f"'{node.name}' takes several numbers, or runs through many: {form}"
            return self.error(Code.E102, message, node.span)
        values = tuple(self.number(a, f"'{node.name}'") for a in node.arguments)
        if node.name == "abs" and len(values) != 1:
            return self._wrong_arguments("abs", 1, node)
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
            self.error(Code.E101, f"nothing can be taken from {kind.describe()}", value.span),
            ERROR,
        )

    def _someof(self, node: s.SomeOf, expected: Type | None) -> m.Expr:
        message = "several at once are taken by an action, in its brackets, or asked about in a sum"
        return self.error(Code.E203, message, node.span, "to move some pieces, write 'N from ZONE'")

    def several(self, node: s.SomeOf) -> tuple[m.Expr, Type]:
        """Check `N of SET` where it may stand; return it and the type of each choice: a set."""
        count = self.fixed(self.number(node.count, "how many"))
        known = count.value if isinstance(count, m.Literal_) and count.type == NUMBER else 1
        if not 1 <= known <= MOST_AT_ONCE:
            message = f"1 to {MOST_AT_ONCE} can be taken at once, not {known}"
            count = self.error(Code.E104, message, count.span)
        source, kind = self.domain(node.domain)
        if _element(kind) == ERROR:
            kind = ERROR
        if kind.kind not in ("piece", "enum", "number", "error"):
            self.error(
                Code.E101, f"{kind.describe()} can't be taken several at once", node.domain.span
            )
            kind = ERROR
        if any(self.names.components[name].counted for name in kind.names if kind.kind == "piece"):
            hint = "let the action take a number: 'many in 1..size(…)'"
            self.error(Code.E101, "counted pieces are all alike", node.domain.span, hint)
        if ERROR in (kind, count.type):
            return self.fail(node.span), ERROR
        every = m.Op(
            op="some of", arguments=(count, source), type=set_of(set_of(kind)), span=node.span
        )
        return every, set_of(kind)

    def bind(self, binder: s.Binder, *, several: bool = False) -> m.Bind:
        """Declare a binder in the innermost block; it may stand for several values at once."""
        if binder.domain is None:
            name = binder.name[:1].upper() + binder.name[1:].replace("_", "")
            kind = self.named_type(name, binder.span)
            source: m.Expr = m.Everything(of=kind, type=set_of(kind), span=binder.span)
        elif several and isinstance(binder.domain, s.SomeOf):
            source, kind = self.several(binder.domain)
        else:
            source, kind = self.domain(binder.domain)
        local = self.names.add_local(binder.name, kind, self.word(binder.name, binder.span))
        return m.Bind(name=binder.name, key=local.key, type=kind, domain=source, span=binder.span)

    def _fold(self, node: s.Fold, expected: Type | None) -> m.Expr:
        if node.name not in FOLDS:
            self.names.unknown(
                Code.E010,
                f"'{node.name}' can't take 'for' or 'in'",
                node.name,
                node.name_span,
                FOLDS,
            )
            return self.fail(node.span)
        with self.names.block():
            binders = tuple(self.bind(b, several=node.name != "random") for b in node.binders)
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
        if node.name == "random" and len(binders) > 1:
            return self.error(Code.E102, "'random' draws from one place", node.span)
        if value is None and node.name in ("sum", "max", "min", "distinct", "all"):
            form = f"{node.name}(… for {binders[0].name} in …)"
            return self.error(Code.E102, f"'{node.name}' needs a value: {form}", node.span)
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
            best=cast("m.Best | None", node.best), span=node.span,
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
        """Check `lines of N in GRID`: all straight lines of N cells, each the set of its cells."""
        length = self.fixed(self.number(node.length, "a line"))
        where = self.expr(node.zone)
        family = self.names.zones.get(where.type.name) if where.type.kind == "zone" else None
        if where.type == ERROR or (family is not None and family.kind == "grid"):
            whole = isinstance(where, m.ZoneRef) and where.indices[-2:] == (None, None)
            if not whole and where.type != ERROR:
                message = "lines run through a whole grid, not one cell of it"
                where = self.error(Code.E102, message, where.span)
        else:
            shown = where.type.describe()
            where = self.error(Code.E101, f"only a grid has lines; this is {shown}", where.span)
        return m.Op(
            op="lines", arguments=(length, where), type=set_of(set_of(where.type)), span=node.span
        )

    def fixed(self, value: m.Expr) -> m.Expr:
        """Return a value that only players and options decide."""
        raise NotImplementedError


def _element(kind: Type) -> Type:
    """Return what several are of, or several of several."""
    return _element(kind.items[0]) if kind.kind == "set" else kind
