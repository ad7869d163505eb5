"""Lowering what an action offers: what it takes, in its versions, and what it requires of that."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from engine.compile.cost import MOST_CANDIDATES, MOST_OFFERED, fixed_turns, most
from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.pieces import all_differ, aspects, kind_of, where_of
from engine.compile.lowering.sets import how_many, in_one_nest, in_order, lower_bind, refuse_many
from engine.compile.lowering.zones import facts
from engine.compile.multi_choice import AnOffer, each, fewest_and_most, is_open, versions_of
from engine.compile.program import (
    Bin,
    Const,
    E,
    If,
    Load,
    Loop,
    Parameter,
    Reg,
    Select,
    Stmt,
    add,
    both,
)
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.sets import MOST_AT_ONCE


def lower_offer(
    cx: Lowering, offer: m.Action | m.Ability, inside: Scope
) -> tuple[tuple[Parameter, ...], list[E]]:
    """Return what an action takes, and the tests of all that; its scope knows the names then."""
    taken = [_lower_taken(cx, p, inside) for p in offer.parameters]
    parameters = tuple(chain.from_iterable(taken))
    if len(parameters) > MOST_AT_ONCE:
        message = Message("an action takes at most {most} pieces and values at once", MOST_AT_ONCE)
        raise cx.setting.error(Code.E104, message, offer.span)
    tests: list[E] = [
        cx.value(p.where, inside)
        for p in offer.parameters
        if p.where is not None and not each(p, cx.setting)
    ]
    tests += required(cx, offer, inside)
    _refuse_many_moves(cx, offer, taken, tests)
    return parameters, tests


def _refuse_many_moves(
    cx: Lowering, action: m.Offer, taken: list[list[Parameter]], tests: list[E]
) -> None:
    """Refuse an action with more moves in every position than may be offered, or looked through."""
    every = [one for some in taken for one in some]
    limit = MOST_CANDIDATES if tests or any(one.where for one in every) else MOST_OFFERED
    found = "'{name}' offers {count} moves, and at most {limit} are allowed"
    if limit == MOST_CANDIDATES:
        found = "'{name}' looks through {count} moves, and at most {limit} are allowed"
    count = 1
    for p, some in zip(action.parameters, taken, strict=True):
        for one in some:
            for reg, over in one.loops:
                count *= fixed_turns(reg, over, cx.layout)
            count //= one.nth
        if count > limit:
            message = Message(found, action.name, f"{count:,}", f"{limit:,}")
            hint = "let fewer values be chosen, or one after the other"
            raise RulesError(Diagnostic(Code.E510, message, p.domain.span, hint=hint))


def required(cx: Lowering, action: m.Action | m.Ability, inside: Scope) -> list[E]:
    """Return what an action requires; in its scope is known what holds when all of that does."""
    tests = []
    for condition in action.conditions:
        tests.append(cx.value(condition, inside))
        inside.nonempty += facts(cx, condition, True, inside)
    return tests


def versions(cx: Lowering, action: AnOffer, c: Scope) -> list[AnOffer]:
    """Return an action once for each number of things that it may take."""
    if not any(map(is_open, action.parameters)):
        return [action]
    inside = c.inner()
    counts: list[range] = []
    for number, p in enumerate(action.parameters):
        if not m.takes_several(p.domain):
            bind = m.Bind(name=p.name, key=p.key, type=p.type, domain=p.domain, span=p.span)
            lower_bind(cx, bind, inside)
            counts.append(range(1, 2))
            continue
        cx.debug.values_at_once.setdefault(p.key, 0)
        one = m.Bind(
            name=p.name, key=p.key, type=p.type.items[0], domain=p.domain.arguments[-1], span=p.span
        )
        values = most(lower_bind(cx, one, inside.inner()), cx.layout)
        least, many = fewest_and_most(p.domain, cx.setting)
        rest = len(action.parameters) - number - 1 + sum(found.start for found in counts)
        if many is None and values > MOST_AT_ONCE - rest:
            message = Message(
                "'{name}' could be up to {values}, and an action takes at most {most} pieces and "
                "values", p.name, f"{values:,}", MOST_AT_ONCE
            )  # fmt: skip
            some = "up to 5" if least < 2 else f"{least}..{least + 3}"
            hint = f"say how much the zone holds 'at most', or write '{some} of …'"
            raise RulesError(Diagnostic(Code.E104, message, p.domain.span, hint=hint))
        if many is not None and least > many:
            raise cx.setting.error(
                Code.E104, Message("{least}..{many} is empty", least, many), p.domain.span
            )
        counts.append(range(least, (values if many is None else many) + 1))
        if is_open(p):
            refuse_many(cx, values, counts[-1], p)
    return versions_of(action, counts)


def _lower_taken(cx: Lowering, p: m.ActionParameter, c: Scope) -> list[Parameter]:
    """Lower a parameter of an action, which may take several values at once."""
    single = each(p, cx.setting)
    if single == [p]:
        return [_lower_parameter(cx, p, c)]
    assert isinstance(p.domain, m.Op)
    many = how_many(cx, p.domain) if single else 0
    cx.debug.values_at_once[p.key] = max(many, cx.debug.values_at_once.get(p.key, 0))
    if not single:
        return []
    made: list[Parameter] = []
    for number, one in enumerate(single, 1):
        made.append(_lower_parameter(cx, one, c))
        tests = [] if number == 1 else in_order(cx, made)
        if number == len(single) and p.where is not None:
            tests.append(cx.value(p.where, c))
        tests = [*([made[-1].where] if made[-1].where else []), *tests]
        made[-1] = replace(made[-1], where=both(tests), nth=number)
    values = most([(list(made[0].loops), [])], cx.layout)
    refuse_many(cx, values, (len(made),), p)
    return made


def _lower_parameter(cx: Lowering, p: m.ActionParameter, c: Scope) -> Parameter:
    """Lower a parameter of an action."""
    bind = m.Bind(name=p.name, key=p.key, type=p.type, domain=p.domain, span=p.span)
    source = lower_bind(cx, bind, c)
    reg = c.locals[p.key]
    assert isinstance(reg, Reg)
    if len(source) != 1:
        source, reg = in_one_nest(cx, source, reg, p.type, p.domain.span)
        c.locals[p.key] = reg
    loops, tests = source[0]
    if p.where is not None:
        tests = [*tests, cx.value(p.where, c)]
    same = sameness(cx, reg, p, c) if p.type.kind == "piece" else None
    return Parameter(reg, tuple(loops), both(tests), same)


def sameness(cx: Lowering, piece: Reg, p: m.ActionParameter, c: Scope) -> tuple[E, ...] | None:
    """Return the integers that are equal for pieces that read the same, None when none do."""
    if all_differ(cx, p.type.names):
        return None
    known = Bin("&", Bin(">>", Load(add(piece, Const(cx.layout.known))), c.me), Const(1))
    kind, lying = kind_of(cx, piece), lying_of(cx, p.domain)
    parts = [kind if lying.surely_known else Select(known, kind, Bin("-", Const(-1), piece))]
    if lying.in_several:
        parts.append(where_of(cx, piece))
    return (*parts, *aspects(cx, piece, p.type.names))


class Lying(NamedTuple):
    """Where the pieces of a parameter's domain lie, as far as the text says.

    `family`: the one family of zones, if there is one. `in_several`: they can be in several zones.
    `surely_known`: the seat that chooses knows each of them.
    """

    family: m.Zone | None
    in_several: bool
    surely_known: bool


def lying_of(cx: Lowering, domain: m.Expr) -> Lying:
    """Return where the pieces of a domain lie, and whether the seat that chooses knows them."""
    if isinstance(domain, m.Op) and domain.op == "without":
        return lying_of(cx, domain.arguments[0])
    zone = cx.rules.zones[domain.type.name] if domain.type.kind == "zone" else None
    if zone is None:
        return Lying(None, True, False)
    in_several = isinstance(domain, m.ZoneRef) and domain.is_open
    surely = zone.seen == "all" or (zone.seen == "owner" and _own(domain, zone))
    return Lying(zone, in_several, surely)


def _own(domain: m.Expr, zone: m.Zone) -> bool:
    """Return whether a zone is that of the seat that is me."""
    if not isinstance(domain, m.ZoneRef) or zone.owner_index is None:
        return False
    index = domain.indices[zone.owner_index]
    return isinstance(index, m.Op) and index.op == "me"


def each_move(
    parameters: tuple[Parameter, ...], test: E | None, found: tuple[Stmt, ...]
) -> tuple[Stmt, ...]:
    """Return loops through all that an action may take, with what is done for each legal move."""
    if test is not None:
        found = (If(test, found),)
    for p in reversed(parameters):
        if p.where is not None:
            found = (If(p.where, found),)
        for reg, over in reversed(p.loops):
            found = (Loop(reg, over, found),)
    return found
