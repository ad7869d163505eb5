"""Checking expressions: names, calls, everything that runs through values, types and rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import assert_never, cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.parser import parse_expression
from engine.language.quotation import unquote
from engine.language.source import Span
from engine.language.syntax.expressions import FoldKind
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.index import Key
from engine.rules.checker.names import BUILT_IN, FOLDS, FUNCTIONS, LocalName
from engine.rules.checker.narrowing import knowing, narrowed, tells
from engine.rules.substitution import put
from engine.rules.types import (
    ERROR,
    MARK,
    NONE,
    NUMBER,
    PLAYER,
    TEAM,
    TEXT,
    TRUTH,
    Type,
    enum,
    piece,
    set_of,
    zone,
)
from engine.rules.walk import walk

TURNS = 1000
"""Of how many turns it is known in which position they have ended."""
UNFIXED = ("me", "active", "round", "total", "is out", "is new", "has come")
"""What may be asked of a position without naming anything in it."""
MOST_AT_ONCE = 12
"""How many pieces and values an action can take."""
MOST_LISTED = 1000
"""A range of more numbers than these isn't listed one by one."""
AMONG = "give the rule one of them as a parameter, and ask whether it 'is in' these"
SIZE = "how many lie in a zone is 'size(ZONE)'"


def want_value(cx: Checking, node: s.Expr, kind: Type, what: str) -> m.Expr:
    """Check a value of a type; `what` needs it, as in messages."""
    return cx.want(check_expression(cx, node, kind), kind, what)


def check_one(
    cx: Checking, node: s.Expr, what: str, expected: Type | None = None, hint: str | None = None
) -> m.Expr:
    """Check an expression that stands for one value of any type; `what` needs or gives it."""
    value = _one_or_text(cx, check_expression(cx, node, expected), what, hint)
    if value.type != TEXT:
        return value
    return cx.error(Code.E101, f"{what} one value, but this is a text", value.span)


def _one_or_text(cx: Checking, value: m.Expr, what: str, hint: str | None = None) -> m.Expr:
    """Return a value or a text; several values in place of one are reported."""
    if value.type.kind != "set":
        return _one_zone(cx, value)
    shown = value.type.describe()
    return cx.error(Code.E101, f"{what} one value, but this is {shown}", value.span, hint)


def _one_zone(cx: Checking, value: m.Expr) -> m.Expr:
    """Return a value; several zones in place of one are reported."""
    if not isinstance(value, m.ZoneRef) or not value.is_open:
        return value
    message = f"'{value.name}' is several zones; say which: {value.name}[…]"
    return cx.error(Code.E102, message, value.span)


def want_condition(cx: Checking, node: s.Expr) -> m.Expr:
    """Check a condition."""
    return want_value(cx, node, TRUTH, "a condition")


def want_number(cx: Checking, node: s.Expr, what: str = "this") -> m.Expr:
    """Check a number."""
    return want_value(cx, node, NUMBER, what)


def team_of(cx: Checking, seat: m.Expr, span: Span) -> m.Expr:
    """Return the team of a seat; an error in a game that has none."""
    if not cx.names.teams:
        return cx.no_teams("this game has no teams", span)
    return op("team", TEAM, span, seat)


def want_seat(cx: Checking, node: s.Expr) -> m.Expr:
    """Check a seat."""
    return want_value(cx, node, PLAYER, "a player")


def check_expression(cx: Checking, node: s.Expr, expected: Type | None = None) -> m.Expr:
    """Check an expression; `expected` tells equal words of several types apart."""
    value = _check_any(cx, node, expected)
    return narrowed(cx, value) if cx.kinds else value


def _check_any(cx: Checking, node: s.Expr, expected: Type | None) -> m.Expr:
    match node:
        case s.Number():
            return _check_number(cx, node, expected)
        case s.Text():
            return check_words(cx, node.value, node.span)
        case s.Name():
            return _check_name(cx, node, expected)
        case s.TypeName():
            if node.name in cx.names.members:
                return _check_name(cx, s.Name(node.span, node.name), expected)
            return every_of(cx, node.name, node.span)
        case s.My():
            return _mine(cx, node.name, None, node.span)
        case s.MyLine():
            return cx.error(Code.E203, "a line of a score stands only in examples", node.span)
        case s.Its():
            return _check_its(cx, node)
        case s.Seat():
            return _check_seat(cx, node)
        case s.Team():
            return _check_team(cx, node)
        case s.Stage():
            return cx.error(Code.E203, f"'the {node.name}' stands only in examples", node.span)
        case s.Dot():
            target = check_expression(cx, node.target)
            return check_attribute(cx, target, node.name, node.name_span, node.span)
        case s.Index():
            return _check_index(cx, node)
        case s.Call():
            return _check_call(cx, node)
        case s.Fold():
            return _check_fold(cx, node)
        case s.SetLiteral():
            return _check_set_literal(cx, node, expected)
        case s.TupleOf():
            return _check_tuple_of(cx, node, expected)
        case s.EndOf():
            where = want_zone(cx, node.zone)
            end = "last" if node.which == "top" else "first"
            return op(end, content_type(cx, where), node.span, where)
        case s.ThePiece():
            return _check_the_piece(cx, node)
        case s.Lines():
            return _check_lines(cx, node)
        case s.Cells():
            return _check_cells(cx, node)
        case s.Group():
            return _check_group(cx, node)
        case s.NextAfter():
            return _check_next_after(cx, node)
        case s.SomeOf():
            return _check_some_of(cx, node)
        case s.Unary():
            return _check_unary(cx, node)
        case s.Binary():
            return _check_binary(cx, node, expected)
        case s.Compare():
            return _check_compare(cx, node)
        case s.IsState():
            return _check_is_state(cx, node)
        case s.Repeated():
            return _check_repeated(cx, node)
        case s.IsIn():
            return _check_is_in(cx, node)
        case s.Range():
            low, high = want_number(cx, node.low), want_number(cx, node.high)
            return m.Interval(low=low, high=high, type=set_of(NUMBER), span=node.span)
        case s.Conditional():
            return _check_conditional(cx, node, expected)
        case s.Supposing():
            return _check_supposing(cx, node, expected)
        case _:
            assert_never(node)


def _check_name(cx: Checking, node: s.Name, expected: Type | None) -> m.Expr:
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
    if owners:
        return _loose_member(cx, name, owners, span)
    if name in FUNCTIONS:
        return cx.error(Code.E010, f"'{name}' takes round brackets: {name}(…)", span)
    message, hint = f"nothing here is called '{name}'", None
    if elsewhere := cx.names.ended.get(name):
        message = f"'{name}' ends with the block that it is declared in (line {elsewhere})"
        hint = "hand it over in brackets, or declare it at the left edge"
    known = cx.names.visible()
    return cx.unknown(message, name, span, known, hint=hint)


