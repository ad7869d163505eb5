"""The moves of AI players at hosted tables."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from typing import Protocol

from engine.game.interpreter import Move
from engine.language.diagnostics import RulesError
from engine.serving.hosted_table import HostedTable, MovedOnError, NotKeptError
from engine.serving.thinking import GaveUpError, OverstepError, Thinker

AGENT_PAUSE = 0.6
"""How long an AI player's move is waited for at least, in seconds, so that people can follow."""


class AgentHosting(Protocol):
    """What AI players need of a house."""

    def stays(self, hosted: HostedTable) -> bool:
        """Return whether this is still the table of its id."""

    def step(self, table: str) -> AbstractContextManager[None]:
        """Do something for a table, and close it if that has taken too long."""

    def show(self, table: str) -> None:
        """Let everybody at a table see what has changed."""

    def say(self, table: str, sentence: str) -> None:
        """Say something to everybody at a table."""

    def replay(self, table: str) -> None:
        """Show a table as the store has it."""

    def fail(self, table: str, why: str) -> None:
        """Close a table whose decisions can't be kept."""

    def shut(self, table: str, why: str) -> None:
        """Close a table that takes too much."""


class HostedAgents:
    """Lets AI players decide at the tables of a house. All calls come from the house's thread."""

    def __init__(self, house: AgentHosting, thinker: Thinker, pause: float) -> None:
        """Begin with nobody thinking. `pause`: see `AGENT_PAUSE`."""
        self.pause = pause
        self._house, self._thinker = house, thinker
        self._thinking: dict[str, asyncio.Task[None]] = {}

    def busy(self, table: str) -> bool:
        """Return whether an AI player thinks at a table."""
        return table in self._thinking

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return what is thought, by any of them."""
        return list(self._thinking.values())

    def wake(self, hosted: HostedTable) -> None:
        """Let the agent that has to decide at a table think, if it doesn't already."""
        table = hosted.record.id
        thinking = self._thinking.get(table)
        if hosted.table.agent and (thinking is None or thinking.done()):
            task = asyncio.get_running_loop().create_task(self._play(hosted))
            self._thinking[table] = task
            task.add_done_callback(lambda done: self._thought(table, done))

    def stop(self, table: str) -> None:
        """Let nobody think at a table any more."""
        if (thinking := self._thinking.pop(table, None)) is not None:
            thinking.cancel()

    async def close(self) -> None:
        """Let nobody think any more."""
        thinking = self.tasks()
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    def _thought(self, table: str, done: asyncio.Task[None]) -> None:
        if self._thinking.get(table) is done:
            del self._thinking[table]

    async def _play(self, hosted: HostedTable) -> None:
        id = hosted.record.id
        while (agent := hosted.table.agent) and self._house.stays(hosted):
            version = hosted.version
            thinking = self._thinker.choose(hosted.table.session, agent)
            try:
                move, _ = await asyncio.gather(thinking, asyncio.sleep(self.pause))
            except OverstepError as problem:
                self._house.shut(id, problem.args[0])
                return
            except GaveUpError as problem:
                self._house.say(id, problem.args[0])
                return
            if hosted.version != version or hosted.table.agent != agent:
                continue
            with self._house.step(id):
                if not self._make(hosted, move):
                    return

    def _make(self, hosted: HostedTable, move: Move) -> bool:
        """Make an AI player's move; return whether the game continues here."""
        id = hosted.record.id
        try:
            hosted.table.make(move)
        except MovedOnError:
            self._house.replay(id)
            return True
        except NotKeptError as problem:
            self._house.fail(id, problem.args[0])
            return False
        except RulesError as problem:
            self._house.say(id, problem.diagnostics[0].message)
            return False
        self._house.show(id)
        return True
