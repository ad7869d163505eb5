"""The texts that are open in an editor, and what the checker knows of each ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from engine.game.examples import SEEDS, Outcome, run_examples
from engine.game.ruleset_tests import check_games
from engine.language.diagnostics import Diagnostic, Findings, RulesError
from engine.language.source import Source, Span
from engine.playtest.coverage import CoverablePart, coverage
from engine.rules.files import SUFFIX
from engine.rules.load import Loaded, display, gc_paused, load, read_text
from engine.rules.stale_sentences import RulesText, stale

MOST_BESIDE = 200
"""So many rulesets of a folder are looked at for those that build on one."""


@dataclass
class ExampleResults:
    """What was found by making the games of a ruleset and running its examples."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)


@dataclass
class Workspace:
    """Open texts by path; what was read and checked is kept until one of its files changes."""

    unsaved: dict[Path, str] = field(default_factory=dict)
    _opened: dict[Path, str] = field(default_factory=dict)
    _before: dict[Path, RulesText] = field(default_factory=dict)
    _loaded: dict[Path, tuple[object, Loaded]] = field(default_factory=dict)
    _tried: dict[str, ExampleResults] = field(default_factory=dict)
    _covered: dict[str, list[CoverablePart]] = field(default_factory=dict)
    _trying: Lock = field(default_factory=Lock)

    def open(self, path: Path, text: str) -> None:
        """Take a text for what is in a file."""
        path = path.resolve()
        self.unsaved[path] = text
        if path not in self._opened:
            self._opened[path] = text
            self._before.clear()

    def close(self, path: Path) -> None:
        """Take what is in the file itself again."""
        self.unsaved.pop(path.resolve(), None)
        self._opened.pop(path.resolve(), None)
        self._before.clear()

    def text(self, path: Path) -> str:
        """Return a file's text as it is being edited; one that can't be read is empty."""
        known = self.unsaved.get(path.resolve())
        if known is not None:
            return known
        try:
            return read_text(path)
        except RulesError:
            return ""  # an editor also asks about files that are gone or aren't texts

    def source(self, path: Path) -> Source:
        """Return a file's text under the name that diagnostics give it."""
        return Source(display(path), self.text(path))

    def loaded(self, path: Path) -> Loaded:
        """Return a ruleset read and checked; what can't be read is among its diagnostics."""
        path = path.resolve()
        kept = self._loaded.get(path)
        if kept is not None and kept[0] == self._mark(kept[1]):
            return kept[1]
        try:
            with gc_paused():
                loaded = load(path, self.unsaved)
        except RulesError as problem:
            findings = Findings()
            for found in problem.diagnostics:
                findings.add(found)
            loaded = Loaded(path.stem, path, findings, None, "", [path])
        self._loaded[path] = self._mark(loaded), loaded
        return loaded

    def stale(self, loaded: Loaded) -> list[Diagnostic]:
        """Return a warning for each sentence that stayed while its rule changed since its text was
        opened; none while there are errors.
        """
        files = [path.resolve() for path in loaded.files]
        changed = any(self._opened.get(path) != self.unsaved.get(path) for path in files)
        if loaded.findings.errors or not changed:
            return []
        if loaded.path not in self._before:
            self._before[loaded.path] = load(loaded.path, self._opened).rules_text
        return list(stale(self._before[loaded.path], loaded.rules_text))

    def tried(self, loaded: Loaded) -> ExampleResults:
        """Return what making its games and running its examples shows, done once for each text."""
        if loaded.rules is None or loaded.findings.errors:
            return ExampleResults()
        with self._trying:  # a server asks in one thread what another may be at already
            if loaded.digest not in self._tried:
                tried = ExampleResults(check_games(loaded, patience=2.0))
                if all(found.severity != "error" for found in tried.diagnostics):
                    tried.outcomes = run_examples(loaded, seeds=SEEDS[:2])
                if len(self._tried) > 20:
                    self._tried.clear()
                self._tried[loaded.digest] = tried
            return self._tried[loaded.digest]

    def known(self, loaded: Loaded) -> ExampleResults | None:
        """Return what `tried` found, if it was asked already."""
        return self._tried.get(loaded.digest)

    def covered(self, loaded: Loaded) -> list[CoverablePart]:
        """Return what examples could exercise and whether they do, found once for each text.

        Nothing of rules of which no game can be made; `tried` reports why.
        """
        if loaded.rules is None or loaded.findings.errors:
            return []
        with self._trying:
            if loaded.digest not in self._covered:
                if len(self._covered) > 20:
                    self._covered.clear()
                try:
                    self._covered[loaded.digest] = coverage(loaded)
                except RulesError:
                    self._covered[loaded.digest] = []
            return self._covered[loaded.digest]

    def missing(self, loaded: Loaded) -> list[CoverablePart]:
        """Return what no example exercises, if `covered` was asked already."""
        return [part for part in self._covered.get(loaded.digest, []) if not part.shown]

    def family(self, path: Path) -> list[Loaded]:
        """Return the rulesets that are made from a file: itself and, beside it or open, what builds
        on it.
        """
        path = path.resolve()
        beside = sorted(path.parent.glob(f"*{SUFFIX}"))[:MOST_BESIDE]
        around = dict.fromkeys(p.resolve() for p in (path, *beside, *self.unsaved))
        found = [self.loaded(p) for p in around if p.suffix == SUFFIX]
        return [one for one in found if path in [p.resolve() for p in one.files]]

    def path_of(self, loaded: Loaded, span: Span) -> Path:
        """Return the file that a span stands in."""
        known = {display(p): p.resolve() for p in loaded.files}
        return known.get(span.file, loaded.path.resolve())

    def _mark(self, loaded: Loaded) -> object:
        """Return what changes when a file of a ruleset changes."""
        return [self._state(path.resolve()) for path in loaded.files]

    def _state(self, path: Path) -> object:
        text = self.unsaved.get(path)
        if text is not None:
            return text
        try:
            return path.stat().st_mtime_ns
        except OSError:
            return None


def name_in(loaded: Loaded, path: Path) -> str:
    """Return the name under which a ruleset's diagnostics speak of one of its files."""
    resolved = path.resolve()
    return next((display(p) for p in loaded.files if p.resolve() == resolved), display(path))
