"""The server on the network: the page, the WebSocket, and what keeps strangers out.

It is the one module that knows HTTP. Starlette and uvicorn come with the extra `serve`.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from engine.language.diagnostics import RulesError
from engine.serving import limits
from engine.serving.addresses import Addresses, is_loopback
from engine.serving.connection import Connection
from engine.serving.face import FaceMaker
from engine.serving.figures import ServerFigures
from engine.serving.house import House
from engine.serving.housekeeping import Housekeeping
from engine.serving.showing import FAULT
from engine.serving.store import Store

if TYPE_CHECKING:
    from engine.serving.class_desks import ClassDesks

TICK = 0.1
"""How often faces do what the time asks for, in seconds."""
LOOK = 1.0
"""How often clocks and absent seats are looked at, in seconds."""
FAREWELL = 2.0
"""So long, in seconds, guests have to hear that the server ends."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
WINDOW = 14
"""The compression window of a connection, as a power of two. In 16,384 bytes, compression finds the
last messages, which new ones resemble. That takes 48 kB more for each guest than uvicorn's 12 bits.
"""
FORBIDDEN = 1008
"""The code of a WebSocket that is closed because of what was asked for."""
_log = logging.getLogger("cairn.serve")


@dataclass(frozen=True)
class PageFile:
    """A file of the page: its media type, what reads it, and if a browser may keep it for good."""

    kind: str
    read: Callable[[], bytes]
    lasting: bool = False

    @cached_property
    def data(self) -> bytes:
        """Its bytes, read when they are first asked for."""
        return self.read()

    @cached_property
    def packed(self) -> bytes:
        """The same, compressed when it is first asked for."""
        return gzip.compress(self.data)


