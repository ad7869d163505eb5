"""Lowering expressions: one dispatch by kind, and what would be so if something were done.

Each subject has a file of its own, which lowers what is inside an expression with `cx.value`.
"""

from __future__ import annotations

from typing import assert_never

from engine.compile import layout as at
from engine.compile.debug_info import ME, Array, Scope
from engine.compile.lowering.abilities import lower_can_do
from engine.compile.lowering.calls import lower_rule_call
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.folds import lower_fold
from engine.compile.lowering.furthest import lower_furthest
from engine.compile.lowering.names import cell_address, linear, lower_lookup
from engine.compile.lowering.operations import lower_op
from engine.compile.lowering.pieces import attribute, piece_of
from engine.compile.lowering.supposed_sums import with_sums
from engine.compile.lowering.zones import zone_address
from engine.compile.program import Const, E, Load, Return, Store, Trial, add, bounds
from engine.compile.program_parts import instead
from engine.language.codes import Code
from engine.rules import model as m


def lower_value(cx: Lowering, e: m.Expr, c: Scope) -> E:
    """Lower an expression that yields one value. Raises AssertionError for one that yields many."""
    cx.step(e.span)
    match e:
        case m.Literal_() | m.OptionRef():
            return Const(cx.setting.value(e))
        case m.Local():
            bound = c.locals[e.key]
            if not isinstance(bound, Array):
                return bound
            where = linear(cx, e.name, e.indices, bound.shape, e.span, c)
            return Load(add(bound.base, where), bound.low, bound.high)
        case m.VarRef():
            cells = cx.layout.cells[e.name]
            return Load(cell_address(cx, e, cells, c), cells.low, cells.high)
        case m.ZoneRef():
            return zone_address(cx, e, c)
        case m.Attr():
            piece, names = piece_of(cx, e, c), e.piece.type.names
            return cx.shared([piece], lambda v: attribute(cx, v[0], e.name, names))
        case m.Lookup():
            return lower_lookup(cx, e, c)
        case m.RuleCall():
            return lower_rule_call(cx, e, c)
        case m.Op():
            return cx.small(lower_op(cx, e, c))
        case m.Fold():
            return lower_fold(cx, e, c)
        case m.TupleOf():
            message = "a tuple can be compared, and nothing else"
            raise cx.setting.error(Code.E103, message, e.span)
        case m.Supposing():
            return _lower_supposing(cx, e, c)
        case m.CanDo():
            return lower_can_do(cx, e, c)
        case m.Furthest():
            return lower_furthest(cx, e, c)
        case m.Words() | m.Everything() | m.Interval() | m.SetOf():
            raise AssertionError(f"{type(e).__name__} is no single value")
        case _:
            assert_never(e)


def _lower_supposing(cx: Lowering, e: m.Supposing, c: Scope) -> E:
    """Lower what would be so if something were done: a function that tries it."""
    assert isinstance(e.body, m.Block)
    reserved = cx.reserved
    inside = c.inner(me=ME)
    inside.nonempty = []
    with cx.in_mode(silent=True, supposing=True, trace=False), cx.gathered() as body:
        if c.me != ME:
            cx.emit(Store(Const(at.ME), c.me))
        cx.body(e.body, inside)
    if cx.reserved != reserved:
        message = "this can't be supposed: it needs to write down what it moves before it moves it"
        raise cx.setting.error(Code.E203, message, e.body.span)
    afterwards = c.inner()
    afterwards.nonempty = []
    done, value, given = with_sums(cx, tuple(body), cx.value(e.value, afterwards))
    low, high = bounds(value)
    then = cx.function("then", (Return(value),), low, high)
    result = cx.reg("s", low, high)
    call = cx.function("suppose", (Trial(done, result, then), Return(result)), low, high)
    before = {reg.name: known for reg, known in given.items()}
    return instead(call, before) if before else call
