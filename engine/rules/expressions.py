"""Checking expressions: every value typed, every mistake reported where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.language import syntax as s
from engine.language.build import unquote
from engine.language.codes import Code
from engine.language.parser import parse_expression
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.calls import Calls
from engine.rules.types import (
    ERROR,
    NUMBER,
    PLAYER,
    TEXT,
    TRUTH,
    Type,
    set_of,
)


class Expressions(Calls):
    """Checks numbers, texts and operators."""

    def _number(self, node: s.Number, expected: Type | None) -> m.Expr:
        if expected and expected.kind == "enum" and expected.name in self.names.enums:
            members = self.names.enums[expected.name].members
            for position, member in enumerate(members):
                if member.number == node.value:
                    return m.Literal_(type=expected.sure(), value=position, span=node.span)
        if node.value > 2**31 - 1:
            return self.error(Code.E104, "no number in a game goes beyond 2147483647", node.span)
        return m.Literal_(type=NUMBER, value=node.value, span=node.span)

    def _text(self, node: s.Text, expected: Type | None) -> m.Expr:
        return self.words(node.value, node.span)

    def words(self, text: str, span: Span) -> m.Words:
        """Check a quoted text, which stands at `span`, and the values quoted in it with braces."""
        source = self.findings.sources.get(span.file)
        written = source.quote(span)[1:-1] if source else text
        if unquote(f'"{written}"') != text:
            written = text
        parts: list[str | m.Expr] = []
        rest, column = written, span.column + 1
        while "{" in rest:
            before, _, tail = rest.partition("{")
            inner, closed, rest = tail.partition("}")
            place = Span(span.file, span.line, column + len(before) + 1, span.line, 0)
            place = place._replace(end_column=place.column + len(inner))
            column = place.end_column + 1
            parts.append(unquote(f'"{before}"'))
            if not closed:
                place = place._replace(column=place.column - 1)
                self.error(Code.E016, "this '{' is never closed", place, "add '}'")
                continue
            node = parse_expression(inner, place)
            if node is None:
                self.error(Code.E016, f"'{{{inner}}}' can't be read as a value", place)
                continue
            parts.append(self.expr(node))
        rest = unquote(f'"{rest}"')
        parts.append(rest)
        shown = tuple(p for p in parts if p != "")
        return m.Words(parts=shown, raw=text, type=TEXT, span=span)

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
            other_value = right if a.kind == "none" else left
            other = other_value.type
            if op not in ("=", "!="):
                self.error(Code.E103, "'none' can only be equal or not equal", span)
            elif not other.maybe:
                shown = self.quoted_text(other_value.span)
                self.error(Code.E103, f"'{shown}' is {other.describe()}, which is never none", span)
            return
        same = a.sure() == b.sure() or (
            a.kind == b.kind == "piece" and bool({*a.names} & {*b.names})
        )
        if a.kind == b.kind == "tuple":
            same = len(a.items) == len(b.items)
        if not same:
            piece_first = self.attribute_of(left, b)
            hint = piece_first or self.attribute_of(right, a)
            message = f"{a.describe()} can't be compared with {b.describe()}"
            meant = f"did you mean '{hint}'?" if hint else self.no_number(a, b)
            self.error(Code.E103, message, span, meant)
        elif op not in ("=", "!=") and (a.maybe or b.maybe):
            shown = self.quoted_text((left if a.maybe else right).span)
            message = f"'{shown}' may be none, which has no order; only '=' and '!=' compare it"
            self.error(Code.E103, message, span)
        elif op not in ("=", "!=") and a.kind not in ("number", "enum", "tuple"):
            hint = self.attribute_of(left, NUMBER)
            message = f"{a.describe()} has no order; only '=' and '!=' compare it"
            self.error(Code.E103, message, span, f"did you mean '{hint}'?" if hint else None)

    def _isstate(self, node: s.IsState, expected: Type | None) -> m.Expr:
        if node.state == "none":
            value = self.expr(node.operand)
            if value.type != ERROR and not value.type.maybe:
                self.error(Code.E103, f"{value.type.describe()} is never none", node.span)
        elif node.state == "out":
            value = self.want(self.expr(node.operand, PLAYER), PLAYER, "'is out'")
        else:
            value = self._container(node.operand)
        test = m.Op(op=f"is {node.state}", arguments=(value,), type=TRUTH, span=node.span)
        return self._negated(test, node.negated)

    def _container(self, node: s.Expr) -> m.Expr:
        value = self.expr(node)
        if value.type.kind not in ("zone", "set", "error"):
            return self.error(
                Code.E101,
                f"only a zone is empty or full; this is {value.type.describe()}",
                value.span,
            )
        return value

    def _negated(self, test: m.Expr, negated: bool) -> m.Expr:
        if not negated:
            return test
        return m.Op(op="not", arguments=(test,), type=TRUTH, span=test.span)

    def _isin(self, node: s.IsIn, expected: Type | None) -> m.Expr:
        value = self.expr(node.operand)
        where, element = self.domain(node.domain, set_of(value.type))
        if ERROR not in (value.type, element) and value.type.sure() != element:
            value = self.want(value, element, "'is in'")
        test = m.Op(op="in", arguments=(value, where), type=TRUTH, span=node.span)
        return self._negated(test, node.negated)

    def _conditional(self, node: s.Conditional, expected: Type | None) -> m.Expr:
        condition = self.truth(node.condition)
        value = self.expr(node.value, expected)
        other = self.expr(node.otherwise, value.type)
        kind = other.type if value.type.kind == "none" else value.type
        if kind != ERROR and any(v.type.maybe or v.type.kind == "none" for v in (value, other)):
            kind = replace(kind, maybe=True)
        if other.type.kind != "none":
            other = self.want(other, kind, "'else'")
        return m.Op(op="if", arguments=(condition, value, other), type=kind, span=node.span)
