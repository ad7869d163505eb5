"""`cairn check --play`: what games by chance and by the greedy agent show of rulesets."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.cli.errors import as_json, open_rules, refuse
from engine.cli.progress import progress
from engine.rules.load import Loaded, display
from engine.trial.findings import Finding, findings
from engine.trial.games import Played, play
from engine.trial.shown import save_games

LONGEST_TIME = 24 * 3600.0


def read_time(text: str) -> float:
    """Return the seconds in `10s`, `2m` or `1.5`. Raises RulesError (E603) for anything else."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|h)?", text.strip())
    seconds = float(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2] or "s"] if found else 0.0
    if not 0 < seconds <= LONGEST_TIME:
        raise refuse(f"'--play {text}' is no time; write --play 10s or --play 2m")
    return seconds


def play_files(files: Sequence[str], time: str, saves: Path | None, json: bool) -> bool:
    """Play each ruleset for a time and print what was found; return whether nothing is wrong."""
    seconds, well = read_time(time), True
    for name in files:
        loaded = open_rules(name)
        with progress("Playing", 100) as update:
            stopped = _telling(seconds, update)
            played = play(loaded, seconds, stopped=stopped)
        found = findings(loaded, played)
        paths = save_games(loaded, found, saves or _folder(loaded))
        told = [_at(one, paths.get(number)) for number, one in enumerate(found)]
        if json:
            print(as_json({"file": display(loaded.path), **_counts(played),
                           "findings": [d.diagnostic.as_json() for d in told]}))  # fmt: skip
        else:
            _print(loaded, played, told)
        well = well and all(one.diagnostic.severity != "error" for one in found)
    return well


def _telling(seconds: float, update: Callable[[int], None]) -> Callable[[], bool]:
    from time import perf_counter

    started = perf_counter()

    def stopped() -> bool:
        update(min(100, int(100 * (perf_counter() - started) / seconds)))
        return False

    return stopped


def _folder(loaded: Loaded) -> Path:
    return Path(tempfile.gettempdir()) / "cairn-play" / loaded.digest


def _at(finding: Finding, path: Path | None) -> Finding:
    if path is None:
        return finding
    note = f"see: cairn play {path}"
    notes = (*finding.diagnostic.notes, note)
    return replace(finding, diagnostic=replace(finding.diagnostic, notes=notes))


def _counts(played: Played) -> dict[str, object]:
    return {
        "games": len(played.runs),
        "greedy": sum(run.greedy for run in played.runs),
        "decisions": sum(len(run.moves) for run in played.runs),
        "seconds": round(played.seconds, 1),
    }


def _print(loaded: Loaded, played: Played, found: Sequence[Finding]) -> None:
    for one in found:
        print(one.diagnostic.render(loaded.findings.sources), end="\n\n")
    counts = _counts(played)
    what = f"{len(found)} finding{'' if len(found) == 1 else 's'}" if found else "nothing to tell"
    games = f"{counts['games']:,} games ({counts['greedy']:,} of them greedy)"
    much = f"in {counts['seconds']} s, {counts['decisions']:,} decisions"
    print(f"{display(loaded.path)}: {games} {much}: {what}")
