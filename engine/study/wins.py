"""Who wins, counted in the same way everywhere.

A side is a team, or a seat that plays for itself; seats that all play against the game are one
side. A side that wins without any other has a win, and so has each of its seats. A win that several
sides share is a tie for each of their seats and a win for none. Where two are weighed against each
other, a tie counts as an equal part of a win.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from engine.study.intervals import Whole

UNFINISHED = -1
"""Stands for the winners of a game that was stopped before its end."""
TIES = "A win that several share is a tie for each of them, and a win for none."
DRAWS = (
    "A game that nobody wins is a draw, also if everybody loses. "
    "A shared win is a draw for those who share it."
)


def winning_sides(winners: Whole, players: int, sides: int) -> Whole:
    """Return which sides win as bits, game by game, given which seats do."""
    seats = winners[:, None] >> np.arange(players) & 1
    found: Whole = np.bitwise_or.reduce(seats << np.arange(players) % sides, axis=1)
    return found


def wins(winners: Whole, players: int, sides: int) -> Whole:
    """Return by game and seat 1 where its side wins without any other, else 0."""
    won = winning_sides(winners, players, sides)
    return _of_seats(won * (np.bitwise_count(won) == 1), players, sides)


def ties(winners: Whole, players: int, sides: int) -> Whole:
    """Return by game and seat 1 where its side shares a win with others, else 0."""
    won = winning_sides(winners, players, sides)
    return _of_seats(won * (np.bitwise_count(won) > 1), players, sides)


def losses(winners: Whole, players: int, sides: int) -> Whole:
    """Return by game and seat 1 where only others win, else 0; a single side loses to the game."""
    won = winning_sides(winners, players, sides)
    lost = won ^ (1 << sides) - 1
    return _of_seats(lost * ((won > 0) | (sides == 1)), players, sides)


def _of_seats(won: Whole, players: int, sides: int) -> Whole:
    """Return by game and seat the bit of its side."""
    found: Whole = won[:, None] >> np.arange(players) % sides & 1
    return found


def part_of_win(winners: Collection[int], seat: int, sides: int) -> float:
    """Return the part that the side of a seat has in a win, given the seats that win."""
    won = {winner % sides for winner in winners}
    return 1 / len(won) if seat % sides in won else 0.0
