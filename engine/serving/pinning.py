"""The rules of a table stay as they were when it was made, whatever happens to their files."""

from __future__ import annotations

from pathlib import Path

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules.load import Loaded, digest, find, load_text, read_text
from engine.serving.store import PinnedRules


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
