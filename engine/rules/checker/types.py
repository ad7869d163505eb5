"""Checking types: ranges, lists of words, and types with a name."""

from __future__ import annotations

from dataclasses import replace

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.names import BUILT_IN
from engine.rules.checker.wanted import want_condition, want_fixed, want_number
from engine.rules.types import ERROR, NUMBER, PLAYER, TEAM, TRUTH, Type, enum, piece, set_of


def every_of(cx: Checking, name: str, span: Span) -> m.Expr:
    """Return all values of the type with a capitalised name."""
    kind = named_type(cx, name, span)
    return every_value(cx.names.aliases.get(name) or m.Domain(type=kind, span=span), span)


def every_value(domain: m.Domain, span: Span) -> m.Expr:
    """Return all values of a domain."""
    if domain.type.kind == "number" and domain.low is not None and domain.high is not None:
        return m.Interval(low=domain.low, high=domain.high, type=set_of(NUMBER), span=span)
    return m.Everything(of=domain.type, type=set_of(domain.type), span=span)


def named_type(cx: Checking, name: str, span: Span) -> Type:
    """Return the type with a capitalised name."""
    names = cx.names
    names.used.add(name)
    if name in names.enums or name in names.components or name in names.aliases:
        names.use("type", name, span)
    if name == "Player":
        return PLAYER
    if name == "Team":
        return TEAM if names.teams else cx.no_teams("this game has no teams", span).type
    if name in names.enums:
        return enum(name)
    if name in names.components:
        return piece(name)
    if name in names.aliases:
        return names.aliases[name].type
    known = ["Player", *names.enums, *names.components, *names.aliases]
    known += ["Team"] if names.teams else []
    cx.unknown(Message("there is no type '{name}'", name), name, span, known, code=Code.E013)
    return ERROR


def type_called(name: str) -> str:
    """Return the type that a name without a domain runs through: `suit` through `Suit`."""
    return name[:1].upper() + name[1:].replace("_", "")


def check_type(cx: Checking, node: s.TypeSpec, name: str) -> m.Domain:
    """Check a type in place; a list of words becomes an enumeration with the given name.

    With `none` among its words, a value may be none: the list has no name to put a `?` after.
    """
    parts = tuple(part for part in node.parts if not _is_none(part)) or node.parts
    maybe = len(parts) < len(node.parts)
    if len(parts) == 1:
        domain = domain_of(cx, parts[0], name)
        if maybe and domain.type != ERROR:
            hint = Message("write {type}?", cx.quote(parts[0].span))
            cx.error(Code.E203, "'none' can be listed only among words", node.span, hint)
        return domain
    if all(isinstance(p, s.Member) and p.name in ("yes", "no") for p in parts):
        kind = TRUTH
    else:
        kind = check_enumeration(cx, replace(node, parts=parts), name, None)
    return m.Domain(type=replace(kind, maybe=maybe), span=node.span)


def _is_none(part: s.Member | s.Range) -> bool:
    return isinstance(part, s.Member) and part.name == "none" and part.when is None


def domain_of(cx: Checking, part: s.Member | s.Range, name: str) -> m.Domain:
    """Check one part of a type that stands alone: a range, a type, a single word."""
    if isinstance(part, s.Range):
        low, high = (
            want_fixed(cx, want_number(cx, part.low)),
            want_fixed(cx, want_number(cx, part.high)),
        )
        known = [x.value for x in (low, high) if isinstance(x, m.Literal_)]
        if len(known) == 2 and known[0] > known[1] and ERROR not in (low.type, high.type):
            hint = Message("write the lower number first: {low}..{high}", known[1], known[0])
            cx.error(
                Code.E104,
                Message("{low}..{high} contains no number", known[0], known[1]),
                part.span,
                hint,
            )
            low = high = cx.fail(part.span)
        kind = replace(NUMBER, maybe=part.maybe)
        return m.Domain(type=kind, low=low, high=high, span=part.span)
    if not part.is_type:
        return _one_word(cx, part)
    if part.name in cx.names.aliases:
        cx.names.used.add(part.name)
        cx.names.use("type", part.name, part.span)
        alias = cx.names.aliases[part.name]
        kind = replace(alias.type, maybe=part.maybe)
        return replace(alias, type=kind, span=part.span)
    kind = named_type(cx, part.name, part.span)
    if part.maybe and kind != ERROR:
        kind = replace(kind, maybe=True)
    return m.Domain(type=kind, span=part.span)


