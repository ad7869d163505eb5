"""The server on the network, as `cairn serve` starts it."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from engine import RulesError
from engine.cli.arguments import ServeArguments
from engine.cli.serve import serve_tables
from engine.serving import limits
from tests.serving.running import ROOT, Running, free_port, served

PAGE = ROOT / "docs" / "serving.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with served(tmp_path_factory.mktemp("tables"), "examples/nim.cairn") as running:
        yield running


def fetched(server: Running, path: str, **headers: str) -> tuple[int, str, Mapping[str, str]]:
    """What is answered to a request, sent as it is: status, text, headers."""
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        asking.request("GET", path, headers=headers)
        answer = asking.getresponse()
        text = answer.read().decode("utf-8", "replace")
        return answer.status, text, {k.lower(): v for k, v in answer.getheaders()}
    finally:
        asking.close()


def talk(server: Running, **more: Any) -> ClientConnection:
    guest: ClientConnection = connect(f"ws://127.0.0.1:{server.port}/ws", **more)
    return guest


def told(guest: ClientConnection, type: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(guest.recv(timeout=30))
        if message["type"] == type:
            return message


def test_the_page_comes_with_a_strict_policy(server: Running) -> None:
    status, page, headers = fetched(server, "/")
    assert status == 200 and "<title>Cairn</title>" in page
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    for name in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        assert fetched(server, name)[0] == 200
    for path in ("/../pyproject.toml", "/fonts/../page.py", "//etc/passwd", "/%2e%2e/setup"):
        assert fetched(server, path)[0] == 404
    assert fetched(server, "/healthz")[1] == "ok\n"
    packed = fetched(server, "/page.js", **{"Accept-Encoding": "gzip"})[2]
    assert packed["content-encoding"] == "gzip"


def test_this_machine_may_read_figures_that_name_nobody(server: Running) -> None:
    with talk(server) as guest:
        guest.send(json.dumps({"type": "hello", "token": server.seats[0]}))
        told(guest, "state")
        status, figures, headers = fetched(server, "/metrics")
    assert status == 200 and headers["content-type"].startswith("text/plain; version=")
    found = dict(line.rsplit(" ", 1) for line in figures.splitlines() if line[0] != "#")
    assert float(found["cairn_connections"]) == float(found["cairn_tables_open"]) == 1
    assert float(found['cairn_message_seconds_bucket{le="+Inf"}']) >= 1
    assert float(found["process_resident_memory_bytes"]) > 0
    assert not any(token in figures for token in (*server.seats, server.host))
    assert fetched(server, "/metrics", **{"X-Forwarded-For": "127.0.0.1"})[0] == 404


def test_other_hosts_and_other_sites_pages_are_refused(server: Running) -> None:
    assert fetched(server, "/", Host="evil.example")[0] == 421
    assert fetched(server, "/", Origin="null")[0] == 421
    for origin in ("http://evil.example", f"http://evil.example:{server.port}", "null"):
        with pytest.raises(InvalidStatus):
            talk(server, origin=origin)
    with talk(server, origin=server.address) as guest:
        guest.send(json.dumps({"type": "hello", "token": server.seats[0]}))
        assert told(guest, "welcome")["title"] == "Nim"


def test_a_second_device_is_told_over_the_network(server: Running) -> None:
    hello = json.dumps({"type": "hello", "token": server.seats[0]})
    with talk(server) as first, talk(server) as second:
        first.send(hello)
        told(first, "state")
        second.send(hello)
        assert told(first, "closed")["why"] == "Another device has taken over this seat"
        with pytest.raises(ConnectionClosed):
            first.recv(timeout=30)


def test_too_long_a_message_ends_the_connection(server: Running) -> None:
    with talk(server) as guest:
        guest.send("x" * (limits.MESSAGE_BYTES + 1))
        assert "at most" in told(guest, "closed")["why"]


def test_the_twenty_lines_of_the_docs_play_a_seat(server: Running) -> None:
    text = PAGE.read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len([line for line in program.splitlines() if line.strip()]) <= 20
    links = [f"{server.address}/#{token}" for token in server.seats]
    bots = [
        subprocess.Popen([sys.executable, "-c", program, link], stdout=subprocess.PIPE, text=True)
        for link in links
    ]
    said = [bot.communicate(timeout=60)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert said[0] == said[1] and "winners" in said[0]


def test_every_message_of_the_protocol_is_in_the_docs(server: Running) -> None:
    text = PAGE.read_text("utf-8") + PAGE.with_name("class.md").read_text("utf-8")
    source = "".join(p.read_text("utf-8") for p in (ROOT / "engine/serving").glob("*.py"))
    said = re.findall(r'type: Literal\["(\w+)"\]', source)
    answers = set(re.findall(r'"type": "(\w+)"', source)) | {"made", "done"}
    assert said and [name for name in {*said, *answers} if f"`{name}`" not in text] == []


def test_ctrl_c_ends_it_and_the_games_are_there_again(tmp_path: Path) -> None:
    with served(tmp_path, "examples/nim.cairn") as running:
        with talk(running) as guest:
            guest.send(json.dumps({"type": "hello", "token": running.seats[0]}))
            told(guest, "state")
            act = {"type": "act", "id": "1", "version": 0, "move": "take(4, 7)"}
            guest.send(json.dumps(act))
            assert told(guest, "made")["version"] == 1
            rest = running.stop()
            assert told(guest, "closed")["again"] is True
        assert running.process.returncode == 0
        assert "Traceback" not in rest and rest.endswith("The server has ended.\n")
        assert not any(token in rest for token in (*running.seats, running.host))
    with served(tmp_path) as again, talk(again) as guest:
        guest.send(json.dumps({"type": "hello", "token": running.seats[0]}))
        assert told(guest, "state")["missed"][0]["move"] == "take(4, 7)"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"rulesets": ["no-such-game"]}, "there is no ruleset 'no-such-game'"),
        ({"rulesets": ["examples/nim.cairn"], "agents": "human,nobody"}, "nobody"),
        ({}, "choose another with --port"),
    ],
)
def test_what_cant_be_served_is_told_in_a_sentence(
    server: Running, args: dict[str, Any], said: str
) -> None:
    port = free_port() if args else server.port
    with pytest.raises(RulesError, match=said):
        serve_tables(ServeArguments(**args, port=port))


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cli.serve.find_spec", lambda name: None)
    with pytest.raises(RulesError, match=r"pip install 'cairn-tabletop\[serve\]'"):
        serve_tables(ServeArguments())
