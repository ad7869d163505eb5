"""Gin rummy: whole games, and the same deals in OpenSpiel.

OpenSpiel differs from the printed rules in five points. A player may throw away the card that was
just taken from the heap. With two cards left in the stock, the next player may still knock with
the card on the heap. An equal count isn't an undercut. Hardly any third card is laid off on a run.
A knocker lays down until no more than ten points are left over; ours lets knockers count more
against themselves, and counts the best melds of the other player without being asked.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from importlib import import_module
from typing import Any

from engine import Game, Session
from tests.constructs.tiny import var, zone
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
DEALS = 1_000 if ALL else 2
"""Each is a game of OpenSpiel."""
RANKS = dict(zip(["ace", *map(str, range(2, 11)), "jack", "queen", "king"], "A23456789TJQK",
                 strict=True))  # fmt: skip
DRAWING = {"draw": "Draw stock", "take": "Draw upcard", "pass": "Pass"}
Cards = frozenset[str]


def _short(card: str | None) -> str:
    """A card as OpenSpiel writes it."""
    rank, _, suit = str(card).partition(" of ")
    return RANKS[rank] + suit[0]


def _cards(text: str) -> Cards:
    """The cards of a move of ours, without the number of a meld."""
    if "(" not in text:
        return frozenset()
    return frozenset(map(_short, text.rstrip(")").partition("(")[2].split(", ")[0].split(" + ")))


def _hand(session: Session, seat: int) -> list[str]:
    return [_short(card) for card in zone(session, f"hand[seat {seat + 1}]")]


def _points(session: Session) -> list[int]:
    return [int(str(var(session, f"points[seat {seat}]"))) for seat in (1, 2)]


class Deal:
    """A deal of OpenSpiel with the cards of ours."""

    def __init__(self, session: Session) -> None:
        self.state: Any = pyspiel.load_game("gin_rummy").new_initial_state()
        self.first = session.seat or 0
        self.taken = ""
        self.laid_off = Counter[str]()
        """How many cards have been laid off, by the number of the meld."""
        for seat in (self.first, 1 - self.first):
            for card in _hand(session, seat):
                self.apply(card)
        self.apply(_short(zone(session, "heap")[-1]))

    def seat(self) -> int:
        """Whose turn it is, as ours are counted."""
        return int((self.state.current_player() + self.first) % 2)

    def names(self) -> dict[str, int]:
        named = {a: self.state.action_to_string(a) for a in self.state.legal_actions()}
        return {re.split("Action: |outcome: ", text)[1]: a for a, text in named.items()}

    def apply(self, name: str) -> None:
        self.state.apply_action(self.names()[name])

    def cards(self) -> dict[Cards, str]:
        """The legal moves with cards, by the cards."""
        names = [name for name in self.names() if name != "Pass"]
        return {frozenset(re.findall("..", name)): name for name in names}

    def with_which_to_knock(self) -> set[Cards]:
        """The cards with which OpenSpiel's player may knock."""
        if "Knock" not in self.names():
            return set()
        after = self.state.child(self.names()["Knock"])
        named = [after.action_to_string(action) for action in after.legal_actions()]
        return {frozenset([text[-2:]]) for text in named} - {frozenset([self.taken])}

    def left_over(self, card: Cards) -> int:
        """What is left over of the player's hand when a card is thrown away."""
        player = self.state.current_player()
        after = str(self.state.child(self.names()[next(iter(card))]))
        return int(re.findall(r"Deadwood=(\d+)", after)[player])

    def phase(self) -> str:
        return str(re.findall(r"Phase: (\w+)", str(self.state))[0])

    def lays_off(self) -> set[Cards]:
        """The cards that OpenSpiel's player may lay off."""
        return {cards for cards in self.cards() if len(cards) == 1}

    def finish(self) -> None:
        """Make the melds of the player who hasn't knocked, with as little left over as can be."""
        self.state = self._best(self.state, self.state.current_player())

    def _best(self, state: Any, player: int) -> Any:
        if state.is_terminal():
            return state
        named = {a: state.action_to_string(a).rpartition(" ")[2] for a in state.legal_actions()}
        ends = [self._best(state.child(a), player) for a, name in named.items() if len(name) > 2]
        return max(ends, key=lambda end: end.returns()[player])

    def gained(self, knocker: int) -> list[int]:
        """What both seats gain by our rules."""
        worth = int(self.state.returns()[(knocker - self.first) % 2])
        gained = [0, 0]
        if worth > 0:
            gained[knocker] = worth
        else:
            gained[1 - knocker] = -worth or 25
        return gained


