"""The rules of a table stay as they were when it was made, whatever happens to their files."""

from __future__ import annotations

from pathlib import Path

from engine.game.options import read_options
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules.load import Loaded, digest, find, load_text, read_text
from engine.serving.store import PinnedRules, Store, TableRecord


def pinned(loaded: Loaded) -> PinnedRules:
    """Return the texts of a ruleset. Raises RulesError (E601) if a file has changed meanwhile."""
    texts = [read_text(path) for path in loaded.files]
    if digest(texts) != loaded.digest:
        message = Message("{path} has changed just now; try again", loaded.path)
        raise RulesError(Diagnostic(Code.E601, message))
    paths = [str(path.resolve()) for path in loaded.files]
    more = tuple(str(find(name).resolve()) for name in loaded.more)
    main = str(loaded.path.resolve())
    return PinnedRules(loaded.digest, main, more, tuple(zip(paths, texts, strict=True)))


def unpinned(rules: PinnedRules) -> Loaded:
    """Return the rules of a table again, from the texts that were kept.

    What belongs to a ruleset and isn't rules, such as its look, is read as it is now. Raises
    RulesError (E602) if this version reads the texts otherwise.
    """
    texts = {Path(path): text for path, text in rules.texts}
    loaded = load_text(texts[Path(rules.main)], Path(rules.main), rules.more, texts)
    loaded.checked()
    if loaded.digest != rules.digest:
        message = Message("the rules of this table can't be read again: {path}", loaded.path)
        raise RulesError(Diagnostic(Code.E602, message))
    return loaded


class PinnedGames:
    """The games of a store's tables, each read once."""

    def __init__(self, store: Store) -> None:
        """Begin with none."""
        self._store = store
        self._rules: dict[str, Loaded] = {}
        self._games: dict[tuple[object, ...], Game] = {}

    def game(self, record: TableRecord, rules: PinnedRules) -> Game:
        """Return what is played at a table. Raises RulesError."""
        key = (record.rules, record.players, *sorted(record.options.items()))
        if key not in self._games:
            loaded = self.rules(record.rules, rules)
            options = read_options(loaded.checked(), record.options)
            self._games[key] = Game(loaded, record.players, options)
        return self._games[key]

    def rules(self, digest: str, rules: PinnedRules | None = None) -> Loaded:
        """Return the rules of a hash as they were kept. Raises RulesError."""
        if digest not in self._rules:
            rules = rules or self._store.rules(digest)
            assert rules is not None  # what a log names was pinned before
            self._rules[digest] = unpinned(rules)
        return self._rules[digest]
