"""Lowering flow: blocks that go on to one another, local names, branches, loops, seats.

A statement that may stop to ask somebody is divided over blocks, and what it must remember lies in
a frame in the state. Everything else stays structured inside its block, with registers.
"""

from __future__ import annotations

from math import prod
from typing import Any

from engine.compile import layout as at
from engine.compile.changes import Named
from engine.compile.cost import most
from engine.compile.effects import Effects
from engine.compile.program import (
    Again,
    Bin,
    Block,
    Const,
    E,
    Goto,
    If,
    Jump,
    Load,
    Loop,
    Reg,
    Set,
    Steps,
    Stmt,
    Store,
    add,
    bounds,
)
from engine.compile.values import Array, Context
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m

MOST_VALUES = 10_000
"""How many values a loop that stops to ask somebody may run through; they are written down."""


class Flow(Effects):
    """Lowers statements that steer."""

    current: Block
    there: list[Named]
    """The local variables of the unit that are there at the place that is being lowered."""
    there_at: dict[int, tuple[Named, ...]]
    """By a decision's number: those that are there when it is asked."""
    there_after: dict[int, tuple[Named, ...]]
    """By the number of the block to which a call comes back: those of the caller."""
    apart: bool = False
    """In a branch that hides from the others what it does."""
    _splits: dict[int, tuple[Any, bool]]

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

    def _find_splits(self, node: Any) -> bool:
        if isinstance(node, (m.Choose, m.Perform)):
            return True
        if isinstance(node, m.EachSeat) and node.simultaneous:
            return True
        if isinstance(node, m.Stmt) and self._fires(node):
            return True
        if isinstance(node, m.Model) and not isinstance(node, m.Expr):
            return any(
                self.splits(getattr(node, f)) for f in type(node).model_fields if f != "span"
            )
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
        if isinstance(s, m.Swap):
            families = (s.one.type.name, s.other.type.name)
            return isinstance(event, m.Becomes) and event.zone.name in families
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
        inside, there = c.inner(), len(self.there)
        statements = block.statements
        for number, s in enumerate(statements):
            if isinstance(s, m.Let):
                self.let(s, inside, self.splits(statements[number + 1 :]))
                continue
            if not _evaluates_once(s):
                inside.nonempty = []
            self.statement(s, inside)
            inside.nonempty = []
        del self.there[there:]

    def statement(self, s: m.Stmt, c: Context) -> None:
        """Lower a statement; a traced program has a mark before what changes the table."""
        self.watch(s)
        if isinstance(s, (m.Move, m.Deal, m.Show, m.Roll, m.Swap, m.Forward)):
            self.emit(*self.mark("does", s))
        getattr(self, f"_do_{type(s).__name__.lower()}")(s, c)

    def watch(self, s: m.Stmt) -> None:
        """Remember how much lies in the zones that wait to become empty or full by a statement."""
        self.counts = {}
        for number, t in enumerate(self.rules.triggers):
            if isinstance(t.event, m.Becomes) and not self.silent and self._may_match(t.event, s):
                cell = self.counts[number] = self.slot()
                self.emit(Store(cell, Load(self.value(t.event.zone, Context()))))

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
        self.emit(Store(Const(at.NEXT), self.player(s.seat, c)))

    def _do_out(self, s: m.Out, c: Context) -> None:
        bit = Bin("<<", Const(1), self.player(s.seat, c))
        self.emit(Store(Const(at.OUT), Bin("|", Load(Const(at.OUT)), bit)))
        self.changed({"is out"}, c)

    def _do_end(self, s: m.End, c: Context) -> None:
        if self.silent:  # the round is being scored: what follows it happens once, then it is over
            self.emit(*([Store(Const(at.LAST), Const(1))] if s.what == "game" else []))
            return
        if s.what == "phase":
            self._reset()
            self.emit(Jump(Const(at.LEAVE)))
        else:
            self.emit(Goto(self.end_of[s.what]))
        if self.out is self.current.body:
            self.begin(self.block(s.span))

    def _reset(self) -> None:
        """Abandon everything pending."""
        raise NotImplementedError

    # -------------------------------------------------------------- local names

    def let(self, s: m.Let, c: Context, lives_on: bool) -> None:
        """Lower a local name: in a register, or in the frame when a decision may come between."""
        if s.indices:
            self._let_family(s, c)
            return
        low, high = self.layout.value_range(s.domain)
        value = self._let_value(s, low, high, c)
        if not s.variable:
            low, high = bounds(value)
        if lives_on:
            cell = self.slot(pieces=s.domain.type.kind == "piece")
            c.locals[s.key] = Load(cell, low, high)
            self.emit(Store(cell, value))
            self._name(s, 1)
        else:
            r = self.reg("v", low, high)
            c.locals[s.key] = r
            self.emit(Set(r, value))

    def _name(self, s: m.Let, size: int) -> None:
        """Let views show a variable, whose slots have just been reserved, while it is there."""
        if s.variable:
            end = self.layout.size if self.unit.root else self.unit.size
            self.there.append(Named(end - size, s, self.apart))

    def _let_value(self, s: m.Let, low: int, high: int, c: Context) -> E:
        if isinstance(s.value, m.Fold) and s.value.kind == "random":
            drawn = self.reg("d", low, high)
            self.emit(*self.random(s.value, drawn, c))
            return drawn
        value = self.value(s.value, c)
        least = self.leasts[s.key] = self.layout.least(s.domain)
        return self.kept(value, low, high, s.name, s.domain.type, s.span, least)

    def _let_family(self, s: m.Let, c: Context) -> None:
        low, high = self.layout.value_range(s.domain)
        shape = self.layout.shape(s.indices)
        size = prod(count for _, count in shape)
        base = self.slot(size, pieces=s.domain.type.kind == "piece")
        c.locals[s.key] = Array(base, shape, low, high)
        value = self.hold(self._let_value(s, low, high, c), "v")
        k = self.reg("k", 0, size - 1)
        self.emit(Loop(k, Steps(Const(0), Const(size - 1)), (Store(add(base, k), value),)))
        self._name(s, size)

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
            then = self.close(before)
            other: tuple[Stmt, ...] = ()
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

    def quieter(self, by: int) -> None:
        """Let endings wait (1) or no longer (-1) in what is carried out, procedures included."""
        self.emit(Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(by))))

    def _do_together(self, s: m.Together, c: Context) -> None:
        before, self.bulk = self.bulk, True
        waits = self.splits(s.body)
        if waits:
            self.quieter(1)
        self.body(s.body, c)
        if waits:
            self.quieter(-1)
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
        size = max(1, most(source, self.layout))
        if size > MOST_VALUES:
            raise self.setting.error(Code.E104, "this runs through too many values", bind.span)
        pieces = bind.type.kind == "piece"
        cells, current = self.slot(size, pieces=pieces), self.slot(pieces=pieces)
        count, index = self.slot(), self.slot()
        self.emit(Store(count, Const(0)), Store(index, Const(0)))
        keep = (Store(add(cells, Load(count)), value), Store(count, add(Load(count), Const(1))))
        self.emit(*self.loops(source, keep))
        head, visit, after = self.block(span), self.block(span), self.block(span)
        self.goto(head)
        self.begin(head)
        done = Bin(">=", Load(index), Load(count))
        self.emit(If(done, (Goto(after.number),), ()))
        self.emit(Store(current, Load(add(cells, Load(index)))))
        self.emit(Store(index, add(Load(index), Const(1))))
        inside.locals[bind.key] = Load(current, value.lo, value.hi)
        test: E = Const(1) if where is None else self.value(where, inside)
        self.emit(If(test, (Goto(visit.number),), (Goto(head.number),)))
        self.begin(visit)
        self.body(body, inside)
        self.goto(head)
        self.begin(after)

    def _do_repeat(self, s: m.Repeat, c: Context) -> None:
        site = self.site(Code.E502, "this is repeated without an end", s.span)
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

    def simultaneous(self, s: m.EachSeat, c: Context) -> None:
        """Lower a block that several seats go through at the same time."""
        raise NotImplementedError


def _evaluates_once(s: m.Stmt) -> bool:
    """Tell whether a statement looks at the state only as it is when the statement begins."""
    return isinstance(s, (m.If, m.Assign, m.Gain, m.Write)) or (
        isinstance(s, m.Move) and s.where is None and not _many(s)
    )


def _many(s: m.Move) -> bool:
    return s.what is not None and s.what.type.kind == "set"
