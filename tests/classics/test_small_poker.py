"""Kuhn and Leduc poker: the whole tree of each is that of OpenSpiel, and Kuhn's value is −1/18.

OpenSpiel has fewer names. Its pass in Kuhn is a check or a fold, its bet is a call, too; its call
in Leduc is a check, too.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import permutations, product
from typing import Any

import pytest

from engine import Game, Session
from engine.game.interpreter import State
from tests.examples.test_examples import loaded

pyspiel = import_module("pyspiel")
RANKS = ("jack", "queen", "king")
CARDS = tuple(f"{rank} of {suit}" for rank in RANKS for suit in ("hearts", "spades"))
KUHN = {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}
LEDUC = {"check": "Call", "call": "Call", "raise": "Raise", "fold": "Fold"}
BETS = ("bet", "call")
Deal = tuple[str, ...]
Strategy = dict[tuple[str, Deal], Fraction]
"""How often a player bets or calls, by the card in hand and the moves before."""


def deals(game: Game, cards: Deal, many: int) -> dict[Deal, Session]:
    """Deal until the first cards have come in every order: both hands, and the top of the deck."""
    found: dict[Deal, Session] = {}
    wanted, seed = set(permutations(cards, many)), 0
    while found.keys() != wanted:
        session = Session(game, seed)
        zones = session.view(None).zones
        names = {zone.family: zone.items for zone in zones if zone.family != "hand"}
        hands = [str(zone.items[0].name) for zone in zones if zone.family == "hand"]
        found[(*hands, str(names["deck"][-1].name))[:many]] = session
        seed += 1
    return found


class Trees:
    """Two trees, walked side by side. `given`: what each player's score begins with."""

    def __init__(self, game: Game, cards: Deal, names: dict[str, str], given: int) -> None:
        self.game, self.cards, self.names, self.given = game, cards, names, given
        self.met = 0

    def compare(self, session: Session, state: State, other: Any, top: str) -> None:
        """Hold moves, turn and returns of a position and of all after it against OpenSpiel."""
        self.met += 1
        rules = self.game.interpreter
        if other.is_chance_node():
            other.apply_action(self.cards.index(top))
        assert rules.over(state) == other.is_terminal()
        if rules.over(state):
            won = [score - self.given for score in session.ranked(state)]
            assert won == other.returns()
            return
        seat = other.current_player()
        assert rules.seat(state) == seat
        theirs = {other.action_to_string(seat, action): action for action in other.legal_actions()}
        ours = {self.names[legal.text]: legal.move for legal in self.game.wording.legal(state)}
        assert ours.keys() == theirs.keys()
        for name, move in ours.items():
            after = list(state)
            rules.apply(after, move)
            self.compare(session, after, other.child(theirs[name]), top)


@pytest.mark.parametrize(
    ("name", "cards", "many", "names", "given", "known"),
    [("kuhn", RANKS, 2, KUHN, 2, 6 * 9), ("leduc", CARDS, 3, LEDUC, 13, 120 * 85)],
)
def test_openspiel_has_the_same_tree(
    name: str, cards: Deal, many: int, names: dict[str, str], given: int, known: int
) -> None:
    trees = Trees(Game(loaded(name), 2), cards, names, given)
    for deal, session in deals(trees.game, cards, many).items():
        other = pyspiel.load_game(f"{name}_poker").new_initial_state()
        for card in deal[:2]:
            other.apply_action(cards.index(card))
        trees.compare(session, session.state, other, deal[-1])
    assert trees.met == known


class Kuhn:
    """The tree of our text, and what the first player wins in it."""

    def __init__(self) -> None:
        self.game = Game(loaded("kuhn"), 2)
        self.deals = deals(self.game, RANKS, 2)

    def value(self, *players: Strategy) -> Fraction:
        """What the first player wins on average."""
        worth = [self.after(x, x.state, deal, (), players) for deal, x in self.deals.items()]
        return sum(worth, Fraction()) / len(worth)

    def after(
        self, session: Session, state: State, deal: Deal, made: Deal, players: tuple[Strategy, ...]
    ) -> Fraction:
        rules = self.game.interpreter
        if rules.over(state):
            return Fraction(session.ranked(state)[0] - 2)
        seat, worth = rules.seat(state), Fraction()
        often = players[seat][deal[seat], made]
        for legal in self.game.wording.legal(state):
            share = often if legal.text in BETS else 1 - often
            if share:
                later = list(state)
                rules.apply(later, legal.move)
                worth += share * self.after(session, later, deal, (*made, legal.text), players)
        return worth


def strategy(*often: tuple[Deal, tuple[int | Fraction, ...]]) -> Strategy:
    """How often to bet or call after some moves, with the jack, the queen and the king."""
    return {
        (card, made): Fraction(x)
        for made, shares in often
        for card, x in zip(RANKS, shares, strict=True)
    }


def pure(*made: Deal) -> list[Strategy]:
    """Every way to answer for certain."""
    places = [(card, moves) for moves in made for card in RANKS]
    return [
        dict(zip(places, map(Fraction, choice), strict=True))
        for choice in product((0, 1), repeat=len(places))
    ]


def test_kuhn_is_worth_minus_an_eighteenth_to_the_first_player() -> None:
    kuhn, third = Kuhn(), Fraction(1, 3)
    first = strategy(((), (third, 0, 1)), (("check", "bet"), (0, 2 * third, 1)))
    second = strategy((("check",), (third, 0, 1)), (("bet",), (0, third, 1)))
    value = Fraction(-1, 18)
    assert kuhn.value(first, second) == value
    assert max(kuhn.value(other, second) for other in pure((), ("check", "bet"))) == value
    assert min(kuhn.value(first, other) for other in pure(("check",), ("bet",))) == value
