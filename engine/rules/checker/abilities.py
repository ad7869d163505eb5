"""Checking whether a player can do something: `left(me) can go`.

The question holds everywhere, so what makes the action legal is checked here again, without the
names of the place that offers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.statements import check_head, check_parameters_of
from engine.rules.checker.wanted import want_seat
from engine.rules.types import TRUTH


def check_can_do(cx: Checking, node: s.CanDo) -> m.Expr:
    """Check `left(me) can go`: whether a player has a legal move of an action."""
    seat, name = want_seat(cx, node.who), node.action
    if name not in cx.action_names:
        message = Message("there is no action '{name}'", name)
        return cx.unknown(message, name, node.action_span, cx.action_names)
    cx.names.use("action", name, node.action_span)
    asking = f"can {name}"
    if node.arguments:
        message = Message("'can {name}' asks for any move of '{name}', not for one of them", name)
        hint = "write only the action's name"
        return cx.error(Code.E102, message, node.span, hint)
    if asking in cx.open_rules:
        message = Message("whether a player can '{name}' depends on itself", name)
        return cx.error(Code.E204, message, node.span)
    outer = next((found for known in cx.action_names[name] for found in _outer_names(*known)), None)
    if outer is not None:
        message = Message(
            "whether a player can '{name}' isn't known here: '{outer}' is a name of its block",
            name,
            outer.name,
        )
        hint = "keep it in a 'var', or let the action work it out"
        return cx.error(Code.E203, message, node.span, hint)
    cx.open_rules.append(asking)
    offers = tuple(_offer(cx, action) for action, _ in cx.action_names[name])
    cx.open_rules.pop()
    can = m.CanDo(seat=seat, action=name, offers=offers, type=TRUTH, span=node.span)
    able = cx.copied(can)
    return op("not", TRUTH, node.span, able) if node.negated else able


def _offer(cx: Checking, node: s.Action) -> m.Ability:
    """Check what makes an action legal, in a place that has no names of its own."""
    scopes, cx.names.scopes = cx.names.scopes, []
    with cx.names.block(quiet=True), ExitStack() as known:
        parameters = check_parameters_of(cx, node, known)
        conditions = tuple(x.condition for x in check_head(cx, node, known)[0])
    cx.names.scopes = scopes
    return m.Ability(
        name=node.name, parameters=parameters, conditions=conditions, span=node.name_span
    )  # fmt: skip


def _outer_names(node: s.Action, item: s.Item) -> Iterator[s.Name]:
    """Yield the names of the place around an action that its moves depend on."""
    around = set(_locals(item)) - set(_locals(node))
    lets = tuple(x for x in node.body.statements if isinstance(x, (s.Let, s.Require)))
    for part in walk((node.parameters, lets)):
        if isinstance(part, s.Name) and part.name in around:
            yield part


def _locals(node: s.Node) -> Iterator[str]:
    """Yield the names that a piece of the text gives to values of its own."""
    for part in walk(node):
        match part:
            case s.Let() | s.Variable() | s.Parameter() | s.Binder() | s.ActionParameter():
                yield part.name
            case s.Arrival():
                yield part.piece
                yield from (x.name for x in walk(part) if isinstance(x, s.Name))
