"""A game with the people and agents who sit around it: whose view is shown, who is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.chronicle.chronicle import Chronicle
from engine.chronicle.stages import Stage
from engine.game.interpreter import Move
from engine.game.move_options import MoveOption
from engine.game.session import Decision, Session
from engine.game.view import View
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.table.reload import Reload, reload
from engine.table.seats import HUMAN, choose


@dataclass
class Study:
    """What waits while a person tries something out: the real game and its seats."""

    session: Session
    seats: list[str]
    viewer: int | None


class Match:
    """One game from its deal, or from a save, to its end.

    `viewer` is the seat whose view is shown, None for everything (only agents play). `curtain` is
    the seat that has to come to the screen before anything is shown: where several people see
    different things, the screen is handed over from one to the next. `looking` is how many
    decisions were made in the past position that is shown, None for the present. `version` changes
    whenever another position is there.
    """

    def __init__(
        self,
        session: Session,
        seats: Sequence[str],
        *,
        curtains: bool = True,
        passing: bool = True,
    ) -> None:
        """Sit down; `seats` names an agent or `human` for each seat.

        `curtains`: whether the screen is handed over. `passing`: what a move shows in passing is
        shown for a while.
        """
        self.session = session
        self.chronicle = Chronicle(session)
        _speak(session)
        self.passing = passing
        self.stages: list[Stage] = []
        """What is still to be shown of the last move, before the position that it led to."""
        self.seats = list(seats)
        self.curtains = curtains
        self.viewer: int | None = self.humans[0] if self.humans else None
        self.curtain: int | None = None
        self.looking: int | None = None
        self.study: Study | None = None
        self.version = 0
        self._past: Session | None = None
        self._view: tuple[object, View] | None = None
        self._offers: tuple[int, list[MoveOption]] | None = None
        self._undo: tuple[int, str] | None = None
        self._turned(first=True)
        if passing and not session.history and self.curtain is None:
            said = self.chronicle.said(0, self.viewer)
            self.stages = [Stage(session.view(self.viewer), said=words) for words in said]

    # -------------------------------------------------------------- who

    @property
    def humans(self) -> list[int]:
        """Return the seats that people have."""
        return [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]

    @property
    def asked(self) -> bool:
        """Tell whether a person is to decide, and sees the position in which it is."""
        seat = self.session.seat
        return (
            seat is not None
            and self.seats[seat] == HUMAN
            and self.curtain is None
            and self.looking is None
            and not self.stages
        )

    @property
    def agent(self) -> str | None:
        """Return the agent that has to decide, None when a person does or nobody."""
        seat = self.session.seat
        return None if seat is None or self.seats[seat] == HUMAN else self.seats[seat]

    def hides(self) -> bool:
        """Tell whether seats see different things in this game."""
        rules = self.session.game.rules
        zones, variables = rules.zones.values(), rules.variables.values()
        return any(z.seen != "all" for z in zones) or any(v.seen != "all" for v in variables)

    def _turned(self, *, first: bool = False) -> None:
        """Take note that another position is there: whose turn it is, whose view is shown."""
        self.version += 1
        seat = self.session.seat
        covered = self.curtains and self.hides() and len(self.humans) > 1
        if self.stages:
            pass  # the last move is still being looked at, with the same eyes
        elif seat is not None and self.seats[seat] == HUMAN and (first or seat != self.viewer):
            self.viewer, self.curtain = seat, seat if covered else None
        elif first and covered:
            self.curtain = self.viewer  # an agent begins: nobody has come to the screen yet

    def lift(self) -> None:
        """Take the curtain away: the person of the seat says that they are alone."""
        self.curtain = None
        self._turned()

    # -------------------------------------------------------------- what is shown

    @property
    def shown(self) -> Session:
        """Return the game in the position that is shown, which may be a past one."""
        return self._past if self._past is not None else self.session

    def view(self) -> View:
        """Return what is seen of the position that is shown."""
        if self.stages and self.looking is None:
            return self.stages[0].view
        key = (self.version, self.looking, self.viewer, id(self.shown))
        if self._view is None or self._view[0] != key:
            self._view = (key, self.shown.view(self.viewer))
        return self._view[1]

    def look(self, number: int | None) -> None:
        """Look at the position after so many decisions, None for the present."""
        self.stages = []
        last = len(self.session.history)
        if number is not None and number >= last:
            number = None
        self.looking = None if number is None else max(0, number)
        self._past = None if self.looking is None else self.session.at(self.looking)
        self._turned()

    # -------------------------------------------------------------- deciding

    @property
    def offers(self) -> list[MoveOption]:
        """Return the legal moves of the person who is asked, none when nobody is."""
        if not self.asked:
            return []
        if self._offers is None or self._offers[0] != self.version:
            self._offers = (self.version, self.session.move_options())
        return self._offers[1]

    def apply(self, move: Move, text: str | None = None) -> Decision:
        """Make a legal move, a person's or an agent's; `text` is its notation, where known."""
        return self._made(self.session.apply(move, text))

    def make(self, offer: MoveOption) -> Decision:
        """Make one of the offers."""
        return self.apply(offer.move, offer.text)

    def play(self, move: str) -> Decision:
        """Make a move by its notation. Raises RulesError (E604) with the reason if it's illegal."""
        return self._made(self.session.play(move))

    def play_agent(self) -> Decision:
        """Make the move of the agent that has to decide."""
        assert self.agent is not None
        return self.apply(choose(self.session, self.agent))

    def _made(self, decision: Decision) -> Decision:
        self._pass_by()
        self._turned()
        return decision

    def _pass_by(self) -> None:
        """Find what the last move shows in passing, and what it brought who hands over now."""
        self.stages = []
        if not self.passing:
            return
        viewer, seat = self.viewer, self.session.seat
        self.stages = self.chronicle.stages(len(self.session.history), viewer)
        handed = seat is not None and self.seats[seat] == HUMAN and seat != viewer
        if handed and viewer is not None and self.curtains and self.hides():
            self.stages.append(Stage(self.session.view(viewer)))

    def pass_on(self) -> None:
        """Go on to the next of what the last move shows, or to the position that it led to."""
        self.stages = self.stages[1:]
        self._turned()

    def show_again(self, first: int) -> None:
        """Show in passing what came after so many decisions, each with its words."""
        session, name = self.session, self.session.game.wording.catalogue.name
        self.stages = []
        for number in range(first + 1, len(session.history) + 1):
            seat, notation, words = self.chronicle.known(number, self.viewer)
            said = f"{name(f'seat {seat + 1}')}: {words or notation}"
            self.stages.append(Stage(session.at(number).view(self.viewer), said=said))
        self._turned()

    # -------------------------------------------------------------- going back

    def undo(self) -> Decision:
        """Take back the last decision of a person, and agents' decisions after it.

        Raises RulesError with the reason where that is refused; then nothing has changed.
        """
        self.stages = []
        for _ in range(self._going_back()):
            decision = self.session.undo()
        self._turned()
        return decision

    def why_no_undo(self) -> str:
        """Return why `undo` would be refused, empty where it wouldn't be."""
        if self._undo is None or self._undo[0] != self.version:
            why = ""
            try:
                self._going_back()
            except RulesError as problem:
                why = problem.diagnostics[0].message
            self._undo = (self.version, why)
        return self._undo[1]

    def _going_back(self) -> int:
        """Return how many decisions `undo` takes back. Raises RulesError as it does."""
        trial, humans = self.session.at(len(self.session.history)), self.humans
        if humans and not any(decision.seat in humans for decision in trial.history):
            text = trial.game.wording.catalogue.text
            raise RulesError(Diagnostic(Code.E604, text("there is nothing of yours to take back")))
        count = 1
        while trial.undo().seat not in humans and humans:
            count += 1
        return count

    def redo(self) -> Decision:
        """Make again what was taken back, agents' answers with it."""
        session = self.session
        decision = session.redo()
        while session.undone and self.agent is not None:
            session.redo()
        self._turned()
        return decision

    def fork(self, number: int) -> None:
        """Try something out from the position after so many decisions: the game itself waits.

        Everything may be taken back in it; agents and people have the same seats.
        """
        self.study = self.study or Study(self.session, self.seats, self.viewer)
        self._take_up(self.session.fork(number))

    def lay(self, session: Session, seats: Sequence[str]) -> None:
        """Put another game of the same rules on the table, such as an example: the game itself
        waits.
        """
        self.study = self.study or Study(self.session, self.seats, self.viewer)
        self.seats, self.curtain = list(seats), None
        self.viewer = self.humans[0] if self.humans else None
        self._take_up(session)

    def end_study(self) -> None:
        """Go back to the game that waits."""
        if self.study is None:
            return
        real, self.study = self.study, None
        self.seats, self.viewer, self.curtain = real.seats, real.viewer, None
        self._take_up(real.session)

    def try_rules(self, source: Loaded | Mapping[Path, str]) -> Reload:
        """Play the game, if need be the one that waits, again on rules that have changed, as far as
        they agree; nothing is taken over. What is said of it is for who looks.
        """
        real = self.study or self
        return reload(real.session, source, examples=False, reader=real.viewer)

    def replace(self, session: Session) -> None:
        """Go on with the same game on another session: other rules, another language."""
        self._take_up(session)

    def _take_up(self, session: Session) -> None:
        """Have a session on the table, in its present."""
        self.session = session
        self.chronicle = Chronicle(session)
        _speak(session)
        self.stages = []
        self.looking, self._past = None, None
        self._turned()


def _speak(session: Session) -> None:
    """Let a game say its conditions as lessons say them: who plays needn't read rules."""
    game = session.game

    def said(condition: m.Expr) -> str:
        from engine.teach.speech import Speech  # takes long to load

        speech = Speech(game.rules, game.wording.catalogue)
        game.wording.conditions = lambda e: speech.finish(speech.condition(e))
        return game.wording.conditions(condition)

    game.wording.conditions = game.wording.conditions or said
