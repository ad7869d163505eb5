"""A study's plots, drawn by matplotlib where it is installed: PNG, for the report and beside it.

Each can be understood by itself: it says what is drawn, of which games, and in what. Every arm of a
study has its colour in all plots. Whiskers are 95 % confidence intervals. No text is read as a
formula: dollar signs in the words of rules are dollar signs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from engine.study.compare import Comparison, SeriesChange
from engine.study.distributions import Histogram, width_of
from engine.study.figures import COLOURS, LINE, ROW, Draws, figure_of, lines, png
from engine.study.metric import Metric, capital
from engine.study.metrics import CLOSELY, GROUPS
from engine.study.question_plots import question_plots
from engine.study.report import StudyReport

MOST_ROWS = 14
OF_A_KIND = 2
"""So many differences of a kind are drawn."""
STRONGEST = 10.0
"""A difference that is so many half intervals from zero, or more, is drawn there."""


def draw(report: StudyReport) -> Iterator[tuple[str, str, bytes]]:
    """Yield each plot: its file's name without the end, its title, the PNG.

    One that can't be drawn says so in its place: a study's games and report are worth more.
    """
    for name, title, draws in _plots(report):
        yield name, title, png(title, draws)


def _plots(report: StudyReport) -> Iterator[tuple[str, str, Draws]]:
    for key, title in (("score", "Scores"), ("length", "How long games are")):
        if any(found.key == key for arm in report.arms for found in arm.shapes):
            title = f"{title}: {_games(report)}"
            yield key, title, partial(_histogram, report, key, title)
    rows = [
        ("wins", "Who wins, by place in turn order", "win", "", "percent of the games"),
        ("agents", "How often a seat of each agent wins", "agent", ".wins", "percent of the games"),
        ("actions", "What is chosen", "action", ".chosen", "percent of all decisions"),
        ("lines", "What each line of the score gives", "line", ".points", "points for a player"),
        ("requirements", "How many moves each requirement refuses", "requirement", ".refuses",
         "percent of the moves that it is asked of"),
    ]  # fmt: skip
    for name, title, group, end, unit in rows:
        found = _found(report, group, end)
        if found:
            title = f"{title}: {_games(report, close=group in CLOSELY)}" + _cut(len(found))
            yield name, title, partial(_bars, report, found, title, unit)
    yield from question_plots(report.arms)
    for number, comparison in enumerate(report.comparisons, 1):
        clear = _clear(comparison)
        name = "differences" if number == 1 else f"differences-{number}"
        one, other = report.arms[0].name, report.arms[number].name
        title = f"What is clearly different in {other}, against {one}: {_games(report)}"
        title += f" (of each kind the {OF_A_KIND} clearest)"
        yield name, title, partial(_differences, clear, title, other)


def _found(report: StudyReport, group: str, end: str) -> list[Metric]:
    """Return the series of a kind that any of the arms has."""
    found: dict[str, Metric] = {}
    for arm in report.arms:
        found |= {s.key: s for s in arm.group(group) if s.key.endswith(end) and s.key not in found}
    return list(found.values())


def _games(report: StudyReport, *, close: bool = False) -> str:
    """Return in words of which games a plot is."""
    many = max(arm.close if close else arm.games.count for arm in report.arms)
    first = "the first " if close and many < report.arms[0].games.count else ""
    titles = list(dict.fromkeys(arm.games.game.rules.header.title for arm in report.arms))
    if len(report.arms) == 1:
        return f"{first}{many:,} games of {report.arms[0].name}"
    clear = len(titles) > 1 or all(titles[0] in arm.name for arm in report.arms)
    return f"{first}{many:,} games of {'each' if clear else f'{titles[0]} each'}"


def _cut(rows: int) -> str:
    """Return how many of the rows are drawn, where it isn't all."""
    return (
        f" (the first {MOST_ROWS} of {rows}, all stand in the report)" if rows > MOST_ROWS else ""
    )


# ------------------------------------------------------------------ legends


def _legend(report: StudyReport, figure: Any) -> None:
    """Say which colour is which arm's, where it hides nothing."""
    from matplotlib.patches import Patch

    if len(report.arms) < 2:
        return
    patches = [Patch(color=COLOURS[n % len(COLOURS)]) for n in range(len(report.arms))]
    names = [str(n) for n in range(len(patches))]  # a label that begins with _ would be left out
    columns = 2 if len(report.arms) < 5 else 3
    legend = figure.legend(
        patches, names, loc="outside lower center", ncols=columns, fontsize=8, frameon=False
    )
    for arm, text in zip(report.arms, legend.get_texts(), strict=True):
        text.set_text(lines(arm.name))


# ------------------------------------------------------------------ how values are spread


