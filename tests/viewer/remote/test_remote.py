"""The window as a guest of a server: it shows what the server's face shows, and plays by clicks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.serving.client import Client
from engine.serving.dialling import Heard, Lost
from engine.serving.house import House
from engine.serving.store import Role
from tests.scope import ALL
from tests.serving.guests import a_house, laid
from tests.serving.networks import Wired
from viewer.app.preferences import Preferences
from viewer.artwork.rasterise import bake
from viewer.artwork.theme import THEMES
from viewer.nodes import Box, Node
from viewer.page.face import PageFace
from viewer.remote.app import RemoteApp
from viewer.remote.board import Board, SentPicture
from viewer.window.input import InputController

CARD = "lost-cities-card"
ADA, BO = (Role.SEAT, 0), (Role.SEAT, 1)
SIZE = (1300, 820)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return a_house(tmp_path)


def remote(house: House, token: str) -> tuple[RemoteApp, InputController]:
    client = Client(token, level="nodes", size=SIZE)
    app = RemoteApp(Wired(house, client, PageFace), Preferences(speed=0))
    app.tick(0.0)
    return app, InputController(app, SIZE, lambda old, new: False, 0.0)


def line_of(app: RemoteApp) -> Wired:
    assert isinstance(app.line, Wired)
    return app.line


def see(*seats: tuple[RemoteApp, InputController]) -> None:
    """Let all time pass that a move is shown in passing, and what it brings be seen."""
    for app, controller in seats:
        line_of(app).wire.connection.tick(1e9)
        line_of(app).carry()
        controller.tick(0.0)


def drawn(app: RemoteApp) -> list[Node]:
    """What the server would draw in a window of its own."""
    face = line_of(app).wire.connection._face
    assert isinstance(face, PageFace)
    nodes = enumerate(face.app.nodes(SIZE))
    return [node for _, node in sorted(nodes, key=lambda pair: (pair[1].z, pair[0]))]


def what(node: Node) -> tuple[object, ...]:
    """What is seen of a node, in whole pixels."""
    words = node.words
    said = None if words is None or not words.text else (words.text, words.colour, words.align)
    size = round(words.size, 1) if said and words else 0
    clip = None if node.clip is None else [round(side, 1) for side in _sides(node.clip)]
    box = [round(side, 1 if node.turn else None) for side in _sides(node.box)]
    turned = (round(node.turn, 1), round(node.opacity, 2))
    here = bool(node.do or node.spots or node.tip or node.scroll or node.block)
    return node.id, box, said, size, node.glow, clip, turned, node.hexagon, node.drag, here


def _sides(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, max(1.0, box.w), max(1.0, box.h)


def click(seat: tuple[RemoteApp, InputController], node: Node) -> None:
    _, controller = seat
    x, y = node.box.centre
    controller.press(x, y, 0.0)
    controller.release(x, y, 0.0)
    controller.tick(0.0)


def glowing(seat: tuple[RemoteApp, InputController]) -> list[Node]:
    """What may be clicked for a move, the targets first."""
    _, controller = seat
    return [n for kind in ("target", "legal") for n in controller.nodes if n.glow == kind]


def test_two_windows_play_by_clicks_and_show_what_the_server_shows(house: House) -> None:
    tokens = laid(house, rules=CARD, seed=4)
    ada, bo = (remote(house, tokens[seat]) for seat in (ADA, BO))
    chance = random.Random(3)
    for _ in range(3):
        see(ada, bo)
        for app, controller in (ada, bo):
            assert list(map(what, controller.nodes)) == list(map(what, drawn(app)))
        seat = ada if glowing(ada) else bo
        before = line_of(seat[0]).client.version
        for _ in range(9):
            if line_of(seat[0]).client.version == before:
                click(seat, chance.choice(glowing(seat)[:2]))
    see(ada, bo)
    assert line_of(ada[0]).client.version == line_of(bo[0]).client.version == 3
    assert ada[0].title.endswith("Lost Cities") and ada[0].theme is THEMES["table"]


def test_the_wheel_and_the_size_are_sent_now_and_then(house: House) -> None:
    app, controller = remote(house, laid(house, rules=CARD)[ADA])
    sent = line_of(app).wire
    for _ in range(50):
        app.scroll("log", 1.0)
    said = len(sent.heard)
    app.tick(0.0)
    assert len(sent.heard) - said <= 2
    controller.resize((1100, 700), 0.0)
    app._sized_at = -1e9
    app.tick(0.0)
    controller.tick(0.0)
    app.tick(0.0)
    assert app._board.size == (1100, 700)


def test_a_lost_connection_is_said_until_there_is_another(house: House) -> None:
    app, controller = remote(house, laid(house, rules=CARD)[ADA])
    app.line.news.put(Lost())
    app.line.news.put(Lost())
    controller.tick(0.0)
    said = [n.words.text for n in controller.nodes if n.id.startswith("here:") and n.words]
    assert said == ["The connection is lost. Trying again …"]
    line_of(app).wire.again()
    line_of(app).carry()
    controller.tick(0.0)
    assert not [n for n in controller.nodes if n.id.startswith("here:")]


def test_an_ended_link_says_why_and_stays_on_the_screen(house: House) -> None:
    token = laid(house, rules=CARD)[ADA]
    app, controller = remote(house, token)
    remote(house, token)
    line_of(app).carry()
    controller.tick(0.0)
    said = [n.words.text for n in controller.nodes if n.id.startswith("here:") and n.words]
    assert said == ["Another device has taken over this seat"] and not app.busy


def test_what_a_strange_server_sends_costs_only_the_connection(house: House) -> None:
    app, _ = remote(house, laid(house, rules=CARD)[ADA])
    for wrong in ({"nodes": {"x": {"box": [1]}}}, {"nodes": 3}, {"size": 1, "fresh": True}):
        app.line.news.put(Heard({"type": "nodes", **wrong}))
        app.tick(0.0)
        assert app.shell.toasts[0].text.endswith("can't be read")
    for svg in (
        "<svg><image href='file:///etc/passwd'/></svg>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]>",
    ):
        with pytest.raises(ValueError, match="more than draw"):
            SentPicture("a", svg).svg(10, 10)
        assert bake(SentPicture("a", svg), 10, 10).size == (10, 10)


def test_an_order_adds_up(house: House) -> None:
    board = Board()
    box = {"box": [0, 0, 1, 1]}
    board.take({"fresh": True, "size": [9, 9], "nodes": {"a": box, "b": box}, "order": ["a", "b"]})
    board.take({"gone": ["a"], "nodes": {"c": box, "d": box}, "before": {"c": "d", "d": "b"}})
    board.take({"nodes": {"e": box}, "before": {"e": ""}})
    board.take({"moved": {"b": [5, 6]}})
    assert [node.id for node in board.nodes] == ["c", "d", "b", "e"]
    assert board.nodes[2].box == Box(5, 6, 1, 1)


@pytest.mark.skipif(not ALL, reason="draws whole windows")
def test_the_picture_is_that_of_a_window_on_the_server(house: House) -> None:
    for rules in (CARD, "lost-cities-board"):
        app, controller = remote(house, laid(house, rules=rules)[ADA])
        here, there = (_picture(nodes, app) for nodes in (controller.nodes, drawn(app)))
        differs = ImageStat.Stat(ImageChops.difference(here, there).convert("L"))
        assert differs.mean[0] < 0.5


def _picture(nodes: list[Node], app: RemoteApp) -> Image.Image:
    from viewer.window.shot import picture

    return picture(lambda _: nodes, app.theme, SIZE)
