"""`cairn tune`: for which value of a number games come out as wanted."""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.agents.registry import WasmPolicy, spec_of
from engine.agents.threads import cores
from engine.cli.arguments import TuneArguments
from engine.cli.errors import as_json, open_game, read_seed, read_settings, refuse, say
from engine.cli.output import put
from engine.cli.progress import progress
from engine.cli.seats import seats_for
from engine.cli.study_run import open_folder, write_whole
from engine.cli.text import again
from engine.cli.trial import read_time
from engine.distribution import VERSION
from engine.game.options import read_options
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.language.escaping import plain
from engine.language.files import write_file
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.storage.folders import cache_folder
from engine.storage.plain_file import read_plain
from engine.study.journal import KEPT
from engine.study.metric import capital
from engine.study.metrics import CLOSELY
from engine.study.plan import CLOSE, Matchup, StudyPlan
from engine.study.results import need
from engine.study.run import carry_out
from engine.study.study_players import PLAIN
from engine.training.files import MAX_BYTES, Unusable, candidates, read_kept
from engine.training.policy import policy_from
from engine.tuning.numbers import VariedNumber, read_numbers, value_words, with_values
from engine.tuning.proposals import Proposals, need_optuna
from engine.tuning.report import TuningReport
from engine.tuning.targets import Target, outcomes, read_targets
from engine.tuning.tuned_text import TunedText
from engine.tuning.tuning import Candidate, Tuning
from engine.tuning.value_games import Playing, ValueGames

TRIALS = "tune.db"
GAMES = "games"
PROBE = 10
"""So many games of the text as it is show whether the targets' figures are there."""
UNLEARNED = (WasmPolicy.RANDOM, WasmPolicy.GREEDY)
"""Who plays without having learned anything."""


@dataclass(frozen=True)
class _Asked:
    """What is tuned, checked."""

    loaded: Loaded
    numbers: tuple[VariedNumber, ...]
    targets: tuple[Target, ...]
    playing: Playing

    @property
    def key(self) -> str:
        """Return a name for just this tuning, whatever its number of games and values."""
        playing = self.playing
        text = json.dumps([
            self.loaded.digest, [(x.name, x.low, x.high) for x in self.numbers],
            [target.text for target in self.targets], playing.seats,
            sorted(playing.options.items()), playing.seed, playing.policy, VERSION,
        ])  # fmt: skip
        return hashlib.sha256(text.encode()).hexdigest()[:24]


def tune_numbers(args: TuneArguments) -> None:
    """Try values, print the report, and write it and the tuned text where that is asked for."""
    need_optuna()
    budget = None if args.budget is None else read_time("--budget", args.budget)
    asked = _asked(args)
    out = TunedText(asked.loaded, asked.numbers, args.out) if args.out else None
    folder = _folder(asked.key, args)
    with _Bars() as bars:
        games = ValueGames(asked.loaded, asked.numbers, asked.playing, folder / GAMES, say)
        proposals = Proposals(
            folder / TRIALS, asked.key, asked.numbers, len(asked.targets), asked.playing.seed
        )
        tuning = Tuning(games, asked.targets, proposals, bars, budget)
        stopped = False
        try:
            tuning.search(args.trials, args.games)
            if tuning.compared:
                tuning.compare(args.games)
        except KeyboardInterrupt:
            stopped = True
        bars.close()
        _tell(tuning, asked, args, out, stopped=stopped)
        if stopped:
            say(f"Stopped; the games are kept. To go on:\n  {again()}")
            raise KeyboardInterrupt
    if args.report is None and not tuning.out_of_time:
        shutil.rmtree(folder, ignore_errors=True)


def _tell(
    tuning: Tuning, asked: _Asked, args: TuneArguments, out: TunedText | None, *, stopped: bool
) -> None:
    """Print the report, and write what is to be written."""
    if not tuning.compared:
        _none_compared(tuning, stopped=stopped)
        return
    why = "Stopped early: this is what there is so far." if stopped else ""
    if tuning.out_of_time and not stopped:
        why = "The time was up before all values were tried and compared; --budget gives it more."
    report = TuningReport(tuning, asked.loaded.title, asked.playing.seats, asked.playing.seed, why)
    put(as_json(report.as_json()) if args.json else report.text())
    if args.report is not None:
        write_whole(args.report / "report.txt", report.text() + "\n")
        write_whole(args.report / "report.json", as_json(report.as_json()) + "\n")
        _draw(report, args.report / "plots")
        say(f"The report, the games and Optuna's file {TRIALS} are in {plain(args.report)}.")
    if out is not None:
        _write(out, report)


def _draw(report: TuningReport, folder: Path) -> None:
    """Write the plots, or say why there are none."""
    try:
        need("matplotlib", "drawing plots")
    except RulesError as problem:
        found = problem.diagnostics[0]
        say(f"There are no plots: {found.message} ({found.hint}).")
        return
    from engine.tuning.plots import draw

    for name, png in draw(report):
        write_whole(folder / f"{name}.png", png)


