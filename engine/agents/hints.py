"""Advice to the player who has to decide: what a search finds of each legal move, the best first.

It goes by what the seat knows, as the agents do. Asked again about the same position with the same
number of iterations, it says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from engine.agents.greedy import GreedyAgent, same_moves
from engine.agents.parallel_search import SearchUnavailable, forest
from engine.agents.search_config import MOST_ITERATIONS, Level, MoveStats
from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.knowledge import InformationSet
from engine.game.rng import Chance, derived
from engine.game.session import Game, Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.moves.notation import MoveText
from engine.rules.catalogue import Catalogue, capital

SECONDS = 1.0
_TREES = 4
_POINTS = 0.5
"""By so many points a move is expected to be better at least, to be called better for them."""
_WINS = 0.01
_NEVER_WORSE = 1_000_000
"""A lead beyond this is greedy's way of saying that a seat has won."""

ONLY = "{move} is the only legal move."
BY_POINTS = "expected lead at the end, in points: {lead}, against {second} with {other}."
BY_WINS = "wins {wins} of 100 games, against {second} with {other}."
MOVE = "{move}: {why}"
LEVEL = "{move} and {other} seem equally good."
LEVEL_BY_POINTS = "expected lead at the end, in points: {lead}, about as much as with {other}."


@dataclass(frozen=True)
class Advised:
    """A legal move and what is expected of it.

    `text` and `words`: notation and sentence; `written`: the notation in the language of the game,
    with its parts; `shown`: as it is read. `lead`: by how many points the seat is expected to be
    ahead in the end, None if nothing is counted. `wins`: its expected share of wins, 0 to 1, None
    if no game was simulated. `tries`: how many simulated games both rest on. `weight`: how good it
    is by the advice in the rules, 1 if they say nothing. `reason`: a sentence for it, or empty:
    from the rules' advice, and for the best move from the trained policy.

    >>> from engine import Game, Session, hint, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> best = hint(session, iterations=100).best
    >>> 0 <= best.wins <= 1, best.lead, best.tries > 0
    (True, None, True)
    """

    move: Move
    text: str
    words: str
    written: MoveText
    tries: int
    lead: float | None
    wins: float | None
    weight: int = 1
    reason: str = ""

    @property
    def shown(self) -> str:
        """The notation in the language of the game."""
        return self.written.said


@dataclass(frozen=True)
class Advice:
    """What a search advises: the legal moves, the best first, and a sentence on the best.

    `seat`: from 0. `iterations`: how many games were simulated; 0 if no search is possible, and
    then `without` says why.

    >>> from engine import Game, Session, hint, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> advice = hint(session, iterations=100)
    >>> len(advice.moves) == len(session.legal()), advice.best == advice.moves[0]
    (True, True)
    """

    seat: int
    moves: tuple[Advised, ...]
    sentence: str
    iterations: int
    without: str = ""

    def __repr__(self) -> str:
        return f"<Advice for seat {self.seat + 1}: {self.sentence}>"

    @property
    def best(self) -> Advised:
        """Return the move that looks best."""
        return self.moves[0]


def hint(session: Session, seconds: float | None = None, iterations: int | None = None) -> Advice:
    """Search for what the seat that has to decide should do; takes about a second.

    `seconds`: search for that long. `iterations` without `seconds`: search with so many simulated
    games, and find the same every time. Raises RulesError (E604) if the game is over.

    >>> from engine import Game, Session, hint, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> for move in ("take(4, 7)", "take(3, 5)", "take(2, 3)"):
    ...     decision = session.play(move)
    >>> hint(session)
    <Advice for seat 2: take 1, 1 is the only legal move.>
    """
    seat = session.seat
    if seat is None:
        raise RulesError(Diagnostic(Code.E604, "the game is over; nothing is to be decided"))
    if seconds is None and iterations is None:
        seconds = SECONDS
    budget = hint_budget(seconds or 0.0, iterations or MOST_ITERATIONS)
    legal = session.game.interpreter.legal(session.state)
    return advise(session.game, session.information_set(seat, history=True), legal, seat, budget)


def hint_budget(seconds: float = SECONDS, iterations: int = MOST_ITERATIONS) -> Level:
    """Return how long a hint is searched for."""
    return Level(iterations, seconds, trees=_TREES)


