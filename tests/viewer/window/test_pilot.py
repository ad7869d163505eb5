"""What the pilot makes of the pointer, the keys and time, and what it calls on the desk."""

from typing import TYPE_CHECKING, cast

import pytest

from tests.viewer.window.stand import Stand
from viewer.window.input import BUSY, FRAME, IDLE, REST, Pilot

if TYPE_CHECKING:
    from viewer.window.editor import Editor

SIZE = (1440, 900)


def never(old: object, new: object) -> bool:
    return False


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def pilot(stand: Stand) -> Pilot:
    return Pilot(stand, SIZE, never, 0.0)


def on(pilot: Pilot, id: str) -> tuple[float, float]:
    """The middle of a node."""
    return next(node.box.centre for node in pilot.nodes if node.id == id)


def test_the_desk_hears_once_what_is_under_the_pointer(pilot: Pilot, stand: Stand) -> None:
    x, y = on(pilot, "card 2")
    for step in range(3):
        pilot.move(x + step, y, 0.1)
    pilot.away(0.2)
    assert stand.named("hover") == [("card 2",), ("",)]
    assert pilot.cursor() == "default"


def test_a_click_is_a_press_and_a_release_on_the_same_thing(pilot: Pilot, stand: Stand) -> None:
    pilot.press(*on(pilot, "button"), 0.1)
    pilot.release(*on(pilot, "button"), 0.2)
    assert stand.named("click") == [("button",)]
    pilot.press(*on(pilot, "button"), 0.3)
    pilot.release(*on(pilot, "card 4"), 0.4)
    pilot.press(1300, 850, 0.5)
    pilot.release(1300, 850, 0.6)
    assert stand.named("click") == [("button",)]


def test_a_small_slip_is_still_a_click(pilot: Pilot, stand: Stand) -> None:
    x, y = on(pilot, "card 2")
    pilot.press(x, y, 0.1)
    pilot.move(x + 3, y + 2, 0.15)
    pilot.release(x + 3, y + 2, 0.2)
    assert stand.named("click") == [("card 2",)]
    assert stand.named("lift") == []


def test_dragging_lifts_and_drops(pilot: Pilot, stand: Stand) -> None:
    x, y = on(pilot, "card 2")
    aim = on(pilot, "card 5")
    pilot.press(x, y, 0.1)
    pilot.move(x + 40, y, 0.2)
    assert stand.named("lift") == [("card 2",)]
    assert pilot.cursor() == "hand"
    shown = {node.id: pose for node, pose in pilot.motion.shown(0.2)}
    assert shown["card 2"].box.centre == (x + 40, y)
    pilot.release(*aim, 0.3)
    assert stand.named("drop") == [("card 2", "card 5")]
    assert stand.named("click") == []
    assert pilot.motion.moving()
    assert {n.id: p for n, p in pilot.motion.shown(9.0)}["card 2"].box.centre == (x, y)


def test_escape_lets_go_of_what_is_dragged(pilot: Pilot, stand: Stand) -> None:
    x, y = on(pilot, "card 2")
    pilot.press(x, y, 0.1)
    pilot.move(x + 40, y, 0.2)
    pilot.key("escape", 0.3)
    assert stand.named("drop") == [("card 2", "")]
    assert stand.named("key") == []
    pilot.release(x + 40, y, 0.4)
    assert stand.named("click") == []


def test_a_tip_comes_when_the_pointer_rests_and_goes_when_it_moves(
    pilot: Pilot, stand: Stand
) -> None:
    x, y = on(pilot, "button")
    pilot.move(x, y, 1.0)
    pilot.tick(1.0 + REST / 2)
    assert stand.named("rest") == []
    pilot.tick(1.0 + REST)
    pilot.tick(1.0 + REST * 2)
    assert stand.named("rest") == [("button", "Take it back")]
    pilot.move(x + 1, y, 3.0)  # a trembling hand
    assert len(stand.named("rest")) == 1
    pilot.move(x + 20, y, 3.1)
    assert stand.named("rest")[1:] == [("", "")]
    pilot.press(x, y, 4.0)
    pilot.release(x, y, 4.1)
    pilot.tick(4.2 + REST)  # who has clicked asks nothing of what came to lie there
    assert len(stand.named("rest")) == 2


