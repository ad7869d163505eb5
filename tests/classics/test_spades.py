"""Spades, and the same game in OpenSpiel, deal by deal until a side has won.

OpenSpiel lets partners promise thirteen tricks together at most, which ours leaves to them. It
never finds the spades broken: its players lead another suit as long as they have one. It plays a
single deal and keeps no bags, so the test counts the bags from deal to deal.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

from engine import Game, Session
from tests.constructs.tiny import var, zone
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 1_000 if ALL else 1
FIRST = 14
"""The seed of the first game, which has five deals."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
SPADES = 39
BIDS = 52
"""The number of the bid of no trick."""


def _number(text: str) -> int:
    """A move as OpenSpiel counts them."""
    name, _, rest = text.rstrip(")").partition("(")
    return BIDS + int(rest) if name == "bid" else _card(rest)


def _card(card: str | None) -> int:
    """A card as OpenSpiel counts them."""
    rank, _, suit = str(card).partition(" of ")
    return 13 * SUITS.index(suit) + RANKS.index(rank)


class Deal:
    """A deal of OpenSpiel with the cards of ours, whose first player is the one who bids first."""

    def __init__(self, session: Session) -> None:
        self.state: Any = pyspiel.load_game("spades").new_initial_state()
        self.first = session.seat or 0
        self.bids: list[int] = []
        self.won = [0, 0]
        hands = [zone(session, f"hand[seat {(self.first + n) % 4 + 1}]") for n in range(4)]
        self.hands = [{*map(_card, hand)} for hand in hands]
        self.played: list[int] = []
        for cards in zip(*self.hands, strict=True):
            for card in cards:
                self.state.apply_action(card)

    def seat(self) -> int:
        """Whose turn it is, as ours are counted."""
        return int((self.state.current_player() + self.first) % 4)

    def legal(self) -> list[int]:
        """The legal moves; a player who leads may lead a spade after one has been played."""
        if self.played and len(self.played) % 4 == 0 and max(self.played) >= SPADES:
            return sorted(self.hands[self.state.current_player()] - {*self.played})
        return list(self.state.legal_actions())

    def play(self, number: int) -> None:
        """Make a move."""
        (self.bids if number >= BIDS else self.played).append(number % BIDS)
        self.state.apply_action(number)

    def side(self, side: int) -> tuple[int, int]:
        """What a side of ours has gained, and by how many tricks it has won too many."""
        place = (side - self.first) % 4
        text = str(self.state).split("Tricks taken:")[1].split()
        won = [int(number) for number in text[4:8]]
        spare = won[place] + won[(place + 2) % 4] - self.bids[place] - self.bids[(place + 2) % 4]
        return int(self.state.returns()[place]), max(0, spare)


def test_openspiel_has_the_same_moves_and_points() -> None:
    game = Game(loaded("spades"), 4)
    for seed in range(FIRST, FIRST + GAMES):
        _play(Session(game, seed), random.Random(seed))


def _play(session: Session, chance: random.Random) -> None:
    deal, points, bags = Deal(session), [0, 0], [0, 0]
    while not session.over:
        assert session.seat == deal.seat()
        legal = session.game.wording.written_moves(session.state)
        ours = {_number(text): text for text in legal}
        if len(deal.bids) in (2, 3):
            most = 13 - deal.bids[-2]
            ours = {number: text for number, text in ours.items() if number - BIDS <= most}
        assert sorted(ours) == deal.legal()
        number = chance.choice(_some(sorted(ours), chance))
        session.apply(legal[ours[number]], ours[number])
        deal.play(number)
        if deal.state.is_terminal():
            for side in (0, 1):
                gained, spare = deal.side(side)
                # OpenSpiel has counted ten bags of this deal alone.
                fell = (bags[side] + spare) // 10 - spare // 10
                points[side] += gained - 100 * fell
                bags[side] = (bags[side] + spare) % 10
            assert [int(str(var(session, f"points[team {n}]"))) for n in (1, 2)] == points
            if not session.over:
                deal = Deal(session)
    assert max(points) >= 500 or min(points) <= -200
    assert session.winners == [seat for seat in range(4) if points[seat % 2] == max(points)]


def _some(numbers: list[int], chance: random.Random) -> list[int]:
    """Often bids that two partners can keep, which let either side win; of cards, all."""
    fair = [number for number in numbers if BIDS + 2 <= number <= BIDS + 3]
    return fair if fair and chance.random() < 0.9 else numbers
