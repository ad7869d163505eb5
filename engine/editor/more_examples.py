"""Examples that are made for a line that none exercises, and where they are put."""

from __future__ import annotations

from pathlib import Path

from engine.editor.workspace import Workspace, name_in
from engine.language.source import Edit, Span
from engine.playtest.coverage import CoverablePart
from engine.playtest.proposals import propose

SECONDS = 6.0


def unshown(texts: Workspace, path: Path, first: int, last: int) -> list[CoverablePart]:
    """Return what no example exercises in some lines of a file, as far as it is known by now."""
    loaded = texts.loaded(path)
    own = name_in(loaded, path)
    return [
        part for part in texts.missing(loaded)
        if part.span.file == own and part.span.line <= last and first <= part.span.end_line
    ]  # fmt: skip


def example_for(texts: Workspace, path: Path, line: int) -> tuple[Edit | None, str]:
    """Return what puts an example for a line at the end of its text, or why there is none."""
    loaded = texts.loaded(path)
    parts = unshown(texts, path, line, line)
    if not parts:
        return None, "every part of this line is exercised by an example"
    (proposal, *_) = propose(loaded, parts[:1], SECONDS)
    if not proposal.text:
        return None, f"no example was found for {proposal.part.what}: {proposal.why}"
    text = texts.text(path)
    last = text.rstrip("\n").count("\n") + 1
    end = len(text.split("\n")[last - 1]) + 1
    rest = Span(name_in(loaded, path), last, end, text.count("\n") + 1, 10**6)
    return Edit(rest, f"\n\n{proposal.text}"), ""
