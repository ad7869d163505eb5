"""`cairn check --playtest`: what games at random and by the greedy agent show of rulesets."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter, sleep

from engine.cli.errors import as_json, open_rules, refuse, spoken
from engine.cli.output import put
from engine.cli.progress import progress
from engine.cli.text import count, opening
from engine.language.diagnostics import Diagnostic
from engine.language.message import Message
from engine.playtest.background import BackgroundTrial
from engine.playtest.coverage import CoverablePart, coverage
from engine.playtest.findings import findings
from engine.playtest.games import play
from engine.playtest.proposals import SECONDS, Proposal, propose
from engine.playtest.report import TrialReport, report
from engine.playtest.saved_findings import save_games, save_proposals
from engine.rules.load import Loaded, display
from engine.storage.cache import tidy_at_exit
from engine.storage.folders import cache_folder

LONGEST_TIME = 24 * 3600.0
PAUSE = 0.1
"""So often, in seconds, it is asked what was found in the background."""
MOST_KEYS = 9
"""So many games have a key: 1 to 9."""


@dataclass
class SavedGames:
    """The games that findings point at, by the key that opens each."""

    by_key: dict[str, tuple[Path, str]] = field(default_factory=dict)

    def key(self, save: Path, rules: str) -> str:
        """Return the key of a saved game of some rules, a new one if there is any left."""
        known = {games: key for key, games in self.by_key.items()}
        if (save, rules) in known:
            return known[save, rules]
        if len(self.by_key) >= MOST_KEYS:
            return ""
        key = str(len(self.by_key) + 1)
        self.by_key[key] = save, rules
        return key


def read_time(option: str, text: str) -> float:
    """Return the seconds in `10s`, `2m` or `1.5`. Raises RulesError (E603) for anything else."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|h)?", text.strip())
    seconds = float(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2] or "s"] if found else 0.0
    if not 0 < seconds <= LONGEST_TIME:
        raise refuse(
            Message("'{option} {text}' is no time; write {option} 10s or {option} 2m", option, text)
        )
    return seconds


def play_files(files: Sequence[str], seconds: float, saves: Path | None, json: bool) -> bool:
    """Play each ruleset for a time and print what was found; return whether nothing is wrong."""
    well = [_play_one(open_rules(name), seconds, saves, json) for name in files]
    return all(well)


def _play_one(loaded: Loaded, seconds: float, saves: Path | None, json: bool) -> bool:
    """Play a ruleset for a time and print what was found; return whether nothing is wrong."""
    with progress("Playing", 100) as update:
        played = play(loaded, seconds, stopped=telling(seconds, update))
    found = report(played, findings(loaded, played))
    if json:
        _print_json(loaded, found, saves)
    else:
        print_report(loaded, found, saves)
    return all(one.diagnostic.severity != "error" for one in found.findings)


def play_until(loaded: Loaded, seconds: float, stopped: Callable[[], bool]) -> TrialReport | None:
    """Play a ruleset in the background for a time; return what was found, None where something else
    came before.
    """
    trial = BackgroundTrial(loaded, seconds)
    try:
        with progress("Playing", 100) as update:
            late = telling(seconds, update, stopped)
            found = None
            while not trial.over and not late():
                sleep(PAUSE)
                found = trial.look() or found
    finally:
        trial.stop()
    return found if found is not None and not found.going else None


def telling(
    seconds: float, update: Callable[[int], None], stopped: Callable[[], bool] = lambda: False
) -> Callable[[], bool]:
    """Return what is asked while games are played: it shows how much of the time is over."""
    started = perf_counter()

    def asked() -> bool:
        update(min(100, int(100 * (perf_counter() - started) / seconds)))
        return stopped()

    return asked


def _place(loaded: Loaded, saves: Path | None) -> tuple[Path, str]:
    """Return the folder that games are saved in, and what their names begin with.

    Raises OSError for a user without a home.
    """
    if saves is not None:
        return saves, loaded.path.stem
    folder = cache_folder("trials")
    tidy_at_exit(folder)
    return folder, f"{loaded.path.stem}-{loaded.digest[:12]}"


def _see(loaded: Loaded, path: Path) -> str:
    """Return the command that puts a saved game on the table."""
    return f"see: {opening('play', path, loaded)}"


