"""Checking statements that change something: moves, dealing, dice, counters, values and calls."""

from __future__ import annotations

from typing import assert_never, cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.frozen import walk
from engine.language.message import Message, joined
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.calls import check_arguments
from engine.rules.checker.context import Checking, op
from engine.rules.checker.declarations import check_typed_start, index_domains
from engine.rules.checker.grids import is_cell
from engine.rules.checker.references import check_indices, wrong_count
from engine.rules.checker.sentences import check_words
from engine.rules.checker.types import every_value, named_type
from engine.rules.checker.wanted import (
    content_type,
    team_of,
    want_condition,
    want_number,
    want_seat,
    want_value,
    want_within,
    want_zone,
)
from engine.rules.types import ERROR, NUMBER, PLAYER, TEAM, Type, piece, set_of

_NO_NAME = {
    "zone": "'let' names a piece, a cell or a value; write the zone itself where it is needed",
    "tuple": "name its parts one by one; for the best, write 'the(x in S with highest (…))'",
    "text": "write the words where they are read",
}
"""What helps where something can't be named, by the kind of its type."""
_NEIGHBOURS: dict[str, m.Neighbour] = {"left": "left", "right": "right"}


def check_move(cx: Checking, node: s.Move) -> m.Stmt:
    """Check `move`."""
    moved = node.moved
    components: tuple[str, ...] = ()
    what = count = where = None
    key = 0
    with cx.names.block():
        if moved.form in ("all", "each"):
            assert isinstance(moved.what, s.TypeName)
            components = _components(cx, moved.what)
            local = cx.names.add_local("it", piece(*components) if components else ERROR,
                                         moved.span)  # fmt: skip
            local.used, key, outer, cx.its = True, local.key, cx.its, local
            where = None if moved.where is None else want_condition(cx, moved.where)
            target = _target(cx, node.target, components)
            cx.its = outer
        else:
            what, components = _moved(cx, moved)
            if moved.count is not None:
                count = want_number(cx, moved.count, "the number")
            target = _target(cx, node.target, components)
    at = None if node.at is None else want_number(cx, node.at, "'at'")
    if _has_spaces(cx, target):
        if at is None:
            cx.error(Code.E102, "this needs to say at which space", node.span,
                       hint="add ' at 1'")  # fmt: skip
    elif at is not None and target.type != ERROR:
        message = "only a track has spaces, so only a track takes 'at'"
        cx.error(Code.E101, message, node.at.span if node.at else node.span)
    return m.Move(
        form=moved.form, what=what, count=count, where=where, components=components,
        each_key=key, to=target, at=at, span=node.span,
    )  # fmt: skip


def _has_spaces(cx: Checking, target: m.Expr) -> bool:
    if not isinstance(target, m.ZoneRef):
        return False
    family = cx.names.zones[target.name]
    return family.traits.spaces and bool(family.spaces or family.written)


def _components(cx: Checking, node: s.TypeName) -> tuple[str, ...]:
    kind = named_type(cx, node.name, node.span)
    if kind.kind not in ("piece", "error"):
        cx.error(Code.E101, Message("{name} is not a component", node.name), node.span)
    return kind.names if kind.kind == "piece" else ()


def _moved(cx: Checking, moved: s.Moved) -> tuple[m.Expr, tuple[str, ...]]:
    assert moved.what is not None
    if moved.form == "one":
        value = cx.value(moved.what)
        kind = value.type.items[0] if value.type.kind == "set" else value.type
        if value.type.kind == "zone":
            hint = Message(
                "write 'move all from {quoted}' or 'move top of …'", cx.quote(moved.what.span)
            )
            return cx.error(
                Code.E101, "a zone can't be moved; its pieces can", value.span, hint
            ), ()
        if kind.kind not in ("piece", "error"):
            cx.error(
                Code.E101,
                Message("only pieces can be moved; this is {kind}", kind.describe()),
                value.span,
            )
            return value, ()
        return value, kind.names if kind.kind == "piece" else ()
    value = want_zone(cx, moved.what, family=moved.form == "all from")
    kind = content_type(cx, value)
    return value, kind.names if kind.kind == "piece" else ()


