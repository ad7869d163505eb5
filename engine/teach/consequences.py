"""What a decision has brought its player beyond what it names, a line for each thing."""

from __future__ import annotations

from collections.abc import Collection

from engine.game.session import Game, Session
from engine.rules import model as m
from engine.rules.catalogue import capital
from engine.teach.boxes import same_round
from engine.teach.plan import LessonPlan
from engine.teach.table_changes import TableChanges
from engine.teach.topics import Topic


class Consequences:
    """Finds what decisions of one seat have brought it."""

    def __init__(self, plan: LessonPlan, game: Game, seat: int) -> None:
        """Prepare."""
        self.plan = plan
        self.seat = seat
        self._changes = TableChanges(plan, game, seat)
        self._known = {point.name: point for point in plan.of("zone", "variable")}
        self._paid = {score.into for score in game.ledgers.scores}
        """The counters that scores are paid into."""

    def of(
        self, session: Session, number: int, said: Collection[int]
    ) -> tuple[dict[int, str], list[str]]:
        """Return what a decision has brought: the points of places and counters of which nothing
        was said, each with a line; and lines on counters that are scored, of which something was.
        """
        made = session.history[number - 1]
        before, after = list(made.state), list(session.state_after(number))
        told: dict[int, str] = {}
        again: list[str] = []
        if not same_round(before, after):
            return told, again
        move = session.game.wording.notation(before, made.move, shown=True)
        for change in self._changes.between(before, after):
            point, other = self._known.get(change.family), change.owner not in (None, self.seat)
            if point is None or other or change.what in move or _held(point):
                continue
            what = self.plan.speech.say("changes", change.what, change.before, change.after)
            if point.number not in said:
                more = point.sentence if point.own else ""
                told.setdefault(point.number, f"{capital(what)}. {more}".strip())
            elif change.family in self._paid:
                again.append(capital(what))
        return told, again


def _held(point: Topic) -> bool:
    """Return whether a point is about what a player holds in the hand, which needs no words."""
    return isinstance(point.node, m.Zone) and point.node.kind == "hand"
