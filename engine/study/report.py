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
from engine.study import cheap_ways
from engine.study.cheap_ways import StrategyResult
from engine.study.compare import Comparison, bare, compare
from engine.study.distributions import Histogram, shapes
from engine.study.game_results import GameResults
from engine.study.good_play import PlayTip
from engine.study.intervals import wilson
from engine.study.ladder import SkillLadder
from engine.study.metric import Metric, capital, interval_words, number_of
from engine.study.metrics import CLOSELY, GROUPS, findings
from engine.study.study_players import StudyPlayers
from engine.study.unfinished import unfinished_words
from engine.study.wins import TIES

FORMAT = 1
NAME, CELL = 70, 26
"""How wide the names of rows and the columns of the text's tables are."""
MOST_SENTENCES = 12
"""So many differences of two texts are told; the page has them all."""


GOOD_PLAY = "What good players do: what tips the choices of what has been learned, most first"

CHEAP_WAYS = "A cheap way to win? What strategies win against the trained players, on equal deals"
LADDER = "Luck or skill? What players win against weaker ones, on equal deals"


@dataclass(frozen=True)
class Arm:
    """One table's games and what was found of them. `name` tells it from the others."""

    name: str
    games: GameResults
    tips: tuple[PlayTip, ...] = ()
    """What good players do, where something has been learned of the game."""
    players: StudyPlayers | None = None
    """The players that the study chose; None if the command names them."""
    ways: tuple[StrategyResult, ...] = ()
    """What strategies win against them."""
    strategies: int = 0
    """How many there are to try, with those for which the time was up."""
    ladder: SkillLadder | None = None
    """What they win against weaker ones, and these against each other."""

    @cached_property
    def findings(self) -> dict[str, Metric]:
        """Return what is estimated, by key."""
        return findings(self.games)

    @cached_property
    def shapes(self) -> list[Histogram]:
        """Return how scores and lengths are spread."""
        return list(shapes(self.games))

    def group(self, name: str) -> list[Metric]:
        """Return the series of a group."""
        return [series for series in self.findings.values() if series.group == name]

    # -------------------------------------------------------------- in words

    def sentences(self) -> Iterator[str]:
        """Yield what was found in plain words."""
        yield from cheap_ways.sentences(self.ways)
        yield from cheap_ways.untried(self.strategies, self.ways)
        yield from self._edge()
        if self.ladder is not None:
            yield from self.ladder.sentences()
        yield from self._length()
        yield from self._agents()
        yield from self._never()
        if self.players is not None:
            yield from self.players.sentences()
        if self.games.unfinished:
            yield unfinished_words(self.games.unfinished)

    def sections(self) -> Iterator[tuple[str, list[str]]]:
        """Yield what was found beside the games, a title with its sentences."""
        if self.tips:
            yield GOOD_PLAY, [tip.sentence for tip in self.tips]
        if self.ways:
            yield CHEAP_WAYS, [way.row for way in self.ways]
        if self.ladder is not None:
            yield LADDER, list(self.ladder.rows())

    def _edge(self) -> Iterator[str]:
        """Yield whether a place at the table wins more than its part of what is won."""
        places = [series for series in self.group("win") if series.key.startswith("win.place.")]
        won = round(sum(series.values.sum() for series in places))
        if not places:
            return
        if not won:
            shared = self.findings["win.shared"].values.any()
            yield f"Nobody ever wins alone{self._not_alone()}." if shared else "Nobody ever wins."
        elif len(places) == 2:
            yield self._edge_of_two(places[0], places[1], won)
        else:
            yield from self._edges(places, won)

    def _edge_of_two(self, first: Metric, second: Metric, won: int) -> str:
        more, less = sorted((first, second), key=lambda series: -series.values.sum())
        name, other = capital(_who(more)), _who(less)
        rest = self._not_alone()
        if wilson(float(more.values.sum()), won).clear_of(0.5):
            return (
                f"{name} wins more often than {other}: {more.words()} against {less.words()}{rest}."
            )
        return (
            f"{capital(_who(first))} wins {first.words()}, {_who(second)} {second.words()}: "
            f"neither has a clear edge{rest}."
        )

    def _edges(self, places: Sequence[Metric], won: int) -> Iterator[str]:
        even = number_of(wilson(won / len(places), self.games.count), "%")[0]
        first, clear = places[0], False
        for series in places:
            part = wilson(float(series.values.sum()), won)
            if part.clear_of(1 / len(places)):
                clear = True
                more = "more" if part.value > 1 / len(places) else "less"
                yield (
                    f"{capital(_who(series))} wins {more} often than the others on average: "
                    f"{series.words()}, where an equal part would be {even}%{self._not_alone()}."
                )
        if not clear:
            yield (
                f"{capital(_who(first))} wins {first.words()}, where an equal part would be "
                f"{even}%; no place at the table has a clear edge{self._not_alone()}."
            )

    def _not_alone(self) -> str:
        """Return how often a win is shared, and how often nobody wins, each if that happens."""
        kinds = (("win.shared", "several share the win in"), ("win.nobody", "nobody wins"))
        found = ((self.findings[key], words) for key, words in kinds)
        return "".join(
            f"; {words} {x.words()} of the games" for x, words in found if x.values.any()
        )

    def _length(self) -> Iterator[str]:
        found = self.findings
        yield (
            f"A game takes {found['length.decisions'].words()} decisions, each between "
            f"{found['choice.legal'].words()} legal moves on average; "
            f"{found['choice.single'].words()} of them leave no choice."
        )
        if "score.mean" in found:
            spread = self.shapes[0]
            low, high = spread.quartiles[1], spread.quartiles[3]
            yield (
                f"A player scores {found['score.mean'].words()} points; half of the scores lie "
                f"between {low:g} and {high:g}."
            )
        yield from self._lead()

    def _lead(self) -> Iterator[str]:
        if "lead.changes" not in self.findings:
            return
        changes, last = self.findings["lead.changes"], self.findings["lead.settled"]
        if not changes.values.any():
            yield "The lead never changes: whoever is first to lead leads to the end."
            return
        yield (
            f"The lead changes {changes.words()} times a game; where it does, it does so for the "
            f"last time after {last.words()} of the game."
        )

    def _agents(self) -> Iterator[str]:
        """Yield how often each agent wins, and how far its scores are from those of the others."""
        for name in self.games.agents() if len(self.games.agents()) > 1 else ():
            if f"agent.{name}.wins" not in self.findings:
                continue
            wins = self.findings[f"agent.{name}.wins"].words()
            gap = self.findings.get(f"agent.{name}.gap")
            yield f"A seat of {name} wins {wins}{_ahead(gap) if gap else ''}."

    def _never(self) -> Iterator[str]:
        """Yield what never mattered: the first suspects when rules are to be simplified."""
        close = f" in the first {self.close:,} games" if self.close < self.games.count else ""
        kinds = (
            ("action", ".games", "nobody ever chose"),
            ("line", ".counts", "never counted"),
            ("requirement", ".refuses", f"never refused a move{close}"),
            ("part", ".games", f"never came{close}"),
        )
        for group, end, words in kinds:
            names = [
                series.label.removeprefix("games in which ").removeprefix("moves refused: ")
                for series in self.group(group)
                if series.key.endswith(end) and not series.values.any()
            ]
            names = [_bare_name(name) for name in names]
            if names and group == "action":
                yield f"Nobody ever chose {', '.join(names)}."
            elif names:
                yield f"{', '.join(names)} {words}."

    @property
    def close(self) -> int:
        """Return in how many games what needs a close look was counted."""
        return self.games.close

    def about(self, name: str) -> Iterator[tuple[str, str, list[Metric]]]:
        """Yield what is said of how often a part of the rules comes up, given its name or title.

        First of what, then in which words, then of which series the numbers in them are.
        """
        found = self.findings
        if f"rule.{name}.asked" in found:
            asked, yes = found[f"rule.{name}.asked"], found.get(f"rule.{name}.yes")
            if yes is None:
                yield f"the rule '{name}' is asked", "{} times a game", [asked]
            else:
                words = "{} times a game and says yes {} of the time"
                yield f"the rule '{name}' is asked", words, [asked, yes]
        for series in self.group("part"):
            if series.key.endswith(f" {name}.times"):
                yield f"'{name}' comes", "{} times a game", [series]
        if f"action.{name}.chosen" in found:
            yield f"'{name}' is", "{} of all decisions", [found[f"action.{name}.chosen"]]


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
            "rulesets": [self._arm_json(arm) for arm in self.arms],
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

    def _arm_json(self, arm: Arm) -> dict[str, Any]:
        table = arm.games.table
        return {
            "name": arm.name,
            "ruleset": table.loaded.name,
            "text": table.loaded.digest,
            "players": table.players,
            "seats": list(table.seats),
            "trained": None if arm.players is None else arm.players.as_json(),
            "options": arm.games.game.option_words(),
            "games": arm.games.count,
            "unfinished": arm.games.unfinished,
            "looked_at_closely": arm.games.close,
            "words": list(arm.sentences()),
            "strategies": [way.as_json() for way in arm.ways],
            "ladder": None if arm.ladder is None else arm.ladder.as_json(),
            "good_play": [tip.as_json() for tip in arm.tips],
            "findings": [series.as_json() for series in arm.findings.values()],
            "distributions": [shape.as_json() for shape in arm.shapes],
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


def _who(series: Metric) -> str:
    """Return whose wins a series tells of."""
    return series.label.removesuffix(" wins")


def _ahead(gap: Metric) -> str:
    """Return how far an agent's scores are above or below those of the others."""
    found = gap.interval()
    more = "more" if found.value >= 0 else "fewer"
    size = found if found.value >= 0 else found.times(-1)
    return f" and scores {interval_words(size, gap.unit)} points {more} than the others"


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
