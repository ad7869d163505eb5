"""The rulesets that come with Cairn are read and checked once in each process of the tests.

What `load_text` returns is the same: of the text as it is now, with findings of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, wraps
from pathlib import Path

from engine.language.diagnostics import Findings
from engine.rules import load as loading
from engine.rules.files import is_shipped
from engine.rules.load import Loaded

_read = loading.load_text
_known: dict[tuple[str, Path, tuple[Path, ...]], tuple[Loaded, list[str]]] = {}


@wraps(_read)
def load_text(
    text: str, path: Path, more: Sequence[str] = (), unsaved: Mapping[Path, str] | None = None
) -> Loaded:
    """Read and check a text of rules, or return what came of it before."""
    on_top = tuple(map(loading.find, more))
    if unsaved or not all(map(_shipped, (path.absolute(), *on_top))):
        return _read(text, path, more, unsaved)
    key = text, path, on_top
    kept = _known.get(key)
    if kept is None or kept[1] != _others(kept[0]):
        loaded = _read(text, path, more, unsaved)
        if loaded.rules is None or loaded.findings.items:
            return loaded
        kept = _known[key] = loaded, _others(loaded)
    loaded, _ = kept
    own = Findings(dict(loaded.findings.sources))
    return replace(loaded, findings=own, files=list(loaded.files))


@cache
def _shipped(path: Path) -> bool:
    return is_shipped(path)


def _others(loaded: Loaded) -> list[str]:
    """The texts of the files that a ruleset builds on."""
    return [path.read_text("utf-8") for path in loaded.files[1:]]


def remember() -> None:
    """Let every `load_text` that is imported from now on be this one."""
    vars(loading)["load_text"] = load_text
