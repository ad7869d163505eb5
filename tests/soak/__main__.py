"""`python -m tests.soak --folder FOLDER`: play very many games of everything and check them.

It continues where the folder's last run stopped, and ends with the row for docs/reliability.md.
`--again` plays one case that a finding names, such as `python -m tests.soak --again chess 2 - 17`.
"""

import argparse
import shlex
import sys
from pathlib import Path

from tests.soak.cases import BULK, DEEP, Kind, everywhere
from tests.soak.play import again
from tests.soak.progress import Progress, Totals
from tests.soak.run import current_commit, line, soak


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--folder", type=Path, default=Path("build/soak"), help="for the progress")
    parser.add_argument("--games", type=int, default=1000, help="how many in the module")
    parser.add_argument("--deep", type=int, default=20, help="how many with all checks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", metavar="NAME", help="this ruleset; repeatable")
    parser.add_argument("--again", nargs=4, metavar=("NAME", "PLAYERS", "OPTIONS", "NUMBER"))
    args = parser.parse_args()
    if args.again:
        wrong = [str(finding) for finding in again(args.again, args.seed)]
        print(*wrong or ["nothing goes wrong"], sep="\n")
        raise SystemExit(bool(wrong))
    names = args.only or everywhere()
    try:
        progress = Progress(args.folder, args.seed, names)
    except ValueError as problem:
        raise SystemExit(f"{problem}: choose another --folder") from None
    commit = current_commit()
    wanted = {BULK: args.games, DEEP: args.deep}
    try:
        soak(progress, names, args.seed, wanted, say if sys.stderr.isatty() else silent)
    except KeyboardInterrupt:
        print("\nstopped; the same command continues", file=sys.stderr)
    found = progress.findings()
    print(*found, sep="\n", end="\n" if found else "")
    command = shlex.join(["python", "-m", "tests.soak", *sys.argv[1:]])
    print(line(progress, commit, command, args.seed))
    raise SystemExit(bool(found))


def say(done: dict[Kind, Totals], findings: int) -> None:
    """Show how far it is."""
    told = ", ".join(f"{totals.games:,} {kind.name}" for kind, totals in done.items())
    print(f"\r{told} games, {findings} findings", end="", file=sys.stderr, flush=True)


def silent(done: dict[Kind, Totals], findings: int) -> None:
    """Show nothing, where nobody watches."""


if __name__ == "__main__":
    main()
