"""What a seat infers from what others did: samples as they are likely, not all alike.

Of samples of what the seat can't see it is known how likely the policy would have made the others'
moves in them. The likelier ones are searched more often. As others play by something else, and as
few samples tell little of many pieces, the weights are tempered so far that they still mean a
good part of the samples (Neal, 2001, has the measure).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from math import isfinite

from engine.game.session import Game
from engine.training.policy import policy_for

FEWEST = 64
MOST = 256
"""How many samples are weighed."""
CHOSEN = 256
"""How many are chosen among them, a power of 2."""
_SHARE = 0.25
"""For what part of the samples those that are weighed must stand at least."""
_COOLER = 0.8


def infers(game: Game) -> bool:
    """Return whether seats that search infer something in a game: something has been learned of
    it, and some see what others don't.
    """
    return game.knowledge.others_see and policy_for(game) is not None


def chosen(logarithms: Sequence[float], luck: int) -> list[int]:
    """Return the numbers of CHOSEN samples, each about as often as its weight asks for, in order.

    `logarithms`: to the base 2, how likely what was seen is in each sample; `luck`: a number below
    2**24, all that is random about it (systematic resampling). There are none where fewer than
    FEWEST were weighed, all alike, or one couldn't be computed.
    """
    if len(logarithms) < FEWEST or not all(map(isfinite, logarithms)):
        return []
    if min(logarithms) == max(logarithms):
        return []
    until = list(accumulate(tempered(logarithms)))
    places = (place + luck / (1 << 24) for place in range(CHOSEN))
    found = (bisect(until, place * (until[-1] / CHOSEN)) for place in places)
    return [min(number, len(until) - 1) for number in found]


def tempered(logarithms: Sequence[float]) -> list[float]:
    """Return weights for logarithms, the greatest 1, which mean a good part of them."""
    most, power = max(logarithms), 1.0
    while True:
        weights = [2.0 ** (power * (value - most)) for value in logarithms]
        total = sum(weights)
        if total * total >= _SHARE * len(weights) * sum(w * w for w in weights):
            return weights
        power *= _COOLER
