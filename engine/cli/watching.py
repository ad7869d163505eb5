"""`cairn play --text --watch`: a game whose rules are being edited while it is played."""

from __future__ import annotations

from collections.abc import Callable

from engine.cli.guard import quote_from
from engine.cli.words import count
from engine.game.examples import Outcome
from engine.game.reload import Reload
from engine.game.session import Session
from engine.game.watch import Watch
from engine.language.diagnostics import Findings, RulesError
from engine.rules.differences import differences
from engine.rules.load import Loaded

MOST_SHOWN = 5
"""So many examples that fail are shown in full."""
AS_BEFORE = "The game goes on with the rules as they were."


class Rereading:
    """Looks after the files of a game's rules and reads them again when they change."""

    def __init__(
        self, session: Session, say: Callable[[str], None], asks: Callable[[str], bool]
    ) -> None:
        """Begin to watch; `say` tells the person something, `asks` a question of yes or no."""
        self.say = say
        self.asks = asks
        self.watch = Watch(session.game.loaded.files)

    def look(self, session: Session) -> Session | None:
        """Return the game on changed rules, None when it goes on as it is."""
        if not self.watch.changed():
            return None
        try:
            loaded = session.game.loaded.again()
        except RulesError as problem:
            self.say(f"The rules have changed, but {problem}.\n{AS_BEFORE}")
            return None
        self.watch.follow(dict.fromkeys([*loaded.files, *self.watch.paths]))
        result = session.reload(loaded)
        if not result.ok:
            self._refused(result)
            return None
        self._told(session.game.loaded, loaded, result)
        if result.parted is not None and not self._goes_back(result):
            self.say(AS_BEFORE)
            return None
        quote_from(loaded)
        return result.session

    def _refused(self, result: Reload) -> None:
        rendered = [d.render(dict(result.sources or {})) for d in result.diagnostics]
        self.say("\n\n".join(["The rules have changed, but can't be played:", *rendered]))
        self.say(AS_BEFORE)

    def _told(self, old: Loaded, new: Loaded, result: Reload) -> None:
        """Say what is different, and how the examples of the new rules went."""
        sources = old.findings.sources | new.findings.sources
        found = differences(old.items, new.items, Findings(sources))
        self.say("The rules have changed." if found else "The rules were saved; they say the same.")
        for row in (*found, *result.notes):
            self.say(f"  {row}")
        total, failed = len(result.outcomes), result.failed
        if failed:
            self.say(f"{len(failed)} of {count(total, 'example')} no longer hold:")
            self._failed(failed, result)
        elif total:
            self.say(f"All {total} examples hold." if total > 1 else "Its example holds.")

    def _failed(self, failed: list[Outcome], result: Reload) -> None:
        for outcome in failed[:MOST_SHOWN]:
            if outcome.diagnostic is not None:
                self.say(
                    f"{outcome.title}\n{outcome.diagnostic.render(dict(result.sources or {}))}"
                )
        if len(failed) > MOST_SHOWN:
            self.say(f"and {len(failed) - MOST_SHOWN} more.")

    def _goes_back(self, result: Reload) -> bool:
        """Say where the old game and the new rules part, and ask whether to go on from there."""
        assert result.parted is not None
        self.say(result.parted.words)
        if result.parted.span.line:
            self.say(f"  ({result.parted.span.file}, line {result.parted.span.line})")
        kept = f"after {count(result.moves_kept, 'decision')} of {result.moves_total}"
        return self.asks(f"Go on from the last position that both share, {kept}? (y/n) ")
