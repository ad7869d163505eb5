"""What was played and what it shows, small enough to be sent from one process to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.playtest.findings import Finding
    from engine.playtest.games import Played


@dataclass(frozen=True)
class TrialReport:
    """What games show, and how many there were. `greedy`: played by the greedy agent, not by
    chance. `going`: more are being played, and only what is surely wrong is told.
    """

    findings: tuple[Finding, ...]
    games: int
    greedy: int
    decisions: int
    seconds: float
    going: bool = False


def report(played: Played, found: Sequence[Finding], *, going: bool = False) -> TrialReport:
    """Return what was found in games, with how many of them there were."""
    return TrialReport(
        findings=tuple(found),
        games=len(played.runs),
        greedy=sum(run.greedy for run in played.runs),
        decisions=sum(len(run.moves) for run in played.runs),
        seconds=round(played.seconds, 1),
        going=going,
    )
