"""Backgammon: the rolls that everybody knows, and the same turns as OpenSpiel's.

OpenSpiel divides a turn with equal dice into two, each of which goes as far as it can. The rules
ask the whole turn to go as far as it can, so of its turns only those that use most dice count.
"""

from __future__ import annotations

import random
import re
from importlib import import_module
from typing import Any, TypeAlias

import pytest

from engine import Game, load
from engine.compile import layout as at
from engine.game.interpreter import State
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 100 if ALL else 1
MOST_TURNS = 400 if ALL else 12
Position: TypeAlias = tuple[tuple[int, ...], ...]
"""The men of both seats on the points 1 to 24, then on the bar and off the board."""


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(load("backgammon"), 2)


def counted(game: Game, state: State) -> Position:
    """Where the men are in a position of ours."""
    layout, pieces = game.compiled.layout, game.compiled.setting.pieces
    owner = [dict(piece.values).get("owner", 0) for piece in pieces]
    found = []
    for seat in range(2):
        row = []
        for name in ("point", "bar", "off"):
            family = layout.families[name]
            first, last = family.range
            places = list(range(first, last + 1, family.stride))
            if name != "point":
                places = [places[seat]]
            for place in places:
                row.append(
                    sum(owner[p] == seat for p in state[place + 1 : place + 1 + state[place]])
                )
        found.append(tuple(row))
    return tuple(found)


def turns(game: Game, state: State) -> dict[Position, State]:
    """The positions in which the turn can end: the dice are rolled then, or the game is over."""
    rules, waiting, found = game.interpreter, [state], dict[Position, State]()
    seen = set[Position]()
    while waiting:
        now = waiting.pop()
        for move in rules.legal(now):
            after = list(now)
            rules.apply(after, move)
            if rules.over(after) or after[at.RNG_LOW] != now[at.RNG_LOW]:
                found[counted(game, after)] = after
            elif (used := (*counted(game, after), left_by(game, after))) not in seen:
                seen.add(used)
                waiting.append(after)
    return found


def left_by(game: Game, state: State) -> tuple[int, ...]:
    """How many moves are left by each number."""
    cells = game.compiled.layout.cells["moves_by"]
    return tuple(state[cells.base : cells.base + cells.size])


def dice(game: Game, state: State) -> tuple[int, ...]:
    """The two dice, the lower one first."""
    low = game.compiled.layout.families["tray"].range[0]
    faces = game.compiled.layout.changing["face"][0]
    return tuple(sorted(state[faces + die] for die in state[low + 1 : low + 3]))


def theirs(other: Any) -> Position:
    """Where the men are in a position of OpenSpiel's, whose first player is our second."""
    waiting = str(other).rpartition("Bar:")[2].partition("\n")[0]
    home = re.findall(r"[XO]: (\d+)", str(other))
    seats = ((1, "o", home[1]), (0, "x", home[0]))
    return tuple(
        (*(other.board(player, n) for n in range(24)), waiting.count(letter), int(off))
        for player, letter, off in seats
    )


def rolled(other: Any, seat: int, faces: tuple[int, ...]) -> Any:
    """OpenSpiel's position after a roll of these dice for a seat of ours."""
    for outcome, _ in other.chance_outcomes():
        after = other.child(outcome)
        shown = tuple(sorted(map(int, str(after).partition("Dice: ")[2][:2])))
        if shown == faces and after.current_player() == 1 - seat:
            return after
    raise AssertionError(f"{faces} can't be rolled")


def men_moved(written: str) -> int:
    """How many moves OpenSpiel writes: `24/22/21` is two, and so is `6/4(2)`."""
    return sum(
        part.count("/") * int(re.findall(r"\((\d)\)", part)[0] if "(" in part else 1)
        for part in written.split()
    )


def their_turns(other: Any) -> dict[Position, Any]:
    """The positions in which a turn of OpenSpiel's can end that uses as many dice as it can."""
    found, waiting = list[tuple[int, Any]](), [(0, other)]
    while waiting:
        used, now = waiting.pop()
        for move in now.legal_actions():
            after = now.child(move)
            moved = used + men_moved(now.action_to_string(now.current_player(), move))
            if after.is_terminal() or after.is_chance_node():
                found.append((moved, after))
            else:
                waiting.append((moved, after))
    most = max(used for used, _ in found)
    return {theirs(after): after for used, after in found if used == most}


def skipped(other: Any) -> Any:
    """OpenSpiel's position after a roll with which nothing can be moved."""
    for outcome, _ in other.chance_outcomes():
        after = other.child(outcome)
        moved = [after.child(move) for move in after.legal_actions()]
        if all(theirs(position) == theirs(other) for position in moved):
            return moved[0] if moved[0].is_chance_node() else skipped_again(moved[0])
    raise AssertionError("every roll can be used")


def skipped_again(other: Any) -> Any:
    """The position after the second half of a turn with equal dice that can't be used."""
    return other.child(other.legal_actions()[0])


def test_fifteen_first_rolls_and_twenty_one_later_ones_are_known(game: Game) -> None:
    rules, first, later = game.interpreter, set(), set()
    for seed in range(200):
        state = rules.start(seed)
        first.add(dice(game, state))
        rolled_with = state[at.RNG_LOW]
        while state[at.RNG_LOW] == rolled_with:
            rules.apply(state, rules.legal(state)[0])
        later.add(dice(game, state))
    assert len(first) == 15
    assert len(later) == 21


@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel_ends_its_turns_in_the_same_positions(game: Game, seed: int) -> None:
    rules, chance = game.interpreter, random.Random(seed)
    state, other = rules.start(seed), pyspiel.load_game("backgammon").new_initial_state()
    for _ in range(MOST_TURNS):
        seat = rules.seat(state)
        other = rolled(other, seat, dice(game, state))
        ours, known = turns(game, state), their_turns(other)
        assert set(ours) == set(known)
        chosen = chance.choice(sorted(ours))
        state, other = ours[chosen], known[chosen]
        assert rules.over(state) == other.is_terminal()
        if rules.over(state):
            assert rules.winners(state) == [seat]
            return
        if rules.seat(state) == seat:
            other = skipped(other)
