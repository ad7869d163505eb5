"""Calls of the module: direct ones do as those through wasmtime's Python."""

from __future__ import annotations

import pytest
import wasmtime

from engine.game.code_cache import engine
from engine.game.direct_calls import direct

TEXT = """
(module
  (func (export "sum") (param i32 i64 i32) (result i32)
    (i32.add (local.get 0) (i32.sub (i32.wrap_i64 (local.get 1)) (local.get 2))))
  (func (export "none") (result i32) (i32.const -1))
  (func (export "part") (param i32) (result i32) (i32.div_s (i32.const 12) (local.get 0)))
  (func (export "half") (param f64) (result f64) (f64.div (local.get 0) (f64.const 2))))
"""


def functions(name: str) -> tuple[wasmtime.Store, wasmtime.Func]:
    store = wasmtime.Store(engine())
    found = wasmtime.Instance(store, wasmtime.Module(engine(), TEXT), []).exports(store)[name]
    assert isinstance(found, wasmtime.Func)
    return store, found


def test_a_direct_call_gives_what_the_usual_one_does() -> None:
    store, function = functions("sum")
    call = direct(store, function)
    for given in ((1, 2, 3), (-7, -(1 << 40) - 5, 2_000_000_000), (-(1 << 31), 0, 0)):
        assert call(*given) == function(store, *given)
    assert call.__name__ == "run", "wasmtime has the names that direct calls use"
    assert direct(*functions("none"))() == -1


def test_what_traps_or_takes_other_arguments_is_raised() -> None:
    call = direct(*functions("part"))
    assert call(3) == 4
    with pytest.raises(wasmtime.Trap, match="divide by zero"):
        call(0)
    assert call(4) == 3
    with pytest.raises(TypeError, match="takes 1 arguments, not 2"):
        call(1, 2)


def test_functions_of_another_kind_are_called_the_usual_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert direct(*functions("half"))(3.0) == 1.5
    monkeypatch.delattr(wasmtime._bindings, "_wasmtime_func_call_unchecked")
    assert direct(*functions("part"))(6) == 2
