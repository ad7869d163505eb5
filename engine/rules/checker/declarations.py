"""Checking zones, variables and options."""

from __future__ import annotations

import re
from typing import Any, cast, get_args

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.cell_names import SIDES, check_cell_names, side_names
from engine.rules.checker.context import Checking
from engine.rules.checker.diagrams import check_letters
from engine.rules.checker.drawings import MAX_SIDE, check_drawing
from engine.rules.checker.types import (
    check_type,
    domain_of,
    named_type,
    type_called,
)
from engine.rules.checker.wanted import (
    number_literal,
    want_fixed,
    want_number,
    want_value,
    want_within,
)
from engine.rules.types import MARK, NUMBER, PLAYER, TRUTH, Type
from engine.rules.zone_kinds import OTHER_NAMES, ZONE_KINDS, ZoneKind

MAX_SPACES = 1000


MAX_VALUES = 1_000
"""Of an option: they are all listed for who chooses one."""


def index_domains(cx: Checking, node: s.IndexTypes | None, name: str) -> tuple[m.Domain, ...]:
    """Check what the indices of a family run through."""
    domains = tuple(domain_of(cx, t, name) for t in (node.types if node else ()))
    for domain in domains:
        if domain.type.kind not in ("enum", "number", "error"):
            message = "an index must be words, players or a range of numbers"
            cx.error(Code.E101, message, domain.span)
    return domains


def check_zone(cx: Checking, node: s.Zone) -> m.Zone:
    """Check a zone's kind, content and modifiers."""
    kind = ZONE_KINDS.get(node.kind)
    if kind is None:
        guess = OTHER_NAMES.get(node.kind) or nearest(node.kind, ZONE_KINDS)
        unknown = Message(
            "'{kind}' is not a kind of zone; the kinds are {names}",
            node.kind,
            ", ".join(ZONE_KINDS),
        )
        cx.findings.error(Code.E015, unknown, node.kind_span, fix=guess)
        kind = ZONE_KINDS["area"]
    fields: dict[str, Any] = {"seen": kind.seen}
    _check_content(cx, node, fields)
    indices = index_domains(cx, node.indices, node.name)
    has_owner = any(d.type == PLAYER for d in indices)
    if fields["seen"] == "owner" and not has_owner:
        fields["seen"] = "all"
    with cx.names.block():
        fields["index_keys"] = _index_names(cx, node, indices)
        for modifier in node.modifiers:
            _zone_modifier(cx, modifier, fields, has_owner)
    name = cx.word(node.name, node.span)
    if kind.room is not None:
        fields.setdefault("capacity", number_literal(kind.room, node.span))
    if kind.spaces and not fields.get("written") and not fields.get("spaces"):
        message = "a track needs its number of spaces"
        cx.error(Code.E201, message, name, hint="add ', spaces 1..9'")
    if fields.get("written") and "capacity" not in fields:
        message = "a zone that is written in needs a size"
        cx.error(Code.E201, message, name, hint="add ', at most 9'")
    if node.drawn:
        _drawing(cx, node, kind, fields, name)
    if kind.grid:
        indices += _sides(cx, fields, name)
    elif fields.get("hexes"):
        text = Message("only a grid has hexes; '{name}' is a {kind}", node.name, kind.name)
        hint = Message("write ': grid of …' instead of ': {kind}'", kind.name)
        cx.error(Code.E015, text, name, hint=hint)
    check_cell_names(cx, node, fields, name)
    fields["letters"] = check_letters(cx, node, grid=kind.grid)
    return m.Zone(
        name=node.name,
        kind=kind.name,
        indices=indices,
        words=node.words,
        span=node.span,
        **fields,
    )


def _index_names(
    cx: Checking, node: s.Zone, indices: tuple[m.Domain, ...]
) -> tuple[int | None, ...]:
    """Let bounds speak of the indices of a family, by the names of their types; return the keys."""
    sides = node.indices.types if node.indices else ()
    types = [side.name if isinstance(side, s.Member) else "" for side in sides]
    keys: list[int | None] = [None] * len(types)
    for name in s.names_in(node.modifiers):
        kind, place = type_called(name), cx.word(name, node.modifiers[0].span)
        if types.count(kind) > 1:
            message = Message("'{name}' has several indices of the type {kind}", node.name, kind)
            cx.error(Code.E011, message, place, "give each its own type")
        elif kind not in types:
            known = cx.names.visible()
            meant = name in known or nearest(name, known) or cx.names.maybe_declared(name)
            if meant or "" not in types:
                continue
            hint = Message(
                "name the range, 'type {kind} = …', and write '{name}[{kind}]'", kind, node.name
            )
            cx.error(Code.E010, Message("nothing here is called '{name}'", name), place, hint)
        index = types.index(kind if kind in types else "")
        local = cx.names.add_local(name, indices[index].type, place)
        local.used = True
        keys[index] = local.key
    return tuple(keys)


