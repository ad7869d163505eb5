"""The presenters by name: how zones of a kind are measured and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import ZoneView
from viewer.nodes import Box, Node
from viewer.table import presenters, scattered
from viewer.table.flow_layout import Size
from viewer.table.painter import Painter

Measure = Callable[[Painter, ZoneView, float], Size]
Present = Callable[[Painter, ZoneView, Box, float], list[Node]]


@dataclass(frozen=True)
class Presenter:
    """How zones of a kind are measured and shown."""

    least: Measure
    best: Measure
    present: Present


PRESENTERS: dict[str, Presenter] = {
    "deck": Presenter(presenters.one, presenters.one, presenters.present_pile),
    "pile": Presenter(presenters.one, presenters.one, presenters.present_pile),
    "spot": Presenter(presenters.one, presenters.large, presenters.present_spot),
    "column": Presenter(presenters.least_column, presenters.best_column, presenters.present_column),
    "row": Presenter(presenters.least_row, presenters.best_row, presenters.present_row),
    "fan": Presenter(presenters.least_fan, presenters.best_fan, presenters.present_fan),
    "backs": Presenter(presenters.least_backs, presenters.least_backs, presenters.present_backs),
    "spread": Presenter(scattered.least_spread, scattered.best_spread, scattered.present_spread),
    "pit": Presenter(scattered.least_pit, scattered.best_pit, scattered.present_pit),
    "count": Presenter(scattered.least_count, scattered.best_count, scattered.present_count),
}
