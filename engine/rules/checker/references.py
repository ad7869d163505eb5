"""Checking what refers to something by its name: locals, declarations, words and attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message, joined
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.cell_names import bare_cell, spelled_out
from engine.rules.checker.context import Checking, op
from engine.rules.checker.grids import is_grid, no_hole
from engine.rules.checker.names import BUILT_IN, FUNCTIONS, LocalName
from engine.rules.checker.types import named_type
from engine.rules.checker.wanted import quiet, team_of, want_number, want_seat
from engine.rules.types import ERROR, MARK, NONE, NUMBER, PLAYER, TEAM, TRUTH, Type, enum, zone


def check_name(cx: Checking, node: s.Name, expected: Type | None) -> m.Expr:
    """Check a name that is alone: no index, no brackets."""
    name, span = node.name, node.span
    local = cx.names.local(name)
    if local:
        return _local(cx, local, (), span)
    if name in cx.names.declared:
        return _declared(cx, name, None, span)
    if name in cx.names.contested:
        return cx.fail(span)
    if expected and expected.kind == "enum":
        found = enum_member(cx, name, expected, span)
        if found:
            return found
    built_in = _built_in(name, span)
    if built_in:
        return built_in
    owners = cx.names.members.get(name, [])
    loose = all(owner.startswith("table ") for owner in owners)  # words of a table, without a type
    if loose or (expected and expected.kind == "zone"):
        cell = bare_cell(cx, name, expected, span)
        if cell:
            return cell
    if owners:
        return _loose_member(cx, name, owners, span)
    if name in FUNCTIONS:
        return cx.error(Code.E010, Message("'{name}' takes round brackets: {name}(…)", name), span)
    message, hint = Message("nothing here is called '{name}'", name), None
    if elsewhere := cx.names.ended.get(name):
        message = Message(
            "'{name}' exists only in the block that declares it (line {line})", name, elsewhere
        )
        hint = "pass it in brackets, or declare it at the left edge"
    known = cx.names.visible()
    return cx.unknown(message, name, span, known, hint=hint)


def _loose_member(cx: Checking, name: str, owners: list[str], span: Span) -> m.Expr:
    plain = [o for o in owners if not cx.names.enums[o].parts] or owners
    if len(plain) > 1:
        message = "'{name}' is a word of {names}; it isn't clear which"
        return cx.error(Code.E010, Message(message, name, joined(plain)), span)
    found = enum_member(cx, name, enum(plain[0]), span)
    return found or cx.fail(span)


def enum_member(cx: Checking, name: str, kind: Type, span: Span) -> m.Literal_ | None:
    """Return a word of an enumeration, or None."""
    known = cx.names.enums.get(kind.name)
    for position, member in enumerate(known.members if known else ()):
        if member.name == name:
            cx.names.used.add(f"{kind.name}.{name}")
            cx.names.use_word(kind.name, member, span)
            return m.Literal_(type=kind.sure(), value=position, span=span)
    return None


def _built_in(name: str, span: Span) -> m.Expr | None:
    if name in ("yes", "no"):
        return m.Literal_(type=TRUTH, value=int(name == "yes"), span=span)
    if name == "none":
        return m.Literal_(type=NONE, value=0, span=span)
    if name in ("me", "active", "starter"):
        return op(name, PLAYER, span)
    if name in ("players", "round"):
        return op(name, NUMBER, span)
    if name == "total":
        return op("total", NUMBER, span, op("me", PLAYER, span))
    if name == "mark":
        return m.Literal_(type=MARK, value=1, span=span)
    return None


def _local(cx: Checking, local: LocalName, indices: tuple[m.Expr, ...], span: Span) -> m.Expr:
    local.used = True
    cx.names.use_local(local, span)
    if len(indices) != len(local.indices):
        return wrong_count(cx, local.name, len(local.indices), len(indices), span)
    return m.Local(name=local.name, key=local.key, indices=indices, type=local.type, span=span)


def _declared(cx: Checking, name: str, indices: Sequence[s.Expr] | None, span: Span) -> m.Expr:
    """Resolve a declared name, with its indices if it has any."""
    names = cx.names
    cx.names.use_name(name, span)
    if name in names.contested:
        return cx.fail(span)
    if name in names.zones:
        return zone_ref(cx, name, indices, span)
    if name in names.variables:
        variable = names.variables[name]
        if indices is None and variable.indices:
            how = ", ".join("…" for _ in variable.indices)
            return cx.error(
                Code.E102, Message("'{name}' needs an index: {name}[{how}]", name, how), span
            )
        checked = check_indices(cx, name, indices or (), variable.indices, span)
        return m.VarRef(name=name, indices=checked, type=variable.domain.type, span=span)
    if name in names.tables:
        table = names.tables[name]
        checked = check_indices(cx, name, indices or (), table.sides, span)
        return m.Lookup(table=name, indices=checked, type=table.value, span=span)
    if name in names.constants and not indices:
        return cx.copied(replace(names.constants[name], span=span))
    if name in names.options and not indices:
        option = names.options[name]
        return m.OptionRef(name=name, type=option.domain.type, span=span)
    kind = names.declared[name][0]
    if indices is None and name in names.rules:
        message = Message("'{name}' is {kind}; write {name}(…)", name, Message(kind))
        return cx.error(Code.E102, message, span)
    return cx.error(Code.E101, not_a_value(name, kind), span)


def not_a_value(name: str, kind: str) -> Message:
    """Return what is said of a name of something that is no value."""
    return Message("'{name}' is {kind} and can't be used as a value here", name, Message(kind))


def wrong_count(
    cx: Checking, name: str, wanted: int, have: int, span: Span, hint: str | None = None
) -> m.Expr:
    """Report how many indices were wanted."""
    message = Message(
        "'{name}' has 1 index, not {have}"
        if wanted == 1
        else "'{name}' has {wanted} indices, not {have}",
        *((name, have) if wanted == 1 else (name, wanted, have)),
    )
    return cx.error(Code.E102, message, span, hint)


def check_indices(
    cx: Checking,
    name: str,
    nodes: Sequence[s.Expr | m.Expr],
    domains: Sequence[m.Domain],
    span: Span,
) -> tuple[m.Expr, ...]:
    """Check indices against what they run through."""
    if len(nodes) != len(domains):
        wrong_count(cx, name, len(domains), len(nodes), span, _all(cx, name, nodes, domains))
        return tuple(cx.fail(span) for _ in domains)
    result = []
    for node, domain in zip(nodes, domains, strict=True):
        value = node if isinstance(node, m.Expr) else cx.value(node, domain.type)
        result.append(cx.want(value, domain.type, Message("the index of '{name}'", name)))
    return tuple(result)


def _all(
    cx: Checking, name: str, nodes: Sequence[s.Expr | m.Expr], domains: Sequence[m.Domain]
) -> str | None:
    """Say how something is written with all its indices."""
    if not domains or name not in cx.names.declared:
        return None
    if len(nodes) + 1 == len(domains) and any(domain.type == PLAYER for domain in domains):
        rest = [domain.type for domain in domains if domain.type != PLAYER]
        have = [node.type if isinstance(node, m.Expr) else quiet(cx, node) for node in nodes]
        if have == rest:
            inside = ", ".join(cx.quote(node.span) for node in nodes)
            return Message("did you mean 'my {name}[{inside}]'?", name, inside)
    kinds = [d.type.name if d.type.kind == "enum" else d.type.kind for d in domains]
    inside = ", ".join(kind.strip(".").upper() for kind in kinds)
    return Message("write {name}[{inside}]", name, inside)


def _of_a_player(
    cx: Checking, nodes: Sequence[s.Expr], domains: Sequence[m.Domain]
) -> tuple[m.Expr | None, ...] | None:
    """Return the indices of all zones of a player, where only the player is given."""
    players = [i for i, domain in enumerate(domains) if domain.type == PLAYER]
    if len(nodes) != 1 or len(domains) < 2 or len(players) != 1:
        return None
    if quiet(cx, nodes[0]) != PLAYER:
        return None
    seat = want_seat(cx, nodes[0])
    return tuple(seat if i == players[0] else None for i in range(len(domains)))


def zone_ref(cx: Checking, name: str, nodes: Sequence[s.Expr] | None, span: Span) -> m.Expr:
    """Resolve a zone, or a family when it is without its indices."""
    family = cx.names.zones[name]
    if nodes is None:
        indices: tuple[m.Expr | None, ...] = tuple(None for _ in family.indices)
    elif nodes and not family.indices:
        message = Message("'{name}' is a single zone; it has no index", name)
        hint = Message(
            "for one of its pieces, write 'first({name})', 'last({name})' or 'top of {name}'", name
        )
        return cx.error(Code.E102, message, span, hint)
    elif whole := _of_a_player(cx, nodes, family.indices):
        indices = whole
    else:
        spelled = spelled_out(cx, family, nodes, len(family.indices))
        indices = check_indices(cx, name, spelled, family.indices, span)
    return no_hole(cx, m.ZoneRef(name=name, indices=indices, type=zone(name), span=span))


def _is_result(cx: Checking, name: str) -> bool:
    """Return whether a name is the total of each player, or, in examples, the score."""
    return name == "total" or (name == "score" and cx.in_example)


def check_mine(cx: Checking, name: str, nodes: Sequence[s.Expr] | None, span: Span) -> m.Expr:
    """Resolve `my x[…]`: the seat's index is me, the others are given or left open."""
    me, names = op("me", PLAYER, span), cx.names
    if _is_result(cx, name):
        return op(name, NUMBER, span, me)
    if name == "team":
        return team_of(cx, me, span)
    local = names.local(name)
    names.used.add(name)
    if name in names.contested:
        return cx.fail(span)
    if name in names.declared and not local:
        names.use("name", name, span)
    family = local or names.zones.get(name) or names.variables.get(name)
    if family is None:
        known = [*names.zones, *names.variables]
        message = Message("there is no zone or variable '{name}'", name)
        return cx.unknown(message, name, cx.word(name, span), known)
    kinds = [domain.type for domain in family.indices]
    if PLAYER not in kinds and TEAM not in kinds:
        return cx.error(
            Code.E102, Message("'{name}' belongs to nobody, so it can't be 'my {name}'", name), span
        )
    at = kinds.index(PLAYER if PLAYER in kinds else TEAM)
    rest = family.indices[:at] + family.indices[at + 1 :]
    filled: list[m.Expr | None] = [None] * len(rest)
    if nodes is not None or not isinstance(family, m.Zone):
        given: Sequence[s.Expr | m.Expr] = nodes or ()
        if isinstance(family, m.Zone) and nodes:
            given = spelled_out(cx, family, nodes, len(rest))
        filled = list(check_indices(cx, f"my {name}", given, rest, span))
    filled.insert(at, me if kinds[at] == PLAYER else team_of(cx, me, span))
    if isinstance(family, m.Zone):
        mine = m.ZoneRef(name=name, indices=tuple(filled), type=zone(name), span=span)
        return no_hole(cx, mine)
    indices = tuple(index for index in filled if index)
    if isinstance(family, LocalName):
        return _local(cx, family, indices, span)
    return m.VarRef(name=name, indices=indices, type=family.domain.type, span=span)


