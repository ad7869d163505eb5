"""The screen on which rules with mistakes are edited until their game can begin."""

from __future__ import annotations

from viewer.commands import AtStart
from viewer.desk.i18n import Translator
from viewer.desk.rules_repair import RulesRepair
from viewer.nodes import Box
from viewer.panels.kit import Kit
from viewer.panels.rules import edited_text, files, foot, height_of, problem_row

PAD = 28.0


def repair(translate: Translator, rules: RulesRepair, kit: Kit, size: Box) -> None:
    """Add the editor, what is wrong below it, and the way back."""
    box = size.inset(kit.px(PAD), kit.px(PAD * 0.7))
    head, box = box.head(kit.px(44)), box.cut(top=kit.px(52))
    label = translate("learn_back")
    wide = kit.width(label, 13, weight="semibold") + kit.px(40)
    kit.button("repair:back", head.end(wide).head(kit.px(34)), label, AtStart.LEAVE_RULES,
               shown_key="Esc")  # fmt: skip
    title = translate("repair_title")
    kit.title("repair:title", title, head.cut(right=wide + kit.px(10)), 26)
    high = kit.text("repair:text", translate("repair_text"), box, 14, kit.theme.ink_soft, lines=2)
    box = box.cut(top=high + kit.px(8))
    files(translate, rules, kit, box.head(kit.px(28)))
    box = box.cut(top=kit.px(34))
    errors = sorted(rules.problems, key=lambda one: one.severity != "error")
    rows = [problem_row(translate, one) for one in errors[:6]]
    low = min(height_of(translate, kit, box, rows), box.h * 0.4)
    edited_text(kit, box.cut(bottom=low))
    foot(translate, kit, box.foot(low).cut(top=kit.px(8)), rows)
