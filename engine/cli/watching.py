"""`cairn check --watch`: checking whenever a file is saved, and playing until the next time.

In a terminal a key opens the game that shows a finding.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.cli.edit_watch import EditWatch
from engine.cli.errors import open_rules
from engine.cli.keys import at_terminal, read_key, single_keys
from engine.cli.output import put
from engine.cli.ruleset_texts import check_files
from engine.cli.trial import SavedGames, play_until, print_report
from engine.language.diagnostics import RulesError
from engine.rules.engine_messages import LANGUAGES
from engine.rules.files import catalogue_path, parts_of
from engine.rules.load import Loaded, find, load
from engine.storage.watcher import FileWatcher
from engine.teach.handbook import book_path

PAUSE = 0.2
"""So many seconds pass between two looks at the files."""
WAITING = "Waiting for a change; Ctrl-C ends."


class _Files:
    """The files of some rulesets, and which of these have to be checked again."""

    def __init__(self, names: Sequence[str]) -> None:
        self.of = {name: _made_from(name) for name in names}
        self.watch = FileWatcher(p for paths in self.of.values() for p in paths)
        self.waiting: list[str] = []
        self._looked = 0.0

    def changed(self) -> bool:
        """Look at the files, not too often; return whether some ruleset waits to be checked."""
        if time.monotonic() - self._looked >= PAUSE:
            self._looked = time.monotonic()
            files = set(self.watch.changed())
            for name, paths in self.of.items():
                if files & set(paths) and name not in self.waiting:
                    self.waiting.append(name)
        return bool(self.waiting)

    def take(self) -> list[str]:
        """Return what waits, and follow the files that it is made from by now."""
        names, self.waiting = self.waiting, []
        self.of |= {name: _made_from(name) for name in names}
        self.watch.follow(p for paths in self.of.values() for p in paths)
        return names


def _made_from(name: str) -> list[Path]:
    """Return the files of a ruleset: those that it builds on, catalogues and view files too."""
    try:
        rules = load(name).files
    except RulesError:
        rules = [find(part) for part in parts_of(name)]
    languages = [language for language in LANGUAGES if language != "en"]
    beside = [catalogue_path(path, language) for path in rules for language in languages]
    beside += [book_path(path, language) for path in rules for language in LANGUAGES]
    return [*rules, *beside, *(path.with_suffix(".view.yaml") for path in rules)]


def watch_files(
    names: Sequence[str],
    seconds: float,
    saves: Path | None,
    studied: float | None,
    *,
    verbose: bool,
) -> None:
    """Check rulesets now and after every change, and play in between, until Ctrl-C. `studied`: for
    so many seconds each edit's effect on play is studied, unless it is None.

    Playing stops as soon as a file changes. Raises RulesError (E601) for a name that is no ruleset.
    """
    files = _Files(names)
    studies = {} if studied is None else {name: EditWatch(name, studied) for name in names}
    todo: Iterable[str] = names
    opened: dict[str, Loaded] = {}
    while True:
        todo = list(todo)
        games = SavedGames() if at_terminal() else None
        well = {name: check_files([name], False, verbose, opened) for name in todo}
        for name in todo:
            if well[name] and not files.changed():
                try:
                    loaded = open_rules(name)
                    if name in studies:
                        _study(studies[name], loaded, files)
                    found = play_until(loaded, seconds, files.changed)
                    if found is not None:
                        print_report(loaded, found, saves, games)
                except RulesError as problem:
                    put(problem)
        _wait(files, games)
        todo = files.take()
        put(f"\n{time.strftime('%H:%M:%S')} {', '.join(todo)}", flush=True)


def _study(study: EditWatch, loaded: Loaded, files: _Files) -> None:
    """Say what an edit did to play, or why that can't be said: the text is played all the same."""
    try:
        study.look(loaded, files.changed)
    except RulesError as problem:
        put(problem)


def _wait(files: _Files, games: SavedGames | None) -> None:
    """Wait until a file changes; meanwhile keys open games."""
    if files.changed():
        return
    if games is None or not games.by_key:
        put(WAITING, flush=True)
        while not files.changed():
            time.sleep(PAUSE)
        return
    while not files.changed():
        last = len(games.by_key)
        keys = "1" if last == 1 else f"1 to {last}"
        with single_keys():
            put(f"Press {keys} to see a game at the table. {WAITING}", flush=True)
            key = ""
            while not files.changed() and key not in games.by_key:
                key = read_key(PAUSE)
        if key in games.by_key:
            _open(*games.by_key[key])


def _open(save: Path, rules: str) -> None:
    """Put a saved game on the table, which follows the text, until it is closed."""
    program = [sys.executable, "-c", "from engine.cli import main; main()"]
    subprocess.run([*program, "play", "--watch", "--rules", rules, str(save)], check=False)
