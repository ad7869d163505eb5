"""Lowering flow: blocks that go on to one another, decisions, procedures, triggers, turns and rounds.

A statement that may stop to ask somebody is divided over blocks, and what it must remember lies in a
frame in the state. Everything else stays structured inside its block, with registers.
"""

from __future__ import annotations

from typing import Any

from engine.compile import layout as at
from engine.compile.moves import Event, Moves, Unit
from engine.compile.program import (
    INT_MAX,
    Action,
    Again,
    And,
    Ask,
    Bin,
    Block,
    Call,
    Choice,
    Const,
    Data,
    E,
    Fail,
    Goto,
    If,
    Jump,
    Keep,
    Load,
    Loop,
    Not,
    Or,
    Parameter,
    Reg,
    Set,
    Steps,
    Stmt,
    Store,
    Tell,
    add,
    both,
    scale,
)
from engine.compile.values import Array, Context
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.declarations import walk

CHAIN_LIMIT = 100
"""How deep triggers and procedures may call one another before the chain is stopped and named."""


class Flow(Moves):
    """Lowers statements that steer."""

    current: Block
    procedures: dict[str, tuple[int, Unit]]
    triggers: list[tuple[int, Unit]]
    collecting: dict[int, tuple[E, int]]
    actions: dict[int, tuple[m.Action, Context, int]]
    """By the action's number: the action, its context with parameters, and its choice's number."""

    # -------------------------------------------------------------- blocks

    def block(self, span: Span | None = None) -> Block:
        """Make a block."""
        made = Block(len(self.program.blocks), [], span)
        self.program.blocks.append(made)
        return made

    def begin(self, block: Block) -> None:
        """Let statements go to a block."""
        self.current = block
        self.out = block.body

    def goto(self, block: Block) -> None:
        """End the current block."""
        self.emit(Goto(block.number))

    # -------------------------------------------------------------- may it stop?

    def splits(self, node: Any) -> bool:
        """Tell whether a statement may go through another block: a decision, a call, a reaction."""
        key = id(node)
        if key not in self._splits:
            self._splits[key] = (node, self._find_splits(node))
        return self._splits[key][1]

    _splits: dict[int, tuple[Any, bool]]

    def _find_splits(self, node: Any) -> bool:
        if isinstance(node, (m.Choose, m.Perform)):
            return True
        if isinstance(node, m.EachSeat) and node.simultaneous:
            return True
        if isinstance(node, m.Stmt) and self._fires(node):
            return True
        if isinstance(node, m.Model) and not isinstance(node, m.Expr):
            return any(self.splits(getattr(node, f)) for f in type(node).model_fields if f != "span")
        if isinstance(node, tuple):
            return any(self.splits(item) for item in node)
        return False

    def _fires(self, s: m.Stmt) -> bool:
        """Tell whether a statement's change may set off a trigger."""
        if self.silent:
            return False
        return any(self._may_match(t.event, s) for t in self.rules.triggers)

    def _may_match(self, event: m.Arrives | m.Becomes, s: m.Stmt) -> bool:
        if isinstance(s, m.Forward):
            kinds = {z.name for z in self.holders(s.piece.type.names)}
            return isinstance(event, m.Arrives) and event.zone in kinds
        if isinstance(s, (m.Write, m.Erase)):
            zone = event.zone if isinstance(event, m.Arrives) else event.zone.name
            return zone == s.zone.type.name
        if isinstance(s, m.Move):
            if isinstance(event, m.Arrives):
                return s.form == "one" and s.to.type.name == event.zone and not _many(s)
            return event.zone.name in self._touches(s)
        if isinstance(s, m.Deal):
            return isinstance(event, m.Becomes) and event.zone.name in (s.source.name, s.to.name)
        return False

    def _touches(self, s: m.Move) -> set[str]:
        """Return the families that a move may take from or add to."""
        names = s.components
        what = s.what
        if isinstance(what, m.Op) and what.op in ("last", "first"):
            return {what.arguments[0].type.name, s.to.type.name}
        if what is not None and what.type.kind == "zone":
            return {what.type.name, s.to.type.name}
        return {z.name for z in self.holders(names)}

    # -------------------------------------------------------------- statements

    def body(self, block: m.Block, c: Context) -> None:
        """Lower the statements of a block; its locals end with it."""
        inside = c.inner()
        statements = block.statements
        for number, s in enumerate(statements):
            if isinstance(s, m.Let):
                self.let(s, inside, self.splits(statements[number + 1 :]))
            else:
                self.statement(s, inside)

    def statement(self, s: m.Stmt, c: Context) -> None:
        """Lower a statement."""
        getattr(self, f"_do_{type(s).__name__.lower()}")(s, c)

    def _do_move(self, s: m.Move, c: Context) -> None:
        self.move(s, c)

    def _do_forward(self, s: m.Forward, c: Context) -> None:
        self.forward(s, c)

    def _do_deal(self, s: m.Deal, c: Context) -> None:
        self.deal(s, c)

    def _do_shuffle(self, s: m.Shuffle, c: Context) -> None:
        self.shuffle(s, c)

    def _do_roll(self, s: m.Roll, c: Context) -> None:
        self.roll(s, c)

    def _do_show(self, s: m.Show, c: Context) -> None:
        self.show(s, c)

    def _do_swap(self, s: m.Swap, c: Context) -> None:
        self.swap(s, c)

    def _do_gain(self, s: m.Gain, c: Context) -> None:
        self.gain(s, c)

    def _do_write(self, s: m.Write, c: Context) -> None:
        self.write(s, c)

    def _do_erase(self, s: m.Erase, c: Context) -> None:
        self.erase(s, c)

    def _do_assign(self, s: m.Assign, c: Context) -> None:
        self.assign(s, c)

    def _do_nextturn(self, s: m.NextTurn, c: Context) -> None:
        self.emit(Store(Const(at.NEXT), self.value(s.seat, c)))

    def _do_out(self, s: m.Out, c: Context) -> None:
        bit = Bin("<<", Const(1), self.value(s.seat, c))
        self.emit(Store(Const(at.OUT), Bin("|", Load(Const(at.OUT)), bit)))

    def _do_end(self, s: m.End, c: Context) -> None:
        if s.what == "phase":
            self.emit(Store(Const(at.ME), Load(Const(at.ACTIVE))), Jump(Const(at.LEAVE)))
        else:
            self.emit(Goto(self.end_of[s.what]))
        if self.out is self.current.body:
            self.begin(self.block(s.span))

    def let(self, s: m.Let, c: Context, lives_on: bool) -> None:
        """Lower a local name: in a register, or in the frame when a decision may come in between."""
        low, high = self.layout.value_range(s.domain)
        if s.indices:
            return self._let_family(s, c, low, high)
        if isinstance(s.value, m.Fold) and s.value.kind == "random":
            drawn = self.reg("d", low, high)
            self.emit(*self.random(s.value, drawn, c))
            value: E = drawn
        else:
            value = self.value(s.value, c)
        if not s.variable and s.domain.type.kind == "number":
            low, high = INT_MAX + 1, INT_MAX  # its bounds are its value's
        r = self._local_reg(s, value, low, high)
        if lives_on or (s.variable and self.unit.root and not self.silent):
            cell = self.slot()
            c.locals[s.key] = Load(cell, r.lo, r.hi)
            self.emit(Store(cell, self._let_value(s, value, r)))
            if s.variable and self.unit.root:
                self.named_slots[s.name] = (cell, s)
        else:
            c.locals[s.key] = r
            self.emit(Set(r, self._let_value(s, value, r)))
        return None

    named_slots: dict[str, tuple[E, m.Let]]

    def _local_reg(self, s: m.Let, value: E, low: int, high: int) -> Reg:
        from engine.compile.program import bounds

        if low > high:
            low, high = bounds(value)
        return self.reg("v", low, high)

    def _let_value(self, s: m.Let, value: E, r: Reg) -> E:
        site = self.site("E503", f"'{s.name}' is out of its range", s.span)
        return self.checked(value, r.lo, r.hi, site)

    def _let_family(self, s: m.Let, c: Context, low: int, high: int) -> None:
        shape = self.layout.shape(s.indices)
        size = 1
        for _, count in shape:
            size *= count
        base = self.slot(size)
        c.locals[s.key] = Array(base, shape, low, high)
        value = self.hold(self.value(s.value, c), "v")
        k = self.reg("k", 0, size - 1)
        self.emit(Loop(k, Steps(Const(0), Const(size - 1)), (Store(add(base, k), value),)))

    # -------------------------------------------------------------- branches and loops

    def _do_if(self, s: m.If, c: Context) -> None:
        test = self.value(s.condition, c)
        yes = c.inner(nonempty=self.facts(s.condition, True, c))
        no = c.inner(nonempty=self.facts(s.condition, False, c))
        if isinstance(test, Const):
            chosen = s.then if test.value else s.otherwise
            if chosen is not None:
                self.body(chosen, yes if test.value else no)
            return
        if not self.splits((s.then, s.otherwise)):
            before = self.nested()
            self.body(s.then, yes)
            then, other = self.close(before), ()
            if s.otherwise is not None:
                before = self.nested()
                self.body(s.otherwise, no)
                other = self.close(before)
            self.emit(If(test, then, other))
            return
        then_block, after = self.block(s.span), self.block(s.span)
        other_block = self.block(s.span) if s.otherwise else after
        self.emit(If(test, (Goto(then_block.number),), (Goto(other_block.number),)))
        self.begin(then_block)
        self.body(s.then, c)
        self.goto(after)
        if s.otherwise:
            self.begin(other_block)
            self.body(s.otherwise, c)
            self.goto(after)
        self.begin(after)

    def _do_together(self, s: m.Together, c: Context) -> None:
        before, self.bulk = self.bulk, True
        self.body(s.body, c)
        self.bulk = before
        if not self.bulk and not self.silent:
            self.emit(*self.endings(None, c))

    def _do_foreach(self, s: m.ForEach, c: Context) -> None:
        if not self.splits(s.body):
            inside = c.inner()
            source = self.combine(s.binders, s.where, inside)
            before = self.nested()
            self.body(s.body, inside)
            self.emit(*self.loops(source, self.close(before)))
            return
        first, *rest = s.binders
        inner: m.Block = s.body
        where = s.where
        if rest:
            nested = m.ForEach(binders=tuple(rest), where=where, body=inner, span=s.span)
            inner, where = m.Block(statements=(nested,)), None
        self._each_in_blocks(first, where, inner, s.span, c)

    def _each_in_blocks(
        self, bind: m.Bind, where: m.Expr | None, body: m.Block, span: Span, c: Context
    ) -> None:
        """Write the values down first, then visit them block by block."""
        inside = c.inner()
        source = self.bind(bind, inside)
        value = inside.locals[bind.key]
        assert isinstance(value, Reg)
        size = self._most_values(bind)
        cells, count, index, current = self.slot(size), self.slot(), self.slot(), self.slot()
        self.emit(Store(count, Const(0)), Store(index, Const(0)))
        keep = (Store(add_e(cells, Load(count)), value), Store(count, add(Load(count), Const(1))))
        self.emit(*self.loops(source, keep))
        head, visit, after = self.block(span), self.block(span), self.block(span)
        self.goto(head)
        self.begin(head)
        done = Bin(">=", Load(index), Load(count))
        self.emit(If(done, (Goto(after.number),), ()))
        self.emit(Store(current, Load(add_e(cells, Load(index)))))
        self.emit(Store(index, add(Load(index), Const(1))))
        inside.locals[bind.key] = Load(current, value.lo, value.hi)
        test: E = Const(1) if where is None else self.value(where, inside)
        self.emit(If(test, (Goto(visit.number),), (Goto(head.number),)))
        self.begin(visit)
        self.body(body, inside)
        self.goto(head)
        self.begin(after)

    def _most_values(self, bind: m.Bind) -> int:
        domain = bind.domain
        if domain.type.kind == "zone":
            family = self.family_of(domain)
            whole = isinstance(domain, m.ZoneRef) and domain.is_open
            return family.capacity * (len(family.places) if whole else 1) or 1
        low, high = self.element_range(bind)
        if high - low > 10_000:
            raise self.setting.error("E104", "this runs through too many values", bind.span)
        return max(1, high - low + 1)

    def _do_repeat(self, s: m.Repeat, c: Context) -> None:
        site = self.site("E502", "this is repeated without an end", s.span)
        if not self.splits(s.body):
            before = self.nested()
            self.body(s.body, c)
            self.emit(Again(self.close(before), self.value(s.until, c), site))
            return
        head, after = self.block(s.span), self.block(s.span)
        self.goto(head)
        self.begin(head)
        self.body(s.body, c)
        test = self.value(s.until, c)
        self.emit(If(test, (Goto(after.number),), (Goto(head.number),)))
        self.begin(after)

    # -------------------------------------------------------------- seats

    def save_me(self) -> E:
        """Keep who is me in the frame; return where."""
        cell = self.slot()
        self.emit(Store(cell, Load(Const(at.ME))))
        return cell

    def set_me(self, seat: E) -> None:
        """Say who is me."""
        self.emit(Store(Const(at.ME), seat))

    def _do_asseat(self, s: m.AsSeat, c: Context) -> None:
        cell = self.save_me()
        self.set_me(self.value(s.seat, c))
        self.body(s.body, c)
        self.set_me(Load(cell))

    def _do_eachseat(self, s: m.EachSeat, c: Context) -> None:
        if s.simultaneous:
            self.simultaneous(s, c)
            return
        n = self.setting.players
        cell = self.save_me()
        if not self.splits(s.body):
            k = self.reg("k", 0, n - 1)
            before = self.nested()
            self.set_me(Bin("%", add(Load(cell), k), Const(n)))
            inner = self.nested()
            self.body(s.body, c)
            done = self.close(inner)
            self.emit(*(done if s.where is None else (If(self.value(s.where, c), done),)))
            body = self.close(before)
            self.emit(Loop(k, Steps(Const(int(s.other)), Const(n - 1)), body))
        else:
            index = self.slot()
            head, visit, after = self.block(s.span), self.block(s.span), self.block(s.span)
            self.emit(Store(index, Const(int(s.other))))
            self.goto(head)
            self.begin(head)
            self.emit(If(Bin(">=", Load(index), Const(n)), (Goto(after.number),)))
            self.set_me(Bin("%", add(Load(cell), Load(index)), Const(n)))
            self.emit(Store(index, add(Load(index), Const(1))))
            test: E = Const(1) if s.where is None else self.value(s.where, c)
            self.emit(If(test, (Goto(visit.number),), (Goto(head.number),)))
            self.begin(visit)
            self.body(s.body, c)
            self.goto(head)
            self.begin(after)
        self.set_me(Load(cell))

    def _do_circle(self, s: m.Circle, c: Context) -> None:
        cell, seat = self.save_me(), self.slot()
        start = Load(cell) if s.after is None else self.next_seat(self.value(s.after, c))
        self.emit(Store(seat, start))
        head, visit, after = self.block(s.span), self.block(s.span), self.block(s.span)
        self.goto(head)
        self.begin(head)
        self.set_me(Load(seat))
        self.emit(Store(seat, self.next_seat(Load(seat, 0, self.setting.players - 1))))
        test: E = Const(1) if s.where is None else self.value(s.where, c)
        self.emit(If(test, (Goto(visit.number),), (Goto(head.number),)))
        self.begin(visit)
        self.body(s.body, c)
        self.emit(If(self.value(s.until, c), (Goto(after.number),), (Goto(head.number),)))
        self.begin(after)
        self.set_me(Load(cell))

    # -------------------------------------------------------------- decisions

    def _do_choose(self, s: m.Choose, c: Context) -> None:
        ask, after = self.block(s.span), self.block(s.span)
        self.goto(ask)
        again = ask if s.repeatedly else after
        blocks = [self.block(a.span) for a in s.actions]
        passing = next((b for a, b in zip(s.actions, blocks, strict=True) if a.name == "pass"), None)
        skip = after.number if passing is None else passing.number
        choice = self.choice(s, c, [b.number for b in blocks], skip if s.optional else None)
        self.begin(ask)
        some = Call(f"some{choice.number}", (), 0, 1)
        if s.otherwise is not None:
            otherwise = self.block(s.span)
            self.emit(If(Not(some), (Goto(otherwise.number),)))
        elif s.optional:
            self.emit(If(Not(some), (Goto(after.number),)))
        self.emit(Ask(choice.number))
        for action, block in zip(s.actions, blocks, strict=True):
            self.begin(block)
            self.act(action, c)
            self.goto(after if action.name == "pass" and s.optional else again)
        if s.otherwise is not None:
            self.begin(otherwise)
            self.body(s.otherwise, c)
            self.goto(after)
        self.begin(after)

    def choice(
        self, s: m.Choose, c: Context, blocks: list[int], passing: int | None
    ) -> Choice:
        """Make a decision of the program; `passing` is the block of the pass that is always legal."""
        actions = []
        for action, block in zip(s.actions, blocks, strict=True):
            inside = c.inner()
            parameters = tuple(self.parameter(p, inside) for p in action.parameters)
            tests: list[E] = []
            for require in action.requires:
                tests.append(self.value(require.condition, inside))
                inside.nonempty += self.facts(require.condition, True, inside)
            self.actions[action.number] = (action, inside, s.number)
            if action.name == "pass" and s.optional:
                continue
            actions.append(Action(action.name, parameters, both(tests), block))
        made = Choice(s.number, tuple(actions), passing, s.span)
        self.program.choices[s.number] = made
        return made

    def parameter(self, p: m.Choice, c: Context) -> Parameter:
        """Lower a parameter of an action."""
        bind = m.Bind(name=p.name, key=p.key, type=p.type, domain=p.domain, span=p.span)
        source = self.bind(bind, c)
        if len(source) != 1:
            raise self.setting.error(
                "E101", "a parameter takes its values from one place", p.domain.span
            )
        loops, tests = source[0]
        reg = c.locals[p.key]
        assert isinstance(reg, Reg)
        if p.where is not None:
            tests = [*tests, self.value(p.where, c)]
        same = self.sameness(reg, p, c) if p.type.kind == "piece" else None
        return Parameter(reg, tuple(loops), both(tests), same)

    def sameness(self, piece: Reg, p: m.Choice, c: Context) -> tuple[E, ...] | None:
        """Return the integers that are equal for pieces that read the same, None when none do."""
        pieces = [x for x in self.setting.pieces if x.component in p.type.names]
        kinds = self.program.data["kind"]
        if len({kinds[x.number] for x in pieces}) == len(pieces):
            return None
        known = Bin("&", Bin(">>", Load(add(piece, Const(self.layout.known))), c.me), Const(1))
        kind: E = Data("kind", piece, 0, max(kinds))
        domain = p.domain
        zone = self.rules.zones[domain.type.name] if domain.type.kind == "zone" else None
        surely = zone and (zone.seen == "all" or (zone.seen == "owner" and _own(domain, zone)))
        if not surely:
            from engine.compile.program import Pick

            kind = Pick(known, kind, Bin("-", Const(-1), piece))
        parts: list[E] = [kind]
        if zone is None or (isinstance(domain, m.ZoneRef) and domain.is_open):
            parts.append(Load(add(piece, Const(self.layout.zone_of))))
        names = {a.name for n in p.type.names for a in self.rules.components[n].attributes if a.changes}
        parts += [self.attribute(piece, name) for name in sorted(names)]
        tracks = {z.name for z in self.holders(p.type.names) if z.kind == "track"}
        if self.layout.space and tracks:
            parts.append(self.attribute(piece, "space"))
        return tuple(parts)

    def act(self, action: m.Action, c: Context) -> None:
        """Lower what an action does; its arguments wait in the state's argument words."""
        inside = c.inner()
        lives_on = self.splits(action.body)
        for number, p in enumerate(action.parameters):
            known = self.actions[action.number][1].locals[p.key]
            assert isinstance(known, Reg)
            argument = Load(Const(at.ARGUMENTS + number), known.lo, known.hi)
            if lives_on:
                cell = self.slot()
                self.emit(Store(cell, argument))
                inside.locals[p.key] = Load(cell, known.lo, known.hi)
            else:
                r = self.reg("a", known.lo, known.hi)
                self.emit(Set(r, argument))
                inside.locals[p.key] = r
        for require in action.requires:
            inside.nonempty += self.facts(require.condition, True, inside)
        if lives_on:
            inside.nonempty = []
        self.body(action.body, inside)

    # -------------------------------------------------------------- everybody at once

    def simultaneous(self, s: m.EachSeat, c: Context) -> None:
        """Lower `simultaneously`: single choices are collected, longer branches run one by one."""
        only = s.body.statements[0] if len(s.body.statements) == 1 else None
        simple = isinstance(only, m.Choose) and not only.repeatedly and only.otherwise is None
        if simple and isinstance(only, m.Choose):
            self._collect(s, only, c)
        else:
            self._one_by_one(s, c)
        if not self.silent:
            self.emit(*self.endings(None, c))

    def _seats(self, s: m.EachSeat, c: Context, visit: Any, mine: E) -> None:
        """Emit a loop in seat order over the seats that take part."""
        index = self.slot()
        head, body, after = self.block(s.span), self.block(s.span), self.block(s.span)
        self.emit(Store(index, Const(0)))
        self.goto(head)
        self.begin(head)
        self.emit(If(Bin(">=", Load(index), Const(self.setting.players)), (Goto(after.number),)))
        self.set_me(Load(index))
        self.emit(Store(index, add(Load(index), Const(1))))
        tests: list[E] = [Bin("!=", Load(Const(at.ME)), mine)] if s.other else []
        if s.where is not None:
            tests.append(self.value(s.where, c))
        self.emit(If(both(tests) or Const(1), (Goto(body.number),), (Goto(head.number),)))
        self.begin(body)
        visit(head)
        self.begin(after)

    def _collect(self, s: m.EachSeat, choose: m.Choose, c: Context) -> None:
        n = self.setting.players
        width = 1 + max((len(a.parameters) for a in choose.actions), default=0)
        kept = self.slot(n * width)
        cell = self.save_me()
        self.emit(*(Store(add(kept, Const(i * width)), Const(-1)) for i in range(n)))
        blocks = [self.block(a.span) for a in choose.actions]
        keeping = [self.block(a.span) for a in choose.actions]
        skipping = self.block(choose.span)
        numbers = [b.number for b in keeping]
        passes = [i for i, a in enumerate(choose.actions) if a.name == "pass"]
        skip = keeping[passes[0]].number if passes else skipping.number
        choice = self.choice(choose, c, numbers, skip if choose.optional else None)

        def ask(head: Block) -> None:
            some = Call(f"some{choice.number}", (), 0, 1)
            if choose.optional:
                self.emit(If(Not(some), (Goto(head.number),)))
            self.emit(Ask(choice.number))
            mine = add_e(kept, scale(Load(Const(at.ME)), width))
            for number, (action, block) in enumerate(zip(choose.actions, keeping, strict=True)):
                self.begin(block)
                self.emit(Store(mine, Const(number)))
                for i in range(len(action.parameters)):
                    self.emit(Store(add(mine, Const(1 + i)), Load(Const(at.ARGUMENTS + i))))
                self.goto(head)
            self.begin(skipping)
            self.goto(head)

        self._seats(s, c, ask, Load(cell))

        def carry_out(head: Block) -> None:
            mine = add_e(kept, scale(Load(Const(at.ME)), width))
            for number, (action, block) in enumerate(zip(choose.actions, blocks, strict=True)):
                loads = [
                    Store(Const(at.ARGUMENTS + i), Load(add(mine, Const(1 + i))))
                    for i in range(len(action.parameters))
                ]
                here = Bin("==", Load(mine), Const(number))
                self.emit(If(here, (*loads, Goto(block.number))))
            self.goto(head)
            for action, block in zip(choose.actions, blocks, strict=True):
                self.begin(block)
                bulk, self.bulk = self.bulk, True
                self.act(action, c)
                self.bulk = bulk
                self.goto(head)

        self._seats(s, c, carry_out, Load(cell))
        self.set_me(Load(cell))

    def _one_by_one(self, s: m.EachSeat, c: Context) -> None:
        """Run each branch to its end; the others see the position before until all are done."""
        cell = self.save_me()
        self.hides = True
        self.emit(
            Keep(0, -1, 0),
            Store(Const(at.HIDING), Const(1)),
            Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(1))),
        )

        def visit(head: Block) -> None:
            bulk, self.bulk = self.bulk, True
            self.body(s.body, c)
            self.bulk = bulk
            self.goto(head)

        self._seats(s, c, visit, Load(cell))
        self.emit(
            Store(Const(at.HIDING), Const(0)),
            Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(-1))),
        )
        self.set_me(Load(cell))

    hides: bool = False

    # -------------------------------------------------------------- procedures and triggers

    def call(self, entry: int, arguments: list[E], after: Block, site: int) -> tuple[Stmt, ...]:
        """Return statements that open a frame and go to a unit's first block."""
        frame = self.reg("f")
        stores = [
            Store(frame, Const(after.number)),
            Store(add(frame, Const(1)), Load(Const(at.FRAME))),
            *(Store(add(frame, Const(3 + i)), a) for i, a in enumerate(arguments)),
        ]
        deep = Bin(">", frame, Data("limit", Const(0), 0, INT_MAX))
        return (
            Set(frame, Load(Const(at.TOP))),
            If(deep, (Fail(site),)),
            *stores,
            Store(Const(at.FRAME), frame),
            Store(Const(at.TOP), add_e(frame, Data("frame", Const(0), 0, INT_MAX))),
            Goto(entry),
        )

    def leave(self) -> None:
        """End a unit: close its frame and go back."""
        frame = self.reg("f")
        self.emit(
            Set(frame, Load(Const(at.FRAME))),
            Store(Const(at.TOP), frame),
            Store(Const(at.FRAME), Load(add(frame, Const(1)))),
            Jump(frame),
        )

    def _do_perform(self, s: m.Perform, c: Context) -> None:
        entry, _ = self.procedures[s.procedure]
        procedure = self.rules.procedures[s.procedure]
        arguments = []
        for p, a in zip(procedure.parameters, s.arguments, strict=True):
            low, high = self.parameter_range(p.domain)
            site = self.site("E503", f"'{p.name}' is {low}..{high}", a.span)
            value = self.value(a, c)
            wanted = p.domain.type.kind == "number"
            arguments.append(self.checked(value, low, high, site) if wanted else value)
        after = self.block(s.span)
        site = self.site(
            "E502", f"'{s.procedure}' is carried out again and again without an end", s.span
        )
        self.emit(*self.call(entry, arguments, after, site))
        self.begin(after)

    def unit_body(self, entry: int, unit: Unit, c: Context, body: m.Block) -> None:
        """Lower a procedure's or trigger's body."""
        before = self.unit
        self.unit = unit
        self.begin(self.program.blocks[entry])
        self.body(body, c)
        self.leave()
        self.unit = before

    def procedure(self, p: m.Procedure) -> None:
        """Lower a procedure."""
        entry, unit = self.procedures[p.name]
        c = Context()
        frame = Load(Const(at.FRAME))
        for number, parameter in enumerate(p.parameters):
            low, high = self.parameter_range(parameter.domain)
            c.locals[parameter.key] = Load(add(frame, Const(3 + number)), low, high)
        unit.size = 3 + len(p.parameters)
        self.unit_body(entry, unit, c, p.body)

    def trigger(self, number: int, t: m.Trigger) -> None:
        """Lower a reaction; what it bound waits in its frame."""
        entry, unit = self.triggers[number]
        c = Context()
        frame = Load(Const(at.FRAME))
        for i, bind in enumerate(self._bound_of(t)):
            low, high = self.element_range(bind)
            c.locals[bind.key] = Load(add(frame, Const(3 + i)), low, high)
            unit.size = 4 + i
        self.unit_body(entry, unit, c, t.body)

    def _bound_of(self, t: m.Trigger) -> list[m.Bind]:
        event = t.event
        if isinstance(event, m.Becomes):
            return []
        parts = (event.piece, *event.indices, event.at)
        return [p for p in parts if isinstance(p, m.Bind)]

    def react(self, event: Event | None, c: Context) -> None:
        """Call the triggers that match, in the order of the text."""
        if event is None:
            return
        matching = [
            (i, t) for i, t in enumerate(self.rules.triggers) if self._concerns(t.event, event)
        ]
        if not matching:
            return
        kept = self._remember(event)
        for number, t in matching:
            test, arguments = self._match(t.event, kept)
            if test is None:
                continue
            if not self.unit.root:
                test = And((Bin("<", Load(Const(at.QUIET)), Const(2)), test))
            after = self.block(t.span)
            site = self.site("E502", f"'{t.title}' sets itself off without an end", t.span)
            entry = self.triggers[number][0]
            self.emit(If(test, self.call(entry, arguments, after, site), (Goto(after.number),)))
            self.begin(after)

    def _concerns(self, event: m.Arrives | m.Becomes, change: Event) -> bool:
        if isinstance(event, m.Arrives):
            return bool(change.family) and event.zone == change.family
        if event.state == "empty":
            return change.source is not None
        return bool(change.family) and event.zone.name == change.family

    def _remember(self, event: Event) -> Event:
        """Put what a change was about into the frame: the first reaction may take long."""
        parts: list[E | None] = []
        for part in (event.piece, event.zone, event.space, event.source):
            if part is None or isinstance(part, Const):
                parts.append(part)
                continue
            cell = self.slot()
            self.emit(Store(cell, part))
            parts.append(Load(cell))
        piece, zone, space, source = parts
        assert piece is not None and zone is not None
        return Event(event.family, piece, zone, space, source)

    def _match(self, event: m.Arrives | m.Becomes, change: Event) -> tuple[E | None, list[E]]:
        """Return whether a change is what a trigger waits for, and what it binds."""
        c = Context()
        if isinstance(event, m.Becomes):
            zone = self.value(event.zone, c)
            if event.state == "empty":
                assert change.source is not None
                return And((Bin("==", change.source, zone), Not(Load(zone)))), []
            family = self.layout.families[event.zone.name]
            full = Bin("==", Load(zone), Const(family.capacity))
            return And((Bin("==", change.zone, zone), full)), []
        family = self.layout.families[event.zone]
        arguments: list[E] = [change.piece] if event.piece else []
        tests: list[E] = []
        number: E = add(change.zone, Const(-family.base))
        if family.stride > 1:
            number = Bin("//", number, Const(family.stride))
        after = len(family.places)
        for index, (low, count) in zip(event.indices, family.shape, strict=True):
            after //= max(1, count)
            part = add(Bin("%", Bin("//", number, Const(after)), Const(count)), Const(low))
            if isinstance(index, m.Bind):
                arguments.append(part)
            elif index is not None:
                tests.append(Bin("==", part, self.value(index, c)))
        if isinstance(event.at, m.Bind):
            arguments.append(change.space or Load(change.zone))
        elif event.at is not None:
            tests.append(Bin("==", change.space or Load(change.zone), self.value(event.at, c)))
        return both(tests) or Const(1), arguments


def _many(s: m.Move) -> bool:
    return s.what is not None and s.what.type.kind == "set"


def _own(domain: m.Expr, zone: m.Zone) -> bool:
    """Tell whether a zone is that of the seat that is me."""
    if not isinstance(domain, m.ZoneRef) or zone.owner_index is None:
        return False
    index = domain.indices[zone.owner_index]
    return isinstance(index, m.Op) and index.op == "me"


def add_e(a: E, b: E) -> E:
    """Return a sum of two addresses."""
    return add(a, b)


__all__ = ["CHAIN_LIMIT", "Flow", "Or", "Tell"]
