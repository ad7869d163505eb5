"""Counters of games that are looked at closely: of rules, of parts that begin, of requirements.

Each is a column of the row that is filled. Rules and parts count only while LISTENING is 1.
"""

from __future__ import annotations

from engine.compile.program import Function, Mark, Note
from engine.compile.wasm.expressions import i32
from engine.compile.wasm.writer import Writer


def add(w: Writer, column: int, row: str, more: str) -> None:
    """Write what adds a number to a column of the row whose address a local holds."""
    here = f"offset={4 * column} {w.get(row)}"
    w.line(f"(i32.store {here} (i32.add (i32.load {here}) {more}))")


def count_mark(w: Writer, s: Mark) -> None:
    """Write what counts a part of the rules that begins, where it is one that is counted."""
    if w.watching is None or w.measures is None or s.event != "begins":
        return
    column = w.watching.parts.get(s.number)
    if column is not None:
        w.set(row := w.local("row"), f"(i32.load offset={w.measures.row} (i32.const 0))")
        add(w, column, row, f"(i32.load offset={w.measures.listening} (i32.const 0))")


def count_requirement(w: Writer, s: Note, first: int) -> None:
    """Write what counts that a requirement is asked about a move, and that it refuses the move.

    `first`: the number of the action's first requirement among all.
    """
    assert w.watching is not None and w.measures is not None
    column = w.watching.tried + 3 * (first + s.line)
    w.set(row := w.local("row"), f"(i32.load offset={w.measures.row} (i32.const 0))")
    add(w, column, row, "(i32.const 1)")
    add(w, column + 1, row, f"(i32.eqz {i32(w, s.value)})")


def count_rule(w: Writer, f: Function, answer: str) -> None:
    """Write what a rule's function answers, and what counts that it is asked and says yes.

    The two counts are neighbours, so they are added to as one integer of 64 bits.
    """
    assert w.watching is not None and w.measures is not None
    value, row = w.local("value"), w.local("row")
    w.set(value, answer)
    w.set(row, f"(i32.load offset={w.measures.row} (i32.const 0))")
    here = f"offset={4 * w.watching.rules[f.name]} align=4 {w.get(row)}"
    yes = f"(i64.extend_i32_u (i32.eq {w.get(value)} (i32.const 1)))"
    both = f"(i64.or (i64.const 1) (i64.shl {yes} (i64.const 32)))"
    heard = f"(i64.load32_u offset={w.measures.listening} (i32.const 0))"
    w.line(f"(i64.store {here} (i64.add (i64.load {here}) (i64.mul {heard} {both})))")
    w.line(w.get(value))
