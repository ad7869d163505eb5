"""A study's report as one page of HTML that needs nothing else: words, plots, tables."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape

from engine.study.estimate import capital
from engine.study.metrics import GROUPS
from engine.study.report import GOOD_PLAY, Arm, StudyReport

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #22282e; background: #fbfaf7;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
td, th { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #e4e0d6;
         vertical-align: top; }
td + td, th + th { white-space: nowrap; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; } img { max-width: 100%; }
.clear { font-weight: 600; } .note { color: #6a6f75; font-size: .9rem; }
"""

Plot = tuple[str, str, bytes]


def page(report: StudyReport, plots: Sequence[Plot]) -> str:
    """Return the page; `plots` are put inside it."""
    title = " and ".join(dict.fromkeys(arm.name for arm in report.arms))
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>A study of {escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>A study of {escape(title)}</h1>",
            *(f'<p class="note">{escape(sentence)}</p>' for sentence in report.how_to_read()),
            *_words(report),
            *_plots(plots),
            *_tables(report),
            *_spreads(report),
            *_notes(report),
            "</body></html>",
            "",
        )
    )


def _list(sentences: Sequence[str]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{escape(sentence)}</li>" for sentence in sentences)
    yield "</ul>"


def _words(report: StudyReport) -> Iterator[str]:
    for number, comparison in enumerate(report.comparisons, 1):
        arm = report.arms[number]
        yield f"<h2>{escape(arm.name)} against {escape(report.arms[0].name)}</h2>"
        text = report.changed_text(number)
        if text:
            yield "<p>What the text changes:</p>"
            yield from _list(text)
        at_work = report.at_work(number)
        if at_work:
            yield f"<p>How often that comes up{report.counted}:</p>"
            yield from _list(at_work)
        yield "<p>What is clearly different, game by game on the same seeds:</p>"
        yield from _list(list(comparison.sentences()) or ["Nothing."])
        unclear = list(comparison.unclear())
        if unclear:
            yield "<p>What is not clearly different, with what the difference may be:</p>"
            yield from _list([capital(sentence) for sentence in unclear])
        yield f'<p class="note">{escape(report.verdict(number))}</p>'
    for arm in report.arms:
        yield f"<h2>{escape(arm.name)}</h2>"
        yield f"<p>{escape(report.head(arm))}.</p>"
        yield from _list(list(arm.sentences()))
        if arm.tips:
            yield f"<p>{escape(GOOD_PLAY)}:</p>"
            yield from _list([tip.sentence for tip in arm.tips])


def _plots(plots: Sequence[Plot]) -> Iterator[str]:
    if plots:
        yield "<h2>Plots</h2>"
    for _, title, png in plots:
        data = base64.b64encode(png).decode()
        yield (f'<figure><img alt="{escape(title)}" src="data:image/png;base64,{data}"></figure>')


def _tables(report: StudyReport) -> Iterator[str]:
    for group in GROUPS:
        labels: dict[str, str] = {}
        for arm in report.arms:
            labels |= {series.key: series.label for series in arm.group(group)}
        if not labels:
            continue
        yield f"<h2>{escape(report.title_of(group))}</h2><table>"
        yield _heads(report.arms, len(report.comparisons))
        for key, label in labels.items():
            yield _row(report, key, label)
        yield "</table>"


def _heads(arms: Sequence[Arm], comparisons: int) -> str:
    names = [arm.name for arm in arms] if len(arms) > 1 else ["estimate"]
    names += [f"difference {n}" if comparisons > 1 else "difference" for n in
              range(1, comparisons + 1)]  # fmt: skip
    return "<tr><th></th>" + "".join(f"<th>{escape(name)}</th>" for name in names) + "</tr>"


def _row(report: StudyReport, key: str, label: str) -> str:
    cells = [a.findings[key].cell() if key in a.findings else "–" for a in report.arms]
    row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    for comparison in report.comparisons:
        change = comparison.at(key)
        mark = ' class="clear"' if change and change.clear else ""
        row += f"<td{mark}>{escape(change.signed() if change else '–')}</td>"
    return f"<tr><td>{escape(label)}</td>{row}</tr>"


def _spreads(report: StudyReport) -> Iterator[str]:
    yield "<h2>Distributions</h2><table>"
    heads = ("", "mean", "sd", "least", "25%", "median", "75%", "greatest")
    yield "<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
    for arm in report.arms:
        for shape in arm.shapes:
            name = f"{arm.name}: {shape.label}" if len(report.arms) > 1 else shape.label
            cells = [f"{shape.mean:.2f}", f"{shape.sd:.2f}", *(f"{q:g}" for q in shape.quartiles)]
            row = "".join(f"<td>{cell}</td>" for cell in cells)
            yield f"<tr><td>{escape(name)}</td>{row}</tr>"
    yield "</table>"


def _notes(report: StudyReport) -> Iterator[str]:
    yield (
        "<p class=\"note\">The intervals are Wilson's for shares of games, else Student's with a "
        "game as one observation. A shared win counts in equal parts.</p>"
    )
    yield from (f'<p class="note">{escape(note)}</p>' for note in report.notes)