def _loose_member(cx: Checking, name: str, owners: list[str], span: Span) -> m.Expr:
    plain = [o for o in owners if not cx.names.enums[o].parts] or owners
    if len(plain) > 1:
        listed = " and ".join(f"{o}" for o in plain)
        return cx.error(Code.E010, f"'{name}' is a word of {listed}; it isn't clear which", span)
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
    if name in ("me", "active"):
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
            return cx.error(Code.E102, f"'{name}' needs an index: {name}[{how}]", span)
        checked = check_indices(cx, name, indices or (), variable.indices, span)
        return m.VarRef(name=name, indices=checked, type=variable.domain.type, span=span)
    if name in names.tables:
        table = names.tables[name]
        checked = check_indices(cx, name, indices or (), table.sides, span)
        return m.Lookup(table=name, indices=checked, type=table.value, span=span)
    if name in names.constants and not indices:
        return cx.copied(names.constants[name].model_copy(update={"span": span}))
    if name in names.options and not indices:
        option = names.options[name]
        return m.OptionRef(name=name, type=option.domain.type, span=span)
    kind = names.declared[name][0]
    if indices is None and name in names.rules:
        return cx.error(Code.E102, f"'{name}' is {kind}; write {name}(…)", span)
    return cx.error(Code.E101, f"'{name}' is {kind} and can't be used as a value here", span)


def wrong_count(
    cx: Checking, name: str, wanted: int, have: int, span: Span, hint: str | None = None
) -> m.Expr:
    """Report how many indices were wanted."""
    things = "index" if wanted == 1 else "indices"
    return cx.error(Code.E102, f"'{name}' has {wanted} {things}, not {have}", span, hint)


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
        value = node if isinstance(node, m.Expr) else check_expression(cx, node, domain.type)
        result.append(cx.want(value, domain.type, f"the index of '{name}'"))
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
            return f"did you mean 'my {name}[{inside}]'?"
    kinds = [d.type.name if d.type.kind == "enum" else d.type.kind for d in domains]
    return f"write {name}[{', '.join(kind.strip('.').upper() for kind in kinds)}]"


def quiet(cx: Checking, node: s.Expr) -> Type:
    """Return the type of an expression; what is wrong with it is told elsewhere or not."""
    before = list(cx.findings.items)
    reported = set(cx.names.reported)
    kind = check_expression(cx, node).type
    cx.findings.items[:] = before
    cx.names.reported = reported
    return kind.sure()


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
    """Resolve a zone, or a family when it stands without its indices."""
    family = cx.names.zones[name]
    if nodes is None:
        indices: tuple[m.Expr | None, ...] = tuple(None for _ in family.indices)
    elif nodes and not family.indices:
        message = f"'{name}' is one zone, not one for each of something"
        hint = f"a single piece of it is 'first({name})', 'last({name})' or 'top of {name}'"
        return cx.error(Code.E102, message, span, hint)
    elif whole := _of_a_player(cx, nodes, family.indices):
        indices = whole
    else:
        indices = check_indices(cx, name, nodes, family.indices, span)
    return m.ZoneRef(name=name, indices=indices, type=zone(name), span=span)


def _is_result(cx: Checking, name: str) -> bool:
    """Tell whether a name is the total of each player, or, in examples, the score."""
    return name == "total" or (name == "score" and cx.in_example)


def _mine(cx: Checking, name: str, nodes: Sequence[s.Expr] | None, span: Span) -> m.Expr:
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
        message = f"there is no zone or variable '{name}'"
        return cx.unknown(message, name, cx.word(name, span), known)
    kinds = [domain.type for domain in family.indices]
    if PLAYER not in kinds and TEAM not in kinds:
        return cx.error(Code.E102, f"'{name}' belongs to nobody, so it can't be 'my {name}'", span)
    at = kinds.index(PLAYER if PLAYER in kinds else TEAM)
    rest = family.indices[:at] + family.indices[at + 1 :]
    filled: list[m.Expr | None] = [None] * len(rest)
    if nodes is not None or not isinstance(family, m.Zone):
        filled = list(check_indices(cx, f"my {name}", nodes or (), rest, span))
    filled.insert(at, me if kinds[at] == PLAYER else team_of(cx, me, span))
    if isinstance(family, m.Zone):
        return m.ZoneRef(name=name, indices=tuple(filled), type=zone(name), span=span)
    indices = tuple(index for index in filled if index)
    if isinstance(family, LocalName):
        return _local(cx, family, indices, span)
    return m.VarRef(name=name, indices=indices, type=family.domain.type, span=span)


def _check_index(cx: Checking, node: s.Index) -> m.Expr:
    target, span = node.target, node.span
    if isinstance(target, s.My):
        return _mine(cx, target.name, node.arguments, span)
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
        message = f"{target.name} has no list of words to take one of"
        return cx.error(Code.E101, message, target.span)
    if len(node.arguments) != 1:
        return wrong_count(cx, target.name, 1, len(node.arguments), node.span)
    place = want_number(cx, node.arguments[0], f"the place in {target.name}")
    return op("word", kind, node.span, place)


def _index_of_value(cx: Checking, target: s.Expr, node: s.Index) -> m.Expr:
    span = node.span
    if isinstance(target, s.Name):
        known = target.name not in FUNCTIONS or target.name in cx.names.contested
        if known or cx.names.local(target.name):
            return check_expression(cx, target)
        inside = ", ".join(cx.quote(argument.span) for argument in node.arguments)
        fix = f"{target.name}({inside})"
        message = f"'{target.name}' takes round brackets"
        cx.findings.error(Code.E102, message, span, fix=fix)
        return cx.fail(span)
    return cx.error(Code.E102, "only zones, tables and variables have indices", span)


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
    cx.unknown(f"there is no type '{name}'", name, span, known, code=Code.E013)
    return ERROR


def _check_seat(cx: Checking, node: s.Seat) -> m.Expr:
    if not 1 <= node.number <= 64:
        return cx.error(Code.E104, f"there is no seat {node.number}", node.span)
    return m.Literal_(type=PLAYER, value=node.number - 1, span=node.span)


def _check_team(cx: Checking, node: s.Team) -> m.Expr:
    if not 1 <= node.number <= cx.names.teams:
        return cx.no_teams(f"there is no team {node.number}", node.span)
    return m.Literal_(type=TEAM, value=node.number - 1, span=node.span)


def _check_its(cx: Checking, node: s.Its) -> m.Expr:
    if not cx.its:
        return cx.error(Code.E203, "'its' stands only where each piece is moved", node.span)
    return check_attribute(cx, _local(cx, cx.its, (), node.span), node.name, node.span, node.span)


def check_attribute(cx: Checking, target: m.Expr, name: str, place: Span, span: Span) -> m.Expr:
    """Resolve an attribute of a piece, or where a cell lies."""
    if target.type == ERROR:
        return target
    if name in ("row", "column") and _is_grid(cx, target.type):
        if isinstance(target, m.ZoneRef) and target.is_open:
            message = f"'{target.name}' is several cells; say which: {target.name}[ROW, COLUMN]"
            return cx.error(Code.E102, message, target.span)
        return op(name, NUMBER, span, target)
    if target.type.kind == "enum" and name == "number":
        return op("number", NUMBER, span, target)
    if target.type.kind != "piece":
        message = f"only a piece has attributes; this is {target.type.describe()}"
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
            what = f"{component} has no attribute '{name}'"
            cx.unknown(what, name, place, others, code=Code.E014, hint=hint)
            return cx.fail(span)
    return found or cx.fail(span)


def _ask_kind(cx: Checking, target: m.Expr, name: str) -> str | None:
    """Return what to ask of a piece of which only another kind has an attribute."""
    for component in target.type.names:
        if any(a.name == name for a in cx.names.components[component].attributes):
            return f"ask '{cx.quote(target.span)} is in {component}' first"
    return None