def check_index(cx: Checking, node: s.Index) -> m.Expr:
    """Check what has an index in square brackets."""
    target, span = node.target, node.span
    if isinstance(target, s.My):
        return check_mine(cx, target.name, node.arguments, span)
    if isinstance(target, s.Name):
        local = cx.names.local(target.name)
        if local:
            checked = check_indices(cx, local.name, node.arguments, local.indices, span)
            return _local(cx, local, checked, span)
        if _is_result(cx, target.name):
            seat = check_indices(cx, target.name, node.arguments, (m.Domain(type=PLAYER),), span)
            return op(target.name, NUMBER, span, *seat)
        if target.name in cx.names.declared:
            return _declared(cx, target.name, node.arguments, span)
    if isinstance(target, s.TypeName):
        return _word_by_number(cx, target, node)
    return _index_of_value(cx, target, node)


def _word_by_number(cx: Checking, target: s.TypeName, node: s.Index) -> m.Expr:
    """Check `Suit[2]`: the word of a type by its place in the list."""
    kind = named_type(cx, target.name, target.span)
    if kind.kind != "enum":
        if kind == ERROR:
            return cx.fail(node.span)
        message = Message("{name} has no list of words to take one from", target.name)
        return cx.error(Code.E101, message, target.span)
    if len(node.arguments) != 1:
        return wrong_count(cx, target.name, 1, len(node.arguments), node.span)
    place = want_number(cx, node.arguments[0], Message("the place in {name}", target.name))
    return op("word", kind, node.span, place)


