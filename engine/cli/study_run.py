"""What `cairn study` and `cairn arena` share: where games are kept, who plays, how they stop."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from engine.agents.threads import cores
from engine.cli.arguments import ManyGames
from engine.cli.errors import refuse, say
from engine.cli.progress import progress
from engine.cli.text import again, count
from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.files import file_error, make_folder, write_file
from engine.language.message import Message
from engine.storage.folders import cache_folder
from engine.study.game_results import GameResults
from engine.study.journal import forget, used_up
from engine.study.plan import StudyPlan
from engine.study.results import Format, best_format, need, slug, write_games
from engine.study.run import carry_out

JOURNAL = "games.journal"
FORMATS: tuple[Format, ...] = ("csv", "parquet")


@contextmanager
def played(
    title: str, plan: StudyPlan, counts: Sequence[int], args: ManyGames
) -> Iterator[list[GameResults]]:
    """Play a plan's games, with a bar, and yield them to the player who tells of them.

    They are kept until that is done: what is stopped or can't be written says how to continue.
    """
    path, resume = _journal(plan, args)
    total = sum(counts)
    done: int | None = None
    started = time.perf_counter()

    def heard(so_far: int) -> None:
        nonlocal done
        if done is None and so_far and not args.resume:
            say(f"This goes on with {count(so_far, 'game')} kept from before.")
        done = so_far
        update(so_far)

    try:
        with progress(title, total) as update:
            games = carry_out(
                plan,
                counts,
                workers=args.workers or cores(),
                scheduler=args.scheduler,
                path=path,
                resume=resume,
                progress=heard,
                notice=say,
            )
        say(f"{count(total, 'game')} in {time.perf_counter() - started:.1f} s.")
        yield games
    except KeyboardInterrupt:
        say(f"Stopped; {_kept(done or 0, total)} To go on:\n  {again()}")
        raise
    except RulesError as problem:
        raise (problem if done is None else _with_advice(problem, _kept(done, total))) from None
    except BrokenPipeError:  # the player who reads the report has seen enough of it
        _clear(path, counts, args)
        raise
    finally:
        if done == 0:  # nothing has come of it
            used_up(path, [0] * len(counts))
    _clear(path, counts, args)


def _clear(path: Path, counts: Sequence[int], args: ManyGames) -> None:
    """Remove the games that have been told of, unless they were to be kept."""
    if args.out is None:
        used_up(path, counts)


def _kept(done: int, total: int) -> str:
    return f"{done:,} of {total:,} games are kept."


def _with_advice(problem: RulesError, kept: str) -> RulesError:
    """Return an error with how to continue, if it is one of a file that couldn't be written."""
    note = f"{kept} Free some room if the disk is full, then:\n  {again()}"
    return RulesError(
        *(
            replace(d, notes=(*d.notes, note)) if d.code == Code.E601 else d
            for d in problem.diagnostics
        )
    )


# ------------------------------------------------------------------ where games are kept


def _journal(plan: StudyPlan, args: ManyGames) -> tuple[Path, bool]:
    """Return where games are kept, and whether the run resumes those that are there.

    Without a folder they are: equal studies have equal games. Raises RulesError (E601, E610)
    where none can be kept.
    """
    if args.out is None:
        forget(cache_folder("studies"))
        path = cache_folder("studies") / f"{_key(plan)}.journal"
    else:
        path = args.out / JOURNAL
        open_folder(args.out, path, resume=args.resume)
    if args.resume and not path.exists():
        say("There is nothing to go on with; this begins anew.")
    return path, args.resume or args.out is None


def open_folder(folder: Path, journal: Path, *, resume: bool) -> None:
    """Make a folder for a study. Raises RulesError where something in it would be lost."""
    make_folder(folder, "the results")
    if journal.exists():
        if not resume:
            message = Message("{folder} holds a study already", folder)
            raise refuse(
                Message("{message}; --resume goes on with it, or name another folder", message),
                Code.E610,
            )
    elif any(not path.name.startswith(".") for path in folder.iterdir()):
        message = Message(
            "{folder} holds other files and no study; name a new folder for the results", folder
        )
        raise refuse(message, Code.E601)


def _key(plan: StudyPlan) -> str:
    """Return a name for the journal of just this plan."""
    text = json.dumps(plan.record(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


# ------------------------------------------------------------------ what is written


def table_format(args: ManyGames) -> Format:
    """Return how games are written. Raises RulesError (E603, E612) for a format that can't be."""
    if args.form is None:
        return best_format()
    if args.form == "parquet":
        need("pyarrow", "Parquet")
        return "parquet"
    if args.form == "csv":
        return "csv"
    raise refuse(
        Message("'--format {form}' can't be written; the formats are csv and parquet", args.form)
    )


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one go, and its folder. Raises RulesError (E601) when it can't be written."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, content)


def write_table(games: GameResults, name: str, seed: int, folder: Path, form: Format) -> None:
    """Write a table of games, instead of the one of it in another format if there is one.

    Raises RulesError (E601) when it can't be written.
    """
    path = folder / f"{slug(name)}.{form}"
    try:
        write_games(games, seed, path, form)
    except OSError as problem:
        raise file_error(path, "written", problem) from None
    for other in FORMATS:
        if other != form:
            with suppress(OSError):
                (folder / f"{slug(name)}.{other}").unlink(missing_ok=True)
