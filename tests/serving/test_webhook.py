"""Whose turn it is, posted to an address of the host's."""

from __future__ import annotations

import json
import logging
import queue
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from engine import RulesError
from engine.cli.arguments import ServeArguments
from engine.cli.serve import serve_tables
from engine.serving.webhook import Webhook

PATIENCE = 30.0


class Listening:
    """A server that keeps what is posted to it, and answers with a status."""

    def __init__(self) -> None:
        self.heard: queue.Queue[tuple[str, object]] = queue.Queue()
        self.status = 200
        listening = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(listening.status)
                self.end_headers()
                listening.heard.put((self.path, json.loads(body)))

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/turn?key=secret"


@pytest.fixture
def listening() -> Iterator[Listening]:
    found = Listening()
    yield found
    found.server.shutdown()
    found.server.server_close()


def test_what_is_said_is_posted_in_order(listening: Listening) -> None:
    hook = Webhook(listening.address)
    for seat in (1, 2):
        hook({"event": "your turn", "seat": seat})
    heard = [listening.heard.get(timeout=PATIENCE) for _ in range(2)]
    assert heard == [("/turn?key=secret", {"event": "your turn", "seat": n}) for n in (1, 2)]


def test_a_failure_is_logged_once_and_without_the_whole_address(
    listening: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    hook = Webhook(listening.address)
    listening.status = 500
    with caplog.at_level(logging.WARNING, "cairn.serve"):
        for seat in range(3):
            hook({"seat": seat})
        for _ in range(3):
            listening.heard.get(timeout=PATIENCE)
        listening.status = 200
        for _ in range(2):
            hook({})
            listening.heard.get(timeout=PATIENCE)
    assert len(caplog.records) == 1 and "secret" not in caplog.text
    assert "127.0.0.1" in caplog.text


def test_only_addresses_of_the_web_are_taken() -> None:
    with pytest.raises(RulesError, match="--webhook needs an address"):
        serve_tables(ServeArguments(webhook="file:///etc/passwd"))
