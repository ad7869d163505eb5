"""Checking examples: what is given, done and claimed. Piece names are resolved when they run,
because only then it is known which pieces there are.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.message import Message
from engine.language.source import Span
from engine.language.syntax.examples import phrase_value
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.diagrams import cell_text, read_diagram, whole_grid
from engine.rules.checker.named_rules import unread_line
from engine.rules.checker.piece_words import keep_words
from engine.rules.checker.wanted import (
    number_literal,
    want_condition,
    want_number,
    want_seat,
    want_value,
    want_zone,
)
from engine.rules.types import ERROR, PLAYER, TEAM, TRUTH

_ROLL = "roll"


def check_example(cx: Checking, node: s.Example) -> m.Example:
    """Check an example."""
    cx.in_example = True
    steps: list[m.Given | m.WrittenMove | m.Then] = []
    with cx.names.block():
        for line in node.lines:
            if isinstance(line, s.Given) and line.form == "diagram":
                steps += _check_diagram(cx, line)
            elif isinstance(line, s.Given):
                given = _check_given(cx, line)
                if given:
                    steps.append(given)
            elif isinstance(line, s.Do):
                steps += [_check_doing(cx, doing) for doing in line.moves]
            elif isinstance(line, s.Then):
                then = _check_then(cx, line)
                if then:
                    steps.append(then)
    cx.in_example = False
    if not any(isinstance(line, (s.Then, s.Broken)) for line in node.lines):
        _no_claim(cx, node)
    return m.Example(title=node.title, steps=tuple(steps), span=node.span)


def _no_claim(cx: Checking, node: s.Example) -> None:
    """Report an example without a claim, unless what follows it couldn't be read."""
    last = node.lines[-1].span if node.lines else node.span
    follows = Span(last.file, last.end_line, 1, last.end_line + 1, 1)
    if not unread_line(cx, follows):
        cx.error(Code.E402, "this example claims nothing", last, hint="add a line 'then …'")


def _check_given(cx: Checking, node: s.Given) -> m.Given | None:
    if node.form == "players":
        count = m.Item(value=number_literal(int(node.items[0].words[0]), node.span))
        return m.Given(form="players", items=(count,), span=node.span)
    place = node.place
    assert place is not None
    if isinstance(place, s.Name) and place.name == _ROLL and node.form == "is":
        items = tuple(_item(cx, i) for i in node.items)
        return m.Given(form="roll", items=items, span=node.span)
    if isinstance(place, s.Name) and place.name in cx.names.contested:
        return None
    if node.form == "to move":
        who = m.Item(value=want_seat(cx, place))
        return m.Given(form="to move", items=(who,), span=node.span)
    base = place.target if isinstance(place, s.Index) else place
    if isinstance(base, (s.Name, s.My)) and base.name in ("round", "total"):
        return _given_of_the_game(cx, node, place)
    if isinstance(place, s.Name) and place.name in cx.names.options:
        return _given_option(cx, node, place.name)
    if isinstance(place, s.EndOf):
        where = want_zone(cx, place.zone)
        items = tuple(_item(cx, i) for i in node.items)
        return m.Given(form="top", place=where, name=place.which, items=items, span=node.span)
    if isinstance(place, s.Name) and not _can_be_given(cx, place.name):
        known = [*cx.names.options, *cx.names.zones, *cx.names.variables]
        message = Message("'{name}' is not an option, zone or variable", place.name)
        cx.unknown(message, place.name, place.span, known)
        return None
    value = cx.value(place)
    if value.type.kind == "zone":
        return _given_zone(cx, node, want_zone(cx, place, family=node.form == "empty"))
    if isinstance(value, m.VarRef) and node.form == "is" and len(node.items) == 1:
        item = m.Item(value=_value(cx, node.items[0], value.type), span=node.items[0].span)
        return m.Given(form="variable", place=value, items=(item,), span=node.span)
    if value.type != ERROR:
        cx.error(Code.E402, "only zones, variables and options can be given", place.span)
    return None


def _can_be_given(cx: Checking, name: str) -> bool:
    """Return whether something that is declared, or a cell, has a name."""
    if name in cx.names.declared:
        return True
    return any(zone.cell_at(name) is not None for zone in cx.names.zones.values())


