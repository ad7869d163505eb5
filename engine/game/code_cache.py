"""Machine code: what compiles modules, and the folder in which compiled ones wait for next time.

Loading compiled code means trusting it. So only files are loaded that belong to the user who runs
this, in a folder that nobody else may write to, and that are whole: each begins with the sum of
what follows. Anything else counts as not there, and code is compiled anew. What a file is called
follows from everything that its code depends on, so nothing in it can be out of date.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import stat
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.storage.cache import keep_summed, read_summed
from engine.storage.folders import cache_folder

if TYPE_CHECKING:
    import wasmtime


_GROWTH = 1 << 20
"""How many bytes of addresses a memory reserves to grow into, where addresses are limited."""


def installed() -> bool:
    """Return whether modules can be run here at all."""
    return find_spec("wasmtime") is not None


@cache
def engine() -> wasmtime.Engine:
    """Return what compiles and runs modules, one for the whole process.

    Each memory reserves more than 4 GiB of addresses, so that accesses needn't be checked. Where
    addresses are limited it reserves little, and accesses are checked, which is slower. Raises
    ImportError where wasmtime isn't installed, as it isn't to be had for every machine.
    """
    import wasmtime

    config = wasmtime.Config()
    config.wasm_exceptions = True
    config.cranelift_opt_level = "speed"
    if addresses_limited():
        config.memory_reservation = 0
        config.memory_reservation_for_growth = _GROWTH
        config.memory_guard_size = _GROWTH
    return wasmtime.Engine(config)


def addresses_limited() -> bool:
    """Return whether this process may have only so many addresses, as after `ulimit -v`."""
    if find_spec("resource") is None:  # where there are no such limits
        return False
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


# Given back while there is still who takes it.
atexit.register(engine.cache_clear)


def machine_code(text: str) -> wasmtime.Module:
    """Return a module's text compiled, from the folder if it has been compiled before.

    Raises ImportError where wasmtime isn't installed.
    """
    import wasmtime

    path = _path(text)
    kept = _read(path) if path else None
    if kept is not None:
        with suppress(wasmtime.WasmtimeError):
            return wasmtime.Module.deserialize(engine(), kept)
    module = wasmtime.Module(engine(), text)
    if path:
        _write(path, bytes(module.serialize()))
    return module


def _path(text: str) -> Path | None:
    """Return where a module's code is kept; None for a user who has no folder."""
    try:
        return cache_folder("code") / f"{_name(text)}.code"
    except OSError:
        return None


def _name(text: str) -> str:
    """Return what tells apart everything that the code depends on."""
    checked = "checked" if addresses_limited() else ""
    parts = (version("wasmtime"), platform.machine(), platform.system(), checked, text)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _read(path: Path) -> bytes | None:
    """Return code that was kept, None if there is none or it isn't surely what we wrote."""
    try:
        if not _ours(path.parent) or not _ours(path):
            return None
        os.utime(path)
        return read_summed(path)
    except OSError:
        return None


def _ours(path: Path) -> bool:
    """Return whether a file or folder is the user's own, and nobody else can change it."""
    if not hasattr(os, "getuid"):
        return True
    found = path.lstat()
    plain = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
    return plain and found.st_uid == os.getuid() and not found.st_mode & 0o022


def _write(path: Path, code: bytes) -> None:
    """Keep code, all of it or none; where that isn't possible, it is compiled again next time."""
    with suppress(OSError):
        keep_summed(path, code)
