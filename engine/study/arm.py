"""What was found of one ruleset's games, and of those that answer a designer's questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.study import cheap_ways
from engine.study.cheap_ways import StrategyResult
from engine.study.distributions import Histogram, shapes
from engine.study.game_results import GameResults
from engine.study.good_play import PlayTip
from engine.study.intervals import wilson
from engine.study.ladder import SkillLadder
from engine.study.left_alone import left_alone, same_answers
from engine.study.metric import Metric, capital, interval_words, number_of
from engine.study.metrics import findings
from engine.study.questions import NOTHING, Answers
from engine.study.study_players import StudyPlayers
from engine.study.unfinished import unfinished_words

GOOD_PLAY = "What good players do: what tips the trained players' choices, strongest first"

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
    answers: Answers = NOTHING
    """What more was asked of games between players who are alike."""

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
        fair = self.answers.fair
        if fair is None or not fair.known:
            yield from self._edge()
        yield from self.answers.sentences()
        if fair is not None and fair.known and self._not_alone():
            yield f"{capital(self._not_alone().removeprefix('; '))}."
        if self.ladder is not None:
            yield from self.ladder.sentences()
        yield from self._length()
        yield from self._agents()
        yield from self._never()
        yield from same_answers(self.findings, self.close)
        if self.players is not None:
            yield from left_alone(self.findings)
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
        yield from self.answers.sections()

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

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        table = self.games.table
        return {
            "name": self.name,
            "ruleset": table.loaded.name,
            "text": table.loaded.digest,
            "players": table.players,
            "seats": list(table.seats),
            "trained": None if self.players is None else self.players.as_json(),
            "options": self.games.game.option_words(),
            "games": self.games.count,
            "unfinished": self.games.unfinished,
            "looked_at_closely": self.games.close,
            "words": list(self.sentences()),
            "strategies": [way.as_json() for way in self.ways],
            "ladder": None if self.ladder is None else self.ladder.as_json(),
            "answers": self.answers.as_json(),
            "good_play": [tip.as_json() for tip in self.tips],
            "findings": [series.as_json() for series in self.findings.values()],
            "distributions": [shape.as_json() for shape in self.shapes],
        }


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
