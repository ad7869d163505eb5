"""The deltas of ledger lines, run by the interpreter: see `engine.compile.ledger_deltas`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.compile.emit_python import PythonEmitter
from engine.compile.ledger_deltas import noting_deltas
from engine.game.interpreter import Interpreter, State

Gauge: TypeAlias = Callable[..., int]


class LedgerDeltas:
    """The deltas of one compiled ruleset, run by the interpreter."""

    def __init__(self, interpreter: Interpreter) -> None:
        """Write the functions out and load them beside the interpreter's own."""
        program = interpreter.program
        emitter = PythonEmitter(program, interpreter.compiled.layout)
        made = [noting_deltas(f) for f in program.functions if f.name in program.scores]
        emitter.scores |= {f.name for f in made}
        for function in made:
            emitter.function(function)
        space: dict[str, Any] = dict(interpreter.measures.space)
        for name, table in emitter.tables.items():
            space.setdefault(table, program.data[name])
        emitter.load(space)
        self.functions: list[Gauge] = [space[f"delta_{name}"] for name in program.scores]

    def lines(self, state: State, score: int, seat: int) -> list[tuple[int, int]]:
        """Return the lines that count for a seat and what each did to the score."""
        out: list[tuple[int, int, tuple[int, ...]]] = []
        self.functions[score](state, seat, out=out)
        return [(line, value) for line, value, _ in out]
