"""The ledger: where every seat's points come from, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.desk.i18n import capital, plus, signed
from viewer.desk.scoreboard import tells
from viewer.faces.pieces import Disc
from viewer.nodes import Box, Node
from viewer.panels.kit import Kit

if TYPE_CHECKING:
    from engine import Ledger
    from engine.table.scoreboard import Standing
    from viewer.desk.table_screen import TableScreen

LINE = 20.0
HEAD = 28.0
STEP = 40.0
"""How many pixels one step of the wheel moves."""


def scores(table: TableScreen, kit: Kit, box: Box) -> None:
    """Fill a box with the ledgers of all seats."""
    whole = _measure(table)
    room = box.h / kit.scale
    table.shell.limits["scores"] = max(0.0, (whole - room) / STEP)
    away = min(table.shell.scrolls.get("scores", 0.0), table.shell.limits["scores"]) * STEP
    kit.add(Node("scores", box, kit.z, scroll="scores"))
    page = _Page(table, kit, box, box.y - kit.px(away))
    page.head()
    for seat, standing in enumerate(table.text.standings()):
        page.seat(seat, standing)


def _measure(table: TableScreen) -> float:
    """Return how high all the ledgers are, unscaled."""
    high = HEAD
    for standing in table.text.standings():
        lines = sum(sum(map(tells, ledger.rows)) + 1 for ledger in standing.ledgers)
        high += 40 + LINE * max(1, lines)
    return high


class _Page:
    """Writes line by line, and only what can be seen whole."""

    def __init__(self, table: TableScreen, kit: Kit, box: Box, y: float) -> None:
        self.table = table
        self.kit = kit
        self.box = box
        self.y = y

    def head(self) -> None:
        """Add what all the numbers are."""
        over = self.table.match.shown.over
        heading = self.table.translate("counted_end" if over else "counted_now")
        if (place := self._next(HEAD)) is not None:
            self.kit.line("scores:head", heading, place, 13, self.kit.theme.ink_soft)

    def seat(self, seat: int, standing: Standing) -> None:
        kit, table, name = self.kit, self.table, self.table.text.names()[seat]
        if (place := self._next(30)) is not None:
            disc = place.start(kit.px(18)).middle(kit.px(18), kit.px(18))
            kit.picture(f"score:{seat}:disc", disc, Disc(table.view.hues(seat), name[:1]), up=1)
            text = place.cut(left=kit.px(26)).start(place.w * 0.6)
            kit.line(f"score:{seat}:name", name, text, 15, weight="semibold")
            total, score = place.end(place.w * 0.4), signed(standing.score)
            kit.title(f"score:{seat}:total", score, total, 18, align="right")
        if not standing.ledgers:
            self._note(seat, "no_score")
        elif not any(ledger.rows for ledger in standing.ledgers):
            self._note(seat, "nothing_yet")
        else:
            for number, ledger in enumerate(standing.ledgers):
                self._ledger(f"score:{seat}:{number}", ledger)
        self.y += kit.px(10)

    def _note(self, seat: int, key: str) -> None:
        if (place := self._next(LINE)) is not None:
            text, colour = self.table.translate(key), self.kit.theme.ink_faint
            self.kit.line(f"score:{seat}:note", text, place, 12.5, colour)

    def _ledger(self, name: str, ledger: Ledger) -> None:
        kit, theme = self.kit, self.kit.theme
        for number, row in enumerate(filter(tells, ledger.rows)):
            if (place := self._next(LINE)) is not None:
                value = f"× {signed(row.value)}" if row.kind == "times" else plus(row.value)
                loss = row.kind != "times" and (row.value or 0) < 0
                colour = theme.tip_line if loss else theme.ink
                tip = self.table.translate("line", line=row.span.line) if row.span.line else ""
                said = capital(self.table.text.named(row.label))
                label, end = place.start(place.w * 0.72), place.end(place.w * 0.28)
                own = f"{name}:{number}"
                kit.line(own, said, label.cut(left=kit.px(26)), 12.5, theme.ink_soft, hush=True)
                kit.line(f"{own}:value", value, end, 12.5, colour, align="right", hush=True)
                kit.add(
                    Node(
                        f"{own}:why", place, kit.z + 3, tip=f"{said} · {tip}",
                        do=cmd.ShowRule(row.span.file, row.span.line), scroll="scores",
                    )
                )  # fmt: skip
        if (place := self._next(LINE)) is not None:
            into = f"→ {capital(self.table.text.word(ledger.into))}" if ledger.into else ""
            total = capital(into or self.table.translate("total"))
            label = place.cut(left=kit.px(26)).start(place.w * 0.6)
            kit.line(f"{name}:total", total, label, 12.5, weight="semibold")
            end, total = place.end(place.w * 0.28), f"= {signed(ledger.total)}"
            kit.line(f"{name}:sum", total, end, 12.5, weight="semibold", align="right")

    def _next(self, high: float) -> Box | None:
        """Take the next line; return its box where it can be seen whole."""
        place = Box(self.box.x, self.y, self.box.w, self.kit.px(high))
        self.y += place.h
        whole = place.y >= self.box.y - 0.5 and place.bottom <= self.box.bottom + 0.5
        return place if whole else None