def _check_content(cx: Checking, node: s.Zone, fields: dict[str, Any]) -> None:
    first = node.content[0]
    if isinstance(first, s.Range):
        fields["written"] = domain_of(cx, first, node.name)
    elif not first.is_type:
        if first.name != "mark":
            what = Message("a zone holds components, numbers or marks, not '{name}'", first.name)
            cx.unknown(what, first.name, first.span, ["mark", *cx.names.components], code=Code.E013)
        fields["written"] = m.Domain(type=MARK, span=first.span)
    else:
        kinds = [named_type(cx, part.name, part.span)
                 for part in node.content if isinstance(part, s.Member)]  # fmt: skip
        if len(kinds) == 1 and kinds[0].kind in ("enum", "number"):
            fields["written"] = domain_of(cx, first, node.name)
            return
        for kind in kinds:
            if kind.kind not in ("piece", "error"):
                cx.error(
                    Code.E101, Message("a zone can't hold {kind}", kind.describe()), first.span
                )
        fields["pieces"] = tuple(name for k in kinds if k.kind == "piece" for name in k.names)
        counted = [cx.names.components[c].counted for c in fields["pieces"]]
        if any(counted) and len(counted) > 1:
            cx.error(Code.E101, "counted pieces need their own zones", node.span)


def _zone_modifier(cx: Checking, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
    parts = node.parts
    if parts == ("face", "up"):
        fields["seen"] = "all"
    elif parts == ("face", "down"):
        fields["seen"] = "none"
    elif parts[:2] == ("seen", "by"):
        _seen(cx, node, fields, has_owner)
    elif bounds := _bounds_of(node):
        _spaces(cx, *bounds, fields, node.span)
    elif parts[:2] == ("at", "most") and isinstance(parts[2], s.Node):
        fields["capacity"] = _bound(cx, parts[2])
    elif len(parts) == 3 and parts[1] == "by" and isinstance(parts[0], int):
        _grid(cx, parts[0], parts[2], fields, node)
    elif parts == ("hexes",):
        fields["hexes"] = True
    elif isinstance(parts[0], str) and parts[0] in SIDES and len(parts) > 1:
        fields[parts[0]] = side_names(cx, node)
    elif parts[0] == "called" and len(parts) == 2 and isinstance(parts[1], str):
        fields["called"] = parts[1], node.span
    else:
        _unknown_modifier(cx, node)


def _bounds_of(node: s.Modifier) -> tuple[int, s.Expr] | None:
    """Return the ends of `spaces A..B`; None for other modifiers."""
    match node.parts:
        case ("spaces", (int(low), s.Node() as high)):
            return low, high
    return None


def _grid(
    cx: Checking, rows: int, columns: object, fields: dict[str, Any], node: s.Modifier
) -> None:
    fields["grid"] = (1, 1)
    if not isinstance(columns, int):
        _unknown_modifier(cx, node)
    elif not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        message = Message("a grid has 1 to {most} rows and columns", MAX_SIDE)
        cx.error(Code.E104, message, node.span)
    else:
        fields["grid"] = (rows, columns)


def _drawing(
    cx: Checking, node: s.Zone, kind: ZoneKind, fields: dict[str, Any], name: Span
) -> None:
    """Take the cells and the size of a grid from its drawing."""
    if not kind.grid:
        text = Message("only a grid is drawn; '{name}' is a {kind}", node.name, kind.name)
        hint = Message("write ': grid of …' instead of ': {kind}'", kind.name)
        cx.error(Code.E015, text, name, hint=hint)
        return
    if "grid" in fields:
        text = Message("the drawing says how large '{name}' is", node.name)
        cx.error(Code.E202, text, name, hint="leave out its rows and columns")
    made = check_drawing(cx, node.drawn, hexes=bool(fields.get("hexes")))
    fields["board"], fields["grid"] = made or (None, (MAX_SIDE, MAX_SIDE))


def _sides(cx: Checking, fields: dict[str, Any], name: Span) -> tuple[m.Domain, ...]:
    """Return the indices that a grid has after its own: a family of spots, row by column."""
    if "grid" not in fields:
        cx.error(Code.E201, "a grid needs a size", name, hint="add ', 3 by 3', or draw it")
    one = number_literal(1, name)
    return tuple(
        m.Domain(type=NUMBER, low=one, high=number_literal(count, name), span=name)
        for count in fields.get("grid", (1, 1))
    )


def _spaces(cx: Checking, low: int, last: s.Expr, fields: dict[str, Any], span: Span) -> None:
    high = _bound(cx, last)
    if isinstance(high, m.Literal_) and not are_spaces(low, high.value):
        cx.error(
            Code.E104,
            Message("a track has at most {most} spaces; write the first one first", MAX_SPACES),
            span,
        )
    fields["spaces"] = (low, high)


def are_spaces(low: int, high: int) -> bool:
    """Return whether a track can have these spaces."""
    return 0 <= high - low < MAX_SPACES and high <= MAX_SPACES


def _bound(cx: Checking, node: s.Expr) -> m.Expr:
    """Check how much there is of something in each zone of a family: computed from its indices."""
    value = want_number(cx, node)
    known = {part.key for part in walk(value) if isinstance(part, m.Local)}
    return want_fixed(cx, value, known)


def _seen(cx: Checking, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
    who = " ".join(str(part) for part in node.parts[2:])
    if who not in get_args(m.Seen):
        message = Message(
            "'seen by {who}' is not allowed; write owner, all, none or all but owner", who
        )
        cx.findings.error(Code.E015, message, node.span, fix=nearest(who, get_args(m.Seen)))
    elif "owner" in who and not has_owner:
        cx.error(Code.E102, "this belongs to nobody, so it has no owner", node.span)
    else:
        fields["seen"] = who


_ROOM = re.compile(
    r"(?:max(?:imum)?|limit(?:ed to)?|up to|no more than|capacity|size|holds) (\w+)"
    r"|(\w+) max(?:imum)?"
)
"""How people say how many have room in a zone."""
_RANGE = re.compile(r"[\w ]+\.\.[^,]+")
"""How people say how many spaces a track has."""
_EACH = re.compile(r"(?:for each|for every|of each|one per|one each|per|each) (\w+)")
"""How people say that there is one of something each."""


def _unknown_modifier(cx: Checking, node: s.Modifier) -> None:
    written = cx.findings.sources[node.span.file].quote(node.span)
    known = ("face up", "face down", "seen by owner", "seen by all", "seen by none",
             "seen by all but owner", "spaces 1..9", "at most 9", "3 by 3", "hexes",
             "columns a..h", "rows 8..1")  # fmt: skip
    fix: str | None = nearest(written, known)
    hint: str | None = None
    if _RANGE.fullmatch(written):
        fix = f"spaces {written}"
    elif room := _ROOM.fullmatch(written):
        fix = f"at most {room[1] or room[2]}"
    elif index := _EACH.fullmatch(written):
        fix = None
        kind = index[1].capitalize()
        hint = Message("to have one each, write '[{kind}]' right after the name", kind)
    message = Message("'{written}' has no meaning for a zone or counter", written)
    cx.findings.error(Code.E015, message, node.span, fix=fix, hint=hint)


def check_variable(cx: Checking, node: s.Variable) -> m.Variable:
    """Check a top-level variable or counter."""
    domain, start = check_typed_start(cx, node, node.name)
    start = want_fixed(cx, start)
    fields: dict[str, Any] = {"seen": "all"}
    indices = index_domains(cx, node.indices, node.name)
    for modifier in node.modifiers:
        if modifier.parts[:2] == ("seen", "by"):
            _seen(cx, modifier, fields, any(d.type == PLAYER for d in indices))
        else:
            _unknown_modifier(cx, modifier)
    if node.kind == "counter" and domain.type != NUMBER:
        message = "a counter holds numbers; give it a range such as 0..99"
        if domain.type.maybe:
            message = "a counter holds numbers; give it a range such as 0..99, without '?'"
        cx.error(Code.E101, message, node.span)
    return m.Variable(
        name=node.name, kind=cast(m.VariableKind, node.kind), indices=indices, domain=domain,
        start=start, words=node.words, span=node.span, **fields,
    )  # fmt: skip


def check_typed_start(cx: Checking, node: s.Variable, name: str) -> tuple[m.Domain, m.Expr]:
    """Return the type and starting value of a variable; either may follow from the other."""
    if node.type is not None:
        domain = check_type(cx, node.type, name)
        if node.start is not None:
            start = want_value(cx, node.start, domain.type, f"'{name}'")
            start = want_within(cx, start, domain, f"'{name}'")
        else:
            start = default_value(cx, domain, node)
        return domain, start
    if node.start is None:
        start = cx.error(
            Code.E201,
            Message("'{name}' needs a type or a starting value", name),
            cx.word(name, node.span),
            hint="add ': 0..9 = 0' or '= no'",
        )
    else:
        start = cx.value(node.start)
    if start.type.sure() == NUMBER:
        start = cx.error(
            Code.E201,
            Message("'{name}' needs a range", name),
            cx.word(name, node.span),
            hint="add ': 0..99'",
        )
    if start.type.kind == "zone":
        start = cx.error(Code.E101, "a variable can't hold a zone", node.span)
    return m.Domain(type=start.type, span=node.span), start


def default_value(cx: Checking, domain: m.Domain, node: s.Variable) -> m.Expr:
    """Return what a variable starts with when its line doesn't say: none, no, the lowest."""
    kind = domain.type
    if kind.maybe:
        return m.Literal_(type=Type("none"), value=0, span=node.span)
    if kind == NUMBER and domain.low is not None:
        return domain.low
    if kind.kind == "piece":
        return cx.error(
            Code.E201,
            Message("'{name}' needs a starting value, or '?' after its type", node.name),
            node.span,
        )
    return m.Literal_(type=kind, value=0, span=node.span)


def check_option(cx: Checking, node: s.Option) -> m.Option:
    """Check an option: numbers or words, and a default among them."""
    domain = check_type(cx, node.type, f"option {node.name}")
    value = _default(cx, node, domain)
    default = value.value if isinstance(value, m.Literal_) else 0
    if not isinstance(value, m.Literal_):
        cx.error(Code.E106, "the default of an option must be one of its values", node.default.span)
    what = f"'{node.name}'" if node.fixed else Message("the default of '{name}'", node.name)
    want_within(cx, value, domain, what)
    plain = isinstance(domain.low, m.Literal_) and isinstance(domain.high, m.Literal_)
    if domain.type.kind not in ("truth", "number", "enum", "error") or domain.type == PLAYER:
        cx.error(Code.E101, "the values of an option are numbers or words", node.type.span)
    if domain.type.maybe:
        cx.error(Code.E101, "an option always has a value; leave out the '?'", node.type.span)
    if domain.type.kind == "number" and not plain:
        cx.error(Code.E106, "the range of an option is two plain numbers", node.type.span)
    if domain.type.kind == "number" and plain:
        _can_be_listed(cx, node, domain)
    return m.Option(
        name=node.name,
        domain=domain,
        default=default,
        words=node.words,
        fixed=node.fixed,
        span=node.span,
    )


def _can_be_listed(cx: Checking, node: s.Option, domain: m.Domain) -> None:
    """Report an option with more values than can be listed for who chooses one."""
    low, high = (getattr(x, "value", 0) for x in (domain.low, domain.high))
    if high - low >= MAX_VALUES:
        count = f"{high - low + 1:,}"
        message = Message(
            "an option has at most {most} values; '{name}' has {count}",
            f"{MAX_VALUES:,}",
            node.name,
            count,
        )
        cx.error(Code.E107, message, node.type.span)


def _default(cx: Checking, node: s.Option, domain: m.Domain) -> m.Expr:
    """Check an option's default; of words it is one of those listed."""
    kind, written = domain.type, node.default
    if kind.kind == "enum" and kind.name in cx.names.enums and isinstance(written, s.Name):
        members = [member.name for member in cx.names.enums[kind.name].members]
        if written.name not in members:
            message = Message("'{name}' is not a value of '{node}'", written.name, node.name)
            cx.findings.error(Code.E010, message, written.span, fix=nearest(written.name, members))
            return cx.fail(written.span)
    if kind == TRUTH and isinstance(written, s.Name) and written.name not in ("yes", "no"):
        cx.error(Code.E010, Message("'{name}' is either yes or no", node.name), written.span)
        return cx.fail(written.span)
    return want_value(cx, written, kind, Message("the default of '{name}'", node.name))
