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
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.agents.registry import make_agent
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded
from engine.table.agent_worker import AgentWorker, Thought
from engine.table.seats import decision_seed, known_to

if TYPE_CHECKING:
    from engine.agents.hints import Advice

SECONDS = 30.0
"""How long an AI player may think about one decision."""
MEGABYTES = 1024
"""How much memory a process may fill."""
PROCESSES = 2
_GAMES = 16
"""So many games a process keeps ready."""
TOO_LONG = "an AI player has thought for too long, so this table is closed"
NO_HINT = "no hint was found within the server's limits"
NO_MOVE = "the AI player found no move within the server's limits"
TOO_MUCH = "an AI player has needed too much memory, so this table is closed"


class GaveUpError(Exception):
    """An AI player has found no move; the message is a sentence for the table."""


class OverstepError(GaveUpError):
    """An AI player has gone beyond its limit of time or memory."""


@dataclass(frozen=True, kw_only=True)
class HintQuestion:
    """What is asked for a hint: the game, what the seat knows, and what it may do."""

    digest: str
    loaded: Loaded
    players: int
    options: Mapping[str, int]
    language: str
    known: InformationSet
    legal: Sequence[Move]
    seat: int


@dataclass(frozen=True, kw_only=True)
class AgentQuestion(HintQuestion):
    """What is asked of an AI player: the same, and which one it is."""

    agent: str
    seed: int


Games: TypeAlias = MutableMapping[tuple[object, ...], Game]
Answer: TypeAlias = Callable[[AgentQuestion, Games], Move]
Found: TypeAlias = "Move | Advice | str"
"""A move, a hint, or why there is neither."""


def ask(session: Session, agent: str) -> AgentQuestion:
    """Return what an agent is asked on the seat that has to decide."""
    seed = decision_seed(session)
    asked = _asked(session, known_to(make_agent(agent, seed), session))
    return AgentQuestion(**vars(asked), agent=agent, seed=seed)


def ask_hint(session: Session) -> HintQuestion:
    """Return what is asked for a hint to the seat that has to decide."""
    assert session.seat is not None
    return _asked(session, session.information_set(session.seat, history=True))


def _asked(session: Session, known: InformationSet) -> HintQuestion:
    game, seat = session.game, session.seat
    assert seat is not None
    return HintQuestion(
        digest=game.loaded.digest, loaded=game.loaded, players=game.players,
        options=dict(game.compiled.setting.options), language=game.language, known=known,
        legal=game.interpreter.legal(list(session.state)), seat=seat,
    )  # fmt: skip


def answer(question: AgentQuestion, games: Games) -> Move:
    """Return the move that an agent chooses. `games`: those that are ready. Raises RulesError."""
    agent = make_agent(question.agent, question.seed)
    return agent.choose(_game(question, games), question.known, question.legal, question.seat)


def advised(question: HintQuestion, games: Games) -> Advice:
    """Return a hint. `games`: those that are ready. Raises RulesError."""
    from engine.agents.hints import advise, hint_budget  # takes long to load

    game, budget = _game(question, games), hint_budget()
    return advise(game, question.known, question.legal, question.seat, budget)


def _game(question: HintQuestion, games: Games) -> Game:
    options = sorted(question.options.items())
    key = (question.digest, question.players, question.language, *options)
    if key not in games:
        if len(games) >= _GAMES:
            games.clear()
        games[key] = Game(
            question.loaded, question.players, dict(options), question.language
        )  # fmt: skip
    return games[key]


class Thinker(Protocol):
    """Decides for the AI players of a server, and finds hints."""

    async def choose(self, session: Session, agent: str) -> Move:
        """Return an agent's move for the seat that has to decide. Raises GaveUpError."""

    def advise(self, session: Session, wanted: Callable[[], bool]) -> Thought:
        """Begin to think about a hint for the seat that has to decide. `wanted`: whether it is
        still wanted, once its turn has come.
        """

    def start(self, session: Session, agent: str, wanted: Callable[[], bool]) -> Thought:
        """Begin to think about an agent's move in a game beside the tables: hints come in turn with
        it, so that no table waits. `wanted`: as for a hint.
        """

    def close(self) -> None:
        """Think no more."""


