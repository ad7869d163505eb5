"""What a module counts of games that are looked at closely: see `engine.study.rule_coverage`.

The program is a traced one. Functions of rules count how often they are asked, marks of parts
count, and before each decision the requirements are asked about every move. What a rule says is
never looked up instead of asked, so that the counts are those of the interpreter. Rules that are
asked in order to measure something aren't counted: see LISTENING in measured.wat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.compile.program import Call, Program, Stmt, Trial
from engine.compile.program_parts import walk
from engine.compile.wasm.counting import add
from engine.compile.wasm.loops import freeze
from engine.compile.wasm.memory import FAILED, FINE, STATE
from engine.compile.wasm.statements import (
    emit_interrupt_check,
    statements,
    write_again,
    write_function,
)
from engine.compile.wasm.writer import Watching, Writer


@dataclass(frozen=True)
class Inquiry:
    """What asks the requirements of an action: in which choice it is, the number of its first
    requirement among all, how many it has, and statements that note what each says.
    """

    choice: int
    first: int
    count: int
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class CloseLook:
    """What is counted of a traced program.

    `parts`: by the number of a mark, the number of what begins there; `rules`: the functions of the
    rules that are counted; `looks`: what asks the requirements.
    """

    parts: Mapping[int, int]
    rules: tuple[str, ...]
    looks: tuple[Inquiry, ...]

    @property
    def requirements(self) -> int:
        """Return how many requirements are asked."""
        return sum(look.count for look in self.looks)

    @property
    def width(self) -> int:
        """Return how many columns of a row it fills, the first of which is 1."""
        return 1 + len(self.parts) + 2 * len(self.rules) + 3 * self.requirements


def watching(program: Program, look: CloseLook, first: int) -> Watching:
    """Return what a writer has to know of a close look that begins at a column."""
    begins = first + 1
    asked = begins + len(look.parts)
    tried = asked + 2 * len(look.rules)
    return Watching(
        first,
        {number: begins + place for number, place in look.parts.items()},
        {name: asked + 2 * place for place, name in enumerate(look.rules)},
        tried,
        _asking(program, look.rules),
    )


def _asking(program: Program, rules: tuple[str, ...]) -> frozenset[str]:
    """Return the functions that are counted, and those that ask one of them."""
    found, more = set[str](), set(rules)
    calls = {
        f.name: {p.name for p in walk(f.body) if isinstance(p, Call)} for f in program.functions
    }
    others = {name: known.again for name, known in program.recursions.items()}
    while more:
        found |= more
        more = {other for name, other in others.items() if name in found} - found
        more |= {name for name, asked in calls.items() if asked & found} - found
    return frozenset(found)


def write_looks(w: Writer, looks: tuple[Inquiry, ...]) -> None:
    """Write what asks the requirements of a decision before it is made."""
    w.unheard = True
    _write_twins(w, looks)
    for number, look in enumerate(looks):
        _asks(w, number, look)
        _looks(w, number, look)
    w.unheard = False
    with w.func("$look (param $choice i32)", ("choice",)):
        for number, look in enumerate(looks):
            here = f"(i32.eq (local.get $choice) (i32.const {look.choice}))"
            w.line(f"(if {here} (then (call $look{number})))")


def _write_twins(w: Writer, looks: tuple[Inquiry, ...]) -> None:
    """Write once more, without counters, the functions that requirements ask."""
    needed, more = (
        set[str](),
        {p.name for p in walk([x.body for x in looks]) if isinstance(p, Call)},
    )
    others = {known.again: name for name, known in w.program.recursions.items()}
    while more:
        needed |= more
        bodies = [w.functions[name].body for name in more if name in w.functions]
        more = {p.name for p in walk(bodies) if isinstance(p, Call)}
        more = (more | {others[name] for name in more if name in others}) - needed
    for function in w.program.functions:
        if function.name in needed and w.called(function.name) != function.name:
            write_function(w, function)
    for name, recursion in w.program.recursions.items():
        if recursion.again in needed and w.called(recursion.again) != recursion.again:
            write_again(w, name, recursion)


def _asks(w: Writer, number: int, look: Inquiry) -> None:
    """Write what counts what each requirement says of each move."""
    emit_interrupt_check(w, w.costs.choice(w.program.choices[look.choice]))
    w.looking = look.first
    with w.func(f"$asks{number}"), freeze(w):
        statements(w, look.body, tail=False)
    w.looking = None


def _looks(w: Writer, number: int, look: Inquiry) -> None:
    """Write what asks, and what counts in how many decisions a requirement refuses something.

    The figures include what happened before an error, and the game goes on.
    """
    assert w.watching is not None and w.measures is not None
    aside = w.measures.aside
    state, size = f"(i32.const {STATE})", f"(i32.const {4 * w.program.size})"
    with w.func(f"$look{number}"):
        w.locals["row"] = "i32"
        w.set("row", f"(i32.load offset={w.measures.row} (i32.const 0))")
        before = [w.local("before") for _ in range(look.count)]
        columns = [w.watching.tried + 3 * (look.first + n) for n in range(look.count)]
        for name, column in zip(before, columns, strict=True):
            w.set(name, f"(i32.load offset={4 * (column + 1)} (local.get $row))")
        if any(isinstance(s, Trial) for f in w.program.functions for s in f.body):
            w.line(f"(memory.copy (i32.const {aside}) {state} {size})")
            back = f"(memory.copy {state} (i32.const {aside}) {size})"
        else:
            back = ""
        w.line("(block $fine (block $stopped (try_table (catch $stop $stopped)")
        w.line(f"(call $asks{number}) (br $fine)))")
        w.line(f"{back} (i32.store offset={FAILED} (i32.const 0) (i32.const {FINE})))")
        for name, column in zip(before, columns, strict=True):
            now = f"(i32.load offset={4 * (column + 1)} (local.get $row))"
            add(w, column + 2, "row", f"(i32.ne {now} {w.get(name)})")
