"""From Lark's parse tree to syntax nodes.

A rule or an alias of the grammar that is called like a class of nodes, `is_state` like IsState,
makes one of its children, which are the fields in their order. All others stand in the tables here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields, replace
from typing import Any

from lark import Token, Transformer
from lark.tree import Meta

from engine.language import syntax as s
from engine.language.quotation import unquote
from engine.language.recovery import column_before
from engine.language.source import NOWHERE, Span
from engine.language.syntax.examples import reckoned


def whole(digits: str) -> int:
    """Return a written number; one that is far too large for a game stays far too large."""
    return int(digits) if len(digits) <= 18 else 10**18


def _is(kind: type, items: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(item for item in items if isinstance(item, kind))


def _first(kind: type, items: Sequence[Any]) -> Any:
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
        """Refuse a grammar rule that has no method: an error of ours, not of the text."""
        raise AssertionError(f"no method builds the rule '{data}' of the grammar")


# ---------------------------------------------------------------- nodes called like their rules


def _makes(node: type[s.Node]) -> Callable[..., s.Node]:
    """Return what makes a node of the children of a rule.

    A field `x_span` is where the token of the field `x` stands. Several children at the place of a
    tuple are all its items.
    """
    own = [field for field in fields(node) if field.name != "span"]
    given = [field for field in own if not field.name.endswith("_span")]
    places = [field.name for field in own if field.name.endswith("_span")]
    read = [_reading(str(field.type)) for field in given]

    def make(b: Builder, p: Span, *children: Any) -> s.Node:
        row = _gathered(given, children)
        assert len(row) <= len(given), f"{node.__name__} has no field for all of {children}"
        found = {f.name: as_(b, p, x) for f, as_, x in zip(given, read, row, strict=False)}
        tokens = {f.name: x for f, x in zip(given, row, strict=False)}
        for name in places:
            token = tokens[name.removesuffix("_span")]
            found[name] = NOWHERE if token is None else b.span(token)
        return node(p, **found)

    return make


def _gathered(given: Sequence[Field[Any]], children: Sequence[Any]) -> Sequence[Any]:
    """Return children with those together that are the items of the first tuple."""
    at = next((i for i, field in enumerate(given) if str(field.type).startswith("tuple")), None)
    if at is None or at > len(children) or isinstance(next(iter(children[at:]), 0), tuple | None):
        return children
    end = len(children) - sum(field.default is MISSING for field in given[at + 1 :])
    return (*children[:at], children[at:end], *children[end:])


def _reading(kind: str) -> Callable[[Builder, Span, Any], Any]:
    """Return how a child is read for a field of a type."""
    match kind.split(" ")[0].split("[")[0]:
        case "int":
            return lambda b, p, x: x and whole(x)
        case "bool":
            return lambda b, p, x: bool(x)
        case "Name":
            return lambda b, p, x: x if isinstance(x, s.Name) else _name(b, x)
        case "TypeName":
            return lambda b, p, x: s.TypeName(b.span(x), str(x))
        case "Block" if "None" not in kind:
            return lambda b, p, x: s.Block(p, ()) if x is None else _block(x)
        case "Block":
            return lambda b, p, x: x and _block(x)
        case "tuple" if "None" not in kind:
            return lambda b, p, x: tuple(map(_said, x or ()))
        case _:
            return lambda b, p, x: _said(x)


def _said(child: Any) -> Any:
    """Return what a token says; a node is itself."""
    if not isinstance(child, Token):
        return child
    return unquote(child) if child.type == "STRING" else str(child)


def _block(body: Any) -> s.Block:
    """Take a body, which is a block or one simple statement after a colon."""
    return body if isinstance(body, s.Block) else s.Block(body.span, (body,))


# ---------------------------------------------------------------- all others


def _name(b: Builder, token: Token) -> s.Name:
    return s.Name(b.span(token), str(token))


def _words(children: Sequence[Any]) -> str | None:
    found = _first(s.Words, children)
    return found.text if found else None


def _ending(
    p: Span, what: Any, when: Any, condition: s.Expr, words: Token | None = None
) -> s.Ending:
    result, seat = what
    timing, turns = when or ("at once", None)
    return s.Ending(p, result, seat, timing, turns, condition, _said(words))


def _member(b: Builder, p: Span, n: Token, when: s.Expr | None = None, **more: bool) -> s.Member:
    return s.Member(p, str(n), when, n.type == "TYPE", **more)


def _items(b: Builder, p: Span, *children: Any) -> tuple[Any, ...]:
    return tuple(child for child in children if child is not None)


def _flag(b: Builder, p: Span, *children: Any) -> bool:
    return True


def _joined(b: Builder, p: Span, *words: Token) -> str:
    return " ".join(words)


def _gain(verb: str, *, fits: bool = False) -> Callable[..., s.Gain]:
    return lambda b, p, n, c, to: s.Gain(p, verb, n, c[0], c[1], c[2], to, fits)


_LISTS = ("args", "binders", "domains", "choices", "actions", "makes", "cells", "modifiers",
          "params", "rankings", "phrases", "move_args", "content")  # fmt: skip
_FLAGS = ("is_not", "other", "repeatedly", "set_of", "once", "scoring")
_HEADER_LINES: tuple[s.HeaderField, ...] = (
    "subtitle", "aim", "kind", "minutes", "players", "rounds", "teams",
)  # fmt: skip
_VERBS: tuple[s.Verb, ...] = ("shuffle", "swap", "show", "write", "erase", "out", "next turn")
_EXPRESSIONS: dict[str, Any] = {
    "seat_name": lambda b, p: s.Name(p, "seat"),
    "team_name": lambda b, p: s.Name(p, "team"),
    "team_call": lambda b, p, args: s.Call(p, "team", args, p),
    "original": lambda b, p, n, args: s.Call(p, str(n), args or (), b.span(n), True),
    "fold_over": lambda b, p, n, over, where: s.Fold(p, str(n), None, over, where, b.span(n)),
    "the_one": lambda b, p, binder, where, best, by: s.Fold(
        p, "the", by, (binder,), where, p, _said(best)
    ),
    "set_where": lambda b, p, binder, where: s.Fold(p, "{}", None, (binder,), where, p),
    "beside": _joined,
    "cells_of": lambda b, p, grid: s.Cells(p, "of", (grid,)),
    "cells_beside": lambda b, p, how, cell: s.Cells(p, how, (cell,)),
    "cells_from": lambda b, p, cell, how, *rest: s.Cells(
        p, "from" if how == "going" else "along", (cell, *rest[:2]), rest[2]
    ),
    "cells_at": lambda b, p, down, right, cell: s.Cells(p, "at", (cell, down, right)),
    "to_first": lambda b, p: "as far as",
    "before_first": lambda b, p: "before",
    "cells_between": lambda b, p, *ends: s.Cells(p, "between", ends),
    "negate": lambda b, p, operand: s.Unary(p, "-", operand),
    "not_": lambda b, p, operand: s.Unary(p, "not", operand),
    "or_": lambda b, p, left, right: s.Binary(p, left, "or", right),
    "and_": lambda b, p, left, right: s.Binary(p, left, "and", right),
    "compare": lambda b, p, *parts: s.Compare(p, parts[::2], tuple(map(str, parts[1::2]))),
    "can_do": lambda b, p, who, how, n, args: s.CanDo(
        p, who, how == "cannot", str(n), b.span(n), args or ()
    ),
    "position_is_new": lambda b, p, zone, negated: s.Repeated(
        p, zone and _name(b, zone), None, bool(negated)
    ),
    "position_has_come": lambda b, p, zone, times: s.Repeated(p, zone and _name(b, zone), times),
    "some_of": lambda b, p, count, domain: s.SomeOf(p, "some of", (count,), domain),
    "up_to_of": lambda b, p, most, domain: s.SomeOf(p, "up to of", (most,), domain),
    "between_of": lambda b, p, *parts: s.SomeOf(p, "between of", parts[:-1], parts[-1]),
    "or_more_of": lambda b, p, least, domain: s.SomeOf(p, "or more of", (least,), domain),
    "any_number_of": lambda b, p, domain: s.SomeOf(p, "any number of", (), domain),
}
_STATEMENTS: dict[str, Any] = {
    "broken": lambda b, p, mark: s.Broken(p),
    "end_now": lambda b, p, what: s.End(p, str(what)),
    "seat_outcome": lambda b, p, who, what, words: s.Outcome(p, str(what), who, _said(words)),
    "outcome_for_all": lambda b, p, what, words: s.Outcome(p, what, None, _said(words)),
    "counted": lambda b, p, n, args: (str(n), b.span(n), args),
    "gain": _gain("gain"),
    "gain_at_most": _gain("gain", fits=True),
    "lose": _gain("lose"),
    "pay": lambda b, p, n, c, to: s.Gain(p, "pay", n, str(c), b.span(c), None, to),
    "moved_one": lambda b, p, x: s.Moved(p, "one", x),
    "moved_all_from": lambda b, p, x: s.Moved(p, "all from", x),
    "moved_all": lambda b, p, t: s.Moved(p, "all", s.TypeName(b.span(t), str(t))),
    "moved_each": lambda b, p, t, w: s.Moved(p, "each", s.TypeName(b.span(t), str(t)), where=w),
    "moved_some": lambda b, p, n, x: s.Moved(p, "some", x, n),
    "moved_up_to": lambda b, p, n, x: s.Moved(p, "up to", x, n),
    "target_each": lambda b, p, zone, where: s.Target(p, zone, where, each=True),
    "else_body": lambda b, p, body: _block(body),
    "else_if": lambda b, p, c, then, other: s.Block(p, (s.If(p, c, _block(then), other),)),
    "otherwise": lambda b, p, body: _block(body),
    "simultaneously": lambda b, p, other, t, where, body: s.EachSeat(
        p, bool(other), s.TypeName(b.span(t), str(t)), where, _block(body), simultaneous=True
    ),
    "choose": lambda b, p, again, furthest, actions, other=None: s.Choose(
        p, False, bool(again), furthest, actions, other
    ),
    "may_choose": lambda b, p, again, actions: s.Choose(p, True, bool(again), None, actions, None),
    "furthest": lambda b, p, best, value, because: s.Furthest(
        p, str(best), value, because and unquote(because)
    ),
}
_DECLARATIONS: dict[str, Any] = {
    "member": _member,
    "several_type": lambda b, p, _, n: _member(b, p, n, several=True),
    "maybe_type": lambda b, p, n: _member(b, p, n, maybe=True),
    "maybe_range": lambda b, p, low, high: s.Range(p, low, high, True),
    "drawn": _items,
    "letters": _items,
    "letter": lambda b, p, sign, *words: s.Letter(
        p, str(_said(sign)), tuple(str(_said(word)) for word in words)
    ),
    "drawn_row": lambda b, p, t: s.DrawnRow(b.span(t), t[1:-1]),
    "modifier_range": lambda b, p, low, high: (whole(low), high),
    "modifier_letters": lambda b, p, first, last: (str(first), str(last)),
    "at_most": lambda b, p, room: s.Modifier(p, ("at", "most", room)),
    "modifier": lambda b, p, *parts: s.Modifier(p, tuple(map(_modifier_part, parts))),
    "content_mark": lambda b, p, n: (_member(b, p, n),),
    "seat_order": lambda b, p, *words: s.Phrase(p, tuple(map(str, words))),
    "rounds_until": lambda b, p, x: s.HeaderLine(p, "rounds", (x,), until=True),
    "starts": lambda b, p, first, then=None, t=None: s.HeaderLine(
        p, "starts", tuple(x for x in (first, then) if x), _said(t)
    ),
    "over": lambda b, p, t: ("over", unquote(t)),
    "variant": lambda b, p, t, base, *lines: s.Variant(
        p, unquote(t), unquote(base), b.span(base),
        tuple(name for _, name in _is(tuple, lines)), _words(lines),
    ),
    "type": lambda b, p, n, spec, *lines: s.TypeDecl(
        p, str(n), spec, _words(lines), _is(s.WordText, lines)
    ),
    "var_attribute": lambda b, p, n, spec, d: s.Attribute(p, str(n), spec, d, True),
    "make_every": lambda b, p, n: s.MakeItem(p, str(n), "every", None),
    "make_set": lambda b, p, n, value: s.MakeItem(p, str(n), "=", value),
    "make_in": lambda b, p, n, value: s.MakeItem(p, str(n), "in", value),
    "component": lambda b, p, n, *lines: s.Component(
        p, str(n), _is(s.Attribute, lines), _first(s.Called, lines), _first(s.Back, lines),
        _is(s.Make, lines), _words(lines),
    ),
    "table_value": lambda b, p, is_set, part: (bool(is_set), part),
    "negative_cell": lambda b, p, n: s.Number(p, -whole(n)),
    "table_row": lambda b, p, key, cells: s.TableRow(p, _key(key), cells),
    "grid_row": lambda b, p, *cells: s.TableRow(
        p, _key(cells[0]), tuple(_cell(b, x) for x in cells[1:])
    ),
    "table_list": lambda b, p, n, side, cells, w=None: s.Table(
        p, str(n), "list", (side,), cells=cells, words=_said(w)
    ),
    "table_from": lambda b, p, n, start, cells, w=None: s.Table(
        p, str(n), "from", (), start, cells, words=_said(w)
    ),
    "table_rows": lambda b, p, n, side, value, *rows: s.Table(
        p, str(n), "rows", (side,), rows=_is(s.TableRow, rows), words=_words(rows),
        sets=value[0], value=value[1],
    ),
    "table_grid": lambda b, p, n, *rest: s.Table(
        p, str(n), "grid", rest[:2], rows=_is(s.TableRow, rest), words=_words(rest),
        value=rest[2],
    ),
    "case_otherwise": lambda b, p, value: s.Case(p, value, None, True),
    "rule": lambda b, p, n, params, *lines: s.Rule(
        p, str(n), params or (), *_cases(lines), b.span(n), _is(s.Let, lines)
    ),
    "advised": lambda b, p, *names: tuple(_name(b, n) for n in names),
    "advice": lambda b, p, n, names, *lines: s.Advice(
        p, str(n), names or (), *_cases(lines), b.span(n)
    ),
    "at_end_of_turn": lambda b, p: ("end of turn", None),
    "more_turns": lambda b, p, n: ("more turns", n),
    "all_alike": _joined,
    "stage_ends": lambda b, p, what: (str(what), None),
    "all_end": lambda b, p, what: (what, None),
    "each_ends": lambda b, p, what: (str(what), None),
    "seat_ends": lambda b, p, n, what: (str(what), s.Seat(b.span(n), whole(n))),
    "ending": lambda b, p, *parts: _ending(p, *parts),
    "after": lambda b, p, which, what, body: s.After(p, f"after {which} {what}", body),
    "before_score": lambda b, p, body: s.After(p, "before score", body),
}  # fmt: skip


def _cannot(b: Builder, p: Span, who: s.Expr | None, move: s.WrittenMove, because: Any) -> s.Then:
    reason, is_rule = because or (None, False)
    return s.Then(p, "cannot", who, move=move, because=reason, because_is_rule=is_rule)


_EXAMPLES: dict[str, Any] = {
    "phrase": lambda b, p, *words: s.Phrase(p, tuple(map(_said, words))),
    "phrase_negative": lambda b, p, n: s.Phrase(p, (), s.Number(p, -whole(n))),
    "phrase_value": lambda b, p, value: s.Phrase(p, (), value),
    "reckoned": lambda b, p, *parts: s.Phrase(p, (), reckoned(parts)),
    "phrase_at": lambda b, p, x, at: s.Phrase(p, x.words, x.value, at and whole(at)),
    "given_players": lambda b, p, n: s.Given(p, "players", None, (s.Phrase(p, (str(n),)),)),
    "given_is": lambda b, p, place, items: s.Given(p, "is", place, items),
    "given_has": lambda b, p, place, items: s.Given(p, "has", place, items),
    "given_empty": lambda b, p, place: s.Given(p, "empty", place, ()),
    "given_diagram": lambda b, p, place, *rows: s.Given(p, "diagram", place, (), rows),
    "given_to_move": lambda b, p, who: s.Given(p, "to move", who, ()),
    "lying_in": lambda b, p, n, indices, nth: s.MoveArgument(
        p, s.Phrase(p, ()), s.Index(p, _name(b, n), indices), nth=whole(nth) if nth else 1
    ),
    "move_arg": lambda b, p, first, *more: replace(first, span=p, more=more),
    "doing_as": lambda b, p, n, move: s.Doing(p, move, whole(n)),
    "any_turn": lambda b, p: s.Doing(p, None),
    "then": lambda b, p, check, scoring: replace(check, span=p, after_scoring=bool(scoring)),
    "can": lambda b, p, who, move: s.Then(p, "can", who, move=move),
    "cannot": _cannot,
    "because_rule": lambda b, p, n: (str(n), True),
    "because_words": lambda b, p, t: (unquote(t), False),
    "check_true": lambda b, p, x: s.Then(p, "true", x),
    "check_is": lambda b, p, x, items: s.Then(p, "is", x, items),
    "check_has": lambda b, p, x, items: s.Then(p, "has", x, items),
    "check_has_no": lambda b, p, x, items: s.Then(p, "has no", x, items),
    "check_compare": lambda b, p, x, op, y: s.Then(
        p, "true", x, test=s.Compare(p, (x, y), (str(op),))
    ),
    "check_state": lambda b, p, x, negated, state: s.Then(
        p, "true", x, test=s.IsState(p, x, bool(negated), str(state))
    ),
    "check_in": lambda b, p, x, negated, domain: s.Then(
        p, "true", x, test=s.IsIn(p, x, bool(negated), domain)
    ),
    "check_not": lambda b, p, check: replace(check, negated=not check.negated),
    "check_to_move": lambda b, p, x, negated: s.Then(p, "to move", x, negated=bool(negated)),
    "check_equal": lambda b, p, x, negated, y: s.Then(
        p, "equal", x, other=y, negated=bool(negated)
    ),
    "check_wins": lambda b, p, x: s.Then(p, "wins", x),
    "check_nobody_wins": lambda b, p: s.Then(p, "wins", None),
    "check_wins_not": lambda b, p, x: s.Then(p, "wins", x, negated=True),
    "check_knows": lambda b, p, who, x, items: s.Then(p, "knows", who, items or (), x),
    "check_knows_not": lambda b, p, who, x, items: s.Then(
        p, "knows", who, items or (), x, negated=True
    ),
}
_VARIANTS: dict[str, Any] = {
    "remove": lambda b, p, what: s.Remove(p, *what),
    "remove_named": lambda b, p, kind, n: (str(kind), str(n)),
    "remove_titled": lambda b, p, kind, t: (str(kind), unquote(t)),
    "remove_ending": lambda b, p, *parts: ("ending", "", _ending(p, *parts)),
    "remove_trigger": lambda b, p, event: ("when", "", event),
    "set_modifiers": lambda b, p, n, *mods: s.Change(p, None, _name(b, n), mods),
    "set_value": lambda b, p, target, cells: s.Change(p, None, target, (), cells),
}


def _modifier_part(part: Any) -> Any:
    return whole(part) if isinstance(part, Token) and part.type == "INT" else _said(part)


def _key(token: Token | s.Number) -> str | int:
    if isinstance(token, s.Number):
        return token.value
    return whole(token) if token.type == "INT" else str(token)


def _cell(b: Builder, cell: Token | s.Number) -> s.Expr:
    if isinstance(cell, Token) and cell.type == "INT":
        return s.Number(b.span(cell), whole(cell))
    return _name(b, cell) if isinstance(cell, Token) else cell


def _cases(lines: Sequence[Any]) -> tuple[tuple[s.Case, ...], str | None]:
    """Part a rule's lines from the sentence at their head, which reads as a case that is a text."""
    cases = _is(s.Case, lines)
    if cases and isinstance(cases[0].value, s.Text) and cases[0].condition is None:
        return cases[1:], cases[0].value.value
    return cases, None


