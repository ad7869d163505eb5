"""A review of a game: who was ahead when, what cost most, and what was well played.

What a decision cost is told by a search over games in mind, as the hints use it; where none can be
had it says so, and shows only the ledger's view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.agents.evaluation import lead
from engine.agents.hints import Advised, advise
from engine.agents.search_config import Level
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.teach.phrases import phrase

TRIES = 600
"""Games in mind for each decision."""
MOST = 3
"""So many decisions that cost, and that were good, are told."""
SURE = 12
"""What is known of a move tried less often than this is no ground for blame."""
MOST_DECISIONS = 60
"""So many decisions of a seat are looked at, spread over a long game."""


@dataclass(frozen=True)
class Cost:
    """A decision and the better move: what each is expected to bring, in points or wins of 100.

    `number`: after how many decisions of the game it was made.
    """

    number: int
    seat: int
    made: Advised
    better: Advised
    cost: float
    by_points: bool


@dataclass(frozen=True)
class Review:
    """What a review found.

    `curve`: the lead of the seat before each decision and at the end, in points. `costly` and
    `good`: at most three decisions each, with the move that was made, the better one and the
    difference in points or in wins of 100. `looked`: how many decisions were searched. `without`:
    why none was, or empty.

    >>> from engine import Game, Session, load, review
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> decision = session.play("take(4, 7)")
    >>> len(review(session, seat=0, tries=50).curve)
    2
    """

    seat: int
    curve: tuple[int, ...]
    costly: tuple[Cost, ...]
    good: tuple[Cost, ...]
    looked: int
    without: str = ""

    def __repr__(self) -> str:
        found = f"costly={len(self.costly)}, good={len(self.good)}"
        return f"<Review of seat {self.seat + 1}: looked={self.looked}, {found}>"


def review(
    session: Session, seat: int, tries: int = TRIES, tell: Callable[[int, int], None] | None = None
) -> Review:
    """Review a game for a seat: find its costly and its good decisions by simulated games.

    `tries`: how many games are simulated for a decision. `tell`: is called with how many decisions
    are done, and of how many. If no search is possible, `without` of the review says why.

    >>> from engine import Game, Session, load, review
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> decision = session.play("change(7)")
    >>> review(session, seat=0, tries=50)
    <Review of seat 1: looked=1, costly=0, good=1>
    """
    game = session.game
    curve = []
    for state in (*(d.state for d in session.history), session.state):
        try:
            curve.append(lead(game.interpreter, list(state), seat))
        except RulesError:
            curve.append(curve[-1] if curve else 0)
    mine = [n for n, decision in enumerate(session.history) if decision.seat == seat]
    mine = mine[:: max(1, -(-len(mine) // MOST_DECISIONS))]
    found: list[Cost] = []
    without = ""
    for done, number in enumerate(mine):
        if tell is not None:
            tell(done, len(mine))
        cost, why = cost_of(session, number, seat, tries)
        without = without or why
        if why:
            break
        if cost is not None:
            found.append(cost)
    costly = sorted((c for c in found if c.cost > 0), key=lambda c: -c.cost)[:MOST]
    good = [c for c in found if c.cost == 0 and c.better.move != c.made.move]
    good = sorted(good, key=lambda c: -_gain(c))[:MOST]
    return Review(seat, tuple(curve), tuple(costly), tuple(good), len(found), without)


def worth_in_words(cost: Cost, move: Advised, language: str) -> str:
    """Return what a move of a decision is expected to bring, as people read it."""
    number = f"{_value(move, cost.by_points):.1f}".replace("-", "−")
    number = number.replace(".", phrase("decimal sign", language))
    return phrase("points" if cost.by_points else "wins", language, number)


def _gain(cost: Cost) -> float:
    """Return how much better the move that was made is than the next best."""
    return _value(cost.made, cost.by_points) - _value(cost.better, cost.by_points)


def _value(move: Advised, by_points: bool) -> float:
    worth = move.lead if by_points else (move.wins or 0.0) * 100
    return worth or 0.0


def cost_of(session: Session, number: int, seat: int, tries: int) -> tuple[Cost | None, str]:
    """Return what a seat's decision, counted from 0, cost; and why no search is possible, or empty.

    None where there was nothing to choose, or where too few simulated games tried the moves.
    """
    game, decision = session.game, session.history[number]
    state = list(decision.state)
    legal = game.interpreter.legal(state)
    if len(legal) < 2:
        return None, ""
    known = session.information_set(seat, history=True, decisions=number)
    made: Advised | None = None
    for games in (tries, 4 * tries):
        try:
            advice = advise(game, known, legal, seat, Level(games, 0.0))
        except RulesError:
            return None, ""
        if advice.without:
            return None, advice.without
        made = next((x for x in advice.moves if x.move == decision.move), None)
        if made is not None and made.tries >= SURE:
            break
    best = advice.best
    if made is None:
        return None, ""
    by_points = best.lead is not None and made.lead is not None
    if best.move == made.move:
        return Cost(number, seat, made, advice.moves[1], 0.0, by_points), ""
    if made.tries < SURE or best.tries < SURE:
        return None, ""
    cost = _value(best, by_points) - _value(made, by_points)
    return Cost(number, seat, made, best, max(0.0, cost), by_points), ""
