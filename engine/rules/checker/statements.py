"""Checking the flow: named rules, blocks, loops, choices, scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import assert_never, cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message, some_of
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.diagrams import check_set_up
from engine.rules.checker.effects import (
    check_announce,
    check_assign,
    check_call_statement,
    check_deal,
    check_effect,
    check_forward,
    check_gain,
    check_let,
    check_local_variable,
    check_move,
    check_pass_on,
    check_roll,
    counter_called,
)
from engine.rules.checker.index import Declaration, Key
from engine.rules.checker.named_rules import check_named, check_parameters
from engine.rules.checker.narrowing import knowing
from engine.rules.checker.outcomes import check_outcome
from engine.rules.checker.sentences import check_words
from engine.rules.checker.sets import MOST_AT_ONCE, check_bind, check_domain, check_several
from engine.rules.checker.types import named_type
from engine.rules.checker.wanted import want_condition, want_number, want_seat
from engine.rules.substitution import put
from engine.rules.types import ERROR, TRUTH

ENDS = ("phase", "turn", "round", "game")


def check_advice(
    cx: Checking, node: s.Advice, known: Mapping[str, Sequence[m.Action]]
) -> m.Advice | None:
    """Check advice on the actions of a name."""
    actions = known.get(node.name)
    if not actions:
        message = Message("there is no action '{name}' to give advice on", node.name)
        cx.unknown(message, node.name, node.name_span, known)
        return None
    cx.names.use("action", node.name, node.name_span)
    with cx.names.block():
        parameters = _advised(cx, node, actions)
        cases = tuple(_weight(cx, case) for case in node.cases)
    for case in cases[:-1]:
        if case.condition is None:
            place = cases[cases.index(case) + 1].span
            cx.findings.warn(Code.W002, "this line is never reached", place)
            break
    return m.Advice(
        name=node.name, parameters=parameters, cases=cases, words=node.words, span=node.span
    )


def _advised(cx: Checking, node: s.Advice, actions: Sequence[m.Action]) -> tuple[m.Parameter, ...]:
    """Declare the names by which advice speaks of what an action takes.

    Where the rules have errors, an action may take something else than its writer thinks, so
    nothing is said of what advice makes of it.
    """
    if not node.parameters:
        return ()
    taken, unsure = actions[0].parameters, bool(cx.findings.errors)
    if len(node.parameters) != len(taken):
        names = ", ".join(p.name for p in taken)
        takes = "'{name}' takes {wanted} things; advice on it can't name {number}"
        if len(taken) == 1:
            takes = "'{name}' takes 1 thing; advice on it can't name {number}"
        elif not taken:
            takes = "'{name}' takes nothing; advice on it can't name {number}"
        values = {"name": node.name, "wanted": len(taken), "number": len(node.parameters)}
        message = Message.filled(takes, values)
        written = f"{node.name}({names})" if taken else node.name
        cx.error(Code.E102, message, node.name_span, Message("write 'advice {written}'", written))
    kinds = [[p.type for p in action.parameters] for action in actions]
    if any(other != kinds[0] for other in kinds[1:]):
        message = Message(
            "there are several actions '{name}', and they take different things", node.name
        )
        cx.error(Code.E102, message, node.name_span, Message("write 'advice {name}'", node.name))
    found = []
    for n, name in enumerate(node.parameters):
        kind = taken[n].type if n < len(taken) and not unsure else ERROR
        local = cx.names.add_local(name.name, kind, cx.word(name.name, name.span))
        domain = m.Domain(type=kind, span=name.span)
        found.append(m.Parameter(name=name.name, key=local.key, domain=domain, span=name.span))
    return tuple(found)


def _weight(cx: Checking, node: s.Case) -> m.Case:
    value = want_number(cx, node.value, "a weight")
    condition = None if node.condition is None else want_condition(cx, node.condition)
    return m.Case(value=value, condition=condition, span=node.span)


def check_procedure(cx: Checking, node: s.Procedure) -> m.Procedure:
    """Check a procedure."""
    with cx.names.block():
        parameters = check_parameters(cx, node.parameters)
        body = check_block(cx, node.body, "procedure")
    return m.Procedure(name=node.name, parameters=parameters, body=body, span=node.span)


def check_block(cx: Checking, node: s.Block, context: str | None = None) -> m.Block:
    """Check the statements of a block."""
    before = cx.context
    cx.context = context or before
    statements: list[m.Stmt] = []
    words: str | None = None
    with cx.names.block():
        for index, item in enumerate(node.statements):
            if isinstance(item, s.Words):
                if index:
                    cx.error(Code.E203, "put the sentence at the head of a block", item.span)
                words = item.text
            elif not isinstance(item, s.Broken):
                _after_end(cx, statements, item.span)
                checked = check_statement(cx, item)
                if checked is not None:
                    statements.append(checked)
    cx.context = before
    return m.Block(statements=tuple(statements), words=words, span=node.span)


def _after_end(cx: Checking, before: list[m.Stmt], span: Span) -> None:
    if before and _ends(before[-1]):
        cx.findings.warn(Code.W002, "this is never reached", span)


def check_statement(cx: Checking, node: s.Statement) -> m.Stmt | None:
    """Check one statement; None for what is in the model elsewhere than among statements."""
    match node:
        case s.Move():
            return check_move(cx, node)
        case s.Forward():
            return check_forward(cx, node)
        case s.Deal():
            return check_deal(cx, node)
        case s.PassOn():
            return check_pass_on(cx, node)
        case s.Effect():
            return check_effect(cx, node)
        case s.Roll():
            return check_roll(cx, node)
        case s.Announce():
            return check_announce(cx, node)
        case s.Gain():
            return check_gain(cx, node)
        case s.Let():
            return check_let(cx, node)
        case s.Variable():
            return check_local_variable(cx, node)
        case s.Assign():
            return check_assign(cx, node)
        case s.CallStatement():
            return check_call_statement(cx, node)
        case s.End():
            return _check_end(cx, node)
        case s.Outcome():
            return check_outcome(cx, node)
        case s.Require():
            message = "put 'require' at the head of an action, before anything happens"
            cx.error(Code.E203, message, node.span)
            return None
        case s.LedgerLine():
            return _check_ledger_line(cx, node)
        case s.If():
            return _check_if(cx, node)
        case s.Depending():
            return _check_depending(cx, node)
        case s.ForEach():
            return _check_for_each(cx, node)
        case s.EachSeat():
            return _check_each_seat(cx, node)
        case s.Repeat():
            body = check_block(cx, node.body)
            return m.Repeat(body=body, until=want_condition(cx, node.until), span=node.span)
        case s.Circle():
            return _check_circle(cx, node)
        case s.AsSeat():
            seat = want_seat(cx, node.seat)
            return m.AsSeat(seat=seat, body=check_block(cx, node.body), span=node.span)
        case s.Together():
            return _check_together(cx, node)
        case s.Choose():
            return _check_choose(cx, node)
        case s.SetUp():
            return check_set_up(cx, node)
        case s.Phase():
            return _check_phase(cx, node)
        case s.Score():
            return check_score(cx, node)
        case s.Words() | s.Broken() | s.Skip():
            return None
        case _:
            assert_never(node)


def _check_if(cx: Checking, node: s.If) -> m.If:
    condition = want_condition(cx, node.condition)
    with knowing(cx, condition, lasting=True):
        then = check_block(cx, node.then)
    with knowing(cx, condition, holds=False, lasting=True):
        otherwise = None if node.otherwise is None else check_block(cx, node.otherwise)
    return m.If(condition=condition, then=then, otherwise=otherwise, span=node.span)


def _check_depending(cx: Checking, node: s.Depending) -> m.Stmt:
    """Check `depending on`, which says shortly what a chain of `if` and `else` would."""
    rest = node.otherwise
    for branch in reversed(node.branches):
        condition = _is_one(node.on, branch.values[0])
        for value in branch.values[1:]:
            condition = s.Binary(branch.span, condition, "or", _is_one(node.on, value))
        rest = s.Block(branch.span, (s.If(branch.span, condition, branch.body, rest),))
    assert rest is not None
    checked = _check_if(cx, cast("s.If", rest.statements[0]))
    _told_once(cx, node, checked)
    return checked


def _is_one(on: s.Expr, value: s.Expr) -> s.Expr:
    """Return the question whether something has a value, or one of those of a type or range."""
    if isinstance(value, (s.TypeName, s.Range)):
        return s.IsIn(value.span, on, False, value)
    return s.Compare(value.span, (on, value), ("=",))


def _told_once(cx: Checking, node: s.Depending, checked: m.If) -> None:
    """Report values of which is told twice, and a word of which nothing is told."""
    seen: set[str] = set()
    whole = node.otherwise is not None
    for value in (value for branch in node.branches for value in branch.values):
        word = cx.quote(value.span)
        if word in seen:
            cx.error(Code.E202, Message("there are already lines for '{word}'", word), value.span)
        seen.add(word)
        whole = whole or isinstance(value, s.TypeName)
    tests = (x for x in walk(checked.condition) if isinstance(x, m.Op) and x.op in ("=", "in"))
    kind = next((test.arguments[0].type for test in tests), ERROR)
    if whole or kind == ERROR:
        return
    known = cx.names.enums.get(kind.name) if kind.kind == "enum" else None
    missing = [x.name for x in known.members if x.name not in seen] if known else [""]
    if missing:
        what = some_of(missing) if known else Message("other values")
        hint = "end with a line 'otherwise: skip'"
        cx.error(Code.E201, Message("this leaves out {what}", what), node.on.span, hint)


def _check_for_each(cx: Checking, node: s.ForEach) -> m.Stmt:
    with cx.names.block():
        binders = tuple(check_bind(cx, b) for b in node.binders)
        where = None if node.where is None else want_condition(cx, node.where)
        with knowing(cx, where, lasting=True):
            body = check_block(cx, node.body)
    return m.ForEach(binders=binders, where=where, body=body, span=node.span)


def _player(cx: Checking, node: s.TypeName, *, or_team: bool = False) -> None:
    if or_team and node.name == "Team":
        named_type(cx, "Team", node.span)
    elif node.name != "Player":
        message = Message("this goes through the seats; write 'Player', not '{name}'", node.name)
        cx.findings.error(Code.E101, message, node.span, fix="Player")


def _check_each_seat(cx: Checking, node: s.EachSeat) -> m.Stmt:
    _player(cx, node.type_name)
    where = None if node.where is None else want_condition(cx, node.where)
    body = check_block(cx, node.body)
    return m.EachSeat(
        other=node.other, where=where, body=body, simultaneous=node.simultaneous, span=node.span
    )


def _check_circle(cx: Checking, node: s.Circle) -> m.Stmt:
    _player(cx, node.type_name)
    after = None if node.after is None else want_seat(cx, node.after)
    where = None if node.where is None else want_condition(cx, node.where)
    body = check_block(cx, node.body)
    until = want_condition(cx, node.until)
    return m.Circle(after=after, where=where, body=body, until=until, span=node.span)


def _check_together(cx: Checking, node: s.Together) -> m.Stmt:
    body = check_block(cx, node.body)
    for part in walk(body):
        if isinstance(part, m.Choose):
            cx.error(Code.E203, "nothing can be chosen inside 'together'", part.span)
    return m.Together(body=body, span=node.span)


def _check_phase(cx: Checking, node: s.Phase) -> m.Stmt:
    if cx.context != "turn":
        cx.error(Code.E203, "put phases directly in 'turn'", node.span)
    when = None if node.when is None else want_condition(cx, node.when)
    body = check_block(cx, node.body, "phase")
    return m.Phase(title=node.title, when=when, body=body, span=node.span)


def _check_end(cx: Checking, node: s.End) -> m.Stmt:
    if node.what not in ENDS:
        cx.findings.error(Code.E015, Message("'{what}' can't be ended", node.what), node.span)
        return m.End(what="turn", span=node.span)
    if cx.context in ("setup", "score"):
        cx.error(Code.E203, Message("nothing can be ended in '{context}'", cx.context), node.span)
    return m.End(what=cast(m.Ended, node.what), span=node.span)


def _check_choose(cx: Checking, node: s.Choose) -> m.Stmt:
    if cx.context in ("setup", "score"):
        cx.error(Code.E203, Message("nothing can be chosen in '{context}'", cx.context), node.span)
    number = cx.choices
    cx.choices += 1
    actions: list[m.Action] = []
    taken: set[str] = set()
    for action in node.actions:
        if isinstance(action, s.Broken):
            continue
        if action.name in taken:
            cx.names.lost += 1
            cx.error(
                Code.E011,
                Message("there is already an action '{name}' here", action.name),
                action.name_span,
            )
        taken.add(action.name)
        actions.append(check_action(cx, action, node.optional))
    otherwise = None if node.otherwise is None else check_block(cx, node.otherwise)
    if otherwise is not None and node.repeatedly:
        message = "'choose repeatedly' ends when nothing can be chosen, so it has no 'else'"
        cx.error(Code.E203, message, otherwise.span)
    furthest = None
    if node.furthest is not None:
        furthest, because = _check_furthest(cx, node, node.furthest, number)
        actions = [_led_on(cx, action, furthest, because) for action in actions]
    return m.Choose(
        number=number, optional=node.optional, repeatedly=node.repeatedly, furthest=furthest,
        actions=tuple(actions), otherwise=otherwise, span=node.span,
    )  # fmt: skip


def _check_furthest(
    cx: Checking, choose: s.Choose, node: s.Furthest, number: int
) -> tuple[m.Furthest, m.Words | None]:
    """Check how far a choice must go, and why."""
    if not choose.repeatedly:
        message = "only a choice that is made repeatedly can lead further or less far"
        cx.error(Code.E203, message, node.span, hint="write 'choose repeatedly with …'")
    value = want_number(cx, node.value, f"'with {node.best}'")
    because = None
    if node.because is not None:
        because = check_words(cx, node.because, cx.quoted(node.span, last=True))
    made = m.Furthest(
        choice=number, action=0, value=value, highest=node.best == "highest", type=TRUTH,
        span=node.span,
    )  # fmt: skip
    return made, because


def _led_on(
    cx: Checking, action: m.Action, furthest: m.Furthest, because: m.Words | None
) -> m.Action:
    """Return an action that requires last that its moves lead far enough."""
    for p in action.parameters:
        if m.takes_several(p.domain):
            message = "a choice that must lead as far as possible takes one thing for each name"
            cx.error(Code.E203, message, p.span)
    condition = cx.copied(replace(furthest, action=action.number))
    last = m.Require(condition=condition, because=because, span=furthest.span)
    return replace(action, requires=(*action.requires, last))


def check_action(cx: Checking, node: s.Action, optional: bool) -> m.Action:
    """Check an action: parameters, then the requires at its head, then what it does."""
    number = cx.actions
    cx.actions += 1
    key = Key("action", node.name)
    cx.names.index.declare(Declaration(key, "an action", node.name_span))
    with cx.names.block(), ExitStack() as known:
        parameters = check_parameters_of(cx, node, known)
        if node.name == "pass" and optional and parameters:
            cx.error(Code.E203, "'pass' has no parameters where a choice can be skipped", node.span)
        _not_too_many(cx, node, parameters)
        cx.cell_arguments |= {
            (node.name, n) for n, p in enumerate(parameters) if p.type.kind == "zone"
        }
        requires, text, lets, rest = check_head(cx, node, known)
        body = check_block(cx, s.Block(node.body.span, rest), "action")
        lets = tuple(x for x in lets if x.domain.type.kind != "set" or _names(body, x.key))
        if lets:
            body = replace(body, statements=(*lets, *body.statements))
    return m.Action(
        name=node.name, number=number, parameters=parameters, requires=requires, text=text,
        body=body, span=node.name_span,
    )  # fmt: skip


def _not_too_many(cx: Checking, node: s.Action, parameters: Sequence[m.ActionParameter]) -> None:
    """Report an action that takes more than fits into a move."""
    total = 0
    for p in parameters:
        counts = p.domain.arguments[:-1] if m.takes_several(p.domain) else ()
        total += max((c.value for c in counts if isinstance(c, m.Literal_)), default=1)
    if total > MOST_AT_ONCE:
        message = Message(
            "an action takes at most {most} pieces and values; this takes {total}",
            MOST_AT_ONCE,
            total,
        )
        cx.error(Code.E104, message, node.name_span)


def check_parameters_of(
    cx: Checking, node: s.Action, known: ExitStack
) -> tuple[m.ActionParameter, ...]:
    """Check what an action takes; what its conditions tell is `known` from then on."""
    return tuple(_choice(cx, c, known) for c in node.parameters)


def _choice(cx: Checking, node: s.ActionParameter, known: ExitStack) -> m.ActionParameter:
    if isinstance(node.domain, s.SomeOf):
        domain, kind = check_several(cx, node.domain)
    else:
        domain, kind = check_domain(cx, node.domain)
    local = cx.names.add_local(node.name, kind, cx.word(node.name, node.span))
    local.used = True
    where = None if node.where is None else want_condition(cx, node.where)
    known.enter_context(knowing(cx, where, lasting=True))
    return m.ActionParameter(
        name=node.name, key=local.key, type=kind, domain=domain, where=where, span=node.span
    )


def check_head(
    cx: Checking, node: s.Action, known: ExitStack
) -> tuple[tuple[m.Require, ...], m.Words | None, tuple[m.Let, ...], tuple[s.Statement, ...]]:
    """Check what is at the head of an action: its sentence, its requires, what they name."""
    text = None
    if node.text is not None:
        text = check_words(cx, node.text, cx.quoted(node.span, node.name_span.line))
    requires: list[m.Require] = []
    lets: list[m.Let] = []
    named: dict[int, m.Expr] = {}
    rest = list(node.body.statements)
    last = max((i for i, x in enumerate(rest) if isinstance(x, s.Require)), default=-1)
    for number, head in enumerate(node.body.statements):
        if isinstance(head, s.Words):
            text = check_words(cx, head.text, cx.quoted(head.span))
        elif isinstance(head, s.Require):
            written = want_condition(cx, head.condition)
            known.enter_context(knowing(cx, written, lasting=True))
            condition = put(written, named)
            condition = cx.copied(condition) if named else condition
            because = put(_because(cx, head), named)
            requires.append(m.Require(condition=condition, because=because, span=head.span))
        elif isinstance(head, s.Let) and number < last:
            key, value = check_named(cx, head)
            named[key] = cx.copied(put(value, named))
            lets += _kept(head, key, value)
        elif not isinstance(head, s.Broken):
            break
        rest.pop(0)
    return tuple(requires), text, tuple(lets), tuple(rest)


def _names(body: m.Block, key: int) -> bool:
    return any(isinstance(part, m.Local) and part.key == key for part in walk(body))


def _kept(node: s.Let, key: int, value: m.Expr) -> list[m.Let]:
    """Return what keeps a name for what the action does; of a tuple nothing is kept."""
    if value.type.kind in ("tuple", "text"):
        return []
    domain = m.Domain(type=value.type, span=node.span)
    return [
        m.Let(
            name=node.name, key=key, domain=domain, value=value,
            span=node.span,
        )
    ]  # fmt: skip


def _because(cx: Checking, node: s.Require) -> m.Words | None:
    if node.because is None:
        return None
    return check_words(cx, node.because, cx.quoted(node.span, last=True))


def _check_ledger_line(cx: Checking, node: s.LedgerLine) -> m.Stmt | None:
    if cx.context != "score":
        cx.error(Code.E203, Message("'{kind}' can only be in a score", node.kind), node.span)
        return None
    when = None if node.when is None else want_condition(cx, node.when)
    with knowing(cx, when):
        value = want_number(cx, node.value, f"'{node.kind}'")
    label = check_words(cx, node.label, cx.quoted(node.span))
    cx.ledger_labels.append(label)
    return m.LedgerLine(
        kind=cast(m.LedgerKind, node.kind),
        label=label,
        value=value,
        when=when,
        span=node.span,
    )


def check_score(cx: Checking, node: s.Score) -> m.Score:
    """Check a score: only ledger lines, loops, lets and ifs stand in it."""
    _player(cx, node.type_name, or_team=True)
    teams = node.type_name.name == "Team"
    if cx.context not in ("", "after"):
        cx.error(Code.E203, "put a score at the left edge or after a round", node.span)
    number = cx.scores
    cx.scores += 1
    counter = None if node.into is None else counter_called(cx, node.into, node.into_span)
    into = None if counter is None else counter.name
    body = check_block(cx, node.body, "score")
    allowed = (m.LedgerLine, m.ForEach, m.Let, m.If)
    for part in walk(body):
        if isinstance(part, m.Stmt) and not isinstance(part, allowed):
            cx.error(Code.E203, "a score changes nothing, so this can't be in it", part.span)
    return m.Score(number=number, into=into, teams=teams, body=_written_out(body), span=node.span)


def _written_out(block: m.Block) -> m.Block:
    """Return a block of a score with the sets that it names in place of their names."""
    found: list[m.Stmt] = []
    sets: dict[int, m.Expr] = {}
    for statement in block.statements:
        now = put(statement, sets)
        if isinstance(now, m.Let) and now.domain.type.kind == "set":
            sets[now.key] = now.value
            continue
        if isinstance(now, m.ForEach):
            now = replace(now, body=_written_out(now.body))
        if isinstance(now, m.If):
            other = None if now.otherwise is None else _written_out(now.otherwise)
            now = replace(now, then=_written_out(now.then), otherwise=other)
        found.append(now)
    return replace(block, statements=tuple(found)) if found else block


def _ends(statement: m.Stmt) -> bool:
    """Return whether nothing after a statement is ever reached."""
    if isinstance(statement, m.If) and statement.otherwise is not None:
        both = (statement.then.statements, statement.otherwise.statements)
        return all(block and _ends(block[-1]) for block in both)
    return isinstance(statement, (m.End, m.Outcome))
