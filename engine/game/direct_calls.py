"""Calls of a module's functions without looking up their types each time.

A call through wasmtime's Python takes some thirty microseconds, most of it for types that are the
same each time; a direct one takes two. It uses names that wasmtime doesn't promise. Where they
aren't there, or a function is of another kind than ours, calls go the usual way.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import POINTER, byref, c_size_t
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import wasmtime

_KINDS = ("i32", "i64")


def direct(store: wasmtime.Store, function: wasmtime.Func) -> Callable[..., int]:
    """Return what calls a function that takes integers and returns one of 32 bits.

    It isn't for several threads at once. It raises wasmtime.Trap as the function itself does.
    """
    import wasmtime

    given = function.type(store)
    kinds = [str(kind) for kind in given.params]
    usual: Callable[..., int] = partial(function, store)
    if [str(kind) for kind in given.results] != ["i32"] or not set(kinds) <= {*_KINDS}:
        return usual
    try:
        bindings: Any = wasmtime._bindings
        private: Any = function
        context, place = store._context, byref(private._func)
        trapped, failed = wasmtime.Trap._from_ptr, wasmtime.WasmtimeError._from_ptr
        call, no_trap = bindings._wasmtime_func_call_unchecked, POINTER(bindings.wasm_trap_t)
        values = (bindings.wasmtime_val_raw_t * max(1, len(kinds)))()
        expected = [POINTER(bindings.wasmtime_val_raw_t), c_size_t, POINTER(no_trap)]
        if [*call.argtypes][2:] != expected or not isinstance(
            private._func, bindings.wasmtime_func_t
        ):
            return usual
    except (AttributeError, TypeError):
        return usual

    def run(*arguments: int) -> int:
        if len(arguments) != len(kinds):
            raise TypeError(f"the function takes {len(kinds)} arguments, not {len(arguments)}")
        for value, kind, argument in zip(values, kinds, arguments, strict=False):
            setattr(value, kind, argument)
        trap = no_trap()
        error = call(context(), place, values, len(values), byref(trap))
        if error:
            raise failed(error)
        if trap:
            raise trapped(trap)
        result: int = values[0].i32
        return result

    return run


__all__ = ["direct"]
