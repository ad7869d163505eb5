"""What the pilot makes of the pointer, the keys and time, and what it calls on the desk."""

from typing import TYPE_CHECKING, cast

import pytest

from tests.viewer.window.stand import Stand
from viewer.window.input import BUSY, FRAME, IDLE, REST, InputController

if TYPE_CHECKING:
    from viewer.window.editor import Editor

SIZE = (1440, 900)


def never(old: object, new: object) -> bool:
    return False


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def controller(stand: Stand) -> InputController:
    return InputController(stand, SIZE, never, 0.0)


def on(controller: InputController, id: str) -> tuple[float, float]:
    """The middle of a node."""
    return next(node.box.centre for node in controller.nodes if node.id == id)


def test_the_desk_hears_once_what_is_under_the_pointer(
    controller: InputController, stand: Stand
) -> None:
    x, y = on(controller, "card 2")
    for step in range(3):
        controller.move(x + step, y, 0.1)
    controller.away(0.2)
    assert stand.named("hover") == [("card 2",), ("",)]
    assert controller.cursor() == "default"


def test_a_click_is_a_press_and_a_release_on_the_same_thing(
    controller: InputController, stand: Stand
) -> None:
    controller.press(*on(controller, "button"), 0.1)
    controller.release(*on(controller, "button"), 0.2)
    assert stand.named("click") == [("button",)]
    controller.press(*on(controller, "button"), 0.3)
    controller.release(*on(controller, "card 4"), 0.4)
    controller.press(1300, 850, 0.5)
    controller.release(1300, 850, 0.6)
    assert stand.named("click") == [("button",)]


def test_a_small_slip_is_still_a_click(controller: InputController, stand: Stand) -> None:
    x, y = on(controller, "card 2")
    controller.press(x, y, 0.1)
    controller.move(x + 3, y + 2, 0.15)
    controller.release(x + 3, y + 2, 0.2)
    assert stand.named("click") == [("card 2",)]
    assert stand.named("lift") == []


def test_dragging_lifts_and_drops(controller: InputController, stand: Stand) -> None:
    x, y = on(controller, "card 2")
    aim = on(controller, "card 5")
    controller.press(x, y, 0.1)
    controller.move(x + 40, y, 0.2)
    assert stand.named("lift") == [("card 2",)]
    assert controller.cursor() == "hand"
    shown = {node.id: pose for node, pose in controller.motion.shown(0.2)}
    assert shown["card 2"].box.centre == (x + 40, y)
    controller.release(*aim, 0.3)
    assert stand.named("drop") == [("card 2", "card 5")]
    assert stand.named("click") == []
    assert controller.motion.moving()
    assert {n.id: p for n, p in controller.motion.shown(9.0)}["card 2"].box.centre == (x, y)


def test_escape_lets_go_of_what_is_dragged(controller: InputController, stand: Stand) -> None:
    x, y = on(controller, "card 2")
    controller.press(x, y, 0.1)
    controller.move(x + 40, y, 0.2)
    controller.key("escape", 0.3)
    assert stand.named("drop") == [("card 2", "")]
    assert stand.named("key") == []
    controller.release(x + 40, y, 0.4)
    assert stand.named("click") == []


def test_a_tip_comes_when_the_pointer_rests_and_goes_when_it_moves(
    controller: InputController, stand: Stand
) -> None:
    x, y = on(controller, "button")
    controller.move(x, y, 1.0)
    controller.tick(1.0 + REST / 2)
    assert stand.named("rest") == []
    controller.tick(1.0 + REST)
    controller.tick(1.0 + REST * 2)
    assert stand.named("rest") == [("button", "Take it back")]
    controller.move(x + 1, y, 3.0)  # a trembling hand
    assert len(stand.named("rest")) == 1
    controller.move(x + 20, y, 3.1)
    assert stand.named("rest")[1:] == [("", "")]
    controller.press(x, y, 4.0)
    controller.release(x, y, 4.1)
    controller.tick(4.2 + REST)  # who has clicked asks nothing of what came to lie there
    assert len(stand.named("rest")) == 2


