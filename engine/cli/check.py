"""`cairn check`: errors and examples, then what else is asked for while all is well."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from engine.cli.arguments import CheckArguments
from engine.cli.errors import refuse
from engine.cli.output import put
from engine.cli.ruleset_texts import check_files


def check_rulesets(args: CheckArguments) -> None:
    """Check as it is asked for; ends with exit code 1 if something is wrong.

    Raises RulesError (E603) for a time or a share that can't be read, before anything is checked.
    """
    seconds = share = 0.0
    studied: float | None = None
    covers = args.coverage or args.at_least is not None
    if args.watch or args.playtest is not None or covers:  # much to load
        from engine.cli.trial import cover_files, play_files, read_share, read_time

        seconds = read_time("--playtest", "10s" if args.playtest is None else args.playtest)
        share = read_share("0" if args.at_least is None else args.at_least)
        studied = None if args.study is None else read_time("--study", args.study)
    if args.study is not None and not args.watch:
        raise refuse("--study is for edits: add --watch, or use 'cairn study --vs'")
    if args.watch:
        from engine.cli.watching import watch_files

        watch_files(args.files, seconds, args.saves, studied, verbose=args.verbose)
    well = check_files(args.files, args.json, args.verbose)
    if covers and well:
        well = cover_files(args.files, share, args.saves, json=args.json)
    if args.playtest is not None and well:
        well = play_files(args.files, seconds, args.saves, args.json)
    if args.teach and well and not args.json:
        print_teachable(args.files)
    if not well:
        raise typer.Exit(1)


def print_teachable(files: Sequence[str]) -> None:
    """Print what is hard to learn from rulesets that have been checked."""
    from engine.rules.load import load
    from engine.teach.plan import plan_for
    from engine.teach.teachable import findings

    for name in files:
        plan = plan_for(load(name))
        found = list(findings(plan))
        for one in found:
            put(f"{one.span.file}:{one.span.line}: {one.text}")
        many = "1 thing is" if len(found) == 1 else f"{len(found)} things are"
        put(f"{plan.loaded.name}: {many} hard to learn")
