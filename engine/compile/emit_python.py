"""The program as Python text: what the interpreter runs.

One function a block, a decision and a function of the program. The text is made of numbers and
names of our own only; no word of a ruleset gets into it. Blocks that go straight on to another are
written out together, so that a decision costs a call or two. A block takes the state and who
listens to the run; a function, which only looks or supposes, is heard by nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, assert_never

from engine.compile import layout as at
from engine.compile.cost import MOST_MOVES, Costs, most_moves
from engine.compile.layout import Layout
from engine.compile.program import (
    Action,
    And,
    Bin,
    Bits,
    Call,
    Check,
    Choice,
    Const,
    CopyRange,
    Data,
    Draw,
    E,
    Fail,
    Found,
    Function,
    Gather,
    Goto,
    Guard,
    Halt,
    If,
    Items,
    Iter,
    Jump,
    Listed,
    Load,
    Loop,
    Mark,
    Not,
    Note,
    Or,
    Program,
    Reg,
    RepeatUntil,
    Return,
    ReturnList,
    Rolled,
    Say,
    ScoreEvent,
    Scratch,
    ScratchLoad,
    ScratchStore,
    Select,
    Set,
    Shuffle,
    Steps,
    Stmt,
    Store,
    Suspend,
    Transfer,
    Trial,
    Visit,
)
from engine.compile.program_parts import arrivals
from engine.rules.model.operators import COMPARISONS

_INLINE = 40


@lru_cache(maxsize=8192)
def _code(text: str) -> CodeType:
    """Return what a function or a table of a program is as code; most of a program is as in the
    one before, as when rules are edited or played with other options.
    """
    return compile(text, "<rules>", "exec")


class PythonEmitter:
    """Writes one program."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.arrivals = arrivals(program)
        self.layout = layout
        self.costs = Costs(program, layout)
        self.rows: list[str] = []
        self.depth = 0
        self.tables = {name: f"D{i}" for i, name in enumerate(program.data)}
        self.scores = set(program.scores)
        self.landmarks = {program.setup, program.turn, program.round_end}
        self.open: list[int] = []
        self.written = 0
        self.listener = "SILENT"

    def load(self, space: dict[str, Any]) -> None:
        """Run what was written, in a space of names."""
        unit: list[str] = []
        for row in [*self.rows, ""]:
            if unit and not row.startswith(" "):
                exec(_code("\n".join(unit)), space)
                unit = []
            unit.append(row)

    def write(self) -> None:
        """Write the whole program."""
        for name, values in self.program.data.items():
            self.line(f"{self.tables[name]} = {values!r}")
        if self.program.recursions:
            self.line("VISITS = [0]")
        for function in self.program.functions:
            self.function(function)
        for name, search in self.program.recursions.items():
            self.line(f"{search.again} = {name}")
        for choice in self.program.choices:
            self.choice(choice, every=True)
            self.choice(choice, every=False)
        for block in self.program.blocks:
            self.line(f"def block{block.number}(S, on):")
            self.listener = "on"
            self.depth, self.open, self.written = 1, [block.number], 0
            self.statements(block.body, tail=True)
            self.depth, self.listener = 0, "SILENT"
        names = ", ".join(f"block{b.number}" for b in self.program.blocks)
        self.line(f"BLOCKS = [{names}]")
        legal = ", ".join(f"legal{c.number}" for c in self.program.choices)
        self.line(f"LEGAL = [{legal}]")

    def line(self, text: str) -> None:
        """Write a line at the current depth."""
        self.rows.append("    " * self.depth + text)

    # -------------------------------------------------------------- expressions

    def value(self, e: E) -> str:
        """Return an expression as an integer."""
        if _is_truth(e):
            return f"(1 if {self.test(e)} else 0)"
        return self._plain(e)

    def test(self, e: E) -> str:
        """Return an expression where only its truth counts."""
        if isinstance(e, Not):
            if isinstance(e.a, Bin) and e.a.op in ("==", "!="):
                flipped = "!=" if e.a.op == "==" else "=="
                return self.test(Bin(flipped, e.a.a, e.a.b))
            return f"(not {self.test(e.a)})"
        if isinstance(e, (And, Or)):
            word = " and " if isinstance(e, And) else " or "
            return "(" + word.join(self.test(item) for item in e.items) + ")"
        if isinstance(e, Bin) and e.op == "==" and e.b == Const(0) and not _is_truth(e.a):
            return f"(not {self._plain(e.a)})"
        return self._plain(e)

    def _plain(self, e: E) -> str:
        match e:
            case Const():
                return str(e.value) if e.value >= 0 else f"({e.value})"
            case Reg():
                return e.name
            case Load():
                return f"S[{self.value(e.at)}]"
            case Data(at=Const() as place):
                return str(self.program.data[e.table][place.value])
            case Data():
                return f"{self.tables[e.table]}[{self.value(e.at)}]"
            case Bin():
                return f"({self.value(e.a)} {e.op} {self.value(e.b)})"
            case Call():
                return f"{e.name}({', '.join(['S', *map(self.value, e.arguments)])})"
            case Select():
                return f"({self.value(e.a)} if {self.test(e.condition)} else {self.value(e.b)})"
            case ScratchLoad():
                return f"{e.scratch}[{self.value(e.at)}]"
            case Check():
                return f"check({self.value(e.value)}, {e.lo}, {e.hi}, {e.site})"
            case Guard():
                return f"({self.value(e.value)} if {self.test(e.condition)} else fail({e.site}))"
            case Not() | And() | Or():
                return self.test(e)
            case _:
                assert_never(e)

    # -------------------------------------------------------------- functions and decisions

    def function(self, f: Function) -> None:
        """Write a function; those of scores can also list their lines."""
        extra = ", out=None" if f.name in self.scores else ""
        parameters = "".join(f", {r.name}" for r in f.parameters)
        self.line(f"def {f.name}(S{parameters}{extra}):")
        self.depth = 1
        self.statements(f.body, tail=False)
        self.depth = 0

    def choice(self, choice: Choice, *, every: bool) -> None:
        """Write the list of a decision's legal moves, or whether there is one at all."""
        self.line(f"def {'legal' if every else 'some'}{choice.number}(S):")
        self.depth = 1
        if every:
            self.line("out = []")
        guarded = every and most_moves(choice, self.layout) > MOST_MOVES
        full = f"if len(out) == {MOST_MOVES}: fail({choice.crowded})" if guarded else ""
        for number, action in enumerate(choice.actions):
            self._action(number, action, every, full)
        if every and choice.passing is not None:
            self.line("out.append(PASS)")
        self.line("return out" if every else "return 0")
        self.depth = 0

    def _action(self, number: int, action: Action, every: bool, full: str) -> None:
        before = self.depth
        for index, p in enumerate(action.parameters):
            if p.same is not None:
                self.line(f"met{index} = set()")
            for reg, over in p.loops:
                self._loop_head(reg, over)
                self.depth += 1
            if p.where is not None:
                self.line(f"if {self.test(p.where)}:")
                self.depth += 1
            if p.same is not None:
                keys = [self.value(e) for e in p.same]
                key = keys[0] if len(keys) == 1 else "(" + ", ".join(keys) + ")"
                self.line(f"key = {key}")
                self.line(f"if key not in met{index}:")
                self.depth += 1
                self.line(f"met{index}.add(key)")
        if action.requires is not None:
            self.line(f"if {self.test(action.requires)}:")
            self.depth += 1
        arguments = "".join(f", {p.reg.name}" for p in action.parameters)
        comma = "" if action.parameters else ","
        if full:
            self.line(full)
        self.line(f"out.append(({number}{arguments}{comma}))" if every else "return 1")
        self.depth = before

    # -------------------------------------------------------------- statements

    def statements(self, body: Sequence[Stmt], *, tail: bool) -> None:
        """Write statements; at the tail of a block others may be written out in place."""
        if not body:
            self.line("pass")
        for index, s in enumerate(body):
            last = index == len(body) - 1
            self._statement(s, tail and last)

    def _statement(self, s: Stmt, tail: bool) -> None:
        match s:
            case Set():
                self.line(f"{s.reg.name} = {self.value(s.value)}")
            case Store():
                self.line(f"S[{self.value(s.at)}] = {self.value(s.value)}")
            case Scratch():
                self.line(f"{s.name} = [0] * {s.size}")
            case ScratchStore():
                self.line(f"{s.scratch}[{self.value(s.at)}] = {self.value(s.value)}")
            case If():
                self.line(f"if {self.test(s.condition)}:")
                self._indented(s.then, tail)
                if s.otherwise:
                    self.line("else:")
                    self._indented(s.otherwise, tail)
            case Loop():
                self._loop_head(s.reg, s.over)
                self._indented(s.body, False)
            case RepeatUntil():
                self._again(s)
            case Return():
                self.line(f"return {self.value(s.value)}")
            case ReturnList():
                self.line(f"return {s.scratch}")
            case Goto():
                self._goto(s, tail)
            case Jump():
                self.line(f"return S[{self.value(s.at)}]")
            case Suspend():
                self.line(f"S[{at.PC}] = {s.choice}")
                self.line("return -1")
            case Halt():
                self.line("return -1")
            case Fail():
                self.line(f"fail({s.site})")
            case Transfer():
                self._transfer(s)
            case Gather():
                self._gather(s)
            case Shuffle():
                zone, seen = self.value(s.zone), self.value(s.seen)
                self.line(f"shuffle(S, {zone}, {seen}, {self.layout.known})")
            case Draw():
                self._draw(s)
            case Note():
                note = f"({s.line}, {self.value(s.value)}, ({self._listed(s.label)}))"
                self.line(f"if out is not None: out.append({note})")
            case CopyRange():
                source = f"S[{s.source}:{s.source + s.size}]"
                self.line(f"S[{s.target}:{s.target + s.size}] = {source}")
            case Trial():
                self.line("S0_ = S")
                self.line("S = S[:]")
                self.statements((*s.body, Set(s.reg, s.value)), tail=False)
                self.line("S = S0_")
            case Visit():
                most = self.costs.visits(s.search)
                self.line(f"if {self.value(s.level)} == 0: VISITS[0] = 0")
                self.line("VISITS[0] += 1")
                self.line(f"if VISITS[0] > {most}: fail({s.site})")
            case ScoreEvent():
                self.line(f"{self.listener}.tell(S, {s.number})")
            case Mark():
                self.line(f"{self.listener}.mark(S, {s.event!r}, {s.number})")
            case Rolled():
                self.line(f"{self.listener}.rolled(S, {self.value(s.piece)})")
            case Say():
                self.line(f"{self.listener}.say(S, {s.number}, ({self._listed(s.values)}))")
            case _:
                assert_never(s)

    def _listed(self, values: Iterable[E]) -> str:
        return "".join(f"{self.value(value)}, " for value in values)

    def _indented(self, body: Sequence[Stmt], tail: bool) -> None:
        self.depth += 1
        self.statements(body, tail=tail)
        self.depth -= 1

    def _loop_head(self, reg: Reg, over: Iter) -> None:
        if isinstance(over, Found):
            self.line(f"{reg.name} = 1")
            self.line(f"for {over.scratch} in ({self.value(over.call)},):")
        elif isinstance(over, Listed):
            self.line(f"for {reg.name} in {over.values!r}:")
        elif isinstance(over, Bits):
            self.line(f"for {reg.name} in places({self.value(over.word)}):")
        elif isinstance(over, Steps) and over.lo == over.hi:
            self.line(f"for {reg.name} in ({self.value(over.lo)},):")
        elif isinstance(over, Steps):
            end = over.hi.value + 1 if isinstance(over.hi, Const) else f"{self.value(over.hi)} + 1"
            step = "" if over.step == 1 else f", {over.step}"
            self.line(f"for {reg.name} in range({self.value(over.lo)}, {end}{step}):")
        else:
            assert isinstance(over, Items)
            if isinstance(over.zone, Const):
                z = over.zone.value
                self.line(f"for {reg.name} in S[{z + 1}:{z + 1} + S[{z}]]:")
            else:
                self.line(f"z_ = {self.value(over.zone)}")
                self.line(f"for {reg.name} in S[z_ + 1:z_ + 1 + S[z_]]:")

    def _again(self, s: RepeatUntil) -> None:
        turns = f"turns{len(self.rows)}"
        self.line(f"{turns} = 0")
        self.line("while True:")
        self._indented(s.body, False)
        self.depth += 1
        self.line(f"if {self.test(s.until)}: break")
        self.line(f"{turns} += 1")
        self.line(f"if {turns} > {self.costs.rounds(s)}: fail({s.site})")
        self.depth -= 1

    def _goto(self, s: Goto, tail: bool) -> None:
        block = self.program.blocks[s.block]
        small = self.arrivals[s.block] == 1 or len(block.body) <= 8
        closed = s.block in self.landmarks or s.block in self.open
        if tail and small and not closed and self.written < _INLINE:
            self.open.append(s.block)
            self.written += len(block.body)
            self.statements(block.body, tail=True)
            self.open.pop()
        else:
            self.line(f"return {s.block}")

    def _draw(self, s: Draw) -> None:
        below = self.value(s.below)
        call = f"draw(S, {below})"
        if s.attribute:
            number = list(self.layout.changing).index(s.attribute)
            call = f"roll(S, {below}, {number}, {s.low}, {self.listener}.faces)"
        self.line(f"{s.reg.name} = {call}")

    def _transfer(self, s: Transfer) -> None:
        p = s.piece.name
        where = self.layout.zone_of
        target = self.value(s.target)
        if s.source is None:
            self.line(f"z_ = S[{where} + {p}]")
            self.line("if z_:")
            self.depth += 1
        else:
            self.line(f"z_ = {self.value(s.source)}")
        self.line("n_ = S[z_]")
        if not s.top:
            self.line(f"i_ = S.index({p}, z_ + 1, z_ + n_ + 1)")
            self.line("S[i_:z_ + n_] = S[i_ + 1:z_ + n_ + 1]")
        self.line("S[z_ + n_] = -1")
        self.line("S[z_] = n_ - 1")
        if s.source is None:
            self.depth -= 1
        self.line(f"t_ = {target}")
        if s.hides:
            self.line(f"hide(S, {p}, z_, t_)")
        self.line("n_ = S[t_] + 1")
        if s.capacity >= 0:
            self.line(f"if n_ > {s.capacity}: fail({s.site})")
        self.line(f"S[t_ + n_] = {p}")
        self.line("S[t_] = n_")
        self.line(f"S[{where} + {p}] = t_")
        self._known(p, s.seen)

    def _known(self, piece: str, seen: E) -> None:
        cell = f"S[{self.layout.known} + {piece}]"
        if seen == Const(self.layout.everybody):
            self.line(f"{cell} = {self.layout.everybody}")
        elif seen != Const(0):
            self.line(f"{cell} |= {self.value(seen)}")

    def _gather(self, s: Gather) -> None:
        count = s.last - s.first
        self.line(f"for z_ in {s.zones!r}:")
        self.line("    n_ = S[z_]")
        self.line("    if n_:")
        self.line("        S[z_ + 1:z_ + 1 + n_] = [-1] * n_")
        self.line("        S[z_] = 0")
        if s.capacity >= 0 and count > s.capacity:
            self.line(f"fail({s.site})")
        self.line(f"t_ = {self.value(s.target)}")
        self.line(f"S[t_] = {count}")
        self.line(f"S[t_ + 1:t_ + 1 + {count}] = range({s.first}, {s.last})")
        where = self.layout.zone_of
        self.line(f"S[{where + s.first}:{where + s.last}] = [t_] * {count}")
        if s.seen != Const(0):
            self.line(f"k_ = {self.value(s.seen)}")
            known = self.layout.known
            self.line(f"for i_ in range({known + s.first}, {known + s.last}): S[i_] |= k_")


def _is_truth(e: E) -> bool:
    if isinstance(e, Bin):
        return e.op in COMPARISONS
    return isinstance(e, (Not, And, Or))
