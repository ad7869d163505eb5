"""What all tests share: no screen but those that they start, and no files of the person at it."""

import atexit
import os
import shutil
import signal
import tempfile

from hypothesis import HealthCheck, settings

# Where tests run in the background of a shell, Ctrl-C is ignored, by what they start as well.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.pop("DISPLAY", None)
os.environ.pop("WAYLAND_DISPLAY", None)

# What is found must not depend on how busy the machine is.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

_home = tempfile.mkdtemp(prefix="cairn-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
for name in ("CACHE", "CONFIG", "DATA", "STATE"):
    os.environ[f"XDG_{name}_HOME"] = os.path.join(_home, name.lower())  # noqa: PTH118

# Whoever tests has played before: nothing offers to teach them first.
_state = os.path.join(_home, "state", "cairn")  # noqa: PTH118
os.makedirs(_state)  # noqa: PTH103
with open(os.path.join(_state, "played"), "w", encoding="utf-8"):  # noqa: PTH118, PTH123
    pass