def _given_option(cx: Checking, node: s.Given, name: str) -> m.Given | None:
    cx.names.use_name(name, node.span)
    if node.form != "is" or len(node.items) != 1:
        cx.error(Code.E402, Message("write an option as '{name} = …'", name), node.span)
        return None
    option = cx.names.options[name]
    item = m.Item(value=_value(cx, node.items[0], option.domain.type), span=node.span)
    given = item.value.value if isinstance(item.value, m.Literal_) else option.default
    if option.fixed and given != option.default:
        cx.error(
            Code.E402, Message("the option '{name}' is fixed to another value", name), node.span
        )
        return None
    return m.Given(form="option", name=name, items=(item,), span=node.span)


def _given_of_the_game(cx: Checking, node: s.Given, place: s.Expr) -> m.Given | None:
    value = cx.value(place)
    if not isinstance(value, m.Op):
        return None
    if node.form != "is" or len(node.items) != 1:
        quoted = cx.quote(place.span)
        cx.error(Code.E402, Message("write this as '{quoted} = …'", quoted), node.span)
        return None
    number = _value(cx, node.items[0], value.type)
    item = m.Item(value=number, span=node.items[0].span)
    if value.op == "round":
        return m.Given(form="round", items=(item,), span=node.span)
    return m.Given(form="total", place=value.arguments[0], items=(item,), span=node.span)


def _given_zone(cx: Checking, node: s.Given, place: m.Expr) -> m.Given:
    form: Any = "zone has" if node.form == "has" else "zone is"
    items = tuple(_item(cx, i, place) for i in node.items)
    return m.Given(form=form, place=place, items=items, span=node.span)


def _check_diagram(cx: Checking, node: s.Given) -> list[m.Given]:
    """Return what a diagram says as if it were said cell by cell: all else is empty."""
    assert node.place is not None
    where = whole_grid(cx, node.place)
    filled = None if where is None else read_diagram(cx, where, node.rows)
    if where is None or filled is None:
        return []
    zone, said = cx.names.zones[where.name], cx.quote(node.place.span)
    found = [m.Given(form="zone is", place=where, span=node.span, written=f"{said} is empty")]
    for cell, words, span in filled:
        item = _item(cx, s.Phrase(span, words), cell, drawn=True)
        shown = " ".join(x if re.fullmatch(r"\w+", x) else f'"{x}"' for x in words)
        written = f"{cell_text(zone, said, cell)} = {shown}"
        found.append(m.Given(form="zone is", place=cell, items=(item,), span=span, written=written))
    return found


def _value(cx: Checking, phrase: s.Phrase, kind: Any) -> m.Expr:
    node = phrase_value(phrase)
    if node is None:
        return cx.error(
            Code.E402, Message("'{names}' is not a value", " ".join(phrase.words)), phrase.span
        )
    return want_value(cx, node, kind, "this")


def _item(
    cx: Checking, phrase: s.Phrase, place: m.Expr | None = None, *, drawn: bool = False
) -> m.Item:
    """Read the contents of a zone: `7 x mark`, `15 points`, `adventurer at 2`, `3`. `drawn`: it
    is a letter of a diagram, which says these words elsewhere.
    """
    if not drawn:
        keep_words(cx, phrase.words, phrase.span)
    words, count = phrase.words, 1
    if len(words) > 2 and words[0].isdigit() and words[1] == "x":
        words, count = words[2:], int(words[0])
        if count > 1000:
            cx.error(Code.E402, "no game has this many", phrase.span)
            count = 1
    value: m.Expr | None = None
    family = cx.names.zones.get(place.type.name) if place and place.type.kind == "zone" else None
    if family and family.written and words != ("mark",):
        value = _value(cx, s.Phrase(phrase.span, words, phrase.value), family.written.type)
    elif phrase.value is not None and family and _has_names(cx, family):
        name = cx.quote(phrase.span)
        message = "put the name of a piece in quotation marks if it has signs in it"
        cx.findings.error(Code.E402, message, phrase.span, fix=f'"{name}"')
    elif phrase.value is not None:
        value = cx.value(phrase.value)
    return m.Item(
        words=" ".join(words) or None, count=count, value=value, at=phrase.at, span=phrase.span
    )


def _has_names(cx: Checking, zone: m.Zone) -> bool:
    """Return whether pieces are in a zone that are told apart by their names."""
    known = [cx.names.components.get(name) for name in zone.pieces]
    return any(component is not None and component.attributes for component in known)


def _check_doing(cx: Checking, node: s.Doing) -> m.WrittenMove:
    if node.move is None:
        return m.WrittenMove(name="", arguments=None, any_turn=True, span=node.span)
    move = _move(cx, node.move)
    return replace(move, seat=None if node.seat is None else node.seat - 1)


