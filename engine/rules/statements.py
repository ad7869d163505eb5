"""Checking the flow: named rules, blocks, loops, choices, scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.calls import MOST_AT_ONCE
from engine.rules.effects import Effects
from engine.rules.types import (
    ERROR,
    TRUTH,
    Type,
)
from engine.rules.walk import walk

ENDS = ("phase", "turn", "round", "game")


def _ends(statement: m.Stmt) -> bool:
    """Tell whether nothing after a statement is ever reached."""
    if isinstance(statement, m.If) and statement.otherwise is not None:
        both = (statement.then.statements, statement.otherwise.statements)
        return all(block and _ends(block[-1]) for block in both)
    return isinstance(statement, m.End)


def _in_common(kinds: Sequence[Type]) -> Type:
    """Return the type of the cases of a rule: that of the first, or none too if one may be none."""
    kind = next((kind for kind in kinds if kind.kind != "none"), None)
    if kind is None:
        return kinds[0] if kinds else ERROR
    maybe = any(other.maybe or other.kind == "none" for other in kinds)
    return replace(kind, maybe=True) if maybe and kind.kind != "error" else kind


class Statements(Effects):
    """Turns statements into the model's. `context` says where we are, for what may stand there."""

    context: str = ""
    choices: int = 0
    actions: int = 0
    scores: int = 0

    # -------------------------------------------------------------- rules and procedures

    def parameters(self, nodes: Sequence[s.Parameter]) -> tuple[m.Parameter, ...]:
        """Declare parameters in the innermost block."""
        result = []
        for node in nodes:
            domain = self._parameter_domain(node)
            local = self.names.add_local(
                node.name, domain.type, self.word(node.name, node.span), domain=domain
            )
            result.append(m.Parameter(name=node.name, key=local.key, domain=domain, span=node.span))
        return tuple(result)

    def _parameter_domain(self, node: s.Parameter) -> m.Domain:
        part = node.type
        if isinstance(part, s.Member) and not part.is_type:
            if part.name in self.names.zones:
                self.names.used.add(part.name)
                return m.Domain(type=Type("zone", (part.name,)), span=part.span)
            self.names.unknown(
                Code.E013, f"there is no zone or type '{part.name}'", part.name, part.span,
                [*self.names.zones, *self.names.enums, *self.names.components],
            )  # fmt: skip
            return m.Domain(type=ERROR, span=part.span)
        return self.domain_of(part, node.name)

    def rule(self, name: str, node: s.Rule) -> m.Rule:
        """Check a named rule; a rule that comes back to itself is reported."""
        done = self.done_rules.get(name)
        if done:
            return done
        self.open_rules.append(name)
        scopes, self.names.scopes = self.names.scopes, []
        with self.names.block():
            parameters = self.parameters(node.parameters)
            cases = self._cases(node)
        self.names.scopes = scopes
        self.open_rules.pop()
        kind = _in_common([case.value.type for case in cases])
        rule = m.Rule(
            name=name, parameters=parameters, cases=cases, type=kind, words=node.words,
            span=node.span,
        )  # fmt: skip
        self.done_rules[name] = rule
        return rule

    ledger_labels: list[m.Words]
    done_rules: dict[str, m.Rule]
    open_rules: list[str]

    def _cases(self, node: s.Rule) -> tuple[m.Case, ...]:
        cases: list[m.Case] = []
        expected: Type | None = None
        for case in node.cases:
            if isinstance(case.value, s.Text) and expected is not None and expected.kind != "text":
                self.error(Code.E203, "a sentence stands at the head of its rule", case.span)
                continue
            value = self.expr(case.value, expected)
            plain = value.type.sure()
            if expected is not None and plain.kind not in ("none", "error") and plain != expected:
                value = self.want(value, expected, f"every case of '{node.name}'")
            if expected is None and plain.kind != "none":
                expected = plain
            condition = None if case.condition is None else self.truth(case.condition)
            if cases and cases[-1].condition is None:
                self.findings.warn(Code.W002, "this line is never reached", case.span)
            cases.append(m.Case(value=value, condition=condition, span=case.span))
        if not cases:
            if not self.findings.errors:
                self.error(Code.E201, f"the rule '{node.name}' says nothing", node.name_span)
        elif (
            cases[-1].condition is not None
            and cases[0].value.type != TRUTH
            and not self._unread_line(node.span)
        ):
            self.error(
                Code.E201, f"'{node.name}' has no value when no case holds", cases[-1].span,
                hint="end with a line '… otherwise'",
            )  # fmt: skip
        return tuple(cases)

    def _unread_line(self, span: Span) -> bool:
        """Tell whether a line of a part couldn't be read."""
        lines = [item.span.line for item in self.findings.errors if item.code == Code.E001]
        return any(span.line <= line <= span.end_line for line in lines)

    def advice(self, node: s.Advice, known: Mapping[str, Sequence[m.Action]]) -> m.Advice | None:
        """Check advice on the actions of a name."""
        actions = known.get(node.name)
        if not actions:
            message = f"there is no action '{node.name}' to give advice on"
            self.names.unknown(Code.E010, message, node.name, node.name_span, known)
            return None
        with self.names.block():
            parameters = self._advised(node, actions)
            cases = tuple(self._weight(case) for case in node.cases)
        for case in cases[:-1]:
            if case.condition is None:
                place = cases[cases.index(case) + 1].span
                self.findings.warn(Code.W002, "this line is never reached", place)
                break
        return m.Advice(
            name=node.name, parameters=parameters, cases=cases, words=node.words, span=node.span
        )

    def _advised(self, node: s.Advice, actions: Sequence[m.Action]) -> tuple[m.Parameter, ...]:
        """Declare the names by which advice speaks of what an action takes.

        Where the rules have errors, an action may take something else than its writer thinks, so
        nothing is said of what advice makes of it.
        """
        if not node.parameters:
            return ()
        taken, unsure = actions[0].parameters, bool(self.findings.errors)
        if len(node.parameters) != len(taken):
            names = ", ".join(p.name for p in taken)
            much = f"{len(taken)} thing{'s' * (len(taken) > 1)}" if taken else "nothing"
            message = f"'{node.name}' takes {much}; advice on it can't name {len(node.parameters)}"
            written = f"{node.name}({names})" if taken else node.name
            self.error(Code.E102, message, node.name_span, f"write 'advice {written}'")
        kinds = [[p.type for p in action.parameters] for action in actions]
        if any(other != kinds[0] for other in kinds[1:]):
            message = f"there are several actions '{node.name}', which take different things"
            self.error(Code.E102, message, node.name_span, f"write 'advice {node.name}'")
        found = []
        for n, name in enumerate(node.parameters):
            kind = taken[n].type if n < len(taken) and not unsure else ERROR
            local = self.names.add_local(name.name, kind, self.word(name.name, name.span))
            domain = m.Domain(type=kind, span=name.span)
            found.append(m.Parameter(name=name.name, key=local.key, domain=domain, span=name.span))
        return tuple(found)

    def _weight(self, node: s.Case) -> m.Case:
        value = self.number(node.value, "a weight")
        condition = None if node.condition is None else self.truth(node.condition)
        return m.Case(value=value, condition=condition, span=node.span)

    def rule_call(self, node: s.Call) -> m.Expr:
        """Check a call of a named rule against its parameters."""
        self.names.used.add(node.name)
        if node.name in self.open_rules:
            message = f"the rule '{node.name}' comes back to itself"
            return self.error(Code.E204, message, node.span)
        rule = self.rule(node.name, self.names.rules[node.name])
        if rule.type == ERROR and not rule.cases:
            return self.fail(node.span)
        arguments = self.arguments(node, rule.parameters)
        return m.RuleCall(rule=node.name, arguments=arguments, type=rule.type, span=node.span)

    def procedure(self, node: s.Procedure) -> m.Procedure:
        """Check a procedure."""
        with self.names.block():
            parameters = self.parameters(node.parameters)
            body = self.block(node.body, "procedure")
        return m.Procedure(name=node.name, parameters=parameters, body=body, span=node.span)

    # -------------------------------------------------------------- blocks

    def block(self, node: s.Block, context: str | None = None) -> m.Block:
        """Check the statements of a block."""
        before = self.context
        self.context = context or before
        statements: list[m.Stmt] = []
        words: str | None = None
        with self.names.block():
            for index, item in enumerate(node.statements):
                if isinstance(item, s.Words):
                    if index:
                        self.error(Code.E203, "a sentence stands at the head of a block", item.span)
                    words = item.text
                elif not isinstance(item, s.Broken):
                    self._after_end(statements, item.span)
                    checked = self.statement(item)
                    if checked is not None:
                        statements.append(checked)
        self.context = before
        return m.Block(statements=tuple(statements), words=words, span=node.span)

    def _after_end(self, before: list[m.Stmt], span: Span) -> None:
        if before and _ends(before[-1]):
            self.findings.warn(Code.W002, "this is never reached", span)

    def statement(self, node: s.Statement) -> m.Stmt | None:
        """Check one statement."""
        method = getattr(self, f"_do_{type(node).__name__.lower()}")
        result: m.Stmt | None = method(node)
        return result

    # -------------------------------------------------------------- flow

    def _do_if(self, node: s.If) -> m.Stmt:
        condition = self.truth(node.condition)
        then = self.block(node.then)
        otherwise = None if node.otherwise is None else self.block(node.otherwise)
        return m.If(condition=condition, then=then, otherwise=otherwise, span=node.span)

    def _do_foreach(self, node: s.ForEach) -> m.Stmt:
        with self.names.block():
            binders = tuple(self.bind(b) for b in node.binders)
            where = None if node.where is None else self.truth(node.where)
            body = self.block(node.body)
        return m.ForEach(binders=binders, where=where, body=body, span=node.span)

    def _player(self, node: s.TypeName, *, or_team: bool = False) -> None:
        if or_team and node.name == "Team":
            self.named_type("Team", node.span)
        elif node.name != "Player":
            self.findings.error(
                Code.E101, f"this runs through the seats; write 'Player', not '{node.name}'",
                node.span, fix="Player",
            )  # fmt: skip

    def _do_eachseat(self, node: s.EachSeat) -> m.Stmt:
        self._player(node.type_name)
        where = None if node.where is None else self.truth(node.where)
        body = self.block(node.body)
        return m.EachSeat(
            other=node.other, where=where, body=body, simultaneous=node.simultaneous, span=node.span
        )

    def _do_repeat(self, node: s.Repeat) -> m.Stmt:
        body = self.block(node.body)
        return m.Repeat(body=body, until=self.truth(node.until), span=node.span)

    def _do_circle(self, node: s.Circle) -> m.Stmt:
        self._player(node.type_name)
        after = None if node.after is None else self.seat(node.after)
        where = None if node.where is None else self.truth(node.where)
        body = self.block(node.body)
        until = self.truth(node.until)
        return m.Circle(after=after, where=where, body=body, until=until, span=node.span)

    def _do_asseat(self, node: s.AsSeat) -> m.Stmt:
        seat = self.seat(node.seat)
        return m.AsSeat(seat=seat, body=self.block(node.body), span=node.span)

    def _do_together(self, node: s.Together) -> m.Stmt:
        body = self.block(node.body)
        for part in walk(body):
            if isinstance(part, m.Choose):
                self.error(Code.E203, "nothing can be chosen inside 'together'", part.span)
        return m.Together(body=body, span=node.span)

    def _do_phase(self, node: s.Phase) -> m.Stmt:
        if self.context != "turn":
            self.error(Code.E203, "phases stand directly in 'turn'", node.span)
        when = None if node.when is None else self.truth(node.when)
        body = self.block(node.body, "phase")
        return m.Phase(title=node.title, when=when, body=body, span=node.span)

    def _do_end(self, node: s.End) -> m.Stmt:
        if node.what not in ENDS:
            self.findings.error(Code.E015, f"'{node.what}' can't be ended", node.span)
            return m.End(what="turn", span=node.span)
        if self.context in ("setup", "score"):
            self.error(Code.E203, f"nothing ends in '{self.context}'", node.span)
        return m.End(what=cast(m.Ended, node.what), span=node.span)

    def _do_skip(self, node: s.Skip) -> None:
        return None

    def _do_require(self, node: s.Require) -> None:
        self.error(
            Code.E203,
            "'require' stands at the head of an action, before anything happens",
            node.span,
        )

    def _do_choose(self, node: s.Choose) -> m.Stmt:
        if self.context in ("setup", "score"):
            self.error(Code.E203, f"nothing can be chosen in '{self.context}'", node.span)
        number = self.choices
        self.choices += 1
        actions: list[m.Action] = []
        for action in node.actions:
            if isinstance(action, s.Broken):
                continue
            if any(a.name == action.name for a in actions):
                self.names.lost += 1
                self.error(
                    Code.E011, f"there is already an action '{action.name}' here", action.name_span
                )
            actions.append(self.action(action, node.optional))
        otherwise = None if node.otherwise is None else self.block(node.otherwise)
        return m.Choose(
            number=number, optional=node.optional, repeatedly=node.repeatedly,
            actions=tuple(actions), otherwise=otherwise, span=node.span,
        )  # fmt: skip

    def action(self, node: s.Action, optional: bool) -> m.Action:
        """Check an action: parameters, then the requires at its head, then what it does."""
        number = self.actions
        self.actions += 1
        with self.names.block():
            parameters = tuple(self._choice(c) for c in node.parameters)
            if node.name == "pass" and optional and parameters:
                self.error(
                    Code.E203, "'pass' has no parameters where a choice may be left", node.span
                )
            self._not_too_many(node, parameters)
            requires, text, rest = self._head(node)
            body = self.block(s.Block(node.body.span, rest), "action")
        return m.Action(
            name=node.name, number=number, parameters=parameters, requires=requires, text=text,
            body=body, span=node.name_span,
        )  # fmt: skip

    def _not_too_many(self, node: s.Action, parameters: Sequence[m.Choice]) -> None:
        """Report an action that takes more than fits into a move."""
        total = 0
        for p in parameters:
            several = isinstance(p.domain, m.Op) and p.domain.op == "some of"
            count = p.domain.arguments[0] if several and isinstance(p.domain, m.Op) else None
            total += count.value if isinstance(count, m.Literal_) else 1
        if total > MOST_AT_ONCE:
            message = (
                f"an action takes at most {MOST_AT_ONCE} pieces and values; this takes {total}"
            )
            self.error(Code.E104, message, node.name_span)

    def _choice(self, node: s.Choice) -> m.Choice:
        if isinstance(node.domain, s.SomeOf):
            domain, kind = self.several(node.domain)
        else:
            domain, kind = self.domain(node.domain)
        local = self.names.add_local(node.name, kind, self.word(node.name, node.span))
        local.used = True
        where = None if node.where is None else self.truth(node.where)
        return m.Choice(
            name=node.name, key=local.key, type=kind, domain=domain, where=where, span=node.span
        )

    def _head(
        self, node: s.Action
    ) -> tuple[tuple[m.Require, ...], m.Words | None, tuple[s.Statement, ...]]:
        text = None
        if node.text is not None:
            text = self.words(node.text, self.quoted(node.span, node.name_span.line))
        requires: list[m.Require] = []
        rest = list(node.body.statements)
        for head in node.body.statements:
            if isinstance(head, s.Words):
                text = self.words(head.text, head.span)
            elif isinstance(head, s.Require):
                condition = self.truth(head.condition)
                because = self._because(head)
                requires.append(m.Require(condition=condition, because=because, span=head.span))
            elif not isinstance(head, s.Broken):
                break
            rest.pop(0)
        return tuple(requires), text, tuple(rest)

    def _because(self, node: s.Require) -> m.Words | None:
        if node.because is None:
            return None
        return self.words(node.because, self.quoted(node.span, last=True))

    # -------------------------------------------------------------- scores

    def _do_ledgerline(self, node: s.LedgerLine) -> m.Stmt | None:
        if self.context != "score":
            self.error(Code.E203, f"'{node.kind}' stands only in a score", node.span)
            return None
        value = self.number(node.value, f"'{node.kind}'")
        when = None if node.when is None else self.truth(node.when)
        label = self.words(node.label, self.quoted(node.span))
        self.ledger_labels.append(label)
        return m.LedgerLine(
            kind=cast(m.LedgerKind, node.kind),
            label=label,
            value=value,
            when=when,
            span=node.span,
        )

    def _do_score(self, node: s.Score) -> m.Stmt:
        return self.score(node)

    def score(self, node: s.Score) -> m.Score:
        """Check a score: only ledger lines, loops, lets and ifs stand in it."""
        self._player(node.type_name, or_team=True)
        teams = node.type_name.name == "Team"
        if self.context not in ("", "after"):
            self.error(Code.E203, "a score stands at the top level or after a round", node.span)
        number = self.scores
        self.scores += 1
        into = node.into
        if into is not None:
            counter = self.names.variables.get(into)
            self.names.used.add(into)
            if counter is None or counter.kind != "counter":
                known = [v.name for v in self.names.variables.values() if v.kind == "counter"]
                self.names.unknown(
                    Code.E010, f"there is no counter '{into}'", into, node.into_span, known
                )
                into = None
        body = self.block(node.body, "score")
        allowed = (m.LedgerLine, m.ForEach, m.Let, m.If)
        for part in walk(body):
            if isinstance(part, m.Stmt) and not isinstance(part, allowed):
                self.error(Code.E203, "a score changes nothing; this can't stand in it", part.span)
        return m.Score(number=number, into=into, teams=teams, body=body, span=node.span)
