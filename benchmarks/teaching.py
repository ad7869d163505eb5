"""How long the plan of each ruleset takes, in processes of their own: the first time, and again.

A row tells the time on the clock and the processor's time of a whole process, and what of that goes
to starting Python with Cairn, to reading the rules, and to the plan with all its positions.
Run it with `python -m benchmarks.teaching`; what is kept lies in a folder of its own.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.rules.files import library

TIMED = """
import time
from engine.rules.load import load
from engine.teach.plan import plan_for
began = time.process_time()
loaded = load({path!r})
loaded.checked()
read = time.process_time()
plan = plan_for(loaded)
assert any(map(plan.positions, plan.points))
print(began, read - began, time.process_time() - read)
"""


def run(path: Path, cache: str) -> tuple[float, list[float]]:
    """Return the time on the clock of a process, and the processor's of its three parts."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", TIMED.format(path=str(path))],
        capture_output=True, text=True, check=True, env={**os.environ, "XDG_CACHE_HOME": cache},
    )  # fmt: skip
    return time.perf_counter() - start, [float(part) for part in done.stdout.split()]


def main() -> None:
    """Print two lines for each ruleset of the library, or for those that are named."""
    parser = argparse.ArgumentParser(description="Time the making of lesson plans.")
    parser.add_argument("rulesets", nargs="*")
    named = parser.parse_args().rulesets
    print(f"{'ruleset':28} {'':6} on the clock  processor   start   rules    plan")
    for path in library():
        if named and path.stem not in named:
            continue
        with tempfile.TemporaryDirectory() as cache:
            for name in ("first", "again"):
                wall, parts = run(path, cache)
                told = "  ".join(f"{part:4.2f} s" for part in parts)
                print(f"{path.stem:28} {name}  {wall:10.2f} s  {sum(parts):7.2f} s  {told}")


if __name__ == "__main__":
    main()
