"""Questions of an exam on what a move leads to: who decides next, and what is where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.rules import model as m
from engine.rules.catalogue import signed
from engine.teach.boxes import tried
from engine.teach.exam_moments import LEARNER, Asked, Asking, Moment, over
from engine.teach.exercises import ANSWERS
from engine.teach.phrases import sentence
from engine.teach.table_changes import TableChange, TableChanges, is_number
from engine.teach.topics import Topic

MOST_CHANGES = 4
"""A move that changes more than this is not asked about."""


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
        self._table = TableChanges(asking.plan, asking.game, LEARNER)

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
        return next(x for x in now.legal if x.move == now.move).shown

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
            else self.say("then other", words.seat(after[at.ME]), chosen)
        )
        ended = after[at.ROUND] != before[at.ROUND]
        return f"{self.say('then round')} {sentence(told)}" if ended else sentence(told)

    # -------------------------------------------------------------- what is where

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

    def _certain(self, trials: list[tuple[State, State]]) -> list[TableChange]:
        """Return what is the same in all worlds, the score last; nothing where a round ends."""
        if not trials or any(over(before, after) for before, after in trials):
            return []
        then = self._table.seen(trials[0][0])  # the same in all worlds: the seat knows no better
        found = [self._table.since(then, after) for _, after in trials]
        certain = [one for one in found[0] if all(one in other for other in found)]
        if self.asking.game.ledgers.scores:
            points = {(self.asking.points(one), self.asking.points(other)) for one, other in trials}
            if len(points) == 1:
                before, after = points.pop()
                mine = self.say("my score")
                certain.append(TableChange(mine, signed(before), signed(after)))
        return certain

    def _wrong(self, found: list[TableChange], move: str) -> Iterator[list[TableChange]]:
        """Yield changes of which one is another than it should be: the last first, in turn."""
        ways = [list(self._others(change, move)) for change in found]
        for number in range(max(map(len, ways))):
            for place in reversed(range(len(found))):
                if number < len(ways[place]):
                    yield [*found[:place], ways[place][number], *found[place + 1 :]]

    def _others(self, change: TableChange, move: str) -> Iterator[TableChange]:
        """Yield what a change might be taken for: one to somewhere else, to more, or none; what a
        move takes is surely not left where it was.
        """
        if change.what not in move:
            yield replace(change, after=change.before)
        if is_number(change.before) and is_number(change.after):
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

    def _in_words(self, changes: list[TableChange]) -> str:
        rows = [
            self.say("still", x.what, x.after)
            if x.before == x.after
            else self.say("changes", x.what, x.before, x.after)
            for x in changes
        ]
        return self.asking.plan.speech.catalogue.semicolon.join(rows)
