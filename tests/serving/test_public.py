"""A server for the internet: behind a proxy that ends TLS, which alone is believed."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect as meet
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from engine import RulesError
from engine.cli.arguments import ServeArguments
from engine.cli.serve import serve_tables
from engine.serving import limits
from engine.serving.addresses import Addresses, behind_proxy, direct
from engine.serving.housekeeping import Housekeeping
from engine.serving.web import Server
from tests.scope import ALL
from tests.serving.guests import HOST, a_house
from tests.serving.running import Running, free_port, served
from tests.serving.test_browser import tab, wait
from tests.serving.test_web import told
from tests.serving.tls_proxy import proxied


@dataclass
class Public:
    """A server, the proxy in front of it, and trust in that."""

    running: Running
    port: int
    trust: ssl.SSLContext

    @property
    def site(self) -> str:
        return f"https://localhost:{self.port}"

    def talk(self, origin: str) -> ClientConnection:
        at = f"wss://localhost:{self.port}/ws"
        guest: ClientConnection = connect(at, ssl=self.trust, origin=Origin(origin))
        return guest


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Public]:
    port, behind = free_port(), free_port()
    with (
        served(
            tmp_path_factory.mktemp("tables"), "examples/nim.cairn",
            "--public-url", f"https://localhost:{port}", port=behind,
        ) as running,
        proxied(port, behind) as trust,
    ):  # fmt: skip
        yield Public(running, port, trust)


def test_links_lead_through_the_proxy(public: Public) -> None:
    said = public.running.said
    assert f"The server is for the internet, at {public.site}." in said
    assert f"The host's page: {public.site}/#{public.running.host}" in said
    assert f"Seat 1: {public.site}/#{public.running.seats[0]}" in said
    assert "█" in said


def test_a_guest_plays_through_the_proxy(public: Public) -> None:
    with urllib.request.urlopen(public.site, context=public.trust, timeout=30) as page:
        assert b"<title>Cairn</title>" in page.read()
    with public.talk(public.site) as guest:
        guest.send(json.dumps({"type": "hello", "token": public.running.seats[0]}))
        assert told(guest, "state")["asked"]
        act = {"type": "act", "id": "1", "version": 0, "move": "take(4, 7)"}
        guest.send(json.dumps(act))
        assert told(guest, "made")["version"] == 1


def test_pages_of_other_sites_are_refused_behind_a_proxy(public: Public) -> None:
    for origin in (f"http://localhost:{public.port}", public.running.address, "https://localhost"):
        with pytest.raises(InvalidStatus):
            public.talk(origin)


@pytest.mark.skipif(not ALL, reason="a browser of its own")
def test_the_page_over_tls_may_notify(public: Public, tmp_path: Path) -> None:
    with tab(f"{public.site}/#{public.running.host}", tmp_path, (390, 844), trusting=True) as page:
        run = page.driver.execute_script
        assert "can notify you" in run("return lobby.querySelector(':scope > p').textContent")
        run("document.getElementById('create').click()")
        wait(lambda: run("return lobby.querySelectorAll('a').length"))
        links = run("return [...lobby.querySelectorAll('a')].map((link) => link.href)")
        assert all(link.startswith(f"{public.site}/#") for link in links)


def at(own: Addresses, *proxies: str) -> Addresses:
    return behind_proxy("https://cairn.example.org", proxies, own)


Come = Callable[[str], Awaitable[dict[str, Any]]]


@asynccontextmanager
async def crowd(tmp_path: Path) -> AsyncIterator[Come]:
    """A server behind a proxy, at which hosts come from addresses and hear one answer each."""
    house = a_house(tmp_path)
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    addresses = at(direct(["127.0.0.1"], port))
    server = Server(house, Housekeeping(house, HOST, lambda _: [], addresses.site), addresses)
    config = uvicorn.Config(server.app(), ws="websockets-sansio", log_level="warning")
    running = uvicorn.Server(config)
    serving = asyncio.create_task(running.serve([listening]))

    async def come(forwarded: str) -> dict[str, Any]:
        guest = await opened.enter_async_context(
            meet(f"ws://127.0.0.1:{port}/ws", additional_headers={"X-Forwarded-For": forwarded})
        )
        with suppress(ConnectionClosed):  # it may be refused before it says anything
            await guest.send(json.dumps({"type": "hello", "token": HOST}))
        answer: dict[str, Any] = json.loads(await guest.recv())
        return answer

    async with AsyncExitStack() as opened:
        yield come
    running.should_exit = True
    await serving
    house.store.close()


def test_the_limit_of_an_address_counts_guests_and_not_the_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PER_ADDRESS", 1)

    async def come_all() -> None:
        async with crowd(tmp_path) as come:
            assert (await come("192.0.2.1"))["site"] == "https://cairn.example.org"
            assert (await come("192.0.2.2"))["type"] == "house"
            refused = await come("6.6.6.6, 192.0.2.2")
            assert refused == {"type": "closed", "why": limits.TOO_MANY_HERE}

    asyncio.run(come_all())


def test_a_full_server_says_so_and_has_room_for_1000_guests_besides_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert limits.CONNECTIONS > 1000
    monkeypatch.setattr(limits, "CONNECTIONS", 2)

    async def come_all() -> None:
        async with crowd(tmp_path) as come:
            answers = [await come(f"192.0.2.{number}") for number in range(3)]
            assert [answer["type"] for answer in answers] == ["house", "house", "closed"]
            assert answers[2]["why"] == limits.TOO_MANY

    asyncio.run(come_all())


def test_only_the_proxy_says_for_whom_it_asks() -> None:
    own = direct(["127.0.0.1"], 8765)
    assert own.guest("127.0.0.1", ["192.0.2.1"]) == "127.0.0.1"
    here, far = at(own), at(own, "10.0.0.5", "10.0.1.0/24")
    assert here.guest("192.0.2.9", ["192.0.2.1"]) == "192.0.2.9"
    assert far.guest("127.0.0.1", ["192.0.2.1"]) == "127.0.0.1"
    assert far.guest("10.0.0.5", ["6.6.6.6", "192.0.2.1, 10.0.1.7"]) == "192.0.2.1"
    assert far.guest("10.0.0.5", ["6.6.6.6, nonsense"]) == "10.0.0.5"
    assert far.guest("10.0.0.5", []) == "10.0.0.5"
    one, other = (here.guest("::1", [f"2001:db8::{end}"]) for end in (1, 2))
    assert one == other != here.guest("::1", ["2001:db8:0:1::1"])


def test_pages_come_from_where_they_say() -> None:
    public = at(direct(["127.0.0.1"], 8765))
    assert public.answers("cairn.example.org", "https://cairn.example.org")
    assert public.answers("127.0.0.1:8765", "http://127.0.0.1:8765")
    assert not public.answers("cairn.example.org", "http://cairn.example.org")
    assert not public.answers("cairn.example.org", "http://127.0.0.1:8765")
    assert not public.answers("cairn.example.org:444", None)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"public_url": "http://cairn.example.org"}, "no public URL; it should look like https://"),
        ({"public_url": "https://a.org/cairn"}, "is no public URL"),
        ({"public_url": "https://[::1"}, "is no public URL"),
        ({"public_url": "https://a.org", "proxy": ["caddy"]}, "'?caddy'? is no address of a proxy"),
        ({"proxy": ["10.0.0.5"]}, "--proxy needs --public-url"),
    ],
)
def test_a_wrong_address_is_told_in_a_sentence(args: dict[str, str], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        serve_tables(ServeArguments(**args, port=free_port()))  # type: ignore[arg-type]
