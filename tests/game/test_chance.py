"""The random generator: the published one, unbiased, the same everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compile import layout as at
from engine.game import rng
from tests.game.playing import FEW, playout

M64 = (1 << 64) - 1


def pcg32(state: int, increment: int, count: int) -> list[int]:
    """O'Neill's minimal C implementation (pcg32_random_r), written down again."""
    words = []
    for _ in range(count):
        old = state
        state = (old * 6364136223846793005 + (increment | 1)) & M64
        shifted = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF
        turn = old >> 59
        words.append((shifted >> turn) | (shifted << (-turn & 31)) & 0xFFFFFFFF)
    return words


def test_the_reference_here_is_the_published_one() -> None:
    # The first numbers of the demo of the published C library, seeded with 42 and stream 54.
    increment = 54 << 1 | 1
    state = (increment + 42) * 6364136223846793005 + increment & M64
    assert pcg32(state, increment, 6) == [
        *(0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E),
    ]


@FEW
@given(st.integers(-(2**80), 2**80))
def test_the_words_are_those_of_pcg32(number: int) -> None:
    words = [0] * at.FIRST_FREE
    rng.seed(words, number)
    increment = rng.INCREMENT
    state = ((increment + number) * rng.MULTIPLIER + increment) & M64
    assert [rng.word(words) for _ in range(50)] == pcg32(state, increment, 50)
    assert all(-(2**31) <= words[i] < 2**31 for i in (at.RNG_LOW, at.RNG_HIGH))
    assert all(words[i] == 0 for i in range(at.FIRST_FREE) if i not in (at.RNG_LOW, at.RNG_HIGH))


@FEW
@given(st.integers(0, 2**64 - 1), st.integers(1, 2**31))
def test_draws_stay_below_their_bound(number: int, below: int) -> None:
    generator = rng.Chance(number)
    assert all(0 <= generator.below(below) < below for _ in range(50))


def test_draws_reject_what_would_make_some_numbers_likelier() -> None:
    # Of 2**32 words, 2**32 mod 3 * 2**30 would be too many for the first third.
    below = 3 << 30
    generator = rng.Chance(1)
    thirds = Counter(generator.below(below) // (1 << 30) for _ in range(9000))
    assert sorted(thirds) == [0, 1, 2]
    assert all(abs(n - 3000) < 5 * 3000**0.5 for n in thirds.values())


@pytest.mark.parametrize("below", [2, 6, 7, 52])
def test_draws_are_even(below: int) -> None:
    generator, rounds = rng.Chance(below), 1000 * below
    counts = Counter(generator.below(below) for _ in range(rounds))
    squares = sum((counts[i] - 1000) ** 2 / 1000 for i in range(below))
    assert squares < (below - 1) + 4 * (2 * (below - 1)) ** 0.5 + 6


def test_a_shuffle_gives_every_order() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    words = [0] * 100
    rng.seed(words, 3)
    for _ in range(2400):
        words[60:65] = [4, 0, 1, 2, 3]
        rng.shuffle(words, 60, 0, 80)
        seen[tuple(words[61:65])] += 1
    assert len(seen) == 24
    assert all(50 < n < 160 for n in seen.values())


@pytest.mark.parametrize(
    ("configuration", "seed", "moves", "wanted"),
    [
        (0, 1, 2000, "-4,-13 1aefc1e240c1eb27"),
        (1, -5, 2000, "-125,-92 f6031a76a8e893c6"),
        (3, 2**63 + 1, 77, "0,0 5e5371365287f2da"),
    ],
    ids=["default", "three rounds", "six colours"],
)
def test_the_same_game_from_the_same_seed_on_every_platform(
    configuration: int, seed: int, moves: int, wanted: str
) -> None:
    session = playout(configuration, seed, moves, agent=seed)
    view = session.view(None)
    lying = "; ".join(f"{z.name} {' '.join(str(x.name) for x in z.items)}" for z in view.zones)
    found = hashlib.sha256(lying.encode()).hexdigest()[:16]
    assert f"{','.join(map(str, view.totals))} {found}" == wanted
