"""A study's plots, drawn by matplotlib where it is installed: PNG, for the report and beside it.

Every arm of a study has its colour in all plots. Whiskers are 95 % confidence intervals.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from engine.study.intervals import Interval
from engine.study.report import Arm, Report
from engine.study.series import Series
from engine.study.shapes import Shape

COLOURS = ("#2f6f9f", "#d9822b", "#4b9b5f", "#a2508f", "#8a6d3b", "#5a5a9c")
WIDE, ROW = 7.4, 0.34
MOST_ROWS = 14
NAME = 44


def draw(report: Report) -> Iterator[tuple[str, str, bytes]]:
    """Yield each plot: its file's name without the end, its title, the PNG."""
    for shape in ("score", "length"):
        if any(found.key == shape for found in report.arms[0].shapes):
            title = "Scores" if shape == "score" else "Length in decisions"
            yield shape, title, _histogram(report, shape)
    if report.arms[0].games.players > 1:
        places = [s for s in report.arms[0].group("win") if s.key.startswith("win.place")]
        yield "wins", "Who wins, by place in turn order", _bars(report, places, _percent)
    rows = [
        ("agents", "How often a seat of each agent wins", "agent", ".wins", _percent),
        ("actions", "Actions, of all decisions", "action", ".chosen", _percent),
        ("lines", "What each line of the score gives a player", "line", ".points", _points),
        ("requirements", "Moves refused, of those asked of", "requirement", ".refuses", _percent),
    ]
    for name, title, group, end, unit in rows:
        found = [s for s in report.arms[0].group(group) if s.key.endswith(end)]
        if found:
            yield name, title, _bars(report, found, unit)
    if report.comparisons:
        yield "differences", "Clear differences, in half intervals from zero", _strengths(report)


def _percent(interval: Interval) -> Interval:
    return interval.times(100)


def _points(interval: Interval) -> Interval:
    return interval


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDE, height), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    return figure, axes


def _png(figure: Any) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=110)
    return out.getvalue()


def _legend(report: Report, figure: Any) -> None:
    """Say which colour is which arm's, where it hides nothing."""
    if len(report.arms) > 1:
        figure.legend(loc="outside upper center", ncols=3, fontsize=8, frameon=False)


def _histogram(report: Report, key: str) -> bytes:
    """Draw how values are spread, an outline for each arm, in shares of all."""
    figure, axes = _figure(2.6)
    for number, arm in enumerate(report.arms):
        found = next((s for s in arm.shapes if s.key == key), None)
        if found is not None:
            _outline(axes, found, arm, COLOURS[number % len(COLOURS)])
    axes.set_ylabel("percent for each one", fontsize=8)
    axes.set_ylim(bottom=0)
    _legend(report, figure)
    return _png(figure)


def _outline(axes: Any, shape: Shape, arm: Arm, colour: str) -> None:
    edges = [shape.first + i * shape.width for i in range(len(shape.bins) + 1)]
    heights = [100 * count / shape.games / shape.width for count in shape.bins]
    axes.stairs(heights, edges, color=colour, fill=True, alpha=0.25)
    axes.stairs(heights, edges, color=colour, label=arm.name)
    axes.axvline(shape.mean, color=colour, linewidth=1, linestyle=":")


def _bars(report: Report, series: list[Series], unit: Callable[[Interval], Interval]) -> bytes:
    """Draw estimates with their intervals, a row each, the arms beside each other."""
    series = series[:MOST_ROWS]
    arms = len(report.arms)
    figure, axes = _figure(0.8 + ROW * len(series) * (0.6 + 0.4 * arms))
    for number, arm in enumerate(report.arms):
        for row, wanted in enumerate(series):
            if wanted.key not in arm.findings:
                continue
            found = unit(arm.findings[wanted.key].interval())
            place = row + (number - (arms - 1) / 2) * 0.7 / arms
            whiskers = [[found.value - found.low], [found.high - found.value]]
            axes.barh(
                place, found.value, 0.62 / arms, color=COLOURS[number % len(COLOURS)],
                label=arm.name if row == 0 else None,
                xerr=whiskers if found.games > 1 else None,
                error_kw={"elinewidth": 1, "capsize": 2},
            )  # fmt: skip
    axes.axvline(0, color="#888888", linewidth=0.6)
    axes.set_yticks(range(len(series)), [_short(s) for s in series])
    axes.invert_yaxis()
    if unit is _percent:
        axes.set_xlabel("percent", fontsize=8)
    _legend(report, figure)
    return _png(figure)


def _strengths(report: Report) -> bytes:
    """Draw the clear differences of the first comparison, the strongest first."""
    clear = [c for c in report.comparisons[0].changes if c.clear and c.one.more]
    clear.sort(key=lambda c: -c.strength)
    clear = [c for c in clear if c.change.high > c.change.low][:MOST_ROWS]
    figure, axes = _figure(0.8 + ROW * max(1, len(clear)))
    for row, change in enumerate(clear):
        half = (change.change.high - change.change.low) / 2
        axes.errorbar(change.change.value / half, row, xerr=1, fmt="o", color=COLOURS[1],
                      markersize=4, elinewidth=1, capsize=2)  # fmt: skip
    axes.axvline(0, color="#888888", linewidth=0.6)
    axes.set_yticks(range(len(clear)), [_short(c.one) for c in clear])
    axes.invert_yaxis()
    return _png(figure)


def _short(series: Series) -> str:
    """Return a label as there is room for it; a dollar sign would begin a formula."""
    label = series.label.removeprefix("moves refused: ").replace("$", r"\\$")
    return label if len(label) <= NAME else label[: NAME - 1] + "…"
