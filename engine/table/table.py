"""A game with the people and agents who sit around it; it knows no screen and no language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.chronicle.chronicle import Chronicle
from engine.game.interpreter import Move
from engine.game.session import Decision, Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules import model as m
from engine.table.agent_worker import AgentWorker, Thought
from engine.table.autosave import Autosave
from engine.table.seats import HUMAN, QUICK, choose


class Watcher(Protocol):
    """What hears of each change at a table: a guest."""

    def decided(self) -> None:
        """Hear that a decision was made."""

    def changed(self) -> None:
        """Hear that decisions were taken back or made again, or that the rules are others."""


class Keeper(Protocol):
    """What keeps each decision before anyone hears of it.

    If it raises, the table is of no more use: the session has a decision that isn't kept.
    """

    def made(self, decision: Decision) -> None:
        """Keep a decision that was made."""

    def taken_back(self, count: int) -> None:
        """Keep that so many decisions were taken back."""

    def advise(self, session: Session) -> Thought:
        """Return what is thought about a hint for the seat that has to decide."""


class Worker(Protocol):
    """What thinks for agents; each thought is there when it is `done`."""

    def start(self, session: Session, name: str) -> Thought:
        """Begin to think about what an agent does on the seat that has to decide."""

    def advise(self, session: Session) -> Thought:
        """Begin to think about what is best for the seat that has to decide, and why."""


class Table:
    """One game from its deal, or from a save, to its end, and who sits on which seat.

    `seats`: `human` or an agent's name for each seat. `chronicle`: what has happened. `version`
    changes with every position. `thought`: what the agent that has to decide thinks, once it has
    begun. Any number of guests may be at a table; each hears of every change.

    >>> from engine import load
    >>> from engine.table.deal import deal
    >>> table = Table(deal(load("examples/nim.cairn"), 2, seed=5), ["human", "greedy"])
    >>> table.make(table.session.legal()[0].move).seat, table.agent
    (0, 'greedy')
    """

    def __init__(
        self,
        session: Session,
        seats: Sequence[str],
        *,
        keeper: Keeper | None = None,
        worker: Worker | None = None,
    ) -> None:
        """Put a game on the table. `worker`: thinks for its agents, instead of threads."""
        self.session = session
        self._keeper = keeper
        self.chronicle = Chronicle(session)
        self.seats = list(seats)
        self.version = 0
        self.unkept = False
        """Whether a move has been made since the game was kept."""
        self.thought: Thought | None = None
        self._given = worker
        self._worker: AgentWorker | None = None
        self._watchers: list[Watcher] = []
        self._undo: tuple[int, str] | None = None
        speak_plainly(session)

    def join(self, watcher: Watcher) -> None:
        """Let a guest hear of what happens from now on."""
        self._watchers.append(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Let a guest hear of nothing more."""
        self._watchers.remove(watcher)

    # -------------------------------------------------------------- who

    @property
    def humans(self) -> list[int]:
        """Return the seats that people have."""
        return [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]

    @property
    def hosted(self) -> bool:
        """Return whether a host keeps the game and lets its agents think, not a guest's screen."""
        return self._keeper is not None

    @property
    def spectator(self) -> int:
        """Return the seat of a guest who has none, and sees what is open to everybody."""
        return self.session.game.knowledge.spectator

    @property
    def agent(self) -> str | None:
        """Return the agent that has to decide, None when a person does or nobody."""
        seat = self.session.seat
        return None if seat is None or self.seats[seat] == HUMAN else self.seats[seat]

    @property
    def hides(self) -> bool:
        """Return whether seats see different things in this game."""
        rules = self.session.game.rules
        zones, variables = rules.zones.values(), rules.variables.values()
        return any(z.seen != "all" for z in zones) or any(v.seen != "all" for v in variables)

    # -------------------------------------------------------------- deciding

    def make(self, move: Move | int, text: str | None = None) -> Decision:
        """Make a legal move, a person's or an agent's, or the move of a number.

        `text`: the move's notation, where known. Raises ValueError for a number that means no
        legal move.
        """
        session = self.session
        if isinstance(move, int):
            move = session.game.numbering.move(list(session.state), move)
        return self._made(session.apply(move, text))

    def play(self, move: str) -> Decision:
        """Make a move by its notation. Raises RulesError (E604) with the reason if it's illegal."""
        return self._made(self.session.play(move))

    def follow(self, move: str) -> Decision:
        """Make a move that is kept already: its keeper got it from elsewhere. Raises RulesError."""
        return self._heard(self.session.play(move))

    def play_agent(self) -> Decision:
        """Make the move of the agent that has to decide."""
        assert self.agent is not None
        return self.make(choose(self.session, self.agent))

    def _made(self, decision: Decision) -> Decision:
        if self._keeper is not None:
            self._keeper.made(decision)
        return self._heard(decision)

    def _heard(self, decision: Decision) -> Decision:
        self.version += 1
        self.unkept, self.thought = True, None
        for watcher in self._watchers:
            watcher.decided()
        return decision

    def _changed(self) -> None:
        self.version += 1
        self.thought = None
        for watcher in self._watchers:
            watcher.changed()

    # -------------------------------------------------------------- agents

    @property
    def worker(self) -> Worker:
        """Return what thinks for the agents, on the rules in force."""
        if self._given is not None:
            return self._given
        if self._worker is None:
            self._worker = AgentWorker(self.session)
        return self._worker

    def think(self) -> Thought:
        """Return what the agent that has to decide thinks; it begins in the background."""
        assert self.agent is not None
        if self.thought is None:
            self.thought = self.worker.start(self.session, self.agent)
        return self.thought

    def advise(self, session: Session) -> Thought:
        """Return what is thought about a hint for the seat that has to decide in its game, which
        may be in another language.
        """
        if self._keeper is not None:
            return self._keeper.advise(session)
        own = session is self.session or self._given is not None
        worker = self.worker if own else AgentWorker(session)
        return worker.advise(session)

    def hurry(self) -> None:
        """Let the agent that thinks decide at once, as one does that hardly searches."""
        if self.thought is None or not self.thought.done.is_set():
            self.thought = AgentWorker(self.session).start(self.session, QUICK)
            self.thought.done.wait()

    def stop_thinking(self) -> None:
        """Forget what the agent has thought."""
        self.thought = None

    # -------------------------------------------------------------- going back

    def undo(self) -> Decision:
        """Take back the last decision of a person, and agents' decisions after it.

        Raises RulesError with the reason where that is refused; then nothing has changed.
        """
        count = self._going_back()
        for _ in range(count):
            decision = self.session.undo()
        if self._keeper is not None:
            self._keeper.taken_back(count)
        self._changed()
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
        first = len(session.history)
        decision = session.redo()
        while session.undone and self.agent is not None:
            session.redo()
        if self._keeper is not None:
            for made in session.history[first:]:
                self._keeper.made(made)
        self._changed()
        return decision

    def replace(self, session: Session) -> None:
        """Continue the same game on another session: other rules, another language."""
        self.session = session
        self.chronicle = Chronicle(session)
        self._worker = None
        speak_plainly(session)
        self._changed()

    # -------------------------------------------------------------- other tables

    def what_if(self, number: int) -> Table:
        """Return a table of its own for a game that begins after so many decisions of this one.

        Everything may be taken back there; agents and people have the same seats.
        """
        return Table(self.session.fork(number), self.seats, worker=self.worker)

    def keep(self, autosave: Autosave, rules: str, title: str) -> bool:
        """Keep the game for another time; return whether that was possible.

        `rules`: how the ruleset is opened again.
        """
        self.unkept = False
        return autosave.keep(self.session, self.seats, rules, title)


def speak_plainly(session: Session) -> None:
    """Let a game say its conditions as lessons say them: who plays needn't read rules."""
    game = session.game

    def said(condition: m.Expr) -> str:
        from engine.teach.speech import Speech  # takes long to load

        speech = Speech(game.rules, game.wording.catalogue)
        game.wording.conditions = lambda e: speech.finish(speech.condition(e))
        return game.wording.conditions(condition)

    game.wording.conditions = game.wording.conditions or said
