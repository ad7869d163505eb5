"""The right half of the start screen: how the chosen game is set up, and the button to begin."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine import HUMAN, settings
from viewer import commands as cmd
from viewer.commands import AtStart, Elsewhere
from viewer.desk.game_setup import GameSetup
from viewer.desk.i18n import capital
from viewer.nodes import Box
from viewer.panels.kit import Kit
from viewer.panels.table_picture import table_picture

if TYPE_CHECKING:
    from viewer.desk.shell import Shell

SIZE = 13.0
GAP = 6.0
MANY = 8
"""Of so many values each is a button; of more, one button goes to the next."""


STRENGTHS = (
    HUMAN, "random", "greedy", "easy", "medium", "cautious", "bold", "watchful", "hard",
)  # fmt: skip
"""Who has a word on how well they play."""


@dataclass(frozen=True)
class _Control:
    """A button of a row."""

    name: str
    label: str
    do: cmd.AnyCommand
    hot: bool = False
    tip: str = ""
    box: bool = False
    """Whether it is a check box: one that may be chosen beside others."""


@dataclass
class _Row:
    """What can be settled about one thing; `note` says more when there is room."""

    name: str
    label: str
    controls: list[_Control]
    note: str = ""
    lines: list[list[_Control]] = field(default_factory=list)


def setting(shell: Shell, setup: GameSetup, kit: Kit, box: Box, *, picture: bool) -> None:
    """Add everything about the chosen game that can be settled, and the button to begin.

    `picture`: with one of its table, if there is room.
    """
    theme = kit.theme
    kit.panel(
        "setting", box, theme.panel, theme.field_line, top=theme.panel_top, radius=14, block=True
    )
    inner = box.inset(kit.px(22), kit.px(18))
    header = setup.loaded.checked().header
    place = Box(inner.x, inner.y, inner.w, kit.px(32))
    kit.line("setting:title", setup.title, place, 22, theme.gold, font="title", weight="bold")
    y = place.bottom + kit.px(2)
    if header.aim:
        aim = setup.words(header.aim)
        y += kit.text("setting:aim", aim, inner.x, y, inner.w, 14, theme.ink_soft, lines=2)
    y += kit.px(12)
    play = kit.px(48)
    room = Box(inner.x, y, inner.w, inner.bottom - y - play - kit.px(10))
    y = _rows(kit, room, _all(shell, setup))
    if picture:
        table_picture(setup, kit, Box(inner.x, y, inner.w, room.bottom - y))
    _begin(shell, setup, kit, Box(inner.x, inner.bottom - play, inner.w, play))


def _begin(shell: Shell, setup: GameSetup, kit: Kit, box: Box) -> None:
    """Add the buttons to begin: to play, to learn by playing, and for exercises.

    For somebody who has never played here learning stands before playing.
    """
    translate, gap = shell.translate, kit.px(8)
    small = (box.w - 2 * gap) * 0.27
    large = Box(box.x, box.y, box.w - 2 * (small + gap), box.h)
    one = Box(large.right + gap, box.y, small, box.h)
    two = Box(one.right + gap, box.y, small, box.h)
    play, learn = (one, large) if setup.new else (large, one)
    label = translate("learn_first" if setup.new else "learn")
    tones, keys = ("gold", ""), ("enter", "")
    at = 0 if setup.new else 1
    kit.button("start:learn", learn, label, Elsewhere.LEARN, size=16, tone=tones[at], key=keys[at])
    kit.button(
        "start:play", play, translate("play"), Elsewhere.PLAY, size=17, tone=tones[1 - at],
        key=keys[1 - at],
    )  # fmt: skip
    kit.button("start:course", two, translate("course"), Elsewhere.COURSE, size=16)


def _all(shell: Shell, setup: GameSetup) -> list[_Row]:
    """Return everything that can be settled."""
    translate, rows = shell.translate, list[_Row]()
    editions = _editions(shell, setup)
    if len(editions) > 1:
        rows.append(_Row("edition", translate("variant"), editions, translate("variant_note")))
    low, high = setup.loaded.checked().header.players
    if low != high:
        numbers = [
            _Control(f"players:{n}", str(n), cmd.ChoosePlayers(n), n == setup.players)
            for n in range(low, high + 1)
        ]
        rows.append(_Row("players", translate("players"), numbers))
    rows.append(_Row("seats", translate("seats"), _seats(shell, setup), _levels(shell, setup)))
    names = _names(shell, setup)
    if names:
        rows.append(_Row("names", translate("people"), names, translate("people_note")))
    if setup.says_first and setup.players > 1:
        rows.append(_Row("first", translate("first"), _first(setup), _starts(setup)))
    rows += _options(setup)
    typing = setup.typing == "seed"
    seed = setup.seed + ("|" if typing else "") or translate("seed_any")
    rows.append(
        _Row("deal", translate("seed"), [_Control("seed", seed, AtStart.WRITE_SEED, typing)],
             translate("seed_note"))
    )  # fmt: skip
    study = _Control("study", translate("study_mode"), AtStart.TOGGLE_STUDY, setup.study, box=True)
    rows.append(_Row("study", translate("study_title"), [study], translate("study_note")))
    if setup.learnable and any(seat != HUMAN for seat in setup.seats[: setup.players]):
        mode = translate("training_mode")
        box = _Control("training", mode, AtStart.TOGGLE_TRAINING, setup.training, box=True)
        rows.append(
            _Row("training", translate("training_title"), [box], translate("training_note"))
        )
    return rows


def _levels(shell: Shell, setup: GameSetup) -> str:
    """Return how strong the agents are where all are alike, or that seats can be clicked."""
    kinds = [kind for kind in setup.seats[: setup.players] if kind in STRENGTHS and kind != HUMAN]
    if len(set(kinds)) != 1:
        return shell.translate("seats_note")
    name = capital(shell.translate.agent(kinds[0]))
    return shell.translate("pair", name=name, value=shell.translate(f"strength_{kinds[0]}"))


def _editions(shell: Shell, setup: GameSetup) -> list[_Control]:
    """Return the game itself and its variants, of which several may be chosen together."""
    found = []
    for edition in sorted(setup.variants(), key=lambda e: (e.base is not None, e.title)):
        name, (title, tip) = edition.rules, setup.told(edition)
        title = title if edition.base else shell.translate("variant_none")
        hot = name in setup.varied if edition.base else not setup.varied
        found.append(
            _Control(
                f"edition:{name}", title, cmd.ToggleVariant(name), hot, tip,
                box=edition.base is not None,
            )
        )  # fmt: skip
    return found


def _names(shell: Shell, setup: GameSetup) -> list[_Control]:
    """Return the names of the people where there are several, to be written."""
    found = []
    for seat, kind in enumerate(setup.seats[: setup.players]):
        if kind == HUMAN:
            typing = setup.typing == str(seat)
            label = setup.person(seat) + ("|" if typing else "")
            alone = setup.seats[: setup.players].count(HUMAN) == 1
            label = label or (
                shell.translate("you") if alone else shell.translate("player", n=seat + 1)
            )
            found.append(_Control(f"name:{seat}", label, cmd.WriteName(seat), typing))
    return found


def _seats(shell: Shell, setup: GameSetup) -> list[_Control]:
    translate, found = shell.translate, []
    for seat, kind in enumerate(setup.seats[: setup.players]):
        who = (
            translate("person") if kind == HUMAN else translate("agent", name=translate.agent(kind))
        )
        label, do = f"{seat + 1} · {who}", cmd.NextSitter(seat)
        tip = translate(f"strength_{kind}") if kind in STRENGTHS else ""
        found.append(_Control(f"seat:{seat}", label, do, kind == HUMAN, tip))
    return found


def _first(setup: GameSetup) -> list[_Control]:
    """Return the seats, of which one begins; people who have a name by that."""
    return [
        _Control(
            f"first:{seat}",
            setup.person(seat) if kind == HUMAN and setup.person(seat) else str(seat + 1),
            cmd.ChooseFirst(seat), seat == setup.first,
        )
        for seat, kind in enumerate(setup.seats[: setup.players])
    ]  # fmt: skip


def _starts(setup: GameSetup) -> str:
    """Return what the rules say of who begins."""
    return setup.words(setup.loaded.checked().header.starts_words or "")


def _options(setup: GameSetup) -> list[_Row]:
    rows = []
    for option in settings(setup.loaded, setup.language):
        now = setup.value(option.name)
        pairs = list(zip(option.values, option.shown, strict=True))
        name, title = f"option:{option.name}", capital(option.title)
        if len(pairs) > MANY:
            label = f"{capital(dict(pairs)[now])} ›"
            controls = [_Control(name, label, cmd.ChooseOption(option.name))]
        else:
            controls = [
                _Control(f"{name}:{v}", capital(shown), cmd.ChooseOption(option.name, v), v == now)
                for v, shown in pairs
            ]
        rows.append(_Row(name, title, controls, option.words))
    return rows


# ------------------------------------------------------------------ layout


def _rows(kit: Kit, box: Box, rows: list[_Row]) -> float:
    """Lay out the rows from the top: lower ones when there are many, notes where there is room.

    Return where they end.
    """
    label = min(kit.px(150), box.w * 0.28)
    room = box.w - label
    for row in rows:
        row.lines = _flow(kit, row.controls, room)
    lines = sum(len(row.lines) for row in rows)
    gap = kit.px(GAP)
    note = kit.px(20)
    full = lines * (kit.px(34) + gap) + len(rows) * gap
    notes = full + sum(note for row in rows if row.note) <= box.h
    high = min(kit.px(34), (box.h - len(rows) * gap) / max(1, lines) - gap)
    y = box.y
    for row in rows:
        place = Box(box.x, y, label - kit.px(10), high)
        kit.line(f"row:{row.name}", row.label, place, SIZE, kit.theme.ink_soft, tip=row.note)
        for controls in row.lines:
            _line(kit, Box(box.x + label, y, room, high), controls)
            y += high + gap
        if notes and row.note:
            below = Box(box.x + label, y - gap * 0.4, room, note)
            kit.line(f"note:{row.name}", row.note, below, 12, kit.theme.ink_faint)
            y += note
        y += gap
    return y


def _need(kit: Kit, control: _Control) -> float:
    box = kit.px(24) if control.box else 0.0
    return max(kit.px(46), kit.width(control.label, SIZE, weight="semibold") + kit.px(28) + box)


def _flow(kit: Kit, controls: list[_Control], room: float) -> list[list[_Control]]:
    """Break controls into lines that fit."""
    lines: list[list[_Control]] = [[]]
    used = 0.0
    for control in controls:
        need = _need(kit, control)
        if lines[-1] and used + need > room:
            lines.append([])
            used = 0.0
        lines[-1].append(control)
        used += need + kit.px(GAP)
    return lines


def _line(kit: Kit, box: Box, controls: list[_Control]) -> None:
    x = box.x
    for control in controls:
        wide = min(_need(kit, control), box.right - x)
        place = Box(x, box.y, wide, box.h)
        kit.button(
            control.name,
            place,
            control.label,
            control.do,
            hot=control.hot,
            size=SIZE,
            tip=control.tip,
            check=control.hot if control.box else None,
        )
        x += wide + kit.px(GAP)
