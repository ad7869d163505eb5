"""The random generator: PCG-XSH-RR 64/32, its 64-bit state in two words of the game's state.

M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
Random Number Generation", 2014 (the variant called pcg32, with the increment fixed). Numbers
below a bound are drawn by D. Lemire's multiplication with rejection (2019), so each is equally
likely. The same on every platform: only integers are used. Words are kept signed, as 32-bit
memory reads them.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.compile.layout import RNG_HIGH, RNG_LOW

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
_M32 = 0xFFFFFFFF
_M64 = 0xFFFFFFFFFFFFFFFF


def signed(word: int) -> int:
    """Return 32 bits as a signed integer."""
    return word - 0x100000000 if word & 0x80000000 else word


def seed(state: list[int], number: int) -> None:
    """Seed a state's generator with any integer (taken modulo 2**64)."""
    whole = (INCREMENT + number) & _M64
    whole = (whole * MULTIPLIER + INCREMENT) & _M64
    state[RNG_LOW] = signed(whole & _M32)
    state[RNG_HIGH] = signed(whole >> 32)


def word(state: list[int]) -> int:
    """Return the next 32 random bits."""
    old = (state[RNG_HIGH] & _M32) << 32 | (state[RNG_LOW] & _M32)
    new = (old * MULTIPLIER + INCREMENT) & _M64
    low, high = new & _M32, new >> 32
    state[RNG_LOW] = low - 0x100000000 if low & 0x80000000 else low
    state[RNG_HIGH] = high - 0x100000000 if high & 0x80000000 else high
    mixed = (old >> 18 ^ old) >> 27 & _M32
    turn = old >> 59
    return (mixed >> turn | mixed << (32 - turn)) & _M32


def draw(state: list[int], below: int) -> int:
    """Return a random integer from 0 to below a bound of at least 1."""
    product = word(state) * below
    if (product & _M32) < below:
        threshold = (0x100000000 - below) % below
        while (product & _M32) < threshold:
            product = word(state) * below
    return product >> 32


def shuffle(
    state: list[int],
    zone: int,
    seen: int,
    known: int,
    drawn: Callable[[list[int], int], int] = draw,
) -> None:
    """Bring the zone at an address into a random order (Fisher and Yates, from the end).

    `seen`: the seats, as bits, that see the zone; nobody else knows any longer what lies where.
    `known`: where the state says who knows a piece. `drawn`: what draws the numbers.
    """
    count = state[zone]
    for i in range(count, 1, -1):
        j = drawn(state, i) + 1
        state[zone + i], state[zone + j] = state[zone + j], state[zone + i]
    for i in range(zone + 1, zone + 1 + count):
        state[known + state[i]] = seen


def derived(number: int, *parts: int) -> int:
    """Return a seed that follows from a number and others, of 48 bits: each of them changes it.

    The mixing step is that of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
    """
    result = mixed(number & _M64)
    for part in parts:
        result = mixed((result + part) & _M64)
    return result >> 16


def mixed(x: int) -> int:
    """Return the output of SplitMix64 for a state: 64 bits, each of which depends on all of it."""
    x = (x + 0x9E3779B97F4A7C15) & _M64
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _M64
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _M64
    return x ^ x >> 31


class Chance:
    """A generator of its own, outside a game: for agents. The same algorithm, the same numbers."""

    def __init__(self, number: int) -> None:
        self._words = [0] * (RNG_HIGH + 1)
        seed(self._words, number)

    def below(self, bound: int) -> int:
        """Return a random integer from 0 to below a bound."""
        return draw(self._words, bound)
