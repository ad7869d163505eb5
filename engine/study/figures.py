"""How the figures of a study look, and how they become PNG by matplotlib.

No text is read as a formula: dollar signs in the words of rules are dollar signs.
"""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Callable
from typing import Any

COLOURS = ("#2f6f9f", "#d9822b", "#4b9b5f", "#a2508f", "#8a6d3b", "#5a5a9c")
WIDE, ROW, LINE = 8.4, 0.34, 0.15
"""How wide a figure is, how high a row of it, and each more line of a row's name, in inches."""
NAME, HEAD = 44, 92
"""How many letters of a row's name, and of a title, stand in one line."""
AS_IT_IS: Any = {
    "text.parse_math": False,
    "text.usetex": False,
    "axes.formatter.use_mathtext": False,
}

Draws = Callable[[], Any]


def png(title: str, draws: Draws) -> bytes:
    """Return a figure as PNG; if it can't be drawn, one that says why."""
    from matplotlib import rc_context

    with rc_context(AS_IT_IS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a letter that the font doesn't have is a box
        try:
            return _written(draws())
        except Exception as problem:
            figure, axes = figure_of(1.6, title)
            axes.set_axis_off()
            axes.text(0, 0.5, f"This can't be drawn: {problem}", fontsize=8)
            return _written(figure)


def _written(figure: Any) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=110)
    return out.getvalue()


def figure_of(height: float, title: str) -> tuple[Any, Any]:
    """Return a new figure and its axes."""
    from matplotlib.figure import Figure

    head = textwrap.wrap(title, HEAD)
    figure = Figure(figsize=(WIDE, height + 0.2 * len(head)), layout="constrained")
    figure.suptitle("\n".join(head), x=0.01, ha="left", fontsize=10)
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    return figure, axes


def lines(name: str) -> str:
    """Return a name in lines."""
    return "\n".join(textwrap.wrap(name, NAME))
