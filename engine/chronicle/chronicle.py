"""The chronicle of a game: what happened in each decision, as each reader may know it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeAlias

from engine.chronicle import log
from engine.chronicle.announcements import Announcements
from engine.chronicle.fired import Fired, Firing
from engine.chronicle.happenings import Replays
from engine.chronicle.rows import AnnouncementRow, DecisionRow, LogChip, LogRow
from engine.chronicle.secrecy import Secrecy
from engine.chronicle.shown import Showing, Shown
from engine.chronicle.stages import Stage, Stages
from engine.game.session import Decision, RoundResult, Session
from engine.game.view import View
from engine.rules.said import Said, joined

SECRET = "Chooses in secret."
"""What the log says of a decision to those who may not know of it yet."""
KEPT = 4096
"""So many rows are kept, and so many decisions with what they have shown."""
VIEWS = 32
"""So many views of positions are kept, the last ones of each reader."""

KnownDecision: TypeAlias = tuple[int, str, Said]
"""A decision as someone may know it: its seat, its notation, its words."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """The rows of the first so many numbers, which no later decision changes.

    They hold while the decision `after` comes after so many others (`done`).
    """

    count: int = 0
    done: int = 0
    after: Decision | None = None
    rows: tuple[LogRow, ...] = ()


_NONE = _Settled()


class Chronicle:
    """Reports what happened in one session. It replays each decision once, for all readers.

    Decisions count from 1; number 0 is what happened before the first one. A viewer is a seat, from
    0; None knows everything. While seats choose at once, a viewer learns nothing of the others'
    decisions.

    >>> from engine import Chronicle, Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> decision = session.play("take(4, 7)")
    >>> Chronicle(session).known(1, viewer=1)
    (0, 'take(4, 7)', 'Take 7 from heap 4.')
    """

    def __init__(self, session: Session) -> None:
        """Prepare; nothing is replayed yet."""
        self.session = session
        self.replays = Replays(session.game)
        self.secrecy = Secrecy(session, self.replays)
        self.announcements = Announcements(session.game)
        self._fired = lru_cache(KEPT)(self._firing_of)
        self._final = lru_cache(KEPT)(self._final_rows)
        self._seen = lru_cache(KEPT)(self._shown_with)
        self._views = lru_cache(VIEWS)(self._view_after)
        self._settled: dict[tuple[int | None, bool], _Settled] = {}

    @cached_property
    def showing(self) -> Showing:
        """What finds what came to be seen."""
        return Showing(self.session.game)

    @cached_property
    def _staging(self) -> Stages:
        return Stages(self.announcements)

    @cached_property
    def _firing(self) -> Firing:
        return Firing(self.replays)

    def _firing_of(self, made: Decision, viewer: int | None) -> list[Fired]:
        return self._firing.fired(list(made.state), made.move, viewer, made.faces)

    @cached_property
    def _writer(self) -> log.LogWriter:
        return log.LogWriter(self.session.game, self.session.view(None).zones)

    # -------------------------------------------------------------- one decision

    def stages(self, number: int, viewer: int | None) -> list[Stage]:
        """Return what a decision showed in passing, before the rules took it away again."""
        record = self.secrecy.record(number, viewer) if number else None
        if record is None:
            return []
        return self._staging.of(record, list(self._made(number).state), viewer)

    def said(self, number: int, viewer: int | None) -> list[str]:
        """Return what was announced with a decision."""
        record = self.secrecy.record(number, viewer) if self.announcements.any else None
        return [] if record is None else self.announcements.of(record, viewer)

    def fired(self, number: int, viewer: int | None) -> list[Fired]:
        """Return which parts of the rules a decision set off, in order."""
        if not number or not self.secrecy.knows_of(number, viewer):
            return []
        return list(self._fired(self._made(number), viewer))

    def ending(self, number: int, viewer: int | None) -> str:
        """Return the rules' own sentences on why something ended with a decision."""
        fired = self.fired(number, viewer)
        return joined(" ", dict.fromkeys(f.words for f in fired if f.kind == "ending" and f.words))

    def known(self, number: int, viewer: int | None) -> KnownDecision:
        """Return a decision as a viewer may know it: seat, notation, words.

        The notation is empty where it would name a piece that the viewer doesn't know.
        """
        made, wording = self._made(number), self.session.game.wording
        if not self.secrecy.knows_of(number, viewer):
            return made.seat, "", Said([wording.catalogue.text(SECRET)])
        after = self.session.state_after(self.secrecy.carried_out(number))
        words = wording.words(list(made.state), made.move, viewer, after)
        return made.seat, made.text if self.secrecy.names(number, viewer) else "", words

    def passing(self, number: int, viewer: int | None) -> list[str]:
        """Return what a decision laid open before the rules took it away, and where that went, in
        words. What the decision's own words or its row name is left out.
        """
        _, notation, words = self.known(number, viewer)
        if not notation:
            return []
        before, after = (self._view(count, viewer) for count in (number - 1, number))
        stages, shown = self.stages(number, viewer), self._shown(number, viewer)
        return list(self._writer.passing(stages, shown, before, after, words))

    def _made(self, number: int) -> Decision:
        return self.session.history[number - 1]

    # -------------------------------------------------------------- the log

    def paid(self, viewer: int | None) -> list[RoundResult]:
        """Return the scores that were paid, as far as a viewer may know them.

        While the game continues, what was paid into a counter that the viewer can't see is None.
        """
        return self.secrecy.paid(viewer)

    def log(self, viewer: int | None) -> list[KnownDecision]:
        """Return each decision as a viewer may know it."""
        return [self.known(number, viewer) for number in range(1, len(self.session.history) + 1)]

    def entries(self, viewer: int | None) -> list[LogRow]:
        """Return the rows of the log, the oldest first."""
        history, who = self.session.history, (viewer, self.session.over)
        settled = self._settled.get(who, _NONE)
        if settled.done >= len(history) or history[settled.done] is not settled.after:
            settled = _NONE
        rows, size = list(settled.rows), len(settled.rows)
        for number in range(settled.count, len(history) + 1):
            rows += self.rows(number, viewer)
            done = self.secrecy.carried_out(number)
            if done < len(history):
                settled, size = _Settled(number + 1, done, history[done]), len(rows)
        self._settled[who] = replace(settled, rows=tuple(rows[:size]))
        return rows

    def rows(self, number: int, viewer: int | None) -> list[LogRow]:
        """Return the rows of a decision: itself, what was announced with it, why something ended,
        what was paid, what turns began with.
        """
        session, done = self.session, self.secrecy.carried_out(number)
        if done == len(session.history) and session.apart_from(done) < number:
            return self._rows(number, viewer)
        made, last = self._last(number), self._last(done)
        return self._final(number, viewer, session.over, made, last)

    def _final_rows(
        self, number: int, viewer: int | None, over: bool, made: Decision | None,
        last: Decision | None,
    ) -> list[LogRow]:  # fmt: skip
        """Return the rows of a decision that has been carried out, with the decision `last`."""
        return self._rows(number, viewer)

    def _last(self, number: int) -> Decision | None:
        """Return the last of so many decisions."""
        return self._made(number) if number else None

    def _rows(self, number: int, viewer: int | None) -> list[LogRow]:
        told = enumerate(self.said(number, viewer), 1)
        said = [AnnouncementRow(number, nth, words) for nth, words in told]
        if not number:
            return [*said]
        seat, notation, words = self.known(number, viewer)
        made = DecisionRow(number, seat, "", (), words)
        if notation:
            made = self._writer.decision(number, self._made(number), words)
        paid = [result for result in self.paid(viewer) if result.decisions == number]
        ends = paid or (number == len(self.session.history) and self.session.over)
        ended = log.payment(number, paid, self.ending(number, viewer)) if ends else []
        began = self._shown(number, viewer)[1:] if self.showing.parted else []
        return [made, *said, *ended, *log.reveals(number, began)]

    def turned(self, row: DecisionRow, viewer: int | None) -> tuple[LogChip, ...]:
        """Return what a decision has shown to a viewer also what its row names.

        What comes to be seen when the turn has gone over has rows of its own.
        """
        if not row.title or row.number > len(self.session.history):
            return ()
        return log.turned(row, self._shown(row.number, viewer)[0])

    def _shown(self, number: int, viewer: int | None) -> list[Shown]:
        """Return what came to be seen with a decision, first what the decision brought."""
        made = self._made(number)
        if not self.secrecy.knows_of(number, viewer):
            return [Shown(made.seat, (), ())]
        return self._seen(number, viewer, made)

    def _shown_with(self, number: int, viewer: int | None, made: Decision) -> list[Shown]:
        record = self.secrecy.record(number, viewer) if self.showing.parted else None
        if record is not None:
            return self.showing.of(record, list(made.state), viewer)
        before, after = (self._view(count, viewer) for count in (number - 1, number))
        return [self.showing.between(before, after, made.seat)]

    def _view(self, number: int, viewer: int | None) -> View:
        """Return the position after so many decisions as a viewer sees it."""
        return self._views(number, viewer, self._last(number))

    def _view_after(self, number: int, viewer: int | None, last: Decision | None) -> View:
        return self.session.game.viewer.view(self.session.state_after(number), viewer)
