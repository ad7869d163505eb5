"""AI players think in processes of their own, so that no table can stop another.

A process that takes too long or too much memory is ended, and another one takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection as Line
from typing import Protocol, TypeAlias

from engine.agents.registry import make_agent
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded
from engine.table.seats import decision_seed, known_to

SECONDS = 30.0
"""How long an AI player may think about one decision."""
MEGABYTES = 1024
"""How much memory a process may fill."""
PROCESSES = 2
_GAMES = 16
"""So many games a process keeps ready."""
TOO_LONG = "an AI player has thought for too long, so this table is closed"
TOO_MUCH = "an AI player has needed too much memory, so this table is closed"


class GaveUpError(Exception):
    """An AI player has found no move; the message is a sentence for the table."""


class OverstepError(GaveUpError):
    """An AI player has gone beyond its limit of time or memory."""


@dataclass(frozen=True)
class AgentQuestion:
    """What is asked of an AI player: its game, what it knows, and what it may do."""

    digest: str
    loaded: Loaded
    players: int
    options: Mapping[str, int]
    language: str
    agent: str
    seed: int
    known: InformationSet
    legal: Sequence[Move]
    seat: int


Games: TypeAlias = MutableMapping[tuple[object, ...], Game]
Answer: TypeAlias = Callable[[AgentQuestion, Games], Move]


def ask(session: Session, agent: str) -> AgentQuestion:
    """Return what an agent is asked on the seat that has to decide."""
    game, seat = session.game, session.seat
    assert seat is not None
    seed = decision_seed(session)
    return AgentQuestion(
        game.loaded.digest, game.loaded, game.players, dict(game.compiled.setting.options),
        game.language, agent, seed, known_to(make_agent(agent, seed), session),
        game.interpreter.legal(list(session.state)), seat,
    )  # fmt: skip


def answer(question: AgentQuestion, games: Games) -> Move:
    """Return the move that an agent chooses. `games`: those that are ready. Raises RulesError."""
    options = sorted(question.options.items())
    key = (question.digest, question.players, question.language, *options)
    if key not in games:
        if len(games) >= _GAMES:
            games.clear()
        games[key] = Game(
            question.loaded, question.players, dict(options), question.language
        )  # fmt: skip
    agent = make_agent(question.agent, question.seed)
    return agent.choose(games[key], question.known, question.legal, question.seat)


class Thinker(Protocol):
    """Decides for the AI players of a server."""

    async def choose(self, session: Session, agent: str) -> Move:
        """Return an agent's move for the seat that has to decide. Raises GaveUpError."""

    def close(self) -> None:
        """Think no more."""


class ThreadThinker:
    """Thinks in threads without limits: for a house on which nobody else depends."""

    async def choose(self, session: Session, agent: str) -> Move:
        """Return an agent's move for the seat that has to decide. Raises GaveUpError."""
        found = await asyncio.to_thread(_answered, answer, ask(session, agent), {})
        if isinstance(found, str):
            raise GaveUpError(found)
        return found

    def close(self) -> None:
        """Do nothing: a thread ends by itself."""


class ProcessThinker:
    """Thinks in a few processes, each within its limits. Tables wait for a free one in turn."""

    def __init__(
        self, *, seconds: float = SECONDS, megabytes: int = MEGABYTES, answer: Answer = answer
    ) -> None:
        """Begin with no process: each starts when it is first wanted."""
        self._seconds, self._megabytes, self._answer = seconds, megabytes, answer
        self._turns = asyncio.Semaphore(PROCESSES)
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()

    async def choose(self, session: Session, agent: str) -> Move:
        """Return an agent's move for the seat that has to decide. Raises GaveUpError."""
        question = ask(session, agent)
        async with self._turns:
            process = self._idle.pop() if self._idle else _Process(self._answer, self._megabytes)
            self._busy.add(process)
            try:
                found = await asyncio.to_thread(process.ask, question, self._seconds)
            except BaseException:
                process.end()
                raise
            finally:
                self._busy.discard(process)
            self._idle.append(process)
        if isinstance(found, str):
            raise GaveUpError(found)
        return found

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for process in (*self._idle, *self._busy):
            process.end()
        self._idle.clear()


class _Process:
    """A process, and the line to it."""

    def __init__(self, answer: Answer, megabytes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=_think, args=(theirs, answer, megabytes), daemon=True
        )
        self._process.start()
        theirs.close()
        self._ready = False

    def ask(self, question: AgentQuestion, seconds: float) -> Move | str:
        """Return the move, or why there is none. Raises OverstepError. Its start doesn't count."""
        try:
            if not self._ready:
                self._ready = bool(self._line.recv())
            self._line.send(question)
            if not self._line.poll(seconds):
                raise OverstepError(TOO_LONG)
            found: Move | str | None = self._line.recv()
        except (EOFError, OSError):  # the system has ended it
            raise OverstepError(TOO_MUCH) from None
        if found is None:
            raise OverstepError(TOO_MUCH)
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()


def _think(line: Line, answer: Answer, megabytes: int) -> None:
    """Answer questions until the line ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    with suppress(ImportError, ValueError, OSError):
        import resource  # there is none on Windows

        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))
    games: Games = {}
    line.send(True)
    with suppress(EOFError, OSError):
        while True:
            try:
                found: Move | str | None = _answered(answer, line.recv(), games)
            except MemoryError:
                found = None
                games.clear()
            line.send(found)


def _answered(answer: Answer, question: AgentQuestion, games: Games) -> Move | str:
    """Return the move that is chosen, or why there is none."""
    try:
        return answer(question, games)
    except RulesError as problem:
        return str(problem)
    except MemoryError:
        raise
    except Exception as problem:  # an agent's fault must not end the game without a word
        return f"{type(problem).__name__}: {problem}"
