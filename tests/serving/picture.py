"""The picture of one table on two phones and in the window, for README and docs.

`python -m tests.serving.picture [FILE]` plays at a table for three, serves it to two phones in
Chromium, and draws the third seat of the same table as the window does.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from PIL import Image, ImageDraw

from engine.serving.messages import Hello
from engine.serving.store import Role
from tests.serving.guests import Person, a_house, laid
from tests.serving.running import served
from tests.serving.test_browser import Tab, tab, wait
from viewer.page.face import PageFace
from viewer.window.shot import picture, webp

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "table-anywhere.webp"
GAME, DECISIONS = "lost-cities-board", 42
UPRIGHT, LYING, WINDOW = (390, 844), (844, 390), (1280, 800)
EDGE, GAP = 14, 36
GROUND, CASE = "#e9e4d6", "#15181b"


def seen(phone: Tab) -> Image.Image:
    return Image.open(io.BytesIO(phone.driver.get_screenshot_as_png())).convert("RGB")


def framed(screen: Image.Image, radius: int) -> Image.Image:
    """Return a screen in a case with round corners."""
    wide, high = screen.width + 2 * EDGE, screen.height + 2 * EDGE
    case = Image.new("RGB", (wide, high), GROUND)
    draw = ImageDraw.Draw(case)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), radius + EDGE, fill=CASE)
    mask = Image.new("L", screen.size, 0)
    ends = (0, 0, screen.width - 1, screen.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(ends, radius, fill=255)
    case.paste(screen, (EDGE, EDGE), mask)
    return case


def played(folder: Path) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Lay a table and play on it; return what both phones and the window show of it."""
    chance = random.Random(8)
    house = a_house(folder / "cairn")
    links = laid(house, "link", "link", "link", rules=GAME)
    tokens = [links[Role.SEAT, seat] for seat in range(3)]
    people = [Person(house, token) for token in tokens]
    for _ in range(DECISIONS):
        asked = next(person for person in people if person.last("state")["asked"])
        asked.act(chance.choice(asked.last("state")["moves"])["move"])
    hosted = house.open(house.store.tables()[0].id)
    hello = Hello(type="hello", token=tokens[2], level="nodes", width=WINDOW[0], height=WINDOW[1])
    app = PageFace(hosted, 2, hello, lambda: None).app
    app.tick(1e9)
    shown = picture(app.nodes, app.theme, WINDOW)
    house.store.close()
    with ExitStack() as stack:
        server = stack.enter_context(served(folder))
        phones = []
        for token, size in zip(tokens, (UPRIGHT, LYING), strict=False):
            address = f"{server.address}/#{token}"
            phones.append(stack.enter_context(tab(address, folder / token, size, touch=True)))
        wait(lambda: all(phone.version == DECISIONS for phone in phones))
        time.sleep(2)
        first, second = map(seen, phones)
    return first, second, shown


def composed(upright: Image.Image, lying: Image.Image, shown: Image.Image) -> Image.Image:
    """Return the three beside and below each other on one ground."""
    left, low = framed(upright, 34), framed(lying, 34)
    right = framed(shown, 6).resize((low.width, low.width * WINDOW[1] // WINDOW[0]))
    high = right.height + low.height + 3 * GAP
    whole = Image.new("RGB", (left.width + low.width + 3 * GAP, high), GROUND)
    whole.paste(left, (GAP, (high - left.height) // 2))
    whole.paste(right, (left.width + 2 * GAP, GAP))
    whole.paste(low, (left.width + 2 * GAP, right.height + 2 * GAP))
    return whole


def main(file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file.write_bytes(webp(composed(*played(Path(folder)))))
    print(f"{file.name}: {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
