"""Checking the flow: statements, actions, phases, triggers, endings, scores."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import syntax as s
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.declarations import Declarations, walk
from engine.rules.types import ERROR, NUMBER, PLAYER, TRUTH, Type, piece, set_of

ENDS = ("phase", "turn", "round", "game")


class Statements(Declarations):
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
            local = self.names.add_local(node.name, domain.type, node.span, domain=domain)
            result.append(m.Parameter(name=node.name, key=local.key, domain=domain, span=node.span))
        return tuple(result)

    def _parameter_domain(self, node: s.Parameter) -> m.Domain:
        part = node.type
        if isinstance(part, s.Member) and not part.is_type:
            if part.name in self.names.zones:
                self.names.used.add(part.name)
                return m.Domain(type=Type("zone", (part.name,)), span=part.span)
            self.names.unknown(
                "E013", f"there is no zone or type '{part.name}'", part.name, part.span,
                [*self.names.zones, *self.names.enums, *self.names.components],
            )  # fmt: skip
            return m.Domain(type=ERROR, span=part.span)
        return self.domain_of(part, node.name)

    def rule(self, name: str, node: s.Rule) -> m.Rule:
        """Check a named rule; a rule that comes back to itself is reported."""
        done = self.done_rules.get(name)
        if done:
            return done
        if name in self.open_rules:
            self.error("E204", f"the rule '{node.name}' comes back to itself", node.name_span)
            return m.Rule(name=name, parameters=(), cases=(), type=ERROR)
        self.open_rules.append(name)
        scopes, self.names.scopes = self.names.scopes, []
        with self.names.block():
            parameters = self.parameters(node.parameters)
            cases = self._cases(node)
        self.names.scopes = scopes
        self.open_rules.pop()
        kind = cases[0].value.type if cases else ERROR
        rule = m.Rule(
            name=name, parameters=parameters, cases=cases, type=kind, words=node.words,
            span=node.span,
        )  # fmt: skip
        self.done_rules[name] = rule
        return rule

    done_rules: dict[str, m.Rule]
    open_rules: list[str]

    def _cases(self, node: s.Rule) -> tuple[m.Case, ...]:
        cases: list[m.Case] = []
        expected: Type | None = None
        for case in node.cases:
            value = self.expr(case.value, expected)
            if expected is not None and value.type.kind not in ("none", "error"):
                value = self.want(value, expected, f"every case of '{node.name}'")
            expected = expected or value.type
            condition = None if case.condition is None else self.truth(case.condition)
            if cases and cases[-1].condition is None:
                self.findings.warn("W002", "this line is never reached", case.span)
            cases.append(m.Case(value=value, condition=condition, span=case.span))
        if not cases:
            if not self.findings.errors:
                self.error("E201", f"the rule '{node.name}' says nothing", node.name_span)
        elif cases[-1].condition is not None and cases[0].value.type != TRUTH:
            self.error(
                "E201", f"'{node.name}' has no value when no case holds", cases[-1].span,
                hint="end with a line '… otherwise'",
            )  # fmt: skip
        return tuple(cases)

    def rule_call(self, node: s.Call) -> m.Expr:
        """Check a call of a named rule against its parameters."""
        self.names.used.add(node.name)
        rule = self.rule(node.name, self.names.rules[node.name])
        if rule.type == ERROR and not rule.cases:
            return self.fail(node.span)
        arguments = self.arguments(node, rule.parameters)
        return m.RuleCall(rule=node.name, arguments=arguments, type=rule.type, span=node.span)

    def arguments(
        self, node: s.Call, parameters: Sequence[m.Parameter]
    ) -> tuple[m.Expr, ...]:
        """Check arguments against parameters."""
        if len(node.arguments) != len(parameters):
            listed = ", ".join(p.name for p in parameters)
            self.error(
                "E102", f"'{node.name}' takes {len(parameters)} arguments ({listed}), "
                f"not {len(node.arguments)}", node.span,
            )  # fmt: skip
            return tuple(self.fail(node.span) for _ in parameters)
        values = []
        for argument, parameter in zip(node.arguments, parameters, strict=True):
            kind = parameter.domain.type
            value = self.zone(argument) if kind.kind == "zone" else self.expr(argument, kind)
            values.append(self.want(value, kind, f"'{parameter.name}' of '{node.name}'"))
        return tuple(values)

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
                        self.error("E203", "a sentence stands at the head of a block", item.span)
                    words = item.text
                elif not isinstance(item, s.Broken):
                    self._after_end(statements, item.span)
                    checked = self.statement(item)
                    if checked is not None:
                        statements.append(checked)
        self.context = before
        return m.Block(statements=tuple(statements), words=words, span=node.span)

    def _after_end(self, before: list[m.Stmt], span: Span) -> None:
        if before and isinstance(before[-1], m.End):
            self.findings.warn("W002", "this is never reached", span)

    def statement(self, node: s.Statement) -> m.Stmt | None:
        """Check one statement."""
        method = getattr(self, f"_do_{type(node).__name__.lower()}")
        result: m.Stmt | None = method(node)
        return result

    # -------------------------------------------------------------- effects

    def _do_move(self, node: s.Move) -> m.Stmt:
        moved = node.moved
        components: tuple[str, ...] = ()
        what = count = where = None
        key = 0
        with self.names.block():
            if moved.form in ("all", "each"):
                assert isinstance(moved.what, s.TypeName)
                components = self._components(moved.what)
                local = self.names.add_local("it", piece(*components) if components else ERROR,
                                             moved.span)  # fmt: skip
                local.used, key, outer, self.its = True, local.key, self.its, local
                where = None if moved.where is None else self.truth(moved.where)
                target = self._target(node.target, components)
                self.its = outer
            else:
                what, components = self._moved(moved)
                if moved.count is not None:
                    count = self.number(moved.count, "how many")
                target = self._target(node.target, components)
        at = None if node.at is None else self.number(node.at, "'at'")
        if isinstance(target, m.ZoneRef) and self.names.zones[target.name].kind == "track":
            if at is None:
                self.error("E102", "this needs to say at which space", node.span,
                           hint="add ' at 1'")  # fmt: skip
        elif at is not None and target.type != ERROR:
            self.error("E101", "only a track has spaces to be 'at'", node.at.span if node.at else node.span)
        return m.Move(
            form=moved.form, what=what, count=count, where=where, components=components,
            each_key=key, to=target, at=at, span=node.span,
        )  # fmt: skip

    def _components(self, node: s.TypeName) -> tuple[str, ...]:
        kind = self.named_type(node.name, node.span)
        if kind.kind not in ("piece", "error"):
            self.error("E101", f"{node.name} is not a component", node.span)
        return kind.names if kind.kind == "piece" else ()

    def _moved(self, moved: s.Moved) -> tuple[m.Expr, tuple[str, ...]]:
        assert moved.what is not None
        if moved.form == "one":
            value = self.expr(moved.what)
            kind = value.type.items[0] if value.type.kind == "set" else value.type
            if value.type.kind == "zone":
                hint = f"write 'move all from {self.quote(moved.what)}' or 'move top of …'"
                return self.error("E101", "a zone can't be moved, its pieces can", value.span, hint), ()
            if kind.kind not in ("piece", "error"):
                self.error("E101", f"only pieces are moved; this is {kind.describe()}", value.span)
                return value, ()
            return value, kind.names if kind.kind == "piece" else ()
        value = self.zone(moved.what, family=moved.form == "all from")
        kind = self.content(value)
        return value, kind.names if kind.kind == "piece" else ()

    def quote(self, node: s.Node) -> str:
        """Return how a node stands in the text."""
        source = self.findings.sources.get(node.span.file)
        return source.quote(node.span) if source else "…"

    def _target(self, node: s.Target, components: tuple[str, ...]) -> m.Expr:
        if node.each:
            return self.error("E203", "'each' zone stands only after 'deal'", node.span)
        target = self.zone(node.zone)
        self._fits(target, components, node.span)
        return target

    def _fits(self, target: m.Expr, components: tuple[str, ...], span: Span) -> None:
        if target.type.kind != "zone":
            return
        family = self.names.zones[target.type.name]
        if family.written:
            self.error("E101", f"'{family.name}' is written in; pieces can't lie there", span)
        for component in components:
            if not family.written and component not in family.pieces:
                holds = " or ".join(family.pieces)
                self.error("E101", f"'{family.name}' holds {holds}, not {component}", span)

    def _do_forward(self, node: s.Forward) -> m.Stmt:
        value = self.expr(node.piece)
        if value.type.kind not in ("piece", "error"):
            self.error("E101", f"only pieces are moved; this is {value.type.describe()}", value.span)
        steps = self.number(node.steps, "how far")
        return m.Forward(piece=value, steps=steps, span=node.span)

    def _do_deal(self, node: s.Deal) -> m.Stmt | None:
        source = self.zone(node.source)
        count = self.number(node.count, "how many")
        binders: list[m.Bind | None] = []
        with self.names.block():
            target = self._deal_target(node.target, binders)
            where = None
            if node.target.where is not None:
                where = self.truth(node.target.where)
        if not isinstance(source, m.ZoneRef) or not isinstance(target, m.ZoneRef):
            return None
        kind = self.content(source)
        self._fits(target, kind.names if kind.kind == "piece" else (), node.target.span)
        return m.Deal(
            count=count, source=source, to=target, binders=tuple(binders), where=where, span=node.span
        )

    def _deal_target(self, node: s.Target, binders: list[m.Bind | None]) -> m.Expr:
        """Check `each event[colour, s]`: unknown names bind the family's indices."""
        base, arguments = node.zone, None
        if isinstance(base, s.Index):
            base, arguments = base.target, base.arguments
        if not node.each:
            return self.zone(node.zone)
        if not isinstance(base, s.Name) or base.name not in self.names.zones or arguments is None:
            return self.zone(node.zone, family=True)
        family = self.names.zones[base.name]
        self.names.used.add(base.name)
        if len(arguments) != len(family.indices):
            self._wrong_count(base.name, len(family.indices), len(arguments), node.span)
            return self.fail(node.span)
        indices: list[m.Expr | None] = []
        for argument, domain in zip(arguments, family.indices, strict=True):
            bind = self.index_binder(argument, domain)
            binders.append(bind)
            known = None if bind else self.want(self.expr(argument, domain.type), domain.type, "this")
            indices.append(known)
        return m.ZoneRef(
            name=base.name, indices=tuple(indices), type=Type("zone", (base.name,)), span=node.span
        )

    def index_binder(self, node: s.Expr, domain: m.Domain) -> m.Bind | None:
        """Bind an unknown lower-case name to an index; None when the name means something already."""
        if not isinstance(node, s.Name):
            return None
        names = self.names
        known = names.local(node.name) or node.name in names.declared or node.name in names.members
        if known or node.name in ("me", "active"):
            return None
        local = names.add_local(node.name, domain.type, node.span)
        return m.Bind(
            name=node.name, key=local.key, type=domain.type, span=node.span,
            domain=self.everything(domain),
        )  # fmt: skip

    def everything(self, domain: m.Domain) -> m.Expr:
        """Return all values of a domain."""
        if domain.type == NUMBER and domain.low is not None and domain.high is not None:
            return m.Interval(low=domain.low, high=domain.high, type=set_of(NUMBER), span=domain.span)
        return m.Everything(of=domain.type, type=set_of(domain.type), span=domain.span)

    def _do_roll(self, node: s.Roll) -> m.Stmt:
        moved = node.moved
        if moved.form in ("all", "each"):
            assert isinstance(moved.what, s.TypeName)
            names = self._components(moved.what)
            kind = piece(*names) if names else ERROR
            value: m.Expr = m.Everything(of=kind, type=set_of(kind), span=node.span)
        else:
            assert moved.what is not None
            value = self.expr(moved.what)
        kind = value.type
        if kind.kind == "zone":
            kind = self.content(value)
        elif kind.kind == "set":
            kind = kind.items[0]
        changing = [
            a for c in (kind.names if kind.kind == "piece" else ())
            for a in self.names.components[c].attributes if a.changes
        ]  # fmt: skip
        if kind != ERROR and not changing:
            self.error("E101", "only pieces with an attribute that changes are rolled", node.span)
        return m.Roll(what=value, span=node.span)

    def _do_effect(self, node: s.Effect) -> m.Stmt:
        method = getattr(self, f"_effect_{node.verb.replace(' ', '_')}")
        result: m.Stmt = method(node)
        return result

    def _effect_shuffle(self, node: s.Effect) -> m.Stmt:
        return m.Shuffle(zone=self.zone(node.operands[0]), span=node.span)

    def _effect_swap(self, node: s.Effect) -> m.Stmt:
        one, other = (self.zone(operand) for operand in node.operands)
        if one.type != other.type and ERROR not in (one.type, other.type):
            self.error("E101", "only zones of one family are swapped", node.span)
        return m.Swap(one=one, other=other, span=node.span)

    def _effect_show(self, node: s.Effect) -> m.Stmt:
        what = self.expr(node.operands[0])
        to = self.expr(node.operands[1], PLAYER)
        return m.Show(what=what, to=to, span=node.span)

    def _effect_write(self, node: s.Effect) -> m.Stmt:
        where = self.zone(node.operands[1])
        family = self.names.zones.get(where.type.name) if where.type.kind == "zone" else None
        if family and not family.written:
            self.error("E101", f"'{family.name}' holds pieces; nothing is written there", where.span)
        kind = family.written.type if family and family.written else ERROR
        operand = node.operands[0]
        if isinstance(operand, s.Name) and operand.name == "mark":
            value: m.Expr = m.Literal_(type=Type("mark"), value=1, span=operand.span)
        else:
            value = self.expr(operand, kind)
        return m.Write(value=self.want(value, kind, "what is written"), zone=where, span=node.span)

    def _effect_erase(self, node: s.Effect) -> m.Stmt:
        return m.Erase(zone=self.zone(node.operands[0]), span=node.span)

    def _effect_out(self, node: s.Effect) -> m.Stmt:
        return m.Out(seat=self.seat(node.operands[0]), span=node.span)

    def _effect_next_turn(self, node: s.Effect) -> m.Stmt:
        return m.NextTurn(seat=self.seat(node.operands[0]), span=node.span)

    def _do_gain(self, node: s.Gain) -> m.Stmt | None:
        amount = self.number(node.amount, f"'{node.verb}'")
        counter = self.names.variables.get(node.counter)
        if counter is None or counter.kind != "counter":
            known = [v.name for v in self.names.variables.values() if v.kind == "counter"]
            self.names.unknown(
                "E010", f"there is no counter '{node.counter}'", node.counter, node.counter_span, known
            )
            return None
        self.names.used.add(counter.name)
        own = self._counter_of(counter, m.Op(op="me", arguments=(), type=PLAYER, span=node.span), node)
        to = None if node.to is None else self._counter_of(counter, self.seat(node.to), node)
        return m.Gain(verb=node.verb, amount=amount, counter=own, to=to, span=node.span)  # type: ignore[arg-type]

    def _counter_of(self, counter: m.Variable, seat: m.Expr, node: s.Gain) -> m.VarRef:
        seats = [d for d in counter.indices if d.type == PLAYER]
        if len(seats) != len(counter.indices):
            self.error("E102", f"'{counter.name}' has other indices than a player", node.counter_span)
        indices = tuple(seat for _ in counter.indices)
        return m.VarRef(name=counter.name, indices=indices, type=NUMBER, span=node.counter_span)

    # -------------------------------------------------------------- values

    def _do_let(self, node: s.Let) -> m.Stmt:
        value = self.expr(node.value)
        if value.type.kind in ("zone", "set", "tuple", "text"):
            value = self.error("E101", f"{value.type.describe()} can't be named with 'let'", node.span)
        domain = m.Domain(type=value.type, span=node.span)
        local = self.names.add_local(node.name, value.type, node.span, domain=domain)
        return m.Let(
            name=node.name, key=local.key, domain=domain, indices=(), value=value, variable=False,
            span=node.span,
        )  # fmt: skip

    def _do_variable(self, node: s.Variable) -> m.Stmt:
        domain, start = self.typed_start(node, node.name)
        indices = self.index_domains(node.indices, node.name)
        local = self.names.add_local(
            node.name, domain.type, node.span, indices=indices, variable=True, domain=domain
        )
        return m.Let(
            name=node.name, key=local.key, domain=domain, indices=indices, value=start,
            variable=True, span=node.span,
        )  # fmt: skip

    def _do_assign(self, node: s.Assign) -> m.Stmt:
        target = self.expr(node.target)
        if isinstance(target, m.Local):
            local = self.names.local(target.name)
            if local and not local.variable:
                self.error(
                    "E105", f"'{target.name}' doesn't change; declare it with 'var' to change it",
                    node.target.span,
                )  # fmt: skip
        elif isinstance(target, m.Attr):
            self._changing_attribute(target)
        elif not isinstance(target, m.VarRef) and target.type != ERROR:
            self.error("E105", "only variables and attributes that change are set", node.target.span)
        value = self.want(self.expr(node.value, target.type), target.type, f"'{self.quote(node.target)}'")
        return m.Assign(target=target, value=value, span=node.span)

    def _changing_attribute(self, target: m.Attr) -> None:
        for component in target.piece.type.names:
            for a in self.names.components[component].attributes:
                if a.name == target.name and not a.changes:
                    self.error(
                        "E105", f"'{a.name}' of {component} doesn't change; declare it with 'var'",
                        target.span,
                    )  # fmt: skip

    def _do_callstatement(self, node: s.CallStatement) -> m.Stmt | None:
        call = node.call
        if isinstance(call, s.Name):
            call = s.Call(call.span, call.name, (), call.span)
        if not isinstance(call, s.Call):
            self.error("E105", "this does nothing", node.span, hint="a change is written with ':='")
            return None
        procedure = self.names.procedures.get(call.name)
        if procedure is None:
            what = self.names.declared.get(call.name)
            if what:
                self.error("E105", f"'{call.name}' is {what[0]}; it does nothing by itself", node.span)
            else:
                self.names.unknown(
                    "E010", f"there is no procedure '{call.name}'", call.name, call.name_span,
                    self.names.procedures,
                )  # fmt: skip
            return None
        self.names.used.add(call.name)
        arguments = self.arguments(call, self.procedure_parameters[call.name])
        return m.Perform(procedure=call.name, arguments=arguments, span=node.span)

    procedure_parameters: dict[str, tuple[m.Parameter, ...]]

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

    def _player(self, node: s.TypeName) -> None:
        if node.name != "Player":
            self.findings.error(
                "E101", f"this runs through the seats; write 'Player', not '{node.name}'", node.span,
                fix="Player",
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
                self.error("E203", "nothing can be chosen inside 'together'", part.span)
        return m.Together(body=body, span=node.span)

    def _do_phase(self, node: s.Phase) -> m.Stmt:
        if self.context != "turn":
            self.error("E203", "phases stand directly in 'turn'", node.span)
        when = None if node.when is None else self.truth(node.when)
        body = self.block(node.body, "phase")
        return m.Phase(title=node.title, when=when, body=body, span=node.span)

    def _do_end(self, node: s.End) -> m.Stmt:
        if node.what not in ENDS:
            self.findings.error("E015", f"'{node.what}' can't be ended", node.span)
            return m.End(what="turn", span=node.span)
        if self.context in ("setup", "score"):
            self.error("E203", f"nothing ends in '{self.context}'", node.span)
        return m.End(what=node.what, span=node.span)  # type: ignore[arg-type]

    def _do_skip(self, node: s.Skip) -> None:
        return None

    def _do_require(self, node: s.Require) -> None:
        self.error(
            "E203", "'require' stands at the head of an action, before anything happens", node.span
        )

    def _do_choose(self, node: s.Choose) -> m.Stmt:
        if self.context in ("setup", "score"):
            self.error("E203", f"nothing can be chosen in '{self.context}'", node.span)
        number = self.choices
        self.choices += 1
        actions: list[m.Action] = []
        for action in node.actions:
            if isinstance(action, s.Broken):
                continue
            if any(a.name == action.name for a in actions):
                self.error("E011", f"there is already an action '{action.name}' here", action.name_span)
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
                self.error("E203", "'pass' has no parameters where a choice may be left", node.span)
            requires, text, rest = self._head(node)
            body = self.block(s.Block(node.body.span, rest), "action")
        return m.Action(
            name=node.name, number=number, parameters=parameters, requires=requires, text=text,
            body=body, span=node.name_span,
        )  # fmt: skip

    def _choice(self, node: s.Choice) -> m.Choice:
        domain, kind = self.domain(node.domain)
        local = self.names.add_local(node.name, kind, node.span)
        local.used = True
        where = None if node.where is None else self.truth(node.where)
        return m.Choice(
            name=node.name, key=local.key, type=kind, domain=domain, where=where, span=node.span
        )

    def _head(
        self, node: s.Action
    ) -> tuple[tuple[m.Require, ...], m.Words | None, tuple[s.Statement, ...]]:
        text = None if node.text is None else self.words(node.text, node.span)
        requires: list[m.Require] = []
        rest = list(node.body.statements)
        while rest and isinstance(rest[0], (s.Words, s.Require)):
            head = rest.pop(0)
            if isinstance(head, s.Words):
                text = self.words(head.text, head.span._replace(column=head.span.column))
            else:
                condition = self.truth(head.condition)
                because = None if head.because is None else self.words(head.because, head.span)
                requires.append(m.Require(condition=condition, because=because, span=head.span))
        return tuple(requires), text, tuple(rest)

    # -------------------------------------------------------------- scores

    def _do_ledgerline(self, node: s.LedgerLine) -> m.Stmt | None:
        if self.context != "score":
            self.error("E203", f"'{node.kind}' stands only in a score", node.span)
            return None
        value = self.number(node.value, f"'{node.kind}'")
        when = None if node.when is None else self.truth(node.when)
        label = self.words(node.label, node.span)
        return m.LedgerLine(
            kind=node.kind, label=label, value=value, when=when, span=node.span  # type: ignore[arg-type]
        )

    def _do_score(self, node: s.Score) -> m.Stmt:
        return self.score(node)

    def score(self, node: s.Score) -> m.Score:
        """Check a score: only ledger lines, loops, lets and ifs stand in it."""
        self._player(node.type_name)
        if self.context not in ("", "after"):
            self.error("E203", "a score stands at the top level or after a round", node.span)
        number = self.scores
        self.scores += 1
        into = node.into
        if into is not None:
            counter = self.names.variables.get(into)
            self.names.used.add(into)
            if counter is None or counter.kind != "counter":
                known = [v.name for v in self.names.variables.values() if v.kind == "counter"]
                self.names.unknown("E010", f"there is no counter '{into}'", into, node.into_span, known)
                into = None
        body = self.block(node.body, "score")
        allowed = (m.LedgerLine, m.ForEach, m.Let, m.If)
        for part in walk(body):
            if isinstance(part, m.Stmt) and not isinstance(part, allowed):
                self.error("E203", "a score changes nothing; this can't stand in it", part.span)
        return m.Score(number=number, into=into, body=body, span=node.span)