def _target(cx: Checking, node: s.Target, components: tuple[str, ...]) -> m.Expr:
    if node.each:
        return cx.error(Code.E203, "'each' zone can only follow 'deal'", node.span)
    target = want_zone(cx, node.zone)
    _fits(cx, target, components, node.span)
    return target


def _fits(cx: Checking, target: m.Expr, components: tuple[str, ...], span: Span) -> None:
    if target.type.kind != "zone":
        return
    family = cx.names.zones[target.type.name]
    if family.written:
        cx.error(
            Code.E101, Message("'{name}' is written in; it can't hold pieces", family.name), span
        )
    for component in components:
        if family.pieces and component not in family.pieces:
            message = "'{name}' holds {names}, not {component}"
            holds = joined(family.pieces, "or")
            cx.error(Code.E101, Message(message, family.name, holds, component), span)


def check_forward(cx: Checking, node: s.Forward) -> m.Stmt:
    """Check `move … forward`."""
    value = cx.value(node.piece)
    if value.type.kind not in ("piece", "error"):
        cx.error(
            Code.E101,
            Message("only pieces can be moved; this is {kind}", value.type.describe()),
            value.span,
        )
    steps = want_number(cx, node.steps, "the distance")
    return m.Forward(piece=value, steps=steps, span=node.span)


def check_deal(cx: Checking, node: s.Deal) -> m.Stmt | None:
    """Check `deal`."""
    source = want_zone(cx, node.source)
    count = want_number(cx, node.count, "the number")
    binders: list[m.Bind | None] = []
    with cx.names.block():
        target = _deal_target(cx, node.target, binders)
        where = None
        if node.target.where is not None:
            where = want_condition(cx, node.target.where)
    if not isinstance(source, m.ZoneRef) or not isinstance(target, m.ZoneRef):
        return None
    kind = content_type(cx, source)
    _fits(cx, target, kind.names if kind.kind == "piece" else (), node.target.span)
    return m.Deal(
        count=count,
        source=source,
        to=target,
        binders=tuple(binders),
        where=where,
        span=node.span,
    )


def _deal_target(cx: Checking, node: s.Target, binders: list[m.Bind | None]) -> m.Expr:
    """Check `each event[colour, s]`: unknown names bind the family's indices."""
    base: s.Expr = node.zone
    arguments: tuple[s.Expr, ...] | None = None
    if isinstance(node.zone, s.Index):
        base, arguments = node.zone.target, node.zone.arguments
    if not node.each:
        return want_zone(cx, node.zone)
    if not isinstance(base, s.Name) or base.name not in cx.names.zones or arguments is None:
        return want_zone(cx, node.zone, family=True)
    family = cx.names.zones[base.name]
    cx.names.use_name(base.name, base.span)
    if len(arguments) != len(family.indices):
        wrong_count(cx, base.name, len(family.indices), len(arguments), node.span)
        return cx.fail(node.span)
    indices: list[m.Expr | None] = []
    for argument, domain in zip(arguments, family.indices, strict=True):
        bind = index_binder(cx, argument, domain)
        binders.append(bind)
        known = None if bind else want_value(cx, argument, domain.type, "this")
        indices.append(known)
    return m.ZoneRef(
        name=base.name, indices=tuple(indices), type=Type("zone", (base.name,)), span=node.span
    )


def index_binder(cx: Checking, node: s.Expr, domain: m.Domain) -> m.Bind | None:
    """Bind an unknown lower-case name to an index; None when the name is known already."""
    if not isinstance(node, s.Name):
        return None
    names = cx.names
    known = names.local(node.name) or node.name in names.declared or node.name in names.members
    if known or node.name in ("me", "active", "starter"):
        return None
    local = names.add_local(node.name, domain.type, node.span)
    return m.Bind(
        name=node.name, key=local.key, type=domain.type, span=node.span,
        domain=every_value(domain, domain.span),
    )  # fmt: skip


