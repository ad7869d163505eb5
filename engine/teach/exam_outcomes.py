"""Questions of an exam on what a move leads to: who decides next, and what lies where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Session
from engine.game.view import View, ZoneView
from engine.moves.notation import in_words
from engine.rules import model as m
from engine.rules.catalogue import signed
from engine.teach.boxes import tried
from engine.teach.exam_moments import LEARNER, Asked, Asking, Moment, over
from engine.teach.exam_page import called_by, on_space, place_called
from engine.teach.exercises import ANSWERS
from engine.teach.phrases import sentence
from engine.teach.positions import SEED
from engine.teach.topics import Topic

MOST_CHANGES = 4
"""A move that changes more than this is not asked about."""


_Views = tuple[View, View]
"""What the learner sees, in notation and in words."""


@dataclass(frozen=True)
class _Change:
    """What was somewhere, or so much, before a move, and what it is after it."""

    what: str
    before: str
    after: str


class OutcomeQuestions:
    """Asks what follows a move."""

    def __init__(self, asking: Asking) -> None:
        """Prepare."""
        self.asking = asking
        self.say = asking.say
        self.outcomes: dict[str, None] = {}
        """What has come next after moves, as distractors for one another."""
        self.places: dict[str, None] = {}
        """Where pieces have gone."""
        self._session = Session(asking.game, SEED, fair=False)

    # -------------------------------------------------------------- who decides

    def next_choice(self, now: Moment) -> Asked:
        """Ask who does what after a move."""
        known = now.session.information_set(LEARNER)
        few = {self._told(*pair) for pair in tried(self.asking.game, known, now.move)}
        if len(few) != 1:
            return
        outcome = few.pop()
        self.outcomes.setdefault(outcome)
        others = [x for x in self.outcomes if x != outcome]
        if len(others) < 2:
            return
        if any(self._told(*pair) != outcome for pair in self.asking.worlds(now, now.move)):
            return
        self.asking.dice.shuffle(others)
        others.sort(key=lambda x: x.split()[:2] != outcome.split()[:2])
        rows = [(answer, outcome) for answer in (outcome, *others)]
        question = self.say("ask next", self._shown(now))
        turn = self.asking.plan.of("turn")[0]
        yield from self.asking.exercise("next", turn, question, rows, now)

    def _shown(self, now: Moment) -> str:
        return in_words(next(x for x in now.legal if x.move == now.move).shown)

    def _told(self, before: State, after: State) -> str:
        if after[at.PC] == at.OVER:
            return self.say("then over")
        speech = self.asking.plan.speech
        wording = self.asking.game.wording
        names = dict.fromkeys(x.action.name for x in wording.actions(after[at.PC]))
        chosen = speech.all_of(map(speech.word, names), "or")
        words = speech.catalogue
        same = after[at.ME] == LEARNER
        told = (
            self.say("then you", chosen)
            if same
            else self.say("then other", words.name(f"seat {after[at.ME] + 1}"), chosen)
        )
        ended = after[at.ROUND] != before[at.ROUND]
        return f"{self.say('then round')} {sentence(told)}" if ended else sentence(told)

    # -------------------------------------------------------------- what lies where

    def changes(self, now: Moment) -> Asked:
        """Ask what a move changes on the table and in the score; each wrong answer has one thing
        wrong.
        """
        point = self._action(now)
        known = now.session.information_set(LEARNER)
        found = self._certain(tried(self.asking.game, known, now.move))
        moved = (x.after for x in found if not x.after[-1:].isdecimal() and "," in x.after)
        self.places |= dict.fromkeys(moved)
        telling = [x for x in found if x.before != x.after]
        if point is None or not 2 <= len(telling) <= MOST_CHANGES:
            return
        shown = self._shown(now)
        wrong = [one for one in self._wrong(found, shown) if one != found]
        if len(wrong) < 2 or self._certain(self.asking.worlds(now, now.move)) != found:
            return
        right = self._in_words(found)
        rows = [(self._in_words(one), right) for one in (found, *wrong[: ANSWERS - 1])]
        question = self.say("ask changes", shown)
        yield from self.asking.exercise("changes", point, question, rows, now)

    def _action(self, now: Moment) -> Topic | None:
        """Return the point of the action that is chosen."""
        found = self.asking.game.wording.action(now.session.state[at.PC], now.move)
        number = found.action.number if found is not None else -1
        actions = self.asking.plan.of("action")
        return next(
            (p for p in actions if isinstance(p.node, m.Action) and p.node.number == number), None
        )

    def _certain(self, trials: list[tuple[State, State]]) -> list[_Change]:
        """Return what is the same in all worlds, the score last; nothing where a round ends."""
        if not trials or any(over(before, after) for before, after in trials):
            return []
        then = self._view(trials[0][0])  # the same in all worlds, or the seat could tell them apart
        found = [self._changes(then, before, after) for before, after in trials]
        return [one for one in found[0] if all(one in other for other in found)]

    def _changes(self, then: _Views, before: State, after: State) -> list[_Change]:
        """Return what the learner sees to change, and their score."""
        now = self._view(after)
        found = [*self._moved(then, now), *self._counted(then, now)]
        if self.asking.game.ledgers.scores:
            points = (signed(self.asking.points(state)) for state in (before, after))
            found.append(_Change(self.say("my score"), *points))
        return [x for x in found if x.before != x.after or x.what == self.say("my score")]

    def _view(self, state: State) -> _Views:
        self._session.state = list(state)
        view = self._session.view(LEARNER)
        return view, view.in_words()

    def _moved(self, before: _Views, after: _Views) -> Iterator[_Change]:
        """Yield which pieces that the learner knows have gone where."""
        there, here = (self._lying(views) for views in (before, after))
        gone, come = there - here, here - there
        for name, place in gone:
            other = next((where for called, where in come if called == name), None)
            if other is not None and gone[name, place] == come[name, other] == 1:
                yield _Change(name, place, other)

    def _lying(self, views: _Views) -> Counter[tuple[str, str]]:
        plan = self.asking.plan
        return Counter(
            (item.name, f"{self._place(zone)}{on_space(plan, item)}")
            for known, zone in zip(*(view.zones for view in views), strict=True)
            for piece, item in zip(known.items, zone.items, strict=True)
            if item.name and piece.component
        )

    def _place(self, zone: ZoneView) -> str:
        return place_called(self.asking.plan, zone, LEARNER)

    def _counted(self, before: _Views, after: _Views) -> Iterator[_Change]:
        """Yield what has changed in what is counted or written."""
        for n, (old, new) in enumerate(zip(before[0].zones, after[0].zones, strict=True)):
            if not any(item.component for item in (*old.items, *new.items)):
                pair = before[1].zones[n], after[1].zones[n]
                yield _Change(self._place(pair[1]), *self._contents(*pair))
        then = {variable.name: variable.value for variable in before[1].variables}
        for variable in after[1].variables:
            values = then.get(variable.name), variable.value
            if all(value and value != "none" for value in values):
                shown = (called_by(self.asking.plan, str(x), LEARNER) for x in values)
                name = called_by(self.asking.plan, variable.name, LEARNER)
                yield _Change(name.replace("_", " "), *shown)

    def _contents(self, *zones: ZoneView) -> list[str]:
        """Return what is written in a zone before and after, or how much lies there."""
        words = [[item.name for item in zone.items if item.name] for zone in zones]
        every = {word for one in words for word in one}
        if len(every) > 1 or any(map(_number, every)):
            return [", ".join(one) or self.say("empty places") for one in words]
        return [str(zone.count) for zone in zones]

    def _wrong(self, found: list[_Change], move: str) -> Iterator[list[_Change]]:
        """Yield changes of which one is another than it should be: the last first, in turn."""
        ways = [list(self._others(change, move)) for change in found]
        for number in range(max(map(len, ways))):
            for place in reversed(range(len(found))):
                if number < len(ways[place]):
                    yield [*found[:place], ways[place][number], *found[place + 1 :]]

    def _others(self, change: _Change, move: str) -> Iterator[_Change]:
        """Yield what a change might be taken for: one to somewhere else, to more, or none; what a
        move takes is surely not left where it was.
        """
        if change.what not in move:
            yield replace(change, after=change.before)
        if _number(change.before) and _number(change.after):
            first, last = (int(x.replace("−", "-")) for x in (change.before, change.after))
            far = (2 * last - first, 2 * first - last) if first != last else (last + 1, last - 1)
            yield from (replace(change, after=signed(number)) for number in far)
            return
        space = re.search(r"\d+$", change.after)
        if space and "," in change.after:
            further = f"{change.after[: space.start()]}{int(space[0]) + 1}"
            yield replace(change, after=further)
        elif change.after in self.places:
            for place in self.places:
                if place not in (change.before, change.after):
                    yield replace(change, after=place)

    def _in_words(self, changes: list[_Change]) -> str:
        rows = [
            self.say("still", x.what, x.after)
            if x.before == x.after
            else self.say("changes", x.what, x.before, x.after)
            for x in changes
        ]
        return "; ".join(rows)


def _number(text: str) -> bool:
    return text.removeprefix("−").isdecimal()