def _move(cx: Checking, node: s.WrittenMove) -> m.WrittenMove:
    known = cx.action_names
    if node.name not in {*known, "pass"} and not cx.unread:
        span = cx.word(node.name, node.span)
        message = Message("there is no action '{name}'", node.name)
        cx.unknown(message, node.name, span, {*known, "pass"})
    if node.name in known:
        cx.names.use("action", node.name, node.span)
    arguments = None
    if node.arguments is not None:
        arguments = tuple(
            _argument(cx, a, cell=(node.name, n) in cx.cell_arguments)
            for n, a in enumerate(node.arguments)
        )
    return m.WrittenMove(name=node.name, arguments=arguments, span=node.span)


def _argument(cx: Checking, node: s.MoveArgument, *, cell: bool = False) -> m.MoveArg:
    """Check an argument of a written move; `cell`: it is a cell, not a piece in it."""
    place: m.Expr | None = None
    if node.place is not None:
        place = want_zone(cx, _own(cx, node.place))
    keep_words(cx, node.phrase.words, node.phrase.span)
    words = " ".join(node.phrase.words)
    if node.phrase.value is not None:
        value = cx.value(node.phrase.value)
        words = str(value.value) if isinstance(value, m.Literal_) else words
    return m.MoveArg(
        words=words,
        place=place if isinstance(place, m.ZoneRef) else None,
        more=tuple(_argument(cx, part, cell=cell) for part in node.more),
        nth=None if cell else node.nth,
        span=node.span,
    )


def _own(cx: Checking, node: s.Expr) -> s.Expr:
    """Read `path[green]` as the mover's own where the seat is left out."""
    base = node.target if isinstance(node, s.Index) else node
    family = cx.names.zones.get(base.name) if isinstance(base, s.Name) else None
    given = len(node.arguments) if isinstance(node, s.Index) else 0
    last = node.arguments[-1] if isinstance(node, s.Index) else None
    if isinstance(last, s.Name) and family and family.cell_at(last.name) is not None:
        given += 1
    if not isinstance(base, s.Name) or not family or family.owner_index is None:
        return node
    if given != len(family.indices) - 1:
        return node
    mine = s.My(base.span, base.name)
    return s.Index(node.span, mine, node.arguments) if isinstance(node, s.Index) else mine


def _check_then(cx: Checking, node: s.Then) -> m.Then | None:
    fields: dict[str, Any] = {
        "span": node.span, "after_scoring": node.after_scoring, "negated": node.negated,
    }  # fmt: skip
    if node.form in ("can", "cannot"):
        return _then_move(cx, node, fields)
    subject = node.subject
    if isinstance(subject, s.Stage):
        return _then_stage(cx, node, subject, fields)
    if isinstance(subject, s.MyLine):
        if node.form not in ("is", "equal"):
            cx.error(Code.E402, "compare a line with 'is': my \"Label\" is 10", node.span)
            return None
        value = want_number(cx, _other(node))
        _known_line(cx, subject)
        return m.Then(form="line", label=subject.label, value=value, **fields)
    if subject is None:
        return m.Then(form="wins", **fields)
    if node.form in ("to move", "wins"):
        form: Any = node.form
        who = cx.value(subject, PLAYER)
        if form != "wins" or who.type != TEAM:
            who = cx.want(who, PLAYER, "a player")
        return m.Then(form=form, subject=who, **fields)
    if node.form == "knows":
        return _then_knows(cx, node, subject, fields)
    return _positive(_then_value(cx, node, subject, fields))


def _positive(then: m.Then | None) -> m.Then | None:
    """Claim the opposite of a condition that is claimed not to hold, to quote its values."""
    if then is None or then.form != "true" or not then.negated or then.subject is None:
        return then
    test = op("not", TRUTH, then.subject.span, then.subject)
    return replace(then, subject=test, negated=False)


def _then_knows(cx: Checking, node: s.Then, who: s.Expr, fields: dict[str, Any]) -> m.Then | None:
    """Check a claim on what a seat knows: of a zone, a piece or a variable."""
    assert node.other is not None
    seat = want_seat(cx, who)
    value = cx.value(node.other)
    if value.type.kind == "zone":
        value = want_zone(cx, node.other)
    elif value.type != ERROR and (
        node.items or not (value.type.kind == "piece" or isinstance(value, m.VarRef))
    ):
        message = "a seat knows a zone, a piece or a variable, or what a zone has"
        cx.error(Code.E402, message, node.other.span)
        return None
    items = tuple(_item(cx, i, value) for i in node.items)
    return m.Then(form="knows", seat=seat, subject=value, items=items, **fields)


