"""Checking types and components: words and pieces, their attributes, what is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.index import Declaration, Key
from engine.rules.checker.sets import check_domain
from engine.rules.checker.types import (
    check_enumeration,
    check_type,
    every_value,
)
from engine.rules.checker.wanted import (
    want_condition,
    want_fixed,
    want_number,
    want_value,
    want_within,
)
from engine.rules.substitution import put
from engine.rules.types import ERROR, TEXT, Type, piece, set_of


def check_declared_type(cx: Checking, node: s.TypeDecl) -> None:
    """Check `type X = …`: an enumeration, or another name for a range."""
    if not _declare_type(cx, node.name, "a type", node.span):
        return
    first = node.type.parts[0]
    if len(node.type.parts) == 1 and isinstance(first, s.Range) and not first.maybe:
        cx.names.aliases[node.name] = check_type(cx, node.type, node.name)
        for text in node.texts:
            cx.error(
                Code.E203,
                Message("{name} is a range of numbers, and numbers have no texts", node.name),
                text.span,
            )
    else:
        check_enumeration(cx, node.type, node.name, node.words)
        _tell_of_words(cx, node)


def _tell_of_words(cx: Checking, node: s.TypeDecl) -> None:
    """Keep what is said of the words of a type."""
    known = cx.names.enums.get(node.name)
    if known is None or not node.texts:
        return
    sentences: dict[str, str] = {}
    names = [member.name for member in known.members]
    for text in node.texts:
        place = cx.word(text.name, text.span)
        if text.name not in names:
            message = Message("'{name}' is not a word of {node}", text.name, node.name)
            cx.unknown(message, text.name, place, names)
        elif text.name in sentences:
            cx.error(Code.E202, Message("'{name}' already has a text", text.name), place)
        sentences[text.name] = text.words
    members = tuple(replace(x, words=sentences.get(x.name, x.words)) for x in known.members)
    cx.names.enums[node.name] = replace(known, members=members)


def component_shell(cx: Checking, node: s.Component) -> None:
    """Declare a component with its attributes, so that others may speak of it."""
    if not _declare_type(cx, node.name, "a component", node.span):
        return
    attributes: list[m.Attribute] = []
    taken: set[str] = set()
    for a in node.attributes:
        if a.name in taken:
            cx.names.lost += 1
            place = cx.word(a.name, a.span)
            cx.error(Code.E011, Message("{name} has '{a}' twice", node.name, a.name), place)
            continue
        taken.add(a.name)
        key = Key("attribute", a.name, node.name)
        what = Message("an attribute of {name}", node.name)
        cx.names.index.declare(Declaration(key, what, cx.word(a.name, a.span)))
        if a.name == "space":
            cx.error(Code.E011, "'space' already means where a piece is on a track", a.span)
        domain = check_type(cx, a.type, f"{node.name}.{a.name}")
        attributes.append(
            m.Attribute(
                name=a.name, domain=domain, default=None, changes=a.changes,
                key=cx.names.new_key(), span=a.span,
            )
        )  # fmt: skip
    cx.names.components[node.name] = m.Component(
        name=node.name, attributes=tuple(attributes), called=None,
        self_key=cx.names.new_key(), makes=(), words=node.words, span=node.span,
    )  # fmt: skip


def _declare_type(cx: Checking, name: str, kind: str, span: Span) -> bool:
    """Take the name of a type; report and return False when it is taken."""
    place = cx.word(name, span)
    if name in {"Player", "Team", *cx.names.enums, *cx.names.components, *cx.names.aliases}:
        cx.error(Code.E011, Message("there is already a type '{name}'", name), place)
        return False
    cx.names.index.declare(Declaration(Key("type", name), kind, place))
    return True


def check_component(cx: Checking, node: s.Component) -> m.Component | None:
    """Check what a component is called and how many are made."""
    shell = cx.names.components.get(node.name)
    if shell is None or shell.span != node.span:
        return None
    shell = replace(shell, attributes=_with_defaults(cx, node, shell))
    called = _called(cx, node, shell)
    makes = tuple(_make(cx, make, shell) for make in node.makes)
    if not makes and "make" not in cx.findings.uncertain:
        place = cx.word(node.name, node.span)
        cx.error(
            Code.E201, Message("no {name} is ever made", node.name), place, "add a line 'make 1 …'"
        )
    back = _back(cx, node, shell)
    return replace(shell, called=called, makes=makes, back=back)


def _with_defaults(cx: Checking, node: s.Component, shell: m.Component) -> tuple[m.Attribute, ...]:
    """Return the attributes with what they are where nothing else is said: perhaps computed from
    those above them.
    """
    written = {a.name: a.default for a in reversed(node.attributes)}
    places = {a.name: place for place, a in enumerate(shell.attributes)}
    found: list[m.Attribute] = []
    for a in shell.attributes:
        default = written[a.name]
        value = None if default is None else _reckoned(cx, default, a, shell, places)
        found.append(replace(a, default=value))
    return tuple(found)


def _reckoned(
    cx: Checking, node: s.Expr, a: m.Attribute, shell: m.Component, places: Mapping[str, int]
) -> m.Expr:
    """Check what an attribute is where nothing else is said. `places`: of all, by their names."""
    what, here = f"'{a.name}'", places[a.name]
    asked = sorted(places[name] for name in s.names_in(node) if name in places)
    known = [shell.attributes[place] for place in asked if place < here]
    for later in [shell.attributes[place] for place in asked if place >= here]:
        if later.name not in cx.names.members:
            message = Message(
                "{what} is computed from '{name}', which is not above it", what, later.name
            )
            hint = "an attribute can only be computed from those above it"
            return cx.error(Code.E203, message, cx.word(later.name, node.span), hint)
    with cx.names.block():
        for x in known:
            local = cx.names.add_local(x.name, x.domain.type, cx.word(x.name, x.span), number=x.key)
            local.used = True
            cx.names.used.add(f"{shell.name}.{x.name}")
        value = want_value(cx, node, a.domain.type, what)
    return want_within(cx, want_fixed(cx, value, [x.key for x in known]), a.domain, what)


def _back(cx: Checking, node: s.Component, shell: m.Component) -> tuple[str, ...]:
    """Check which attributes can be read on the back of a component."""
    known = {a.name: a for a in shell.attributes}
    found: list[str] = []
    for name in node.back.names if node.back else ():
        assert node.back is not None
        place = cx.word(name, node.back.span)
        if name not in known:
            message = Message("{component} has no attribute '{name}'", shell.name, name)
            cx.unknown(message, name, place, known, code=Code.E014)
        elif known[name].changes:
            message = Message("'{name}' changes, so it can't be printed on the back", name)
            cx.error(Code.E203, message, place, "only fixed attributes can be there")
        elif name in found:
            cx.error(Code.E202, Message("'{name}' is on the back twice", name), place)
        else:
            found.append(name)
            cx.names.used.add(f"{node.name}.{name}")
            cx.names.use("attribute", name, place, node.name)
    return tuple(found)


def _called(cx: Checking, node: s.Component, shell: m.Component) -> m.Expr | None:
    """Check what a piece is called; the names of its attributes are those of the piece itself."""
    if node.called is None:
        return None
    it = m.Local(name="it", key=shell.self_key, type=piece(node.name), span=node.called.span)
    own: dict[int, m.Expr] = {}
    with cx.names.block():
        for attribute in shell.attributes:
            place = cx.word(attribute.name, attribute.span)
            local = cx.names.add_local(attribute.name, attribute.domain.type, place)
            own[local.key] = m.Attr(piece=it, name=local.name, type=local.type, span=it.span)
        value = cx.value(node.called.value, TEXT)
        for local in cx.names.scopes[-1].values():
            if local.used:
                cx.names.used.add(f"{node.name}.{local.name}")
    return put(cx.want(value, TEXT, "'called'"), own)


def _make(cx: Checking, node: s.Make, shell: m.Component) -> m.Make:
    known = {a.name: a for a in shell.attributes}
    items: list[m.MakeItem] = []
    sure = True
    for item in node.items:
        attribute = known.get(item.name)
        if attribute is None:
            sure = False
            what = Message("{name} has no attribute '{item}'", shell.name, item.name)
            cx.unknown(what, item.name, item.span, known, code=Code.E014)
            continue
        cx.names.use("attribute", item.name, item.span, shell.name)
        if any(item.name == other.attribute for other in items):
            cx.error(Code.E202, Message("'{name}' is given twice", item.name), item.span)
        items.append(m.MakeItem(attribute=item.name, values=_values(cx, item, attribute)))
    given = {item.attribute for item in items}
    for a in shell.attributes:
        if sure and a.name not in given and a.default is None and not a.changes:
            message = Message("this doesn't say which '{name}' the pieces have", a.name)
            hint = Message("add '{name} = …', or 'for each {name}'", a.name)
            cx.error(Code.E201, message, node.span, hint=hint)
    count = want_fixed(cx, want_number(cx, node.count, "'make'"))
    when = None if node.when is None else want_fixed(cx, want_condition(cx, node.when))
    return m.Make(count=count, items=tuple(items), when=when, span=node.span)


def _numbers_as_words(cx: Checking, node: s.Expr, kind: Type) -> s.Expr:
    """Return a range as the list of its numbers, where these are words of a type."""
    known = cx.names.enums.get(kind.name) if kind.kind == "enum" else None
    if known is None or not isinstance(node, s.Range):
        return node
    if not isinstance(node.low, s.Number) or not isinstance(node.high, s.Number):
        return node
    low, high = node.low.value, node.high.value
    listed = [x.number for x in known.members if x.number is not None]
    if low not in listed or high not in listed or low > high:
        return node
    numbers = tuple(s.Number(node.span, n) for n in listed if low <= n <= high)
    return s.SetLiteral(node.span, numbers)


def _values(cx: Checking, item: s.MakeItem, attribute: m.Attribute) -> m.Expr:
    """Return the values of an attribute in a make line, as something to run through."""
    domain = attribute.domain
    if item.value is None:
        return every_value(domain, item.span)
    if item.form == "in":
        written: s.Expr = _numbers_as_words(cx, item.value, domain.type)
        source, kind = check_domain(cx, written, set_of(domain.type))
        if kind not in (domain.type.sure(), domain.type, ERROR):
            shown = Message(
                "'{name}' is {kind}, so it can't be {other}",
                *(item.name, domain.type.describe(), kind.describe()),
            )
            cx.error(Code.E101, shown, item.value.span)
        return want_fixed(cx, source)
    what = Message("'{name}' of a piece", item.name)
    value = want_value(cx, item.value, domain.type, what)
    value = want_within(cx, value, domain, what)
    return m.SetOf(items=(want_fixed(cx, value),), type=set_of(domain.type), span=item.span)