def test_openspiel_has_the_same_moves_and_points() -> None:
    game = Game(loaded("gin-rummy"), 2)
    met, deals, seed = set[str](), 0, 0
    while deals < DEALS:
        deals += _play(Session(game, seed), random.Random(seed), DEALS - deals, met)
        seed += 1
    assert {"knock", "lay_down"} <= met
    assert not ALL or {"stop", "lay_off", "keep"} <= met


def _play(session: Session, chance: random.Random, most: int, met: set[str]) -> int:
    """Play a game, or so many deals of it; return how many, and add what moves were made."""
    deals = 0
    while not session.over and deals < most:
        deal, points = Deal(session), _points(session)
        knocker = _one_deal(session, deal, chance, met)
        if knocker is not None:
            points = [old + more for old, more in zip(points, deal.gained(knocker), strict=True)]
        deals += 1
        assert _points(session) == points
        assert session.over == (max(points) >= 100 or deals == 15)
    return deals


def _one_deal(session: Session, deal: Deal, chance: random.Random, met: set[str]) -> int | None:
    """Play a deal in both; return the seat that knocked, or None."""
    number, knocker = session.view(None).round, None
    while not session.over and session.view(None).round == number:
        seat = session.seat or 0
        if deal.phase() == "Knock" and seat != knocker:
            deal.apply("Pass")
        assert seat == deal.seat()
        legal = session.game.wording.written_moves(session.state)
        moves = list(legal)
        _compare(deal, moves)
        move = _chosen(deal, moves, chance)
        name, held = move.partition("(")[0], {*_hand(session, seat)}
        deal.taken = _short(zone(session, "heap")[-1]) if name == "take" else deal.taken
        session.apply(legal[move], move)
        met.add(name)
        match name:
            case "draw":
                deal.apply("Draw stock")
                deal.apply(*({*_hand(session, seat)} - held))
                deal.taken = ""
            case "knock":
                knocker = seat
                deal.apply("Knock")
                deal.apply(*_cards(move))
            case "take" | "pass" | "stop" | "keep":
                deal.apply(DRAWING.get(name, "Pass"))
            case _:
                deal.laid_off[_meld(move)] += name == "lay_off"
                deal.apply(deal.cards()[_cards(move)])
    if deal.phase() in ("Knock", "Wall"):
        deal.apply("Pass")
    if knocker is not None:
        assert not deal.lays_off()
        deal.finish()
    assert deal.state.is_terminal()
    return knocker


def _compare(deal: Deal, moves: list[str]) -> None:
    """Hold the legal moves of ours against OpenSpiel's."""
    ours: dict[str, set[Cards]] = {}
    for move in moves:
        ours.setdefault(move.partition("(")[0], set()).add(_cards(move))
    if ours.keys() <= DRAWING.keys():
        assert {DRAWING[name] for name in ours} == deal.names().keys()
    elif "throw" in ours:
        assert ours["throw"] == {cards for cards in deal.lays_off() if cards != {deal.taken}}
        assert ours.get("knock", set()) == deal.with_which_to_knock()
    elif "stop" in ours:
        assert deal.cards().keys() <= ours.get("lay_down", set())
    else:
        common = {_cards(move) for move in _common(deal, moves)} - {frozenset()}
        assert common <= deal.lays_off() <= set().union(*ours.values())


def _common(deal: Deal, moves: list[str]) -> list[str]:
    """The moves that aren't the third card on a run."""
    return [move for move in moves if deal.laid_off[_meld(move)] < 2]


def _meld(move: str) -> str:
    """The number of the meld that a card is laid off on; nothing of other moves."""
    return move.rstrip(")").partition(", ")[2] if move.startswith("lay_off") else ""


def _chosen(deal: Deal, moves: list[str], chance: random.Random) -> str:
    """A move that OpenSpiel has, too: knock often, and often keep what belongs together."""
    knocks = [move for move in moves if move.startswith("knock")]
    if knocks and chance.random() < 0.7:
        return chance.choice(knocks)
    throws = [move for move in moves if move.startswith("throw")]
    if throws and chance.random() < 0.9:
        return min(throws, key=lambda move: deal.left_over(_cards(move)))
    if "stop" in moves:
        melds, stops = deal.cards().keys(), "Pass" in deal.names()
        moves = [m for m in moves if (_cards(m) in melds if m != "stop" else stops)]
    return chance.choice(_common(deal, moves))