def _index_of_value(cx: Checking, target: s.Expr, node: s.Index) -> m.Expr:
    span = node.span
    if isinstance(target, s.Name):
        known = target.name not in FUNCTIONS or target.name in cx.names.contested
        if known or cx.names.local(target.name):
            return cx.value(target)
        inside = ", ".join(cx.quote(argument.span) for argument in node.arguments)
        fix = f"{target.name}({inside})"
        message = Message("'{name}' takes round brackets", target.name)
        cx.findings.error(Code.E102, message, span, fix=fix)
        return cx.fail(span)
    return cx.error(Code.E102, "only zones, tables and variables have indices", span)


def check_seat(cx: Checking, node: s.Seat) -> m.Expr:
    """Check `seat 2`."""
    if not 1 <= node.number <= 64:
        return cx.error(Code.E104, Message("there is no seat {number}", node.number), node.span)
    return m.Literal_(type=PLAYER, value=node.number - 1, span=node.span)


def check_team(cx: Checking, node: s.Team) -> m.Expr:
    """Check `team 2`."""
    if not 1 <= node.number <= cx.names.teams:
        return cx.no_teams(Message("there is no team {number}", node.number), node.span)
    return m.Literal_(type=TEAM, value=node.number - 1, span=node.span)


def check_its(cx: Checking, node: s.Its) -> m.Expr:
    """Check `its owner`: an attribute of the piece that is being moved."""
    if not cx.its:
        return cx.error(Code.E203, "'its' can only be used where each piece is moved", node.span)
    return check_attribute(cx, _local(cx, cx.its, (), node.span), node.name, node.span, node.span)


