"""The card game for properties of any play: random positions, swapped pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.compile import layout as at
from engine.compile.program import STALL
from engine.game.interpreter import State
from engine.game.options import read_options
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.load import load
from tests.scope import often

CARD_GAME = "lost-cities-card"
CONFIGURATIONS: tuple[dict[str, str], ...] = (
    {},
    {"matches": "3"},
    {"six_colours": "yes", "take_back": "yes"},
    {"matches": "2", "six_colours": "yes"},
)
FEW = settings(
    max_examples=often(15),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@lru_cache
def game(configuration: int = 0) -> Game:
    """The card game with some of its options."""
    loaded = load(CARD_GAME)
    return Game(loaded, 2, read_options(loaded.checked(), CONFIGURATIONS[configuration]))


def playout(
    configuration: int, seed: int, moves: int, *, fair: bool = True, agent: int = 0
) -> Session:
    """A session after some random moves, fewer when the game is over before."""
    session = Session(game(configuration), seed, fair=fair)
    chance = Chance(agent)
    for _ in range(moves):
        if session.over:
            break
        legal = session.written_moves()
        session.play(legal[chance.below(len(legal))])
    return session


@st.composite
def sessions(draw: st.DrawFn, most: int = 120, fair: bool = True) -> Session:
    """Any position of the card game."""
    return playout(
        draw(st.integers(0, len(CONFIGURATIONS) - 1)),
        draw(st.integers(-(2**70), 2**70)),
        draw(st.integers(0, most)),
        fair=fair,
        agent=draw(st.integers(0, 1000)),
    )


def positions(game: Game, seed: int) -> Iterator[State]:
    """The positions of a random game, the last one included."""
    chance = Chance(seed)
    state = game.interpreter.start(seed, seed % game.players)
    for _ in range(STALL):
        yield state
        if game.interpreter.over(state):
            return
        moves = game.interpreter.legal(state)
        game.interpreter.apply(state, moves[chance.below(len(moves))])
    raise AssertionError("the game goes on and on")


def check_pieces(game: Game, state: State) -> list[int]:
    """Every piece lies in exactly one zone, the one that its own record names; return those that
    lie nowhere.
    """
    layout, setting = game.compiled.layout, game.compiled.setting
    lying: dict[int, int] = {}
    for family in layout.families.values():
        zone = game.rules.zones[family.name]
        if zone.written:
            continue
        for number in range(len(family.places)):
            address = family.address(number)
            assert 0 <= state[address] <= (family.capacity if not family.counted else 10**6)
            if family.counted:
                continue
            for piece in state[address + 1 : address + 1 + state[address]]:
                assert piece not in lying, f"piece {piece} lies in two places"
                assert setting.pieces[piece].component in zone.pieces
                lying[piece] = address
    for piece in range(len(setting.pieces)):
        assert state[layout.zone_of + piece] == lying.get(piece, at.NOWHERE)
    return [piece for piece in range(len(setting.pieces)) if piece not in lying]


def counted_pieces(game: Game, state: State) -> dict[str, int]:
    """How many there are of each component whose pieces are only counted."""
    found: dict[str, int] = {}
    for family in game.compiled.layout.families.values():
        zone = game.rules.zones[family.name]
        if family.counted:
            total = sum(state[family.address(n)] for n in range(len(family.places)))
            found[zone.pieces[0]] = found.get(zone.pieces[0], 0) + total
    return found


def swapped(game: Game, state: State, one: int, other: int) -> State:
    """The state with two pieces in each other's place, wherever they are named."""
    layout = game.compiled.layout
    result = list(state)
    for family in layout.families.values():
        if family.counted or game.rules.zones[family.name].written:
            continue
        for number in range(len(family.places)):
            start = family.address(number) + 1
            for cell in range(start, start + state[start - 1]):
                if state[cell] in (one, other):
                    result[cell] = one + other - state[cell]
    bases = [layout.zone_of, layout.known, *(base for base, _, _ in layout.changing.values())]
    for base in [*bases, layout.space] if layout.space else bases:
        result[base + one], result[base + other] = state[base + other], state[base + one]
    for cell in [*game.knowledge.references(state)]:
        if state[cell] in (one, other):
            result[cell] = one + other - state[cell]
    return result


def indistinguishable(game: Game, state: State, seat: int) -> list[list[int]]:
    """The pieces that a seat doesn't know, by what they look like from behind."""
    known = game.compiled.layout.known
    groups: dict[str, list[int]] = {}
    for piece in game.compiled.setting.pieces:
        if not state[known + piece.number] >> seat & 1:
            pool = game.compiled.setting.pools[piece.number]
            groups.setdefault(pool, []).append(piece.number)
    return [group for group in groups.values() if len(group) > 1]


def nothing_leaks(game: Game, state: State, seat: int, number: int) -> None:
    """A seat reads the same in a sample, and where what it can't tell apart is swapped."""
    known, seen = game.knowledge.observe(state, seat), game.viewer.view(state, seat)
    others = [game.knowledge.sample(known, number)]
    for group in indistinguishable(game, state, seat):
        i = number % (len(group) - 1)
        others.append(swapped(game, state, group[i], group[i + 1]))
    for other in others:
        assert game.knowledge.observe(other, seat) == known
        assert game.viewer.view(other, seat) == seen
