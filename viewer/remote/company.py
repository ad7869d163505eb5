"""The others at a table on a server, in the window: remarks, clocks, changed rules, a rematch."""

from __future__ import annotations

import time
from typing import Any

from engine.rules.catalogue import Catalogue
from engine.serving.company_heard import CompanyHeard, clock_text, proposal_rows
from engine.serving.dialling import Line
from viewer.app.shell import Shell
from viewer.commands import Everywhere
from viewer.nodes import Box
from viewer.panels.notes import TOASTS
from viewer.panels.panel_builder import PanelBuilder

KEYS = {"page_rules_agree": "f2", "page_rules_decline": "f3", "page_to_rematch": "f2",
    "page_rematch": "f2", "page_rematch_turned": "f3", "page_rules_later": "f4"}  # fmt: skip
"""What presses the buttons of the panel, by the names of their words."""
_WIDE, _ROW, _PAD, _BUTTON = 560, 14.0, 12, 34
_MOST_ROWS = 7


class RemoteCompany:
    """Shows what is heard of the others in a panel at the upper edge, and their remarks as toasts.

    `wants_rematch`: whether the connection is to be opened anew, because its link leads to the
    rematch now.
    """

    def __init__(self, line: Line, shell: Shell) -> None:
        """Begin with nothing heard."""
        self.line, self.shell = line, shell
        self.heard = CompanyHeard()
        self.wants_rematch = False
        self._asked = self._table = ""
        self._hidden = ""
        """What the panel asked when the player put it off; the last key shows it again."""

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message, of any kind."""
        shell, heard, kind = self.shell, self.heard, message.get("type")
        followed = heard.followed
        heard.take(message, time.monotonic())
        for remark in heard.new_remarks():
            if remark.seat != self.line.client.seat:
                shell.toast(f"{self._called(remark.seat, remark.name)}: {remark.text}")
        if kind == "welcome" and message["table"] != self._table:
            self._table, self._hidden = str(message["table"]), ""
            self.heard = CompanyHeard()
        elif kind == "done" and message["id"] == self._asked and "table" in message:
            self.wants_rematch = True
        elif kind == "proposal" or followed != heard.followed or kind == "people":
            shell.touch()

    def _called(self, seat: int, name: str) -> str:
        return name or self.shell.translate("page_seat", n=seat + 1)

    def clocks(self) -> str:
        """Return the clocks of all seats in one line; empty without a clock."""
        words = Catalogue(self.shell.translate.language)
        named = zip(self.heard.names, self.heard.left(time.monotonic()), strict=False)
        return " · ".join(
            f"{self._called(seat, name)} {clock_text(left, words)}"
            for seat, (name, left) in enumerate(named)
            if left is not None
        )

    # -------------------------------------------------------------- the panel

    def _asks(self) -> list[str]:
        """Return the buttons of the panel, by the names of their words; empty for no panel."""
        seat, heard = self.line.client.seat, self.heard
        if heard.waits_for(seat):
            return ["page_rules_agree", "page_rules_decline", "page_rules_later"]
        if heard.followed:
            return ["page_to_rematch", "page_rules_later"]
        if heard.over and seat is not None:
            return ["page_rematch", "page_rematch_turned", "page_rules_later"]
        return []

    def _about(self) -> str:
        """Return what the panel asks now; another proposal is something else."""
        rules = "" if self.heard.proposal is None else str(self.heard.proposal["rules"])
        return " ".join([*self._asks(), rules])

    def panel(self, builder: PanelBuilder, size: Box) -> None:
        """Add the panel, if something is asked."""
        asks, translate, px = self._asks(), self.shell.translate, builder.px
        if not asks or self._hidden == self._about():
            return
        proposal, title, rows = self.heard.proposal, translate("page_over"), list[str]()
        if asks[0] == "page_rules_agree" and proposal is not None:
            title = translate("page_rules_proposed")
            rows = proposal_rows(proposal, Catalogue(translate.language))[-_MOST_ROWS:]
        wide = min(px(_WIDE), size.w - px(24))
        inner = wide - 2 * px(_PAD)
        highs = [builder.high(row, inner, _ROW, 3) + px(4) for row in rows]
        high = px(_PAD) * 2 + px(26) + sum(highs) + px(8) + builder.control(_BUTTON)
        box = size.cut(top=px(10)).head(high).middle(wide, high)
        builder.z = TOASTS
        theme = builder.theme
        builder.panel("company", box, theme.panel, theme.gold, shadow=8, block=True)
        room = box.inset(px(_PAD))
        builder.line("company:title", title, room.head(px(24)), 16, weight="semibold", up=2)
        room = room.cut(top=px(26))
        for number, (row, tall) in enumerate(zip(rows, highs, strict=True)):
            builder.text(f"company:{number}", row, room.head(tall), _ROW, lines=3, up=2)
            room = room.cut(top=tall)
        places = room.foot(builder.control(_BUTTON)).columns(len(asks), px(8))
        for name, place in zip(asks, places, strict=True):
            tone = "gold" if name == asks[0] else ""
            builder.button(
                f"company:{name}", place, translate(name), Everywhere.CLOSE,
                shown_key=KEYS[name].upper(), tone=tone, up=3,
            )  # fmt: skip

    def key(self, name: str) -> bool:
        """Press the button of a key; return whether there is one."""
        asked = next((ask for ask in self._asks() if KEYS[ask] == name), "")
        hidden = self._hidden == self._about()
        if not asked or (hidden and asked != "page_rules_later"):
            return False
        self.press(f"company:{asked}")
        return True

    def press(self, node: str) -> None:
        """Press a button of the panel by the id of its node; nothing for another one."""
        name, line = node.removeprefix("company:"), self.line
        if name not in self._asks():
            return
        match name:
            case "page_rules_agree" | "page_rules_decline":
                agrees = name == "page_rules_agree"
                line.ask("vote", version=line.client.version, agree=agrees)
            case "page_rules_later":
                self._hidden = "" if self._hidden == self._about() else self._about()
            case "page_rematch" | "page_rematch_turned":
                self._asked = line.ask("rematch", turned=name == "page_rematch_turned")
            case "page_to_rematch":
                self.wants_rematch = True
        self.shell.touch()
