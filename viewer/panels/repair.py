"""The screen on which rules with errors are edited until their game can begin."""

from __future__ import annotations

from viewer.app.i18n import Translator
from viewer.app.rules_repair import RulesRepair
from viewer.commands import AtStart
from viewer.nodes import Box
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.rules import edited_text, files, foot, height_of, problem_row

PAD = 28.0


def repair(translate: Translator, rules: RulesRepair, builder: PanelBuilder, size: Box) -> None:
    """Add the editor, what is wrong below it, and the way back."""
    box = size.inset(builder.px(PAD), builder.px(PAD * 0.7))
    head, box = box.head(builder.px(44)), box.cut(top=builder.px(52))
    label = translate("learn_back")
    wide = builder.width(label, 13, weight="semibold") + builder.px(40)
    builder.button("repair:back", head.end(wide).head(builder.px(34)), label, AtStart.LEAVE_RULES,
               shown_key="Esc")  # fmt: skip
    title = translate("repair_title")
    builder.title("repair:title", title, head.cut(right=wide + builder.px(10)), 26)
    high = builder.text(
        "repair:text", translate("repair_text"), box, 14, builder.theme.ink_soft, lines=2
    )
    box = box.cut(top=high + builder.px(8))
    files(translate, rules, builder, box.head(builder.px(28)))
    box = box.cut(top=builder.px(34))
    errors = sorted(rules.problems, key=lambda one: one.severity != "error")
    rows = [problem_row(translate, one) for one in errors[:6]]
    low = min(height_of(translate, builder, box, rows), box.h * 0.4)
    edited_text(builder, box.cut(bottom=low))
    foot(translate, builder, box.foot(low).cut(top=builder.px(8)), rows)
