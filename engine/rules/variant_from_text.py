"""A changed text of a game as a variant of it, where what was changed has names to patch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.rules.differences import differences, same
from engine.rules.load import Loaded, load_text
from engine.rules.variants import Patcher

_FIXED = ("game", "variant")


def variation(title: str, base: Loaded, text: str, path: Path) -> str | None:
    """Return a variant of a checked game that makes its rules those of a changed text.

    `path` is where it is to be written. None where it can't be said as a variant, and for a text
    with errors: then only a copy of the whole text is the same.
    """
    changed = load_text(text, path)
    if changed.rules is None or changed.findings.errors or changed.base or base.base:
        return None
    rows = _patches(base, changed, text.split("\n"))
    if not rows:
        return None
    head = f"variant {json.dumps(title, ensure_ascii=False)} of {json.dumps(base.path.stem)}"
    written = "\n\n".join([head, *rows]) + "\n"
    made = load_text(written, path)
    if made.rules is None or made.findings.errors:
        return None
    sources = base.findings.sources | made.findings.sources | changed.findings.sources
    wanted = [replace(i, title=title) if isinstance(i, s.Game) else i for i in changed.items]
    return None if differences(made.items, wanted, Findings(sources)) else written


def _patches(base: Loaded, changed: Loaded, lines: Sequence[str]) -> list[str]:
    """Return the parts of a variant, as the changed text has them; none if its header changed."""
    known = Patcher((), base.findings)
    fresh = Patcher((), changed.findings)
    before = {known.key(item): item for item in base.own_items}
    after = {fresh.key(item): item for item in changed.own_items}
    rows: list[str] = []
    starts = [*sorted(item.span.line for item in changed.own_items), len(lines) + 1]
    for key, item in after.items():
        if key in before and same(before[key], item):
            continue
        if key[0] in _FIXED:
            return []
        end = next(line for line in starts if line > item.span.line)
        written = trimmed(lines[item.span.line - 1 : end - 1])
        if key not in before:
            rows.append(f"add {written}")
        else:
            rows.append(f"replace {written}")
    rows += [f"remove {_head(key)}" for key in before if key not in after]
    return rows


def _head(key: tuple[str, str]) -> str:
    """Return how a part is named where it is left out."""
    kind, name = key
    if kind == "ending":
        return name
    if kind == "example":
        return f"example {json.dumps(name, ensure_ascii=False)}"
    return f"{kind} {name}".strip()


def trimmed(lines: Sequence[str]) -> str:
    """Return a part's lines without the comments and empty lines before the next part."""
    rows = list(lines)
    while rows and (not rows[-1].strip() or rows[-1].startswith("#")):
        rows.pop()
    return "\n".join(rows)
