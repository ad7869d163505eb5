"""What a tuning found: in sentences, as a table, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.study.intervals import Interval
from engine.study.metric import capital, interval_words, number_of, plain
from engine.tuning.numbers import value_words
from engine.tuning.targets import TargetResult
from engine.tuning.tuning import Candidate, Tuning

FORMAT = 1
BEST, OPEN, WORSE = "best", "not told apart", "clearly worse"
UNKNOWN, REFUSED = "can't be compared", "refused"
MOST_NAMED = 6
"""So many values are named in a sentence."""


@dataclass(frozen=True)
class TuningReport:
    """What a tuning found; `stopped`: why it ended early, if it did."""

    tuning: Tuning
    title: str
    agents: Sequence[str]
    seed: int
    stopped: str = ""

    @property
    def rows(self) -> list[tuple[Candidate, str]]:
        """Return the values that were tried, each with how it compares, the best first."""
        tuning = self.tuning
        close = {x.values for x in tuning.open}
        rows = [(tuning.best, BEST)]
        rows += [(x, OPEN) for x in tuning.open[1:]]
        rows += [(x, WORSE) for x in tuning.compared if x.values not in close]
        rows += [(x, UNKNOWN) for x in tuning.unknown]
        return rows + [(x, REFUSED) for x in tuning.refused]

    # -------------------------------------------------------------- as text

    def text(self) -> str:
        """Return the whole report as text."""
        return "\n".join([*self.sentences(), "", *self.table()])

    def sentences(self) -> Iterator[str]:
        """Yield what was found in plain words."""
        tuning, best = self.tuning, self.tuning.best
        tried, size = len(tuning.tried), tuning.proposals.size
        most = max(x.games for x in tuning.compared)
        yield (
            f"{self.title}: {tried:,} of {size:,} values tried, up to {most:,} games each on "
            f"common deals, played by {', '.join(dict.fromkeys(self.agents))}."
        )
        found = capital("; ".join(_met(outcome) for outcome in best.outcomes))
        already = ", as it is in the text" if best.values == tuning.now else ""
        yield f"Best: {value_words(tuning.numbers, best.values)}{already}. {found}."
        yield from self._missed(best)
        yield from self._apart(tuning.open[1:])
        if unknown := len(tuning.unknown):
            yield f"A figure never came up for {unknown:,} of the values: they can't be compared."
        if refused := len(tuning.refused):
            yield f"The rules refuse {refused:,} of the values; the table says why."
        yield from self._edge(best)
        if self.stopped:
            yield self.stopped

    def _missed(self, best: Candidate) -> Iterator[str]:
        """Yield the targets that even the best value doesn't meet."""
        for number, outcome in enumerate(best.outcomes):
            if outcome.missed:
                text = f"'{outcome.target.text}'"
                if all(x.outcomes[number].missed for x in self.tuning.compared):
                    yield f"No value that was tried meets the target {text}."
                else:
                    yield f"The best value misses the target {text}; other values may meet it."

    def _apart(self, others: Sequence[Candidate]) -> Iterator[str]:
        """Yield what can't be told apart from the best."""
        if len(self.tuning.compared) < 2:
            yield "No other value was compared."
        elif not others:
            yield "Every other value that was compared is clearly worse."
        met = self.tuning.best.met
        if as_good := [x for x in others if met and x.met]:
            targets = "targets" if len(self.tuning.targets) > 1 else "target"
            yield f"These values meet the {targets}, too: {self._named(as_good)}."
        if left := [x for x in others if not (met and x.met)]:
            yield (
                f"These games don't separate it from {self._named(left)}. Play more to find out "
                "(--games)."
            )

    def _named(self, candidates: Sequence[Candidate]) -> str:
        """Return some values, not too many of them, with the names of their numbers."""
        numbers, many = self.tuning.numbers, len(candidates)
        named = [value_words(numbers, candidate.values) for candidate in candidates[:MOST_NAMED]]
        more = f", and {many - MOST_NAMED:,} more" if many > MOST_NAMED else ""
        return ("; " if len(numbers) > 1 else ", ").join(named) + more

    def _edge(self, best: Candidate) -> Iterator[str]:
        """Yield where the best value is at an end of its range: better ones may be beyond."""
        for number, value in zip(self.tuning.numbers, best.values, strict=True):
            if value in (number.low, number.high) and any(x.missed for x in best.outcomes):
                yield f"{number.name} = {value} is at the end of its range; try a wider one."

    def table(self) -> Iterator[str]:
        """Yield a row for each value that was tried, under a head."""
        names = [number.name for number in self.tuning.numbers]
        targets = [outcome.metric.label for outcome in self.tuning.best.outcomes]
        rows = [[*names, *targets, "games", ""]]
        rows += [self._row(candidate, state) for candidate, state in self.rows]
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        for row in rows:
            cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
            yield "  ".join(cells).rstrip()
        yield ""
        yield (
            "Brackets are 95% confidence intervals. A value is clearly worse if that holds at 95% "
            "for all values and looks together."
        )

    def _row(self, candidate: Candidate, state: str) -> list[str]:
        now = candidate.values == self.tuning.now
        values = [str(value) for value in candidate.values]
        if candidate.refused is not None:
            state += f": {candidate.refused.diagnostics[0].message}"
            figures = ["–"] * len(self.tuning.targets)
        else:
            figures = [outcome.metric.words() for outcome in candidate.outcomes]
        games = "–" if candidate.refused else f"{candidate.games:,}"
        return [*values, *figures, games, state + (" (the text has this now)" if now else "")]

    # -------------------------------------------------------------- as data

    def as_json(self) -> dict[str, Any]:
        """Return the whole report as plain data."""
        tuning = self.tuning
        return {
            "format": FORMAT,
            "title": self.title,
            "seed": self.seed,
            "agents": list(self.agents),
            "numbers": [
                {"name": x.name, "low": x.low, "high": x.high, "now": x.now, "line": x.span.line}
                for x in tuning.numbers
            ],
            "targets": [target.text for target in tuning.targets],
            "best": list(tuning.best.values),
            "words": list(self.sentences()),
            "importance": tuning.proposals.importances(),
            "tried": [self._as_json(candidate, state) for candidate, state in self.rows],
        }

    def _as_json(self, candidate: Candidate, state: str) -> dict[str, Any]:
        found: dict[str, Any] = {
            "values": list(candidate.values), "games": candidate.games, "state": state,
        }  # fmt: skip
        if candidate.refused is not None:
            return found | {"reason": str(candidate.refused)}
        return found | {
            "miss": round(candidate.miss, 6) if candidate.known else None,
            "figures": [
                {"key": x.metric.key, "label": x.metric.label, "unit": x.metric.unit,
                 "miss": round(x.miss, 6) if x.known else None, **plain(x.interval)}
                for x in candidate.outcomes
            ],
        }  # fmt: skip


def _met(outcome: TargetResult) -> str:
    """Return a figure with its target: `share of seat 1: 49.8% (46.7 to 52.9), wanted = 50%`."""
    target, metric = outcome.target, outcome.metric
    goal = target.goal(metric)
    value = number_of(Interval(goal, goal, goal, 1), metric.unit)[0]
    sign = "%" if metric.unit == "%" else ""
    words = interval_words(outcome.interval, metric.unit)
    return f"{metric.label}: {words}, wanted {target.sign} {value}{sign}"
