"""The start screen: the games of the library, how one is set up, and games to continue with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.files import examples
from viewer import commands as cmd
from viewer.app.editions import is_own
from viewer.app.game_setup import SEARCH, GameSetup
from viewer.artwork.cards import Card
from viewer.artwork.theme import AUTO_HUES, AUTO_SCENES
from viewer.commands import AtStart, Everywhere, InSettings
from viewer.nodes import Box, Node
from viewer.panels.overlays import kept_games
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.scene_picture import scene_picture
from viewer.panels.setting import setting

if TYPE_CHECKING:
    from engine.rules.library import LibraryEntry
    from viewer.app.shell import Shell
    from viewer.app.start_screen import StartScreen

LOWEST = 58
"""How high a game is at least; where not all find room they scroll."""
UNSEARCHED = 8
"""More games than these can be searched."""
RECENT = 4
"""So many of the games to continue with are seen at once."""


def start(screen: StartScreen, builder: PanelBuilder, size: Box) -> None:
    """Add the start screen."""
    shell, setup = screen.shell, screen.setup
    pad = builder.px(28)
    head = Box(pad, pad * 0.6, size.w - 2 * pad, builder.px(64))
    left, right = head.start(size.w * 0.5), head.end(size.w * 0.5 - pad)
    builder.title("start:title", shell.translate("start_title").upper(), left, 38)
    _corner(shell, builder, right)
    body = size.cut(pad, head.bottom + builder.px(10), pad, pad)
    gap = builder.px(20)
    if size.w / size.h < 1.15:
        high = (body.h - gap) * 0.42
        games, rest = body.head(high), body.cut(top=high + gap)
    else:
        wide = (body.w - gap) * 0.46
        games, rest = body.start(wide), body.cut(left=wide + gap)
    seen = _games(shell, setup, builder, games)
    setting(shell, setup, builder, rest, picture=not seen)


def _corner(shell: Shell, builder: PanelBuilder, box: Box) -> None:
    """Add language and colours at the top right."""
    translate, box = shell.translate, box.cut(top=builder.px(14)).head(builder.control(34))
    rows: tuple[tuple[str, str, cmd.AnyCommand], ...] = (
        ("menu", translate("menu"), Everywhere.MENU),
        (
            "theme",
            _pair(shell, "theme", translate(f"theme_{shell.prefs.theme}")),
            InSettings.THEME,
        ),
        ("language", _pair(shell, "language", translate.language.upper()), cmd.Language()),
    )
    if builder.finger:
        rows = (rows[0], ("language", translate.language.upper(), rows[2][2]))
    most = box.w * 0.4
    for name, label, do in rows:
        wide = min(builder.width(label, 13, weight="semibold") + builder.px(28), most)
        builder.button(f"start:{name}", box.end(wide), label, do)
        box = box.cut(right=wide + builder.px(8))


def _pair(shell: Shell, name: str, value: str) -> str:
    return shell.translate("pair", name=shell.translate(name), value=value)


# ------------------------------------------------------------------ games


def _games(shell: Shell, setup: GameSetup, builder: PanelBuilder, box: Box) -> bool:
    """Add the library's games and one's own, and games to continue with below them; both scroll.

    Return whether there was room for a picture of the chosen game's table.
    """
    recent = shell.autosave.recent() if shell.autosave is not None else []
    games, gap = setup.found(), builder.px(9)
    if len(setup.games()) > UNSEARCHED:
        box = _search(shell, setup, builder, box)
    rows = min(len(recent), RECENT)
    foot = (builder.px(30) + rows * (builder.control(36) + builder.px(5))) if rows else 0.0
    columns = 1 if box.w < builder.px(520) or box.w < box.h else 2
    lines = -(-len(games) // columns)
    room = _more(shell, setup, builder, box.cut(bottom=foot))
    high = max(builder.px(LOWEST), min(builder.px(96), (room.h - gap * lines) / max(1, lines)))
    shown = max(1, int(room.h / (high + gap)))
    first, list_ = builder.scroller(shell, "start", room, lines, shown)
    end = room.y + min(lines, shown) * (high + gap)
    for number in range(first * columns, min((first + shown) * columns, len(games))):
        row, column = divmod(number - first * columns, columns)
        place = list_.columns(columns, gap)[column].cut(top=row * (high + gap)).head(high)
        _game(shell, setup, builder, place, games[number], number)
    if rows:
        low = box.foot(foot)
        title = low.head(builder.px(28))
        builder.line(
            "recent:title", shell.translate("recent"), title, 14, builder.theme.ink_soft,
            weight="semibold",
        )  # fmt: skip
        kept_games(shell, builder, "recent", "recent", low.cut(top=title.h), recent, 36, 5)
    return scene_picture(setup, builder, Box(room.x, end, room.w, room.bottom - end))


def _search(shell: Shell, setup: GameSetup, builder: PanelBuilder, box: Box) -> Box:
    """Add the line that a game is looked for with; return the room below it."""
    translate, search, typing = shell.translate, setup.search, setup.typing == SEARCH
    high, gap = builder.control(32), builder.px(8)
    line = box.head(high)
    parts = line.columns(2, gap) if box.w >= builder.px(520) else [line]
    words = search.words + ("|" if typing else "") or translate("search_games")
    builder.button("start:search", parts[0], words, AtStart.WRITE_SEARCH, hot=typing, align="left")
    filters = (
        ("kind", translate(f"kind_{search.kind or 'any'}"), AtStart.NEXT_KIND, bool(search.kind)),
        ("company", _players(shell, search.players), AtStart.NEXT_COMPANY, search.players > 0),
        ("length", _minutes(shell, search.minutes), AtStart.NEXT_LENGTH, search.minutes > 0),
    )
    if len(parts) == 1:
        line = box.cut(top=high + gap).head(high)
    places = (parts[1] if len(parts) > 1 else line).columns(3, gap)
    for place, (name, label, do, hot) in zip(places, filters, strict=True):
        builder.button(f"start:{name}", place, label, do, hot=hot)
    return box.cut(top=line.bottom - box.y + gap)


def _players(shell: Shell, number: int) -> str:
    if not number:
        return shell.translate("players_any")
    return shell.translate("players_of.one" if number == 1 else "players_of", n=number)


def _minutes(shell: Shell, number: int) -> str:
    return shell.translate("minutes_to", n=number) if number else shell.translate("minutes_any")


def _more(shell: Shell, setup: GameSetup, builder: PanelBuilder, box: Box) -> Box:
    """Add the button for the examples where there are any; return the room above it."""
    count = len(examples())
    if not count or box.h < builder.px(LOWEST * 3):
        return box
    label = shell.translate("fewer") if setup.examples else shell.translate("examples", n=count)
    place = box.foot(builder.control(32))
    builder.button("start:examples", place, label, AtStart.TOGGLE_EXAMPLES, icon="book")
    return box.cut(bottom=place.h + builder.px(9))


def _game(
    shell: Shell, setup: GameSetup, builder: PanelBuilder, box: Box, game: LibraryEntry, number: int
) -> None:
    """Add a game, or a file with errors: what is wrong stands where a game says what it is."""
    theme = builder.theme
    chosen = setup.game == game.name
    name = f"game:{game.name}"
    builder.panel(
        name, box, theme.button_hot if chosen else theme.panel,
        theme.gold if chosen else theme.field_line,
        top="" if chosen else theme.panel_top, radius=10, block=True,
        do=cmd.ChooseGame(game.name),
    )  # fmt: skip
    pad = builder.px(14)
    art = _art(builder, name, box, number)
    inner = box.inset(pad, min(builder.px(9), box.h * 0.1)).cut(left=art)
    head, below = inner.head(builder.px(27)), inner.cut(top=builder.px(27))
    lines = int(below.h // builder.high("x", 1e6, 13))
    heading, count, text = _in_words(shell, setup, game)
    side = min(builder.width(count, 13, weight="semibold") + builder.px(4), inner.w * 0.5)
    if is_own(game) and not game.errors and lines < 1:
        heading = f"{heading} · {game.path.name}"
    place = head.cut(right=side + builder.px(6))
    builder.line(f"{name}:title", heading, place, 17, weight="bold", hush=True)
    builder.line(
        f"{name}:count", count, head.end(side), 13, theme.gold, align="right", weight="semibold",
        hush=True,
    )  # fmt: skip
    if lines > 0 and text:
        builder.text(
            f"{name}:text", text, below, 13, theme.gold if game.errors else theme.ink_soft,
            lines=min(2, lines), hush=True,
        )  # fmt: skip


def _in_words(shell: Shell, setup: GameSetup, game: LibraryEntry) -> tuple[str, str, str]:
    """Return a game's title, for how many and how long it is, what it is or what is wrong with it.

    One's own are told apart by their files.
    """
    if game.errors:
        mistake, place = setup.mistakes.get(game.name), game.path.name
        if mistake is None:
            return place, "", ""
        line = mistake.span.line
        return f"{place}:{line}" if line else place, "", mistake.message
    low, high = game.players
    kind = game.kind and shell.translate(f"kind_{game.kind}")
    many = str(low) if low == high else f"{low}–{high}"
    count = shell.translate("players_of.one" if high == 1 else "players_of", n=many)
    if game.minutes_shown:
        count = f"{count} · {shell.translate('minutes', n=game.minutes_shown)}"
    about = (game.path.name if is_own(game) else "", kind, game.subtitle, game.aim)
    return game.title, count, " · ".join(filter(None, about))


def _art(builder: PanelBuilder, name: str, box: Box, number: int) -> float:
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
        x = box.x + builder.px(16) + place * wide * 0.42
        turn = (place - 1) * 8.0
        builder.add(
            Node(
                f"{name}:art:{place}", Box(x, y, wide, high), builder.z + 1 + place, card, turn=turn
            )
        )
    return wide * 1.84 + builder.px(18)
