"""Whatever someone does at a window, in whatever order: it stays, and can be drawn."""

from pathlib import Path

import pytest

from tests.scope import telling
from tests.viewer.app.hands import every_game
from tests.viewer.window.odd_hands import OddHands
from tests.viewer.window.stand import Stand
from viewer.window.input import InputController

EVENTS = 60
FEW = ["lost-cities-card", "examples/two-roads.cairn", "examples/knock.cairn"]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "STATE", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


@pytest.mark.parametrize("name", telling(FEW[1:2], every_game()))
def test_anything_may_be_done_in_any_order(name: str, tmp_path: Path) -> None:
    hands = OddHands(name, 1, tmp_path)
    for _ in range(EVENTS):
        hands.act()
    hands.app.closed()


def test_what_is_dragged_is_let_go_when_the_window_loses_the_keyboard() -> None:
    stand = Stand()
    controller = InputController(stand, (1440, 900), lambda old, new: False, 0.0)
    x, y = next(node.box.centre for node in controller.nodes if node.id == "card 2")
    for leave in (controller.let_go, lambda now: controller.press(x, y, now)):
        controller.press(x, y, 0.1)
        controller.move(x + 90, y, 0.2)
        assert controller.dragged is not None
        leave(0.3)
        assert controller.dragged is None
    assert stand.named("drop") == [("card 2", "")] * 2
