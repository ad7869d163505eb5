"""Features that follow from how a game is scored: what a line of the ledger comes to now, and what
it would come to if what is held could still be put there.

A score that goes through the words of a type, as through colours, is written out again in the
rules' own language for one word; where it counts what lies in a zone, what is held and fits there
by a named rule is counted with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.types import PLAYER

_INFIX = ("+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">=", "and", "or", "in")
_FORMS = {
    **{op: f"({{0}} {op} {{1}})" for op in _INFIX},
    **{op: f"({{0}} {op})" for op in ("is empty", "is full", "is none")},
    **{op: op for op in ("me", "active", "starter", "players")},
    "if": "({1} if {0} else {2})", "not": "(not {0})", "widen": "{0}", "narrow": "{0}",
}  # fmt: skip
"""How operators are written, by what stands beside them."""
_LONGEST = 900


class Unsayable(Exception):
    """An expression can't be written out here."""


@dataclass(frozen=True)
class Held:
    """Where pieces lie that could be put to a zone: a zone, a rule that says whether they fit, the
    attribute that tells which of the zones, and a further condition, in which {} is the piece.
    """

    zone: str
    target: str
    rule: str
    attribute: str
    slot: str
    more: str = ""

    def where(self, name: str, target: str) -> str:
        """Return the condition on a piece of some name."""
        parts = [f"{name}.{self.attribute} = {self.slot}", f"{self.rule}({name}, {target})"]
        return " and ".join([*parts, *([self.more.format(name)] if self.more else [])])


class ExpressionWriter:
    """Writes expressions of the model out as text, some locals standing for something else."""

    def __init__(self, rules: m.Ruleset, names: dict[int, str], held: Held | None = None) -> None:
        """Prepare; `names`: the texts of locals by their keys; `held`: what is counted as well."""
        self.rules, self.names, self.held = rules, dict(names), held
        self.count = 0

    def text(self, e: m.Expr) -> str:
        """Return an expression as text. Raises Unsayable."""
        match e:
            case m.Literal_():
                return self._literal(e)
            case m.Local():
                if e.key not in self.names or e.indices:
                    raise Unsayable(e.name)
                return self.names[e.key]
            case m.OptionRef():
                return e.name
            case m.Everything():
                return e.of.name
            case m.ZoneRef() | m.VarRef():
                return self._indexed(e.name, e.indices)
            case m.Attr():
                return f"{self.text(e.piece)}.{e.name}"
            case m.Lookup():
                return f"{e.table}[{self._listed(e.indices)}]"
            case m.RuleCall():
                return f"{e.rule}({self._listed(e.arguments)})"
            case m.Op():
                return self._op(e)
            case m.Fold():
                return self._fold(e)
            case (
                m.Words()
                | m.Interval()
                | m.SetOf()
                | m.TupleOf()
                | m.Supposing()
                | m.CanDo()
                | m.Furthest()
            ):
                raise Unsayable(type(e).__name__)
            case _:
                assert_never(e)

    def _listed(self, expressions: Iterable[m.Expr]) -> str:
        return ", ".join(self.text(e) for e in expressions)

    def _literal(self, e: m.Literal_) -> str:
        if e.type.kind == "number":
            return str(e.value) if e.value >= 0 else f"(0 - {-e.value})"
        if e.type.kind == "enum" and e.type.name in self.rules.enums:
            return self.rules.enums[e.type.name].members[e.value].name
        if e.type.kind == "truth":
            return "yes" if e.value else "no"
        raise Unsayable("literal")

    def _indexed(self, name: str, indices: tuple[m.Expr | None, ...]) -> str:
        given = list(indices)
        if None in given:
            raise Unsayable(name)
        mine = ""
        if given and isinstance(given[0], m.Op) and given[0].op == "me":
            mine, given = "my ", given[1:]
        inside = ", ".join(self.text(i) for i in given if i is not None)
        return f"{mine}{name}[{inside}]" if inside else f"{mine}{name}"

    def _op(self, e: m.Op) -> str:
        args = [self.text(a) for a in e.arguments]
        if e.op in _FORMS:
            return _FORMS[e.op].format(*args)
        if e.op == "size":
            more = self._with(e.arguments[0], args[0], "count", "", None)
            return f"(size({args[0]}){more})"
        if e.op in ("min", "max", "abs", "last", "first"):
            return f"{e.op}({', '.join(args)})"
        raise Unsayable(e.op)

    def _fold(self, e: m.Fold) -> str:
        if e.kind not in ("sum", "count", "max", "min") or len(e.binders) != 1:
            raise Unsayable(e.kind)
        self.count += 1
        bind = e.binders[0]
        name = self.names[bind.key] = f"item_{self.count}"
        domain = self.text(bind.domain)
        where = self.text(e.where) if e.where is not None else ""
        value = self.text(e.value) if e.value is not None else ""
        whole = self._written(e.kind, value, name, domain, where)
        if e.kind not in ("sum", "count"):
            return whole
        return f"({whole}{self._with(bind.domain, domain, e.kind, value, (name, where))})"

    def _written(self, kind: str, value: str, name: str, domain: str, where: str) -> str:
        inside = f"{name} in {domain}" + (f" where {where}" if where else "")
        return f"{kind}({value} for {inside})" if value else f"{kind}({inside})"

    def _with(
        self, zone: m.Expr, text: str, kind: str, value: str, named: tuple[str, str] | None
    ) -> str:
        """Return what is to be added for what is held and fits into a zone."""
        held = self.held
        if held is None or not isinstance(zone, m.ZoneRef) or zone.name != held.target:
            return ""
        if named is None:
            self.count += 1
            named = (f"item_{self.count}", "")
        name, where = named
        both = " and ".join(part for part in (held.where(name, text), where) if part)
        return f" + {self._written(kind, value, name, held.zone, both)}"


