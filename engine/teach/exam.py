"""The exam: questions about positions of games that nobody has seen, answered by the rules.

What is allowed, what is it worth, what happens next: the wrong options come from the same rule as
the right one, so that words alone don't give it away. Nothing of the course comes again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from engine.compile import layout as at
from engine.game.explain import Explanation
from engine.game.interpreter import Move, State
from engine.game.ledger import LedgerGroup, LedgerRow, grouped
from engine.game.session import Game, Session
from engine.game.visits import by_chance, visits
from engine.game.wording import LegalMove
from engine.language.diagnostics import RulesError
from engine.moves.notation import in_words
from engine.rules import model as m
from engine.rules.catalogue import capital, signed
from engine.rules.walk import walk
from engine.teach.boxes import score_changes, tried
from engine.teach.exercises import ANSWERS, Exercise, keyed, mixed, shown_move
from engine.teach.made_exercises import made_exercises
from engine.teach.phrases import sentence
from engine.teach.plan import LessonPlan
from engine.teach.positions import SEED, ShownPosition
from engine.teach.topics import Topic

QUESTIONS = 12
"""So many questions an exam has."""
MOST_WORDS = 2
"""So many of them at most ask about words."""
GAMES, LONGEST, ENOUGH = 12, 150, 40
"""So many games at most are looked through, each so far; so many positions, if they will do."""
A_GAME = 10
"""So many positions of a game at most are asked about."""
MOST_TRIED, MOST_GAINS = 10, 8
"""So many moves at most are tried in a position: for a rule that forbids them, for points."""
_FIRST_SEED = 1000
"""Seeds of exams begin here: the examples and the course use small ones."""

LEARNER = 0
"""Which seat is asked."""

Asked = Iterator[Exercise]
_Gains = tuple[State, list[tuple[LegalMove, int, State]]]


def exam_of(plan: LessonPlan, seed: int = 1, count: int = QUESTIONS) -> list[Exercise]:
    """Return the questions of an exam: for each kind of question about equally many.

    The same seed asks the same.
    """
    asker = _Asker(plan, random.Random(seed))
    kinds: list[Callable[[_Moment], Asked]] = [
        asker.allowed, asker.worth, asker.next_choice, asker.forbidden, asker.gain, asker.best,
    ]  # fmt: skip
    found: list[list[Exercise]] = [[] for _ in kinds]
    most = count // len(kinds) + 1
    for number, moment in enumerate(asker.moments(seed)):
        for questions, kind in zip(found, kinds, strict=True):
            if len(questions) < most:
                known = {(x.question, x.answers[x.right]) for x in questions}
                new = (x for x in kind(moment) if (x.question, x.answers[x.right]) not in known)
                questions += islice(new, 1)
        if all(len(questions) >= most for questions in found):
            break
        if number >= ENOUGH and sum(map(len, found)) >= count:
            break
    kept = _chosen(found, count)
    return [*kept, *_others(plan, asker.dice, count - len(kept))]


def _others(plan: LessonPlan, dice: random.Random, count: int) -> list[Exercise]:
    """Return exercises of the course for a game that too little can be asked about; at most two
    ask about words.
    """
    made = list(made_exercises(plan, dice, set())) if count else []
    dice.shuffle(made)
    placed = [x for x in made if x.position is not None]
    return [*placed, *[x for x in made if x.position is None][:MOST_WORDS]][:count]


def _chosen(found: Sequence[list[Exercise]], count: int) -> list[Exercise]:
    """Return so many questions, of the kinds in turn, first those on points that are new."""
    kept: list[Exercise] = []
    waiting = [list(questions) for questions in found]
    while len(kept) < count and any(waiting):
        for questions in waiting:
            if questions and len(kept) < count:
                asked = {exercise.point for exercise in kept}
                fresh = [x for x in questions if x.point not in asked] or questions
                kept.append(fresh[0])
                questions.remove(fresh[0])
    return kept


@dataclass(frozen=True)
class _Moment:
    """A position that is asked about, and the move that was made there."""

    session: Session
    position: ShownPosition
    move: Move
    legal: tuple[LegalMove, ...]


class _Asker:
    def __init__(self, plan: LessonPlan, dice: random.Random) -> None:
        self.plan = plan
        self.dice = dice
        self.say = plan.speech.say
        players = plan.players or plan.rules.header.players[0]
        self.game = Game(plan.loaded, players, None, plan.language)
        self.by_span = {
            (point.span.file, point.span.line): point
            for point in reversed(plan.points)
            if not isinstance(point.node, m.Header)
        }
        self._last: tuple[_Moment, list[tuple[str, list[tuple[str, Explanation]]]]] | None = None
        """What is refused in the position that was looked at last."""
        self.outcomes: dict[str, None] = {}
        """What has come next after moves, as distractors for one another."""

    def moments(self, seed: int) -> Iterator[_Moment]:
        """Yield positions of random games that nobody has seen."""
        game = self.game
        for number in range(GAMES):
            deal = _FIRST_SEED + GAMES * seed + number
            state = game.interpreter.start(deal)
            wanted = self.dice.sample(range(LONGEST), 2 * A_GAME)
            try:
                for visit in visits(game.interpreter, state, LONGEST, by_chance(deal)):
                    asked = visit.number in wanted and state[at.ME] == LEARNER
                    if asked and len(visit.legal) > 1:
                        yield self._moment(state, visit.move)
            except RulesError:
                continue

    def _moment(self, state: State, move: Move) -> _Moment:
        session = Session(self.game, SEED, fair=False)
        session.state = list(state)
        position = ShownPosition(
            "", self.game.players, tuple(self.game.given.items()), tuple(state)
        )
        return _Moment(session, position, move, tuple(session.legal()))

    def _exercise(
        self, kind: str, point: Topic, question: str, rows: Sequence[tuple[str, str]], now: _Moment
    ) -> Asked:
        """Yield a question with its answers and replies, the right one first."""
        if len({answer for answer, _ in rows}) >= min(3, ANSWERS):
            key = keyed(f"exam {kind} {point.key}", f"{point.sentence}\n{point.more}")
            answers = mixed(rows, self.dice)
            yield Exercise(key, point.number, question, *answers, now.position)

    # -------------------------------------------------------------- what is allowed

    def allowed(self, now: _Moment) -> Asked:
        """Ask which of some moves of one action is allowed."""
        for action, refused in self._refused(now):
            legal = [x for x in now.legal if x.written.name == action]
            if legal and len(refused) >= 2:
                chosen = self.dice.choice(legal)
                rows = [(in_words(chosen.shown), chosen.words)]
                rows += [(shown, why.sentence) for shown, why in refused]
                point = self.by_span[refused[0][1].span.file, refused[0][1].span.line]
                yield from self._exercise("allowed", point, self.say("ask legal"), rows, now)

    def forbidden(self, now: _Moment) -> Asked:
        """Ask which of some moves of one action is not allowed."""
        for action, refused in self._refused(now):
            legal = [x for x in now.legal if x.written.name == action]
            if len(legal) >= 2:
                shown, why = self.dice.choice(refused)
                self.dice.shuffle(legal)
                rows = [(shown, sentence(why.sentence))]
                rows += [(in_words(x.shown), x.words) for x in legal]
                point = self.by_span[why.span.file, why.span.line]
                yield from self._exercise("forbidden", point, self.say("ask illegal"), rows, now)

    def _refused(self, now: _Moment) -> list[tuple[str, list[tuple[str, Explanation]]]]:
        """Return the actions of which a rule refuses moves here, with these and the reasons."""
        if self._last is None or self._last[0] is not now:
            self._last = now, list(self._all_refused(now))
        return self._last[1]

    def _all_refused(self, now: _Moment) -> Iterator[tuple[str, list[tuple[str, Explanation]]]]:
        legal, called = {x.text for x in now.legal}, self.plan.speech.catalogue.name
        offered = [x.action for x in self.game.wording.actions(now.session.state[at.PC])]
        for action in {x.name: x for x in offered if x.parameters and x.requires}.values():
            texts = [text for text in self._texts(action, now) if text not in legal]
            self.dice.shuffle(texts)
            found: list[tuple[str, Explanation]] = []
            offers = any(x.written.name == called(action.name) for x in now.legal)
            for text in texts[:MOST_TRIED] if offers else ():
                if len(found) == ANSWERS - 1:
                    break
                why = now.session.explain(LEARNER, text)
                known = (why.span.file, why.span.line) in self.by_span
                if not why.legal and why.forbidden and known:
                    found.append((shown_move(now.session, text), why))
            if found:
                yield called(action.name), found

    def _texts(self, action: m.Action, now: _Moment) -> list[str]:
        """Return moves of an action as they would be written, with what there is to name."""
        names: dict[str, None] = {}
        for zone in now.session.view(LEARNER).zones:
            if zone.owner in (None, LEARNER):
                names |= dict.fromkeys(item.name for item in zone.items if item.name)
        for enum in self.plan.rules.enums.values():
            names |= dict.fromkeys(member.name for member in enum.members)
        name = self.plan.speech.catalogue.name(action.name)
        texts = [list(names)] * len(action.parameters)
        if len(action.parameters) > 1:
            parts = [x.written.arguments or () for x in now.legal if x.written.name == name]
            places = range(len(action.parameters))
            texts = [
                list(dict.fromkeys([*(p[n] for p in parts if len(p) > n), *names])) for n in places
            ]
        return [f"{action.name}({', '.join(some)})" for some in islice(product(*texts), 600)]

    # -------------------------------------------------------------- what it is worth

    def worth(self, now: _Moment) -> Asked:
        """Ask what a part of the score is; wrong answers miss a line of it."""
        groups = [
            group
            for ledger in self.game.ledgers.ledgers(now.session.state, LEARNER, LEARNER)
            for group in grouped(ledger.rows)
            if group.total and not group.factor
        ]
        self.dice.shuffle(groups)
        for group in sorted(groups, key=lambda group: -len(group.rows)):
            point = self._line(group.rows)
            looked_up = point is not None and any(isinstance(p, m.Lookup) for p in walk(point.node))
            if point is None or (len(group.rows) == 1 and not looked_up):
                continue  # that only counts what lies there
            right = group.total or 0
            made = self.say("counted", ", ".join(f"{r.label} {r.shown}" for r in group.rows))
            wrong = [*_without_one(group), *self._cells(point, group.rows)]
            rows = self._numbers(right, wrong, made)
            question = self.say("ask part worth", capital(group.label))
            yield from self._exercise("worth", point, question, rows, now)

    def gain(self, now: _Moment) -> Asked:
        """Ask by how much a move changes the score."""
        gains = self._gains(now)
        telling = [(legal, gain) for legal, gain, _ in gains[1] if gain]
        for legal, gain in self.dice.sample(telling, len(telling)):
            row = self._changed(now, gains, gain)
            point = self._line([row] if row is not None else [])
            if point is not None and row is not None:
                others = [other for _, other, _ in gains[1] if other != gain]
                question = self.say("ask gain", in_words(legal.shown))
                rows = self._numbers(gain, [*others, -gain], f"{row.label}: {row.shown}.")
                yield from self._exercise("gain", point, question, rows, now)

    def best(self, now: _Moment) -> Asked:
        """Ask which of some moves brings most points at once."""
        gains = self._gains(now)
        actions = dict.fromkeys(legal.written.name for legal, _, _ in gains[1])
        for action in actions:
            some = [x for x in gains[1] if x[0].written.name == action]
            some.sort(key=lambda x: -x[1])
            if len({gain for _, gain, _ in some}) < 3 or some[0][1] == some[1][1]:
                continue
            row = self._changed(now, gains, some[0][1] or some[-1][1])
            point = self._line([row] if row is not None else [])
            if point is not None:
                top, others = some[0], some[1:]
                self.dice.shuffle(others)
                rows = [
                    (in_words(x.shown), self.say("brings", signed(gain)))
                    for x, gain, _ in (top, *others)
                ]
                yield from self._exercise("best", point, self.say("ask most"), rows, now)

    def _gains(self, now: _Moment) -> _Gains:
        """Return a position, and moves with what each changes in the score for certain, and what it
        leads to.
        """
        if not self.game.ledgers.scores:
            return now.session.state, []
        known = now.session.information_set(LEARNER)
        first: State = now.session.state
        found: list[tuple[LegalMove, int, State]] = []
        for legal in self.dice.sample(now.legal, min(MOST_GAINS, len(now.legal))):
            trials = tried(self.game, known, legal.move)
            if not trials or any(_over(before, after) for before, after in trials):
                return first, []
            gains = {self._points(after) - self._points(before) for before, after in trials}
            if len(gains) == 1:
                first = trials[0][0]
                found.append((legal, gains.pop(), trials[0][1]))
        return first, found

    def _changed(self, now: _Moment, gains: _Gains, gain: int) -> LedgerRow | None:
        """Return a line of the score that a move has changed by so much."""
        before, found = gains
        after = next((after for _, other, after in found if other == gain), None)
        changes = score_changes(self.game, before, after, LEARNER) if after is not None else []
        return next((row for change in changes for row in change.rows), None)

    def _points(self, state: State) -> int:
        """Return what all scores of the learner come to."""
        numbers = range(len(self.game.ledgers.scores))
        return sum(self.game.interpreter.points(state, number, LEARNER) for number in numbers)

    def _line(self, rows: Iterable[LedgerRow]) -> Topic | None:
        places = ((row.span.file, row.span.line) for row in rows)
        return next((self.by_span[place] for place in places if place in self.by_span), None)

    def _cells(self, point: Topic, rows: Sequence[LedgerRow]) -> list[int]:
        """Return other values of the tables that a line looks up."""
        tables = [p.table for p in walk(point.node) if isinstance(p, m.Lookup)]
        cells = [
            cell.value
            for name in tables
            for row in self.plan.rules.tables[name].cells
            for cell in row
            if isinstance(cell, m.Literal_) and cell.type.kind == "number"
        ]
        self.dice.shuffle(cells)
        factor = next((row.value for row in rows if row.kind == "times" and row.value), 1) or 1
        return [cell * factor for cell in cells]

    def _numbers(self, right: int, wrong: Iterable[int], made: str) -> list[tuple[str, str]]:
        """Return numbers to choose from, the right one first."""
        near = [right - 5, right + 5, right + 10]
        others = [x for x in dict.fromkeys([*wrong, *near]) if x != right][: ANSWERS - 1]
        return [(signed(number), made) for number in (right, *others)]

    # -------------------------------------------------------------- what happens next

    def next_choice(self, now: _Moment) -> Asked:
        """Ask who does what after a move."""
        outcome = self._outcome(now)
        if outcome is None:
            return
        self.outcomes.setdefault(outcome)
        others = [x for x in self.outcomes if x != outcome]
        if len(others) < 2:
            return
        self.dice.shuffle(others)
        others.sort(key=lambda x: x.split()[:2] != outcome.split()[:2])
        shown = next(x for x in now.legal if x.move == now.move).shown
        rows = [(answer, outcome) for answer in (outcome, *others)]
        question = self.say("ask next", in_words(shown))
        yield from self._exercise("next", self.plan.of("turn")[0], question, rows, now)

    def _outcome(self, now: _Moment) -> str | None:
        """Return what follows the move that is made, None where that isn't certain."""
        trials = tried(self.game, now.session.information_set(LEARNER), now.move)
        found = {self._told(before, after, LEARNER) for before, after in trials}
        return found.pop() if len(found) == 1 else None

    def _told(self, before: State, after: State, seat: int) -> str:
        if after[at.PC] == at.OVER:
            return self.say("then over")
        wording = self.game.wording
        names = dict.fromkeys(x.action.name for x in wording.actions(after[at.PC]))
        chosen = self.plan.speech.all_of(map(self.plan.speech.word, names), "or")
        words = self.plan.speech.catalogue
        same = after[at.ME] == seat
        told = (
            self.say("then you", chosen)
            if same
            else self.say("then other", words.name(f"seat {after[at.ME] + 1}"), chosen)
        )
        ended = after[at.ROUND] != before[at.ROUND]
        return f"{self.say('then round')} {sentence(told)}" if ended else sentence(told)


def _over(before: State, after: State) -> bool:
    """Return whether a round or the game has ended between two positions."""
    return after[at.ROUND] != before[at.ROUND] or after[at.PC] == at.OVER


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