def check_attribute(cx: Checking, target: m.Expr, name: str, place: Span, span: Span) -> m.Expr:
    """Resolve an attribute of a piece, or where a cell lies."""
    if target.type == ERROR:
        return target
    if name in ("row", "column") and is_grid(cx, target.type):
        if isinstance(target, m.ZoneRef) and target.is_open:
            message = Message(
                "'{name}' has several cells; say which: {name}[ROW, COLUMN]", target.name
            )
            return cx.error(Code.E102, message, target.span)
        return op(name, NUMBER, span, target)
    if target.type.kind == "enum" and name == "number":
        return op("number", NUMBER, span, target)
    if target.type.kind != "piece":
        message = Message("only a piece has attributes; this is {kind}", target.type.describe())
        return cx.error(Code.E101, message, target.span, _instead_of_dot(cx, target, name))
    found: m.Expr | None = None
    for component in target.type.names:
        known = cx.names.components[component].attributes
        attribute = next((a for a in known if a.name == name), None)
        if attribute:
            cx.names.used.add(f"{component}.{name}")
            cx.names.use("attribute", name, place, component)
            found = m.Attr(piece=target, name=name, type=attribute.domain.type, span=span)
        elif name == "space":
            found = m.Attr(piece=target, name=name, type=NUMBER, span=span)
        elif name == "cell":
            found = _cell_of(cx, target, place, span)
        elif name == "place":
            found = op("place of", NUMBER, span, target)
        else:
            others, hint = [a.name for a in known], _ask_kind(cx, target, name)
            what = Message("{component} has no attribute '{name}'", component, name)
            cx.unknown(what, name, place, others, code=Code.E014, hint=hint)
            return cx.fail(span)
    return found or cx.fail(span)


def _ask_kind(cx: Checking, target: m.Expr, name: str) -> str | None:
    """Return what to ask of a piece of which only another kind has an attribute."""
    for component in target.type.names:
        if any(a.name == name for a in cx.names.components[component].attributes):
            return Message(
                "ask '{quoted} is in {component}' first", cx.quote(target.span), component
            )
    return None


def _cell_of(cx: Checking, piece_: m.Expr, place: Span, span: Span) -> m.Expr:
    """Return the cell that a piece lies in: of the only grid that may hold it."""
    kinds = set(piece_.type.names)
    grids = [z.name for z in cx.names.zones.values() if z.traits.grid and kinds & set(z.pieces)]
    if len(grids) != 1:
        message = Message(
            "{kind} can be in {names}, so it has no single 'cell'"
            if grids
            else "{kind} is never in a grid, so it has no 'cell'",
            *(piece_.type.describe(), joined(grids))[: 1 + bool(grids)],
        )
        return cx.error(Code.E014, message, place)
    return op("cell", zone(grids[0]), span, piece_)


def _instead_of_dot(cx: Checking, target: m.Expr, name: str) -> str | None:
    """Return what to write for `deck.size` or `hand.me`."""
    if target.type.kind != "zone":
        return None
    shown = cx.quote(target.span)
    if name in ("size", "first", "last"):
        return Message("write {name}({zone})", name, shown)
    known = name in BUILT_IN or name in cx.names.members or cx.names.local(name)
    index = "write an index in square brackets: {zone}[{name}]"
    return Message(index, shown, name) if known else None
