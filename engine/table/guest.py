"""One person at a table: what they are shown, how far they have read, what they do."""

from __future__ import annotations

from engine.chronicle.chronicle import Chronicle
from engine.chronicle.stages import Stage
from engine.game.move_options import MoveOption
from engine.game.session import Decision, Session
from engine.game.view import View
from engine.rules.said import Said
from engine.table.advice import Suggestion, advice_of
from engine.table.agent_worker import Thought
from engine.table.deal import in_language
from engine.table.move_selection import Narrowing
from engine.table.preview import Preview
from engine.table.seats import HUMAN
from engine.table.table import Table, speak_plainly


class Guest:
    """A person who has a seat at a table, or watches its game.

    `seat`: whose view is shown, from 0; `table.spectator` for what is open to everybody; None for
    everything, where only agents play. `present`: whether the person is at their screen; where
    several share one, only one of them is. `looking`: after how many decisions the past position is
    that they look at, None for the present. `read`: up to which decision they have read, −1 before
    the deal. `version` changes whenever another position is shown.
    """

    def __init__(
        self, table: Table, seat: int | None, *, passing: bool = True, language: str = ""
    ) -> None:
        """Come to a table.

        `passing`: what a move shows in passing is shown for a while. `language`: the language in
        which they read the game; the table's if empty.
        """
        self.table = table
        self.language = language
        self.seat = seat
        self.passing = passing
        self.present = True
        self.hides_from: frozenset[int] = frozenset()
        """The seats of those who take over this screen and may not see what is on it."""
        self.stages: list[Stage] = []
        """What is still to be shown of the last move, before the position that it led to."""
        self.looking: int | None = None
        self.read = len(table.session.history) or -1
        self.version = 0
        self._past: Session | None = None
        self._own: Session | None = None
        self._told: Chronicle | None = None
        self._view: tuple[object, View] | None = None
        self._offers: tuple[int, list[MoveOption]] | None = None
        self._selection: tuple[int, Narrowing] | None = None
        self._preview: tuple[int, Preview] | None = None
        self.adviser: Thought | None = None
        """What is being thought for a hint."""
        self._advice: tuple[int, Suggestion] | None = None
        table.join(self)

    @property
    def session(self) -> Session:
        """Return the game in its present, in the person's language."""
        real = self.table.session
        if self.language in ("", real.game.language):
            return real
        if self._own is None:
            self._own = in_language(real, self.language)
            speak_plainly(self._own)
        return self._own

    @property
    def chronicle(self) -> Chronicle:
        """Return what has happened in the game, in the person's language."""
        session = self.session
        if session is self.table.session:
            return self.table.chronicle
        if self._told is None or self._told.session is not session:
            self._told = Chronicle(session)
        return self._told

    # -------------------------------------------------------------- what is shown

    @property
    def shown(self) -> Session:
        """Return the game in the position that is shown, which may be a past one."""
        return self._past if self._past is not None else self.session

    def view(self) -> View:
        """Return what is seen of the position that is shown."""
        if self.stages and self.looking is None:
            return self.stages[0].view
        key = (self.version, self.looking, self.seat, id(self.shown))
        if self._view is None or self._view[0] != key:
            self._view = (key, self.shown.view(self.seat))
        return self._view[1]

    def look(self, number: int | None) -> None:
        """Look at the position after so many decisions, None for the present."""
        self.stages = []
        self.adviser = None
        last = len(self.session.history)
        if number is not None and number >= last:
            number = None
        self.looking = None if number is None else max(0, number)
        self._past = None if self.looking is None else self.session.at(self.looking)
        self.version += 1

    def unread(self) -> range:
        """Return the numbers of the decisions that the person hasn't read; 0 is the deal."""
        return range(self.read + 1, len(self.session.history) + 1)

    # -------------------------------------------------------------- what a move shows in passing

    def hear_the_deal(self) -> None:
        """Show what was announced before the first decision."""
        if self.passing and self.present and not self.session.history:
            said = self.chronicle.said(0, self.seat)
            self.stages = [Stage(self.session.view(self.seat), said=words) for words in said]
            self.version += 1

    def pass_on(self) -> None:
        """Go to the next of what the last move shows, or to the position that it led to."""
        self.stages = self.stages[1:]
        self.version += 1

    def show_again(self, first: int) -> None:
        """Show in passing what came after so many decisions, each with its words."""
        self.adviser = None
        session, catalogue = self.session, self.session.game.wording.catalogue
        self.stages = []
        for number in range(first + 1, len(session.history) + 1):
            seat, notation, words = self.chronicle.known(number, self.seat)
            said = Said([catalogue.seat(seat), ": ", words or notation])
            self.stages.append(Stage(session.at(number).view(self.seat), said=said))
        self.version += 1

    def decided(self) -> None:
        """Find what the last move shows in passing, and what it brought to who hands over now."""
        self.version += 1
        self.stages = []
        self.adviser = None
        if self._own is not None:
            made = self.table.session.history[-1]
            self._own.apply(made.move, made.text)
        if not self.passing or not self.present or self.looking is not None:
            return
        self.stages = self.chronicle.stages(len(self.session.history), self.seat)
        if self.session.seat in self.hides_from:
            self.stages.append(Stage(self.session.view(self.seat)))

    def changed(self) -> None:
        """Forget what can't be shown any more: decisions were taken back, or the rules changed."""
        self._own = None
        self.read = min(self.read, len(self.session.history))
        same = self._past is not None and self._past.game is self.session.game
        self.look(self.looking if same else None)

    def come(self) -> None:
        """Be at the screen from now on."""
        self.present = True
        self.version += 1

    def leave(self) -> None:
        """Leave the screen to someone else: nothing is shown, and the past is let go."""
        self.present = False
        self.look(None)

    # -------------------------------------------------------------- deciding

    @property
    def asked(self) -> bool:
        """Return whether the person is to decide, and sees the position in which they are."""
        seat = self.session.seat
        return (
            seat is not None
            and seat == self.seat
            and self.table.seats[seat] == HUMAN
            and self.present
            and self.looking is None
            and not self.stages
        )

    @property
    def offers(self) -> list[MoveOption]:
        """Return the legal moves of the person who is asked, none when they aren't."""
        if not self.asked:
            return []
        if self._offers is None or self._offers[0] != self.version:
            self._offers = (self.version, self.session.move_options())
        return self._offers[1]

    @property
    def selection(self) -> Narrowing:
        """Return what the person has chosen of a move, and the legal moves that are left."""
        if self._selection is None or self._selection[0] != self.version:
            self.select(Narrowing.of(self.offers, self.seat))
        assert self._selection is not None
        return self._selection[1]

    def select(self, selection: Narrowing) -> None:
        """Take over what the person has chosen of a move, until another position is shown."""
        self._selection = (self.version, selection)

    @property
    def preview(self) -> Preview:
        """Return what the moves of the person who is asked would bring."""
        assert self.seat is not None
        if self._preview is None or self._preview[0] != self.version:
            self._preview = (self.version, Preview(self.session, self.seat))
        return self._preview[1]

    @property
    def advice(self) -> Suggestion | None:
        """Return what the person was advised to do in the position that is shown."""
        known = self._advice
        return known[1] if known is not None and known[0] == self.version else None

    def ask_advice(self) -> bool:
        """Ask what is best here, and why; return whether that is thought about from now on."""
        if not self.asked or self.adviser is not None:
            return False
        self.adviser = self.table.advise(self.session)
        return True

    def hear_advice(self) -> Suggestion | None:
        """Take over what was advised, once it has been thought about; None before."""
        thought = self.adviser
        if thought is None or not thought.done.is_set():
            return None
        self.adviser = None
        catalogue = self.session.game.wording.catalogue
        self._advice = (self.version, advice_of(thought, self.offers, catalogue))
        return self.advice

    def drop_advice(self) -> None:
        """Let go of what was advised."""
        self._advice = None

    def make(self, offer: MoveOption) -> Decision:
        """Make one of the offers."""
        return self.table.make(offer.move, offer.text)
