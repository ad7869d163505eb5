"""Games in bulk, played by the fast executor: hundreds of times faster than the interpreter.

Every seat chooses as its agent would. The rows are those of
`engine.study.measures`, integer for integer, without the columns of the close look.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from engine.compile.wasm.measured import places
from engine.game.module import signed
from engine.game.session import Game
from engine.study.fast import interruptible
from engine.study.seating import Seating, seated, seating, unplayable

MOST = 4096
"""So many games are asked for in one call at most."""


class Bulk:
    """Plays a ruleset's games and measures them."""

    def __init__(self, game: Game, how: Seating, deals: int = 1) -> None:
        """Compile the module. Seats change after each game; `deals`: so many games in a row have
        the same deal.
        """
        self.module = seated(game.compiled, how, measured=True, turning=True, deals=deals)
        self.width = places(game.compiled).width

    def rows(self, seed: int, first: int, count: int) -> Iterator[array[int] | None]:
        """Yield the rows of games by their numbers; None for one that didn't come to an end."""
        module, width = self.module, self.width + 1
        free = module.emitted.free
        room = max(1, min(MOST, (module.room - free) // (4 * width)))
        while count > 0:
            asked = min(room, count)
            number = first
            interruptible(
                module,
                lambda: module.call("measured_games", signed(seed), number, asked, free),  # noqa: B023
            )
            words = module.words(free, asked * width)
            for start in range(0, len(words), width):
                yield None if words[start] else words[start + 1 : start + width]
            first, count = first + asked, count - asked


def bulk_for(game: Game, seats: Sequence[str], deals: int = 1) -> Bulk | None:
    """Return what plays games of these agents in bulk, None when only the interpreter can."""
    found = seating(seats)
    if found is None or unplayable(game.compiled, seats) is not None:
        return None
    return Bulk(game, found, deals)
