"""Hold'em, and the same betting and showdowns in OpenSpiel, hand by hand.

OpenSpiel divides a shared pot into equal parts, ours into whole chips. It reads the stacks of four
players at most.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session
from tests.constructs.tiny import var, zone
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
HANDS = 10
GAMES = 100 if ALL else 1
"""Games of ten hands each, for every number of players."""
RULES = (
    "universal_poker(betting=limit,numPlayers={n},numRounds=4,blind={blinds},raiseSize=2 2 4 4,"
    "firstPlayer={first},maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,"
    "numBoardCards=0 3 1 1,stack={stacks})"
)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
NAMES = {"fold": "Fold", "check": "Call", "call": "Call", "bet": "Bet"}


def _number(card: str | None) -> int:
    """A card as OpenSpiel counts them."""
    rank, _, suit = str(card).partition(" of ")
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def poker(n: int) -> Any:
    """The game of OpenSpiel: its first player pays the small blind, as the one who starts ours."""
    return pyspiel.load_game(
        RULES.format(
            n=n,
            blinds=" ".join(["1", "2", *["0"] * (n - 2)]),
            first="1 2 2 2" if n == 2 else "3 1 1 1",
            stacks=" ".join(["500"] * n),
        )
    )


class Hand:
    """A hand of OpenSpiel with the cards of ours."""

    def __init__(self, session: Session, theirs: Any) -> None:
        self.players: int = theirs.num_players()
        acts = session.seat or 0
        self.first = acts if self.players == 2 else (acts - 2) % self.players
        self.state: Any = theirs.new_initial_state()
        self.board: list[int] = []
        for n in range(self.players):
            for card in zone(session, f"hand[seat {self.seat(n) + 1}]"):
                self.state.apply_action(_number(card))

    def seat(self, player: int) -> int:
        """A player of OpenSpiel as ours are counted."""
        return (self.first + player) % self.players

    def names(self) -> dict[str, int]:
        player = self.state.current_player()
        named = {a: self.state.action_to_string(player, a) for a in self.state.legal_actions()}
        return {name.partition("move=")[2]: a for a, name in named.items()}

    def turn_up(self, session: Session) -> None:
        """Turn up the cards that lie on the board of ours."""
        for card in map(_number, zone(session, "board")):
            if self.state.is_chance_node() and card not in self.board:
                self.board.append(card)
                self.state.apply_action(card)

    def gained(self) -> list[float]:
        """What each seat of ours has gained."""
        returns = self.state.returns()
        return [returns[(seat - self.first) % self.players] for seat in range(self.players)]


@pytest.mark.parametrize("n", [2, 3, 4] if ALL else [3])
def test_openspiel_has_the_same_moves_and_chips(n: int) -> None:
    game, theirs = Game(loaded("holdem"), n), poker(n)
    for seed in range(GAMES):
        _play(Session(game, seed), theirs, random.Random(seed))


def _chips(session: Session) -> list[int]:
    return [int(str(var(session, f"chips[seat {n + 1}]"))) for n in range(session.game.players)]


def _play(session: Session, theirs: Any, chance: random.Random) -> None:
    hand, hands = Hand(session, theirs), 1
    before = [500] * hand.players
    while not session.over:
        assert session.seat == hand.seat(hand.state.current_player())
        legal = session.game.wording.written_moves(session.state)
        ours = {NAMES[text]: text for text in legal}
        assert ours.keys() == hand.names().keys()
        folds = chance.random() < 0.1
        name = chance.choice([x for x in sorted(ours) if folds or x != "Fold"])
        hand.state.apply_action(hand.names()[name])
        session.apply(legal[ours[name]], ours[name])
        hand.turn_up(session)
        if hand.state.is_terminal():
            after = session.scores if session.over else _settled(session, hand.first)
            gained = [new - old for new, old in zip(after, before, strict=True)]
            assert sum(gained) == 0
            for mine, known in zip(gained, hand.gained(), strict=True):
                assert abs(mine - known) < 1
            before = after
            if not session.over:
                hand, hands = Hand(session, theirs), hands + 1
    assert hands == HANDS


def _settled(session: Session, first: int) -> list[int]:
    """The chips at the end of a hand, when the blinds of the next one lie on the table already."""
    chips = _chips(session)
    for n, blind in ((1, 1), (2, 2)):
        chips[(first + n) % len(chips)] += blind
    return chips
