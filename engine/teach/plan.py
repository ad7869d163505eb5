"""The lesson plan: every construct of the rules as a point, with positions that show it.

The rules flow one way: from the checked model to constructs, from each construct to one point with
its sentence, and from the traced examples and random games to the positions of a point. Rulebook,
tutor, course, review and sheet read the plan, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.compile.instance import GameConfig
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.rules.translations import catalogue_for
from engine.teach.constructs import Kind, constructs
from engine.teach.position_cache import keep_positions, kept_positions
from engine.teach.positions import WHOLE, ByDigest, ShownPosition, Witnesses
from engine.teach.speech import Speech
from engine.teach.topics import Topic, points


@dataclass(frozen=True)
class LessonPlan:
    """Each thing to know about a game, in order, in one language; books, tutors and exercises read
    it.

    `points`: each with a `kind`, a `title`, a `sentence` and its place in the rules (`span`).

    >>> from engine import load, plan_for
    >>> [point.sentence for point in plan_for(load("examples/nim.cairn")).of("aim")]
    ['Take the last match.']
    """

    loaded: Loaded
    language: str
    players: int | None
    speech: Speech
    points: tuple[Topic, ...]

    def __repr__(self) -> str:
        return f"<LessonPlan {self.loaded.name}, points={len(self.points)}>"

    @property
    def rules(self) -> m.Ruleset:
        """The checked rules that it is made from."""
        return self.loaded.checked()

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.speech.words(self.rules.header.title)

    def of(self, *kinds: Kind) -> list[Topic]:
        """Return the points of some kinds, in the order of the plan."""
        return [point for point in self.points if point.kind in kinds]

    def inside(self, point: Topic) -> list[Topic]:
        """Return the points that are parts of a point."""
        return [other for other in self.points if other.inside == point.number]

    def pictured(self) -> LessonPlan:
        """Return the plan with words that refer to a picture of the table after set-up."""
        speech = Speech(self.rules, self.speech.catalogue, pictured=True)
        return replace(self, speech=speech, points=_points(self.rules, speech, self.players))

    def positions(self, point: Topic) -> list[ShownPosition]:
        """Return the positions that show a point, the best first; searched for once."""
        return _search(ByDigest.of(self.loaded))[point.number]

    def why_no_position(self, point: Topic) -> str:
        """Return why no position shows a point, empty if one does."""
        if self.positions(point):
            return ""
        reasons = dict.fromkeys(WHOLE, "it is about the whole game") | {
            "option": "it is chosen before the game, and no example sets it",
            "advice": "it is advice, and shown as a hint at the table",
            "type": "it only lists words",
        }
        if isinstance(point.node, m.LedgerLine) and self.speech.settled(point.node.when) is False:
            return "it doesn't count in this game"
        return reasons.get(point.kind, "no example and no random game came to it")


@lru_cache(maxsize=40)
def _search(key: ByDigest) -> list[list[ShownPosition]]:
    """Return the positions of each construct, by its number."""
    found = constructs(key.loaded.checked())
    kept = kept_positions(key.digest, len(found))
    if kept is None:
        kept = Witnesses(key.loaded, found).search()
        keep_positions(key.digest, kept)
    return kept


def plan_for(loaded: Loaded, language: str = "en", players: int | None = None) -> LessonPlan:
    """Return the lesson plan of a checked ruleset: each thing to know about the game, in order.

    `language`: en, de or fr, if the ruleset has it. `players`: for so many, None for any number.
    Raises RulesError with the errors of the rules.

    >>> from engine import load, plan_for
    >>> plan_for(load("examples/nim.cairn"))
    <LessonPlan nim, points=14>
    """
    rules = loaded.checked()
    speech = Speech(rules, catalogue_for(loaded, language))
    return LessonPlan(loaded, language, players, speech, _points(rules, speech, players))


def _points(rules: m.Ruleset, speech: Speech, players: int | None) -> tuple[Topic, ...]:
    return tuple(points(constructs(rules), speech, players, piece_counts(rules, players)))


def piece_counts(rules: m.Ruleset, players: int | None) -> dict[str, str]:
    """Return how many pieces of each component there are: one number, or the fewest and most."""
    low, high = (players, players) if players else rules.header.players
    found: dict[str, str] = {}
    few, many = GameConfig(rules, low, {}), GameConfig(rules, high, {})
    for name, component in rules.components.items():
        one, other = _count(few, component), _count(many, component)
        found[name] = str(one) if one == other else f"{one}–{other}"
    return found


def _count(setting: GameConfig, component: m.Component) -> int:
    if component.counted:
        return sum(setting.value(make.count) for make in component.makes)
    return sum(piece.component == component.name for piece in setting.pieces)
