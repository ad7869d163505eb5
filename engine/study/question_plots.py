"""The plots of a designer's questions: estimates as points with their intervals, a row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from engine.study.arm import Arm
from engine.study.fairness import Starts
from engine.study.figures import COLOURS, LINE, ROW, Draws, figure_of, lines
from engine.study.intervals import Interval, mean
from engine.study.metric import capital
from engine.study.metrics import ordinal
from engine.study.piece_effects import MOST_ROWS, PieceEffect
from engine.study.tension import FEWEST, Tension

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
    tense = arm.answers.tense
    if tense is not None and tense.games >= FEWEST:
        title = f"Tense? How likely the winner is to win, over {tense.games:,} games of {arm.name}"
        yield "tense", title, partial(_fan, tense, title)
    if pieces is not None and pieces.effects:
        points = [(_piece(x), x.effect) for x in pieces.effects[:MOST_ROWS]]
        title = f"Which pieces carry it? {pieces.games:,} games of {arm.name}"
        unit = "percentage points won more often than with other pieces"
        yield "pieces", title, partial(_points, points, title, unit, 0.0)


def _piece(effect: PieceEffect) -> str:
    action = effect.action.replace("_", " ")
    return f"{effect.kind.name}, by '{action}'" if action else effect.kind.name


def _fan(tense: Tension, title: str) -> Any:
    """Draw the winner's chance over the game: its mean, and how it is spread over games."""
    figure, axes = figure_of(2.8, title)
    moments = [100 * moment for moment in tense.moments]
    for low, high, alpha in ((0.1, 0.9, 0.15), (0.25, 0.75, 0.3)):
        ends = [[100 * x for x in tense.fan(share)] for share in (low, high)]
        axes.fill_between(moments, *ends, color=COLOURS[0], alpha=alpha, linewidth=0)
    found = [mean(tense.winner[:, n]).times(100) for n in range(len(moments))]
    means = [x.value for x in found]
    ends = [[x.value - x.low for x in found], [x.high - x.value for x in found]]
    axes.errorbar(moments, means, yerr=ends, fmt="o-", color=COLOURS[0], capsize=3, markersize=4)
    axes.axhline(100 / tense.sides, color="#888888", linewidth=0.8, linestyle=":")
    axes.set_ylim(0, 100)
    axes.set_xlabel(
        "percent of the game's decisions (shaded: half of the games, and 8 of 10; "
        "whiskers: 95% confidence intervals of the mean)",
        fontsize=8,
    )
    axes.set_ylabel("chance of the winner, in percent", fontsize=8)
    return figure


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
