"""Where rulesets lie: the library's folder, and those of one's own."""

from __future__ import annotations

from contextlib import suppress
from importlib import resources
from pathlib import Path

SUFFIX = ".cairn"
MOST_OWN = 40
"""How many rulesets of one's own are offered beside the library."""
OWN_BYTES = 200_000
"""How long they may be: they are read without having been asked for."""


def library() -> list[Path]:
    """Return the library's rulesets in the order of their names."""
    folder = Path(str(resources.files("rulesets")))
    return sorted(folder.glob(f"*{SUFFIX}"))


def own_rulesets(folder: Path = Path()) -> list[Path]:
    """Return the rulesets in a folder, by default the one one is in: what was changed last first,
    at most MOST_OWN of up to OWN_BYTES. None for the library's own folder, or one that can't be
    read. Left out are hidden files and names with a `+`, which joins names.
    """
    found = []
    with suppress(OSError):
        if folder.resolve() != Path(str(resources.files("rulesets"))).resolve():
            files = [p for p in folder.glob(f"*{SUFFIX}") if p.is_file()]
            found = [(p.stat(), p) for p in files if p.name[0] != "." and "+" not in p.name]
    fit = [(-s.st_mtime_ns, p) for s, p in found if s.st_size <= OWN_BYTES]
    return [path for _, path in sorted(fit)[:MOST_OWN]]


def catalogue_path(ruleset: Path, language: str) -> Path:
    """Return where the catalogue of a ruleset's file lies."""
    return ruleset.with_suffix(f".{language}.yaml")
