"""What the page shows beside the table, in a real Chromium: people, chat, rematch, files."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine import read_save
from tests.scope import ALL
from tests.serving.running import served
from tests.serving.test_browser import Tab, tab, together, wait

REMARK = "<b>hello</b> & good luck"
NAMES = "[...document.querySelectorAll('#people .chip b')].map((e) => e.textContent)"

ADA_BEGINS = """
    const first = document.getElementById("first");
    first.value = "1";
    first.onchange();
"""
NOTIFIED = """
    navigator.serviceWorker.getRegistration().then((worker) => worker.getNotifications())
      .then((shown) => arguments[0](shown.map((one) => one.title)));
"""


def press(at: Tab, id: str) -> None:
    wait(lambda: at.driver.execute_script(f"return !!document.getElementById('{id}')"))
    at.driver.execute_script(f"document.getElementById('{id}').click()")


def reads(at: Tab, what: str) -> object:
    return at.driver.execute_script(f"return {what}")


@pytest.mark.skipif(not ALL, reason="two browsers for a whole game: CAIRN_ALL=1")
def test_two_people_talk_play_again_and_keep_the_game(tmp_path: Path) -> None:
    chance = random.Random(4)
    with ExitStack() as stack:
        server = stack.enter_context(served(tmp_path / "tables", "examples/tic-tac-toe.cairn"))
        ada, bo = (
            stack.enter_context(tab(f"{server.address}/#{token}", tmp_path / token, size, touch=t))
            for token, size, t in zip(
                server.seats, ((1280, 800), (390, 844)), (False, True), strict=True
            )
        )
        press(bo, "open-table")
        fill = "const f = document.getElementById('name'); f.value = 'Bo'; f.onchange()"
        bo.driver.execute_script(fill)
        wait(lambda: reads(ada, NAMES) == ["You", "Bo"], lambda: str(reads(ada, NAMES)))

        press(bo, "open-chat")
        say = "const f = document.getElementById('remark'); f.value = arguments[0];"
        bo.driver.execute_script(f"{say} f.form.requestSubmit()", REMARK)
        wait(lambda: reads(ada, "document.getElementById('open-chat').textContent") == "Chat (1)")
        press(ada, "open-chat")
        assert reads(ada, "document.querySelector('#remarks span').textContent") == REMARK
        assert reads(ada, "document.querySelector('#remarks span').children.length") == 0
        for at in (ada, bo):
            press(at, "close-drawer")
        ada.driver.refresh()
        wait(lambda: reads(ada, "document.querySelectorAll('#remarks li').length") == 1)
        assert reads(ada, "document.getElementById('open-chat').textContent") == "Chat"

        origin = {"origin": server.address, "permissions": ["notifications"]}
        ada.driver.execute_cdp_cmd("Browser.grantPermissions", origin)
        press(ada, "open-table")
        press(ada, "notify")
        on = "document.getElementById('notify').textContent"
        wait(lambda: reads(ada, on) == "Don't notify me any more", lambda: str(reads(ada, on)))
        press(ada, "close-drawer")
        hide = "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })"
        ada.driver.execute_script(hide)

        made = 0
        while not reads(ada, "document.getElementById('open-table').classList.contains('main')"):
            (ada if ada.asked else bo).decide(chance)
            made = together(ada, bo, made + 1)
        shown = "const done = arguments[0]; navigator.serviceWorker.getRegistration()"
        script = (
            f"{shown}.then((w) => w.getNotifications()).then((n) => done(n.map((x) => x.title)))"
        )
        assert ada.driver.execute_async_script(script) == ["It's your turn"]
        folder = tmp_path / "files"
        ada.driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)}
        )
        press(ada, "open-table")
        press(ada, "save")
        wait(lambda: list(folder.glob("*.save")))
        assert len(read_save(next(folder.glob("*.save"))).moves) == made

        ada.driver.execute_script(ADA_BEGINS)
        press(ada, "rematch-turned")
        wait(lambda: ada.version == 0 and reads(ada, NAMES) == ["Bo", "You"])
        press(bo, "open-table")
        press(bo, "to-rematch")
        wait(lambda: bo.version == 0 and ada.asked and not bo.asked)
        press(bo, "open-table")
        press(bo, "before")
        wait(lambda: bo.version == made)
        bo.driver.get("about:blank")
        away = "document.querySelectorAll('#people .away').length"
        wait(lambda: reads(ada, away) == 1)
        assert ada.complaints() == []
