"""From a checked model to a program: setup, rounds, turns, phases and endings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.compile import layout as at
from engine.compile.advice import lower_advice
from engine.compile.changes import Unit
from engine.compile.cost import Costs
from engine.compile.derive import derivable
from engine.compile.layout import Layout
from engine.compile.program import (
    INT_MAX,
    NONE,
    Bin,
    Block,
    Call,
    Choice,
    Const,
    Data,
    Draw,
    E,
    Goto,
    Halt,
    If,
    Keep,
    Load,
    Loop,
    Not,
    Pick,
    Program,
    Steps,
    Store,
    add,
)
from engine.compile.scores import LedgerLine, Scores
from engine.compile.setting import Setting
from engine.compile.units import depth
from engine.compile.values import Context
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.walk import walk


@dataclass
class Compiled:
    """A ruleset with players and options fixed: its program, and what it takes to speak of it."""

    rules: m.Ruleset
    setting: Setting
    layout: Layout
    program: Program
    lowering: Lowering
    rankings: list[tuple[str, Call]] = field(default_factory=list)
    lines: list[LedgerLine] = field(default_factory=list)
    snapshot: int = 0


def lower(
    rules: m.Ruleset,
    players: int,
    options: Mapping[str, int] | None = None,
    *,
    trace: bool = False,
) -> Compiled:
    """Lower a ruleset. Raises RulesError for what only players and options show to be wrong.

    `trace`: with marks of what begins and ends, and otherwise the same program over the same state.
    """
    setting = Setting(rules, players, options or {})
    return Lowering(setting, Layout(setting), trace=trace).run()


class Lowering(Scores):
    """One run over one ruleset."""

    frames: int
    """How many frames the stack has room for."""

    def __init__(self, setting: Setting, layout: Layout, *, trace: bool = False) -> None:
        """Prepare a run."""
        super().__init__(setting, layout)
        self.trace, self.marked = trace, []
        self.out = []
        self.unit = Unit(root=True)
        self.counts = {}
        self.procedures = {}
        self.triggers = []
        self.actions = {}
        self.deeds = {}
        self._splits = {}
        self.there, self.there_at, self.there_after = [], {}, {}
        self.leasts = {}
        self.lines: list[LedgerLine] = []
        self.piece_slots = []
        self.secrets = []
        self.units: list[Unit] = []
        self.derivable = derivable(setting.rules)

    def run(self) -> Compiled:
        """Lower everything."""
        rules = self.rules
        chooses = [p for p in self._flow if isinstance(p, m.Choose)]
        count = max((c.number for c in chooses), default=-1) + 1
        self.program.choices = [Choice(i, (), None, rules.header.span) for i in range(count)]
        for name in rules.procedures:
            self.procedures[name] = (self.block().number, self._unit(name))
        for t in rules.triggers:
            self.triggers.append((self.block(t.span).number, self._unit(t.title)))
        self.allot_facts(tuple(_flows(rules)))
        self.allot_queue(tuple(_flows(rules)))
        scores = self._scores()
        self._frame(scores)
        for p in rules.procedures.values():
            self.procedure(p)
        for number, t in enumerate(rules.triggers):
            self.trigger(number, t)
        for name, rule in rules.rules.items():
            if rule.type.kind != "tuple":
                self.rule_function(name)
        lower_advice(self)
        compiled = Compiled(rules, self.setting, self.layout, self.program, self)
        compiled.rankings = [(r.best, self._ranking(r)) for r in self._rankings()]
        compiled.lines = self.lines
        self._finish(compiled)
        if not self.trace:
            Costs(self.program, self.layout).refuse()
        return compiled

    def _unit(self, title: str) -> Unit:
        """Make the unit of a procedure or trigger."""
        self.units.append(Unit(False, title=title, number=len(self.units)))
        return self.units[-1]

    def _finish(self, compiled: Compiled) -> None:
        """Give the stack and, where branches hide from each other, the snapshot their places."""
        frame, self.frames = max((u.size for u in self.units), default=0), depth(self.units)
        base = self.layout.size
        self.program.stack = base
        self.program.size = base + frame * self.frames
        if self.hides:
            compiled.snapshot = self.program.size
            self.program.size += base
            self._place_snapshot(base, compiled.snapshot)
        self.program.data["frame"] = (frame,)
        self.program.data["base"] = (base,)
        self.program.data["limit"] = (base + frame * (self.frames - 1),)
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
        start, setup, turn = self.block(), self.block(), self.block(rules.turn.span)
        turn_end, round_end, over = self.block(rules.turn.span), self.block(), self.block()
        game_end = self.block()
        self.end_of = {"turn": turn_end.number, "round": round_end.number, "game": game_end.number}
        self.program.start = start.number
        self.program.setup, self.program.turn = setup.number, turn.number
        self.program.round_end = round_end.number
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
            self.emit(base, Store(Const(at.FRAME), Const(0)), Store(Const(at.QUIET), Const(0)))
        self.emit(*self.clear_queue())
        if self._simultaneous():
            self.emit(Store(Const(at.HIDING), Const(0)), Store(Const(at.QUIET), Const(0)))

    @cached_property
    def _flow(self) -> list[m.Model]:
        """Everything that stands in setup, turns, reactions and scoring."""
        return [p for part in _flows(self.rules) for p in walk(part)]

    def _simultaneous(self) -> bool:
        return any(isinstance(p, m.EachSeat) and p.simultaneous for p in self._flow)

    def _start(self, start: Block, setup: Block) -> None:
        self.begin(start)
        self.silent = True
        n = self.setting.players
        self.emit(Store(Const(at.ROUND), Const(1)), Store(Const(at.NEXT), Const(NONE)))
        if self.rules.header.starts == "random":
            r = self.reg("k", 0, n - 1)
            self.emit(Draw(r, Const(n)), Store(Const(at.STARTER), r))
        self._first_values()
        starter = Load(Const(at.STARTER), 0, n - 1)
        self.emit(Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter))
        if self.rules.setup_once:
            self.emit(Store(Const(at.QUIET), Const(at.SILENT)))
            self.body(self.rules.setup_once, Context())
        self.goto(setup)
        self.silent = False

    def _first_values(self) -> None:
        """Give pieces' changing attributes and the variables what they begin with."""
        for name, (base, _, _) in self.layout.changing.items():
            values = [dict(p.values).get(name, 0) for p in self.setting.pieces]
            if any(values):
                k = self.reg("k", 0, len(values) - 1)
                first = Data(*self._data(f"start_{name}", values, k))
                every = Steps(Const(0), Const(len(values) - 1))
                self.emit(Loop(k, every, (Store(add(k, Const(base)), first),)))
        for v in self.rules.variables.values():
            cells = self.layout.cells[v.name]
            value = self.setting.value(v.start)
            site = self.site(Code.E503, f"'{v.name}' is {cells.low}..{cells.high}", v.span)
            if not (cells.low <= value <= cells.high):
                raise self.setting.error(Code.E503, self.program.sites[site].message, v.start.span)
            k = self.reg("k", 0, cells.size - 1)
            cell = Store(add(k, Const(cells.base)), Const(value))
            self.emit(Loop(k, Steps(Const(0), Const(cells.size - 1)), (cell,)))

    def _setup(self, setup: Block, turn: Block) -> None:
        self.begin(setup)
        self.silent = True
        starter = Load(Const(at.STARTER), 0, self.setting.players - 1)
        self.emit(
            Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter),
            Store(Const(at.ENDED), Const(0)), Store(Const(at.OUT), Const(0)),
            Store(Const(at.QUIET), Const(at.SILENT)),
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
        self.emit(*self.mark("ends", self.rules.turn))
        self._reset()
        for after in self.rules.afters:
            if after.what == "turn":
                self.emit(*self.mark("begins", after))
                self.body(after.body, Context())
        for number, ending in enumerate(self.rules.endings):
            ended = Store(Const(at.ENDED), Const(number + 1))
            found = (*self.mark("begins", ending), ended, Goto(self.end_of[ending.what]))
            if ending.timing == "end of turn":
                self.emit(If(self.value(ending.condition, Context()), found))
            elif ending.timing == "more turns":
                cell = Const(self.layout.latches + number)
                left = add(Load(cell), Const(-1))
                last = If(Not(Load(cell)), found)
                self.emit(If(Load(cell), (Store(cell, left), last)))
        self._next_turn(turn, round_end)

    def _next_turn(self, turn: Block, round_end: Block) -> None:
        self.emit(*self.forget({"active"}))
        n = self.setting.players
        active = Load(Const(at.ACTIVE), 0, n - 1)
        leaves = self._uses(m.Out)
        if leaves:
            everybody = Bin("==", Load(Const(at.OUT)), Const(self.layout.everybody))
            self.emit(If(everybody, (Goto(round_end.number),)))
        self.emit(Store(Const(at.ACTIVE), self._next(active)))
        if self._uses(m.NextTurn):
            self.emit(Store(Const(at.NEXT), Const(NONE)))
        if leaves:
            k = self.reg("k")
            out = Bin("&", Bin(">>", Load(Const(at.OUT)), active), Const(1))
            skip = If(out, (Store(Const(at.ACTIVE), self.next_seat(active)),))
            self.emit(Loop(k, Steps(Const(1), Const(n)), (skip,)))
        self.goto(turn)

    def _next(self, active: E) -> E:
        """Return who comes after this turn: whom `next turn` named, otherwise the neighbour."""
        if not self._uses(m.NextTurn):
            return self.next_seat(active)
        seat = Load(Const(at.NEXT))
        return Pick(Bin("==", seat, Const(NONE)), self.next_seat(active), seat)

    def _uses(self, kind: type[m.Stmt]) -> bool:
        return any(isinstance(p, kind) for p in self._flow)

    def _round_end(self, block: Block, setup: Block, over: Block, scores: list[str]) -> None:
        self.begin(block)
        self.emit(*self.mark("ends", self.rules.turn))
        self._reset()
        self.silent = True
        self.emit(Store(Const(at.QUIET), Const(at.SILENT)))
        last_round = Bin(">=", Load(Const(at.ROUND)), Const(max(1, self._rounds())))
        self.emit(If(last_round, (Store(Const(at.LAST), Const(1)),)))
        for score in self.rules.scores:
            self._do_score(score, Context())
        for after in self.rules.afters:
            if (after.which, after.what) == ("each", "round"):
                self.emit(*self.mark("begins", after))
                self.body(after.body, Context())
        final, again = self.block(), self.block()
        self.emit(If(Load(Const(at.LAST)), (Goto(final.number),), (Goto(again.number),)))
        self.begin(final)
        for after in self.rules.afters:
            if after.which == "last":
                self.emit(*self.mark("begins", after))
                self.body(after.body, Context())
        self.goto(over)
        self.begin(again)
        self._next_round()
        self.goto(setup)
        self.silent = False

    def _rounds(self) -> int:
        return self.setting.value(self.rules.header.rounds)

    def _next_round(self) -> None:
        self.emit(*self.forget({"active", "round"}))
        n = self.setting.players
        then = self.rules.header.then
        starter: E = Load(Const(at.STARTER), 0, n - 1)
        if then == "next player":
            self.emit(Store(Const(at.STARTER), self._next(Load(Const(at.ACTIVE), 0, n - 1))))
        elif then == "next starter":
            self.emit(Store(Const(at.STARTER), self.next_seat(starter)))
        elif then == "random":
            r = self.reg("k", 0, n - 1)
            self.emit(Draw(r, Const(n)), Store(Const(at.STARTER), r))
        elif then in ("leader", "loser"):
            self._leader(then == "leader", starter)
        self.emit(
            Store(Const(at.ROUND), add(Load(Const(at.ROUND)), Const(1))),
            Store(Const(at.NEXT), Const(NONE)),
        )

    # -------------------------------------------------------------- phases

    def _do_phase(self, s: m.Phase, c: Context) -> None:
        after = self.block(s.span)
        if s.when is not None:
            go = self.block(s.span)
            self.emit(If(self.value(s.when, c), (Goto(go.number),), (Goto(after.number),)))
            self.begin(go)
        titles = [p.title for p in self.rules.turn.statements if isinstance(p, m.Phase)]
        self.emit(*self.mark("begins", s))
        self.emit(Store(Const(at.PHASE), Const(titles.index(s.title) + 1)))
        if self._ends_phase():
            self.emit(Store(Const(at.LEAVE), Const(after.number)))
        self.body(s.body, c)
        self.goto(after)
        self.begin(after)

    def _ends_phase(self) -> bool:
        return any(isinstance(p, m.End) and p.what == "phase" for p in self._flow)


def _stack() -> E:
    return Data("base", Const(0), 0, INT_MAX)


def _flows(rules: m.Ruleset) -> list[object]:
    return [
        rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters, rules.scores,
        *rules.procedures.values(),
    ]  # fmt: skip
