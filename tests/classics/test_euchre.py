"""Euchre, and the same game in OpenSpiel, deal by deal until a side has ten points.

OpenSpiel asks the maker to play alone after the dealer's discard, ours asks with the suit. It
forbids the dealer to put the card away that was turned up, which the printed rules allow.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session
from engine.game.options import read_options
from tests.constructs.tiny import var, zone
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 500 if ALL else 1
"""With either option."""
RANKS = {"9": "9", "10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


def _short(card: str | None) -> str:
    """A card as OpenSpiel writes it."""
    rank, _, suit = str(card).partition(" of ")
    return suit[0].upper() + RANKS[rank]


def _hand(session: Session, seat: int) -> list[str]:
    return [_short(card) for card in zone(session, f"hand[seat {seat + 1}]")]


def _points(session: Session) -> list[int]:
    return [int(str(var(session, f"points[team {side}]"))) for side in (1, 2)]


class Mirror:
    """A deal of OpenSpiel with the cards of ours."""

    def __init__(self, session: Session, forced: bool) -> None:
        name = f"euchre(stick_the_dealer={forced})"
        self.state: Any = pyspiel.load_game(name).new_initial_state()
        self.alone = False
        dealer = ((session.seat or 0) - 1) % 4
        hands = [_hand(session, (dealer + n) % 4) for n in range(4)]
        self.apply("NESW"[dealer])
        for cards in zip(*hands, strict=True):
            for card in cards:
                self.apply(card)
        self.apply(_short(zone(session, "turned")[0]))

    def names(self) -> dict[str, int]:
        seat = self.state.current_player()
        return {self.state.action_to_string(seat, a): a for a in self.state.legal_actions()}

    def apply(self, name: str) -> None:
        self.state.apply_action(self.names()[name])

    def play(self, name: str) -> None:
        """Make a move, and answer for the maker whether he plays alone."""
        self.apply(name)
        if "Alone" in self.names():
            self.apply("Alone" if self.alone else "Partner")


def _named(session: Session, text: str) -> str:
    """A move as OpenSpiel writes it; the names of both ways to choose trumps are one."""
    name, _, rest = text.rstrip(")").partition("(")
    match name:
        case "pass":
            return "Pass"
        case "order_up" | "order_up_alone":
            return str(zone(session, "turned")[0]).partition(" of ")[2].capitalize()
        case "call" | "call_alone":
            return rest.capitalize()
        case _:
            return _short(rest)


@pytest.mark.parametrize("forced", ["yes", "no"])
def test_openspiel_has_the_same_moves_and_points(forced: str) -> None:
    rules = loaded("euchre")
    game = Game(rules, 4, read_options(rules.checked(), {"forced": forced}))
    for seed in range(GAMES):
        _play(Session(game, seed), forced == "yes", random.Random(seed))


def _play(session: Session, forced: bool, chance: random.Random) -> None:
    deal, known, turned = Mirror(session, forced), [0, 0], ""
    while not session.over:
        other = deal.state
        assert session.seat == other.current_player()
        ours: dict[str, list[str]] = {}
        legal = session.game.wording.written_moves(session.state)
        for text in legal:
            ours.setdefault(_named(session, text), []).append(text)
        if next(iter(ours.values()))[0].startswith("bury"):
            ours.pop(turned, None)
        assert ours.keys() == deal.names().keys()
        name = chance.choice(sorted(ours))
        move = chance.choice(ours[name])
        deal.alone |= "alone" in move
        turned = "".join(_short(card) for card in zone(session, "turned"))
        session.apply(legal[move], move)
        deal.play(name)
        if deal.state.is_terminal():
            gained = [max(0, int(deal.state.returns()[seat])) for seat in (0, 1)]
            known = [old + more for old, more in zip(known, gained, strict=True)]
            assert _points(session) == known
            assert session.over == (max(known) >= 10)
            if not session.over:
                deal = Mirror(session, forced)
    assert session.winners == [seat for seat in range(4) if known[seat % 2] == max(known)]
