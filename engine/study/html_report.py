"""A study's report as one page of HTML that needs nothing else: words, plots, tables."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from importlib import resources

from jinja2 import Environment

from engine.study.estimate import capital
from engine.study.metrics import GROUPS
from engine.study.report import GOOD_PLAY, StudyReport

Plot = tuple[str, str, bytes]


def page(report: StudyReport, plots: Sequence[Plot]) -> str:
    """Return the page; `plots` are put inside it."""
    template = resources.files("engine.study").joinpath("report.html.jinja").read_text("utf-8")
    made = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.filters |= {"capital": capital, "base64": lambda png: base64.b64encode(png).decode()}
    title = " and ".join(dict.fromkeys(arm.name for arm in report.arms))
    return made.from_string(template).render(
        report=report, plots=plots, title=title, good_play=GOOD_PLAY, groups=GROUPS
    )
