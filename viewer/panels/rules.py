"""The rules panel: the text, what fired in it, what is wrong, what became of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.app.i18n import capital
from viewer.app.rules_pages import came_with_cairn
from viewer.commands import InRules
from viewer.nodes import Box, Node
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.reading import reading

if TYPE_CHECKING:
    from engine import Diagnostic
    from viewer.app.i18n import Translator
    from viewer.app.rules_editor import RulesEditor
    from viewer.app.rules_pages import RulesPages
    from viewer.app.table_screen import TableScreen

MOST_ROWS = 4
"""So many errors are told below the text, and so many findings; all are marked in it."""


def rules(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Fill a box with the rules."""
    editor = table.editor
    if editor.page is None:
        return
    head = box.head(builder.control(28))
    box = box.cut(top=head.h + builder.px(6))
    files(table.translate, editor, builder, head)
    rows = _rows(table, editor)
    parting = editor.news is not None and editor.news.parting
    translate = table.translate
    high = height_of(translate, builder, box, rows) + builder.px(36 if parting else 0)
    least = min(high, (box.h + builder.px(34)) * 0.5)
    text = box.head(max(builder.px(40), box.h - least))
    if builder.allows(InRules.SAVE_PAGE):
        edited_text(builder, text)
    else:
        reading(table, builder, text)
    low = Box(box.x, text.bottom + builder.px(6), box.w, least - builder.px(6))
    if parting:
        yes, no = low.cut(bottom=builder.px(2)).foot(builder.px(30)).columns(2, builder.px(8))
        label = table.translate("go_on")
        builder.button("rules:go_on", yes, label, InRules.GO_ON_WITH_RULES, size=12.5, tone="gold")
        label = table.translate("keep_old")
        builder.button("rules:keep_old", no, label, InRules.KEEP_OLD_RULES, size=12.5)
        low = low.cut(bottom=builder.px(36))
    foot(translate, builder, low, rows)


def height_of(
    translate: Translator, builder: PanelBuilder, box: Box, rows: Sequence[RulesRow]
) -> float:
    """Return how high some lines under the text would be."""
    needs = (
        max(
            builder.high(row.text, _width(translate, builder, box, row), 12.5, 2),
            builder.finger if row.do is not None else 0.0,
        )
        for row in rows
    )
    return sum(needs) + builder.px(4 * len(rows) + 8)


def edited_text(builder: PanelBuilder, box: Box) -> None:
    """Add the box of the text that is edited."""
    builder.panel(
        "rules:paper", box, builder.theme.field, builder.theme.field_line, radius=6, block=True
    )
    builder.add(Node("rules:text", box.inset(builder.px(6)), builder.z + 2, edit=True))


def files(translate: Translator, editor: RulesPages, builder: PanelBuilder, box: Box) -> None:
    """Add a tab for each file, and the buttons to save the open one or take it as saved."""
    gap, whole = builder.px(6), box.w
    page = editor.page
    rows: list[tuple[str, str, cmd.AnyCommand]] = []
    if page is not None and page.dirty:
        save = "rules_save_own" if came_with_cairn(page.path) else "rules_save"
        rows = [
            ("save", translate(save), InRules.SAVE_PAGE),
            ("revert", translate("rules_revert"), InRules.REVERT_PAGE),
        ]
    elif editor.origin:
        rows = [("original", translate("rules_original"), InRules.TO_ORIGINAL)]
    for name, label, command in rows:
        wide = min(builder.width(label, 12, weight="semibold") + builder.px(20), whole * 0.3)
        tone = "gold" if name == "save" else ""
        builder.button(f"rules:{name}", box.end(wide), label, command, size=12, tone=tone)
        box = box.cut(right=wide + gap)
    count = len(editor.pages)
    most = builder.px(190) * count + gap * (count - 1)
    places = box.start(min(box.w, most)).columns(count, gap)
    for number, (place, other) in enumerate(zip(places, editor.pages, strict=True)):
        label = other.path.stem + (" •" if other.dirty else "")
        tip = str(other.path) if builder.allows(InRules.SAVE_PAGE) else ""
        builder.button(
            f"rules:file:{number}", place, label, cmd.ShowPage(number),
            hot=number == editor.open, size=12, tip=tip,
        )  # fmt: skip


@dataclass(frozen=True)
class RulesRow:
    """A line under the text: what a click on it does, and the game that its button shows."""

    tone: str
    text: str
    do: cmd.AnyCommand | None = None
    see: cmd.AnyCommand | None = None