def _known_line(cx: Checking, node: s.MyLine) -> None:
    """Report a line that no score has; values in braces may be anything."""
    if not cx.ledger_labels or cx.unread:
        return
    shown = []
    for words in cx.ledger_labels:
        parts = [part if isinstance(part, str) else None for part in words.parts]
        pattern = "".join(".*" if part is None else re.escape(part) for part in parts)
        if re.fullmatch(pattern, node.label):
            return
        shown.append("".join("{…}" if part is None else part for part in parts))
    message = Message("no score has a line '{label}'", node.label)
    fix = nearest(node.label, shown)
    hint = None if fix else Message("the lines are {names}", ", ".join(sorted(set(shown))[:5]))
    cx.findings.error(Code.E010, message, node.span, fix=fix, hint=hint)


def _other(node: s.Then) -> s.Expr:
    if node.other is not None:
        return node.other
    phrase = node.items[0]
    return phrase_value(phrase) or s.Name(phrase.span, " ".join(phrase.words))


def _then_move(cx: Checking, node: s.Then, fields: dict[str, Any]) -> m.Then:
    assert node.move is not None
    because = node.because
    form: m.ThenForm = "can" if (node.form == "can") != node.negated else "cannot"
    if form == "can" and because is not None:
        cx.error(Code.E402, "a legal move has no 'because'", node.span)
        because = None
    seat = None
    if node.subject is not None:
        seat = want_seat(cx, node.subject)
    fields |= {"negated": False, "seat": seat}
    if because is not None and node.because_is_rule and because in cx.names.rules:
        cx.names.use("name", because, _after_because(cx, node.span))
    elif because is not None and node.because_is_rule:
        place = cx.word(because, node.span)
        known = cx.names.rules
        cx.unknown(Message("there is no rule '{because}'", because), because, place, known)
    return m.Then(
        form=form, move=_move(cx, node.move), because=because,
        because_is_rule=node.because_is_rule, **fields,
    )  # fmt: skip


def _after_because(cx: Checking, span: Span) -> Span:
    """Return the part of a claim that says why."""
    place = cx.word("because", span)
    return Span(span.file, place.line, place.end_column, span.end_line, span.end_column)


def _then_stage(
    cx: Checking, node: s.Then, subject: s.Stage, fields: dict[str, Any]
) -> m.Then | None:
    over = isinstance(node.other, s.Name) and node.other.name == "over"
    if subject.name not in ("round", "game") or node.form != "equal" or not over:
        message = "write 'the round is over' or 'the game is over', with 'not' if it isn't"
        cx.error(Code.E402, message, node.span)
        return None
    return m.Then(form="over", stage=subject.name, **fields)


def _then_value(
    cx: Checking, node: s.Then, subject: s.Expr, fields: dict[str, Any]
) -> m.Then | None:
    span = node.span
    if node.form == "true":
        return m.Then(form="true", subject=want_condition(cx, node.test or subject), **fields)
    value = cx.value(subject)
    if value.type == ERROR:
        return None
    if node.form == "has" and node.items[0].words[:1] == ("not",):
        rest = cx.quote(node.items[0].span).removeprefix("not").strip()
        message = "to claim that something isn't there, use 'has no'"
        cx.error(
            Code.E402,
            message,
            span,
            hint=Message("write '{quoted} has no {rest}'", cx.quote(subject.span), rest),
        )
        return None
    if node.form == "equal" and value.type.kind in ("zone", "piece") and node.other:
        said, other = cx.quote(subject.span), cx.quote(node.other.span)
        message = "to claim what is in a zone, use '='"
        write = "write 'not {zone} = {what}'" if node.negated else "write '{zone} = {what}'"
        cx.error(Code.E402, message, span, hint=Message(write, said, other))
        return None
    if node.form in ("has", "has no") or (node.form == "is" and value.type.kind == "zone"):
        place = want_zone(cx, subject)
        items = tuple(_item(cx, i, place) for i in node.items)
        form: m.ThenForm = "items"
        if node.form in ("has", "has no"):
            form = "has" if node.form == "has" else "has no"
        return m.Then(form=form, subject=place, items=items, **fields)
    if node.form == "is" and value.type.kind == "piece":
        items = tuple(_item(cx, i) for i in node.items)
        return m.Then(form="items", subject=value, items=items, **fields)
    if node.form == "is" and len(node.items) != 1:
        cx.error(Code.E402, "compare one value with one value", span)
        return None
    test = cx.value(s.Compare(span, (subject, _other(node)), ("=",)))
    return m.Then(form="true", subject=test, **fields)
