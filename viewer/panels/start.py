"""The start screen: the games of the library, how one is set up, and games to go on with."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.commands import AtStart, Everywhere, InSettings
from viewer.desk.game_setup import Edition, GameSetup, example_count, library_words
from viewer.faces.cards import Card
from viewer.faces.scenes import AUTO_SCENES
from viewer.faces.theme import AUTO_HUES
from viewer.nodes import Box, Node
from viewer.panels.kit import Kit
from viewer.panels.setting import setting
from viewer.panels.table_picture import table_picture

if TYPE_CHECKING:
    from engine import KeptGame
    from viewer.desk.shell import Shell
    from viewer.desk.start_screen import StartScreen

LOWEST = 58
"""How high a game is at least; where not all find room they scroll."""
RECENT = 4
"""So many of the games to go on with are seen at once."""


def start(screen: StartScreen, kit: Kit, size: Box) -> None:
    """Add the start screen."""
    shell, setup = screen.shell, screen.setup
    pad = kit.px(28)
    head = kit.px(64)
    kit.line(
        "start:title", shell.translate("start_title").upper(),
        Box(pad, pad * 0.6, size.w * 0.5, head), 38, kit.theme.gold, font="title", weight="bold",
    )  # fmt: skip
    _corner(shell, kit, Box(size.w * 0.5, pad * 0.6, size.w * 0.5 - pad, head))
    body = Box(pad, pad * 0.6 + head + kit.px(10), size.w - 2 * pad, 0)
    body = Box(body.x, body.y, body.w, size.h - body.y - pad)
    gap = kit.px(20)
    if size.w / size.h < 1.15:
        high = (body.h - gap) * 0.42
        seen = _games(shell, setup, kit, Box(body.x, body.y, body.w, high))
        rest = Box(body.x, body.y + high + gap, body.w, body.h - high - gap)
    else:
        wide = (body.w - gap) * 0.46
        seen = _games(shell, setup, kit, Box(body.x, body.y, wide, body.h))
        rest = Box(body.x + wide + gap, body.y, body.w - wide - gap, body.h)
    setting(shell, setup, kit, rest, picture=not seen)


def _corner(shell: Shell, kit: Kit, box: Box) -> None:
    """Add language and colours at the top right."""
    translate, x = shell.translate, box.right
    rows = (
        ("menu", translate("menu"), Everywhere.MENU),
        (
            "theme",
            _pair(shell, "theme", translate(f"theme_{shell.prefs.theme}")),
            InSettings.THEME,
        ),
        ("language", _pair(shell, "language", translate.language.upper()), cmd.Language()),
    )
    for name, label, do in rows:
        wide = min(kit.width(label, 13, weight="semibold") + kit.px(28), box.w * 0.4)
        x -= wide
        kit.button(f"start:{name}", Box(x, box.y + kit.px(14), wide, kit.px(34)), label, do)
        x -= kit.px(8)


def _pair(shell: Shell, name: str, value: str) -> str:
    return shell.translate("pair", name=shell.translate(name), value=value)


# ------------------------------------------------------------------ games


def _games(shell: Shell, setup: GameSetup, kit: Kit, box: Box) -> bool:
    """Add the library's games and one's own, and games to go on with below them; both scroll.

    Tell whether there was room for a picture of the chosen game's table.
    """
    recent = shell.autosave.recent() if shell.autosave is not None else []
    games = setup.games()
    line, gap = kit.px(36), kit.px(9)
    rows = min(len(recent), RECENT)
    foot = (kit.px(30) + rows * (line + kit.px(5))) if rows else 0.0
    columns = 1 if box.w < kit.px(520) or box.w < box.h else 2
    lines = -(-len(games) // columns)
    room = Box(box.x, box.y, box.w, box.h - foot)
    room = _more(shell, setup, kit, room)
    high = min(kit.px(96), (room.h - gap * lines) / max(1, lines))
    if high < kit.px(LOWEST):
        high = kit.px(LOWEST)
    shown = max(1, int(room.h / (high + gap)))
    view = kit.scroller(shell, "start", room, lines, shown)
    wide = (view.w - gap * (columns - 1)) / columns
    first = view.first * columns
    for place, game in enumerate(games[first : first + shown * columns]):
        x = view.x + (place % columns) * (wide + gap)
        spot = Box(x, room.y + (place // columns) * (high + gap), wide, high)
        _game(shell, setup, kit, spot, game, first + place)
    end = room.y + min(lines, shown) * (high + gap)
    if rows:
        low = Box(box.x, end, box.w, foot)
        if columns == 1:
            low = Box(box.x, box.bottom - foot, box.w, foot)
        _recent(shell, kit, Box(low.x, max(low.y, box.bottom - foot), low.w, foot), recent, rows)
    return table_picture(setup, kit, Box(room.x, end, room.w, room.bottom - end))


def _more(shell: Shell, setup: GameSetup, kit: Kit, box: Box) -> Box:
    """Add the button for the examples where there are any; return the room above it."""
    count = example_count()
    if not count or box.h < kit.px(LOWEST * 3):
        return box
    high = kit.px(32)
    label = shell.translate("fewer") if setup.examples else shell.translate("examples", n=count)
    place = Box(box.x, box.bottom - high, box.w, high)
    kit.button("start:examples", place, label, AtStart.TOGGLE_EXAMPLES, icon="book")
    return Box(box.x, box.y, box.w, box.h - high - kit.px(9))


def _recent(shell: Shell, kit: Kit, box: Box, recent: Sequence[KeptGame], rows: int) -> None:
    """Add the games that were kept, the latest first."""
    line = kit.px(36)
    title = Box(box.x, box.y, box.w, kit.px(28))
    kit.line(
        "recent:title", shell.translate("recent"), title, 14, kit.theme.ink_soft, weight="semibold"
    )
    room = Box(box.x, title.bottom, box.w, box.bottom - title.bottom)
    view = kit.scroller(shell, "recent", room, len(recent), rows)
    for place, row in enumerate(recent[view.first : view.first + rows]):
        spot = Box(view.x, room.y + place * (line + kit.px(5)), view.w, line)
        when = time.strftime("%d.%m. %H:%M", time.localtime(row.when))
        detail = shell.translate("recent_row", moves=row.moves, when=when)
        kit.button(
            f"recent:{view.first + place}", spot, row.title, cmd.Resume(row.file),
            shown_key=detail, align="left", icon="save" if row.named else "play",
        )  # fmt: skip


def _game(shell: Shell, setup: GameSetup, kit: Kit, box: Box, game: Edition, number: int) -> None:
    """Add a game, or a file with mistakes: what is wrong stands where a game says what it is."""
    theme = kit.theme
    chosen = setup.game == game.rules
    name = f"game:{game.rules}"
    kit.panel(
        name, box, theme.button_hot if chosen else theme.panel,
        theme.gold if chosen else theme.field_line,
        top="" if chosen else theme.panel_top, radius=10, block=True,
        do=cmd.ChooseGame(game.rules),
    )  # fmt: skip
    pad = kit.px(14)
    art = _art(kit, name, box, number)
    inner = box.inset(pad, min(kit.px(9), box.h * 0.1))
    inner = Box(inner.x + art, inner.y, inner.w - art, inner.h)
    title = kit.px(27)
    lines = int((inner.bottom - inner.y - title) // kit.high("x", 1e6, 13))
    heading, count, text = _in_words(shell, setup, game)
    side = min(kit.width(count, 13, weight="semibold") + kit.px(4), inner.w * 0.5)
    place = Box(inner.x, inner.y, inner.w - side - kit.px(6), title)
    if game.is_own and not game.mistake and lines < 1:
        heading = f"{heading} · {game.file}"
    kit.line(f"{name}:title", heading, place, 17, weight="bold", hush=True)
    kit.line(
        f"{name}:count", count, Box(inner.right - side, inner.y, side, title),
        13, theme.gold, align="right", weight="semibold", hush=True,
    )  # fmt: skip
    if lines > 0 and text:
        kit.text(
            f"{name}:text", text, inner.x, inner.y + title, inner.w, 13,
            theme.gold if game.mistake else theme.ink_soft, lines=min(2, lines), hush=True,
        )  # fmt: skip


def _in_words(shell: Shell, setup: GameSetup, game: Edition) -> tuple[str, str, str]:
    """Return a game's title, for how many and how long it is, what it is or what is wrong with it.

    One's own are told apart by their files.
    """
    if game.entry is not None:
        entry = library_words(game.entry.path, setup.language)
        title, (low, high), about = entry.title, entry.players, [entry.subtitle, entry.aim]
    elif game.loaded.rules is None or game.mistake:
        return game.place, "", game.mistake
    else:
        header = game.loaded.rules.header
        title, (low, high) = setup.words(header.title, game.loaded), header.players
        about = [setup.words(t, game.loaded) for t in (header.subtitle, header.aim) if t]
    count = str(low) if low == high else f"{low}–{high}"
    count = shell.translate.count("players_of", low) if high == 1 else shell.translate(
        "players_of", n=count
    )  # fmt: skip
    if game.minutes:
        count = f"{count} · {shell.translate('minutes', n=game.minutes)}"
    file = game.file if game.is_own else ""
    return title, count, " · ".join(filter(None, (file, *about)))


def _art(kit: Kit, name: str, box: Box, number: int) -> float:
    """Add three cards with landscapes, others for each game; return how much room they take."""
    high = box.h * 0.74
    wide = high * 0.66
    if box.w < wide * 6:
        return 0.0
    y = box.y + (box.h - high) / 2
    for place in range(3):
        which = number * 3 + place
        hues = AUTO_HUES[which % len(AUTO_HUES)]
        card = Card(hues, "", "", AUTO_SCENES[which % len(AUTO_SCENES)])
        x = box.x + kit.px(16) + place * wide * 0.42
        turn = (place - 1) * 8.0
        kit.add(
            Node(f"{name}:art:{place}", Box(x, y, wide, high), kit.z + 1 + place, card, turn=turn)
        )
    return wide * 1.84 + kit.px(18)
