"""`python -m tests.fuzz TARGET`: runs a target; prints each new fault, and a line at the end."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

FOUND = Path(__file__).with_name("found.jsonl")


def main() -> None:
    """Run a target in folders of its own."""
    with tempfile.TemporaryDirectory(prefix="cairn-fuzz-") as place:
        home, folder = Path(place) / "home", Path(place) / "here"
        home.mkdir()
        folder.mkdir()
        for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = str(home / kind.lower())
        for kind in ("DISPLAY", "WAYLAND_DISPLAY"):
            os.environ.pop(kind, None)
        sys.exit(_main(folder, home))


def _main(folder: Path, home: Path) -> bool:
    from tests.fuzz.running import made, run, shrunk
    from tests.fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--minutes", type=float, default=60.0, help="for so long, at most")
    parser.add_argument("--cases", type=int, default=10**9, help="so many, at most")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same cases")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--show", action="store_true", help="print the first input, and run none")
    parser.add_argument(
        "--keep", action="store_true", help=f"add faults to {FOUND.name}, made small"
    )
    args = parser.parse_args()
    target = TARGETS[args.target]
    if args.show:
        print("\n".join(made(args.target, target, args.seed, args.first)))
        return False
    began = time.monotonic()
    tally = run(
        args.target, target, folder, seed=args.seed, first=args.first, cases=args.cases,
        minutes=args.minutes, own=[home], say=lambda line: print(line, flush=True),
    )  # fmt: skip
    print(f"{args.target}, seed {args.seed}, {time.monotonic() - began:.0f} s: {tally}")
    for fault, (number, given) in tally.faults.items() if args.keep else ():
        small = shrunk(target, folder, [home], given)
        row = {"target": args.target, "fault": fault, "case": [args.seed, number], "input": small}
        with FOUND.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
    return bool(tally.faults)


if __name__ == "__main__":
    main()
