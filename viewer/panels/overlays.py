"""What lies over the table for a while: help, menu, the list of moves, the result, the
pass-and-play screen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from viewer import commands as cmd
from viewer.app.i18n import capital
from viewer.app.keymap import HELP
from viewer.app.preferences import report_file
from viewer.app.shell import COVER, OVERLAY, Shell
from viewer.artwork.pieces import Disc
from viewer.artwork.widgets import Shade
from viewer.commands import AtTable, Elsewhere, Everywhere, InSettings
from viewer.nodes import Box, Node
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.result import result

if TYPE_CHECKING:
    from engine.table.autosave import KeptGame
    from viewer.app.table_screen import TableScreen

FILLED = 0.84
"""So much of the height of its row a button of the menu has."""


def overlays(shell: Shell, table: TableScreen | None, builder: PanelBuilder, size: Box) -> None:
    """Add the panel that is open, over everything; `table` is None on the start screen."""
    if not shell.overlay:
        return
    builder.z = OVERLAY
    builder.add(Node("shade", size, OVERLAY, Shade("#000000", 0.45), block=True))
    builder.z = OVERLAY + 10
    match shell.overlay:
        case "first":
            if table is not None:
                _first(table, builder, size)
        case "mishap":
            _mishap(shell, table, builder, size)
        case "help":
            _help(shell, table, builder, size)
        case "menu":
            _menu(shell, table, builder, size)
        case "games":
            _games(shell, builder, size)
        case "moves":
            if table is not None:
                _moves(table, builder, size)
        case "save":
            if table is not None:
                _save(table, builder, size)
        case "result":
            if table is not None:
                result(table, builder, size)
        case _:
            assert_never(shell.overlay)


# ------------------------------------------------------------------ help


def _help(shell: Shell, table: TableScreen | None, builder: PanelBuilder, size: Box) -> None:
    """Add the keys, and where the rules of the game on the table are."""
    translate = shell.translate
    box = builder.frame(size, "help", 760, 620, translate("help_title"))
    if table is not None:
        label, do = translate("help_book"), cmd.ShowTab("help")
        foot = box.foot(builder.control(34))
        builder.button("help:book", foot, label, do, shown_key="B", size=13)
        box = box.cut(bottom=foot.h + builder.px(8))
    text = translate("help_mouse")
    used = builder.text("help:mouse", text, box, 14, builder.theme.ink_soft) + builder.px(14)
    half = (len(HELP) + 1) // 2
    columns = box.cut(top=used).columns(2, builder.px(24))
    high = min(builder.px(40), columns[0].h / half)
    keys = max(builder.width(keys, 12.5, weight="semibold") for keys, _ in HELP) + builder.px(18)
    lines = 2 if high >= builder.high("x\nx", 1e6, 12.5) else 1
    for number, (shown, key) in enumerate(HELP):
        column, row = divmod(number, half)
        place = columns[column].cut(top=row * high).head(high)
        cap = place.start(min(keys, place.w * 0.4)).cut(top=high * 0.12, bottom=high * 0.16)
        builder.panel(
            f"help:{number}", cap, builder.theme.button, builder.theme.button_line, radius=6
        )
        builder.line(
            f"help:{number}:key", shown, cap.inset(builder.px(5), 0), 12.5, weight="semibold",
            align="center",
        )  # fmt: skip
        text = translate(key)
        inner = place.cut(left=cap.w + builder.px(10))
        up = max(0.0, (high * 0.96 - builder.high(text, inner.w, 12.5, lines)) / 2)
        builder.text(f"help:{number}:text", text, inner.cut(top=up), 12.5, lines=lines)


# ------------------------------------------------------------------ mishaps


def _mishap(shell: Shell, table: TableScreen | None, builder: PanelBuilder, size: Box) -> None:
    """Say that the viewer itself has a fault, and how to continue."""
    translate = shell.translate
    box = builder.frame(size, "mishap", 560, 250, translate("mishap_title"), closes=False)
    text = translate("mishap_text", file=str(report_file()))
    builder.text("mishap:text", text, box, 14, builder.theme.ink_soft, lines=6)
    rows: list[tuple[str, cmd.AnyCommand]] = [("mishap_on", Everywhere.GO_ON)]
    if table is not None:
        rows += [("undo", Everywhere.GO_BACK), (shell.way_out, Elsewhere.LEAVE_GAME)]
    foot = box.cut(bottom=builder.px(2)).foot(builder.control(38))
    places = foot.columns(len(rows), builder.px(10))
    for place, (label, do) in zip(places, rows, strict=True):
        tone, key = ("gold", "enter") if do is Everywhere.GO_ON else ("", "")
        builder.button(f"mishap:{label}", place, translate(label), do, tone=tone, key=key)


# ------------------------------------------------------------------ saving


def _save(table: TableScreen, builder: PanelBuilder, size: Box) -> None:
    """Ask for the name that the game is saved under."""
    translate, naming, theme = table.translate, table.naming, builder.theme
    box = builder.frame(size, "save", 560, 270, translate("save"), closes=False)
    builder.text("save:ask", translate("save_ask"), box, 14, theme.ink_soft)
    well = box.cut(top=builder.px(30)).head(builder.px(42))
    builder.panel("save:well", well, theme.field, theme.gold, radius=6)
    written, wide = f"{naming.text}|", well.w - builder.px(24)
    while len(written) > 2 and builder.width(written, 16) > wide:
        written = written[1:]
    builder.line("save:name", written, well.inset(builder.px(12), 0), 16, up=2, hush=True)
    if naming.problem:
        said = translate(naming.problem)
        builder.text("save:problem", said, box.cut(top=builder.px(80)), 13, theme.tip_line, lines=3)
    yes, no = box.foot(builder.control(38)).columns(2, builder.px(10))
    label = translate("save_replace" if naming.replaces else "rules_save")
    builder.button("save:yes", yes, label, AtTable.SAVE_UNDER, tone="gold", key="enter",
               shown_key="Enter")  # fmt: skip
    builder.button("save:no", no, translate("cancel"), Everywhere.CLOSE, shown_key="Esc")


# ------------------------------------------------------------------ the first game


def _first(table: TableScreen, builder: PanelBuilder, size: Box) -> None:
    """Offer to be taught to someone who has never played here."""
    translate = table.translate
    box = builder.frame(size, "first", 560, 250, translate("first_title"), closes=False)
    text = translate("first_text", game=table.text.title)
    builder.text("first:text", text, box, 15, builder.theme.ink_soft, lines=5)
    yes, no = box.foot(builder.px(44)).columns(2, builder.px(10))
    label, do = translate("first_yes"), Elsewhere.BE_TAUGHT
    builder.button("first:yes", yes, label, do, tone="gold", key="enter", size=15)
    builder.button("first:no", no, translate("first_no"), Elsewhere.KNOW_IT, size=15)


# ------------------------------------------------------------------ menu


def _menu(shell: Shell, table: TableScreen | None, builder: PanelBuilder, size: Box) -> None:
    translate, prefs = shell.translate, shell.prefs
    rows: list[tuple[str, str, cmd.AnyCommand]] = []
    if table is not None:
        rows = [
            (translate("resume"), "", Everywhere.CLOSE),
            (translate("save"), "", AtTable.SAVE_GAME),
            (translate("load"), "", Everywhere.GAMES),
            (translate("all_moves"), "", AtTable.MOVES),
            (translate("what_if"), "", AtTable.WHAT_IF),
            (translate("restart"), "", cmd.Again()),
            (translate(shell.way_out), "", Elsewhere.LEAVE_GAME),
            *_lessons(table),
        ]
    speeds = {0.0: "speed_off", 0.5: "speed_slow", 2.0: "speed_fast"}
    rows += [
        (translate("language"), shell.translate.language.upper(), cmd.Language()),
        (translate("theme"), translate(f"theme_{prefs.theme}"), InSettings.THEME),
        (translate("palette"), translate(f"palette_{prefs.palette}"), InSettings.PALETTE),
        (translate("scale"), f"{round(prefs.scale * 100)} %", InSettings.SCALE),
        (
            translate("speed"),
            translate(speeds.get(prefs.speed, "speed_normal")),
            InSettings.SPEED,
        ),
        (translate("sound"), translate("on" if prefs.sound else "off"), InSettings.SOUND),
        (
            translate("hide_hands"),
            translate("on" if prefs.hide_hands else "off"),
            InSettings.HIDE_HANDS,
        ),
        (translate("fullscreen"), "F11", Everywhere.FULLSCREEN),
        (translate("quit"), "", Everywhere.QUIT),
    ]
    rows = [row for row in rows if builder.allows(row[2])]
    count, high = 2 if table is not None else 1, builder.px(50)
    if builder.finger:
        high = builder.control(44) / FILLED
        count = max(count, -(-len(rows) // int((size.h - builder.px(120)) // high)))
    half = -(-len(rows) // count)
    wide, tall = 380 if count == 1 else 310 * count, 92 + half * high / builder.scale
    box = builder.frame(size, "menu", wide, tall, translate("menu"))
    columns = box.columns(count, builder.px(12))
    high = min(high, box.h / half)
    for number, (label, value, do) in enumerate(rows):
        column, row = divmod(number, half)
        place = columns[column].cut(top=row * high).head(high * FILLED)
        builder.button(f"menu:{do.word}", place, label, do, note=value, size=14, align="left")


def _lessons(table: TableScreen) -> list[tuple[str, str, cmd.AnyCommand]]:
    """Return the ways to learn a game where there is no start screen that offers them."""
    if not table.shell.served:
        return []
    ways = (
        ("learn_first", Elsewhere.BE_TAUGHT), ("course", Elsewhere.COURSE),
        ("exam", Elsewhere.EXAM),
    )  # fmt: skip
    return [(table.translate(label), "", do) for label, do in ways]


# ------------------------------------------------------------------ all moves


def _moves(table: TableScreen, builder: PanelBuilder, size: Box) -> None:
    """List all legal moves with their numbers, in words."""
    offers = table.guest.offers
    box = builder.frame(size, "moves", 640, 640, table.translate("all_moves"))
    typed = table.turn.list_typed
    if typed:
        rows = int((box.h + builder.px(5)) // builder.px(34 + 5))
        table.shell.scrolls["moves"] = max(0.0, min(int(typed) - 1 - rows // 2, len(offers) - rows))
    for row, offer, place in builder.rows(table.shell, "moves", box, offers, 34, 5):
        name, hot = f"move:{row + 1}", typed == str(row + 1)
        builder.button(
            name, place, "", cmd.MakeMove(offer.text), hot=hot, key="enter" if hot else ""
        )
        inner = place.inset(builder.px(8), 0)
        digits = inner.start(builder.px(34))
        builder.line(
            f"{name}:number", str(row + 1), digits, 13, builder.theme.ink_faint, up=3, hush=True
        )
        shown = capital(table.text.named(offer.words)) or offer.text
        builder.line(f"{name}:words", shown, inner.cut(left=builder.px(38)), 13.5, up=3, hush=True)


def _games(shell: Shell, builder: PanelBuilder, size: Box) -> None:
    """List the games that are kept, the latest first."""
    found = shell.autosave.recent() if shell.autosave is not None else []
    box = builder.frame(size, "games", 640, 640, shell.translate("load"))
    if not found:
        builder.text(
            "games:none", shell.translate("nothing_recent"), box, 14, builder.theme.ink_soft
        )
    kept_games(shell, builder, "games", "kept", box, found, 40, 6)


def kept_games(
    shell: Shell, builder: PanelBuilder, list_: str, name: str, box: Box, found: Sequence[KeptGame],
    high: float, gap: float,
) -> None:  # fmt: skip
    """Add a list of kept games to continue with."""
    for number, game, place in builder.rows(shell, list_, box, found, high, gap):
        when = time.strftime("%d.%m. %H:%M", time.localtime(game.when))
        detail = shell.translate("recent_row", moves=game.moves, when=when)
        do, icon = cmd.Resume(game.file), "save" if game.named else "play"
        builder.button(
            f"{name}:{number}", place, game.title, do, note=detail, icon=icon, align="left"
        )


# ------------------------------------------------------------------ pass and play


def pass_and_play(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Cover the table until the person whose turn it is says that they are alone."""
    guest, translate, theme = table.guest, table.translate, builder.theme
    seat = guest.seat or 0
    builder.z = COVER
    builder.add(Node("pass_and_play", box, COVER, Shade(theme.shade, 1.0), block=True))
    middle = box.middle(min(box.w - builder.px(40), builder.px(560)), builder.px(2 * 150))
    name = table.text.names()[seat]
    disc = middle.head(builder.px(84)).middle(builder.px(84), builder.px(84))
    letter = "".join(word[:1] for word in name.split())[:2]
    builder.picture("pass_and_play:disc", disc, Disc(table.view.hues(seat), letter), up=1)
    title = middle.cut(top=builder.px(98)).head(builder.px(44))
    own = seat == guest.session.turn_of
    said = translate("pass_and_play" if own else "pass_and_play_decide", name=name)
    builder.title("pass_and_play:title", said, title, 28, align="center")
    low = middle.cut(top=builder.px(150))
    text = translate("pass_and_play_text")
    builder.text("pass_and_play:text", text, low, 15, theme.ink_soft, align="center")
    button = low.cut(top=builder.px(60)).head(builder.px(44))
    button = button.middle(min(low.w, builder.px(240)), button.h)
    builder.button(
        "pass_and_play:reveal", button, translate("pass_and_play_ready"), AtTable.REVEAL,
        tone="gold", shown_key="Enter", size=15,
    )  # fmt: skip
    builder.z = 0
