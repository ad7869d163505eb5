"""`python -m tests.kill TARGET`: `kill -9` at random moments, and disks that can't be written.

`server` plays with 100 guests while the server is killed; `all` is every other target in turn.
"""

import argparse
import asyncio
import signal
import sys

from tests.kill.harm import Damage, harmed
from tests.kill.server import Plan, Verdict, killed
from tests.kill.targets import TARGETS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.kill")
    parser.add_argument("target", choices=["server", "all", *TARGETS])
    parser.add_argument("--times", type=int, default=500, help="how often to kill")
    parser.add_argument("--seed", type=int, default=1)
    at_server = parser.add_argument_group("only the server")
    at_server.add_argument("--guests", type=int, default=100, help="how many, two at a table")
    at_server.add_argument("--servers", type=int, default=1, help="several share a PostgreSQL")
    at_server.add_argument("--postgres", action="store_true", help="one server over PostgreSQL")
    at_server.add_argument("--rules", default="lost-cities-card", help="which game they play")
    at_server.add_argument("--pause", type=float, default=1.0, help="seconds between moves")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that small disks are taken away
    verdicts: list[Verdict | Damage] = []
    if args.target == "server":
        plan = Plan(
            args.times, args.guests, rules=args.rules, pause=args.pause, servers=args.servers,
            database=args.postgres or args.servers > 1, seed=args.seed,
        )  # fmt: skip
        verdicts.append(asyncio.run(killed(plan, say=print)))
    else:
        names = [*TARGETS] if args.target == "all" else [args.target]
        verdicts += [harmed(name, TARGETS[name], args.times, args.seed, print) for name in names]
    print(*verdicts, sep="\n")
    raise SystemExit(any(verdict.faults for verdict in verdicts))


if __name__ == "__main__":
    main()
