"""Deltas: what each line of a ledger did to a score, noted by the score's own function.

A line's delta is by how much its own level's total rose when the line was computed, so the
delta of `times 3` on 25 is 50. Where no level is multiplied as a whole, a score's deltas add up to
the score.
"""

from __future__ import annotations

from engine.compile.program import Bin, Function, If, Loop, Note, Reg, Set, Stmt

_BEFORE = Reg("before")


def noting_deltas(function: Function) -> Function:
    """Return a score's function that notes for each line by how much the line raised its total."""
    return Function(f"delta_{function.name}", function.parameters, _body(function.body))


def _body(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Rewrite statements: a note follows the statement that changes the total."""
    out: list[Stmt] = []
    for s in body:
        if isinstance(s, Note):
            changed = out[-1]
            assert isinstance(changed, Set)
            out.insert(-1, Set(_BEFORE, changed.reg))
            out.append(Note(s.line, Bin("-", changed.reg, _BEFORE), ()))
        elif isinstance(s, If):
            out.append(If(s.condition, _body(s.then), _body(s.otherwise)))
        elif isinstance(s, Loop):
            out.append(Loop(s.reg, s.over, _body(s.body)))
        else:
            out.append(s)
    return tuple(out)
