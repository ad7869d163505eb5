"""What all tests share: no screen but those that they start, and no files of the person at it."""

import atexit
import gc
import importlib
import os
import shutil
import signal
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

from engine.teach.newcomer import no_newcomer
from tests.remembered import remember
from tests.scope import ALL, often
from viewer.window import shot
from viewer.window.shot import webp

remember()

# Early, so that it is still there when modules are given back at exit.
importlib.import_module("wasmtime")

# Where tests run in the background of a shell, Ctrl-C is ignored, by what they start as well.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.pop("DISPLAY", None)
os.environ.pop("WAYLAND_DISPLAY", None)

# What is found must not depend on how busy the machine is, nor on chance: with CAIRN_ALL=1 other
# examples are tried each time.
settings.register_profile(
    "patient",
    deadline=None,
    derandomize=not ALL,
    max_examples=often(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

_home = Path(tempfile.mkdtemp(prefix="cairn-tests-"))
atexit.register(shutil.rmtree, _home, ignore_errors=True)
for name in ("CONFIG", "DATA", "STATE"):
    os.environ[f"XDG_{name}_HOME"] = str(_home / name.lower())

# Workers share what can be made again: what one has compiled or searched for, the others read.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["XDG_CACHE_HOME"] = str(_home / "cache")

# By default young objects are gone through once in 700 new ones: an eighth of the time.
gc.set_threshold(20_000, 20, 20)

# Pictures are written soon instead of small: nobody keeps them.
vars(shot)["webp"] = lambda image: webp(image, method=0)

# The player who tests has played before: nothing offers to teach them first.
no_newcomer()


def pytest_sessionfinish() -> None:
    """Look once for what no name leads to any more; pytest looks five times, two seconds each."""
    gc.collect()
    gc.freeze()