def check_roll(cx: Checking, node: s.Roll) -> m.Stmt:
    """Check `roll`."""
    moved = node.moved
    if moved.form in ("all", "each"):
        assert isinstance(moved.what, s.TypeName)
        names = _components(cx, moved.what)
        kind = piece(*names) if names else ERROR
        value: m.Expr = m.Everything(of=kind, type=set_of(kind), span=node.span)
    else:
        assert moved.what is not None
        value = cx.value(moved.what)
    kind = value.type
    if kind.kind == "zone":
        kind = content_type(cx, value)
    elif kind.kind == "set":
        kind = kind.items[0]
    changing = [
        a for c in (kind.names if kind.kind == "piece" else ())
        for a in cx.names.components[c].attributes if a.changes
    ]  # fmt: skip
    if kind != ERROR and not changing:
        cx.error(Code.E101, "only pieces with an attribute that changes can be rolled", node.span)
    return m.Roll(what=value, span=node.span)


def check_effect(cx: Checking, node: s.Effect) -> m.Stmt:
    """Check a statement that is a verb and its operands, such as `shuffle deck`."""
    match node.verb:
        case "shuffle":
            return m.Shuffle(zone=want_zone(cx, node.operands[0]), span=node.span)
        case "swap":
            return _effect_swap(cx, node)
        case "show":
            return _effect_show(cx, node)
        case "write":
            return _effect_write(cx, node)
        case "erase":
            return m.Erase(zone=want_zone(cx, node.operands[0]), span=node.span)
        case "out":
            return m.Out(seat=want_seat(cx, node.operands[0]), span=node.span)
        case "next turn":
            return m.NextTurn(seat=want_seat(cx, node.operands[0]), span=node.span)
        case _:
            assert_never(node.verb)


def _effect_swap(cx: Checking, node: s.Effect) -> m.Stmt:
    one, other = (want_zone(cx, operand) for operand in node.operands)
    if one.type != other.type and ERROR not in (one.type, other.type):
        cx.error(Code.E101, "only zones of the same family can be swapped", node.span)
    return m.Swap(one=one, other=other, span=node.span)


def check_pass_on(cx: Checking, node: s.PassOn) -> m.Stmt | None:
    """Check `move each hand to the left`."""
    zone, name = want_zone(cx, node.zone, family=True), node.to.name
    to = _NEIGHBOURS.get(name)
    if to is None:
        message = Message(
            "players can pass on a zone to the left or to the right, not to the {name}", name
        )
        cx.findings.error(Code.E015, message, node.to.span, fix=nearest(name, _NEIGHBOURS))
    elif not isinstance(zone, m.ZoneRef) or cx.names.zones[zone.name].owner_index is None:
        if zone.type != ERROR:
            message = Message(
                "players have no '{name}' of their own that they could pass on", node.zone.name
            )
            hint = "a zone such as 'hand[Player]' has one for each player"
            cx.error(Code.E102, message, node.zone.span, hint)
    else:
        return m.PassOn(zone=zone, to=to, span=node.span)
    return None


def _effect_show(cx: Checking, node: s.Effect) -> m.Stmt:
    what = cx.value(node.operands[0])
    to = cx.value(node.operands[1], PLAYER)
    kind = to.type.items[0] if to.type.kind == "set" else to.type
    cx.want(m.Local(name="it", key=0, type=kind, span=to.span), PLAYER, "'show'")
    _shown(cx, what)
    title = cx.quote(node.operands[0].span)
    return m.Show(what=what, to=to, title=title, span=node.span)


def check_announce(cx: Checking, node: s.Announce) -> m.Stmt:
    """Check `announce`."""
    return m.Announce(words=check_words(cx, node.text, cx.quoted(node.span)), span=node.span)


