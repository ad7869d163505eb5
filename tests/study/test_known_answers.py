"""Games of which everything is known: what is computed of them is right."""

import pytest

from benchmarks import kuhn, nim
from engine.game.session import Game
from engine.rules.load import load

KUHN_OPENS = {0: 1 / 3, 1: 0.0, 2: 1.0}
"""How likely a jack, a queen and a king bet first, in an equilibrium (Kuhn, 1950)."""
KUHN_ANSWERS = {"0": {0: 1 / 3, 1: 0.0, 2: 1.0}, "1": {0: 0.0, 1: 1 / 3, 2: 1.0},
                "01": {0: 0.0, 1: 2 / 3, 2: 1.0}}  # fmt: skip
"""The same after a check (bet), after a bet (call), and after a check and a bet (call)."""


def equilibrium(state: list[int], situation: kuhn.Situation) -> list[float]:
    """Check or bet, and call or fold, as in an equilibrium."""
    card, moves = situation
    bold = KUHN_ANSWERS[moves][card] if moves else KUHN_OPENS[card]
    return [1 - bold, bold] if moves in ("", "0") else [bold, 1 - bold]


def test_nobody_gains_against_an_equilibrium_of_kuhn_poker() -> None:
    deals = kuhn.Deals(Game(load("kuhn"), 2), equilibrium)
    assert deals.value() == pytest.approx(kuhn.VALUE)
    assert deals.response(0) == pytest.approx(kuhn.VALUE)
    assert deals.response(1) == pytest.approx(-kuhn.VALUE)


def test_a_best_response_takes_what_others_give_away() -> None:
    deals = kuhn.Deals(Game(load("kuhn"), 2), lambda state, situation: [0.0, 1.0])
    # Against one who always bets and always folds, a king checks and calls, and the others bet.
    assert deals.response(0) == pytest.approx((2 + 1 + 1) / 3)


@pytest.mark.parametrize("last_loses", [False, True])
def test_nim_is_won_where_the_theory_says_so(last_loses: bool) -> None:
    solution = nim.Solution(Game(load("nim"), 2, {"last_loses": int(last_loses)}))
    assert len(solution.wins) == 383
    assert all(nim.right(heaps, last_loses) == won for heaps, won in solution.wins.items())