def _cell_of(cx: Checking, piece_: m.Expr, place: Span, span: Span) -> m.Expr:
    """Return the cell that a piece lies in: of the only grid that may hold it."""
    kinds = set(piece_.type.names)
    grids = [z.name for z in cx.names.zones.values() if z.traits.grid and kinds & set(z.pieces)]
    if len(grids) != 1:
        who = piece_.type.describe()
        listed = " and ".join(grids)
        message = f"{who} may lie in {listed}" if grids else f"{who} never lies in a grid"
        return cx.error(Code.E014, f"{message}, so it has no one 'cell'", place)
    return op("cell", zone(grids[0]), span, piece_)


def _instead_of_dot(cx: Checking, target: m.Expr, name: str) -> str | None:
    """Return what to write for `deck.size` or `hand.me`."""
    if target.type.kind != "zone":
        return None
    shown = cx.quote(target.span)
    if name in ("size", "first", "last"):
        return f"write {name}({shown})"
    known = name in BUILT_IN or name in cx.names.members or cx.names.local(name)
    return f"an index stands in square brackets: {shown}[{name}]" if known else None


def want_zone(cx: Checking, node: s.Expr, *, family: bool = False, what: str = "this") -> m.Expr:
    """Check a zone; with `family` also several zones."""
    value = check_expression(cx, node)
    if value.type == ERROR:
        return value
    if value.type.kind != "zone":
        message = f"{what} needs a zone, but this is {value.type.describe()}"
        return cx.error(Code.E101, message, value.span)
    return value if family else _one_zone(cx, value)


def content_type(cx: Checking, value: m.Expr) -> Type:
    """Return the type of what lies in a zone."""
    if value.type.kind != "zone":
        return ERROR
    family = cx.names.zones[value.type.name]
    if not family.written and not family.pieces:
        return ERROR
    return family.written.type if family.written else piece(*family.pieces)


def _check_the_piece(cx: Checking, node: s.ThePiece) -> m.Expr:
    where = want_zone(cx, node.zone, family=True)
    place = node.type_name.span
    kind, content = named_type(cx, node.type_name.name, place), content_type(cx, where)
    if ERROR in (kind, content):
        return cx.fail(node.span)
    if kind != content and not (kind.kind == "piece" and kind.name in content.names):
        holds = " or ".join(content.names) or content.describe()
        message = f"'{where.type.name}' holds {holds}, so no {node.type_name.name} lies there"
        return cx.error(Code.E101, message, place)
    bind = m.Bind(name="it", key=cx.names.new_key(), type=content, domain=where)
    return m.Fold(
        kind="the", binders=(bind,), where=_of_kind(bind, kind, node.span), type=kind,
        span=node.span,
    )  # fmt: skip


def _of_kind(bind: m.Bind, kind: Type, span: Span) -> m.Expr | None:
    """Return the condition that a piece is of a kind; None where all are."""
    if bind.type == kind:
        return None
    it = m.Local(name=bind.name, key=bind.key, type=bind.type, span=span)
    every = m.Everything(of=kind, type=set_of(kind), span=span)
    return op("in", TRUTH, span, it, every)


def _check_call(cx: Checking, node: s.Call) -> m.Expr:
    name = node.name
    if node.original:
        return _original(cx, node)
    if name in cx.names.rules:
        return check_rule_call(cx, node)
    if name in ("abs", "max", "min"):
        return _numbers_call(cx, node)
    if name in FUNCTIONS:
        return _call_of_one(cx, node)
    if cx.names.local(name) is None and _indexed(cx, node):
        return cx.fail(node.span)
    if name in FOLDS:
        hint = SIZE if name == "count" else None
        return cx.error(Code.E102, f"write {name}(… for x in … where …)", node.span, hint)
    if cx.in_example and name in cx.action_names:
        message = f"'{name}' is an action, which is neither true nor false"
        hint = f"write 'can {name}(…)', 'cannot {name}(…)', or 'do {name}(…)' to make the move"
        return cx.error(Code.E010, message, node.name_span, hint)
    known, hint = [*cx.names.rules, *FUNCTIONS, *FOLDS], None
    if name in ("len", "length"):
        hint = SIZE
    return cx.unknown(f"there is no rule '{name}'", name, node.name_span, known, hint=hint)


def _indexed(cx: Checking, node: s.Call) -> bool:
    """Report round brackets where an index stands in square ones."""
    kind = cx.names.declared.get(node.name)
    if kind is None:
        return False
    cx.names.use_name(node.name, node.name_span)
    message = f"'{node.name}' is {kind[0]}"
    fix = None
    if node.name in {**cx.names.zones, **cx.names.variables, **cx.names.tables}:
        message += "; its index stands in square brackets"
        fix = f"{node.name}[{', '.join(cx.quote(a.span) for a in node.arguments)}]"
    else:
        message += " and can't be used as a value here"
    cx.findings.error(Code.E010, message, node.span, fix=fix)
    return True


def _original(cx: Checking, node: s.Call) -> m.Expr:
    hidden = f"original {node.name}"
    if hidden not in cx.names.rules:
        return cx.error(Code.E302, f"nothing replaces a rule '{node.name}' here", node.name_span)
    return check_rule_call(cx, s.Call(node.span, hidden, node.arguments, node.name_span))


def _call_of_one(cx: Checking, node: s.Call) -> m.Expr:
    """Check a call of what takes one thing: a set, a zone or a seat."""
    name, span = node.name, node.span
    if name == "partner" and not cx.names.teams:
        return cx.no_teams("without teams nobody has a partner", span)
    if len(node.arguments) != 1:
        return _not_one(cx, node)
    argument = node.arguments[0]
    if name == "size":
        return op(name, NUMBER, span, check_domain(cx, argument)[0])
    if name in ("first", "last"):
        if isinstance(argument, s.SomeOf):
            return _ends(cx, name, argument, span)
        where = want_zone(cx, argument)
        return op(name, content_type(cx, where), span, where)
    seat = want_seat(cx, argument)
    return team_of(cx, seat, span) if name == "team" else op(name, PLAYER, span, seat)


def _not_one(cx: Checking, node: s.Call) -> m.Expr:
    message = f"'{node.name}' takes 1 argument, not {len(node.arguments)}"
    return cx.error(Code.E102, message, node.span)


def _ends(cx: Checking, name: str, node: s.SomeOf, span: Span) -> m.Expr:
    """Check `first(3 of row)`: so many from one end of a zone, all where there are fewer."""
    many = want_number(cx, node.counts[0], "how many")
    where = want_zone(cx, node.domain)
    kind = content_type(cx, where)
    if ERROR in (many.type, where.type, kind):
        return cx.fail(span)
    if any(cx.names.components[one].counted for one in kind.names if kind.kind == "piece"):
        return cx.error(Code.E101, "counted pieces have no first or last", node.domain.span)
    if not cx.names.zones[where.type.name].traits.ordered:
        message = f"in '{where.type.name}' no order counts, so nothing lies {name} in it"
        return cx.error(Code.E101, message, node.domain.span, "pieces have an order in a pile, "
                        "a row or a column")  # fmt: skip
    return op(f"{name} of", set_of(kind), span, many, where)


def _numbers_call(cx: Checking, node: s.Call) -> m.Expr:
    if node.name in ("max", "min") and len(node.arguments) == 1:
        form = f"{node.name}(… for x in …)"
        message = f"'{node.name}' takes several numbers, or runs through many: {form}"
        return cx.error(Code.E102, message, node.span)
    values = tuple(want_number(cx, a, f"'{node.name}'") for a in node.arguments)
    if node.name == "abs" and len(values) != 1:
        return _not_one(cx, node)
    return op(node.name, NUMBER, node.span, *values)