def _shown(cx: Checking, what: m.Expr) -> None:
    """Report what can't be shown."""
    kind = what.type
    if kind.kind == "set":
        kind = kind.items[0]
    if kind.kind not in ("piece", "zone", "number", "truth", "enum", "error"):
        message = Message(
            "only pieces, zones and values can be shown; this is {kind}", what.type.describe()
        )
        cx.error(Code.E101, message, what.span)
    elif what.type.kind == "set" and kind.kind not in ("piece", "error"):
        cx.error(Code.E101, "of several things, only pieces can be shown", what.span)
    own = {part.key for part in walk(what) if isinstance(part, m.Bind)}
    names = [x for x in walk(what) if isinstance(x, m.Local) and x.key not in own]
    for part in names if kind.kind in ("number", "truth", "enum") else ():
        if part.indices or part.type.kind in ("zone", "set", "tuple"):
            message = Message("'{name}' can't be part of a value that is shown", part.name)
            cx.error(Code.E203, message, part.span, "name what you need of it with 'let'")


def _effect_write(cx: Checking, node: s.Effect) -> m.Stmt:
    where = want_zone(cx, node.operands[1])
    family = cx.names.zones.get(where.type.name) if where.type.kind == "zone" else None
    if family and not family.written:
        cx.error(
            Code.E101,
            Message("'{name}' holds pieces; nothing can be written in it", family.name),
            where.span,
        )
    kind = family.written.type if family and family.written else ERROR
    operand = node.operands[0]
    if isinstance(operand, s.Name) and operand.name == "mark":
        value: m.Expr = m.Literal_(type=Type("mark"), value=1, span=operand.span)
    else:
        value = cx.value(operand, kind)
    return m.Write(value=cx.want(value, kind, "what is written"), zone=where, span=node.span)


def counter_called(cx: Checking, name: str, span: Span) -> m.Variable | None:
    """Return the counter of a name; report where there is none."""
    counters = {v.name: v for v in cx.names.variables.values() if v.kind == "counter"}
    if name not in counters:
        cx.unknown(Message("there is no counter '{name}'", name), name, span, counters)
        return None
    cx.names.use_name(name, span)
    return counters[name]


def check_gain(cx: Checking, node: s.Gain) -> m.Stmt | None:
    """Check `gain` and `lose`."""
    amount = want_number(cx, node.amount, f"'{node.verb}'")
    counter = counter_called(cx, node.counter, node.counter_span)
    if counter is None:
        return None
    verb = cast(m.Verb, node.verb)
    me: m.Expr = op("me", PLAYER, node.span)
    whose = None if node.to is None else want_seat(cx, node.to)
    if whose is not None and verb != "pay":
        _owned(cx, counter, node)
        me, whose = whose, None
    own = _counter_of(cx, counter, me, node)
    to = None if whose is None else _counter_of(cx, counter, whose, node)
    return m.Gain(verb=verb, amount=amount, counter=own, to=to, fits=node.fits, span=node.span)


def _owned(cx: Checking, counter: m.Variable, node: s.Gain) -> None:
    """Report whose counter is meant where it is nobody's."""
    if not any(d.type in (PLAYER, TEAM) for d in counter.indices):
        message = Message(
            "'{name}' belongs to nobody, so no player can be named for it", counter.name
        )
        cx.error(Code.E102, message, node.to.span if node.to else node.span)


def _counter_of(cx: Checking, counter: m.Variable, seat: m.Expr, node: s.Gain) -> m.VarRef:
    rest = [d for d in counter.indices if d.type not in (PLAYER, TEAM)]
    given = node.indices or ()
    if len(given) == len(counter.indices) and node.to is None:
        checked = check_indices(cx, counter.name, given, counter.indices, node.counter_span)
        return m.VarRef(name=counter.name, indices=checked, type=NUMBER, span=node.counter_span)
    others = iter(check_indices(cx, counter.name, given, rest, node.counter_span))
    indices = tuple(
        team_of(cx, seat, node.span) if d.type == TEAM
        else seat if d.type == PLAYER else next(others)
        for d in counter.indices
    )  # fmt: skip
    return m.VarRef(name=counter.name, indices=indices, type=NUMBER, span=node.counter_span)


