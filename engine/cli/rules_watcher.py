"""`cairn play --text --watch`: a game whose rules are being edited while it is played."""

from __future__ import annotations

from collections.abc import Callable

from engine.cli.errors import quote
from engine.game.session import Session
from engine.language.diagnostics import Findings, RulesError
from engine.rules.differences import differences
from engine.rules.load import Loaded
from engine.rules.stale_sentences import stale
from engine.storage.watcher import FileWatcher
from engine.table.reload import Reload, reload

MOST_SHOWN = 5
"""So many examples that fail are shown in full."""


class RulesWatcher:
    """Looks after the files of a game's rules and reads them again when they change."""

    def __init__(
        self, session: Session, say: Callable[[str], None], asks: Callable[[str], bool]
    ) -> None:
        """Begin to watch; `say` tells the person something, `asks` a question of yes or no."""
        self.say = say
        self.asks = asks
        self.words = session.game.wording.catalogue
        self.opened = session.game.loaded.rules_text
        self.watch = FileWatcher(session.game.loaded.files)

    def look(self, session: Session, reader: int | None = None) -> Session | None:
        """Return the game on changed rules, None when it continues as it is.

        `reader`: the seat that reads what is said, None when only agents play.
        """
        if not self.watch.changed():
            return None
        new = self._reread(session, reader)
        if new is None:
            self.say(self.words.text("The game goes on with the rules as they were."))
        return new

    def _reread(self, session: Session, reader: int | None) -> Session | None:
        try:
            loaded = session.game.loaded.again()
        except RulesError as problem:
            why = self.words.told(problem.diagnostics[0].message)
            self.say(self.words.filled("The rules have changed, but {problem}.", problem=why))
            return None
        self.watch.follow(dict.fromkeys([*loaded.files, *self.watch.paths]))
        result = reload(session, loaded, reader=reader)
        if not result.ok:
            rendered = [
                d.render(dict(result.sources or {}), self.words.told) for d in result.diagnostics
            ]
            head = self.words.text("The rules have changed, but can't be played:")
            self.say("\n\n".join([head, *rendered]))
            return None
        self._announce(session.game.loaded, loaded, result)
        if result.parted is not None and not self._goes_back(result):
            return None
        quote(loaded.findings.sources)
        return result.session

    def _announce(self, old: Loaded, new: Loaded, result: Reload) -> None:
        """Say what is different, and how the examples of the new rules went."""
        sources = old.findings.sources | new.findings.sources
        found = differences(old.items, new.items, Findings(sources), self.words)
        same = "The rules were saved; they say the same."
        self.say(self.words.text("The rules have changed." if found else same))
        for row in (*found, *result.notes):
            self.say(f"  {row}")
        for kept in stale(self.opened, new.rules_text):
            self.say(kept.render(sources, self.words.told))
        total, failed = len(result.outcomes), result.failed
        if failed:
            several = self.words.several(total, "example")
            some = "{failed} of {examples} no longer hold:"
            self.say(self.words.filled(some, failed=len(failed), examples=several))
            for outcome in failed[:MOST_SHOWN]:
                if outcome.diagnostic is not None:
                    shown = outcome.diagnostic.render(dict(result.sources or {}), self.words.told)
                    self.say(f"{outcome.title}\n{shown}")
            if len(failed) > MOST_SHOWN:
                more = self.words.filled("and {number} more.", number=len(failed) - MOST_SHOWN)
                self.say(more)
        elif total:
            every = "All {number} examples hold." if total > 1 else "Its example holds."
            self.say(self.words.filled(every, number=total))

    def _goes_back(self, result: Reload) -> bool:
        """Say where the old game and the new rules part, and ask whether to continue from there."""
        assert result.parted is not None
        self.say(result.parted.words)
        if result.parted.span.line:
            self.say(f"  ({result.parted.span.file}, line {result.parted.span.line})")
        words = self.words
        made = words.several(result.moves_kept, "decision")
        kept = words.filled(
            "after {decisions} of {total}", decisions=made, total=result.moves_total
        )
        question = "Go on from the last position that both share, {kept}? ({yes}/{no})"
        yes, no = words.name("yes")[0], words.name("no")[0]
        return self.asks(words.filled(question, kept=kept, yes=yes, no=no) + " ")
