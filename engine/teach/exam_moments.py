"""What the questions of an exam are asked about: positions of games that nobody has seen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.ledger import LedgerRow
from engine.game.session import Game, Session
from engine.game.visits import by_chance, visits
from engine.game.wording import LegalMove
from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.teach.boxes import tried
from engine.teach.exercises import ANSWERS, Exercise, keyed, mixed
from engine.teach.plan import LessonPlan
from engine.teach.positions import SEED, ShownPosition
from engine.teach.topics import Topic

GAMES, LONGEST = 12, 150
"""So many games at most are looked through, each so far."""
A_GAME = 10
"""So many positions of a game at most are asked about."""
FIRST_SEED = 1000
"""Seeds of exams begin here: the examples and the course use small ones."""
SURE = 16
"""In so many worlds a move has to do the same, for what it does to be asked."""
LEARNER = 0
"""Which seat is asked."""

Asked = Iterator[Exercise]


@dataclass(frozen=True)
class Moment:
    """A position that is asked about, and the move that was made there."""

    session: Session
    position: ShownPosition
    move: Move
    legal: tuple[LegalMove, ...]


class Asking:
    """What all kinds of questions need: the plan, the game, and how a question is put together."""

    def __init__(self, plan: LessonPlan, dice: random.Random) -> None:
        """Prepare for a plan; `dice` chooses."""
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

    def moments(self, seed: int) -> Iterator[Moment]:
        """Yield positions of random games that nobody has seen."""
        game = self.game
        for number in range(GAMES):
            deal = FIRST_SEED + GAMES * seed + number
            state = game.interpreter.start(deal)
            wanted = self.dice.sample(range(LONGEST), 2 * A_GAME)
            try:
                for visit in visits(game.interpreter, state, LONGEST, by_chance(deal)):
                    asked = visit.number in wanted and state[at.ME] == LEARNER
                    if asked and len(visit.legal) > 1:
                        yield self._moment(state, visit.move)
            except RulesError:
                continue

    def _moment(self, state: State, move: Move) -> Moment:
        session = Session(self.game, SEED, fair=False)
        session.state = list(state)
        position = ShownPosition(
            "", self.game.players, tuple(self.game.given.items()), tuple(state)
        )
        return Moment(session, position, move, tuple(session.legal()))

    def exercise(
        self, kind: str, point: Topic, question: str, rows: Sequence[tuple[str, str]], now: Moment
    ) -> Asked:
        """Yield a question with its answers and replies, the right one first."""
        if len({answer for answer, _ in rows}) >= min(3, ANSWERS):
            key = keyed(f"exam {kind} {point.key}", f"{point.sentence}\n{point.more}")
            answers = mixed(rows, self.dice)
            yield Exercise(key, point.number, question, *answers, now.position)

    def line(self, rows: Iterable[LedgerRow]) -> Topic | None:
        """Return the point of the first line of a score that has one."""
        places = ((row.span.file, row.span.line) for row in rows)
        return next((self.by_span[place] for place in places if place in self.by_span), None)

    def points(self, state: State) -> int:
        """Return what all scores of the learner come to."""
        numbers = range(len(self.game.ledgers.scores))
        return sum(self.game.interpreter.points(state, number, LEARNER) for number in numbers)

    def worlds(self, now: Moment, move: Move) -> list[tuple[State, State]]:
        """Return positions before and after a move in so many worlds that chance shows itself."""
        return tried(self.game, now.session.information_set(LEARNER), move, SURE)


def over(before: State, after: State) -> bool:
    """Return whether a round or the game has ended between two positions."""
    return after[at.ROUND] != before[at.ROUND] or after[at.PC] == at.OVER
