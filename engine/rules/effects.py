"""Checking effects: what changes pieces, counters and variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.declarations import Declarations
from engine.rules.types import (
    ERROR,
    NUMBER,
    PLAYER,
    TEAM,
    Type,
    piece,
    set_of,
)
from engine.rules.walk import walk

_NO_NAME = {
    "zone": "'let' names a piece or a value; write the zone itself where it is needed",
    "set": "'let' names one thing; ask the set itself, or name what you need of it",
    "tuple": "name its parts one by one; who has the best is 'the(x in S with highest (…))'",
    "text": "write the words where they are read",
}
"""What helps where something can't be named, by the kind of its type."""


class Effects(Declarations):
    """Turns effects into the model's."""

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
        if self._has_spaces(target):
            if at is None:
                self.error(Code.E102, "this needs to say at which space", node.span,
                           hint="add ' at 1'")  # fmt: skip
        elif at is not None and target.type != ERROR:
            self.error(
                Code.E101,
                "only a track has spaces to be 'at'",
                node.at.span if node.at else node.span,
            )
        return m.Move(
            form=moved.form, what=what, count=count, where=where, components=components,
            each_key=key, to=target, at=at, span=node.span,
        )  # fmt: skip

    def _has_spaces(self, target: m.Expr) -> bool:
        if not isinstance(target, m.ZoneRef):
            return False
        family = self.names.zones[target.name]
        return family.kind == "track" and bool(family.spaces or family.written)

    def _components(self, node: s.TypeName) -> tuple[str, ...]:
        kind = self.named_type(node.name, node.span)
        if kind.kind not in ("piece", "error"):
            self.error(Code.E101, f"{node.name} is not a component", node.span)
        return kind.names if kind.kind == "piece" else ()

    def _moved(self, moved: s.Moved) -> tuple[m.Expr, tuple[str, ...]]:
        assert moved.what is not None
        if moved.form == "one":
            value = self.expr(moved.what)
            kind = value.type.items[0] if value.type.kind == "set" else value.type
            if value.type.kind == "zone":
                hint = f"write 'move all from {self.quote(moved.what)}' or 'move top of …'"
                return self.error(
                    Code.E101, "a zone can't be moved, its pieces can", value.span, hint
                ), ()
            if kind.kind not in ("piece", "error"):
                self.error(
                    Code.E101, f"only pieces are moved; this is {kind.describe()}", value.span
                )
                return value, ()
            return value, kind.names if kind.kind == "piece" else ()
        value = self.zone(moved.what, family=moved.form == "all from")
        kind = self.content(value)
        return value, kind.names if kind.kind == "piece" else ()

    def _target(self, node: s.Target, components: tuple[str, ...]) -> m.Expr:
        if node.each:
            return self.error(Code.E203, "'each' zone stands only after 'deal'", node.span)
        target = self.zone(node.zone)
        self._fits(target, components, node.span)
        return target

    def _fits(self, target: m.Expr, components: tuple[str, ...], span: Span) -> None:
        if target.type.kind != "zone":
            return
        family = self.names.zones[target.type.name]
        if family.written:
            self.error(Code.E101, f"'{family.name}' is written in; pieces can't lie there", span)
        for component in components:
            if family.pieces and component not in family.pieces:
                holds = " or ".join(family.pieces)
                self.error(Code.E101, f"'{family.name}' holds {holds}, not {component}", span)

    def _do_forward(self, node: s.Forward) -> m.Stmt:
        value = self.expr(node.piece)
        if value.type.kind not in ("piece", "error"):
            self.error(
                Code.E101, f"only pieces are moved; this is {value.type.describe()}", value.span
            )
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
            count=count,
            source=source,
            to=target,
            binders=tuple(binders),
            where=where,
            span=node.span,
        )

    def _deal_target(self, node: s.Target, binders: list[m.Bind | None]) -> m.Expr:
        """Check `each event[colour, s]`: unknown names bind the family's indices."""
        base: s.Expr = node.zone
        arguments: tuple[s.Expr, ...] | None = None
        if isinstance(node.zone, s.Index):
            base, arguments = node.zone.target, node.zone.arguments
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
            known = (
                None if bind else self.want(self.expr(argument, domain.type), domain.type, "this")
            )
            indices.append(known)
        return m.ZoneRef(
            name=base.name, indices=tuple(indices), type=Type("zone", (base.name,)), span=node.span
        )

    def index_binder(self, node: s.Expr, domain: m.Domain) -> m.Bind | None:
        """Bind an unknown lower-case name to an index; None when the name is known already."""
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
            return m.Interval(
                low=domain.low, high=domain.high, type=set_of(NUMBER), span=domain.span
            )
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
            self.error(
                Code.E101, "only pieces with an attribute that changes are rolled", node.span
            )
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
            self.error(Code.E101, "only zones of one family are swapped", node.span)
        return m.Swap(one=one, other=other, span=node.span)

    def _effect_show(self, node: s.Effect) -> m.Stmt:
        what = self.expr(node.operands[0])
        to = self.expr(node.operands[1], PLAYER)
        kind = to.type.items[0] if to.type.kind == "set" else to.type
        self.want(m.Local(name="it", key=0, type=kind, span=to.span), PLAYER, "'show'")
        self._shown(what)
        title = self.quote(node.operands[0])
        return m.Show(what=what, to=to, title=title, span=node.span)

    def _shown(self, what: m.Expr) -> None:
        """Report what can't be shown."""
        kind = what.type
        if kind.kind == "set":
            kind = kind.items[0]
        if kind.kind not in ("piece", "zone", "number", "truth", "enum", "error"):
            message = f"pieces, zones and values are shown; this is {what.type.describe()}"
            self.error(Code.E101, message, what.span)
        elif what.type.kind == "set" and kind.kind not in ("piece", "error"):
            self.error(Code.E101, "of several, only pieces are shown", what.span)
        own = {part.key for part in walk(what) if isinstance(part, m.Bind)}
        names = [x for x in walk(what) if isinstance(x, m.Local) and x.key not in own]
        for part in names if kind.kind in ("number", "truth", "enum") else ():
            if part.indices or part.type.kind in ("zone", "set", "tuple"):
                message = f"'{part.name}' can't stand in a value that is shown"
                self.error(
                    Code.E203, message, part.span, "give what you need of it a name with 'let'"
                )

    def _effect_write(self, node: s.Effect) -> m.Stmt:
        where = self.zone(node.operands[1])
        family = self.names.zones.get(where.type.name) if where.type.kind == "zone" else None
        if family and not family.written:
            self.error(
                Code.E101, f"'{family.name}' holds pieces; nothing is written there", where.span
            )
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
                Code.E010,
                f"there is no counter '{node.counter}'",
                node.counter,
                node.counter_span,
                known,
            )
            return None
        self.names.used.add(counter.name)
        own = self._counter_of(
            counter, m.Op(op="me", arguments=(), type=PLAYER, span=node.span), node
        )
        to = None if node.to is None else self._counter_of(counter, self.seat(node.to), node)
        verb = cast(m.Verb, node.verb)
        return m.Gain(verb=verb, amount=amount, counter=own, to=to, fits=node.fits, span=node.span)

    def _counter_of(self, counter: m.Variable, seat: m.Expr, node: s.Gain) -> m.VarRef:
        if any(d.type not in (PLAYER, TEAM) for d in counter.indices):
            self.error(
                Code.E102, f"'{counter.name}' has other indices than a player", node.counter_span
            )
        indices = tuple(
            self.team_of(seat, node.span) if d.type == TEAM else seat for d in counter.indices
        )
        return m.VarRef(name=counter.name, indices=indices, type=NUMBER, span=node.counter_span)

    # -------------------------------------------------------------- values

    def _do_let(self, node: s.Let) -> m.Stmt:
        value = self.expr(node.value)
        if value.type.kind in ("zone", "set", "tuple", "text"):
            value = self.error(
                Code.E101,
                f"{value.type.describe()} can't be named with 'let'",
                node.value.span,
                _NO_NAME[value.type.kind],
            )
        domain = m.Domain(type=value.type, span=node.span)
        local = self.names.add_local(
            node.name, value.type, self.word(node.name, node.span), domain=domain, named=True
        )
        return m.Let(
            name=node.name, key=local.key, domain=domain, indices=(), value=value, variable=False,
            span=node.span,
        )  # fmt: skip

    def _do_variable(self, node: s.Variable) -> m.Stmt:
        domain, start = self.typed_start(node, node.name)
        indices = self.index_domains(node.indices, node.name)
        local = self.names.add_local(
            node.name,
            domain.type,
            self.word(node.name, node.span),
            indices=indices,
            variable=True,
            domain=domain,
        )
        return m.Let(
            name=node.name, key=local.key, domain=domain, indices=indices, value=start,
            variable=True, span=node.span,
        )  # fmt: skip

    def _do_assign(self, node: s.Assign) -> m.Stmt:
        target = self._assigned(node.target)
        domain: m.Domain | None = None
        if isinstance(target, m.Local):
            local = self.names.local(target.name)
            domain = local.domain if local else None
            if local and not local.variable:
                hint = "declare it with 'var' to change it"
                message = f"'{target.name}' doesn't change"
                target = self.error(Code.E105, message, node.target.span, hint)
        elif isinstance(target, m.Attr):
            self._changing_attribute(target)
        elif isinstance(target, m.VarRef):
            domain = self.names.variables[target.name].domain
        elif target.type != ERROR:
            message = "only variables and attributes that change are set"
            target = self.error(Code.E105, message, node.target.span)
        what = f"'{self.quote(node.target)}'"
        value = self.want(self.expr(node.value, target.type), target.type, what)
        if domain:
            self.within(value, domain, what)
        return m.Assign(target=target, value=value, span=node.span)

    def _assigned(self, node: s.Expr) -> m.Expr:
        """Check what is set, which doesn't count as a use of it."""
        base = node.target if isinstance(node, s.Index) else node
        local = self.names.local(base.name) if isinstance(base, (s.Name, s.My)) else None
        used = local.used if local else False
        target = self.expr(node)
        if local:
            local.used, local.changed = used, True
        return target

    def _changing_attribute(self, target: m.Attr) -> None:
        for component in target.piece.type.names:
            for a in self.names.components[component].attributes:
                if a.name == target.name and not a.changes:
                    hint = f"declare it as 'var {a.name}: …' to change it"
                    message = f"'{a.name}' of {component} doesn't change"
                    self.error(Code.E105, message, target.span, hint)

    def _do_callstatement(self, node: s.CallStatement) -> m.Stmt | None:
        call = node.call
        if isinstance(call, s.Name):
            call = s.Call(call.span, call.name, (), call.span)
        if not isinstance(call, s.Call):
            self.error(
                Code.E105, "this does nothing", node.span, hint="a change is written with ':='"
            )
            return None
        procedure = self.names.procedures.get(call.name)
        if procedure is None:
            what = self.names.declared.get(call.name)
            if what:
                message = f"'{call.name}' is {what[0]}; it does nothing by itself"
                self.error(Code.E105, message, node.span)
            else:
                self.names.unknown(
                    Code.E010, f"there is no procedure '{call.name}'", call.name, call.name_span,
                    self.names.procedures,
                )  # fmt: skip
            return None
        self.names.used.add(call.name)
        arguments = self.arguments(call, self.procedure_parameters[call.name])
        return m.Perform(procedure=call.name, arguments=arguments, span=node.span)

    procedure_parameters: dict[str, tuple[m.Parameter, ...]]

    def arguments(self, node: s.Call, parameters: Sequence[m.Parameter]) -> tuple[m.Expr, ...]:
        """Check arguments against parameters."""
        if len(node.arguments) != len(parameters):
            listed = f" ({', '.join(p.name for p in parameters)})" if parameters else ""
            things = "argument" if len(parameters) == 1 else "arguments"
            message = f"'{node.name}' takes {len(parameters)} {things}{listed}"
            self.error(Code.E102, f"{message}, not {len(node.arguments)}", node.span)
            return tuple(self.fail(node.span) for _ in parameters)
        values = []
        for argument, parameter in zip(node.arguments, parameters, strict=True):
            kind = parameter.domain.type
            what = f"'{parameter.name}' of '{node.name}'"
            if kind.kind == "zone":
                value = self.zone(argument, what=what)
            else:
                value = self.expr(argument, kind)
            values.append(self.within(self.want(value, kind, what), parameter.domain, what))
        return tuple(values)
