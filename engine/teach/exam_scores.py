"""Questions of an exam on what something is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game.interpreter import State
from engine.game.ledger import LedgerGroup, LedgerRow, grouped
from engine.game.wording import LegalMove
from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.catalogue import capital, signed
from engine.teach.boxes import ScoreChange, score_changes, tried
from engine.teach.exam_moments import LEARNER, Asked, Asking, Moment, over
from engine.teach.exercises import ANSWERS
from engine.teach.topics import Topic

MOST_GAINS = 8
"""So many moves at most are tried in a position, for points."""

_Gains = tuple[State, list[tuple[LegalMove, int, State]]]


class ScoreQuestions:
    """Asks what a part of the score is, what a move changes in it, and which brings most."""

    def __init__(self, asking: Asking) -> None:
        """Prepare."""
        self.asking = asking

    def worth(self, now: Moment) -> Asked:
        """Ask what a part of the score is; wrong answers miss a line of it."""
        asking = self.asking
        groups = [
            group
            for ledger in asking.game.ledgers.ledgers(now.session.state, LEARNER, LEARNER)
            for group in grouped(ledger.rows)
            if group.total and not group.factor
        ]
        asking.dice.shuffle(groups)
        for group in sorted(groups, key=lambda group: -len(group.rows)):
            point = asking.line(group.rows)
            looked_up = point is not None and any(isinstance(p, m.Lookup) for p in walk(point.node))
            if point is None or (len(group.rows) == 1 and not looked_up):
                continue  # that only counts what lies there
            made = ", ".join(f"{r.label} {r.shown}" for r in group.rows)
            wrong = [*_without_one(group), *self._cells(point, group.rows)]
            rows = _numbers(group.total or 0, wrong, asking.say("counted", made))
            question = asking.say("ask part worth", capital(group.label))
            yield from asking.exercise("worth", point, question, rows, now)

    def gain(self, now: Moment) -> Asked:
        """Ask by how much a move changes the score."""
        asking = self.asking
        first, found = self._gains(now)
        telling = [one for one in found if one[1]]
        for legal, gain, after in asking.dice.sample(telling, len(telling)):
            changed = self._changed(first, after)
            point = asking.line(row for change in changed for row in change.rows)
            if point is not None and self._certain(now, legal, gain):
                others = [other for _, other, _ in found if other != gain]
                question = asking.say("ask gain", legal.shown)
                speech = asking.plan.speech
                made = speech.catalogue.semicolon.join(x.told(speech) for x in changed)
                rows = _numbers(gain, [*others, -gain], f"{made}.")
                yield from asking.exercise("gain", point, question, rows, now)

    def best(self, now: Moment) -> Asked:
        """Ask which of some moves brings most points at once."""
        asking = self.asking
        first, found = self._gains(now)
        for action in dict.fromkeys(legal.written.name for legal, _, _ in found):
            some = [x for x in found if x[0].written.name == action]
            some.sort(key=lambda x: -x[1])
            if len({gain for _, gain, _ in some}) < 3 or some[0][1] == some[1][1]:
                continue
            changed = self._changed(first, some[0][2]) or self._changed(first, some[-1][2])
            point = asking.line(row for change in changed for row in change.rows)
            if point is not None:
                top, others = some[0], some[1:]
                asking.dice.shuffle(others)
                rows = [
                    (x.shown, asking.say("brings", signed(gain))) for x, gain, _ in (top, *others)
                ]
                yield from asking.exercise("best", point, asking.say("ask most"), rows, now)

    def _gains(self, now: Moment) -> _Gains:
        """Return a position, and moves with what each changes in the score for certain, and what it
        leads to.
        """
        asking = self.asking
        if not asking.game.ledgers.scores:
            return now.session.state, []
        known = now.session.information_set(LEARNER)
        first: State = now.session.state
        found: list[tuple[LegalMove, int, State]] = []
        for legal in asking.dice.sample(now.legal, min(MOST_GAINS, len(now.legal))):
            trials = tried(asking.game, known, legal.move)
            if not trials or any(over(before, after) for before, after in trials):
                return first, []
            gains = {asking.points(after) - asking.points(before) for before, after in trials}
            if len(gains) == 1:
                first = trials[0][0]
                found.append((legal, gains.pop(), trials[0][1]))
        return first, found

    def _certain(self, now: Moment, legal: LegalMove, gain: int) -> bool:
        """Return whether a move changes the score by so much, whatever isn't known."""
        points, trials = self.asking.points, self.asking.worlds(now, legal.move)
        return all(points(after) - points(before) == gain for before, after in trials)

    def _changed(self, before: State, after: State) -> list[ScoreChange]:
        return score_changes(self.asking.game, before, after, LEARNER)

    def _cells(self, point: Topic, rows: Sequence[LedgerRow]) -> list[int]:
        """Return other values of the tables that a line looks up."""
        tables = [p.table for p in walk(point.node) if isinstance(p, m.Lookup)]
        cells = [
            cell.value
            for name in tables
            for row in self.asking.plan.rules.tables[name].cells
            for cell in row
            if isinstance(cell, m.Literal_) and cell.type.kind == "number"
        ]
        self.asking.dice.shuffle(cells)
        factor = next((row.value for row in rows if row.kind == "times" and row.value), 1) or 1
        return [cell * factor for cell in cells]


def _numbers(right: int, wrong: Iterable[int], made: str) -> list[tuple[str, str]]:
    """Return numbers to choose from, the right one first."""
    near = [right - 5, right + 5, right + 10]
    others = [x for x in dict.fromkeys([*wrong, *near]) if x != right][: ANSWERS - 1]
    return [(signed(number), made) for number in (right, *others)]


def _without_one(group: LedgerGroup) -> list[int]:
    """Return what a part of a score would come to if a line of it were forgotten."""
    found = []
    for missed in group.rows:
        total = 0
        for row in group.rows:
            if row is not missed:
                value = row.value or 0
                total = total * value if row.kind == "times" else total + value
        found.append(total)
    return found