def _none_compared(tuning: Tuning, *, stopped: bool) -> None:
    """Raise RulesError (E603) with what is wrong with the values that were tried, if any was.

    Where the tuning was `stopped`, it is only said.
    """
    if not tuning.tried:
        return
    candidate = next(iter((*tuning.refused, *tuning.unknown)))
    named, why = value_words(tuning.numbers, candidate.values), _why(candidate)
    tried, size = len(tuning.tried), tuning.proposals.size
    if tried == size:
        text = "no value of the range can be compared; with {values}: {why}; give another range"
        message = Message(text, named, why)
    else:
        text = (
            "none of the values that were tried can be compared ({tried} of {size}); with "
            "{values}: {why}"
        )
        message = Message(text, f"{tried:,}", f"{size:,}", named, why)
    if not stopped:
        raise refuse(message)
    say(f"{capital(message)}.")


def _why(candidate: Candidate) -> str:
    """Return why a value can't be compared."""
    if candidate.refused is not None:
        return candidate.refused.diagnostics[0].message
    missing = next(outcome for outcome in candidate.outcomes if not outcome.known)
    return Message("'{figure}' never came up", missing.metric.label)


def _write(out: TunedText, report: TuningReport) -> None:
    """Write the tuned text, and say which examples are about the numbers as they were."""
    best = report.tuning.best.values
    write_file(out.path, out.text(best, list(report.sentences())))
    say(f"{plain(out.path)} makes the change; 'cairn check {plain(out.path)}' checks it.")
    if out.whole and (broken := out.broken(best)):
        named = ", ".join(f'"{title}"' for title in broken)
        say(f"These examples depend on the old number; update them: {named}.")


# ------------------------------------------------------------------ what is asked


def _asked(args: TuneArguments) -> _Asked:
    """Return what is to be tuned. Raises RulesError (E603) for what can't be."""
    loaded = open_game(args.ruleset)
    rules = loaded.checked()
    numbers, targets = read_numbers(loaded, args.vary), read_targets(args.target)
    options = read_options(rules, read_settings(args.settings))
    for number in numbers:
        if number.name in options:
            raise refuse(Message("'{name}' is set and varied; leave one out", number.name))
    _check_ends(loaded, numbers)
    seats = tuple(seats_for(rules, args.players, args.agents, PLAIN, PLAIN))
    seed = read_seed(args.seed)
    policy = _policy(loaded, options, seats)
    plan = StudyPlan((Matchup(loaded, options, seats, policy=policy),), seed)
    (probe,) = carry_out(plan, [PROBE])
    found = outcomes(probe, targets)
    close = CLOSE if any(x.metric.group in CLOSELY for x in found) else 0
    workers = args.workers or cores()
    playing = Playing(seats, options, seed, close, workers, args.scheduler, policy)
    return _Asked(loaded, numbers, targets, playing)


def _policy(loaded: Loaded, options: dict[str, int], seats: Sequence[str]) -> str:
    """Return the policy by which players play all values, as its file's text; empty without one.

    It is the one beside the rules, even if it was learned from another value than the text has.
    """
    if all(spec_of(name).in_module in UNLEARNED for name in seats):
        return ""
    for path, _ in candidates(loaded, len(seats))[:1]:
        try:
            read_kept(path)
            text = read_plain(path, MAX_BYTES).decode()
            policy_from(text, Game(loaded, len(seats), options))
        except Unusable as why:
            say(f"No value is played by a trained policy: {why}.")
            return ""
        return text
    return ""


def _check_ends(loaded: Loaded, numbers: Sequence[VariedNumber]) -> None:
    """Raise RulesError (E603) if the rules refuse a number's least or greatest value."""
    now = [number.now for number in numbers]
    for at, number in enumerate(numbers):
        for value in (number.low, number.high):
            changed = with_values(loaded, numbers, (*now[:at], value, *now[at + 1 :]))
            if changed.findings.errors:
                why = changed.findings.errors[0].message
                raise refuse(
                    Message("the rules don't allow {name} = {value}: {why}; give a range that "
                            "they allow", number.name, value, why)
                )  # fmt: skip


# ------------------------------------------------------------------ where it is kept


def _folder(key: str, args: TuneArguments) -> Path:
    """Return the folder of a tuning: the one that was asked for, or one in the cache."""
    if args.report is not None:
        open_folder(args.report, args.report / TRIALS, resume=args.resume)
        return args.report
    kept = cache_folder("tunings")
    _forget(kept)
    (kept / key).mkdir(parents=True, exist_ok=True)
    return kept / key


def _forget(folder: Path) -> None:
    """Remove the tunings that nobody has continued for long."""
    with suppress(OSError):
        for path in folder.iterdir():
            if time.time() - path.stat().st_mtime > KEPT:
                shutil.rmtree(path, ignore_errors=True)


class _Bars:
    """The bar of the step that a tuning is in."""

    def __init__(self) -> None:
        self._bar = ExitStack()
        self._update: Callable[[float], None] = lambda done: None

    def __enter__(self) -> _Bars:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def begin(self, what: str, games: int) -> None:
        """Show the bar of a new step in place of the last one's."""
        self.close()
        self._update = self._bar.enter_context(progress(what, games))

    def played(self, games: int) -> None:
        """Move the bar."""
        self._update(games)

    def close(self) -> None:
        """Take the bar away."""
        self._bar.close()
        self._update = lambda done: None