def check_let(cx: Checking, node: s.Let) -> m.Stmt:
    """Check `let`."""
    value = cx.value(node.value)
    if value.type.kind in _NO_NAME and not is_cell(cx, value):
        value = cx.error(
            Code.E101,
            Message("{kind} can't be named with 'let'", value.type.describe()),
            node.value.span,
            _NO_NAME[value.type.kind],
        )
    domain = m.Domain(type=value.type, span=node.span)
    local = cx.names.add_local(
        node.name, value.type, cx.word(node.name, node.span), domain=domain, named=True
    )
    return m.Let(
        name=node.name, key=local.key, domain=domain, value=value,
        span=node.span,
    )  # fmt: skip


def check_local_variable(cx: Checking, node: s.Variable) -> m.Stmt:
    """Check a variable that lives as long as its block."""
    domain, start = check_typed_start(cx, node, node.name)
    indices = index_domains(cx, node.indices, node.name)
    local = cx.names.add_local(
        node.name,
        domain.type,
        cx.word(node.name, node.span),
        indices=indices,
        variable=True,
        domain=domain,
    )
    return m.Let(
        name=node.name, key=local.key, domain=domain, indices=indices, value=start,
        variable=True, span=node.span,
    )  # fmt: skip


def check_assign(cx: Checking, node: s.Assign) -> m.Stmt:
    """Check `:=`."""
    target = _assigned(cx, node.target)
    domain: m.Domain | None = None
    if isinstance(target, m.Local):
        local = cx.names.local(target.name)
        domain = local.domain if local else None
        if local and not local.variable:
            hint = "declare it with 'var' to change it"
            fixed = Message("'{name}' can't change", target.name)
            target = cx.error(Code.E105, fixed, node.target.span, hint)
    elif isinstance(target, m.Attr):
        _changing_attribute(cx, target)
    elif isinstance(target, m.VarRef):
        domain = cx.names.variables[target.name].domain
    elif target.type != ERROR:
        message = "only variables and attributes that change can be set"
        target = cx.error(Code.E105, message, node.target.span)
    what = f"'{cx.quote(node.target.span)}'"
    value = want_value(cx, node.value, target.type, what)
    if domain:
        want_within(cx, value, domain, what)
    return m.Assign(target=target, value=value, span=node.span)


def _assigned(cx: Checking, node: s.Expr) -> m.Expr:
    """Check what is set, which doesn't count as a use of it."""
    base = node.target if isinstance(node, s.Index) else node
    local = cx.names.local(base.name) if isinstance(base, (s.Name, s.My)) else None
    used = local.used if local else False
    target = cx.value(node)
    if local:
        local.used, local.changed = used, True
    return target


def _changing_attribute(cx: Checking, target: m.Attr) -> None:
    for component in target.piece.type.names:
        for a in cx.names.components[component].attributes:
            if a.name == target.name and not a.changes:
                hint = Message("declare it as 'var {name}: …' to change it", a.name)
                message = Message("'{name}' of {component} can't change", a.name, component)
                cx.error(Code.E105, message, target.span, hint)


def check_call_statement(cx: Checking, node: s.CallStatement) -> m.Stmt | None:
    """Check the call of a procedure."""
    call = node.call
    if isinstance(call, s.Name):
        call = s.Call(call.span, call.name, (), call.span)
    if not isinstance(call, s.Call):
        cx.error(Code.E105, "this does nothing", node.span, hint="write a change with ':='")
        return None
    procedure = cx.names.procedures.get(call.name)
    if procedure is None:
        what = cx.names.declared.get(call.name)
        if what:
            message = Message(
                "'{name}' is {kind}; on its own it does nothing", call.name, Message(what[0])
            )
            cx.error(Code.E105, message, node.span)
        else:
            message = Message("there is no procedure '{name}'", call.name)
            cx.unknown(message, call.name, call.name_span, cx.names.procedures)
        return None
    cx.names.use_name(call.name, call.name_span)
    parameters = cx.procedure_parameters[call.name]
    arguments = check_arguments(cx, call, parameters)
    return m.Perform(procedure=call.name, arguments=arguments, span=node.span)
