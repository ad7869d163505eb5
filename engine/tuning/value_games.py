"""The games of the values that are tried: played on common deals, kept value by value.

Each value has a journal of its own, so that more games can be added to any of them later, and a
run that was killed plays only what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.study.game_results import GameResults
from engine.study.journal import Journal
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Batch, GameRange, Matchup, StudyPlan, Todo
from engine.study.run import Notice, Progress, play_all, unnoticed
from engine.study.unfinished import none_finished
from engine.training.files import Unusable
from engine.tuning.numbers import Values, VariedNumber, refusal, with_values

WORTH = 4.0
"""So many seconds of work are worth another process, which takes a second or two to start."""
NOT_THE_RULES = (Code.E601, Code.E610, Code.E611, Code.E612)
"""What prevents games whatever the values are."""
Played = GameResults | RulesError
"""A value's games, or why the rules don't allow it."""


@dataclass(frozen=True)
class Playing:
    """The players, the deals, and the means to play them. `close` and `policy`: as in a `Matchup`.

    By one policy all values are played alike, also those of which it knows nothing.
    """

    seats: tuple[str, ...]
    options: dict[str, int]
    seed: int
    close: int = 0
    workers: int = 1
    scheduler: str | None = None
    policy: str = ""


class ValueGames:
    """Plays games of any values of a ruleset's numbers."""

    def __init__(
        self,
        loaded: Loaded,
        numbers: Sequence[VariedNumber],
        playing: Playing,
        folder: Path | None,
        notice: Notice = unnoticed,
    ) -> None:
        """Take what is played; `folder`: where the games are kept, nowhere if it is None."""
        self.loaded, self.numbers, self.playing = loaded, tuple(numbers), playing
        self.folder, self.notice = folder, notice
        self._speed = 0.0
        """Seconds a game took, as far as is known."""

    def play(
        self, wanted: Sequence[Values], count: int, progress: Progress | None = None
    ) -> dict[Values, Played]:
        """Return the first so many games of each of some values, playing those that are missing.

        `progress` hears how many games there are. Raises RulesError where games can't be kept, and
        KeyboardInterrupt at Ctrl-C, which loses nothing that was played.
        """
        found: dict[Values, Played] = {}
        tables: dict[Values, Matchup] = {}
        for values in wanted:
            try:
                tables[values] = self._table(values)
            except RulesError as problem:
                found[values] = problem
        try:
            found |= self._together(tables, count, progress)
        except (RulesError, Unusable):
            for values, table in tables.items():  # one of them may be to blame, and only one
                found[values] = self._alone(values, table, count)
        return {values: found[values] for values in wanted}

    def _table(self, values: Values) -> Matchup:
        loaded = with_values(self.loaded, self.numbers, values)
        loaded.checked()
        playing = self.playing
        return Matchup(
            loaded, playing.options, playing.seats, close=playing.close, policy=playing.policy
        )

    def _alone(self, values: Values, table: Matchup, count: int) -> Played:
        """Return a value's games, or what the rules have against it."""
        try:
            return self._together({values: table}, count, None)[values]
        except RulesError as problem:
            if any(found.code in NOT_THE_RULES for found in problem.diagnostics):
                raise
            return problem
        except Unusable as why:
            return refusal(Message("the trained policy can't play by this: {why}", str(why)))

    def _together(
        self, tables: dict[Values, Matchup], count: int, progress: Progress | None
    ) -> dict[Values, GameResults]:
        """Return the games of values that the rules allow. Raises RulesError and Unusable."""
        if not tables:
            return {}
        playing = self.playing
        plan = StudyPlan(tuple(tables.values()), playing.seed)
        runner = MatchupRunner(plan)
        columns = [runner.measured(number).columns for number in range(len(tables))]
        counts = [count] * len(tables)
        with ExitStack() as stack:
            kept = None
            if self.folder is not None:
                journals = [
                    stack.enter_context(closing(self._journal(values, table, found.width)))
                    for (values, table), found in zip(tables.items(), columns, strict=True)
                ]
                kept = _Kept(journals)
            before = kept.batches() if kept else []
            todo = Todo.of(counts, [b.games for b in before])
            new = play_all(
                plan, todo, counts, before,
                workers=self._workers(todo.games), scheduler=playing.scheduler, journal=kept,
                progress=progress, notice=self.notice,
            )  # fmt: skip
        self._learn(new)
        batches = before + new
        games = {}
        for number, (values, table) in enumerate(tables.items()):
            rows = [batch for batch in batches if batch.games.table == number]
            games[values] = GameResults(table, columns[number], rows, count)
            if not games[values].count:
                raise none_finished(table, count, playing.seed)
        return games

    def _workers(self, games: int) -> int:
        """Return how many processes are worth starting for so many games."""
        worth = 1 + int(games * self._speed / WORTH)
        return min(self.playing.workers, worth)

    def _learn(self, batches: Sequence[Batch]) -> None:
        """Take note of how long games took, what is compiled before the first one counted too."""
        games = sum(batch.games.count for batch in batches)
        if games:
            self._speed = sum(batch.seconds for batch in batches) / games

    def _journal(self, values: Values, table: Matchup, width: int) -> Journal:
        assert self.folder is not None
        path = self.folder / f"{'_'.join(map(str, values))}.journal"
        record = StudyPlan((table,), self.playing.seed).record()
        return Journal(path, record, [width], resume=True)


class _Kept:
    """The journals of several values, as that of a plan with a table for each."""

    def __init__(self, journals: Sequence[Journal]) -> None:
        self.journals = journals

    def batches(self) -> list[Batch]:
        """Return what was played before."""
        return [
            _moved(batch, table)
            for table, journal in enumerate(self.journals)
            for batch in journal.batches
        ]

    def append(self, batch: Batch) -> None:
        """Keep a batch in the journal of its table."""
        self.journals[batch.games.table].append(_moved(batch, 0))


def _moved(batch: Batch, table: int) -> Batch:
    """Return a batch as one of another table."""
    games = GameRange(table, batch.games.first, batch.games.count)
    return Batch(games, batch.rows, batch.seconds, batch.slow)
