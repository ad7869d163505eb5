"""The rules panel: the text, what fired in it, what is wrong, what became of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.commands import InRules
from viewer.desk.i18n import capital
from viewer.desk.rules_editor import is_library
from viewer.nodes import Box, Node
from viewer.panels.kit import Kit

if TYPE_CHECKING:
    from engine import Diagnostic
    from viewer.desk.rules_editor import RulesEditor
    from viewer.desk.table_screen import TableScreen

MOST_ROWS = 4
"""So many mistakes are told below the text, and so many findings; all are marked in it."""


def rules(table: TableScreen, kit: Kit, box: Box) -> None:
    """Fill a box with the rules."""
    editor = table.editor
    if editor.page is None:
        return
    y = box.y + _files(table, editor, kit, Box(box.x, box.y, box.w, kit.px(28))) + kit.px(6)
    foot = _measure(table, editor, kit, box)
    text = Box(box.x, y, box.w, max(kit.px(40), box.bottom - y - foot))
    kit.panel("rules:paper", text, kit.theme.field, kit.theme.field_line, radius=6, block=True)
    kit.add(Node("rules:text", text.inset(kit.px(6)), kit.z + 2, edit=True))
    _foot(table, editor, kit, Box(box.x, text.bottom + kit.px(6), box.w, foot - kit.px(6)))


def _files(table: TableScreen, editor: RulesEditor, kit: Kit, box: Box) -> float:
    """Add a tab for each file, and the buttons to save the open one or take it as saved."""
    translate, gap = table.translate, kit.px(6)
    page = editor.page
    right = box.right
    rows: list[tuple[str, str, cmd.AnyCommand]] = []
    if page is not None and page.dirty:
        save = "rules_save_own" if is_library(page.path) else "rules_save"
        rows = [
            ("save", translate(save), InRules.SAVE_PAGE),
            ("revert", translate("rules_revert"), InRules.REVERT_PAGE),
        ]
    elif editor.origin:
        rows = [("original", translate("rules_original"), InRules.TO_ORIGINAL)]
    if rows:
        for name, label, command in rows:
            wide = min(kit.width(label, 12, weight="semibold") + kit.px(20), box.w * 0.3)
            right -= wide
            place = Box(right, box.y, wide, box.h)
            tone = "gold" if name == "save" else ""
            kit.button(f"rules:{name}", place, label, command, size=12, tone=tone)
            right -= gap
    room = right - box.x - gap * (len(editor.pages) - 1)
    wide = min(kit.px(190), room / max(1, len(editor.pages)))
    for number, other in enumerate(editor.pages):
        place = Box(box.x + number * (wide + gap), box.y, wide, box.h)
        label = other.path.stem + (" •" if other.dirty else "")
        do = cmd.ShowPage(number)
        kit.button(
            f"rules:file:{number}", place, label, do,
            hot=number == editor.open, size=12, tip=str(other.path),
        )  # fmt: skip
    return box.h


@dataclass(frozen=True)
class _Row:
    """A line under the text: what a click on it does, and the game that its button shows."""

    tone: str
    text: str
    do: cmd.AnyCommand | None = None
    see: cmd.AnyCommand | None = None


def _rows(table: TableScreen, editor: RulesEditor) -> list[_Row]:
    """Return the lines under the text: what became of the game, mistakes, examples, what games
    show, what fired.
    """
    translate, rows = table.translate, list[_Row]()
    news = editor.news
    if news is not None:
        found = news.reload
        if found.parted is not None and not news.kept:
            why = capital(found.parted.sentence)
            rows.append(_Row("bad", translate("parts", n=found.parted.number, why=why)))
        elif found.ok:
            moves = found.moves_kept
            told = translate.count("kept", moves) if moves else translate("kept.none")
            rows.append(_Row("good", told))
        rows += [_told(table, problem) for problem in editor.problems()[:MOST_ROWS]]
        if found.ok and found.outcomes:
            bad, every = len(found.failed), len(found.outcomes)
            text = translate("examples_bad", n=bad, all=every) if bad else ""
            rows.append(
                _Row("bad", text) if bad else _Row("good", translate.count("examples_ok", every))
            )
        rows += _played(table, editor)
    fired = [f for f in editor.fired() if f.words]
    if fired and news is None:
        rows.append(_Row("plain", f"{translate('rules_fired')}: {capital(fired[-1].words)}",
                         cmd.ShowRule(fired[-1].span.file, fired[-1].span.line)))  # fmt: skip
    return rows


def _told(table: TableScreen, found: Diagnostic, see: cmd.AnyCommand | None = None) -> _Row:
    """Return the line of a mistake or a finding, with what could be done about it."""
    tone = "bad" if found.severity == "error" else "plain"
    text = capital("; ".join(part for part in (found.message, found.advice) if part))
    if found.fix and not found.hint:
        text = f"{text} (Ctrl .)"
    if not found.span.line:
        return _Row(tone, text, see=see)
    place = table.translate("line", line=found.span.line)
    return _Row(tone, f"{place}: {text}", cmd.ShowRule(found.span.file, found.span.line), see)


def _played(table: TableScreen, editor: RulesEditor) -> list[_Row]:
    """Return the lines on what games show."""
    translate, trial = table.translate, editor.trial
    found = trial.findings
    rows = [
        _told(table, one.diagnostic, cmd.SeeFinding(number) if one.run is not None else None)
        for number, one in enumerate(found[:MOST_ROWS])
    ]
    if len(found) > MOST_ROWS:
        rows.append(_Row("plain", translate("trial_more", n=len(found) - MOST_ROWS)))
    if trial.going:
        rows.append(_Row("plain", translate("trial_plays")))
    elif trial.report is not None and not found:
        rows.append(_Row("good", translate("trial_nothing", n=trial.report.games)))
    return rows


def _parting(editor: RulesEditor) -> bool:
    return (
        editor.news is not None and editor.news.reload.parted is not None and not editor.news.kept
    )


def _measure(table: TableScreen, editor: RulesEditor, kit: Kit, box: Box) -> float:
    high = kit.px(8)
    for row in _rows(table, editor):
        high += kit.high(row.text, _width(table, kit, box, row), 12.5, 2) + kit.px(4)
    if _parting(editor):
        high += kit.px(36)
    return min(high, box.h * 0.5)


def _width(table: TableScreen, kit: Kit, box: Box, row: _Row) -> float:
    """Return how wide a line may be, beside its button."""
    return box.w - kit.px(8) - (_button(table, kit) + kit.px(8) if row.see is not None else 0.0)


def _button(table: TableScreen, kit: Kit) -> float:
    return kit.width(table.translate("see_game"), 12, weight="semibold") + kit.px(20)


def _foot(table: TableScreen, editor: RulesEditor, kit: Kit, box: Box) -> None:
    theme, y = kit.theme, box.y
    colours = {"bad": theme.tip_line, "good": theme.accent, "plain": theme.ink_soft}
    foot = kit.px(36) if _parting(editor) else 0.0
    for number, row in enumerate(_rows(table, editor)):
        room = box.bottom - foot - y
        lines = min(2, int(room // kit.high("x", 1e6, 12.5)))
        if lines < 1:
            break
        wide = _width(table, kit, box, row)
        high = kit.text(
            f"rules:row:{number}", row.text, box.x + kit.px(4), y, wide, 12.5, colours[row.tone],
            lines=lines,
        )  # fmt: skip
        if row.do is not None:
            place = Box(box.x, y, wide + kit.px(4), high)
            kit.add(Node(f"rules:row:{number}:go", place, kit.z + 3, do=row.do, tip=row.text))
        if row.see is not None:
            button = _button(table, kit)
            place = Box(box.right - button, y, button, kit.high("x", 1e6, 12.5))
            label = table.translate("see_game")
            kit.button(f"rules:row:{number}:see", place, label, row.see, size=12)
        y += high + kit.px(4)
    if foot:
        half, gap = (box.w - kit.px(8)) / 2, kit.px(8)
        place = Box(box.x, box.bottom - kit.px(32), half, kit.px(30))
        kit.button(
            "rules:go_on",
            place,
            table.translate("go_on"),
            InRules.GO_ON_WITH_RULES,
            size=12.5,
            tone="gold",
        )
        place = Box(place.right + gap, place.y, half, place.h)
        kit.button(
            "rules:keep_old",
            place,
            table.translate("keep_old"),
            InRules.KEEP_OLD_RULES,
            size=12.5,
        )
