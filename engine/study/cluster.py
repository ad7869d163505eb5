"""Playing a plan's games on an existing Dask cluster.

The cluster's workers need Cairn installed in the same version; what is played is sent to them once.
The cluster itself plays a batch again whose worker has ended.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Generator, Iterator
from typing import Any

from engine.distribution import install
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Batch, GameRange, StudyPlan, Todo

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
    packed = pickle.dumps(plan)
    (sent,) = client.scatter([packed], broadcast=True)
    key = str(sent.key)
    cores = max(1, sum(client.nthreads().values()))
    running = distributed.as_completed(loop=client.loop)
    out = 0

    def hand_out() -> int:
        games = todo.take(cores)
        if games is None:
            return 0
        running.add(client.submit(_work, key, sent, games, pure=False))
        return 1

    while out < AHEAD * cores and hand_out():
        out += 1
    while out:
        future = next(running)
        out -= 1
        batch = _heard(future)
        todo.done(batch)
        yield batch
        out += hand_out()


def _heard(future: Any) -> Batch:
    """Return what a worker has played. Raises RulesError for what it met."""
    try:
        found = future.result()
    except Exception as problem:
        message = Message(
            "the cluster has given up a batch: {name}: {problem}", type(problem).__name__, problem
        )
        raise RulesError(Diagnostic(Code.E611, message)) from None
    if isinstance(found, Batch):
        return found
    raise RulesError(*found)


def _work(key: str, packed: bytes, games: GameRange) -> Batch | tuple[Diagnostic, ...]:
    """Play a batch; runs on the cluster's workers. Threads of one take turns: it is all Python."""
    with _turn:
        if key not in _tables:
            _tables[key] = MatchupRunner(pickle.loads(packed))
        return _tables[key].tried(games)
