"""The ledger: where every seat's points come from, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.app.i18n import capital, plus, signed
from viewer.app.scoreboard import tells
from viewer.artwork.pieces import Disc
from viewer.nodes import Box, Node
from viewer.panels.panel_builder import PanelBuilder

if TYPE_CHECKING:
    from engine import Ledger
    from engine.table.scoreboard import Standing
    from viewer.app.table_screen import TableScreen

LINE = 20.0
HEAD = 28.0
STEP = 40.0
"""How many pixels one step of the wheel moves."""


def scores(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Fill a box with the ledgers of all seats."""
    whole = _measure(table, builder.control(LINE) / builder.scale)
    room = box.h / builder.scale
    table.shell.limits["scores"] = max(0.0, (whole - room) / STEP)
    away = min(table.shell.scrolls.get("scores", 0.0), table.shell.limits["scores"]) * STEP
    builder.add(Node("scores", box, builder.z, scroll="scores"))
    page = _Page(table, builder, box, box.y - builder.px(away))
    if not table.guest.session.game.compiled.rankings:
        page.unscored()
        return
    page.head()
    for seat, standing in enumerate(table.text.standings()):
        page.seat(seat, standing)


def _measure(table: TableScreen, line: float) -> float:
    """Return how high all the ledgers are, unscaled, with rows so high."""
    high = HEAD
    for standing in table.text.standings():
        high += 40 + LINE * max(1, len(standing.ledgers))
        high += sum(line * sum(map(tells, ledger.rows)) for ledger in standing.ledgers)
    return high


class _Page:
    """Writes line by line, and only what can be seen whole."""

    def __init__(self, table: TableScreen, builder: PanelBuilder, box: Box, y: float) -> None:
        self.table = table
        self.builder = builder
        self.box = box
        self.y = y

    def head(self) -> None:
        """Add what all the numbers are."""
        over = self.table.guest.shown.over
        heading = self.table.translate("counted_end" if over else "counted_now")
        if (place := self._next(HEAD)) is not None:
            self.builder.line("scores:head", heading, place, 13, self.builder.theme.ink_soft)

    def unscored(self) -> None:
        """Add that nothing is counted."""
        if (place := self._next(HEAD)) is not None:
            heading = self.table.translate("no_score")
            self.builder.line("scores:head", heading, place, 13, self.builder.theme.ink_soft)

    def seat(self, seat: int, standing: Standing) -> None:
        builder, table, name = self.builder, self.table, self.table.text.names()[seat]
        if (place := self._next(30)) is not None:
            disc = place.start(builder.px(18)).middle(builder.px(18), builder.px(18))
            builder.picture(f"score:{seat}:disc", disc, Disc(table.view.hues(seat), name[:1]), up=1)
            text = place.cut(left=builder.px(26)).start(place.w * 0.6)
            builder.line(f"score:{seat}:name", name, text, 15, weight="semibold")
            total, score = place.end(place.w * 0.4), signed(standing.score)
            builder.title(f"score:{seat}:total", score, total, 18, align="right")
        if not standing.ledgers:
            self._note(seat, "no_score")
        elif not any(ledger.rows for ledger in standing.ledgers):
            self._note(seat, "nothing_yet")
        else:
            for number, ledger in enumerate(standing.ledgers):
                self._ledger(f"score:{seat}:{number}", ledger)
        self.y += builder.px(10)

    def _note(self, seat: int, key: str) -> None:
        if (place := self._next(LINE)) is not None:
            text, colour = self.table.translate(key), self.builder.theme.ink_faint
            self.builder.line(f"score:{seat}:note", text, place, 12.5, colour)

    def _ledger(self, name: str, ledger: Ledger) -> None:
        builder, theme = self.builder, self.builder.theme
        for number, row in enumerate(filter(tells, ledger.rows)):
            if (place := self._next(builder.control(LINE) / builder.scale)) is not None:
                value = f"× {signed(row.value)}" if row.kind == "times" else plus(row.value)
                loss = row.kind != "times" and (row.value or 0) < 0
                colour = theme.tip_line if loss else theme.ink
                tip = self.table.translate("line", line=row.span.line) if row.span.line else ""
                said = capital(self.table.text.named(row.label))
                label, end = place.start(place.w * 0.72), place.end(place.w * 0.28)
                own = f"{name}:{number}"
                builder.line(
                    own, said, label.cut(left=builder.px(26)), 12.5, theme.ink_soft, hush=True
                )
                builder.line(f"{own}:value", value, end, 12.5, colour, align="right", hush=True)
                builder.add(
                    Node(
                        f"{own}:why", place, builder.z + 3, tip=f"{said} · {tip}",
                        do=cmd.ShowRule(row.span.file, row.span.line), scroll="scores",
                    )
                )  # fmt: skip
        if (place := self._next(LINE)) is not None:
            into = f"→ {capital(self.table.text.word(ledger.into))}" if ledger.into else ""
            total = capital(into or self.table.translate("total"))
            label = place.cut(left=builder.px(26)).start(place.w * 0.6)
            builder.line(f"{name}:total", total, label, 12.5, weight="semibold")
            end, total = place.end(place.w * 0.28), f"= {signed(ledger.total)}"
            builder.line(f"{name}:sum", total, end, 12.5, weight="semibold", align="right")

    def _next(self, high: float) -> Box | None:
        """Take the next line; return its box where it can be seen whole."""
        place = Box(self.box.x, self.y, self.box.w, self.builder.px(high))
        self.y += place.h
        whole = place.y >= self.box.y - 0.5 and place.bottom <= self.box.bottom + 0.5
        return place if whole else None
