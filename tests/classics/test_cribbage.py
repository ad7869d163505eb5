"""Cribbage, and the same game in OpenSpiel: equal cards, moves and points.

OpenSpiel counts all hands of the last deal, and ours only until a player has reached the goal. In
the crib, OpenSpiel counts four cards of one suit; the printed rules want the card that is turned
up, too.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session, load
from tests.constructs.tiny import var, zone
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 1000 if ALL else 1
RANKS = dict(zip(["ace", *map(str, range(2, 11)), "jack", "queen", "king"], "A23456789TJQK",
                 strict=True))  # fmt: skip


def _short(card: str | None) -> str:
    """A card as OpenSpiel writes it."""
    rank, _, suit = str(card).partition(" of ")
    return RANKS[rank] + suit[0].upper()


class Mirror:
    """A game of OpenSpiel with the cards of ours; its players say go where they must."""

    def __init__(self) -> None:
        self.state: Any = pyspiel.load_game("cribbage").new_initial_state()

    def names(self) -> dict[frozenset[str], int]:
        """The actions that are legal, by the cards that they take."""
        state = self.state
        named = {a: state.action_to_string(a) for a in state.legal_actions()}
        return {frozenset(text.split()[1:]): a for a, text in named.items()}

    def deal(self, cards: list[str]) -> None:
        for card in cards:
            self.state.apply_action(self.names()[frozenset([card])])

    def say_go(self) -> None:
        while not self.state.is_chance_node() and set(self.names()) == {frozenset()}:
            self.state.apply_action(self.names()[frozenset()])

    def points(self) -> list[int]:
        scores = next(x for x in str(self.state).splitlines() if x.startswith("Scores: "))
        return [int(number) for number in scores.split()[1:]]


def _hand(session: Session, seat: int) -> list[str]:
    return [_short(card) for card in zone(session, f"hand[seat {seat + 1}]")]


def _points(session: Session) -> list[int]:
    return [int(str(var(session, f"points[seat {seat}]"))) for seat in (1, 2)]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_in_both(seed: int) -> None:
    # In OpenSpiel, player 0 deals first: our seat 2 lays first.
    session, chance = Session(Game(load("cribbage"), 2), seed, starter=1), random.Random(seed)
    other, rounds = Mirror(), 0
    crib: list[str] = []
    more = [0, 0]
    while session.seat is not None and not other.state.is_terminal():
        if other.state.is_chance_node() and len(_hand(session, 0)) == 6:
            other.deal(_hand(session, 0) + _hand(session, 1))
            rounds += 1
        legal = session.legal()
        moves = {frozenset(map(_short, _cards(move.text))): move for move in legal}
        if len(next(iter(moves))) == 1:
            assert other.state.current_player() == session.seat
        assert set(other.names()) == set(moves)
        cards = chance.choice(sorted(moves, key=sorted))
        crib += cards if len(cards) == 2 else ()
        other.state.apply_action(other.names()[cards])
        session.play(moves[cards].text)
        if other.state.is_chance_node() and (cut := zone(session, "cut")):
            other.deal([_short(cut[0])])
            turned_up = _short(cut[0])
        other.say_go()
        if len(_hand(session, 0)) == 6 and len(crib) == 4:
            more[(rounds - 1) % 2] += _only_in_openspiel(crib, turned_up)
            crib = []
        if session.seat is not None and not other.state.is_terminal():
            assert [a + b for a, b in zip(_points(session), more, strict=True)] == other.points()
    assert other.state.is_terminal()
    assert rounds > 2
    assert sum(points >= 121 for points in _points(session)) == 1 or any(more)
    assert all(a <= b for a, b in zip(_points(session), other.points(), strict=True))


def _only_in_openspiel(crib: list[str], turned_up: str) -> int:
    """What a flush in the crib adds that the card turned up doesn't belong to."""
    suits = {card[-1] for card in crib}
    return 4 if len(suits) == 1 and turned_up[-1] not in suits else 0


def _cards(move: str) -> list[str]:
    return move.split("(")[1].removesuffix(")").split(" + ")
