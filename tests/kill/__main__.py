"""`python -m tests.kill server`: 500 times `kill -9` at random moments while 100 guests play."""

import argparse
import asyncio

from tests.kill.server import Plan, Verdict, killed

TARGETS = {"server": killed}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.kill")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--times", type=int, default=500, help="how often to kill")
    parser.add_argument("--guests", type=int, default=100, help="how many play, two at a table")
    parser.add_argument("--servers", type=int, default=1, help="several share a PostgreSQL")
    parser.add_argument("--postgres", action="store_true", help="one server over PostgreSQL")
    parser.add_argument("--rules", default="lost-cities-card", help="which game they play")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between moves, at most")
    args = parser.parse_args()
    database = args.postgres or args.servers > 1
    plan = Plan(
        args.times, args.guests, rules=args.rules, pause=args.pause, servers=args.servers,
        database=database,
    )  # fmt: skip
    verdict: Verdict = asyncio.run(TARGETS[args.target](plan, say=print))
    print(verdict)
    raise SystemExit(bool(verdict.faults))


if __name__ == "__main__":
    main()