def check_domain(cx: Checking, node: s.Expr, expected: Type | None = None) -> tuple[m.Expr, Type]:
    """Check something that values are taken from; return it and the type of the values."""
    value = check_expression(cx, node, expected)
    kind = value.type
    if kind == ERROR:
        return value, ERROR
    if kind.kind == "zone":
        return value, content_type(cx, value)
    if kind.kind == "set":
        return value, kind.items[0]
    return (
        cx.error(Code.E101, f"nothing can be taken from {kind.describe()}", value.span),
        ERROR,
    )


def _check_some_of(cx: Checking, node: s.SomeOf) -> m.Expr:
    message = "several at once are taken by an action, in its brackets, or asked about in a sum"
    return cx.error(Code.E203, message, node.span, "to move some pieces, write 'N from ZONE'")


def check_several(cx: Checking, node: s.SomeOf) -> tuple[m.Expr, Type]:
    """Check `N of SET`, `up to N of SET` and their like where they may stand.

    Return it and the type of each choice: a set.
    """
    counts = [want_fixed(cx, want_number(cx, count, "how many")) for count in node.counts]
    least = int(node.form in ("some of", "up to of", "or more of"))
    for number, count in enumerate(counts):
        known = count.value if isinstance(count, m.Literal_) and count.type == NUMBER else least
        if not least <= known <= MOST_AT_ONCE:
            message = f"{least} to {MOST_AT_ONCE} can be taken at once, not {known}"
            counts[number] = cx.error(Code.E104, message, count.span)
        least = known
    source, kind = check_domain(cx, node.domain)
    if _element(kind) == ERROR:
        kind = ERROR
    if kind.kind not in ("piece", "enum", "number", "error"):
        cx.error(Code.E101, f"{kind.describe()} can't be taken several at once", node.domain.span)
        kind = ERROR
    if any(cx.names.components[name].counted for name in kind.names if kind.kind == "piece"):
        hint = "let the action take a number: 'many in 1..size(…)'"
        cx.error(Code.E101, "counted pieces are all alike", node.domain.span, hint)
    if ERROR in (kind, *(count.type for count in counts)):
        return cx.fail(node.span), ERROR
    every = op(node.form, set_of(set_of(kind)), node.span, *counts, source)
    return every, set_of(kind)


def type_called(name: str) -> str:
    """Return the type that a name without a domain runs through: `suit` through `Suit`."""
    return name[:1].upper() + name[1:].replace("_", "")


def check_bind(cx: Checking, binder: s.Binder, *, several: bool = False) -> m.Bind:
    """Declare a binder in the innermost block; it may stand for several values at once."""
    if binder.domain is None:
        name = type_called(binder.name)
        source = every_of(cx, name, binder.span)
        kind = source.type.items[0]
        cx.names.index.implied[cx.word(binder.name, binder.span)] = Key("type", name)
    elif several and isinstance(binder.domain, s.SomeOf):
        source, kind = check_several(cx, binder.domain)
    else:
        source, kind = check_domain(cx, binder.domain)
    local = cx.names.add_local(binder.name, kind, cx.word(binder.name, binder.span))
    return m.Bind(name=binder.name, key=local.key, type=kind, domain=source, span=binder.span)


_MADE_OF = (*FOLDS, "one", "the", "{}")


def _check_fold(cx: Checking, node: s.Fold) -> m.Expr:
    """Check what runs through values: `sum(…)`, `the(…)`, `{x in S where C}`."""
    name = node.name
    if name not in _MADE_OF:
        message = f"'{name}' can't take 'for' or 'in'"
        return cx.unknown(message, name, node.name_span, (*FOLDS, "one"))
    single = name in ("random", "the", "{}")
    value: m.Expr | None = None
    with cx.names.block():
        binders = tuple(check_bind(cx, b, several=not single) for b in node.binders)
        where = None if node.where is None else want_condition(cx, node.where)
        with knowing(cx, where):
            if node.value is not None and name in ("any", "all", "count"):
                value = want_condition(cx, node.value)
            elif node.value is not None:
                value = check_one(cx, node.value, f"'{name}' needs")
                value = cx.want(value, NUMBER, "a sum") if name == "sum" else value
    if name in ("random", "one") and len(binders) > 1:
        does = "draws" if name == "random" else "takes"
        return cx.error(Code.E102, f"'{name}' {does} from one place", node.span)
    if name == "one" and (value is not None or binders[0].type.kind not in ("piece", "error")):
        message = "'one' takes one of several pieces that are alike: one(card in my hand where …)"
        return cx.error(Code.E102, message, node.span)
    if value is None and name in ("sum", "max", "min", "distinct", "all"):
        form = f"{name}(… for {binders[0].name} in …)"
        return cx.error(Code.E102, f"'{name}' needs a value: {form}", node.span)
    return m.Fold(
        kind="set" if name == "{}" else cast("FoldKind", name), binders=binders, where=where,
        value=value, type=_folded(name, binders[0].type, value), best=node.best, span=node.span,
    )  # fmt: skip


def _folded(name: str, each: Type, value: m.Expr | None) -> Type:
    """Return the type of what comes of values, or of those that are run through themselves."""
    if name in ("any", "all"):
        return TRUTH
    if name in ("sum", "count", "distinct"):
        return NUMBER
    if name == "{}":
        return set_of(each)
    return each if value is None or name == "the" else value.type


def _check_set_literal(cx: Checking, node: s.SetLiteral, expected: Type | None) -> m.Expr:
    element = expected.items[0] if expected and expected.kind == "set" else expected
    single, ranges = _listed(cx, node)
    found: list[m.Expr] = []
    if single:
        items = [check_one(cx, single[0], "each of these is", element)]
        items += [check_one(cx, item, "each of these is", items[0].type) for item in single[1:]]
        for item in items[1:]:
            cx.want(item, items[0].type, "each of these")
        listed = m.SetOf(items=tuple(items), type=set_of(items[0].type), span=node.span)
        found.append(listed if len(items) <= len(node.items) else cx.copied(listed))
    for part in ranges:
        interval = check_expression(cx, part)
        kind = found[0].type if found else interval.type
        found.append(cx.want(interval, kind, "each of these"))
    whole = found[0]
    for more in found[1:]:
        whole = op("union", whole.type, node.span, whole, more)
    return whole


def _listed(cx: Checking, node: s.SetLiteral) -> tuple[list[s.Expr], list[s.Range]]:
    """Return what a set lists one by one, ranges of plain numbers among it, and other ranges."""
    single: list[s.Expr] = []
    ranges: list[s.Range] = []
    for item in node.items:
        if not isinstance(item, s.Range):
            single.append(item)
        elif isinstance(item.low, s.Number) and isinstance(item.high, s.Number):
            low, high = item.low.value, item.high.value
            if low > high:
                cx.error(Code.E104, f"nothing lies in {low}..{high}", item.span)
            elif high - low + len(single) < MOST_LISTED:
                single += [s.Number(item.span, n) for n in range(low, high + 1)]
                continue
            ranges.append(item)
        else:
            ranges.append(item)
    return single, ranges