@dataclass(frozen=True)
class LedgerTemplate:
    """A score that goes through the words of a type: which type, the word's key, when, the
    lines.
    """

    type: str
    key: int
    where: m.Expr | None
    lines: tuple[m.LedgerLine, ...]


def ledgers(rules: m.Ruleset) -> Iterator[LedgerTemplate]:
    """Yield the scores that go through the words of a type."""
    for score in (p for p in walk(rules) if isinstance(p, m.Score)):
        for part in score.body.statements:
            if not isinstance(part, m.ForEach) or len(part.binders) != 1:
                continue
            bind, lines = part.binders[0], part.body.statements
            if bind.type.kind != "enum" or bind.type == PLAYER:
                continue
            found = tuple(x for x in lines if isinstance(x, m.LedgerLine))
            if len(found) == len(lines):
                yield LedgerTemplate(bind.type.name, bind.key, part.where, found)


def worth(
    rules: m.Ruleset, ledger: LedgerTemplate, slot: str, held: Held | None = None
) -> str | None:
    """Return what a ledger comes to for a word, as a text; None where it can't be written out.

    With `held` it is what it would come to with what is held and fits.
    """
    writer = ExpressionWriter(rules, {ledger.key: slot}, held)
    try:
        total = "0"
        for line in ledger.lines:
            value = writer.text(line.value)
            if line.when is not None:
                empty = "0" if line.kind == "add" else "1"
                value = f"({value} if {writer.text(line.when)} else {empty})"
            sign = "+" if line.kind == "add" else "*"
            total = value if total == "0" and line.kind == "add" else f"({total} {sign} {value})"
        if ledger.where is not None:
            begun = ExpressionWriter(rules, {ledger.key: slot}).text(ledger.where)
            if held is not None:
                zone = f"my {held.target}[{slot}]"
                begun = f"({begun} or any({held.where('item_0', zone)} for item_0 in {held.zone}))"
            total = f"({total} if {begun} else 0)"
    except Unsayable:
        return None
    return total if len(total) <= _LONGEST else None
