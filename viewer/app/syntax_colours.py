"""The colours of a ruleset's text."""

from __future__ import annotations

from functools import lru_cache

from engine.language.highlight import highlight
from viewer.app.document import Paint
from viewer.artwork.theme import Theme


@lru_cache(maxsize=8)
def paints(text: str, theme: Theme) -> tuple[Paint, ...]:
    """Return a text's colours; a text with errors has them too."""
    colours = {
        "comment": theme.ink_faint,
        "string": theme.gold,
        "number": theme.accent,
        "keyword": theme.legal,
        "type": theme.tip_line,
    }
    return tuple(
        Paint(start, end, colours[kind]) for start, end, kind in highlight(text) if kind in colours
    )