def advise(
    game: Game, known: InformationSet, legal: Sequence[Move], seat: int, budget: Level
) -> Advice:
    """Rank the legal moves of a seat by what it knows. Raises RulesError for rules that fail."""
    chance = Chance(derived(seat, sum(known.state)))
    without = ""
    found = [MoveStats(0, 0.0, 0.0)] * len(legal)
    if len(legal) > 1:
        try:
            # A hint shows every move, so every one is tried.
            every = replace(budget, params=replace(budget.params, prior_cutoff=0.0))
            found = forest(game).search(game, known, len(legal), chance, every)
        except SearchUnavailable as why:
            without = str(why)
            greedy = GreedyAgent(chance.below(1 << 31))
            values = greedy.values(game, known, legal, seat)
            found = [MoveStats(1, value / greedy.samples, 0.0, 1.0) for value in values]
    order = sorted(range(len(legal)), key=lambda i: found[i].rank, reverse=True)
    state = game.knowledge.sample(known, 0)
    there = same_moves(game.interpreter, state, legal)
    ranked = [_advised(game, state, there[i], legal[i], found[i], without) for i in order]
    if len(ranked) > 1 and not without:
        reason = forest(game).reason(game, known, order[0], order[1])
        ranked[0] = replace(ranked[0], reason=reason or ranked[0].reason)
    moves = tuple(ranked)
    done = 0 if without else sum(f.visits for f in found)
    return Advice(seat, moves, sentence(moves, game.wording.catalogue), done, without)


def _advised(
    game: Game, state: State, there: Move, move: Move, found: MoveStats, without: str
) -> Advised:
    """Put what was found of a move into words, by what it is in a sampled position."""
    wording = game.wording
    weight, said = advised(game, state, there)
    counted = bool(game.compiled.rankings) and abs(found.lead) < _NEVER_WORSE and found.visits > 0
    return Advised(
        move=move,
        text=wording.notation(state, there),
        words=wording.words(state, there, game.interpreter.seat(state)),
        written=wording.move_text(state, there, shown=True),
        tries=found.visits,
        lead=found.lead if counted else None,
        wins=found.wins if found.visits and not without else None,
        weight=weight,
        reason=game.wording.catalogue.text(said) if weight > 1 else "",
    )


def advised(game: Game, state: State, move: Move) -> tuple[int, str]:
    """Return a move's weight by the rules' own advice, and the sentence that they give with it."""
    found = game.wording.action(state[at.PC], move)
    advice = game.rules.advice.get(found[0].name) if found else None
    if advice is None:
        return 1, ""
    try:
        weight = game.interpreter.weight(state, move)
    except RulesError:
        weight = 1
    return weight, advice.words or ""


# ------------------------------------------------------------------ in words


def sentence(
    moves: Sequence[Advised],
    catalogue: Catalogue,
    name: Callable[[Advised], str] = attrgetter("shown"),
    *,
    named: bool = False,
) -> str:
    """Return why the first of some moves is to be preferred to the next.

    `name`: what a move is called. `named`: the first one is named before the sentence already.
    """
    best = moves[0]
    if len(moves) == 1:
        return catalogue.filled(ONLY, move=name(best))
    why = _why(best, moves[1], catalogue, name(moves[1]))
    if why is None:
        return catalogue.filled(LEVEL, move=name(best), other=name(moves[1]))
    return capital(why) if named else catalogue.filled(MOVE, move=name(best), why=why)


def _why(best: Advised, other: Advised, catalogue: Catalogue, named: str) -> str | None:
    """Return by how much a move is better than another, which has a name; None if nothing shows."""
    if best.lead is not None and other.lead is not None and best.lead - other.lead >= _POINTS:
        lead, second = points(best.lead, other.lead)
        return catalogue.filled(BY_POINTS, other=named, lead=lead, second=second)
    if best.wins is not None and other.wins is not None and best.wins - other.wins >= _WINS:
        wins, second = f"{100 * best.wins:.0f}", f"{100 * other.wins:.0f}"
        return catalogue.filled(BY_WINS, other=named, wins=wins, second=second)
    if best.lead is not None:
        return catalogue.filled(LEVEL_BY_POINTS, other=named, lead=points(best.lead)[0])
    return None


def points(*leads: float) -> list[str]:
    """Return leads as people write them, as exactly as it takes to tell them apart."""
    digits = 0 if len({round(lead) for lead in leads}) == len(leads) else 1
    return [_signed(lead, digits) for lead in leads]


def _signed(lead: float, digits: int) -> str:
    shown = f"{abs(lead):.{digits}f}"
    if not float(shown):
        return shown
    return ("−" if lead < 0 else "+") + shown
