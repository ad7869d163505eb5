"""A proxy that ends TLS, as Caddy or nginx do it: it says for whom it asks, and passes bytes on."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import trustme


@contextmanager
def proxied(port: int, behind: int) -> Iterator[ssl.SSLContext]:
    """Serve `https://localhost:port` from a server behind; give a guest's trust in it."""
    authority = trustme.CA()
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(inside)
    outside = ssl.create_default_context()
    authority.configure_trust(outside)
    loop = asyncio.new_event_loop()
    serving = loop.run_until_complete(
        asyncio.start_server(lambda r, w: _pass_on(r, w, behind), "127.0.0.1", port, ssl=inside)
    )
    thread = Thread(target=loop.run_forever)
    thread.start()
    try:
        yield outside
    finally:
        loop.call_soon_threadsafe(serving.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, behind: int) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    guest = writer.get_extra_info("peername")[0]
    there, back = await asyncio.open_connection("127.0.0.1", behind)
    back.write(head[:-2] + f"X-Forwarded-For: {guest}\r\n\r\n".encode())
    await asyncio.gather(_copy(reader, back), _copy(there, writer))


async def _copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, ssl.SSLError):
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()
    sink.close()
