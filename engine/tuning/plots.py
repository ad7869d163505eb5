"""A tuning's plots, drawn by matplotlib where it is installed: PNG.

Whiskers are 95 % confidence intervals. Filled dots are values that can't be told apart from the
best, hollow ones are clearly worse.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from engine.study.figures import AS_IT_IS, COLOURS, WIDE
from engine.study.intervals import Interval
from engine.study.metric import Metric, capital
from engine.tuning.report import BEST, WORSE, TuningReport
from engine.tuning.tuning import Candidate

HIGH = 2.6
"""How high a picture's part is, in inches."""


def draw(report: TuningReport) -> Iterator[tuple[str, bytes]]:
    """Yield each plot: its file's name without the end, and the PNG."""
    from matplotlib import rc_context

    with rc_context(AS_IT_IS):
        yield "history", _png(_history(report))
        for number, name in enumerate(x.name for x in report.tuning.numbers):
            yield f"values-{number + 1}", _png(_values(report, number, name))
        importances = report.tuning.proposals.importances()
        if importances:
            yield "importance", _png(_importance(importances))
        pairs = itertools.combinations(range(len(report.tuning.targets)), 2)
        for count, (one, other) in enumerate(pairs, 1):
            yield f"trade-off-{count}", _png(_trade_off(report, one, other))


def _history(report: TuningReport) -> Any:
    """Draw how far each value is from the targets, and the best one so far, as they were tried."""
    misses = [x.miss * 100 for x in report.tuning.tried.values() if x.known]
    figure, (axes,) = _figure("How far each value is from the targets, in order of trying", 1)
    trials = range(1, len(misses) + 1)
    axes.plot(trials, misses, "o", color=COLOURS[0], markersize=4)
    axes.step(trials, np.minimum.accumulate(misses), where="post", color=COLOURS[1])
    axes.set_xlabel("trial (line: the best so far)", fontsize=8)
    axes.set_ylabel("off, in percent of the targets", fontsize=8)
    return figure


def _values(report: TuningReport, number: int, name: str) -> Any:
    """Draw each target's figure by the values of a number, a panel for each target."""
    targets = report.tuning.targets
    figure, panels = _figure(f"What {name} does", len(targets))
    for at, axes in enumerate(panels):
        for candidate, state in _shown(report):
            found, factor = _scaled(candidate, at)
            _dot(axes, candidate.values[number], None, found.times(factor), state)
        _wanted(report, at, axes.axhline)
        axes.set_ylabel(_label(report.tuning.best.outcomes[at].metric), fontsize=8)
    panels[-1].set_xlabel(f"{name} (dotted: the target)", fontsize=8)
    return figure


def _importance(importances: dict[str, float]) -> Any:
    """Draw how much of being near the targets each number decides."""
    figure, (axes,) = _figure("How much each number matters for being near the targets", 1)
    axes.barh(list(importances), [100 * x for x in importances.values()], 0.5, color=COLOURS[0])
    axes.invert_yaxis()
    axes.set_xlabel("percent", fontsize=8)
    return figure


def _trade_off(report: TuningReport, one: int, other: int) -> Any:
    """Draw two targets' figures against each other."""
    outcomes = report.tuning.best.outcomes
    figure, (axes,) = _figure("Two targets: what one costs of the other", 1)
    for candidate, state in _shown(report):
        (across, by), (up, times) = _scaled(candidate, one), _scaled(candidate, other)
        _dot(axes, across.value * by, across.times(by), up.times(times), state)
    _wanted(report, one, axes.axvline)
    _wanted(report, other, axes.axhline)
    axes.set_xlabel(_label(outcomes[one].metric) + " (dotted: the targets)", fontsize=8)
    axes.set_ylabel(_label(outcomes[other].metric), fontsize=8)
    return figure


# ------------------------------------------------------------------ the drawing itself


def _shown(report: TuningReport) -> Sequence[tuple[Candidate, str]]:
    return [(x, state) for x, state in report.rows if x.known]


def _scaled(candidate: Candidate, target: int) -> tuple[Interval, float]:
    """Return a figure, and by what it is multiplied to be in its unit."""
    outcome = candidate.outcomes[target]
    return outcome.interval, _factor(outcome.metric)


def _factor(metric: Metric) -> float:
    return 100.0 if metric.unit == "%" else 1.0


def _dot(axes: Any, x: float, across: Interval | None, up: Interval, state: str) -> None:
    """Draw one value with its whiskers."""
    sideways = None if across is None else [[across.value - across.low], [across.high - x]]
    axes.errorbar(
        x, up.value, xerr=sideways, yerr=[[up.value - up.low], [up.high - up.value]], fmt="o",
        color=COLOURS[1] if state == BEST else COLOURS[0], elinewidth=0.8, markersize=5,
        fillstyle="none" if state == WORSE else "full",
    )  # fmt: skip


def _wanted(report: TuningReport, target: int, line: Any) -> None:
    """Draw the value that a target wants."""
    outcome = report.tuning.best.outcomes[target]
    goal = outcome.target.goal(outcome.metric) * _factor(outcome.metric)
    line(goal, color="#888888", linewidth=0.8, linestyle=":")


def _label(metric: Metric) -> str:
    unit = "percent" if metric.unit == "%" else metric.unit
    return f"{capital(metric.label)}, {unit}" if unit and unit not in metric.label else metric.label


def _figure(title: str, panels: int) -> tuple[Any, Sequence[Any]]:
    """Return a figure with panels one above the other."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDE, 0.4 + HIGH * panels), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontsize=10)
    found = figure.subplots(panels, squeeze=False)[:, 0]
    for axes in found:
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
    return figure, list(found)


def _png(figure: Any) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=110)
    return out.getvalue()
