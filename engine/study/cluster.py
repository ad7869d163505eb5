"""Playing a plan's games on an existing Dask cluster.

The cluster's workers need Cairn installed in the same version; what is played is sent to them once,
as JSON. The cluster itself plays a batch again whose worker has ended.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from typing import Any

from engine.distribution import install
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Batch, GameRange, StudyPlan, Todo
from engine.study.sent import Reply, plan_as_json, plan_from_json, played, reply

AHEAD = 3
"""So many batches a worker are handed out before the first is back."""
SECONDS_TO_CONNECT = 10
_turn = threading.Lock()
_tables: dict[str, MatchupRunner] = {}
"""What this worker has compiled, by the plan's key."""


def on_cluster(plan: StudyPlan, todo: Todo, address: str) -> Generator[Batch, None, None]:
    """Play what there is to do on a cluster; yield the batches as they come."""
    distributed = _distributed()
    _check(distributed, address)
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as problem:
        reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise _unreached(address, reason) from None
    try:
        yield from _played(client, distributed, plan, todo)
    finally:
        client.close()


def _check(distributed: Any, address: str) -> None:
    """Refuse what is no address: a client that is given it would complain again when collected."""
    try:
        distributed.comm.get_address_host_port(address)
    except ValueError:
        reason = "this is no address; one is written like tcp://HOST:8786"
        raise _unreached(address, reason) from None


def _unreached(address: str, reason: str) -> RulesError:
    message = Message("there is no scheduler to be reached at {address}: {reason}", address, reason)
    return RulesError(Diagnostic(Code.E611, message))


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        message = "a cluster needs Dask, which isn't installed"
        hint = Message("{install} brings it", install("dask"))
        raise RulesError(Diagnostic(Code.E612, message, hint=hint)) from None
    return distributed


def _played(client: Any, distributed: Any, plan: StudyPlan, todo: Todo) -> Iterator[Batch]:
    (sent,) = client.scatter([plan_as_json(plan)], broadcast=True)
    key = str(sent.key)
    cores = max(1, sum(client.nthreads().values()))
    running = distributed.as_completed(loop=client.loop)
    runner = MatchupRunner(plan)
    asked: dict[str, GameRange] = {}

    def hand_out() -> bool:
        games = todo.take(cores)
        if games is None:
            return False
        wanted = (games.table, games.first, games.count)
        future = client.submit(work, key, sent, wanted, pure=False)
        asked[future.key] = games
        running.add(future)
        return True

    while len(asked) < AHEAD * cores and hand_out():
        pass
    while asked:
        future = next(running)
        games = asked.pop(future.key)
        batch = _heard(future, games, runner.measured(games.table).columns.width)
        todo.done(batch)
        yield batch
        hand_out()


def _heard(future: Any, games: GameRange, width: int) -> Batch:
    """Return what a worker has played. Raises RulesError for what it met."""
    try:
        found = future.result()
    except Exception as problem:
        message = Message(
            "the cluster has given up a batch: {name}: {problem}", type(problem).__name__, problem
        )
        raise RulesError(Diagnostic(Code.E611, message)) from None
    return played(found, games, width)


def work(key: str, plan: str, wanted: tuple[int, int, int]) -> Reply:
    """Play a batch; runs on the cluster's workers. Threads of one take turns: it is all Python."""
    with _turn:
        try:
            if key not in _tables:
                _tables[key] = MatchupRunner(plan_from_json(plan))
        except RulesError as problem:
            return reply(problem.diagnostics)
        return reply(_tables[key].tried(GameRange(*wanted)))
