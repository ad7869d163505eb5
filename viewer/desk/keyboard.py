"""The keyboard: every key goes to whatever is on top, and what that has no use for goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.desk import focus
from viewer.desk.commands import run
from viewer.desk.keymap import COMMANDS
from viewer.nodes import Node

if TYPE_CHECKING:
    from viewer.desk.desk import Desk

PAGES = {"pageup": -4.0, "pagedown": 4.0}
_ALWAYS = (cmd.Help, cmd.Menu, cmd.Quit)
"""What can be asked for without a game, and by somebody who hasn't come to the screen yet."""
_STEPS = {"up": 1, "right": 1, "plus": 1, "+": 1, "down": -1, "left": -1, "minus": -1, "-": -1}


def press(desk: Desk, name: str) -> None:
    """Take a key."""
    if desk.typing and desk.lobby is not None and desk.lobby.key(name):
        desk.touch()
        return
    if name in ("enter", "space", "escape") and desk.acting.pass_by():
        return
    alone = desk.sitting is not None and not desk.sitting.humans and not desk.overlay
    if name == "space" and alone:
        run(desk, cmd.Pause())
    elif name == "f11":
        run(desk, cmd.Fullscreen())
    elif name in ("tab", "shift+tab"):
        _tab(desk, 1 if name == "tab" else -1)
    elif name == "escape":
        _escape(desk)
    elif name in ("enter", "space"):
        _enter(desk)
    elif not _number(desk, name) and not _arrow(desk, name) and not _shortcut(desk, name):
        _digit(desk, name)


# ------------------------------------------------------------------ focus


def _nodes(desk: Desk) -> list[Node]:
    """Return the nodes as they were drawn last."""
    return desk.drawn


def floor(desk: Desk) -> int:
    """Return below which z nothing can be reached."""
    from viewer.desk.desk import CURTAIN, OVERLAY

    if desk.sitting is not None and desk.sitting.curtain is not None and not desk.overlay:
        return CURTAIN
    return OVERLAY if desk.overlay else 0


def _focused(desk: Desk) -> Node | None:
    return next((n for n in _nodes(desk) if n.id == desk.focus), None) if desk.by_keys else None


def _tab(desk: Desk, step: int) -> None:
    known = focus.focusable(_nodes(desk), floor=floor(desk))
    current = desk.focus if desk.by_keys else ""
    desk.by_keys = True
    desk.focus = focus.after(known, current, step)
    desk.say_tip(None)


def _arrow(desk: Desk, name: str) -> bool:
    way = name.removeprefix("shift+")
    if way not in ("left", "right", "up", "down"):
        return False
    everything = name != way
    current = _focused(desk)
    known = focus.focusable(_nodes(desk), everything=everything, floor=floor(desk))
    desk.by_keys = True
    desk.focus = focus.towards(known, current, way)
    desk.say_tip(None)
    return True


def _enter(desk: Desk) -> None:
    node = _focused(desk)
    sitting = desk.sitting
    if node is not None and node.do is not None:
        run(desk, node.do)
    elif desk.overlay or sitting is None:
        _default(desk)
    elif sitting.curtain is not None:
        run(desk, cmd.LiftCurtain())
    elif node is not None and node.spots and not _is_chosen(desk, node):
        x, y = node.box.centre
        desk.acting.point(node.spots, x, y)
    else:
        desk.acting.confirm()


def _is_chosen(desk: Desk, node: Node) -> bool:
    assert desk.sitting is not None
    narrowing = desk.acting.narrowing
    return any(s in narrowing.chosen for s in node.spots) and narrowing.ready is not None


def _default(desk: Desk) -> None:
    """Press the button that Enter means on an open panel."""
    node = next((n for n in _nodes(desk) if n.key == "enter" and n.do is not None), None)
    if node is not None and node.do is not None:
        run(desk, node.do)


def _escape(desk: Desk) -> None:
    sitting = desk.sitting
    if desk.tip is not None:
        desk.say_tip(None)
    if desk.overlay:
        desk.open("")
    elif sitting is None or (sitting.asked and desk.acting.release()):
        return
    elif sitting.looking is not None:
        desk.acting.look(None)
    elif desk.focus:
        desk.focus = ""
    else:
        desk.open("menu")


# ------------------------------------------------------------------ numbers and letters


def _number(desk: Desk, name: str) -> bool:
    """Let the stepper have digits, arrows and signs while a number is asked for."""
    if desk.sitting is None or desk.overlay:
        return False
    question = desk.acting.question
    if question is None or not question.numbers:
        return False
    if name.isdigit() and len(name) == 1:
        desk.acting.entry.digit(name)
    elif name == "backspace":
        desk.acting.entry.rub_out()
    elif name in _STEPS and _focused(desk) is None:
        desk.acting.entry.step(_STEPS[name])
    else:
        return False
    return True


def _digit(desk: Desk, name: str) -> None:
    """Press the control that shows this key, or choose by number."""
    if desk.overlay == "moves" and len(name) == 1 and name.isdigit():
        desk.acting.list_digit(name)
        return
    low = floor(desk)
    node = next(
        (n for n in _nodes(desk) if n.key == name and n.do is not None and n.z >= low), None
    )
    if node is not None and node.do is not None:
        desk.by_keys = True
        run(desk, node.do)
    elif name == "backspace" and desk.sitting is not None and not desk.overlay:
        desk.acting.back()


def _shortcut(desk: Desk, name: str) -> bool:
    """Carry out what a letter stands for while nothing lies over the table."""
    if name in PAGES and (desk.sitting is None or desk.overlay):
        for shown in {n.scroll for n in _nodes(desk) if n.scroll and n.z >= floor(desk)}:
            desk.scroll(shown, PAGES[name])
        return True
    do = COMMANDS.get(name)
    if do is None:
        return False
    if desk.sitting is None:
        if isinstance(do, _ALWAYS) and desk.overlay in ("", do.word):
            run(desk, do)
            return True
        return False
    if name == "r" and desk.tip is not None and desk.tip.at and not desk.overlay:
        run(desk, cmd.ShowRule(*desk.tip.at))
        return True
    if desk.overlay and do.word != desk.overlay:
        return False
    if desk.sitting.curtain is not None and not isinstance(do, _ALWAYS):
        return True
    if isinstance(do, cmd.Why):
        node = _focused(desk)
        if node is not None and node.spots:
            desk.acting.why(node.spots, *node.box.centre)
            return True
    desk.by_keys = True
    run(desk, do)
    return True
