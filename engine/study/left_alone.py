"""What good players leave alone, and what makes no difference: candidates for simpler rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.language.message import joined
from engine.study.metric import Metric

RARELY = 0.01
"""An action is left alone if it is surely taken in fewer than this share of the decisions in which
it is legal, and a line of the score if it surely makes less than this share of all points.
"""
OFTEN = 200
"""So often an action was legal, or a rule asked, before anything is said of it."""


def left_alone(found: Mapping[str, Metric]) -> Iterator[str]:
    """Yield which actions players hardly ever take, and which lines of a score hardly matter."""
    for metric in found.values():
        if metric.group == "action" and metric.key.endswith(".taken") and _rare(metric):
            name = metric.key.removeprefix("action.").removesuffix(".taken")
            yield (
                f"The players leave '{name}' alone: they take it in {metric.words()} of the "
                "decisions in which it is legal."
            )
        if metric.group == "line" and metric.key.endswith(".weight") and _rare(metric):
            name = metric.label.removesuffix(", of all points given or taken")
            yield f"{name} hardly matters: it makes {metric.words()} of all points."


def _rare(metric: Metric) -> bool:
    """Return whether something happens, but surely rarely; what never does is named elsewhere."""
    wholes = 0 if metric.wholes is None else metric.wholes.sum()
    return bool(wholes >= OFTEN and metric.values.any() and metric.interval().high < RARELY)


def same_answers(found: Mapping[str, Metric], games: int) -> Iterator[str]:
    """Yield which rules gave one answer all the time, in the games that were looked at closely."""
    for words, share in (("no", 0.0), ("yes", 1.0)):
        names = [
            f"'{metric.key.removeprefix('rule.').removesuffix('.yes')}'"
            for metric in found.values()
            if metric.group == "rule" and metric.key.endswith(".yes") and _always(metric, share)
        ]
        if names:
            yield f"In {games:,} games the answer was always {words}: {joined(names, 'and')}."


def _always(metric: Metric, share: float) -> bool:
    wholes = 0 if metric.wholes is None else metric.wholes.sum()
    return bool(wholes >= OFTEN and metric.values.sum() == share * wholes)