def _one_word(cx: Checking, part: s.Member) -> m.Domain:
    """Report a single word where a type is needed."""
    known = ["Player", *cx.names.enums, *cx.names.components, *cx.names.aliases]
    guess = nearest(part.name, [name for name in known if name[0].isupper()])
    message = Message("'{name}' is not a type", part.name)
    if not cx.names.maybe_declared(part.name):
        hint = None if guess else "a type is a range such as 0..9, a Type, or several words"
        cx.findings.error(Code.E013, message, part.span, fix=guess, hint=hint)
    kind = named_type(cx, guess, part.span) if guess else ERROR
    return m.Domain(type=kind, span=part.span)


def check_enumeration(cx: Checking, node: s.TypeSpec, name: str, words: str | None) -> Type:
    """Make an enumeration of words, numbers and the words of other enumerations."""
    members: list[m.Member] = []
    parts: list[tuple[str, int]] = []
    for part in node.parts:
        if part.maybe or _is_none(part):
            message = "put '?' after the whole type of something that can be none"
            title = name.split()[-1].capitalize()
            hint = Message(
                "name the list with 'type', and write '{title}?' where it is used", title
            )
            cx.error(Code.E203, message, part.span, hint)
        if _is_none(part):
            continue
        bounds = _numbers_among_words(cx, part)
        if bounds is not None:
            low, high = bounds
            if not 0 <= high - low <= 1000:
                cx.error(Code.E104, "a range in a list of words is two plain numbers", part.span)
                continue
            members += [
                m.Member(name=str(n), number=n, span=part.span) for n in range(low, high + 1)
            ]
        elif isinstance(part, s.Range) or part.is_type:
            assert isinstance(part, s.Member)
            kind = named_type(cx, part.name, part.span)
            if kind.kind == "enum" and kind.name in cx.names.enums:
                parts.append((kind.name, len(members)))
                members += cx.names.enums[kind.name].members
        elif part.name in BUILT_IN:
            message = Message("'{name}' already has a meaning in every game", part.name)
            cx.error(Code.E011, message, part.span, "use another word")
        else:
            when = None if part.when is None else want_fixed(cx, want_condition(cx, part.when))
            members.append(m.Member(name=part.name, when=when, span=part.span))
    seen: set[str] = set()
    for member in members:
        if member.name in seen:
            cx.names.lost += 1
            cx.error(Code.E011, Message("'{name}' is twice in this list", member.name), member.span)
        elif member.name in cx.names.declared:
            what, place = cx.names.declared[member.name]
            text = Message(
                "'{name}' is already the name of {kind} (line {line})",
                member.name,
                Message(what),
                place.line,
            )
            cx.error(Code.E011, text, member.span)
        seen.add(member.name)
    cx.names.add_enum(
        m.EnumType(
            name=name, members=tuple(members), parts=tuple(parts), words=words, span=node.span
        )
    )
    return enum(name)


def _numbers_among_words(cx: Checking, part: s.Range | s.Member) -> tuple[int, int] | None:
    """Return the ends of a range in a list of words, be it written there or named; else None.

    Ends that aren't plain numbers are the wrong way round.
    """
    if isinstance(part, s.Range):
        low, high = (x.value if isinstance(x, s.Number) else 0 for x in (part.low, part.high))
        return low, high
    alias = cx.names.aliases.get(part.name)
    if alias is None:
        return None
    cx.names.used.add(part.name)
    cx.names.use("type", part.name, part.span)
    ends = [x.value for x in (alias.low, alias.high) if isinstance(x, m.Literal_)]
    return (ends[0], ends[1]) if len(ends) == 2 else (1, 0)


def element_of(kind: Type) -> Type:
    """Return what several are of, or several of several."""
    return element_of(kind.items[0]) if kind.kind == "set" else kind
