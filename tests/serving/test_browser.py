"""The page in a real Chromium: people play by mouse and by touch, and the server may start anew."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from tests.scope import ALL
from tests.serving.running import PATIENCE, served

SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--force-prefers-reduced-motion",
)  # fmt: skip
DECISIONS = 1000 if ALL else 8
"""So many decisions are made at most; everything is a whole round."""
LIT = """
    const lit = (glow) => [...document.querySelectorAll(`#table [data-glow=${glow}]`)];
    const found = lit("target").length ? lit("target") : lit("legal");
    return found.map((e) => { const b = e.getBoundingClientRect();
      return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]; });
"""


class Tab:
    """A browser of its own on a table."""

    def __init__(self, driver: webdriver.Chrome, *, touch: bool) -> None:
        self.driver, self.touch = driver, touch

    @property
    def version(self) -> int:
        return int(self.driver.execute_script("return table.dataset.version || -1"))

    @property
    def asked(self) -> bool:
        return self.driver.title.startswith("●")

    def press(self, x: int, y: int) -> None:
        send = self.driver.execute_cdp_cmd
        if self.touch:
            send(
                "Input.dispatchTouchEvent",
                {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]},
            )
            send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            return
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {"button": "left", "clickCount": 1} if kind != "mouseMoved" else {}
            send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **button})

    def fingers(self, *ways: list[tuple[float, float]]) -> None:
        """Move so many fingers over the screen, each along its points, and lift them."""
        send = self.driver.execute_cdp_cmd
        for number, points in enumerate(zip(*ways, strict=True)):
            kind = "touchMove" if number else "touchStart"
            places = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def has(self, id: str) -> bool:
        found = f"""return !!document.querySelector('[data-id="{id}"]')"""
        return bool(self.driver.execute_script(found))

    def decide(self, chance: random.Random) -> None:
        """Click on what is lit until a decision is made."""
        before = self.version
        until = time.monotonic() + PATIENCE
        while self.version == before:
            assert time.monotonic() < until, self.driver.title
            lit: list[list[int]] = self.driver.execute_script(LIT)
            if lit:
                self.press(*chance.choice(lit))
            wait(lambda: not self.driver.execute_script("return !!document.querySelector('.sent')"))

    def complaints(self) -> list[Any]:
        """What the browser has complained of, but for a lost connection."""
        log: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [row for row in log if "WebSocket" not in row["message"]]


def wait(until: Callable[[], object], said: Callable[[], str] = lambda: "") -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, said()
        time.sleep(0.02)


@contextmanager
def tab(
    address: str,
    folder: Path,
    size: tuple[int, int],
    *,
    touch: bool = False,
    trusting: bool = False,
    through: int = 0,
) -> Iterator[Tab]:
    """Open an address. `trusting`: whatever certificate the server has. `through`: the port through
    which `localhost` is reached.
    """
    options = webdriver.ChromeOptions()
    for switch in (*SWITCHES, f"--user-data-dir={folder}"):
        options.add_argument(switch)
    if through:
        options.add_argument(f"--host-resolver-rules=MAP localhost 127.0.0.1:{through}")
    options.accept_insecure_certs = trusting
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        shape = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": touch}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", shape)
        if touch:
            driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        driver.get(address)
        found = Tab(driver, touch=touch)
        shown = "return !!document.querySelector('main:not([hidden]):not(#table)')"
        wait(lambda: found.version >= 0 or driver.execute_script(shown))
        yield found
    finally:
        driver.quit()


def test_two_people_play_by_mouse_and_by_touch_across_a_restart(tmp_path: Path) -> None:
    chance, tables = random.Random(4), tmp_path / "tables"
    with ExitStack() as stack:
        server = stack.enter_context(served(tables, "lost-cities-card"))
        ada, bo = (
            stack.enter_context(tab(f"{server.address}/#{token}", tmp_path / token, size, touch=t))
            for token, size, t in zip(
                server.seats, ((1280, 800), (390, 844)), (False, True), strict=True
            )
        )
        made, restarted = together(ada, bo, 0), False
        handled(bo)
        say = "const f = document.getElementById('remark'); f.value = '<i>hi</i>';"
        bo.driver.execute_script(f"{say} f.form.requestSubmit()")
        heard = "return [...document.querySelectorAll('#remarks span')].map((e) => e.textContent)"
        wait(lambda: ada.driver.execute_script(heard) == ["<i>hi</i>"])
        while made < DECISIONS and "won" not in ada.driver.title:
            (ada if ada.asked else bo).decide(chance)
            made = together(ada, bo, made + 1)
            if made >= 4 and not restarted:
                restarted = True
                assert "Traceback" not in server.stop()
                server = stack.enter_context(served(tables, port=server.port))
        assert restarted and (made >= DECISIONS or (ALL and made > 80))
        assert ada.complaints() == bo.complaints() == []


def handled(phone: Tab) -> None:
    """Do with fingers what a phone needs: swipe to the log and back, make the table larger and
    whole again, ask why, and drag a card back and forth.
    """
    phone.fingers([(300, 200), (200, 205), (100, 210)])
    wait(lambda: phone.has("drawer"))
    phone.fingers([(100, 200), (200, 205), (300, 210)])
    wait(lambda: not phone.has("drawer"))
    wide = "return document.querySelector('#table svg[role]').getBoundingClientRect().width"
    phone.fingers([(150, 200), (120, 200), (100, 200)], [(200, 200), (240, 200), (250, 200)])
    assert phone.driver.execute_script(wide) > 2 * 390
    phone.driver.execute_script("document.getElementById('whole').click()")
    assert phone.driver.execute_script(wide) == 390
    send = phone.driver.execute_cdp_cmd
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 150, "y": 260}]})
    wait(lambda: phone.has("tip!"))
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    if phone.asked:
        (x, y), *_ = phone.driver.execute_script(LIT)
        phone.fingers([(x, y), (x, y - 40), (x, y - 90)])
        wait(lambda: phone.driver.execute_script("return !document.querySelector('.sent')"))


def together(ada: Tab, bo: Tab, least: int) -> int:
    """Wait until both pages show as many decisions, at least so many, and someone is asked or the
    game is over; return how many.
    """
    tabs = (ada, bo)
    wait(
        lambda: (
            ada.version == bo.version >= least
            and (ada.asked or bo.asked or "won" in ada.driver.title)
        ),
        lambda: f"{least}: {[(t.version, t.driver.title, t.complaints()) for t in tabs]}",
    )
    return ada.version
