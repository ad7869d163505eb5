"""A study's report: in plain words, in tables, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.rules.differences import differences
from engine.study.compare import Comparison, compare
from engine.study.findings import GROUPS, findings, ordinal
from engine.study.games import Games
from engine.study.series import Series, told
from engine.study.shapes import Shape, shapes

FORMAT = 1
WIDEST = 72


@dataclass(frozen=True)
class Arm:
    """One table's games and what was found of them. `name` tells it from the others."""

    name: str
    games: Games

    @cached_property
    def findings(self) -> dict[str, Series]:
        """Return what is estimated, by key."""
        return findings(self.games)

    @cached_property
    def shapes(self) -> list[Shape]:
        """Return how scores and lengths are spread."""
        return list(shapes(self.games))

    def group(self, name: str) -> list[Series]:
        """Return the series of a group."""
        return [series for series in self.findings.values() if series.group == name]

    # -------------------------------------------------------------- in words

    def sentences(self) -> Iterator[str]:
        """Yield what was found in plain words."""
        yield from self._edge()
        yield from self._length()
        yield from self._agents()
        yield from self._never()

    def _edge(self) -> Iterator[str]:
        players = self.games.players
        if players < 2:
            return
        even = 1 / players
        clear = []
        for place in range(players):
            found = self.findings[f"win.place.{place + 1}"].interval()
            if found.clear_of(even):
                clear.append((place, found))
        if not clear:
            first = self.findings["win.place.1"].words()
            yield f"The first player wins {first}; no place at the table has a clear edge."
        for place, found in clear[:1] if players == 2 else clear:
            more = "more" if found.value > even else "less"
            yield (
                f"The {ordinal(place)} player wins {told(found, '%')}, {more} than the "
                f"{100 * even:.3g}% that would be even."
            )

    def _length(self) -> Iterator[str]:
        found = self.findings
        yield (
            f"A game takes {found['length.decisions'].words()} decisions, each between "
            f"{found['choice.legal'].words()} legal moves; "
            f"{found['choice.single'].words()} of them leave no choice."
        )
        if "score.mean" in found:
            spread = self.shapes[0]
            low, high = spread.quartiles[1], spread.quartiles[3]
            yield (
                f"A player scores {found['score.mean'].words()} points; half of the scores lie "
                f"between {low:g} and {high:g}."
            )
        if "lead.changes" in found:
            yield (
                f"The lead changes {found['lead.changes'].words()} times, the last time after "
                f"{found['lead.settled'].words()} of the game."
            )

    def _agents(self) -> Iterator[str]:
        for name in self.games.agents() if len(self.games.agents()) > 1 else ():
            wins = self.findings[f"agent.{name}.wins"].words()
            gap = self.findings.get(f"agent.{name}.gap")
            ahead = f" and scores {gap.words()} points more than the others" if gap else ""
            yield f"A seat of {name} wins {wins}{ahead}."

    def _never(self) -> Iterator[str]:
        """Yield what never mattered: the first suspects when rules are to be simplified."""
        kinds = (
            ("action", ".games", "nobody ever chose"),
            ("line", ".counts", "never counted"),
            ("requirement", ".refuses", "never refused a move"),
            ("part", ".games", "never came"),
        )
        for group, end, words in kinds:
            names = [
                series.label.removeprefix("games in which ").removeprefix("moves refused: ")
                for series in self.group(group)
                if series.key.endswith(end) and not any(series.values)
            ]
            names = [_bare_name(name) for name in names]
            if names and group == "action":
                yield f"Nobody ever chose {', '.join(names)}."
            elif names:
                yield f"{', '.join(names)} {words}."


@dataclass(frozen=True)
class Report:
    """A study: the first arm, and the others each compared with it."""

    arms: tuple[Arm, ...]
    seed: int
    notes: tuple[str, ...] = field(default=())

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Return the comparisons of the other arms with the first."""
        first = self.arms[0].findings
        return [compare(first, arm.findings) for arm in self.arms[1:]]

    def changed_text(self, number: int) -> list[str]:
        """Return what is different in the texts of the first arm and another, a sentence each."""
        one, other = self.arms[0].games.table.loaded, self.arms[number].games.table.loaded
        if one.digest == other.digest:
            return []
        return differences(one.items, other.items, other.findings)

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
        for number, comparison in enumerate(self.comparisons, 1):
            rows += [*self._compared(number, comparison), ""]
        for group, title in GROUPS.items():
            rows += self._group(group, title)
        rows += self.notes
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
        yield from (f"  The text: {sentence}" for sentence in self.changed_text(number)[:12])
        found = list(comparison.sentences())
        yield from (f"  {arm.name}: {sentence}" for sentence in found)
        if not found:
            yield "  Nothing is clearly different."
        unclear = list(comparison.unclear())
        if unclear:
            yield "  No clear difference: " + "; ".join(unclear) + "."
        yield "  " + self.verdict(number)

    def _group(self, group: str, title: str) -> Iterator[str]:
        labels: dict[str, str] = {}
        for arm in self.arms:
            labels |= {s.key: s.label for s in arm.group(group)}
        if not labels:
            return
        heads = [arm.name[:26] for arm in self.arms] if len(self.arms) > 1 else []
        yield (f"{title:<{WIDEST}}" + "".join(f"  {head:<26}" for head in heads)).rstrip()
        for key, label in labels.items():
            if self._plain(key):
                continue
            cells = [a.findings[key].words() if key in a.findings else "-" for a in self.arms]
            name = label if len(label) <= WIDEST - 2 else label[: WIDEST - 3] + "…"
            yield f"  {name:<{WIDEST - 2}}" + "".join(f"  {cell:<26}" for cell in cells).rstrip()
        yield ""

    def _plain(self, key: str) -> bool:
        """Tell whether a row would only say that something comes in every game, or in none."""
        found = [arm.findings[key].interval().value for arm in self.arms if key in arm.findings]
        return key.endswith(".games") and (not any(found) or min(found) == 1.0)

    # -------------------------------------------------------------- as data

    def as_json(self) -> dict[str, Any]:
        """Return the whole report as plain data."""
        return {
            "format": FORMAT,
            "seed": self.seed,
            "rulesets": [self._arm_json(arm) for arm in self.arms],
            "comparisons": [
                {
                    "one": self.arms[0].name,
                    "other": self.arms[number].name,
                    "text": self.changed_text(number),
                    "words": list(comparison.sentences()),
                    "unclear": list(comparison.unclear()),
                    **comparison.as_json(),
                }
                for number, comparison in enumerate(self.comparisons, 1)
            ],
        }

    def _arm_json(self, arm: Arm) -> dict[str, Any]:
        table = arm.games.table
        return {
            "name": arm.name,
            "ruleset": table.loaded.name,
            "text": table.loaded.digest,
            "players": table.players,
            "seats": list(table.seats),
            "options": arm.games.game.option_words(),
            "games": arm.games.count,
            "looked_at_closely": arm.games.close,
            "words": list(arm.sentences()),
            "findings": [series.as_json() for series in arm.findings.values()],
            "distributions": [shape.as_json() for shape in arm.shapes],
        }


def _bare_name(label: str) -> str:
    """Return what a label speaks of, without what it says of it."""
    for end in (" counts for a player", " comes"):
        label = label.removesuffix(end)
    return label.removeprefix("somebody chooses ")


def names_for(titles: Sequence[str]) -> list[str]:
    """Return titles made different from each other."""
    seen: dict[str, int] = {}
    names = []
    for title in titles:
        seen[title] = seen.get(title, 0) + 1
        names.append(title if seen[title] == 1 else f"{title} ({seen[title]})")
    return names
