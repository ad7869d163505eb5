"""The rulesets that come with Cairn are read, checked and lowered once in a process of the tests.

What `load_text` returns is the same: of the text as it is now, with findings of its own. So is what
`lower` returns, which any number of games may share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, wraps
from pathlib import Path

from engine.compile import layout
from engine.compile import lower as lowering
from engine.compile.lower import Compiled
from engine.language.diagnostics import Findings
from engine.rules import load as loading
from engine.rules import model as m
from engine.rules.files import is_shipped
from engine.rules.load import Loaded

_read = loading.load_text
_lower = lowering.lower
_known: dict[tuple[str, Path, tuple[Path, ...]], tuple[Loaded, list[str]]] = {}
_rules: dict[int, m.Ruleset] = {}
"""All rules that were ever in `_known`, kept so that no others get the identity of any."""
_lowered: dict[tuple[object, ...], Compiled] = {}


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
        _rules[id(loaded.rules)] = loaded.rules
    loaded, _ = kept
    own = Findings(dict(loaded.findings.sources))
    return replace(loaded, findings=own, files=list(loaded.files))


@wraps(_lower)
def lower(
    rules: m.Ruleset,
    players: int,
    options: Mapping[str, int] | None = None,
    *,
    trace: bool = False,
    lines: bool = False,
) -> Compiled:
    """Lower a ruleset, or return what came of it before."""
    if id(rules) not in _rules:
        return _lower(rules, players, options, trace=trace, lines=lines)
    settings = frozenset((options or {}).items())
    key = id(rules), players, settings, trace, lines, layout.FIRST_FREE
    if key not in _lowered:
        _lowered[key] = _lower(rules, players, options, trace=trace, lines=lines)
    return _lowered[key]


@cache
def _shipped(path: Path) -> bool:
    return is_shipped(path)


def _others(loaded: Loaded) -> list[str]:
    """The texts of the files that a ruleset builds on."""
    return [path.read_text("utf-8") for path in loaded.files[1:]]


def remember() -> None:
    """Let every `load_text` and `lower` that is imported from now on be this one."""
    vars(loading)["load_text"] = load_text
    vars(lowering)["lower"] = lower