def _histogram(report: StudyReport, key: str, title: str) -> Any:
    """Draw how values are spread, an outline for each arm, all with the same bins."""
    from matplotlib.ticker import MaxNLocator

    found = [next((s for s in arm.shapes if s.key == key), None) for arm in report.arms]
    width = width_of([shape for shape in found if shape is not None])
    legends = 0.2 * len(report.arms) if len(report.arms) > 1 else 0
    figure, axes = figure_of(2.8 + legends, title)
    for number, shape in enumerate(found):
        if shape is not None:
            _outline(axes, shape, width, COLOURS[number % len(COLOURS)])
    what, of = ("points", "scores") if key == "score" else ("decisions", "games")
    together = f", {width} together" if width > 1 else ""
    axes.set_xlabel(f"{what}{together} (dotted: the mean)", fontsize=8)
    axes.set_ylabel(f"percent of the {of}", fontsize=8)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    _legend(report, figure)
    return figure


def _outline(axes: Any, shape: Histogram, width: int, colour: str) -> None:
    """Draw one: a bar of width 1 stands in the middle of its value."""
    first, bins = shape.binned(width)
    edges = [first + i * width - 0.5 for i in range(len(bins) + 1)]
    heights = [100 * count / shape.games for count in bins]
    axes.stairs(heights, edges, color=colour, fill=True, alpha=0.25)
    axes.stairs(heights, edges, color=colour)
    axes.axvline(shape.mean, color=colour, linewidth=1, linestyle=":")


# ------------------------------------------------------------------ estimates beside each other


def _bars(report: StudyReport, series: Sequence[Metric], title: str, unit: str) -> Any:
    """Draw estimates with their intervals, a row each, the arms beside each other."""
    series = series[:MOST_ROWS]
    names = [_short(s) for s in series]
    arms = len(report.arms)
    rows = ROW * len(series) * (0.6 + 0.4 * arms) + LINE * sum(n.count("\n") for n in names)
    figure, axes = figure_of(0.9 + rows + (0.2 * arms if arms > 1 else 0), title)
    for number, arm in enumerate(report.arms):
        for row, wanted in enumerate(series):
            if wanted.key in arm.findings:
                place = row + (number - (arms - 1) / 2) * 0.7 / arms
                found = arm.findings[wanted.key].interval()
                found = found.times(100) if wanted.unit == "%" else found
                known = not math.isinf(found.high)
                axes.barh(
                    place, found.value, 0.62 / arms, color=COLOURS[number % len(COLOURS)],
                    xerr=[[found.value - found.low], [found.high - found.value]] if known else None,
                    error_kw={"elinewidth": 1, "capsize": 2},
                )  # fmt: skip
    axes.axvline(0, color="#888888", linewidth=0.6)
    axes.set_yticks(range(len(series)), names)
    axes.invert_yaxis()
    axes.set_xlabel(f"{unit} (whiskers: 95% confidence intervals)", fontsize=8)
    _legend(report, figure)
    return figure


# ------------------------------------------------------------------ what is different


def _clear(comparison: Comparison) -> list[SeriesChange]:
    """Return the clearest differences of each kind."""
    found = []
    for group in GROUPS:
        clear = [change for change in comparison.of(group) if change.clear and change.one.more]
        found += sorted(clear, key=lambda change: -change.strength)[:OF_A_KIND]
    return found


def _differences(clear: Sequence[SeriesChange], title: str, other: str) -> Any:
    """Draw how clear differences are, to the left what there is less of; beside each how big."""
    names = [capital(lines(change.one.label)) for change in clear]
    extra = LINE * sum(name.count("\n") for name in names)
    figure, axes = figure_of(1.0 + 1.2 * ROW * max(1, len(clear)) + extra, title)
    for row, change in enumerate(clear):
        more = change.change.value > 0
        length = math.copysign(min(change.strength, STRONGEST), change.change.value)
        axes.barh(row, length, 0.5, color=COLOURS[1 if more else 0])
        axes.annotate(
            change.signed(), (0, row), (-4 if more else 4, 0), textcoords="offset points",
            ha="right" if more else "left", va="center", fontsize=7,
        )  # fmt: skip
    if not clear:
        axes.set_axis_off()
        axes.text(0, 0.5, "Nothing is clearly different.", fontsize=8)
        return figure
    axes.axvline(0, color="#888888", linewidth=0.6)
    axes.set_xlim(-STRONGEST * 1.05, STRONGEST * 1.05)
    axes.set_yticks(range(len(clear)), names)
    axes.invert_yaxis()
    axes.set_xlabel(
        f"to the left: less in {lines(other)}; to the right: more\n"
        "how clear it is: the difference, in half widths of its 95% confidence interval\n"
        f"(beyond 1 it is clear of zero; what is beyond {STRONGEST:g} is drawn there)",
        fontsize=8,
    )
    return figure


def _short(series: Metric) -> str:
    """Return a label as there is room for it, in lines."""
    label = series.label.removeprefix("moves refused: ").removesuffix(" gives a player")
    return capital(lines(label))