def _check_lines(cx: Checking, node: s.Lines) -> m.Expr:
    """Check `lines of N in GRID`: all straight lines of N cells, each the set of its cells."""
    length = want_fixed(cx, want_number(cx, node.length, "a line"))
    where = _whole_grid(cx, node.zone, "lines")
    return op("lines", set_of(set_of(where.type)), node.span, length, where)


def _is_grid(cx: Checking, kind: Type) -> bool:
    family = cx.names.zones.get(kind.name) if kind.kind == "zone" else None
    return family is not None and family.traits.grid


def is_cell(cx: Checking, value: m.Expr) -> bool:
    """Tell whether a value is one cell of a grid."""
    return _is_grid(cx, value.type) and not (isinstance(value, m.ZoneRef) and value.is_open)


def _whole_grid(cx: Checking, node: s.Expr, what: str) -> m.Expr:
    """Check a grid whose two last indices are left open."""
    where = check_expression(cx, node)
    if where.type == ERROR:
        return where
    if not _is_grid(cx, where.type):
        shown = where.type.describe()
        return cx.error(Code.E101, f"only a grid has {what}; this is {shown}", where.span)
    if not (isinstance(where, m.ZoneRef) and where.indices[-2:] == (None, None)):
        verb = "run through" if what == "lines" else "are those of"
        message = f"{what} {verb} a whole grid, not one cell of it"
        return cx.error(Code.E102, message, where.span)
    return where


def _want_cell(cx: Checking, node: s.Expr) -> m.Expr:
    """Check a single cell of a grid."""
    cell = want_zone(cx, node, what="'cells'")
    if cell.type == ERROR or _is_grid(cx, cell.type):
        return cell
    message = f"only a grid has cells; this is {cell.type.describe()}"
    return cx.error(Code.E101, message, cell.span)


def _check_cells(cx: Checking, node: s.Cells) -> m.Expr:
    """Check `cells …`: a set of cells of one grid."""
    whole = node.form == "of"
    first = _whole_grid(cx, node.parts[0], "cells") if whole else _want_cell(cx, node.parts[0])
    parts: tuple[m.Expr, ...] = (first,)
    if node.form == "from":
        parts += tuple(want_number(cx, part, "a direction") for part in node.parts[1:])
        steps = [p.value for p in parts[1:] if isinstance(p, m.Literal_) and p.type == NUMBER]
        if steps == [0, 0]:
            message = "no rows and no columns on is no direction"
            cx.error(Code.E104, message, node.parts[1].span)
    if node.form == "between":
        other = _want_cell(cx, node.parts[1])
        parts += (cx.want(other, first.type, "the other end"),)
    kind = next((part.type for part in parts if part.type == ERROR), first.type)
    if kind == ERROR:
        return cx.fail(node.span)
    return op(f"cells {node.form}", set_of(kind), node.span, *parts)


def _check_next_after(cx: Checking, node: s.NextAfter) -> m.Expr:
    """Check `next(player after me where C)`: of those for whom C holds, who sits nearest."""
    if node.name != "next":
        message = f"'{node.name}' can't take 'after'"
        return cx.unknown(message, node.name, node.name_span, ["next"])
    after = want_seat(cx, node.after)
    with cx.names.block():
        everybody = s.TypeName(node.span, "Player")
        bind = check_bind(cx, s.Binder(cx.word(node.who, node.span), node.who, everybody))
        where = None if node.where is None else want_condition(cx, node.where)

    def reckon(sign: str, *arguments: m.Expr) -> m.Expr:
        return op(sign, NUMBER, node.span, *arguments)

    who = m.Local(name=bind.name, key=bind.key, type=PLAYER, span=bind.span)
    one, seats = number_literal(1, node.span), reckon("players")
    apart = reckon("-", reckon("+", reckon("number", who), seats), reckon("number", after))
    steps = reckon("mod", reckon("-", apart, one), seats)
    return m.Fold(
        kind="the", binders=(bind,), where=where, value=steps, type=PLAYER, best="lowest",
        span=node.span,
    )  # fmt: skip


def _check_group(cx: Checking, node: s.Group) -> m.Expr:
    """Check `group(cell next to SQUARE where C)`: the cells that can be reached through C."""
    if node.name != "group":
        message = f"'{node.name}' can't take '{node.form}'"
        return cx.unknown(message, node.name, node.name_span, ["group"])
    start = _want_cell(cx, node.start)
    with cx.names.block():
        local = cx.names.add_local(node.cell, start.type, cx.word(node.cell, node.span))
        where = None if node.where is None else want_condition(cx, node.where)
    if start.type == ERROR:
        return cx.fail(node.span)
    beside = op(f"cells {node.form}", set_of(start.type), node.span, start)
    bind = m.Bind(
        name=node.cell, key=local.key, type=start.type, domain=beside, span=node.start.span
    )
    return m.Fold(
        kind="group", binders=(bind,), where=where, type=set_of(start.type),
        span=node.span,
    )  # fmt: skip


def _check_number(cx: Checking, node: s.Number, expected: Type | None) -> m.Expr:
    if expected and expected.kind == "enum" and expected.name in cx.names.enums:
        members = cx.names.enums[expected.name].members
        for position, member in enumerate(members):
            if member.number == node.value:
                return m.Literal_(type=expected.sure(), value=position, span=node.span)
    if node.value > 2**31 - 1:
        return cx.error(Code.E104, "no number in a game goes beyond 2147483647", node.span)
    return m.Literal_(type=NUMBER, value=node.value, span=node.span)


_BRACE = re.compile(r"\\.|\{(?P<value>[^}]*)(?P<closed>\}?)")
"""What a backslash makes a plain sign, or a value in braces."""


def check_words(cx: Checking, text: str, span: Span) -> m.Words:
    """Check a quoted text, which stands at `span`, and the values quoted in it with braces."""
    source = cx.findings.sources.get(span.file)
    written = source.quote(span)[1:-1] if source else text
    if unquote(f'"{written}"') != text:
        written = text
    parts: list[str | m.Expr] = []
    values: list[str] = []
    start = 0
    for brace in _BRACE.finditer(written):
        inner, closed = brace["value"], brace["closed"]
        if inner is None:
            continue
        column = span.column + 1 + brace.start("value")
        place = Span(span.file, span.line, column, span.line, column + len(inner))
        parts.append(unquote(f'"{written[start : brace.start()]}"'))
        start = brace.end()
        if not closed:
            place = place._replace(column=place.column - 1)
            cx.error(Code.E016, "this '{' is never closed", place, "add '}'")
            continue
        node = parse_expression(inner, place)
        if node is None:
            cx.error(Code.E016, f"'{{{inner}}}' can't be read as a value", place)
            continue
        parts.append(check_expression(cx, node))
        values.append(inner)
    parts.append(unquote(f'"{written[start:]}"'))
    shown = tuple(p for p in parts if p != "")
    return m.Words(parts=shown, raw=text, values=tuple(values), type=TEXT, span=span)


def _check_tuple_of(cx: Checking, node: s.TupleOf, expected: Type | None) -> m.Expr:
    parts = expected.items if expected and expected.kind == "tuple" else ()
    items = tuple(
        check_one(cx, item, "a tuple needs", parts[i] if i < len(parts) else None)
        for i, item in enumerate(node.items)
    )
    kind = Type("tuple", (), tuple(item.type for item in items))
    return m.TupleOf(items=items, type=kind, span=node.span)


