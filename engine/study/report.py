"""A study's report: in plain words, in tables, and as data."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.language.diagnostics import Findings
from engine.rules.differences import differences
from engine.study.arm import Arm
from engine.study.compare import Comparison, bare, compare
from engine.study.metric import capital
from engine.study.metrics import CLOSELY, GROUPS, findings
from engine.study.wins import TIES

FORMAT = 1
NAME, CELL = 70, 26
"""How wide the names of rows and the columns of the text's tables are."""
MOST_SENTENCES = 12
"""So many differences of two texts are told; the page has them all."""


@dataclass(frozen=True)
class StudyReport:
    """A study: the first arm, and the others each compared with it."""

    arms: tuple[Arm, ...]
    seed: int
    notes: tuple[str, ...] = field(default=())

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Return the comparisons of the other arms with the first."""
        return [self._comparison(self.arms[0], arm) for arm in self.arms[1:]]

    def _comparison(self, one: Arm, other: Arm) -> Comparison:
        """Return the comparison of two arms, over the games that were finished in both."""
        shared = (one.games.among(other.games.numbers), other.games.among(one.games.numbers))
        return compare(
            *(
                arm.findings if games is arm.games else findings(games)
                for arm, games in zip((one, other), shared, strict=True)
            )
        )

    def changed_text(self, number: int) -> list[str]:
        """Return what is different in the texts of the first arm and another, a sentence each."""
        one, other = self.arms[0].games.table.loaded, self.arms[number].games.table.loaded
        if one.digest == other.digest:
            return []
        sources = one.findings.sources | other.findings.sources
        return differences(one.items, other.items, Findings(sources))

    def at_work(self, number: int) -> list[str]:
        """Return how often what the other text changes comes up in its games, and did before."""
        names = dict.fromkeys(
            name for text in self.changed_text(number) for name in re.findall(r"'([^']+)'", text)
        )
        before, after = self.arms[0], self.arms[number]
        rows = []
        for name in names:
            was = {what: values for what, _, values in before.about(name)}
            for what, words, values in after.about(name):
                often = words.format(*(series.words() for series in values))
                old = words.format(*(bare(s) for s in was[what])) if what in was else ""
                rows.append(f"{capital(what)} {often}{', instead of ' + old if old else ''}.")
        return rows

    def labels(self, group: str) -> dict[str, str]:
        """Return by key what the rows of a group's table are called."""
        return {s.key: s.label for arm in self.arms for s in arm.group(group)}

    def title_of(self, group: str) -> str:
        """Return the heading of a group, with how many games it rests on where that isn't all."""
        return GROUPS[group] + (self.counted if group in CLOSELY else "")

    @cached_property
    def counted(self) -> str:
        """Return in which games what needs a close look was counted, where it isn't all of them."""
        fewer = [arm.close for arm in self.arms if arm.close < arm.games.count]
        return f" (counted in the first {max(fewer):,} games)" if fewer else ""

    def how_to_read(self) -> Iterator[str]:
        """Yield what has to be known to read the numbers."""
        yield (
            "In brackets, behind an estimate: its 95% confidence interval. What the games of other "
            "seeds would show lies there nineteen times of twenty."
        )
        if any(arm.games.ties.any() for arm in self.arms):
            yield TIES
        if any("random" in arm.games.table.seats for arm in self.arms):
            yield "Random players show what the rules allow, not what people would do."

    def head(self, arm: Arm) -> str:
        """Return what was played."""
        games, table = arm.games, arm.games.table
        title = games.game.rules.header.title
        name = arm.name if arm.name == title else f"{title} ({arm.name})"
        who = ", ".join(table.seats)
        options = "".join(f", {k} = {v}" for k, v in games.game.option_words().items())
        turn = ", seats taken in turn" if len(set(table.seats)) > 1 else ""
        return f"{games.count:,} games of {name} between {who}{turn}, seed {self.seed}{options}"

    # -------------------------------------------------------------- as text

    def text(self) -> str:
        """Return the whole report as text."""
        rows: list[str] = []
        for arm in self.arms:
            rows += [self.head(arm), "", *(f"  {s}" for s in arm.sentences()), ""]
            for title, found in arm.sections():
                rows += [title, "", *(f"  {row}" for row in found), ""]
        for number, comparison in enumerate(self.comparisons, 1):
            rows += [*self._compared(number, comparison), ""]
        for group in GROUPS:
            rows += self._group(group)
        rows += [*self.how_to_read(), *self.notes]
        return "\n".join(rows).rstrip()

    def verdict(self, number: int) -> str:
        """Return in a sentence how many differences are clear."""
        comparison = self.comparisons[number - 1]
        clear = sum(change.clear for change in comparison.changes)
        return (
            f"{clear} of {len(comparison.changes)} differences are clear of zero; about "
            f"{comparison.by_chance} would be by chance if nothing were different."
        )

    def _compared(self, number: int, comparison: Comparison) -> Iterator[str]:
        arm = self.arms[number]
        yield f"{arm.name} against {self.arms[0].name}, game by game on the same seeds:"
        text = self.changed_text(number)
        yield from (f"  The text: {sentence}" for sentence in text[:MOST_SENTENCES])
        if len(text) > MOST_SENTENCES:
            yield f"  The text: {len(text) - MOST_SENTENCES} more differences; see 'cairn diff'."
        at_work = "How often that comes up" + self.counted
        yield from (f"  {at_work}: {sentence}" for sentence in self.at_work(number))
        found = list(comparison.sentences())
        yield from (f"  {arm.name}: {sentence}" for sentence in found)
        if not found:
            yield "  Nothing is clearly different."
        yield from (f"  No clear difference: {sentence}" for sentence in comparison.unclear())
        yield "  " + self.verdict(number)

    def _group(self, group: str) -> Iterator[str]:
        labels = {k: label for k, label in self.labels(group).items() if not self._plain(k)}
        if not labels:
            return
        heads = [textwrap.wrap(arm.name, CELL) for arm in self.arms] if len(self.arms) > 1 else []
        yield from _row(textwrap.wrap(self.title_of(group), NAME), heads, "")
        for key, label in labels.items():
            cells = [a.findings[key].cell() if key in a.findings else "-" for a in self.arms]
            yield from _row(_wrapped(label), [[cell] for cell in cells], "  ")
        yield ""

    def _plain(self, key: str) -> bool:
        """Return whether a row would only say that something comes in every game, or in none."""
        found = [arm.findings[key].interval().value for arm in self.arms if key in arm.findings]
        if key in ("win.shared", "win.nobody"):
            return not any(found)
        return key.endswith(".games") and (not any(found) or min(found) == 1.0)

    # -------------------------------------------------------------- as data

    def as_json(self) -> dict[str, Any]:
        """Return the whole report as plain data."""
        return {
            "format": FORMAT,
            "seed": self.seed,
            "notes": list(self.notes),
            "rulesets": [arm.as_json() for arm in self.arms],
            "comparisons": [
                {
                    "one": self.arms[0].name,
                    "other": self.arms[number].name,
                    "text": self.changed_text(number),
                    "at_work": self.at_work(number),
                    "words": list(comparison.sentences()),
                    "unclear": list(comparison.unclear()),
                    **comparison.as_json(),
                }
                for number, comparison in enumerate(self.comparisons, 1)
            ],
        }


def _row(name: Sequence[str], cells: Sequence[Sequence[str]], indent: str) -> Iterator[str]:
    """Yield the lines of a row of a table; what is too long for one line continues in the next."""
    for line in range(max(len(name), *(len(cell) for cell in cells), 0)):
        first = indent + name[line] if line < len(name) else ""
        rest = "".join(f"  {cell[line] if line < len(cell) else '':<{CELL}}" for cell in cells)
        yield f"{first:<{NAME + 2}}{rest}".rstrip()


def _wrapped(label: str) -> list[str]:
    """Return a label in lines, the second and all others set in."""
    return textwrap.wrap(label, NAME, subsequent_indent="  ", break_on_hyphens=False)


def names_for(titles: Sequence[str]) -> list[str]:
    """Return titles made different from each other."""
    seen: dict[str, int] = {}
    names = []
    for title in titles:
        seen[title] = seen.get(title, 0) + 1
        names.append(title if seen[title] == 1 else f"{title} ({seen[title]})")
    return names