class ThreadThinker:
    """Thinks in threads without limits: for a house on which nobody else depends."""

    async def choose(self, session: Session, agent: str) -> Move:
        """Return an agent's move for the seat that has to decide. Raises GaveUpError."""
        found = await asyncio.to_thread(_answered, answer, ask(session, agent), {})
        return _move(found)

    def advise(self, session: Session, wanted: Callable[[], bool]) -> Thought:
        """Begin to think about a hint for the seat that has to decide."""
        return AgentWorker(session).advise(session)

    def start(self, session: Session, agent: str, wanted: Callable[[], bool]) -> Thought:
        """Begin to think about an agent's move in a game beside the tables."""
        return AgentWorker(session).start(session, agent)

    def close(self) -> None:
        """Do nothing: a thread ends by itself."""


def _move(found: Found) -> Move:
    """Return the move that was found. Raises GaveUpError where there is none."""
    if isinstance(found, tuple):
        return found
    raise GaveUpError(str(found))


class ProcessThinker:
    """Thinks in a few processes, each within its limits. Tables wait for a free one in turn."""

    def __init__(
        self, *, seconds: float = SECONDS, megabytes: int = MEGABYTES, answer: Answer = answer
    ) -> None:
        """Begin with no process: each starts when it is first wanted."""
        self._seconds, self._megabytes, self._answer = seconds, megabytes, answer
        self._turns = asyncio.Semaphore(PROCESSES)
        self._hint_turn = asyncio.Lock()
        """One hint, or one move beside the tables, at a time: AI players at tables always have a
        process.
        """
        self._hints: set[asyncio.Task[None]] = set()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()

    async def choose(self, session: Session, agent: str) -> Move:
        """Return an agent's move for the seat that has to decide. Raises GaveUpError."""
        return _move(await self._asked(ask(session, agent)))

    def advise(self, session: Session, wanted: Callable[[], bool]) -> Thought:
        """Begin to think about a hint for the seat that has to decide."""
        return self._begin(ask_hint(session), wanted)

    def start(self, session: Session, agent: str, wanted: Callable[[], bool]) -> Thought:
        """Begin to think about an agent's move in a game beside the tables."""
        return self._begin(ask(session, agent), wanted)

    def _begin(self, question: HintQuestion, wanted: Callable[[], bool]) -> Thought:
        thought = Thought(question.seat)
        task = asyncio.get_running_loop().create_task(self._advise(question, thought, wanted))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)
        return thought

    async def _advise(
        self, question: HintQuestion, thought: Thought, wanted: Callable[[], bool]
    ) -> None:
        try:
            async with self._hint_turn:
                found = await self._asked(question) if wanted() else ""
            if isinstance(found, str):
                thought.problem = found
            elif isinstance(found, tuple):
                thought.move = found
            else:
                thought.move, thought.advised = found.best.move, found.moves
        except GaveUpError:
            thought.problem = NO_MOVE if isinstance(question, AgentQuestion) else NO_HINT
        finally:
            thought.done.set()

    async def _asked(self, question: HintQuestion) -> Found:
        """Ask a process that is free. Raises OverstepError."""
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
        return found

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for task in list(self._hints):
            task.cancel()
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

    def ask(self, question: HintQuestion, seconds: float) -> Found:
        """Return what is found, or why there is nothing. Its start doesn't count.

        Raises OverstepError.
        """
        try:
            if not self._ready:
                self._ready = bool(self._line.recv())
            self._line.send(question)
            if not self._line.poll(seconds):
                raise OverstepError(TOO_LONG)
            found: Found | None = self._line.recv()
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
                found: Found | None = _answered(answer, line.recv(), games)
            except MemoryError:
                found = None
                games.clear()
            line.send(found)


def _answered(answer: Answer, question: HintQuestion, games: Games) -> Found:
    """Return what is found, or why there is nothing."""
    try:
        if isinstance(question, AgentQuestion):
            return answer(question, games)
        return advised(question, games)
    except RulesError as problem:
        return str(problem)
    except MemoryError:
        raise
    except Exception as problem:  # an agent's fault must not end the game without a word
        return f"{type(problem).__name__}: {problem}"