def _check_unary(cx: Checking, node: s.Unary) -> m.Expr:
    if node.operator == "not":
        return op("not", TRUTH, node.span, want_condition(cx, node.operand))
    value = want_number(cx, node.operand, "'-'")
    if isinstance(value, m.Literal_):
        return m.Literal_(type=NUMBER, value=-value.value, span=node.span)
    return op("negate", NUMBER, node.span, value)


def _check_binary(cx: Checking, node: s.Binary, expected: Type | None) -> m.Expr:
    sign = node.operator
    if sign in ("and", "or"):
        first = want_condition(cx, node.left)
        with knowing(cx, first, holds=sign == "and"):
            both = (first, want_condition(cx, node.right))
        return op(sign, TRUTH, node.span, *both)
    left = check_expression(cx, node.left, expected)
    if left.type.kind == "set" and sign in "+-":
        right = want_value(cx, node.right, left.type, f"'{sign}'")
        name = "union" if sign == "+" else "without"
        return op(name, left.type, node.span, left, right)
    what = f"'{sign}'"
    both = (cx.want(left, NUMBER, what), want_number(cx, node.right, what))
    return op(sign, NUMBER, node.span, *both)


def _check_compare(cx: Checking, node: s.Compare) -> m.Expr:
    operands = _alike(cx, node.operands)
    operands[1:-1] = map(cx.copied, operands[1:-1])
    tests = []
    for i, sign in enumerate(node.operators):
        pair = operands[i], operands[i + 1]
        _comparable(cx, sign, *pair, node.span)
        tests.append(op(sign, TRUTH, node.span, *pair))
    result: m.Expr = tests[0]
    for test in tests[1:]:
        result = op("and", TRUTH, node.span, result, test)
    return result


def _alike(cx: Checking, nodes: Sequence[s.Expr]) -> list[m.Expr]:
    """Check operands, those first that say of which type the bare words and numbers are."""
    done: dict[int, m.Expr] = {}
    expected: Type | None = None
    telling = [i for i, n in enumerate(nodes) if not _bare(cx, n)]
    bare = [i for i in range(len(nodes)) if i not in telling]
    bare.sort(key=lambda i: isinstance(nodes[i], s.Number))
    for i in [*telling, *bare]:
        done[i] = check_one(cx, nodes[i], "a comparison needs", expected)
        if done[i].type.kind not in ("error", "none"):
            expected = expected or done[i].type
    kinds = [v.type for v in done.values() if v.type.kind == "enum"]
    for kind in kinds:
        for i, value in done.items():
            other = value.type
            wide = other.kind == "enum" and other.name != kind.name
            if wide and cx.offset(other.name, kind.name) is not None:
                done[i] = cx.want(value, kind, "a comparison")
    return [done[i] for i in range(len(nodes))]


def _bare(cx: Checking, node: s.Expr) -> bool:
    if isinstance(node, s.Number):
        return True
    names = cx.names
    return (
        isinstance(node, (s.Name, s.TypeName))
        and node.name in names.members
        and not names.local(node.name)
        and node.name not in names.declared
    )


def _comparable(cx: Checking, op: str, left: m.Expr, right: m.Expr, span: Span) -> None:
    a, b = left.type, right.type
    if ERROR in (a, b):
        return
    if "none" in (a.kind, b.kind):
        other_value = right if a.kind == "none" else left
        other = other_value.type
        if op not in ("=", "!="):
            cx.error(Code.E103, "'none' can only be equal or not equal", span)
        elif not other.maybe:
            shown = cx.quote(other_value.span)
            cx.error(Code.E103, f"'{shown}' is {other.describe()}, which is never none", span)
        return
    same = a.sure() == b.sure() or (a.kind == b.kind == "piece" and bool({*a.names} & {*b.names}))
    if a.kind == b.kind == "tuple":
        same = len(a.items) == len(b.items)
    if not same:
        piece_first = cx.attribute_of(left, b)
        hint = piece_first or cx.attribute_of(right, a)
        message = f"{a.describe()} can't be compared with {b.describe()}"
        meant = f"did you mean '{hint}'?" if hint else cx.no_number(a, b)
        cx.error(Code.E103, message, span, meant)
    elif op not in ("=", "!=") and (a.maybe or b.maybe):
        shown = cx.quote((left if a.maybe else right).span)
        message = f"'{shown}' may be none, which has no order; only '=' and '!=' compare it"
        cx.error(Code.E103, message, span)
    elif op not in ("=", "!=") and a.kind not in ("number", "enum", "tuple"):
        hint = cx.attribute_of(left, NUMBER)
        message = f"{a.describe()} has no order; only '=' and '!=' compare it"
        cx.error(Code.E103, message, span, f"did you mean '{hint}'?" if hint else None)


def _check_is_state(cx: Checking, node: s.IsState) -> m.Expr:
    if node.state == "none":
        value = check_expression(cx, node.operand)
        if value.type != ERROR and not value.type.maybe:
            cx.error(Code.E103, f"{value.type.describe()} is never none", node.span)
    elif node.state == "out":
        value = want_value(cx, node.operand, PLAYER, "'is out'")
    else:
        value = _container(cx, node.operand, node.state)
    test = op(f"is {node.state}", TRUTH, node.span, value)
    return _negated(test, node.negated)


def _container(cx: Checking, node: s.Expr, state: str) -> m.Expr:
    value = check_expression(cx, node)
    if state == "full" and value.type.kind == "set":
        hint = "ask it of each zone among them: all(… is full for … in …)"
        shown = value.type.describe()
        return cx.error(Code.E101, f"only a zone is full; this is {shown}", value.span, hint)
    if value.type.kind not in ("zone", "set", "error"):
        message = f"only a zone is empty or full; this is {value.type.describe()}"
        return cx.error(Code.E101, message, value.span)
    return value


def _negated(test: m.Expr, negated: bool) -> m.Expr:
    if not negated:
        return test
    return op("not", TRUTH, test.span, test)


def _check_repeated(cx: Checking, node: s.Repeated) -> m.Expr:
    """Check `the position is new` and `the position has come 3 times`."""
    cx.remembers = True
    seen = [zone.seen for zone in cx.names.zones.values()]
    seen += [variable.seen for variable in cx.names.variables.values()]
    if seen and "all" not in seen:
        message = "the position is what everybody sees, and here nothing lies open"
        return cx.error(Code.E105, message, node.span)
    if node.times is None:
        return _negated(op("is new", TRUTH, node.span), node.negated)
    times = want_number(cx, node.times)
    if isinstance(times, m.Literal_) and times.type == NUMBER and not 2 <= times.value <= TURNS:
        hint = f"say 2 to {TURNS}: the position as it is now counts as one"
        return cx.error(
            Code.E104, f"a position can't come {times.value} times", times.span, hint=hint
        )
    times = want_fixed(cx, times)
    return op("has come", TRUTH, node.span, times)


def _check_is_in(cx: Checking, node: s.IsIn) -> m.Expr:
    value = check_one(cx, node.operand, "'is in' needs")
    where, element = check_domain(cx, node.domain, set_of(value.type))
    if isinstance(where, m.Everything) and _is_narrower(cx, element, value.type):
        return _negated(_is_of_type(cx, value, element, node.span), node.negated)
    if ERROR not in (value.type, element) and value.type.sure() != element:
        value = cx.want(value, element, "'is in'")
    test = op("in", TRUTH, node.span, value, where)
    return _negated(test, node.negated)


