"""Games in bulk, played by the fast executor: hundreds of times faster than the interpreter.

Every seat chooses as its agent would. The rows are those of
`engine.study.game_record`, integer for integer.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial

from engine.agents.threads import in_threads
from engine.compile.wasm.statistics import places
from engine.game.session import Game
from engine.game.wasm_executor import STALLED, Stopped, signed
from engine.study.game_record import unfinished_row
from engine.study.rule_coverage import RuleCoverage
from engine.study.wasm_policies import Seating, seated, seating, unplayable

MOST = 4096
"""So many games are asked for in one call at most."""


class WasmBatchRunner:
    """Plays a ruleset's games and measures them."""

    def __init__(
        self, game: Game, how: Seating, deals: int = 1, closely: RuleCoverage | None = None
    ) -> None:
        """Compile the module. Seats change after each game; `deals`: so many games in a row have
        the same deal; `closely`: what is also measured of each game, in the columns behind.
        """
        self.module = seated(game, how, measured=True, turning=True, deals=deals, closely=closely)
        self.fixed = places(game.compiled).width
        self.width = self.fixed + (1 + len(closely.columns()) if closely else 0)

    def rows(self, seed: int, first: int, count: int) -> Iterator[array[int] | None]:
        """Yield the rows of games by their numbers; None for one that stopped with an error."""
        width = self.width + 1
        room = max(1, min(MOST, (self.module.room - self.module.emitted.free) // (4 * width)))
        most = room
        while count > 0:
            asked = min(most, count)
            words = self._words(seed, first, asked)
            if words is None and asked > 1:
                most = asked // 2  # a game has trapped, and no row can say which
                continue
            if words is None:
                words = array("i", [-1] * width)
            for start in range(0, len(words), width):
                ended, row = words[start], words[start + 1 : start + width]
                if ended == STALLED:
                    row[: self.fixed] = array("i", unfinished_row(self.fixed))
                yield row if ended in (0, STALLED) else None
            first, count, most = first + asked, count - asked, min(room, 2 * most)

    def _words(self, seed: int, first: int, count: int) -> array[int] | None:
        """Return the rows of games, each behind a word for how it ended; None after a trap."""
        module, free = self.module, self.module.emitted.free
        try:
            play = partial(module.call, "measured_games", signed(seed), first, count, free)
            in_threads([play], module.stop)
        except Stopped:
            return None
        return module.words(free, count * (self.width + 1))


def bulk_for(
    game: Game, seats: Sequence[str], deals: int = 1, closely: RuleCoverage | None = None
) -> WasmBatchRunner | None:
    """Return what plays games of these agents in bulk, None when only the interpreter can.

    `closely`: what is also measured; where a seat searches, only the interpreter can.
    """
    found = seating(seats)
    if found is None or unplayable(game, seats) is not None:
        return None
    if closely is not None and found.searching:
        return None
    return WasmBatchRunner(game, found, deals, closely)
