"""`cairn train`: let a policy learn a game by playing it, and keep it if it plays better."""

from __future__ import annotations

import os
import time
from pathlib import Path

from engine.cli.arguments import TrainArguments
from engine.cli.errors import open_rules, read_seed, read_settings, refuse, say
from engine.cli.files import can_write
from engine.cli.progress import progress
from engine.cli.seats import how_many
from engine.cli.text import again
from engine.game.options import read_options
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules.load import Loaded, display
from engine.training.checkpoints import (
    TrainingCourse,
    delete_checkpoint,
    load_checkpoint,
    save_checkpoint,
)
from engine.training.files import fingerprint, keep, path_for
from engine.training.policy import Policy
from engine.training.training import Trainer, TrainingProgress, select_features

_OFTEN = 15.0
"""Seconds between two times that what was learned is put aside."""
_EACH = 10
"""Steps between two looks at the clock."""


def train_policy(args: TrainArguments) -> None:
    """Learn, judge, and keep what is good enough."""
    loaded = open_rules(args.ruleset)
    rules = loaded.checked()
    options = read_options(rules, read_settings(args.settings))
    players = how_many(rules, args.players)
    game = Game(loaded, players, options)
    out = args.out or path_for(loaded.path, players)
    _writable(out)
    trainer = _trainer(loaded, players, options, read_seed(args.seed))
    course = TrainingCourse(fingerprint(loaded), players, repr(sorted(options.items())), args.seed)
    before = load_checkpoint(course, trainer) if args.resume else None
    if args.resume and before is None:
        raise refuse("there is nothing to go on with; leave out --resume to begin")
    if before is not None:
        say(f"This goes on after {trainer.done:,} steps.")
    try:
        _learn(args, trainer, course, before or 0.0, rules.header.title)
        policy = Policy(trainer.plan, tuple(trainer.weights), trainer.usual.scales)
        _judge_and_keep(game, trainer, policy, args, out)
    except KeyboardInterrupt:
        say(f"Stopped; what was learned is kept. To go on:\n  {again()}")
        raise
    delete_checkpoint(course)


def _trainer(loaded: Loaded, players: int, options: dict[str, int], seed: int) -> Trainer:
    """Prepare to learn. Raises RulesError where nothing can be learned."""
    try:
        found = select_features(loaded, players, options)
        if not found.rated.groups:
            raise refuse("this game has no move of which anything could be learned")
        return Trainer(found, seed)
    except ImportError:
        raise refuse("learning needs wasmtime (pip install wasmtime)") from None


def _learn(
    args: TrainArguments, trainer: Trainer, course: TrainingCourse, before: float, title: str
) -> None:
    """Take steps until the time or their number is over, and put aside now and then."""
    limit = 60.0 * args.minutes
    total = args.steps if args.steps is not None else int(limit)
    began = last = time.monotonic()
    spent = before
    save_checkpoint(course, trainer, spent)
    with progress(f"Learning {title}", total) as update:
        try:
            while (trainer.done < total) if args.steps is not None else (spent < limit):
                count = min(_EACH, total - trainer.done) if args.steps is not None else _EACH
                share = trainer.done / total if args.steps is not None else spent / limit
                found = trainer.steps(count, min(1.0, share))
                now = time.monotonic()
                spent = before + now - began
                update(trainer.done if args.steps is not None else int(min(spent, limit)))
                if now - last >= _OFTEN:
                    last = now
                    say(_progress_line(found, spent))
                    save_checkpoint(course, trainer, spent)
        finally:
            save_checkpoint(course, trainer, spent)


def _progress_line(found: TrainingProgress, spent: float) -> str:
    return (
        f"{spent:4.0f} s, {found.step:,} steps: {found.points:.1f} points a seat in games that "
        f"begin here and there, {found.decisions / max(1, found.games + found.circles):.0f} "
        f"decisions a game{f'; {found.circles:,} games unfinished' if found.circles else ''}"
    )


def _judge_and_keep(
    game: Game, trainer: Trainer, policy: Policy, args: TrainArguments, out: Path
) -> None:
    from engine.study.promotion_match import GAMES, play_promotion_match
    from engine.study.unfinished import unfinished_words

    with progress("Playing against what hasn't learned", GAMES) as update:
        verdict = play_promotion_match(game, policy, args.seed, heard=update)
    of = f"{verdict.won:.3g} of {verdict.games} games against the same level without it"
    if verdict.ties:
        of += f" (ties as equal parts: {verdict.ties})"
    if verdict.unfinished:
        say(unfinished_words(verdict.unfinished))
    if not verdict.passed:
        say(f"It wins {of}, which isn't enough: nothing is kept. Give it more --minutes.")
        return
    how = f"seed {args.seed}, {trainer.done} steps; won {of}"
    keep(out, trainer.plan, policy.weights, policy.scales, how)
    say(f"It wins {of}. It is kept in {display(out)}.")


def _writable(out: Path) -> None:
    """Raise RulesError (E601) before anything is learned that couldn't be kept."""
    can_write(out)
    if not os.access(out.parent, os.W_OK):
        raise refuse(
            Message("{out} can't be written; name another file with --out", out), Code.E601
        )