def _is_narrower(cx: Checking, kind: Type, wide: Type) -> bool:
    """Tell whether a type has only some of the words, or the kinds of pieces, of another."""
    if kind.kind == wide.kind == "piece":
        return kind != wide and set(kind.names) < set(wide.names)
    if kind.kind != "enum" or wide.kind != "enum" or kind.name == wide.name:
        return False
    return cx.offset(kind.name, wide.name) is not None


def _is_of_type(cx: Checking, value: m.Expr, kind: Type, span: Span) -> m.Expr:
    """Return the test whether a value is of a narrower type."""
    if kind.kind == "piece":
        domain: m.Expr = m.Everything(of=kind, type=set_of(kind), span=span)
    else:
        count = len(cx.names.enums[kind.name].members)
        words = (m.Literal_(type=kind, value=n, span=span) for n in range(count))
        items = tuple(cx.want(word, value.type, "'is in'") for word in words)
        domain = cx.copied(m.SetOf(items=items, type=set_of(value.type.sure()), span=span))
    test = op("in", TRUTH, span, value, domain)
    tells(cx, test, value, kind)
    return test


def _check_conditional(cx: Checking, node: s.Conditional, expected: Type | None) -> m.Expr:
    condition = want_condition(cx, node.condition)
    with knowing(cx, condition):
        value = _one_or_text(cx, check_expression(cx, node.value, expected), "'if' needs")
    with knowing(cx, condition, holds=False):
        other = check_expression(cx, node.otherwise, value.type)
        other = _one_or_text(cx, other, "'else' needs")
    kind = other.type if value.type.kind == "none" else value.type
    if kind != ERROR and any(v.type.maybe or v.type.kind == "none" for v in (value, other)):
        kind = replace(kind, maybe=True)
    if other.type.kind != "none":
        other = cx.want(other, kind, "'else'")
    return op("if", kind, node.span, condition, value, other)


def _check_supposing(cx: Checking, node: s.Supposing, expected: Type | None) -> m.Expr:
    """Check `C supposing move card to heap`."""
    value = check_expression(cx, node.value, expected)
    if value.type.kind not in ("truth", "number", "enum", "piece", "error"):
        message = f"{value.type.describe()} can't be asked for of what is supposed"
        value = cx.error(Code.E101, message, value.span)
    done = cx.suppose(cx, cast("s.Statement", node.done))
    body = m.Block(statements=() if done is None else (done,), span=node.done.span)
    return m.Supposing(value=value, body=body, type=value.type, span=node.span)


def want_fixed(cx: Checking, value: m.Expr, known: Collection[int] = ()) -> m.Expr:
    """Return a value that only players and options decide, or report what else decides it.

    `known`: the keys of names that are known before the game as well.
    """
    for part in walk(value):
        if isinstance(part, m.Local) and part.key in known:
            continue
        looks = (m.VarRef, m.ZoneRef, m.Local, m.Attr, m.RuleCall, m.Supposing)
        if isinstance(part, looks) or (isinstance(part, m.Op) and part.op in UNFIXED):
            return cx.error(
                Code.E106, "this may depend only on numbers, players and options", part.span
            )
    return value


def number_literal(value: int, span: Span) -> m.Literal_:
    """Return a number as an expression."""
    return m.Literal_(type=NUMBER, value=value, span=span)


def check_type(cx: Checking, node: s.TypeSpec, name: str) -> m.Domain:
    """Check a type in place; a list of words becomes an enumeration with the given name."""
    parts = node.parts
    first = parts[0]
    if len(parts) == 1:
        return domain_of(cx, first, name)
    if all(isinstance(p, s.Member) and p.name in ("yes", "no") for p in parts):
        return m.Domain(type=TRUTH, span=node.span)
    return m.Domain(type=check_enumeration(cx, node, name, None), span=node.span)


def domain_of(cx: Checking, part: s.Member | s.Range, name: str) -> m.Domain:
    """Check one part of a type that stands alone: a range, a type, a single word."""
    if isinstance(part, s.Range):
        low, high = (
            want_fixed(cx, want_number(cx, part.low)),
            want_fixed(cx, want_number(cx, part.high)),
        )
        known = [x.value for x in (low, high) if isinstance(x, m.Literal_)]
        if len(known) == 2 and known[0] > known[1] and ERROR not in (low.type, high.type):
            hint = f"the lower number stands first: {known[1]}..{known[0]}"
            cx.error(Code.E104, f"{known[0]}..{known[1]} holds no number", part.span, hint)
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
        return alias.model_copy(update={"type": kind, "span": part.span})
    kind = named_type(cx, part.name, part.span)
    if part.maybe and kind != ERROR:
        kind = replace(kind, maybe=True)
    return m.Domain(type=kind, span=part.span)


def _one_word(cx: Checking, part: s.Member) -> m.Domain:
    """Report a single word where a type is needed."""
    known = ["Player", *cx.names.enums, *cx.names.components, *cx.names.aliases]
    guess = nearest(part.name, [name for name in known if name[0].isupper()])
    message = f"'{part.name}' is no type"
    if not cx.names.maybe_declared(part.name):
        hint = None if guess else "a type is a range such as 0..9, a Type, or several words"
        cx.findings.error(Code.E013, message, part.span, fix=guess, hint=hint)
    kind = named_type(cx, guess, part.span) if guess else ERROR
    return m.Domain(type=kind, span=part.span)


def want_within(cx: Checking, value: m.Expr, domain: m.Domain, what: str) -> m.Expr:
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
        return cx.error(Code.E104, message, value.span)
    return value


def check_enumeration(cx: Checking, node: s.TypeSpec, name: str, words: str | None) -> Type:
    """Make an enumeration of words, numbers and the words of other enumerations."""
    members: list[m.Member] = []
    parts: list[tuple[str, int]] = []
    for part in node.parts:
        if part.maybe:
            message = "'?' stands behind the whole type of something that may be none"
            title = name.split()[-1].capitalize()
            hint = f"name the list with 'type', and write '{title}?' where it is used"
            cx.error(Code.E203, message, part.span, hint)
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
            message = f"'{part.name}' has a meaning of its own in every game"
            cx.error(Code.E011, message, part.span, "take another word")
        else:
            when = None if part.when is None else want_fixed(cx, want_condition(cx, part.when))
            members.append(m.Member(name=part.name, when=when, span=part.span))
    seen: set[str] = set()
    for member in members:
        if member.name in seen:
            cx.names.lost += 1
            cx.error(Code.E011, f"'{member.name}' stands twice in this list", member.span)
        elif member.name in cx.names.declared:
            what, place = cx.names.declared[member.name]
            text = f"'{member.name}' is already the name of {what} (line {place.line})"
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


def check_arguments(
    cx: Checking, node: s.Call, parameters: Sequence[m.Parameter]
) -> tuple[m.Expr, ...]:
    """Check arguments against parameters."""
    if len(node.arguments) != len(parameters):
        listed = f" ({', '.join(p.name for p in parameters)})" if parameters else ""
        things = "argument" if len(parameters) == 1 else "arguments"
        message = f"'{node.name}' takes {len(parameters)} {things}{listed}"
        cx.error(Code.E102, f"{message}, not {len(node.arguments)}", node.span)
        return tuple(cx.fail(node.span) for _ in parameters)
    values = []
    for argument, parameter in zip(node.arguments, parameters, strict=True):
        kind = parameter.domain.type
        what = f"'{parameter.name}' of '{node.name}'"
        if kind.kind == "zone":
            value = want_zone(cx, argument, what=what)
        elif kind.kind == "set":
            value, element = check_domain(cx, argument, kind)
            if element == kind.items[0]:
                values.append(value)
                continue
        else:
            value = check_expression(cx, argument, kind)
        values.append(want_within(cx, cx.want(value, kind, what), parameter.domain, what))
    return tuple(values)