def _shown(
    loaded: Loaded, found: TrialReport, saves: Path | None, keys: SavedGames | None = None
) -> list[Diagnostic]:
    """Save the games that show what was found; return that with how each is opened."""
    paths = save_games(loaded, found.findings, *_place(loaded, saves))
    diagnostics = []
    for number, one in enumerate(found.findings):
        path, notes = paths.get(number), one.diagnostic.notes
        if path is not None:
            key = keys.key(path, loaded.opened_as) if keys is not None else ""
            notes += (f"press {key} to see it at the table" if key else _see(loaded, path),)
        diagnostics.append(replace(one.diagnostic, notes=notes))
    return diagnostics


def _print_json(loaded: Loaded, found: TrialReport, saves: Path | None) -> None:
    counts = {
        "games": found.games, "greedy": found.greedy, "decisions": found.decisions,
        "seconds": found.seconds,
    }  # fmt: skip
    said = [one.as_json() for one in _shown(loaded, found, saves)]
    put(as_json({"file": display(loaded.path), **counts, "findings": said}))


def print_report(
    loaded: Loaded, found: TrialReport, saves: Path | None, keys: SavedGames | None = None
) -> None:
    """Print what games show. `keys`: takes the games that show it, and each gets a key."""
    diagnostics = _shown(loaded, found, saves, keys)
    for one in diagnostics:
        put(one.render(loaded.findings.sources, spoken), end="\n\n")
    what = "nothing to tell" if found.games else "too little time for a game; allow more"
    if diagnostics:
        what = count(len(diagnostics), "finding")
    games = f"{found.games:,} games ({found.greedy:,} of them greedy)"
    much = f"in {found.seconds} s, {found.decisions:,} decisions"
    put(f"{display(loaded.path)}: {games} {much}: {what}")


def read_share(text: str) -> float:
    """Return the part of 1 in `80%` or `80`. Raises RulesError (E603) for anything else."""
    found = re.fullmatch(r"(\d{1,3})\s*%?", text.strip())
    if found is None or int(found[1]) > 100:
        raise refuse(Message("'--at-least {text}' is no share; write --at-least 80%", text))
    return int(found[1]) / 100


def cover_files(files: Sequence[str], least: float, saves: Path | None, *, json: bool) -> bool:
    """Print what no example of each ruleset exercises, and an example for each; return whether the
    examples exercise at least such a share of each ruleset.
    """
    enough = [_cover(open_rules(name), least, saves, json=json) for name in files]
    return all(enough)


def _cover(loaded: Loaded, least: float, saves: Path | None, *, json: bool) -> bool:
    parts = coverage(loaded)
    missing = [part for part in parts if not part.shown]
    with progress("Looking for examples", 100) as update:
        stopped = telling(SECONDS, update)
        proposals = propose(loaded, missing, stopped=stopped) if missing else []
    enough = len(parts) - len(missing) >= least * len(parts)
    if json:
        put(as_json(_covered(loaded, parts, proposals)))
        return enough
    paths = save_proposals(loaded, proposals, *_place(loaded, saves))
    for part in missing:
        put(f"{part.span.place}: no example exercises {part.what}")
    for proposal in proposals:
        if proposal.text:
            put(f"\n{proposal.text}", end="")
        if proposal.part in paths:
            put(_see(loaded, paths[proposal.part]))
    for proposal in proposals:
        if not proposal.text:
            put(f"\n{proposal.part.span.place}: no example is proposed: {proposal.why}")
    if missing:
        put()
    shown = f"examples exercise {len(parts) - len(missing)} of {len(parts)} parts"
    wanted = "" if enough else f"; asked for are at least {least:.0%}"
    put(f"{display(loaded.path)}: {'' if enough else 'warning: '}{shown}{wanted}")
    return enough


def _covered(
    loaded: Loaded, parts: Sequence[CoverablePart], proposals: Sequence[Proposal]
) -> dict[str, object]:
    by_part = {proposal.part: proposal for proposal in proposals}
    return {
        "file": display(loaded.path),
        "parts": len(parts),
        "exercised": sum(part.shown for part in parts),
        "missing": [
            {
                "what": part.what,
                "file": part.span.file,
                "line": part.span.line,
                "example": by_part[part].text or None,
            }
            for part in parts if not part.shown
        ],
    }  # fmt: skip
