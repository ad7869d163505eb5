"""The right half of the start screen: how the chosen game is set up, and the button to begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rules.library import settings
from engine.table.seats import HUMAN
from viewer import commands as cmd
from viewer.app.game_setup import GameSetup
from viewer.app.i18n import capital
from viewer.commands import AtStart, Elsewhere
from viewer.nodes import Box
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.scene_picture import scene_picture

if TYPE_CHECKING:
    from viewer.app.shell import Shell

SIZE = 13.0
GAP = 6.0
LOWEST = 25.0
"""A row is at least so high: its buttons are higher than their labels."""
SCROLLER = 28.0
"""How wide what scrolls the rows is."""
MANY = 8
"""Of so many values each is a button; of more, one button goes to the next."""


STRENGTHS = (
    HUMAN, "random", "greedy", "easy", "medium", "safe", "risky", "defensive", "hard",
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


@dataclass(frozen=True)
class _Row:
    """What can be settled about one thing; `note` says more when there is room."""

    name: str
    label: str
    controls: list[_Control]
    note: str = ""


def setting(
    shell: Shell, setup: GameSetup, builder: PanelBuilder, box: Box, *, picture: bool
) -> None:
    """Add everything about the chosen game that can be settled, and the button to begin.

    `picture`: with one of its table, if there is room.
    """
    theme = builder.theme
    builder.panel(
        "setting", box, theme.panel, theme.field_line, top=theme.panel_top, radius=14, block=True
    )
    box = box.inset(builder.px(22), builder.px(18))
    builder.title("setting:title", setup.title, box.head(builder.px(32)), 22)
    _begin(shell, setup, builder, box.foot(builder.px(48)))
    box = box.cut(top=builder.px(34), bottom=builder.px(58))
    aim = setup.words(setup.loaded.checked().header.aim or "")
    if aim:
        box = box.cut(top=builder.text("setting:aim", aim, box, 14, theme.ink_soft, lines=2))
    box = _rows(shell, builder, box.cut(top=builder.px(12)), _all(shell, setup))
    if picture:
        scene_picture(setup, builder, box)


def _begin(shell: Shell, setup: GameSetup, builder: PanelBuilder, box: Box) -> None:
    """Add the buttons to begin: to play, to learn by playing, and for exercises.

    For someone who has never played here learning stands before playing.
    """
    translate, gap = shell.translate, builder.px(8)
    small = (box.w - 2 * gap) * 0.27
    one, two = box.end(2 * small + gap).columns(2, gap)
    large = box.start(box.w - 2 * (small + gap))
    learn, play = (large, one) if setup.new else (one, large)
    rows = (
        ("learn", learn, "learn_first" if setup.new else "learn", Elsewhere.LEARN, 16),
        ("play", play, "play", Elsewhere.PLAY, 17),
    )
    for name, place, label, do, size in rows:
        tone, key = ("gold", "enter") if place is large else ("", "")
        builder.button(f"start:{name}", place, translate(label), do, size=size, tone=tone, key=key)
    builder.button("start:course", two, translate("course"), Elsewhere.COURSE, size=16)


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
        starts = setup.words(setup.loaded.checked().header.starts_words or "")
        rows.append(_Row("first", translate("first"), _first(setup), starts))
    rows += _options(setup)
    typing = setup.typing == "seed"
    seed = setup.seed + ("|" if typing else "") or translate("seed_any")
    deal = _Control("seed", seed, AtStart.WRITE_SEED, typing)
    rows.append(_Row("deal", translate("seed"), [deal], translate("seed_note")))
    study = _Control("study", translate("study_mode"), AtStart.TOGGLE_STUDY, setup.study, box=True)
    rows.append(_Row("study", translate("study_title"), [study], translate("study_note")))
    if setup.learnable and set(setup.seats) != {HUMAN}:
        mode, title = translate("training_mode"), translate("training_title")
        box = _Control("training", mode, AtStart.TOGGLE_TRAINING, setup.training, box=True)
        rows.append(_Row("training", title, [box], translate("training_note")))
    return rows


def _levels(shell: Shell, setup: GameSetup) -> str:
    """Return how strong the agents are where all are alike, or that seats can be clicked."""
    kinds = [kind for kind in setup.seats if kind in STRENGTHS and kind != HUMAN]
    if len(set(kinds)) != 1:
        return shell.translate("seats_note")
    name = capital(shell.translate.agent(kinds[0]))
    return shell.translate("pair", name=name, value=shell.translate(f"strength_{kinds[0]}"))


def _editions(shell: Shell, setup: GameSetup) -> list[_Control]:
    """Return the game itself and its variants, of which several may be chosen together."""
    found = []
    for edition in sorted(setup.variants(), key=lambda e: (e.base is not None, e.title)):
        name, tip = edition.name, edition.about
        title = edition.title if edition.base else shell.translate("variant_none")
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
    found, alone = [], setup.seats.count(HUMAN) == 1
    for seat, kind in enumerate(setup.seats):
        if kind == HUMAN:
            typing = setup.typing == str(seat)
            label = setup.person(seat) + ("|" if typing else "")
            unnamed = shell.translate("you") if alone else shell.translate("player", n=seat + 1)
            found.append(_Control(f"name:{seat}", label or unnamed, cmd.WriteName(seat), typing))
    return found


def _seats(shell: Shell, setup: GameSetup) -> list[_Control]:
    translate, found = shell.translate, []
    for seat, kind in enumerate(setup.seats):
        label, do = f"{seat + 1} · {translate.sitter(kind)}", cmd.CycleSeatPlayer(seat)
        tip = translate(f"strength_{kind}") if kind in STRENGTHS else ""
        found.append(_Control(f"seat:{seat}", label, do, kind == HUMAN, tip))
    return found


def _first(setup: GameSetup) -> list[_Control]:
    """Return the seats, of which one begins; people who have a name by that."""
    return [
        _Control(
            f"first:{seat}",
            (kind == HUMAN and setup.person(seat)) or str(seat + 1),
            cmd.ChooseFirst(seat), seat == setup.first,
        )
        for seat, kind in enumerate(setup.seats)
    ]  # fmt: skip


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


def _rows(shell: Shell, builder: PanelBuilder, box: Box, rows: list[_Row]) -> Box:
    """Lay out the rows from the top: lower ones when there are many, notes where there is room.

    Where buttons would be lower than their labels, the rows scroll. Return what is left below them.
    """
    label = min(builder.px(150), box.w * 0.28)
    flows = [_flow(builder, row.controls, box.w - label) for row in rows]
    lines = sum(map(len, flows))
    gap, note = builder.px(GAP), builder.px(20)
    full = lines * (builder.control(34) + gap) + len(rows) * gap
    notes = full + sum(note for row in rows if row.note) <= box.h
    high = min(builder.control(34), (box.h - len(rows) * gap) / max(1, lines) - gap)
    if high < builder.control(LOWEST):
        _scrolled(shell, builder, box, rows, label)
        return box.foot(0.0)
    for row, flow in zip(rows, flows, strict=True):
        place = box.head(high).start(label - builder.px(10))
        builder.line(
            f"row:{row.name}", row.label, place, SIZE, builder.theme.ink_soft, tip=row.note
        )
        for controls in flow:
            _line(builder, box.head(high).cut(left=label), controls)
            box = box.cut(top=high + gap)
        if notes and row.note:
            below = Box(box.x + label, box.y - gap * 0.4, box.w - label, note)
            builder.line(f"note:{row.name}", row.note, below, 12, builder.theme.ink_faint)
            box = box.cut(top=note)
        box = box.cut(top=gap)
    return box


def _scrolled(
    shell: Shell, builder: PanelBuilder, box: Box, rows: list[_Row], label: float
) -> None:
    """Lay out as many lines of the rows as have room, at a height in which they can be read."""
    room = box.w - label - builder.px(SCROLLER)
    lines = [(row, controls) for row in rows for controls in _flow(builder, row.controls, room)]
    known = ""
    for _, (row, controls), place in builder.rows(shell, "setting", box, lines, LOWEST, GAP):
        if row.name != known:
            title, known = place.start(label - builder.px(10)), row.name
            builder.line(
                f"row:{row.name}", row.label, title, SIZE, builder.theme.ink_soft, tip=row.note
            )
        _line(builder, place.cut(left=label), controls)


def _need(builder: PanelBuilder, control: _Control) -> float:
    box = builder.px(24) if control.box else 0.0
    return max(
        builder.px(46), builder.width(control.label, SIZE, weight="semibold") + builder.px(28) + box
    )


def _flow(builder: PanelBuilder, controls: list[_Control], room: float) -> list[list[_Control]]:
    """Break controls into lines that fit."""
    lines: list[list[_Control]] = [[]]
    used = 0.0
    for control in controls:
        need = _need(builder, control)
        if lines[-1] and used + need > room:
            lines.append([])
            used = 0.0
        lines[-1].append(control)
        used += need + builder.px(GAP)
    return lines


def _line(builder: PanelBuilder, box: Box, controls: list[_Control]) -> None:
    for control in controls:
        wide = min(_need(builder, control), box.w)
        builder.button(
            control.name, box.start(wide), control.label, control.do, hot=control.hot, size=SIZE,
            tip=control.tip, check=control.hot if control.box else None,
        )  # fmt: skip
        box = box.cut(left=wide + builder.px(GAP))