def check_rule_call(cx: Checking, node: s.Call) -> m.Expr:
    """Check a call of a named rule against its parameters."""
    cx.names.use_name(node.name, node.name_span)
    if node.name in cx.open_rules:
        message = f"the rule '{node.name}' comes back to itself"
        return cx.error(Code.E204, message, node.span)
    rule = check_rule(cx, node.name, cx.names.rules[node.name])
    if rule.type == ERROR and not rule.cases:
        return cx.fail(node.span)
    if node.name in cx.wrong_rules:
        for argument in node.arguments:
            check_expression(cx, argument)
        return cx.fail(node.span)
    arguments = check_arguments(cx, node, rule.parameters)
    return m.RuleCall(rule=node.name, arguments=arguments, type=rule.type, span=node.span)


def check_parameters(cx: Checking, nodes: Sequence[s.Parameter]) -> tuple[m.Parameter, ...]:
    """Declare parameters in the innermost block."""
    result = []
    for node in nodes:
        domain = _parameter_domain(cx, node)
        local = cx.names.add_local(
            node.name, domain.type, cx.word(node.name, node.span), domain=domain
        )
        result.append(m.Parameter(name=node.name, key=local.key, domain=domain, span=node.span))
    return tuple(result)


def _parameter_domain(cx: Checking, node: s.Parameter) -> m.Domain:
    part = node.type
    if isinstance(part, s.Member) and not part.is_type:
        if part.name in cx.names.zones:
            cx.names.use_name(part.name, part.span)
            return m.Domain(type=Type("zone", (part.name,)), span=part.span)
        known = [*cx.names.zones, *cx.names.enums, *cx.names.components]
        what = f"there is no zone or type '{part.name}'"
        cx.unknown(what, part.name, part.span, known, code=Code.E013)
        return m.Domain(type=ERROR, span=part.span)
    if isinstance(part, s.Member) and part.several:
        kind = named_type(cx, part.name, part.span)
        if kind.kind not in ("piece", "enum", "error"):
            kind = cx.error(Code.E101, f"{part.name} is nothing to have several of", part.span).type
        return m.Domain(type=kind if kind == ERROR else set_of(kind), span=part.span)
    return domain_of(cx, part, node.name)


def check_named(cx: Checking, node: s.Let) -> tuple[int, m.Expr]:
    """Check `let` above a condition; return its key and what stands in its place.

    What it says is asked wherever its name stands, so it can be whatever can be asked.
    """
    value = _one_zone(cx, check_expression(cx, node.value))
    if any(isinstance(part, m.Fold) and part.kind == "random" for part in walk(value)):
        message = "chance is for what happens, and here nothing has happened yet"
        value = cx.error(Code.E203, message, node.value.span)
    place = cx.word(node.name, node.span)
    domain = m.Domain(type=value.type, span=node.span)
    local = cx.names.add_local(node.name, value.type, place, domain=domain, named=True)
    return local.key, value


def check_rule(cx: Checking, name: str, node: s.Rule) -> m.Rule:
    """Check a named rule; a rule that comes back to itself is reported."""
    done = cx.done_rules.get(name)
    if done:
        return done
    cx.open_rules.append(name)
    errors = len(cx.findings.errors)
    scopes, cx.names.scopes = cx.names.scopes, []
    with cx.names.block(), ExitStack() as before:
        parameters = check_parameters(cx, node.parameters)
        named: dict[int, m.Expr] = {}
        for let in node.lets:
            key, value = check_named(cx, let)
            named[key] = cx.copied(put(value, named))
        cases = _cases(cx, node, before)
        if named:
            cases = tuple(_put_into(cx, case, named) for case in cases)
    cx.names.scopes = scopes
    cx.open_rules.pop()
    kind = _in_common([case.value.type for case in cases])
    rule = m.Rule(
        name=name, parameters=parameters, cases=cases, type=kind, words=node.words,
        span=node.span,
    )  # fmt: skip
    cx.done_rules[name] = rule
    if len(cx.findings.errors) > errors:
        cx.wrong_rules.add(name)
    return rule


def _put_into(cx: Checking, case: m.Case, named: Mapping[int, m.Expr]) -> m.Case:
    """Return a case with what `let` says above it in the place of its names."""
    condition = None if case.condition is None else cx.copied(put(case.condition, named))
    value = cx.copied(put(case.value, named))
    return case.model_copy(update={"value": value, "condition": condition})


def _cases(cx: Checking, node: s.Rule, before: ExitStack) -> tuple[m.Case, ...]:
    """Check the cases; `before` keeps what is known since those before don't hold."""
    cases: list[m.Case] = []
    expected: Type | None = None
    for case in node.cases:
        if isinstance(case.value, s.Text) and expected is not None and expected.kind != "text":
            cx.error(Code.E203, "a sentence stands at the head of its rule", case.span)
            continue
        condition = None if case.condition is None else want_condition(cx, case.condition)
        with knowing(cx, condition):
            value = check_one(cx, case.value, f"the rule '{node.name}' gives", expected, AMONG)
        before.enter_context(knowing(cx, condition, holds=False))
        plain = value.type.sure()
        if expected is not None and plain.kind not in ("none", "error") and plain != expected:
            value = cx.want(value, expected, f"every case of '{node.name}'")
        if expected is None and plain.kind != "none":
            expected = plain
        if cases and cases[-1].condition is None:
            cx.findings.warn(Code.W002, "this line is never reached", case.span)
        cases.append(m.Case(value=value, condition=condition, span=case.span))
    if not cases:
        if not cx.findings.errors:
            cx.error(Code.E201, f"the rule '{node.name}' says nothing", node.name_span)
    elif (
        cases[-1].condition is not None
        and cases[0].value.type != TRUTH
        and not unread_line(cx, node.span)
    ):
        message = f"'{node.name}' has no value when no case holds"
        cx.error(Code.E201, message, cases[-1].span, hint="end with a line '… otherwise'")
    return tuple(cases)


def unread_line(cx: Checking, span: Span) -> bool:
    """Tell whether a line of a part couldn't be read."""
    unread = (Code.E001, Code.E002, Code.E003)
    found = [item.span for item in cx.findings.errors if item.code in unread]
    return any(s.file == span.file and span.line <= s.line <= span.end_line for s in found)


def _element(kind: Type) -> Type:
    """Return what several are of, or several of several."""
    return _element(kind.items[0]) if kind.kind == "set" else kind


def _in_common(kinds: Sequence[Type]) -> Type:
    """Return the type of the cases of a rule: that of the first, or none too if one may be none."""
    kind = next((kind for kind in kinds if kind.kind != "none"), None)
    if kind is None:
        return kinds[0] if kinds else ERROR
    maybe = any(other.maybe or other.kind == "none" for other in kinds)
    return replace(kind, maybe=True) if maybe and kind.kind != "error" else kind
