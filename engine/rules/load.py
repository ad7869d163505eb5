"""Finding, reading and checking rulesets: the library's by name, anybody's by path."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from engine.language import syntax as s
from engine.language.diagnostics import Diagnostic, Findings, RulesError, nearest
from engine.language.parser import parse
from engine.language.source import Source, Span
from engine.rules import model as m
from engine.rules.check import check

SUFFIX = ".cairn"
MAX_BYTES = 1_600_000


@dataclass
class Loaded:
    """A text as it was read: what was found wrong, and the model when nothing was.

    `base` names the game that a variant builds on; `files` are all the files it was made from.
    """

    name: str
    path: Path
    findings: Findings
    rules: m.Ruleset | None
    digest: str
    files: list[Path] = field(default_factory=list)
    title: str = ""
    base: str | None = None

    def checked(self) -> m.Ruleset:
        """Return the model, or raise RulesError with every error."""
        self.findings.refuse()
        assert self.rules is not None
        return self.rules


def library() -> list[Path]:
    """Return the library's rulesets in the order of their names."""
    folder = Path(str(resources.files("rulesets")))
    return sorted(folder.glob(f"*{SUFFIX}"))


def find(name: str) -> Path:
    """Return the file of a ruleset: a path, or the name of one in the library.

    Raises RulesError (E601) when there is none.
    """
    looks_like_path = name.endswith(SUFFIX) or os.sep in name or "/" in name
    if looks_like_path:
        return Path(name)
    known = {path.stem: path for path in library()}
    if name in known:
        return known[name]
    if Path(name + SUFFIX).is_file():
        return Path(name + SUFFIX)
    guess = nearest(name, known)
    hint = f"did you mean '{guess}'?" if guess else "'cairn list' shows the rulesets there are"
    raise RulesError(Diagnostic("E601", f"there is no ruleset '{name}'; {hint}"))


def read_text(path: Path) -> str:
    """Return a file's text. Raises RulesError (E601, E004) when it can't be read as one."""
    try:
        if path.is_dir():
            raise RulesError(Diagnostic("E601", f"{path} is a folder, not a ruleset"))
        if not path.is_file() and path.exists():
            raise RulesError(Diagnostic("E601", f"{path} is no ordinary file"))
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise RulesError(Diagnostic("E601", f"{path} can't be read: {reason}")) from None
    if len(raw) > MAX_BYTES:
        raise RulesError(Diagnostic("E004", f"{path} is too large to be a ruleset"))
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise RulesError(
            Diagnostic("E004", f"{path} is not a text in UTF-8 (line {line})")
        ) from None


def display(path: Path) -> str:
    """Return a path as people are shown it: short where it can be."""
    for folder, prefix in ((Path.cwd(), ""), (Path(str(resources.files("rulesets"))), "rulesets/")):
        if path.is_absolute() and path.is_relative_to(folder):
            return prefix + path.relative_to(folder).as_posix()
    return str(path)


def digest(texts: Sequence[str]) -> str:
    """Return the content hash of a ruleset's texts."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(text.encode())
        whole.update(b"\0")
    return whole.hexdigest()[:24]


def load(name: str | Path) -> Loaded:
    """Read and check a ruleset by name or path. Raises RulesError when its file can't be read."""
    path = name if isinstance(name, Path) else find(name)
    return load_text(read_text(path), path)


def load_text(text: str, path: Path) -> Loaded:
    """Read and check a text that is shown under a path. Never raises for what the text says."""
    findings = Findings()
    shown = display(path)
    parsed = parse(Source(shown, text), findings)
    header = next((i for i in parsed.items if isinstance(i, (s.Game, s.Variant))), None)
    loaded = Loaded(path.stem, path, findings, None, digest([text]), [path])
    if header is not None:
        loaded.title = header.title
    if isinstance(header, s.Variant):
        loaded.base = header.base
        findings.error("E301", "variants can't be loaded yet", Span(shown, 1, 1, 1, 2))
        return loaded
    loaded.rules = check(parsed.items, path.stem, findings)
    return loaded