def test_keys_go_to_the_desk_and_letters_to_a_line_that_is_typed(
    pilot: Pilot, stand: Stand
) -> None:
    pilot.key("enter", 0.0)
    pilot.key("", 0.0)
    pilot.text("Z", "shift+z", 0.0)
    stand.typing = True
    pilot.text("Z", "shift+z", 0.0)
    assert stand.named("key") == [("enter",), ("shift+z",)]
    assert stand.named("text") == [("Z",)]


def test_the_wheel_turns_what_scrolls_under_it(pilot: Pilot, stand: Stand) -> None:
    pilot.wheel(*on(pilot, "card 1"), 1, 0.0)
    pilot.wheel(740, 600, -2, 0.0)
    pilot.wheel(705, 570, 1, 0.0)  # clipped off
    assert stand.named("scroll") == [("list", -2)]


def test_the_other_button(pilot: Pilot, stand: Stand) -> None:
    pilot.menu(*on(pilot, "card 3"), 0.0)
    assert stand.named("menu") == [("card 3",)]


def test_it_looks_often_only_when_something_happens(pilot: Pilot, stand: Stand) -> None:
    pilot.dirty = False
    assert pilot.wait(0.0) == IDLE
    stand.busy = True
    assert pilot.wait(0.0) == BUSY
    pilot.press(*on(pilot, "button"), 0.0)
    pilot.release(*on(pilot, "button"), 0.0)
    pilot.dirty = False
    assert pilot.wait(0.01) == FRAME
    pilot.motion.shown(9.0)
    stand.busy = False
    pilot.away(9.0)
    pilot.motion.shown(10.0)
    pilot.dirty = False
    assert pilot.wait(10.0) == IDLE


def test_the_desks_own_changes_are_shown(pilot: Pilot, stand: Stand) -> None:
    pilot.dirty = False
    pilot.tick(1.0)
    assert not pilot.dirty
    stand.places.reverse()
    stand.changed = True
    pilot.tick(2.0)
    assert pilot.dirty
    assert pilot.motion.moving()


def test_another_size_is_there_at_once(pilot: Pilot) -> None:
    pilot.resize((2880, 1800), 1.0)
    assert pilot.scale == 2
    assert not pilot.motion.moving()
    assert on(pilot, "button") == (320, 1460)


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
    pilot = Pilot(stand, SIZE, never, 0.0)
    editor = Written()
    pilot.editor = cast("Editor", editor)
    x, y = on(pilot, "edit")
    pilot.wheel(x, y, 2, 0.0)
    pilot.press(x, y, 0.0, select=True)
    assert pilot.cursor() == "text"
    pilot.move(x + 5, y, 0.1)
    pilot.release(x + 5, y, 0.2)
    pilot.move(x + 9, y, 0.3)
    pilot.key("enter", 0.4)
    pilot.text("q", "q", 0.4)
    pilot.key("ctrl+s", 0.4)
    pilot.key("f1", 0.4)
    pilot.key("f3", 0.4)
    pilot.key("escape", 0.5)
    pilot.key("enter", 0.6)
    done = [("wheel", 2), ("press", True), ("drag",), ("drag",)]
    keys = [("key", "enter"), ("type", "q"), ("key", "f3"), ("key", "escape")]
    assert editor.calls == [*done, *keys]
    assert stand.named("key") == [("ctrl+s",), ("f1",), ("enter",)]
    assert stand.named("leave") == [()]
    assert stand.named("click") == []
    pilot.tick(0.3 + REST)
    assert stand.named("rest") == [("edit", "fired")]


def test_an_editor_that_goes_away_has_no_keys(stand: Stand) -> None:
    stand.editing = True
    pilot = Pilot(stand, SIZE, never, 0.0)
    pilot.editor = cast("Editor", Written())
    pilot.press(*on(pilot, "edit"), 0.0)
    stand.editing = False
    pilot.refresh(0.1)
    pilot.key("enter", 0.2)
    assert stand.named("key") == [("enter",)]
