"""A study's report as one page of HTML that needs nothing else: words, plots, tables."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from engine.language.escaping import page as filled
from engine.study.metric import capital
from engine.study.metrics import GROUPS
from engine.study.report import StudyReport

Plot = tuple[str, str, bytes]


def page(report: StudyReport, plots: Sequence[Plot]) -> str:
    """Return the page; `plots` are put inside it."""
    title = " and ".join(dict.fromkeys(arm.name for arm in report.arms))
    pictures = [(name, head, base64.b64encode(png).decode()) for name, head, png in plots]
    return filled(
        "engine.study", "report.html.jinja", "html",
        report=report, plots=pictures, title=title, groups=GROUPS,
        unclear_of=lambda comparison: [capital(text) for text in comparison.unclear()],
    )  # fmt: skip