def _method(make: Callable[..., Any]) -> Any:
    """Turn `make(builder, span, *children)` into a transformer method."""

    def method(self: Builder, meta: Meta, children: list[Any]) -> Any:
        return make(self, self.span(meta), *children)

    vars(method)["visit_wrapper"] = _placed  # which v_args would wrap anew for each node
    return method


def _placed(method: Callable[..., Any], _: str, children: list[Any], meta: Meta) -> Any:
    return method(meta, children)


def _header_line(field: s.HeaderField) -> Callable[..., s.HeaderLine]:
    return lambda b, p, value: s.HeaderLine(p, field, (value,))


def _effect(verb: s.Verb) -> Callable[..., s.Effect]:
    return lambda b, p, *operands: s.Effect(p, verb, operands)


_METHODS: dict[str, Callable[..., Any]] = (
    {re.sub(r"\B(?=[A-Z])", "_", x.__name__).lower(): _makes(x) for x in s.Node.__subclasses__()}
    | dict.fromkeys(_LISTS, _items)
    | dict.fromkeys(_FLAGS, _flag)
    | {field: _header_line(field) for field in _HEADER_LINES}
    | {verb.replace(" ", "_"): _effect(verb) for verb in _VERBS}
    | _EXPRESSIONS | _STATEMENTS | _DECLARATIONS | _EXAMPLES | _VARIANTS
)  # fmt: skip
for _rule, _make in _METHODS.items():
    setattr(Builder, _rule, _method(_make))
