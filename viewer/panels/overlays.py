"""What lies over the table for a while: help, menu, the list of moves, the result, the curtain."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, assert_never

from viewer import commands as cmd
from viewer.commands import AtTable, Elsewhere, Everywhere, InSettings
from viewer.desk.i18n import capital
from viewer.desk.keymap import HELP
from viewer.desk.preferences import report_file
from viewer.desk.shell import CURTAIN, OVERLAY, Shell
from viewer.faces.pieces import Disc
from viewer.faces.widgets import Shade
from viewer.nodes import Box, Node
from viewer.panels.frame import frame
from viewer.panels.kit import Kit
from viewer.panels.result import result

if TYPE_CHECKING:
    from viewer.desk.table_screen import TableScreen


def overlays(shell: Shell, table: TableScreen | None, kit: Kit, size: Box) -> None:
    """Add the panel that is open, over everything; `table` is None on the start screen."""
    if not shell.overlay:
        return
    kit.z = OVERLAY
    kit.add(Node("shade", size, OVERLAY, Shade("#000000", 0.45), block=True))
    kit.z = OVERLAY + 10
    match shell.overlay:
        case "first":
            if table is not None:
                _first(table, kit, size)
        case "mishap":
            _mishap(shell, table, kit, size)
        case "help":
            _help(shell, kit, size)
        case "menu":
            _menu(shell, table, kit, size)
        case "games":
            _games(shell, kit, size)
        case "moves":
            if table is not None:
                _moves(table, kit, size)
        case "result":
            if table is not None:
                result(table, kit, size)
        case _:
            assert_never(shell.overlay)


# ------------------------------------------------------------------ help


def _help(shell: Shell, kit: Kit, size: Box) -> None:
    translate = shell.translate
    box = frame(kit, size, "help", 760, 520, translate("help_title"))
    y = box.y + kit.text(
        "help:mouse", translate("help_mouse"), box.x, box.y, box.w, 14, kit.theme.ink_soft
    )
    y += kit.px(14)
    half = (len(HELP) + 1) // 2
    gap = kit.px(24)
    wide = (box.w - gap) / 2
    high = min(kit.px(40), (box.bottom - y) / half)
    keys = max(kit.width(keys, 12.5, weight="semibold") for keys, _ in HELP) + kit.px(18)
    for number, (shown, text) in enumerate(HELP):
        x = box.x + (number // half) * (wide + gap)
        place = Box(x, y + (number % half) * high, wide, high)
        cap = Box(place.x, place.y + high * 0.12, min(keys, wide * 0.4), high * 0.72)
        kit.panel(f"help:{number}", cap, kit.theme.button, kit.theme.button_line, radius=6)
        kit.line(
            f"help:{number}:key",
            shown,
            cap.inset(kit.px(5), 0),
            12.5,
            weight="semibold",
            align="center",
        )
        inner = Box(
            cap.right + kit.px(10), place.y, place.right - cap.right - kit.px(10), high * 0.96
        )
        lines = 2 if high >= kit.high("x\nx", 1e6, 12.5) else 1
        up = max(0.0, (high * 0.96 - kit.high(translate(text), inner.w, 12.5, lines)) / 2)
        kit.text(
            f"help:{number}:text",
            translate(text),
            inner.x,
            inner.y + up,
            inner.w,
            12.5,
            lines=lines,
        )


# ------------------------------------------------------------------ mishaps


def _mishap(shell: Shell, table: TableScreen | None, kit: Kit, size: Box) -> None:
    """Say that the viewer itself has a fault, and how to go on."""
    translate = shell.translate
    box = frame(kit, size, "mishap", 560, 250, translate("mishap_title"), closes=False)
    text = translate("mishap_text", file=str(report_file()))
    kit.text("mishap:text", text, box.x, box.y, box.w, 14, kit.theme.ink_soft, lines=6)
    rows: list[tuple[str, cmd.AnyCommand, str, str]] = [
        ("mishap_on", Everywhere.GO_ON, "gold", "enter")
    ]
    if table is not None:
        rows.append(("undo", Everywhere.GO_BACK, "", ""))
        rows.append(("new_game", Elsewhere.LEAVE_GAME, "", ""))
    gap = kit.px(10)
    wide = (box.w - gap * (len(rows) - 1)) / len(rows)
    for number, (label, do, tone, key) in enumerate(rows):
        place = Box(box.x + number * (wide + gap), box.bottom - kit.px(40), wide, kit.px(38))
        kit.button(f"mishap:{label}", place, translate(label), do, tone=tone, key=key, size=13)


# ------------------------------------------------------------------ the first game


def _first(table: TableScreen, kit: Kit, size: Box) -> None:
    """Offer to be taught to somebody who has never played here."""
    translate = table.translate
    box = frame(kit, size, "first", 560, 250, translate("first_title"), closes=False)
    text = translate("first_text", game=table.text.title)
    kit.text("first:text", text, box.x, box.y, box.w, 15, kit.theme.ink_soft, lines=5)
    gap = kit.px(10)
    wide = (box.w - gap) / 2
    yes = Box(box.x, box.bottom - kit.px(44), wide, kit.px(44))
    no = Box(yes.right + gap, yes.y, wide, yes.h)
    do = Elsewhere.BE_TAUGHT
    kit.button("first:yes", yes, translate("first_yes"), do, tone="gold", key="enter", size=15)
    kit.button("first:no", no, translate("first_no"), Elsewhere.KNOW_IT, size=15)


# ------------------------------------------------------------------ menu


def _menu(shell: Shell, table: TableScreen | None, kit: Kit, size: Box) -> None:
    translate, prefs = shell.translate, shell.prefs
    rows: list[tuple[str, str, cmd.AnyCommand]] = []
    if table is not None:
        rows = [
            (translate("resume"), "", Everywhere.CLOSE),
            (translate("save"), "", AtTable.SAVE_GAME),
            (translate("load"), "", Everywhere.GAMES),
            (translate("all_moves"), "", AtTable.MOVES),
            (translate("fork"), "", AtTable.FORK),
            (translate("restart"), "", cmd.Again()),
            (translate("new_game"), "", Elsewhere.LEAVE_GAME),
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
            translate("curtain_pref"),
            translate("on" if prefs.curtain else "off"),
            InSettings.CURTAIN,
        ),
        (translate("fullscreen"), "F11", Everywhere.FULLSCREEN),
        (translate("quit"), "", Everywhere.QUIT),
    ]
    half = (len(rows) + 1) // 2 if table is not None else len(rows)
    columns = 2 if table is not None else 1
    box = frame(kit, size, "menu", 620 if columns == 2 else 380, 92 + half * 50, translate("menu"))
    gap = kit.px(12)
    wide = (box.w - gap * (columns - 1)) / columns
    high = min(kit.px(50), box.h / half)
    for number, (label, value, do) in enumerate(rows):
        x = box.x + (number // half) * (wide + gap)
        place = Box(x, box.y + (number % half) * high, wide, high * 0.84)
        kit.button(f"menu:{do.word}", place, label, do, shown_key=value, size=14, align="left")


# ------------------------------------------------------------------ all moves


def _moves(table: TableScreen, kit: Kit, size: Box) -> None:
    """List all legal moves with their numbers, in words."""
    offers = table.match.offers
    box = frame(kit, size, "moves", 640, 640, table.translate("all_moves"))
    high, gap = kit.px(34), kit.px(5)
    rows = max(1, int((box.h + gap) // (high + gap)))
    typed = table.turn.list_typed
    if typed:
        wanted = max(0, min(int(typed) - 1 - rows // 2, len(offers) - rows))
        table.shell.scrolls["moves"] = float(wanted)
    seen = kit.scroller(table.shell, "moves", box, len(offers), rows)
    first, box = seen.first, Box(seen.x, box.y, seen.w, box.h)
    for line, offer in enumerate(offers[first : first + rows]):
        number = first + line + 1
        place = Box(box.x, box.y + line * (high + gap), box.w, high)
        name = f"move:{number}"
        hot = typed == str(number)
        kit.button(name, place, "", cmd.MakeMove(offer.text), hot=hot, key="enter" if hot else "")
        digits = Box(place.x + kit.px(8), place.y, kit.px(34), high)
        kit.line(f"{name}:number", str(number), digits, 13, kit.theme.ink_faint, up=3, hush=True)
        words = Box(
            digits.right + kit.px(4), place.y, place.right - digits.right - kit.px(12), high
        )
        shown = capital(table.text.named(offer.words)) or offer.text
        kit.line(f"{name}:words", shown, words, 13.5, up=3, hush=True)


def _games(shell: Shell, kit: Kit, size: Box) -> None:
    """List the games that are kept, the latest first."""
    found = shell.autosave.recent() if shell.autosave is not None else []
    box = frame(kit, size, "games", 640, 640, shell.translate("load"))
    if not found:
        text = shell.translate("nothing_recent")
        kit.text("games:none", text, box.x, box.y, box.w, 14, kit.theme.ink_soft)
    high, gap = kit.px(40), kit.px(6)
    rows = max(1, int((box.h + gap) // (high + gap)))
    seen = kit.scroller(shell, "games", box, len(found), rows)
    first, box = seen.first, Box(seen.x, box.y, seen.w, box.h)
    for line, game in enumerate(found[first : first + rows]):
        place = Box(box.x, box.y + line * (high + gap), box.w, high)
        when = time.strftime("%d.%m. %H:%M", time.localtime(game.when))
        detail = shell.translate("recent_row", moves=game.moves, when=when)
        do, icon = cmd.Resume(game.file), "save" if game.named else "play"
        kit.button(
            f"kept:{first + line}", place, game.title, do, shown_key=detail, icon=icon, align="left"
        )


# ------------------------------------------------------------------ the result


# ------------------------------------------------------------------ the curtain


def curtain(table: TableScreen, kit: Kit, box: Box) -> None:
    """Cover the table until the person whose turn it is says that they are alone."""
    match, translate, theme = table.match, table.translate, kit.theme
    assert match.curtain is not None
    seat = match.curtain
    kit.z = CURTAIN
    kit.add(Node("curtain", box, CURTAIN, Shade(theme.shade, 1.0), block=True))
    x, y = box.centre
    side = kit.px(84)
    name = table.text.names()[seat]
    disc = Box(x - side / 2, y - kit.px(150), side, side)
    letter = "".join(word[:1] for word in name.split())[:2]
    kit.picture("curtain:disc", disc, Disc(table.view.hues(seat), letter), up=1)
    wide = min(box.w - kit.px(40), kit.px(560))
    title = Box(x - wide / 2, y - kit.px(52), wide, kit.px(44))
    kit.line(
        "curtain:title", translate("curtain", name=name), title, 28, theme.gold,
        font="title", weight="bold", align="center",
    )  # fmt: skip
    kit.text(
        "curtain:text",
        translate("curtain_text"),
        x - wide / 2,
        y,
        wide,
        15,
        theme.ink_soft,
        align="center",
    )
    button = min(wide, kit.px(240))
    place = Box(x - button / 2, y + kit.px(60), button, kit.px(44))
    kit.button(
        "curtain:lift",
        place,
        translate("curtain_lift"),
        AtTable.LIFT_CURTAIN,
        tone="gold",
        shown_key="Enter",
        size=15,
    )
    kit.z = 0
