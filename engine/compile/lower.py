"""From a checked model to a program: setup, rounds, turns, scores, and what people are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.compile import layout as at
from engine.compile.flow import CHAIN_LIMIT, Flow
from engine.compile.layout import Layout
from engine.compile.moves import Unit
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Block,
    Call,
    Choice,
    Const,
    Draw,
    E,
    Function,
    Goto,
    Halt,
    If,
    Keep,
    Load,
    Loop,
    Not,
    Note,
    Or,
    Pick,
    Program,
    Reg,
    Return,
    Set,
    Steps,
    Stmt,
    Store,
    Tell,
    add,
    bounds,
)
from engine.compile.setting import Setting
from engine.compile.values import Context, registers
from engine.rules import model as m
from engine.rules.types import Type


@dataclass(frozen=True)
class Value:
    """A value in a text: a function of the state, the registers it takes, the type to show it as."""

    function: str
    parameters: tuple[Reg, ...]
    type: Type


@dataclass(frozen=True)
class LedgerLine:
    """A line of a score as the rules word it."""

    kind: str
    label: m.Words
    value: m.Expr
    source: m.LedgerLine


@dataclass
class Compiled:
    """A ruleset with players and options fixed: its program and what is needed to speak about it."""

    rules: m.Ruleset
    setting: Setting
    layout: Layout
    program: Program
    lowering: Lowering
    rankings: list[tuple[str, Call]] = field(default_factory=list)
    lines: list[LedgerLine] = field(default_factory=list)
    snapshot: int = 0


def lower(rules: m.Ruleset, players: int, options: Mapping[str, int] | None = None) -> Compiled:
    """Lower a ruleset. Raises RulesError for what only players and options show to be wrong."""
    setting = Setting(rules, players, options or {})
    return Lowering(setting, Layout(setting)).run()


class Lowering(Flow):
    """One run over one ruleset."""

    def __init__(self, setting: Setting, layout: Layout) -> None:
        """Prepare a run."""
        super().__init__(setting, layout)
        self.out = []
        self.unit = Unit(root=True)
        self.procedures = {}
        self.triggers = []
        self.actions = {}
        self._splits = {}
        self.named_slots = {}
        self.lines: list[LedgerLine] = []
        self.starting: list[tuple[int, int, int]] = []

    def run(self) -> Compiled:
        """Lower everything."""
        rules = self.rules
        chooses = [c for part in _flows(rules) for c in _chooses(part)]
        count = max((c.number for c in chooses), default=-1) + 1
        self.program.choices = [Choice(i, (), None, rules.header.span) for i in range(count)]
        for name in rules.procedures:
            self.procedures[name] = (self.block().number, Unit(False, title=name))
        for t in rules.triggers:
            self.triggers.append((self.block(t.span).number, Unit(False, title=t.title)))
        scores = self._scores()
        self._frame(scores)
        for p in rules.procedures.values():
            self.procedure(p)
        for number, t in enumerate(rules.triggers):
            self.trigger(number, t)
        compiled = Compiled(rules, self.setting, self.layout, self.program, self)
        compiled.rankings = [(r.best, self._ranking(r)) for r in self._rankings()]
        compiled.lines = self.lines
        self._finish(compiled)
        return compiled

    def _finish(self, compiled: Compiled) -> None:
        """Give the stack and, where branches hide from each other, the snapshot their places."""
        units = [u for _, u in self.procedures.values()] + [u for _, u in self.triggers]
        frame = max((u.size for u in units), default=0)
        base = self.layout.size
        self.program.stack = base
        self.program.size = base + frame * CHAIN_LIMIT
        if self.hides:
            compiled.snapshot = self.program.size
            self.program.size += base
            self._place_snapshot(base, compiled.snapshot)
        self.program.data["frame"] = (frame,)
        self.program.data["base"] = (base,)
        self.program.data["limit"] = (base + frame * (CHAIN_LIMIT - 1),)
        entry = self.program.blocks[self.program.start].body
        entry.insert(0, Store(Const(at.TOP), Const(base)))

    def _place_snapshot(self, size: int, target: int) -> None:
        for block in self.program.blocks:
            for i, s in enumerate(block.body):
                if isinstance(s, Keep):
                    block.body[i] = Keep(0, target, size)

    # -------------------------------------------------------------- the frame of a game

    def _frame(self, scores: list[str]) -> None:
        rules = self.rules
        start, setup, turn = self.block(), self.block(), self.block()
        turn_end, round_end, over = self.block(), self.block(), self.block()
        game_end = self.block()
        self.end_of = {"turn": turn_end.number, "round": round_end.number, "game": game_end.number}
        self.program.start = start.number
        self._start(start, setup)
        self._setup(setup, turn)
        self.begin(turn)
        self._reset()
        self.body(rules.turn, Context())
        self.goto(turn_end)
        self._turn_end(turn_end, turn, round_end)
        self.begin(game_end)
        self.emit(Store(Const(at.LAST), Const(1)))
        self.goto(round_end)
        self._round_end(round_end, setup, over, scores)
        self.begin(over)
        self.emit(Store(Const(at.PC), Const(at.OVER)), Halt())

    def _reset(self) -> None:
        """Abandon everything pending: the stack is empty and whose turn it is acts."""
        active = Load(Const(at.ACTIVE), 0, self.setting.players - 1)
        self.emit(Store(Const(at.ME), active))
        if self.procedures or self.triggers:
            base = Store(Const(at.TOP), Bin("+", Const(0), _stack()))
            self.emit(base, Store(Const(at.QUIET), Const(0)))
        if self._simultaneous():
            self.emit(Store(Const(at.HIDING), Const(0)), Store(Const(at.QUIET), Const(0)))

    def _simultaneous(self) -> bool:
        from engine.rules.declarations import walk

        return any(
            isinstance(p, m.EachSeat) and p.simultaneous
            for part in _flows(self.rules) for p in walk(part)
        )  # fmt: skip

    def _start(self, start: Block, setup: Block) -> None:
        self.begin(start)
        self.silent = True
        n = self.setting.players
        self.emit(Store(Const(at.ROUND), Const(1)), Store(Const(at.NEXT), Const(NONE)))
        if self.rules.header.starts == "random":
            r = self.reg("k", 0, n - 1)
            self.emit(Draw(r, Const(n)), Store(Const(at.STARTER), r))
        for v in self.rules.variables.values():
            cells = self.layout.cells[v.name]
            value = self.setting.value(v.start)
            site = self.site("E503", f"'{v.name}' is {cells.low}..{cells.high}", v.span)
            if not (cells.low <= value <= cells.high):
                raise self.setting.error("E503", self.program.sites[site].message, v.start.span)
            k = self.reg("k", 0, cells.size - 1)
            cell = Store(add(k, Const(cells.base)), Const(value))
            self.emit(Loop(k, Steps(Const(0), Const(cells.size - 1)), (cell,)))
        starter = Load(Const(at.STARTER), 0, n - 1)
        self.emit(Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter))
        if self.rules.setup_once:
            self.emit(Store(Const(at.QUIET), Const(2)))
            self.body(self.rules.setup_once, Context())
        self.goto(setup)
        self.silent = False

    def _setup(self, setup: Block, turn: Block) -> None:
        self.begin(setup)
        self.silent = True
        starter = Load(Const(at.STARTER), 0, self.setting.players - 1)
        self.emit(
            Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter),
            Store(Const(at.ENDED), Const(0)), Store(Const(at.OUT), Const(0)),
            Store(Const(at.QUIET), Const(2)),
        )  # fmt: skip
        for number, ending in enumerate(self.rules.endings):
            if ending.timing == "more turns":
                self.emit(Store(Const(self.layout.latches + number), Const(0)))
        if self.rules.setup:
            self.body(self.rules.setup, Context())
        self.emit(Store(Const(at.QUIET), Const(0)))
        self.goto(turn)
        self.silent = False

    def _turn_end(self, block: Block, turn: Block, round_end: Block) -> None:
        self.begin(block)
        self._reset()
        for after in self.rules.afters:
            if after.what == "turn":
                self.body(after.body, Context())
        for number, ending in enumerate(self.rules.endings):
            found = (Store(Const(at.ENDED), Const(number + 1)), Goto(self.end_of[ending.what]))
            if ending.timing == "end of turn":
                self.emit(If(self.value(ending.condition, Context()), found))
            elif ending.timing == "more turns":
                cell = Const(self.layout.latches + number)
                left = add(Load(cell), Const(-1))
                last = If(Not(Load(cell)), found)
                self.emit(If(Load(cell), (Store(cell, left), last)))
        self._next_turn(turn, round_end)

    def _next_turn(self, turn: Block, round_end: Block) -> None:
        n = self.setting.players
        active = Load(Const(at.ACTIVE), 0, n - 1)
        leaves = self._uses(m.Out)
        if leaves:
            everybody = Bin("==", Load(Const(at.OUT)), Const(self.layout.everybody))
            self.emit(If(everybody, (Goto(round_end.number),)))
        if self._uses(m.NextTurn):
            seat = Load(Const(at.NEXT))
            self.emit(Store(Const(at.ACTIVE), Pick(Bin("==", seat, Const(NONE)),
                                                   self.next_seat(active), seat)),
                      Store(Const(at.NEXT), Const(NONE)))  # fmt: skip
        else:
            self.emit(Store(Const(at.ACTIVE), self.next_seat(active)))
        if leaves:
            k = self.reg("k")
            out = Bin("&", Bin(">>", Load(Const(at.OUT)), active), Const(1))
            skip = If(out, (Store(Const(at.ACTIVE), self.next_seat(active)),))
            self.emit(Loop(k, Steps(Const(1), Const(n)), (skip,)))
        self.goto(turn)

    def _uses(self, kind: type[m.Stmt]) -> bool:
        from engine.rules.declarations import walk

        return any(isinstance(p, kind) for part in _flows(self.rules) for p in walk(part))

    def _round_end(self, block: Block, setup: Block, over: Block, scores: list[str]) -> None:
        self.begin(block)
        self._reset()
        self.silent = True
        self.emit(Store(Const(at.QUIET), Const(2)))
        last_round = Bin(">=", Load(Const(at.ROUND)), Const(max(1, self._rounds())))
        self.emit(If(last_round, (Store(Const(at.LAST), Const(1)),)))
        for score in self.rules.scores:
            self._do_score(score, Context())
        for after in self.rules.afters:
            if (after.which, after.what) == ("each", "round"):
                self.body(after.body, Context())
        final, again = self.block(), self.block()
        self.emit(If(Load(Const(at.LAST)), (Goto(final.number),), (Goto(again.number),)))
        self.begin(final)
        for after in self.rules.afters:
            if after.which == "last":
                self.body(after.body, Context())
        self.goto(over)
        self.begin(again)
        self._next_round()
        self.goto(setup)
        self.silent = False

    def _rounds(self) -> int:
        return self.setting.value(self.rules.header.rounds)

    def _next_round(self) -> None:
        n = self.setting.players
        then = self.rules.header.then
        starter: E = Load(Const(at.STARTER), 0, n - 1)
        if then == "next player":
            self.emit(Store(Const(at.STARTER), self.next_seat(Load(Const(at.ACTIVE), 0, n - 1))))
        elif then == "random":
            r = self.reg("k", 0, n - 1)
            self.emit(Draw(r, Const(n)), Store(Const(at.STARTER), r))
        elif then in ("leader", "loser"):
            self._leader(then == "leader", starter)
        self.emit(
            Store(Const(at.ROUND), add(Load(Const(at.ROUND)), Const(1))),
            Store(Const(at.NEXT), Const(NONE)),
        )

    def _leader(self, most: bool, starter: E) -> None:
        """Find who is ahead (or last); of several, the first from who started this round."""
        n = self.setting.players
        ranking = self._rankings()[0] if self._rankings() else None
        best, who, seat, value = (self.reg(h) for h in ("b", "w", "s", "v"))
        higher = most == (ranking is None or ranking.best == "highest")
        k = self.reg("k", 0, n - 1)
        points: E = Load(add(seat, Const(self.layout.totals)))
        if ranking is not None:
            points = self.value(ranking.value, Context(me=seat))
        better = Or((Bin("==", k, Const(0)), Bin(">" if higher else "<", value, best)))
        body: tuple[Stmt, ...] = (
            Set(seat, Bin("%", add(starter, k), Const(n))),
            Set(value, points),
            If(better, (Set(best, value), Set(who, seat))),
        )
        self.emit(Set(best, Const(0)), Set(who, Const(0)))
        self.emit(Loop(k, Steps(Const(0), Const(n - 1)), body), Store(Const(at.STARTER), who))

    # -------------------------------------------------------------- phases and scores

    def _do_phase(self, s: m.Phase, c: Context) -> None:
        after = self.block(s.span)
        if s.when is not None:
            go = self.block(s.span)
            self.emit(If(self.value(s.when, c), (Goto(go.number),), (Goto(after.number),)))
            self.begin(go)
        titles = [p.title for p in self.rules.turn.statements if isinstance(p, m.Phase)]
        self.emit(Store(Const(at.PHASE), Const(titles.index(s.title) + 1)))
        if self._ends_phase():
            self.emit(Store(Const(at.LEAVE), Const(after.number)))
        self.body(s.body, c)
        self.goto(after)
        self.begin(after)

    def _ends_phase(self) -> bool:
        from engine.rules.declarations import walk

        return any(
            isinstance(p, m.End) and p.what == "phase" for part in _flows(self.rules) for p in walk(part)
        )

    def _scores(self) -> list[str]:
        """Lower every score to a function of the seat; return their names."""
        from engine.rules.declarations import walk

        found = [p for p in walk((self.rules.scores, self.rules.afters)) if isinstance(p, m.Score)]
        names = []
        for score in sorted(found, key=lambda x: x.number):
            name = f"score{score.number}"
            me = Reg("me", 0, self.setting.players - 1)
            total = Reg("total0")
            before = self.nested()
            self.emit(Set(total, Const(0)))
            self._ledger(score.body, Context(me=me), 0)
            self.emit(Return(total))
            body = self.close(before)
            self.program.functions.append(Function(name, (me,), body))
            names.append(name)
        self.program.scores = names
        return names

    def _ledger(self, block: m.Block, c: Context, level: int) -> None:
        inside = c.inner()
        total = Reg(f"total{level}")
        for s in block.statements:
            if isinstance(s, m.LedgerLine):
                self._ledger_line(s, total, inside)
            elif isinstance(s, m.Let):
                self.let(s, inside, False)
            elif isinstance(s, m.If):
                before = self.nested()
                self._ledger(s.then, inside, level)
                then, other = self.close(before), ()
                if s.otherwise is not None:
                    before = self.nested()
                    self._ledger(s.otherwise, inside, level)
                    other = self.close(before)
                self.emit(If(self.value(s.condition, inside), then, other))
            elif isinstance(s, m.ForEach):
                loop = inside.inner()
                source = self.combine(s.binders, s.where, loop)
                loop.nonempty += [] if s.where is None else self.facts(s.where, True, loop)
                subtotal = Reg(f"total{level + 1}")
                before = self.nested()
                self.emit(Set(subtotal, Const(0)))
                self._ledger(s.body, loop, level + 1)
                self.emit(Set(total, Bin("+", total, subtotal)))
                self.emit(*self.loops(source, self.close(before)))

    def _ledger_line(self, s: m.LedgerLine, total: Reg, c: Context) -> None:
        number = len(self.lines)
        self.lines.append(LedgerLine(s.kind, s.label, s.value, s))
        value = self.reg("v", *bounds(self.value(s.value, c)))
        label = tuple(self.value(p, c) for p in s.label.parts if isinstance(p, m.Expr))
        body: tuple[Stmt, ...] = (
            Set(value, self.value(s.value, c)),
            Set(total, Bin("+" if s.kind == "add" else "*", total, value)),
            Note(number, value, label),
        )
        self.emit(*(body if s.when is None else (If(self.value(s.when, c), body),)))

    def _do_score(self, s: m.Score, c: Context) -> None:
        """Pay each seat what its ledger says, into a counter or into the totals."""
        self.emit(Tell("score", s.number))
        n = self.setting.players
        seat = self.reg("s", 0, n - 1)
        before = self.nested()
        points = self.hold(Call(f"score{s.number}", (seat,)), "p")
        if s.into is None:
            cell: E = add(seat, Const(self.layout.totals))
            self.emit(Store(cell, Bin("+", Load(cell), points)))
        else:
            cells = self.layout.cells[s.into]
            ref = m.VarRef(
                name=s.into, type=Type("number"), span=s.span,
                indices=tuple(m.Local(name="seat", key=-3, type=Type("enum", ("Player",)))
                              for _ in cells.shape),
            )  # fmt: skip
            inside = c.inner()
            inside.locals[-3] = seat
            where = self.hold(self.cell_address(ref, cells, inside), "z")
            self.emit(Store(where, self.clamp(Bin("+", Load(where), points), cells.low, cells.high)))
        self.emit(Loop(seat, Steps(Const(0), Const(n - 1)), self.close(before)))

    def _rankings(self) -> list[m.Ranking]:
        winner = self.rules.winner
        if winner is not None:
            return list(winner.rankings)
        if not self.program.scores:
            return []
        me = m.Op(op="me", arguments=(), type=Type("enum", ("Player",)))
        total = m.Op(op="total", arguments=(me,), type=Type("number"))
        return [m.Ranking(best="highest", value=total)]

    def _ranking(self, r: m.Ranking) -> Call:
        me = Reg("me", 0, self.setting.players - 1)
        value = self.value(r.value, Context(me=me))
        return self.function("rank", (Return(value),))

    # -------------------------------------------------------------- for explanations

    def evaluator(self, e: m.Expr, c: Context) -> tuple[Function, tuple[Reg, ...]]:
        """Return a function that yields an expression's value, and the registers that it takes."""
        value = self.value(e, c)
        parameters = tuple(registers(value).values())
        self._count += 1
        return Function(f"eval{self._count}", parameters, (Return(value),)), parameters


def _stack() -> E:
    from engine.compile.program import Data

    return Data("base", Const(0), 0, INT_MAX)


def _flows(rules: m.Ruleset) -> list[object]:
    return [
        rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters, rules.scores,
        *rules.procedures.values(),
    ]  # fmt: skip


def _chooses(part: object) -> list[m.Choose]:
    from engine.rules.declarations import walk

    return [c for c in walk(part) if isinstance(c, m.Choose)]


__all__ = ["And", "Compiled", "Lowering", "lower"]
