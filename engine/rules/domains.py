"""Checking what values something may have: ranges, words, types, indices."""

from __future__ import annotations

from dataclasses import replace

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.expressions import Expressions
from engine.rules.names import BUILT_IN
from engine.rules.types import (
    ERROR,
    NUMBER,
    TRUTH,
    Type,
    enum,
)
from engine.rules.walk import walk


class Domains(Expressions):
    """Turns written types into domains."""

    def literal(self, value: int, span: Span) -> m.Literal_:
        """Return a number as an expression."""
        return m.Literal_(type=NUMBER, value=value, span=span)

    def fixed(self, value: m.Expr) -> m.Expr:
        """Return a value that only players and options decide, or report what else decides it."""
        for part in walk(value):
            if isinstance(part, (m.VarRef, m.ZoneRef, m.Local, m.Attr, m.RuleCall)) or (
                isinstance(part, m.Op) and part.op in ("me", "active", "round", "total", "is out")
            ):
                return self.error(
                    Code.E106, "this may depend only on numbers, players and options", part.span
                )
        return value

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
            if len(known) == 2 and known[0] > known[1] and ERROR not in (low.type, high.type):
                hint = f"the lower number stands first: {known[1]}..{known[0]}"
                self.error(Code.E104, f"{known[0]}..{known[1]} holds no number", part.span, hint)
                low = high = self.fail(part.span)
            kind = replace(NUMBER, maybe=part.maybe)
            return m.Domain(type=kind, low=low, high=high, span=part.span)
        if not part.is_type:
            return self._one_word(part)
        if part.name in self.names.aliases:
            self.names.used.add(part.name)
            alias = self.names.aliases[part.name]
            kind = replace(alias.type, maybe=part.maybe)
            return alias.model_copy(update={"type": kind, "span": part.span})
        kind = self.named_type(part.name, part.span)
        if part.maybe and kind != ERROR:
            kind = replace(kind, maybe=True)
        return m.Domain(type=kind, span=part.span)

    def _one_word(self, part: s.Member) -> m.Domain:
        """Report a single word where a type is needed."""
        known = ["Player", *self.names.enums, *self.names.components, *self.names.aliases]
        guess = nearest(part.name, [name for name in known if name[0].isupper()])
        message = f"'{part.name}' is no type"
        if not self.names.maybe_declared(part.name):
            hint = None if guess else "a type is a range such as 0..9, a Type, or several words"
            self.findings.error(Code.E013, message, part.span, fix=guess, hint=hint)
        kind = self.named_type(guess, part.span) if guess else ERROR
        return m.Domain(type=kind, span=part.span)

    def within(self, value: m.Expr, domain: m.Domain, what: str) -> m.Expr:
        """Report a plain number that lies outside a plain range; return the value."""
        bounds = (domain.low, domain.high)
        low, high = (x.value if isinstance(x, m.Literal_) else None for x in bounds)
        wrong = ERROR in [x.type for x in (value, *bounds) if x is not None]
        if wrong or not isinstance(value, m.Literal_) or value.type.kind != "number":
            return value
        if domain.type.sure() != NUMBER:
            return value
        if (low is not None and value.value < low) or (high is not None and value.value > high):
            shown = f"{'…' if low is None else low}..{'…' if high is None else high}"
            message = f"{what} lies in {shown}, so it can't be {value.value}"
            return self.error(Code.E104, message, value.span)
        return value

    def enumeration(self, node: s.TypeSpec, name: str, words: str | None) -> Type:
        """Make an enumeration of words, numbers and the words of other enumerations."""
        members: list[m.Member] = []
        parts: list[tuple[str, int]] = []
        for part in node.parts:
            if part.maybe:
                message = "'?' stands behind the whole type of something that may be none"
                hint = f"name the list with 'type', and write '{_title(name)}?' where it is used"
                self.error(Code.E203, message, part.span, hint)
            if isinstance(part, s.Range):
                low, high = (
                    x.value if isinstance(x, s.Number) else 0 for x in (part.low, part.high)
                )
                if not 0 <= high - low <= 1000:
                    self.error(
                        Code.E104, "a range in a list of words is two plain numbers", part.span
                    )
                    continue
                members += [
                    m.Member(name=str(n), number=n, span=part.span) for n in range(low, high + 1)
                ]
            elif part.is_type:
                kind = self.named_type(part.name, part.span)
                if kind.kind == "enum" and kind.name in self.names.enums:
                    parts.append((kind.name, len(members)))
                    members += self.names.enums[kind.name].members
            elif part.name in BUILT_IN:
                message = f"'{part.name}' has a meaning of its own in every game"
                self.error(Code.E011, message, part.span, "take another word")
            else:
                when = None if part.when is None else self.fixed(self.truth(part.when))
                members.append(m.Member(name=part.name, when=when, span=part.span))
        seen: set[str] = set()
        for member in members:
            if member.name in seen:
                self.names.lost += 1
                self.error(Code.E011, f"'{member.name}' stands twice in this list", member.span)
            elif member.name in self.names.declared:
                what, place = self.names.declared[member.name]
                text = f"'{member.name}' is already the name of {what} (line {place.line})"
                self.error(Code.E011, text, member.span)
            seen.add(member.name)
        self.names.add_enum(
            m.EnumType(
                name=name, members=tuple(members), parts=tuple(parts), words=words, span=node.span
            )
        )
        return enum(name)


def _title(name: str) -> str:
    """Return a name as that of a type."""
    return name.split()[-1].capitalize()
