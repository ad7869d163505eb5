"""The plots of a designer's questions: estimates as points with their intervals, a row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from engine.study.arm import Arm
from engine.study.fairness import Starts
from engine.study.figures import COLOURS, LINE, ROW, Draws, figure_of, lines
from engine.study.intervals import Interval
from engine.study.metric import capital
from engine.study.metrics import ordinal
from engine.study.piece_effects import MOST_ROWS, PieceEffect

Points = list[tuple[str, Interval]]


def question_plots(arms: Sequence[Arm]) -> Iterator[tuple[str, str, Draws]]:
    """Yield each plot of each arm: its file's name without the end, its title, what draws it."""
    for number, arm in enumerate(arms, 1):
        end = "" if number == 1 else f"-{number}"
        for name, title, draws in _of_arm(arm):
            yield name + end, title, draws


def _of_arm(arm: Arm) -> Iterator[tuple[str, str, Draws]]:
    fair, luck, pieces = arm.answers.fair, arm.answers.luck, arm.answers.pieces
    if fair is not None and fair.games:
        points = [(f"the {ordinal(n)} in turn order", x) for n, x in enumerate(fair.places)]
        if fair.starts is not Starts.FIXED:
            points += [(f"seat {n + 1}", x) for n, x in enumerate(fair.seats)]
        title = f"Fair? What equal players win: {fair.games:,} games of {arm.name}"
        unit = "percent of the games that somebody wins; dotted: an equal part"
        yield "fair", title, partial(_points, points, title, unit, fair.even)
    if luck is not None and luck.deals:
        kinds = (("who wins", luck.wins), ("the lead in points", luck.leads))
        points = [(name, share) for name, share in kinds if share is not None]
        title = f"How much is decided by the deal? {luck.deals:,} deals of {arm.name}"
        yield "deal", title, partial(_points, points, title, "percent of the variance", 0.0)
    if pieces is not None and pieces.effects:
        points = [(_piece(x), x.effect) for x in pieces.effects[:MOST_ROWS]]
        title = f"Which pieces carry it? {pieces.games:,} games of {arm.name}"
        unit = "percentage points won more often than with other pieces"
        yield "pieces", title, partial(_points, points, title, unit, 0.0)


def _piece(effect: PieceEffect) -> str:
    action = effect.action.replace("_", " ")
    return f"{effect.kind.name}, by '{action}'" if action else effect.kind.name


def _points(points: Points, title: str, unit: str, even: float) -> Any:
    """Draw shares with their intervals, in percent; `even`: where a line is drawn."""
    names = [capital(lines(name)) for name, _ in points]
    extra = LINE * sum(name.count("\n") for name in names)
    figure, axes = figure_of(0.9 + ROW * len(points) + extra, title)
    for row, (_, share) in enumerate(points):
        value, low, high, _ = share.times(100)
        ends = [[value - low], [high - value]]
        axes.errorbar(value, row, xerr=ends, fmt="o", color=COLOURS[0], capsize=3, markersize=4)
    axes.axvline(100 * even, color="#888888", linewidth=0.8, linestyle=":")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(points) - 0.5, -0.5)
    axes.set_xlabel(f"{unit} (whiskers: 95% confidence intervals)", fontsize=8)
    return figure
