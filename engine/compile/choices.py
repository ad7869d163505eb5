"""Lowering decisions: what can be chosen, what a choice does, and choices made at the same time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.compile import layout as at
from engine.compile.cost import most
from engine.compile.flow import Flow
from engine.compile.program import (
    Action,
    Ask,
    Bin,
    Block,
    Call,
    Choice,
    Const,
    Data,
    E,
    Goto,
    If,
    Keep,
    Load,
    Loop,
    Not,
    Parameter,
    Pick,
    Reg,
    Set,
    Steps,
    Stmt,
    Store,
    add,
    both,
    scale,
)
from engine.compile.several import each
from engine.compile.values import Context
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.checker.expressions import MOST_AT_ONCE
from engine.rules.walk import walk


class Choices(Flow):
    """Lowers `choose` and `simultaneously`."""

    actions: dict[int, tuple[m.Action, Context, int]]
    """By the action's number: the action, its context with parameters, and its choice's number."""
    deeds: dict[int, int]
    """By the action's number: the block that carries it out."""
    hides: bool = False
    """Some branches hide from each other what they do."""

    # -------------------------------------------------------------- decisions

    def _do_choose(self, s: m.Choose, c: Context) -> None:
        ask, after = self.block(s.span), self.block(s.span)
        self.goto(ask)
        again = ask if s.repeatedly else after
        blocks = [self.block(a.span) for a in s.actions]
        passing = next(
            (b for a, b in zip(s.actions, blocks, strict=True) if a.name == "pass"), None
        )
        skip = after.number if passing is None else passing.number
        choice = self.choice(s, c, [b.number for b in blocks], skip if s.optional else None)
        self.begin(ask)
        some = Call(f"some{choice.number}", (), 0, 1)
        if s.otherwise is not None:
            otherwise = self.block(s.span)
            self.emit(If(Not(some), (Goto(otherwise.number),)))
        elif s.optional:
            self.emit(If(Not(some), (*self.mark("passes", s), Goto(after.number))))
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

    def choice(self, s: m.Choose, c: Context, blocks: list[int], passing: int | None) -> Choice:
        """Make a decision of the program; `passing` is the block of a pass that is always legal."""
        actions = []
        self.there_at[s.number] = tuple(self.there)
        for action, block in zip(s.actions, blocks, strict=True):
            inside = c.inner()
            parameters = tuple(one for p in action.parameters for one in self.taken(p, inside))
            if len(parameters) > MOST_AT_ONCE:
                message = f"an action takes at most {MOST_AT_ONCE} pieces and values at once"
                raise self.setting.error(Code.E104, message, action.span)
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

    def taken(self, p: m.Choice, c: Context) -> list[Parameter]:
        """Lower a parameter of an action, which may take several values at once."""
        single = each(p, self.setting)
        if single == [p]:
            return [self.parameter(p, c)]
        assert isinstance(p.domain, m.Op)
        self.counts_of[p.key] = self.how_many(p.domain)
        made: list[Parameter] = []
        for number, one in enumerate(single, 1):
            made.append(self.parameter(one, c))
            tests = [] if number == 1 else self.in_order(made)
            if number == len(single) and p.where is not None:
                tests.append(self.value(p.where, c))
            tests = [*([made[-1].where] if made[-1].where else []), *tests]
            made[-1] = replace(made[-1], where=both(tests), nth=number)
        values = most([(list(made[0].loops), [])], self.layout)
        self.refuse_many(values, len(made), p)
        return made

    def parameter(self, p: m.Choice, c: Context) -> Parameter:
        """Lower a parameter of an action."""
        bind = m.Bind(name=p.name, key=p.key, type=p.type, domain=p.domain, span=p.span)
        source = self.bind(bind, c)
        if len(source) != 1:
            raise self.setting.error(
                Code.E101, "a parameter takes its values from one place", p.domain.span
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
            kind = Pick(known, kind, Bin("-", Const(-1), piece))
        parts: list[E] = [kind]
        if zone is None or (isinstance(domain, m.ZoneRef) and domain.is_open):
            parts.append(Load(add(piece, Const(self.layout.zone_of))))
        names = {
            a.name for n in p.type.names for a in self.rules.components[n].attributes if a.changes
        }
        parts += [self.attribute(piece, name) for name in sorted(names)]
        tracks = {z.name for z in self.holders(p.type.names) if z.kind == "track"}
        if self.layout.space and tracks:
            parts.append(self.attribute(piece, "space"))
        return tuple(parts)

    def width(self, action: m.Action) -> int:
        """Return how many integers the arguments of an action are."""
        return sum(len(each(p, self.setting)) for p in action.parameters)

    def act(self, action: m.Action, c: Context) -> None:
        """Lower what an action does; its arguments wait in the state's argument words."""
        inside = c.inner()
        self.deeds[action.number] = self.current.number
        self.emit(*self.mark("begins", action))
        lives_on = self.splits(action.body)
        single = [one for p in action.parameters for one in each(p, self.setting)]
        for number, p in enumerate(single):
            known = self.actions[action.number][1].locals[p.key]
            assert isinstance(known, Reg)
            argument = Load(Const(at.ARGUMENTS + number), known.lo, known.hi)
            if lives_on:
                cell = self.slot(pieces=p.type.kind == "piece")
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
        self.emit(*self.mark("ends", action))

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

    secrets: list[tuple[int, int, int]]
    """Picks that wait to be carried out: where they begin, integers a seat, the choice's number."""

    def _collect(self, s: m.EachSeat, choose: m.Choose, c: Context) -> None:
        n = self.setting.players
        widths = [self.width(a) for a in choose.actions]
        width = 1 + max(widths, default=0)
        start = self.unit.size
        kept = self.slot(n * width)
        if isinstance(kept, Const):
            self.secrets.append((kept.value, width, choose.number))
        else:
            self.unit.secrets.append((start, width, choose.number))
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
                self.emit(If(Not(some), (*self.mark("passes", choose), Goto(head.number))))
            self.emit(Ask(choice.number))
            mine = add(kept, scale(Load(Const(at.ME)), width))
            for number, block in enumerate(keeping):
                self.begin(block)
                self.emit(Store(mine, Const(number)))
                for i in range(widths[number]):
                    self.emit(Store(add(mine, Const(1 + i)), Load(Const(at.ARGUMENTS + i))))
                self.goto(head)
            self.begin(skipping)
            self.goto(head)

        self._seats(s, c, ask, Load(cell))

        def carry_out(head: Block) -> None:
            mine = add(kept, scale(Load(Const(at.ME)), width))
            for number, block in enumerate(blocks):
                loads = [
                    Store(Const(at.ARGUMENTS + i), Load(add(mine, Const(1 + i))))
                    for i in range(widths[number])
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

        self.quieter(1)
        self._seats(s, c, carry_out, Load(cell))
        self.quieter(-1)
        self.set_me(Load(cell))

    def _one_by_one(self, s: m.EachSeat, c: Context) -> None:
        """Run each branch to its end; the others see the position before until all are done."""
        cell = self.save_me()
        self.hides = True
        first = next((part for part in walk(s.body) if isinstance(part, m.Choose)), None)
        if first is not None:  # what the others see until all are done is from here
            self.emit(Store(Const(at.PC), Const(first.number)))
        self.emit(Keep(0, -1, 0), Store(Const(at.HIDING), Const(1)))
        self.quieter(1)

        def visit(head: Block) -> None:
            first, start = self.current, self._kept_so_far()
            bulk, self.bulk = self.bulk, True
            apart, self.apart = self.apart, True
            self.body(s.body, c)
            self.bulk, self.apart = bulk, apart
            self.goto(head)
            first.body.insert(0, self._forget(start, self._kept_so_far()))

        self._seats(s, c, visit, Load(cell))
        self.emit(Store(Const(at.HIDING), Const(0)))
        self.quieter(-1)
        self.set_me(Load(cell))

    def _kept_so_far(self) -> int:
        return self.layout.size if self.unit.root else self.unit.size

    def _forget(self, start: int, end: int) -> Stmt:
        """Return what wipes a stretch of the frame: what the branch before kept in mind."""
        k = self.reg("k")
        base: E = Const(0) if self.unit.root else Load(Const(at.FRAME))
        wipe = (Store(add(base, k), Const(0)),)
        return Loop(k, Steps(Const(start), Const(end - 1)), wipe)


def _own(domain: m.Expr, zone: m.Zone) -> bool:
    """Tell whether a zone is that of the seat that is me."""
    if not isinstance(domain, m.ZoneRef) or zone.owner_index is None:
        return False
    index = domain.indices[zone.owner_index]
    return isinstance(index, m.Op) and index.op == "me"
