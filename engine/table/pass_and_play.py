"""The people at one screen: a guest for each, and which of them is at it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.game.session import Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules.load import Loaded
from engine.table.guest import Guest
from engine.table.reload import Reload, reload
from engine.table.table import Table

APART = "there is no what-if where people play apart: it would show what is hidden from you"


@dataclass
class _Sitting:
    """A table with the guests of one screen, and the one of them who is at the screen."""

    table: Table
    guests: dict[int, Guest]
    guest: Guest


class PassAndPlay:
    """The people who share a screen at a table, and the tables at which they try something out.

    `covers`: where the people see different things, the screen is covered when the next has to
    decide, until that person reveals it. `passing`: what a move shows in passing is shown for a
    while. A what-if game is played at a table of its own while the game itself waits.
    """

    def __init__(
        self,
        table: Table,
        *,
        covers: bool = True,
        passing: bool = True,
        seats: Collection[int] | None = None,
        language: str = "",
        undo: Callable[[], object] | None = None,
        everything: bool = False,
    ) -> None:
        """Sit down at a table.

        `seats`: those of the people at this screen, all that people have if None, and none for a
        spectator. The screen shows a single seat also where an AI player has it. `language`: as for
        a guest. `undo`: takes back where others have a say in that. `everything`: the screen shows
        all hands, to spectators.
        """
        self._undo = undo
        self._covers, self._passing = covers, passing
        self._language = language
        only = next(iter(seats)) if seats is not None and len(seats) == 1 else None
        self._at = self._sit(table, only, table.humans if seats is None else seats)
        self._waiting: _Sitting | None = None
        seat = table.session.seat
        if seat in self._at.guests:
            self._at.guest = self._at.guests[seat]
        self._at.guest.present = not self.covered
        self._at.guest.hear_the_deal()
        if everything:
            self.watch(None)

    def _sit(self, table: Table, seat: int | None, seats: Collection[int]) -> _Sitting:
        """Sit down at a table; the guest of a seat is at the screen, else the first person."""
        here = [n for n in table.humans if n in seats]
        guests = {n: self._guest(table, n) for n in here}
        for guest in guests.values():
            guest.present = False
        if seat is None and table.humans:
            seat = here[0] if here else table.spectator
        first = (None if seat is None else guests.get(seat)) or self._guest(table, seat)
        first.present = True
        sitting = _Sitting(table, guests, first)
        self._hide(sitting)
        return sitting

    def _guest(self, table: Table, seat: int | None) -> Guest:
        return Guest(table, seat, passing=self._passing, language=self._language)

    def _hide(self, sitting: _Sitting) -> None:
        """Take note of who may not see what is on the screen when they take it over."""
        hides = self._covers and sitting.table.hides
        for seat, guest in sitting.guests.items():
            guest.hides_from = frozenset(sitting.guests.keys() - {seat} if hides else ())

    # -------------------------------------------------------------- who

    @property
    def table(self) -> Table:
        """Return the table that is on the screen."""
        return self._at.table

    @property
    def guest(self) -> Guest:
        """Return who is at the screen: the person who has to decide, once the one before has seen
        what the last move showed.
        """
        at = self._at
        seat = at.table.session.seat
        if seat in at.guests and seat != at.guest.seat and not at.guest.stages:
            at.guest.leave()
            at.guest = at.guests[seat]
            if not self.covered:
                at.guest.come()
        return at.guest

    @property
    def alone(self) -> int | None:
        """Return the seat of the only person at this screen, None for several and for nobody."""
        return next(iter(self._at.guests)) if len(self._at.guests) == 1 else None

    @property
    def covered(self) -> bool:
        """Return whether the screen is covered whenever another person takes it over."""
        return self._covers and self.table.hides and len(self._at.guests) > 1

    @property
    def covers(self) -> bool:
        """Return whether the screen is covered where the people see different things."""
        return self._covers

    @covers.setter
    def covers(self, covers: bool) -> None:
        self._covers = covers
        for sitting in filter(None, (self._at, self._waiting)):
            self._hide(sitting)

    @property
    def passing(self) -> bool:
        """Return whether what a move shows in passing is shown for a while."""
        return self._passing

    @passing.setter
    def passing(self, passing: bool) -> None:
        self._passing = passing
        for sitting in filter(None, (self._at, self._waiting)):
            for guest in (sitting.guest, *sitting.guests.values()):
                guest.passing = passing

    def undo(self) -> bool:
        """Take back; return whether that is done, as it isn't before everybody has agreed.

        Raises RulesError where it is refused.
        """
        before = self.table.version
        if self._undo is None or self.trying:
            self.table.undo()
        else:
            self._undo()
        return self.table.version != before

    def leave(self) -> None:
        """Leave the table: what happens there is no longer heard of here."""
        for sitting in filter(None, (self._at, self._waiting)):
            for guest in {sitting.guest, *sitting.guests.values()}:
                sitting.table.leave(guest)

    def reveal(self) -> None:
        """Uncover the screen: the person who takes it over says that they are alone."""
        self.guest.come()

    def watch(self, seat: int | None) -> None:
        """Show what a seat sees, also one that no person has; None shows everything."""
        at = self._at
        at.guest.leave()
        if at.guest.seat not in at.guests:
            at.table.leave(at.guest)
        known = None if seat is None else at.guests.get(seat)
        at.guest = known or self._guest(at.table, seat)
        at.guest.come()

    # -------------------------------------------------------------- what-if

    @property
    def home(self) -> Table:
        """Return the table of the game itself, which waits during a what-if game."""
        return (self._waiting or self._at).table

    @property
    def trying(self) -> bool:
        """Return whether a what-if game is on the screen."""
        return self._waiting is not None

    def what_if(self, number: int) -> None:
        """Try something out from the position after so many decisions: the game itself waits.

        Everything may be taken back in it; agents and people have the same seats. Raises RulesError
        (E604) where it would show what is hidden from the people at this screen.
        """
        guest, table = self.guest, self.table
        if table.hides and len(self._at.guests) < len(table.humans):
            text = guest.session.game.wording.catalogue.text
            raise RulesError(Diagnostic(Code.E604, text(APART)))
        self._try(table.what_if(number), guest.seat)

    def put(self, session: Session, seats: Sequence[str]) -> None:
        """Put another game of the same rules on the screen, such as an example: the game itself
        waits.
        """
        self._try(Table(session, seats), None)

    def _try(self, table: Table, seat: int | None) -> None:
        self._waiting = self._waiting or self._at
        self._at = self._sit(table, seat, table.humans)

    def end_what_if(self) -> None:
        """Go back to the game that waits."""
        if self._waiting is not None:
            self._at, self._waiting = self._waiting, None
            self._at.guest.look(None)
            self._at.guest.come()

    def try_rules(self, source: Loaded | Mapping[Path, str]) -> Reload:
        """Play the game itself again on rules that have changed, as far as they agree; nothing is
        taken over. What is said of it is for the person at the screen.
        """
        real = self._waiting or self._at
        return reload(real.table.session, source, examples=False, reader=real.guest.seat)