def test_keys_go_to_the_desk_and_letters_to_a_line_that_is_typed(
    controller: InputController, stand: Stand
) -> None:
    controller.key("enter", 0.0)
    controller.key("", 0.0)
    controller.text("Z", "shift+z", 0.0)
    stand.typing = True
    controller.text("Z", "shift+z", 0.0)
    assert stand.named("key") == [("enter",), ("shift+z",)]
    assert stand.named("text") == [("Z",)]


def test_the_wheel_turns_what_scrolls_under_it(controller: InputController, stand: Stand) -> None:
    controller.wheel(*on(controller, "card 1"), 1, 0.0)
    controller.wheel(740, 600, -2, 0.0)
    controller.wheel(705, 570, 1, 0.0)  # clipped off
    assert stand.named("scroll") == [("list", -2)]


def test_the_other_button(controller: InputController, stand: Stand) -> None:
    controller.menu(*on(controller, "card 3"), 0.0)
    assert stand.named("menu") == [("card 3",)]


def test_it_looks_often_only_when_something_happens(
    controller: InputController, stand: Stand
) -> None:
    controller.dirty = False
    assert controller.wait(0.0) == IDLE
    stand.busy = True
    assert controller.wait(0.0) == BUSY
    controller.press(*on(controller, "button"), 0.0)
    controller.release(*on(controller, "button"), 0.0)
    controller.dirty = False
    assert controller.wait(0.01) == FRAME
    controller.motion.shown(9.0)
    stand.busy = False
    controller.away(9.0)
    controller.motion.shown(10.0)
    controller.dirty = False
    assert controller.wait(10.0) == IDLE


def test_the_desks_own_changes_are_shown(controller: InputController, stand: Stand) -> None:
    controller.dirty = False
    controller.tick(1.0)
    assert not controller.dirty
    stand.places.reverse()
    stand.changed = True
    controller.tick(2.0)
    assert controller.dirty
    assert controller.motion.moving()


def test_another_size_is_there_at_once(controller: InputController) -> None:
    controller.resize((2880, 1800), 1.0)
    assert controller.scale == 2
    assert not controller.motion.moving()
    assert on(controller, "button") == (320, 1460)


class Written:
    """A stand-in for the editor."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def press(self, x: float, y: float, select: bool, now: float) -> None:
        self.calls.append(("press", select))

    def drag(self, x: float, y: float) -> None:
        self.calls.append(("drag",))

    def wheel(self, steps: float) -> None:
        self.calls.append(("wheel", steps))

    def key(self, name: str) -> bool:
        self.calls.append(("key", name))
        return name != "escape"

    def type(self, text: str) -> None:
        self.calls.append(("type", text))

    def tip(self, y: float) -> str:
        return "fired"


def test_an_editor_has_the_keys_until_it_is_left(stand: Stand) -> None:
    stand.editing = True
    controller = InputController(stand, SIZE, never, 0.0)
    editor = Written()
    controller.editor = cast("Editor", editor)
    x, y = on(controller, "edit")
    controller.wheel(x, y, 2, 0.0)
    controller.press(x, y, 0.0, select=True)
    assert controller.cursor() == "text"
    controller.move(x + 5, y, 0.1)
    controller.release(x + 5, y, 0.2)
    controller.move(x + 9, y, 0.3)
    controller.key("enter", 0.4)
    controller.text("q", "q", 0.4)
    controller.key("ctrl+s", 0.4)
    controller.key("f1", 0.4)
    controller.key("f3", 0.4)
    controller.key("escape", 0.5)
    controller.key("enter", 0.6)
    done = [("wheel", 2), ("press", True), ("drag",), ("drag",)]
    keys = [("key", "enter"), ("type", "q"), ("key", "f3"), ("key", "escape")]
    assert editor.calls == [*done, *keys]
    assert stand.named("key") == [("ctrl+s",), ("f1",), ("enter",)]
    assert stand.named("leave") == [()]
    assert stand.named("click") == []
    controller.tick(0.3 + REST)
    assert stand.named("rest") == [("edit", "fired")]


def test_an_editor_that_goes_away_has_no_keys(stand: Stand) -> None:
    stand.editing = True
    controller = InputController(stand, SIZE, never, 0.0)
    controller.editor = cast("Editor", Written())
    controller.press(*on(controller, "edit"), 0.0)
    stand.editing = False
    controller.refresh(0.1)
    controller.key("enter", 0.2)
    assert stand.named("key") == [("enter",)]