class Server:
    """Serves a house. `addresses`: those that it answers to."""

    def __init__(
        self,
        house: House,
        host: Housekeeping,
        addresses: Addresses,
        *,
        faces: FaceMaker | None = None,
        desks: ClassDesks | None = None,
        files: Mapping[str, PageFile] | None = None,
    ) -> None:
        """Prepare; nothing is served yet. `files`: the page's, by their paths, `/` among them."""
        self.house, self.host, self.addresses = house, host, addresses
        self._faces, self._desks, self._files = faces, desks, dict(files or {})
        self._connections: set[Connection] = set()
        self._addresses: Counter[str] = Counter()
        self._since: dict[Connection, float] = {}
        self._figures = ServerFigures()

    def app(self) -> ASGIApp:
        """Return what answers requests."""
        routes = [
            Route("/healthz", self._health),
            Route("/metrics", self._metrics),
            WebSocketRoute("/ws", self._socket),
            Route("/{path:path}", self._file),
        ]
        return _Guard(Starlette(routes=routes, lifespan=self._living), self.addresses)

    @asynccontextmanager
    async def _living(self, _: Starlette) -> AsyncIterator[None]:
        self.house.others.begin()
        self.house.store.defer()
        tasks = [asyncio.create_task(work()) for work in (self._tick, self.house.resume)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()

    async def close(self) -> None:
        """Say good-bye to every guest."""
        await self.house.close()
        until = time.monotonic() + FAREWELL
        while self._connections and time.monotonic() < until:
            await asyncio.sleep(0.01)

    async def _tick(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if self._desks is not None:
                self._desks.tick()
            for connection in list(self._connections):
                if connection.silent and now > self._since[connection] + limits.HELLO_SECONDS:
                    connection.end(limits.TOO_SILENT)
                connection.tick(now)
            if now >= looked + LOOK:
                looked = now
                self.house.time.tick()

    async def _health(self, _: Request) -> Response:
        try:
            self.house.store.link("")
            await self.house.store.synced()
        except Exception:  # whatever it is, the server can't do its work
            _log.exception("the store can't be read")
            return PlainTextResponse("the store can't be read\n", 503)
        return PlainTextResponse("ok\n")

    async def _metrics(self, request: Request) -> Response:
        """Answer this machine alone, and nobody for whom a proxy asks."""
        peer = request.client.host if request.client else ""
        if request.headers.get("x-forwarded-for") or not is_loopback(peer):
            return PlainTextResponse("not found\n", 404)
        kind, figures = self._figures.text(len(self._connections), len(self.house.opened()))
        return Response(figures, headers={"Content-Type": kind})

    async def _file(self, request: Request) -> Response:
        file = self._files.get(request.url.path)
        if file is None:
            return PlainTextResponse("not found\n", 404)
        lasts = "public, max-age=31536000, immutable" if file.lasting else "no-cache"
        headers = {"Cache-Control": lasts, "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.data, media_type=file.kind, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, media_type=file.kind, headers=headers)

    # -------------------------------------------------------------- the WebSocket

    async def _socket(self, socket: WebSocket) -> None:
        peer = socket.client.host if socket.client else ""
        address = self.addresses.guest(peer, socket.headers.getlist("x-forwarded-for"))
        await socket.accept()
        refused = ""
        if len(self._connections) >= limits.CONNECTIONS:
            refused = limits.TOO_MANY
        elif self._addresses[address] >= limits.PER_ADDRESS:
            refused = limits.TOO_MANY_HERE
        if refused:
            await socket.send_text(_written({"type": "closed", "why": refused}))
            await socket.close(FORBIDDEN)
            return
        self._addresses[address] += 1
        try:
            await self._talk(socket)
        finally:
            self._addresses[address] -= 1

    async def _talk(self, socket: WebSocket) -> None:
        """Pass messages to and fro until the connection ends."""
        waiting: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

        def send(message: dict[str, Any]) -> None:
            if waiting.qsize() >= limits.WAITING:
                _log.warning("a guest doesn't read")
                waiting.put_nowait(None)
            else:
                waiting.put_nowait(message)

        connection = Connection(
            self.house, send, lambda: waiting.put_nowait(None),
            faces=self._faces, host=self.host, desks=self._desks,
        )  # fmt: skip
        self._connections.add(connection)
        self._figures.guests += 1
        self._since[connection] = time.monotonic()
        writing = asyncio.create_task(write(self.house.store, socket, waiting))
        try:
            while not connection.ended:
                reading = asyncio.ensure_future(socket.receive())
                await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    break
                message = reading.result()
                if message["type"] == "websocket.disconnect":
                    break
                began = time.perf_counter()
                connection.receive(message.get("text") or message.get("bytes") or b"")
                self._figures.took(time.perf_counter() - began)
        except Exception:
            self._figures.faults += 1
            _log.exception("a connection has met a fault")
            connection.end(FAULT, again=True)
        finally:
            self._connections.discard(connection)
            del self._since[connection]
            connection.gone()
            waiting.put_nowait(None)
            with suppress(Exception):
                await asyncio.wait_for(writing, 5.0)


class Wire(Protocol):
    """What texts are sent by."""

    async def send_text(self, text: str, /) -> None:
        """Send a text."""

    async def close(self) -> None:
        """End the connection."""


async def write(store: Store, socket: Wire, waiting: asyncio.Queue[dict[str, Any] | None]) -> None:
    """Send what waits, until the connection ends: only when what it rests on is on disk."""
    with suppress(WebSocketDisconnect, RuntimeError):  # it has ended from the other side
        while (message := await waiting.get()) is not None:
            try:
                await store.synced()
            except RulesError as problem:
                _log.critical("what was played can't be kept: %s", problem)
                break
            await socket.send_text(_written(message))
        await socket.close()


def _written(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class _Guard:
    """Refuses requests for another host or from another site's page, and adds headers."""

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self._app, self._addresses = app, addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._addresses.answers(headers.get("host", ""), headers.get("origin")):
            await _refuse(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, guarded)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": FORBIDDEN})
        return
    response = PlainTextResponse("this server doesn't answer to that address\n", 421, HEADERS)
    await response(scope, receive, send)


class _Packing(WebSocketsSansIOProtocol):
    """Compresses what it sends better than uvicorn does."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        packing = ServerPerMessageDeflateFactory(
            server_max_window_bits=WINDOW, client_max_window_bits=12,
            compress_settings={"memLevel": 5},
        )  # fmt: skip
        self.conn.available_extensions = [packing]


class _Graceful(uvicorn.Server):
    """Tells the guests before it closes their connections."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._server, self._ready = server, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._server.close()
        await super().shutdown(sockets)


def serve(server: Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called once guests can come."""
    config = uvicorn.Config(
        server.app(), ws=_Packing, ws_max_size=2 * limits.MESSAGE_BYTES,
        access_log=False, log_level="warning", lifespan="on", server_header=False,
        timeout_graceful_shutdown=3, proxy_headers=False,
    )  # fmt: skip
    with suppress(KeyboardInterrupt):
        asyncio.run(_Graceful(config, server, ready).serve(sockets=[listening]))