def _rows(table: TableScreen, editor: RulesEditor) -> list[RulesRow]:
    """Return the lines under the text: what became of the game, errors, examples, what games
    show, what fired.
    """
    translate, rows = table.translate, list[RulesRow]()
    news = editor.news
    if news is not None:
        found = news.reload
        if found.parted is not None and news.parting:
            why = capital(found.parted.sentence)
            rows.append(RulesRow("bad", translate("parts", n=found.parted.number, why=why)))
        elif found.ok:
            moves = found.moves_kept
            kept = translate.count("kept", moves) if moves else translate("kept.none")
            rows.append(RulesRow("good", kept))
        rows += [problem_row(translate, problem) for problem in editor.problems()[:MOST_ROWS]]
        if found.ok and found.outcomes:
            bad, every = len(found.failed), len(found.outcomes)
            good = RulesRow("good", translate.count("examples_ok", every))
            rows.append(
                RulesRow("bad", translate("examples_bad", n=bad, all=every)) if bad else good
            )
        rows += _played(table, editor)
    fired = [f for f in editor.fired() if f.words]
    if fired and news is None:
        rows.append(RulesRow("plain", f"{translate('rules_fired')}: {capital(fired[-1].words)}",
                         cmd.ShowRule(fired[-1].span.file, fired[-1].span.line)))  # fmt: skip
    return rows


def problem_row(
    translate: Translator, found: Diagnostic, see: cmd.AnyCommand | None = None
) -> RulesRow:
    """Return the line of an error or a finding, with what could be done about it."""
    tone = "bad" if found.severity == "error" else "plain"
    said = (found.message, found.advice)
    text = capital("; ".join(translate.told(part) for part in said if part))
    if found.fix and not found.hint:
        text = f"{text} (Ctrl .)"
    if not found.span.line:
        return RulesRow(tone, text, see=see)
    place = translate("line", line=found.span.line)
    return RulesRow(tone, f"{place}: {text}", cmd.ShowRule(found.span.file, found.span.line), see)


def _played(table: TableScreen, editor: RulesEditor) -> list[RulesRow]:
    """Return the lines on what games show."""
    translate, trial = table.translate, editor.trial
    found = trial.findings
    rows = [
        problem_row(
            translate, one.diagnostic, cmd.SeeFinding(number) if one.run is not None else None
        )
        for number, one in enumerate(found[:MOST_ROWS])
    ]
    if len(found) > MOST_ROWS:
        rows.append(RulesRow("plain", translate("trial_more", n=len(found) - MOST_ROWS)))
    if trial.going:
        rows.append(RulesRow("plain", translate("trial_plays")))
    elif trial.report is not None and not found:
        rows.append(RulesRow("good", translate("trial_nothing", n=trial.report.games)))
    return rows


def _width(translate: Translator, builder: PanelBuilder, box: Box, row: RulesRow) -> float:
    """Return how wide a line may be, beside its button."""
    return (
        box.w
        - builder.px(8)
        - (_button(translate, builder) + builder.px(8) if row.see is not None else 0.0)
    )


def _button(translate: Translator, builder: PanelBuilder) -> float:
    return builder.width(translate("see_game"), 12, weight="semibold") + builder.px(20)


def foot(translate: Translator, builder: PanelBuilder, box: Box, rows: list[RulesRow]) -> None:
    """Add the lines under the text, as many as have room."""
    theme, line = builder.theme, builder.high("x", 1e6, 12.5)
    colours = {"bad": theme.tip_line, "good": theme.accent, "plain": theme.ink_soft}
    for number, row in enumerate(rows):
        lines, name = min(2, int(box.h // line)), f"rules:row:{number}"
        if lines < 1:
            return
        place = box.cut(left=builder.px(4)).start(_width(translate, builder, box, row))
        high = builder.text(name, row.text, place, 12.5, colours[row.tone], lines=lines)
        if row.do is not None:
            high = min(box.h, max(high, builder.finger))
            place = box.start(place.w + builder.px(4)).head(high)
            builder.add(Node(f"{name}:go", place, builder.z + 3, do=row.do, tip=row.text))
        if row.see is not None:
            place = box.end(_button(translate, builder)).head(line)
            builder.button(f"{name}:see", place, translate("see_game"), row.see, size=12)
        box = box.cut(top=high + builder.px(4))
