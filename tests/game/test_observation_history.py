"""What a seat remembers of others' decisions is no more than it has seen of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.knowledge import InformationSet
from engine.game.observation_history import ObservationHistories, ObservationHistory
from engine.game.rng import Chance
from engine.game.session import Game, Session
from tests.game.games import named, played
from tests.scope import telling

Swap = Mapping[int, int]
"""Which piece lies where another one lies in truth."""
SECRETIVE = telling(
    ["lost-cities-card", "go-fish", "liars-dice", "behind-screens", "night-freight"],
    ["lost-cities-board", "beacons", "fill-up", "goofspiel", "knock", "lamplighters",
     "pushing-in", "whist"],
)  # fmt: skip


def swapped(game: Game, state: State, swap: Swap) -> State:
    """A position in which pieces have changed places."""
    layout, found = game.compiled.layout, list(state)
    for zone in {state[layout.zone_of + piece] for piece in swap} - {0}:
        if not layout.zones[zone].family.counted:
            for slot in range(zone + 1, zone + 1 + state[zone]):
                found[slot] = swap.get(state[slot], state[slot])
    for base in layout.aspects:
        for piece, other in swap.items():
            found[base + other] = state[base + piece]
    for place in game.knowledge.references(state):
        found[place] = swap.get(state[place], state[place])
    return found


def mixed(game: Game, state: State, seat: int, chance: Chance, *, places: bool) -> dict[int, int]:
    """A swap of what a seat doesn't know and what looks alike from behind; with `places` only of
    what it can't tell apart where it is either.
    """
    layout, groups = game.compiled.layout, dict[tuple[object, ...], list[int]]()
    for piece, pool in enumerate(game.compiled.setting.pools):
        if not state[layout.known + piece] >> seat & 1:
            aspects = [layout.zone_of, layout.known, *([layout.space] if layout.space else [])]
            where = tuple(state[base + piece] for base in aspects) if places else ()
            groups.setdefault((pool, *where), []).append(piece)
    swap = {}
    for group in groups.values():
        rest = list(group)
        for piece in group:
            swap[piece] = rest.pop(chance.below(len(rest)))
    return swap


def rows(session: Session) -> list[tuple[State, Move]]:
    """The decisions of a game with the positions before them."""
    return [(list(d.state), d.move) for d in session.history]


def another_past(
    game: Game, told: Sequence[tuple[State, Move]], now: State, seat: int, chance: Chance
) -> tuple[list[tuple[State, Move]], State]:
    """The same game as a seat has seen it, in which what it hasn't seen was something else.

    Where it can't follow what lies hidden together, something else has come from somewhere else.
    """
    swap = mixed(game, now, seat, chance, places=False)
    found, present = [], swapped(game, now, swap)
    after = now
    for state, move in reversed(told):
        untold = mixed(game, after, seat, chance, places=True)
        swap = {piece: swap.get(other, other) for piece, other in (swap | untold).items()}
        pieces = set(game.knowledge.pieces_of(state[at.PC], move))
        moved = tuple(swap.get(x, x) if i and x in pieces else x for i, x in enumerate(move))
        found.append((swapped(game, state, swap), moved))
        after = state
    return found[::-1], present


def remembered(
    game: Game, told: Sequence[tuple[State, Move]], now: State, seat: int
) -> InformationSet:
    """What a seat knows and remembers at the end of a game that it has followed."""
    following = ObservationHistory(game.knowledge, seat)
    for state, move in told:
        following.see(state, move)
    return following.information_set(now)


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_a_seat_cannot_see_makes_no_difference_to_what_it_remembers(name: str) -> None:
    session, long = played(named(name), 5, 24), 0
    here, chance = session.game, Chance(8)
    for seat in range(here.players):
        true = remembered(here, rows(session), session.state, seat)
        past = rows(session)[-len(true.past) :] if true.past else []
        other, now = another_past(here, past, session.state, seat, chance)
        assert remembered(here, other, now, seat) == remembered(here, past, session.state, seat)
        long += len(true.past)
    assert long or name in ("liars-dice", "behind-screens")


@pytest.mark.parametrize("name", ["lost-cities-card", "whist"])
def test_who_follows_a_game_and_who_looks_it_up_remember_the_same(name: str) -> None:
    session = played(named(name), 3, 40)
    following = ObservationHistories(session.game.knowledge, range(session.game.players))
    longest = 0
    for number, decision in enumerate(session.history):
        state = list(decision.state)
        known = following.information_set(state, decision.seat)
        assert known == session.information_set(decision.seat, history=True, decisions=number)
        following.see(state, decision.move)
        longest = max(longest, len(known.past))
    assert longest > 12


def test_nothing_is_remembered_from_before_a_shuffle_or_where_all_is_open() -> None:
    dealt = played(named("lost-cities-card"), 3, 0)
    assert dealt.information_set(0, history=True).past == ()
    opened = played(named("lost-cities-rivals"), 3, 12)
    assert opened.information_set(0, history=True).past == ()
    rolled = played(named("liars-dice"), 5, 24)
    assert len(rolled.information_set(0, history=True).past) < len(rolled.history)
