"""From Lark's parse tree to syntax nodes: one small method a grammar rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from lark import Token, Transformer, v_args
from lark.tree import Meta

from engine.language import syntax as s
from engine.language.recovery import column_before
from engine.language.source import NOWHERE, Span
from engine.language.syntax.examples import reckoned
from engine.language.syntax.expressions import CellsForm, FoldKind


def unquote(token: str) -> str:
    r"""Return what a quoted token says: `\"` and `\\` stand for themselves."""
    return re.sub(r"\\(.)", r"\1", token[1:-1])


def whole(digits: str) -> int:
    """Return a written number; one that is far too large for a game stays far too large."""
    return int(digits) if len(digits) <= 18 else 10**18


def _is(kind: type | tuple[type, ...], items: Sequence[Any]) -> list[Any]:
    return [item for item in items if isinstance(item, kind)]


def _first(kind: type | tuple[type, ...], items: Sequence[Any]) -> Any:
    return next(iter(_is(kind, items)), None)


class Builder(Transformer[Token, s.Node]):
    """Builds the nodes of one item whose first line is line `1 + offset` of the file."""

    def __init__(
        self,
        file: str,
        offset: int,
        shift: int = 0,
        shifts: dict[int, list[tuple[int, int]]] | None = None,
    ) -> None:
        """Prepare for an item of a file, or for a text `shift` columns inside a line.

        `shifts` leads columns of mended lines back to where they were (see `Draft`).
        """
        super().__init__(visit_tokens=False)
        self.file = file
        self.offset = offset
        self.shift = shift
        self.shifts = shifts or {}

    def span(self, meta: Meta | Token) -> Span:
        """Return where a tree or a token stands in the file."""
        if isinstance(meta, Meta) and meta.empty:
            return NOWHERE
        line, column = meta.line, meta.column
        end_line, end_column = meta.end_line, meta.end_column
        assert line and column and end_line and end_column
        if self.shifts:
            column = column_before(self.shifts.get(line - 1), column - 1) + 1
            end_column = column_before(self.shifts.get(end_line - 1), end_column - 1) + 1
        first, last = line + self.offset, end_line + self.offset
        return Span(self.file, first, column + self.shift, last, end_column + self.shift)

    def __default__(self, data: Any, children: Any, meta: Any) -> Any:
        """Refuse a grammar rule that has no method: a mistake of ours, not of the text."""
        raise AssertionError(f"no method builds the rule '{data}' of the grammar")


def _simple(make: Any) -> Any:
    """Turn `make(builder, span, *children)` into a transformer method."""

    def method(self: Builder, meta: Meta, children: list[Any]) -> Any:
        return make(self, self.span(meta), *children)

    return v_args(meta=True)(method)


def _words(children: Sequence[Any]) -> str | None:
    found = _first(s.Words, children)
    return found.text if found else None


def _text(token: Token | None) -> str | None:
    return None if token is None else unquote(token)


def _ending(
    span: Span,
    what: str,
    when: tuple[str, s.Expr | None] | None,
    condition: s.Expr,
    words: Token | None,
) -> s.Ending:
    timing, turns = when or ("at once", None)
    return s.Ending(span, str(what), timing, turns, condition, _text(words))


def _block(statements: Sequence[Any], span: Span) -> s.Block:
    return s.Block(span, tuple(statements))


def _as_block(item: Any) -> s.Block:
    """Take a body, which is a block or one simple statement after a colon."""
    return item if isinstance(item, s.Block) else s.Block(item.span, (item,))


def _loose(b: Builder, span: Span, *children: Any) -> list[Any]:
    return list(children)


def _flag(b: Builder, span: Span, *children: Any) -> bool:
    return True


# The methods that need no more than a line, one for each rule of the grammar.
_EXPRESSIONS: dict[str, Any] = {
    "number": lambda b, p, n: s.Number(p, whole(n)),
    "text": lambda b, p, t: s.Text(p, unquote(t)),
    "name": lambda b, p, n: s.Name(p, str(n)),
    "type_name": lambda b, p, n: s.TypeName(p, str(n)),
    "my": lambda b, p, n: s.My(p, str(n)),
    "my_line": lambda b, p, t: s.MyLine(p, unquote(t)),
    "its": lambda b, p, n: s.Its(p, str(n)),
    "seat": lambda b, p, n: s.Seat(p, whole(n)),
    "seat_name": lambda b, p: s.Name(p, "seat"),
    "team": lambda b, p, n: s.Team(p, whole(n)),
    "team_name": lambda b, p: s.Name(p, "team"),
    "team_call": lambda b, p, args: s.Call(p, "team", tuple(args), p),
    "the_stage": lambda b, p, n: s.Stage(p, str(n)),
    "dot": lambda b, p, target, name: s.Dot(p, target, str(name), b.span(name)),
    "index": lambda b, p, target, args: s.Index(p, target, tuple(args)),
    "call_empty": lambda b, p, n: s.Call(p, str(n), (), b.span(n)),
    "call": lambda b, p, n, args: s.Call(p, str(n), tuple(args), b.span(n)),
    "original": lambda b, p, n, args: s.Call(p, str(n), tuple(args or ()), b.span(n), True),
    "args": _loose,
    "binders": _loose,
    "bind_in": lambda b, p, n, domain: s.Binder(p, str(n), domain),
    "binder_type": lambda b, p, n: s.Binder(p, str(n), None),
    "fold": lambda b, p, n, value, binders, where: s.Fold(
        p, cast("FoldKind", str(n)), value, tuple(binders), where, b.span(n)
    ),
    "fold_over": lambda b, p, n, *rest: s.Fold(
        p, cast("FoldKind", str(n)), None, tuple(rest[:-1]), rest[-1], b.span(n)
    ),
    "set_where": lambda b, p, binder, where: s.SetWhere(p, binder, where),
    "set_literal": lambda b, p, args: s.SetLiteral(p, tuple(args)),
    "tuple": lambda b, p, *items: s.TupleOf(p, items),
    "end_of": lambda b, p, which, zone: s.EndOf(p, str(which), zone),
    "the_one": lambda b, p, binder, where, best, by: s.TheOne(
        p, binder, where, None if best is None else str(best), by
    ),
    "the_piece": lambda b, p, n, zone: s.ThePiece(p, s.TypeName(b.span(n), str(n)), zone),
    "lines": lambda b, p, length, zone: s.Lines(p, length, zone),
    "beside": lambda b, p, *words: " ".join(map(str, words)),
    "cells_of": lambda b, p, grid: s.Cells(p, "of", (grid,)),
    "cells_beside": lambda b, p, how, cell: s.Cells(p, cast("CellsForm", str(how)), (cell,)),
    "cells_from": lambda b, p, *parts: s.Cells(p, "from", parts),
    "cells_between": lambda b, p, *ends: s.Cells(p, "between", ends),
    "group": lambda b, p, n, cell, how, start, where: s.Group(
        p, str(n), str(cell), cast("CellsForm", str(how)), start, where, b.span(n)
    ),
    "next_after": lambda b, p, n, who, after, where: s.NextAfter(
        p, str(n), str(who), after, where, b.span(n)
    ),
    "negate": lambda b, p, operand: s.Unary(p, "-", operand),
    "not_": lambda b, p, operand: s.Unary(p, "not", operand),
    "or_": lambda b, p, left, right: s.Binary(p, "or", left, right),
    "and_": lambda b, p, left, right: s.Binary(p, "and", left, right),
    "arithmetic": lambda b, p, left, op, right: s.Binary(p, str(op), left, right),
    "compare": lambda b, p, *parts: s.Compare(p, parts[::2], tuple(map(str, parts[1::2]))),
    "is_not": _flag,
    "is_state": lambda b, p, x, negated, state: s.IsState(p, x, str(state), bool(negated)),
    "position_is_new": lambda b, p, negated: s.Repeated(p, None, bool(negated)),
    "position_has_come": lambda b, p, times: s.Repeated(p, times),
    "is_in": lambda b, p, x, negated, domain: s.IsIn(p, x, domain, bool(negated)),
    "range": lambda b, p, low, high: s.Range(p, low, high),
    "some_of": lambda b, p, count, domain: s.SomeOf(p, "some of", (count,), domain),
    "up_to_of": lambda b, p, most, domain: s.SomeOf(p, "up to of", (most,), domain),
    "between_of": lambda b, p, *parts: s.SomeOf(p, "between of", parts[:-1], parts[-1]),
    "or_more_of": lambda b, p, least, domain: s.SomeOf(p, "or more of", (least,), domain),
    "any_number_of": lambda b, p, domain: s.SomeOf(p, "any number of", (), domain),
    "supposing": lambda b, p, value, done: s.Supposing(p, value, done),
    "moved_to": lambda b, p, zone: s.Target(p, zone, False),
    "conditional": lambda b, p, value, c, other: s.Conditional(p, value, c, other),
}
_STATEMENTS: dict[str, Any] = {
    "words": lambda b, p, t: s.Words(p, unquote(t)),
    "broken": lambda b, p, _: s.Broken(p),
    "block": lambda b, p, *items: _block(items, p),
    "move": lambda b, p, moved, target, at: s.Move(p, moved, target, at),
    "forward": lambda b, p, piece, steps: s.Forward(p, piece, steps),
    "deal": lambda b, p, count, source, target: s.Deal(p, count, source, target),
    "roll": lambda b, p, moved: s.Roll(p, moved),
    "counted": lambda b, p, n, args: (str(n), b.span(n), None if args is None else tuple(args)),
    "gain": lambda b, p, n, c, to: s.Gain(p, "gain", n, c[0], c[1], c[2], to),
    "gain_at_most": lambda b, p, n, c, to: s.Gain(p, "gain", n, c[0], c[1], c[2], to, fits=True),
    "lose": lambda b, p, n, c, of: s.Gain(p, "lose", n, c[0], c[1], c[2], of),
    "pay": lambda b, p, n, c, to: s.Gain(p, "pay", n, str(c), b.span(c), None, to),
    "let": lambda b, p, n, value: s.Let(p, str(n), value),
    "local_var": lambda b, p, n, ix, t, v: s.Variable(p, "var", str(n), ix, t, v, (), None),
    "assign": lambda b, p, target, value: s.Assign(p, target, value),
    "call_statement": lambda b, p, call: s.CallStatement(p, call),
    "end": lambda b, p, n: s.End(p, str(n)),
    "end_now": lambda b, p, n: s.End(p, str(n)),
    "announce": lambda b, p, t: s.Announce(p, unquote(t)),
    "skip": lambda b, p: s.Skip(p),
    "require": lambda b, p, c, because: s.Require(p, c, _text(because)),
    "ledger_line": lambda b, p, k, t, v, w: s.LedgerLine(p, str(k), unquote(t), v, w),
    "moved_one": lambda b, p, x: s.Moved(p, "one", x),
    "moved_all_from": lambda b, p, x: s.Moved(p, "all from", x),
    "moved_all": lambda b, p, t: s.Moved(p, "all", s.TypeName(b.span(t), str(t))),
    "moved_each": lambda b, p, t, w: s.Moved(p, "each", s.TypeName(b.span(t), str(t)), where=w),
    "moved_some": lambda b, p, n, x: s.Moved(p, "some", x, n),
    "moved_up_to": lambda b, p, n, x: s.Moved(p, "up to", x, n),
    "target_one": lambda b, p, zone: s.Target(p, zone, False),
    "target_each": lambda b, p, zone, where: s.Target(p, zone, True, where),
    "if": lambda b, p, c, then, other: s.If(p, c, _as_block(then), other),
    "else_body": lambda b, p, body: _as_block(body),
    "else_if": lambda b, p, c, then, other: _block([s.If(p, c, _as_block(then), other)], p),
    "case": lambda b, p, *parts: s.Branch(p, parts[:-1], _as_block(parts[-1])),
    "otherwise": lambda b, p, body: _as_block(body),
    "depending": lambda b, p, on, *cases: s.Depending(p, on, cases[:-1], cases[-1]),
    "for_each": lambda b, p, binders, where, body: s.ForEach(
        p, tuple(binders), where, _as_block(body)
    ),
    "other": _flag,
    "each_seat": lambda b, p, other, t, where, body: s.EachSeat(
        p, s.TypeName(b.span(t), str(t)), bool(other), where, _as_block(body), False
    ),
    "simultaneously": lambda b, p, other, t, where, body: s.EachSeat(
        p, s.TypeName(b.span(t), str(t)), bool(other), where, body, True
    ),
    "repeat": lambda b, p, body, until: s.Repeat(p, body, until),
    "circle": lambda b, p, t, after, where, body, until: s.Circle(
        p, s.TypeName(b.span(t), str(t)), after, where, body, until
    ),
    "as_seat": lambda b, p, seat, body: s.AsSeat(p, seat, _as_block(body)),
    "together": lambda b, p, body: s.Together(p, body),
    "choices": _loose,
    "choice": lambda b, p, n, domain, where: s.ActionParameter(p, str(n), domain, where),
    "action": lambda b, p, n, choices, t, body: s.Action(
        p, str(n), tuple(choices or ()), _text(t), body or _block([], p), b.span(n)
    ),
    "repeatedly": _flag,
    "phase": lambda b, p, t, when, body: s.Phase(p, unquote(t), when, body),
}
_STATEMENTS["pass_on"] = lambda b, p, zone, to: s.PassOn(
    p, s.Name(b.span(zone), str(zone)), s.Name(b.span(to), str(to))
)
for verb in ("shuffle", "swap", "show", "write", "erase", "out", "next_turn"):
    _STATEMENTS[verb] = lambda b, p, *operands, verb=verb: s.Effect(
        p, verb.replace("_", " "), operands
    )
_DECLARATIONS: dict[str, Any] = {
    "member": lambda b, p, n, when=None: s.Member(p, str(n), when, False),
    "several_type": lambda b, p, _, n: s.Member(p, str(n), None, True, several=True),
    "member_type": lambda b, p, n, when=None: s.Member(p, str(n), when, True),
    "maybe_type": lambda b, p, n: s.Member(p, str(n), None, True, True),
    "member_range": lambda b, p, low, high: s.Range(p, low, high),
    "maybe_range": lambda b, p, low, high: s.Range(p, low, high, True),
    "side_type": lambda b, p, n: s.Member(p, str(n), None, True),
    "type_spec": lambda b, p, *parts: s.TypeSpec(p, parts),
    "index_types": lambda b, p, *types: s.IndexTypes(p, types),
    "modifier_range": lambda b, p, low, high: (whole(low), high),
    "at_most": lambda b, p, room: s.Modifier(p, ("at", "most", room)),
    "modifier": lambda b, p, *parts: s.Modifier(
        p,
        tuple(
            whole(x) if isinstance(x, Token) and x.type == "INT" else x
            if isinstance(x, tuple) else str(x)
            for x in parts
        ),
    ),
    "content_types": lambda b, p, *t: [s.Member(b.span(x), str(x), None, True) for x in t],
    "content_mark": lambda b, p, n: [s.Member(p, str(n), None, False)],
    "seat_order": lambda b, p, *words: s.Phrase(p, tuple(map(str, words))),
    "subtitle": lambda b, p, t: s.HeaderLine(p, "subtitle", (s.Text(b.span(t), unquote(t)),)),
    "aim": lambda b, p, t: s.HeaderLine(p, "aim", (s.Text(b.span(t), unquote(t)),)),
    "players": lambda b, p, x: s.HeaderLine(p, "players", (x,)),
    "rounds": lambda b, p, x: s.HeaderLine(p, "rounds", (x,)),
    "rounds_until": lambda b, p, x: s.HeaderLine(p, "rounds", (x,), until=True),
    "teams": lambda b, p, x: s.HeaderLine(p, "teams", (x,)),
    "starts": lambda b, p, first, then=None, t=None: s.HeaderLine(
        p, "starts", tuple(x for x in (first, then) if x), _text(t)
    ),
    "game": lambda b, p, t, *lines: s.Game(p, unquote(t), tuple(x for x in lines if x)),
    "over": lambda b, p, t: ("over", unquote(t)),
    "variant": lambda b, p, t, base, *lines: s.Variant(
        p, unquote(t), unquote(base), b.span(base),
        tuple(name for _, name in _is(tuple, lines)), _words(lines),
    ),
    "option": lambda b, p, n, spec, default, w=None: s.Option(
        p, str(n), spec, default, _text(w)
    ),
    "constant": lambda b, p, n, value, w=None: s.Constant(p, str(n), value, _text(w)),
    "type": lambda b, p, n, spec, *lines: s.TypeDecl(
        p, str(n), spec, _words(lines), tuple(_is(s.WordText, lines))
    ),
    "word_text": lambda b, p, n, t: s.WordText(p, str(n), unquote(t)),
    "attribute": lambda b, p, n, spec, d: s.Attribute(p, str(n), spec, d, False),
    "var_attribute": lambda b, p, n, spec, d: s.Attribute(p, str(n), spec, d, True),
    "called": lambda b, p, value: s.Called(p, value),
    "back": lambda b, p, *names: s.Back(p, tuple(map(str, names))),
    "makes": lambda b, p, *items: [item for item in items if item is not None],
    "make_every": lambda b, p, n: s.MakeItem(p, str(n), "every", None),
    "make_set": lambda b, p, n, value: s.MakeItem(p, str(n), "=", value),
    "make_in": lambda b, p, n, value: s.MakeItem(p, str(n), "in", value),
    "make": lambda b, p, n, items, when: s.Make(p, n, tuple(items or ()), when),
    "component": lambda b, p, n, *lines: s.Component(
        p, str(n), tuple(_is(s.Attribute, lines)), _first(s.Called, lines),
        _first(s.Back, lines),
        tuple(_is(s.Make, lines)), _words(lines),
    ),
    "cells": _loose,
    "set_of": _flag,
    "table_value": lambda b, p, is_set, part: (bool(is_set), part),
    "negative_cell": lambda b, p, n: s.Number(p, -whole(n)),
    "table_row": lambda b, p, key, cells: s.TableRow(p, _key(key), tuple(cells)),
    "grid_row": lambda b, p, *cells: s.TableRow(
        p, _key(cells[0]), tuple(_cell(b, x) for x in cells[1:])
    ),
    "table_list": lambda b, p, n, side, cells, w=None: s.Table(
        p, str(n), "list", (side,), None, tuple(cells), (), None, False, _text(w)
    ),
    "table_from": lambda b, p, n, start, cells, w=None: s.Table(
        p, str(n), "from", (), start, tuple(cells), (), None, False, _text(w)
    ),
    "table_rows": lambda b, p, n, side, value, *rows: s.Table(
        p, str(n), "rows", (side,), None, (), tuple(_is(s.TableRow, rows)),
        value[1], value[0], _words(rows),
    ),
    "table_grid": lambda b, p, n, side, across, *rows: s.Table(
        p, str(n), "grid", (side, across), None, (), tuple(_is(s.TableRow, rows)), None, False,
        _words(rows),
    ),
    "zone": lambda b, p, n, indices, kind, content, *rest: s.Zone(
        p, str(n), indices, str(kind), b.span(kind),
        tuple(content) if isinstance(content, list) else (content,),
        tuple(_is(s.Modifier, rest)), _trailing(rest),
    ),
    "variable": lambda b, p, kind, n, indices, spec, start, *rest: s.Variable(
        p, str(kind), str(n), indices, spec, start,
        tuple(_is(s.Modifier, rest)), _trailing(rest),
    ),
    "params": _loose,
    "param": lambda b, p, n, t: s.Parameter(p, str(n), t),
    "rule_value": lambda b, p, value: s.Case(p, value, None, False),
    "rule_case": lambda b, p, value, c: s.Case(p, value, c, False),
    "rule_otherwise": lambda b, p, value: s.Case(p, value, None, True),
    "rule": lambda b, p, n, params, *lines: s.Rule(
        p, str(n), tuple(params or ()), *_cases(lines), b.span(n), tuple(_is(s.Let, lines))
    ),
    "advised": lambda b, p, *names: [s.Name(b.span(n), str(n)) for n in names],
    "advice": lambda b, p, n, names, *lines: s.Advice(
        p, str(n), tuple(names or ()), *_cases(lines), b.span(n)
    ),
    "once": _flag,
    "setup": lambda b, p, once, body: s.Setup(p, bool(once), body),
    "turn": lambda b, p, body: s.Turn(p, body),
    "procedure": lambda b, p, n, params, body: s.Procedure(
        p, str(n), tuple(params or ()), body, b.span(n)
    ),
    "arrival": lambda b, p, n, z, args, at: s.Arrival(
        p, str(n), str(z), None if args is None else tuple(args), at
    ),
    "becoming": lambda b, p, zone, state: s.Becoming(p, zone, str(state)),
    "trigger": lambda b, p, event, body: s.Trigger(p, event, body),
    "at_end_of_turn": lambda b, p: ("end of turn", None),
    "more_turns": lambda b, p, n: ("more turns", n),
    "everybody": lambda b, p, *words: " ".join(map(str, words)),
    "ending": lambda b, p, what, when, c, w=None: _ending(p, what, when, c, w),
    "wins_when": lambda b, p, c, w=None: s.WinsWhen(p, c, _text(w)),
    "score": lambda b, p, t, into, body: s.Score(
        p, s.TypeName(b.span(t), str(t)), into and str(into),
        b.span(into) if into else NOWHERE, body,
    ),
    "after": lambda b, p, which, what, body: s.After(p, f"after {which} {what}", body),
    "before_score": lambda b, p, body: s.After(p, "before score", body),
    "ranking": lambda b, p, best, value: s.Ranking(p, str(best), value),
    "rating": lambda b, p, of, t: s.Rating(p, of, unquote(t)),
    "winner": lambda b, p, *rest: s.Winner(p, tuple(_is(s.Ranking, rest)), _trailing(rest)),
}  # fmt: skip


def _cannot(
    who: s.Expr | None, move: s.WrittenMove, because: tuple[str, bool] | None
) -> dict[str, Any]:
    reason, is_rule = because or (None, False)
    return {"form": "cannot", "subject": who, "move": move, "because": reason,
            "because_is_rule": is_rule}  # fmt: skip


_EXAMPLES: dict[str, Any] = {
    "phrase": lambda b, p, *words: s.Phrase(
        p, tuple(unquote(w) if w.type == "STRING" else str(w) for w in words)
    ),
    "phrase_negative": lambda b, p, n: s.Phrase(p, (), s.Number(p, -whole(n))),
    "phrase_value": lambda b, p, value: s.Phrase(p, (), value),
    "reckoned": lambda b, p, *parts: s.Phrase(p, (), reckoned(list(parts))),
    "phrase_at": lambda b, p, x, at: s.Phrase(p, x.words, x.value, at and whole(at)),
    "phrases": _loose,
    "given_players": lambda b, p, n: s.Given(p, "players", None, (s.Phrase(p, (str(n),)),)),
    "given_is": lambda b, p, place, items: s.Given(p, "is", place, tuple(items)),
    "given_has": lambda b, p, place, items: s.Given(p, "has", place, tuple(items)),
    "given_empty": lambda b, p, place: s.Given(p, "empty", place, ()),
    "given_to_move": lambda b, p, who: s.Given(p, "to move", who, ()),
    "placed_phrase": lambda b, p, phrase, place: s.MoveArgument(p, phrase, place),
    "lying_in": lambda b, p, n, indices, nth: s.MoveArgument(
        p, s.Phrase(p, ()), s.Index(p, s.Name(b.span(n), str(n)), tuple(indices)),
        nth=whole(nth) if nth else 1,
    ),
    "move_arg": lambda b, p, first, *more: replace(first, span=p, more=more),
    "move_args": _loose,
    "move_call": lambda b, p, n, args: s.WrittenMove(
        p, str(n), None if args is None else tuple(args)
    ),
    "doing": lambda b, p, move: s.Doing(p, move),
    "doing_as": lambda b, p, n, move: s.Doing(p, move, whole(n)),
    "any_turn": lambda b, p: s.Doing(p, None),
    "do": lambda b, p, *moves: s.Do(p, moves),
    "scoring": _flag,
    "then": lambda b, p, check, scoring: s.Then(p, **check, after_scoring=bool(scoring)),
    "can": lambda b, p, move: {"form": "can", "subject": None, "move": move},
    "seat_can": lambda b, p, who, move: {"form": "can", "subject": who, "move": move},
    "cannot": lambda b, p, move, because: _cannot(None, move, because),
    "seat_cannot": lambda b, p, who, move, because: _cannot(who, move, because),
    "because_rule": lambda b, p, n: (str(n), True),
    "because_words": lambda b, p, t: (unquote(t), False),
    "check_true": lambda b, p, x: {"form": "true", "subject": x},
    "check_is": lambda b, p, x, items: {"form": "is", "subject": x, "items": tuple(items)},
    "check_has": lambda b, p, x, items: {"form": "has", "subject": x, "items": tuple(items)},
    "check_has_no": lambda b, p, x, items: {"form": "has no", "subject": x, "items": tuple(items)},
    "check_compare": lambda b, p, x, op, y: {
        "form": "compare", "subject": x, "operator": str(op), "other": y
    },
    "check_state": lambda b, p, x, negated, state: {
        "form": "state", "subject": x, "operator": ("not " if negated else "") + state
    },
    "check_in": lambda b, p, x, negated, domain: {
        "form": "true", "subject": s.IsIn(p, x, domain, bool(negated))
    },
    "check_not": lambda b, p, check: {**check, "negated": not check.get("negated", False)},
    "check_to_move": lambda b, p, x, negated: {
        "form": "to move", "subject": x, "negated": bool(negated)
    },
    "check_equal": lambda b, p, x, negated, y: {
        "form": "equal", "subject": x, "other": y, "negated": bool(negated)
    },
    "check_wins": lambda b, p, x: {"form": "wins", "subject": x},
    "check_wins_not": lambda b, p, x: {"form": "wins", "subject": x, "negated": True},
    "check_knows": lambda b, p, who, x, items: {
        "form": "knows", "subject": who, "other": x, "items": tuple(items or ())
    },
    "check_knows_not": lambda b, p, who, x, items: {
        "form": "knows", "subject": who, "other": x, "items": tuple(items or ()), "negated": True
    },
    "example": lambda b, p, t, *lines: s.Example(p, unquote(t), lines),
}  # fmt: skip
_VARIANTS: dict[str, Any] = {
    "replace": lambda b, p, item: s.Replace(p, item),
    "added": lambda b, p, item: s.Add(p, item),
    "added_actions": lambda b, p, t, *actions: s.AddActions(p, unquote(t), actions),
    "removed": lambda b, p, what: s.Remove(p, *what),
    "remove_named": lambda b, p, kind, n: (str(kind), str(n)),
    "remove_titled": lambda b, p, kind, t: (str(kind), unquote(t)),
    "remove_ending": lambda b, p, what, when, c: (
        "ending", "", _ending(p, what, when, c, None)
    ),
    "remove_trigger": lambda b, p, event: ("when", "", event),
    "set_header": lambda b, p, line: s.Change(p, line),
    "set_item": lambda b, p, winner: s.Change(p, winner),
    "set_modifiers": lambda b, p, n, *mods: s.Change(
        p, None, s.Name(b.span(n), str(n)), mods
    ),
    "set_value": lambda b, p, target, cells: s.Change(p, None, target, (), tuple(cells)),
    "fixed": lambda b, p, n, value: s.Fix(p, s.Name(b.span(n), str(n)), value),
}  # fmt: skip


def _key(token: Token | s.Number) -> str | int:
    if isinstance(token, s.Number):
        return token.value
    return whole(token) if token.type == "INT" else str(token)


def _cell(b: Builder, cell: Token | s.Number) -> s.Expr:
    if isinstance(cell, s.Number):
        return cell
    span = b.span(cell)
    if cell.type == "INT":
        return s.Number(span, whole(cell))
    return s.Name(span, str(cell))


def _cases(lines: Sequence[Any]) -> tuple[tuple[s.Case, ...], str | None]:
    """Part a rule's lines from the sentence at their head, which reads as a case that is a text."""
    cases = tuple(_is(s.Case, lines))
    if cases and isinstance(cases[0].value, s.Text) and cases[0].condition is None:
        return cases[1:], cases[0].value.value
    return cases, None


def _trailing(children: Sequence[Any]) -> str | None:
    """Return the words block after a head line, which arrives as a bare token."""
    tokens = [c for c in children if isinstance(c, Token) and c.type == "STRING"]
    return unquote(tokens[-1]) if tokens else None


def _choose(self: Builder, meta: Meta, children: list[Any]) -> s.Choose:
    actions = tuple(_is((s.Action, s.Broken), children))
    again = bool(_first(bool, children))
    return s.Choose(self.span(meta), False, again, actions, _first(s.Block, children))


def _may_choose(self: Builder, meta: Meta, children: list[Any]) -> s.Choose:
    actions = tuple(_is((s.Action, s.Broken), children))
    return s.Choose(self.span(meta), True, bool(_first(bool, children)), actions, None)


for _name, _make in (_EXPRESSIONS | _STATEMENTS | _DECLARATIONS | _EXAMPLES | _VARIANTS).items():
    setattr(Builder, _name, _simple(_make))
for _name, _method in (("choose", _choose), ("may_choose", _may_choose)):
    setattr(Builder, _name, v_args(meta=True)(_method))
