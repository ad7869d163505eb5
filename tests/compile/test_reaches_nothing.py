"""Rules only compute: neither executor has a way out of the program that they become."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import wasmtime

from engine import Game, load
from engine.compile.emit_python import PythonEmitter
from engine.game.code_cache import engine
from engine.game.wasm_executor import Module
from tests.scope import GAMES, HALF, seats

GIVEN = {
    "range",
    "set",
    "len",
    "PASS",
    "fail",
    "check",
    "draw",
    "roll",
    "shuffle",
    "hide",
    "places",
}
"""What the interpreter gives the program besides who listens."""
METHODS = {"append", "add", "index", "insert", "pop", "remove", "mark", "tell", "faces"}
"""Those of lists and sets, and of who listens."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_python_of_rules_is_numbers_and_calls_of_what_it_was_given(path: Path) -> None:
    compiled = Game(load(path), seats(path)[0]).compiled
    emitter = PythonEmitter(compiled.program, compiled.layout)
    emitter.write()
    nodes = list(ast.walk(ast.parse("\n".join(emitter.rows))))
    assert not [n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom | ast.Global)]
    values = {type(n.value) for n in nodes if isinstance(n, ast.Constant)}
    assert values <= {int, bool, type(None)}, "no text of the rules"
    assert {n.attr for n in nodes if isinstance(n, ast.Attribute)} <= METHODS
    made = {n.name for n in nodes if isinstance(n, ast.FunctionDef)}
    made |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    called = {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    assert called <= GIVEN | made


@pytest.mark.parametrize("path", HALF, ids=lambda path: path.stem)
def test_a_module_imports_nothing(path: Path) -> None:
    module = Module(Game(load(path), seats(path)[0]).compiled)
    assert wasmtime.Module(engine(), module.emitted.text).imports == []
