"""A network between a browser and the server that a test can cut and restore."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from tests.serving.running import PATIENCE, free_port


class Relay:
    """Passes bytes on from a port of its own; use `relayed` to get one."""

    def __init__(self, behind: int) -> None:
        self.port, self.cuts = free_port(), 0
        self._behind, self._loop = behind, asyncio.new_event_loop()
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    def cut(self) -> None:
        """End every connection, and let nobody in."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result(PATIENCE)
        self.cuts += 1

    def restore(self) -> None:
        """Let everybody in again."""
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(PATIENCE)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", self.port)

    async def _cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._behind)
        both = {writer, back}
        self._open |= both
        await asyncio.gather(_copy(reader, back), _copy(there, writer))
        self._open -= both


async def _copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()
    sink.close()


@contextmanager
def relayed(behind: int) -> Iterator[Relay]:
    """Pass bytes on to a port behind."""
    relay = Relay(behind)
    thread = Thread(target=relay._loop.run_forever)
    thread.start()
    try:
        relay.restore()
        yield relay
    finally:
        relay.cut()
        relay._loop.call_soon_threadsafe(relay._loop.stop)
        thread.join()
        relay._loop.close()
