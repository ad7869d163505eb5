"""The window as a person meets it: a real one on an X server without a monitor, and xdotool."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageGrab, ImageStat

from tests.scope import ALL, telling
from tests.viewer.window.screens import Visitor, booth, run, wait_for
from tests.viewer.window.stand import Stand

SIZE = (1440, 900)
FIRST = (128, 255, 208)
"""The colour of the first word that the stand-in has in its editor."""


def card(number: int, turned: int = 0) -> tuple[int, int]:
    """The middle of a card, after so many clicks."""
    stand = Stand()
    for _ in range(turned):
        stand.places = stand.places[1:] + stand.places[:1]
    x, y = stand.card(number, SIZE).centre
    return round(x), round(y)


@pytest.mark.parametrize("size", telling(["800x1000"], ["1440x900"]))
def test_a_picture_without_a_screen_equals_the_one_on_a_screen(
    screen: str, tmp_path: Path, size: str
) -> None:
    pictures = []
    for way, display in (("egl", ""), ("screen", screen)):
        out = tmp_path / f"{way}.png"
        done = run(way, out, size, display=display, module="tests.viewer.window.booth")
        assert done.returncode == 0, done.stderr
        with Image.open(out) as picture:
            pictures.append(picture.convert("RGB"))
    assert pictures[0].size == tuple(map(int, size.split("x")))
    assert len(pictures[0].getcolors(1 << 24) or []) > 1000
    apart = ImageStat.Stat(ImageChops.difference(*pictures))
    assert max(apart.mean) < 0.5


@pytest.mark.skipif(
    not ALL, reason="a window for what tests/viewer/scene/test_kept_nodes.py has: CAIRN_ALL=1"
)
@pytest.mark.parametrize(("seed", "steps"), telling([(1, 15)], [(1, 40), (2, 40)]))
def test_drawing_only_what_changes_looks_like_drawing_everything(seed: int, steps: int) -> None:
    done = run("drift", seed, steps, module="tests.viewer.window.booth")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= 2


def test_pointer_keys_and_sizes_reach_the_desk_even_after_a_fault_of_its_own(
    screen: str, tmp_path: Path
) -> None:
    with booth(screen, tmp_path) as visitor:
        visitor.do("key", "F9")
        visitor.heard("mishap", "ValueError")
        _pointer(visitor)
        _keys(visitor)
        _sizes(visitor)
        visitor.do("key", "F11")
        visitor.heard("nodes", 1600, 1000)
        visitor.do("key", "ctrl+q")
        visitor.heard("closed")


def _pointer(visitor: Visitor) -> None:
    visitor.do("mousemove", *card(2))
    visitor.heard("hover", "card 2")
    visitor.heard("rest", "card 2", "")
    visitor.do("click", 1)
    visitor.heard("click", "card 2")
    visitor.do("mousemove", *card(3, 1), "mousedown", 1)
    visitor.do("mousemove", *card(0, 1))
    visitor.heard("lift", "card 3")
    visitor.do("mouseup", 1)
    visitor.heard("drop", "card 3", "card 0")
    visitor.do("mousemove", 160, 730, "click", 3)
    visitor.heard("menu", "button")
    visitor.do("mousemove", 800, 620, "click", 5)
    visitor.heard("scroll", "list", 1.0)


def _keys(visitor: Visitor) -> None:
    sent = ("h", "5", "shift+a", "Return", "shift+Tab", "Left", "question", "ctrl+shift+z", "F1")
    for key in sent:
        visitor.do("key", key)
    heard = ("f9", "h", "5", "shift+a", "enter", "shift+tab", "left", "?", "ctrl+shift+z", "f1")
    for key in heard:
        visitor.heard("key", key)
    assert [call[0] for call in visitor.calls("key")] == list(heard)


def _sizes(visitor: Visitor) -> None:
    found = visitor.do("search", "--name", "Stand-in").split()
    visitor.do("windowsize", found[-1], 1100, 800)
    visitor.heard("nodes", 1100, 800)


def _stands_upright(screen: str) -> bool:
    """Whether the first word, the only one of its colour, is in the editor's first rows."""
    with ImageGrab.grab(xdisplay=screen) as seen:
        parts = seen.crop((0, 0, seen.width, 100)), seen.crop((0, 100, *seen.size))
        above, below = (
            any(colour == FIRST for _, colour in part.getcolors(1 << 24) or []) for part in parts
        )
    return above and not below


def test_the_editor_edits(screen: str, tmp_path: Path) -> None:
    with booth(screen, tmp_path) as visitor:
        visitor.do("key", "ctrl+e")
        visitor.heard("key", "ctrl+e")
        wait_for(lambda: len(visitor.calls("nodes")) > 1, "the editor")
        wait_for(lambda: _stands_upright(screen), "a first word at the top of the editor")
        visitor.do("mousemove", 1200, 300, "sleep", 0.2, "click", 1, "sleep", 0.2)
        visitor.do("key", "ctrl+Home", "type", "Now ")
        wait_for(lambda: any(c[0].startswith("Now rule 1") for c in visitor.calls("edited")), "it")
        visitor.do("key", "ctrl+z")
        wait_for(lambda: visitor.calls("edited")[-1][0].startswith("rule 1"), "the old text")
        visitor.do("key", "ctrl+a", "key", "ctrl+c", "key", "ctrl+End", "key", "ctrl+v")
        long = 2 * len(visitor.calls("edited")[-1][0])
        wait_for(lambda: len(visitor.calls("edited")[-1][0]) == long, "the text twice")
        visitor.do("key", "ctrl+f", "type", "rule 40")
        visitor.do("key", "Escape", "type", "ROLE")
        wait_for(lambda: "\nROLE: a card" in visitor.calls("edited")[-1][0], "what was found")
        visitor.do("key", "ctrl+f", "type", "rule 31")
        visitor.do("key", "Escape", "type", "ROLL")
        wait_for(lambda: "\nROLL: a card" in visitor.calls("edited")[-1][0], "another search")
        visitor.do("key", "F12", "key", "ctrl+Return", "key", "ctrl+space", "key", "ctrl+period")
        asked = ["f12", "ctrl+enter", "ctrl+space", "ctrl+."]

        def keys() -> list[object]:
            return [call[0] for call in visitor.calls("ask")]

        wait_for(lambda: [key for key in keys() if key != "line"] == asked, "what is asked")
        wait_for(lambda: "line" in keys(), "lines")
        visitor.do("key", "Escape")
        visitor.heard("leave")
        visitor.do("key", "x")
        visitor.heard("key", "x")
