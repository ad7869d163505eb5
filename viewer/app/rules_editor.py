"""The rules beside the table: their texts, what fired last, and continuing with changed rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine import load
from engine.game.examples import examples_of
from engine.rules.stale_sentences import stale
from engine.rules.variant_from_text import variation
from viewer import commands as cmd
from viewer.app.document import Document, TintedLine
from viewer.app.i18n import capital
from viewer.app.preferences import rules_folder, write_whole
from viewer.app.rules_pages import SUFFIX, RulesFile, RulesPages, came_with_cairn
from viewer.app.rules_trial import RulesTrial
from viewer.app.syntax_colours import paints

if TYPE_CHECKING:
    from engine import Diagnostic, Fired, Outcome, Session
    from engine.table.guest import Guest
    from engine.table.pass_and_play import PassAndPlay
    from engine.table.reload import Reload
    from viewer.app.shell import Shell

QUIET = 0.25
"""After so many seconds without another change, changed rules are tried."""
SLICE = 0.008
"""Examples are run for so long at a time, in seconds, while the game continues."""
POLL = 0.5
"""How often files are looked at, in seconds."""


@dataclass
class News:
    """What came of the rules as they are written now."""

    reload: Reload
    kept: bool = False
    problems: tuple[Diagnostic, ...] = ()

    @property
    def parting(self) -> bool:
        """Return whether the game can't be played on with them as it is."""
        return self.reload.parted is not None and not self.kept


class RulesEditor(RulesPages):
    """The texts that the game on the table is played from."""

    def __init__(
        self,
        shell: Shell,
        people: PassAndPlay,
        rules: str,
        *,
        replace: Callable[[Session], None],
        reopen: Callable[[str, str, News | None], None],
        origin: str = "",
    ) -> None:
        """Open the files of the game on the table, its own first, then what it builds on.

        `rules`: how they are opened. `origin`: how those are that a copy of one's own was made
        from. `replace` continues with the game on other rules; `reopen` opens the files of other
        rules with their origin and what came of them.
        """
        super().__init__(shell, people.guest.session.game.loaded.files)
        self.people = people
        self._replace = replace
        self._reopen = reopen
        self.rules = rules
        self.origin = origin
        self._bound = ""
        self._opened = people.guest.session.game.loaded.rules_text
        self.news: News | None = None
        self.trial = RulesTrial()
        self.spoken: list[tuple[str, int]] = []
        """The files and lines that speak of what was pointed at on the table."""
        self.lit: frozenset[str] = frozenset()
        """The zones and components that the line at the caret speaks of."""
        self._examples: Iterator[Outcome] | None = None
        self._outcomes: list[Outcome] = []

    @property
    def guest(self) -> Guest:
        """Return the person who is at the screen."""
        return self.people.guest

    # -------------------------------------------------------------- what is shown

    def fired(self) -> Sequence[Fired]:
        """Return what the last decision set off, as far as the one who looks may know."""
        guest = self.guest
        if not guest.present:
            return []
        return guest.chronicle.fired(len(guest.shown.history), guest.seat)

    def problems(self) -> list[Diagnostic]:
        """Return the errors and remarks of the text as it is now."""
        return list(self.news.problems) if self.news else []

    def document(self) -> Document:
        """Return the page that is edited."""
        page = self.page
        if page is None:
            return Document("", read_only=True)
        theme = self.shell.theme
        marks = [
            TintedLine(f.span.line, theme.gold, capital(f.words or f.name.replace("_", " ")))
            for f in self.fired()
            if self.shows(f.span, page)
        ]
        told = self.shell.translate.told
        found = [(problem, told(problem.message)) for problem in self.problems()]
        for finding in self.trial.findings:
            see = f"; {self.shell.translate('finding_shown')}" if finding.run else ""
            found.append((finding.diagnostic, capital(told(finding.diagnostic.message)) + see))
        marks += [
            TintedLine(one.span.line, theme.bad if one.severity == "error" else theme.gold, text)
            for one, text in found
            if self.shows(one.span, page)
        ]
        marked = {mark.line for mark in marks}
        for outcome in self.news.reload.outcomes if self.news else ():
            line = outcome.span.line
            if outcome.passed and line not in marked and self.shows(outcome.span, page):
                marks.append(TintedLine(line, theme.good, self.shell.translate("example_passes")))
        marks += [
            TintedLine(line, theme.accent) for file, line in self.spoken if file == page.path.name
        ]
        spans = paints(page.text, theme)
        return Document(
            page.text, page.version, spans, tuple(marks), 13.0, False, self.jump, self._offered
        )

    # -------------------------------------------------------------- changes

    def tick(self, now: float, *, looked_at: bool = True) -> None:
        """Try changed rules when it is time, and look whether a file has changed on the disk.

        `looked_at`: the rules are shown, so that it is worth to play them.
        """
        if self.trial.tick(looked_at):
            self.shell.touch()
        if self._examples is not None and self._due is None:
            self._try_examples(self._examples)
        self.look(now)

    def edited(self, text: str) -> None:
        """Take a page as it was typed; the game of the checker is over when it has changed."""
        if self.page is not None and text != self.page.text:
            self.trial.stop()
        super().edited(text)

    def try_out(self) -> None:
        """Go on with the game on the rules as they are written now, as far as that goes.

        Raises RulesError where they can't be tried at all.
        """
        self._due = self._examples = None
        self.trial.forget()
        found = self.people.try_rules({p.path: p.text for p in self.pages})
        if found.ok:
            kept = stale(self._opened, found.session.game.loaded.rules_text)
            found = replace(found, diagnostics=(*found.diagnostics, *kept))
        self.news = News(found, problems=found.diagnostics)
        if found.ok:
            self._examples, self._outcomes = examples_of(found.session.game), []
        if found.ok and found.parted is None:
            self._take(found)
        self.shell.touch()

    @property
    def trying(self) -> bool:
        """Return whether the examples of changed rules are being run."""
        return self._examples is not None

    def _try_examples(self, examples: Iterator[Outcome]) -> None:
        """Run some more examples; tell how they went when all have been run."""
        until = time.perf_counter() + SLICE
        for outcome in examples:
            self._outcomes.append(outcome)
            if time.perf_counter() >= until:
                return
        self._examples = None
        if self.news is not None:
            found = replace(self.news.reload, outcomes=tuple(self._outcomes))
            failed = tuple(o.diagnostic for o in found.failed if o.diagnostic is not None)
            self.news.reload, self.news.problems = found, (*found.diagnostics, *failed)
            if not failed:
                self.trial.take(found.session.game.loaded)
            self.shell.touch()

    def _take(self, found: Reload) -> None:
        """Play on with the new rules."""
        assert self.news is not None
        self.news.kept = True
        self._replace(found.session)
        self._fired = None
        if self._bound:
            self._reopen(self._bound, "", self.news)

    # -------------------------------------------------------------- asked about a place

    def ask(self, key: str, text: str, caret: int) -> cmd.RulesCommand | None:
        """Answer a key about a place in the open page; return what puts the example or the finding
        that stands there on the table, None for everything else.
        """
        page = self.page
        if page is None:
            return None
        line = self.asked_at(key, text, caret, self.problems())
        match key:
            case "line":
                rules = self.guest.session.game.rules
                names = self.asked.named_on(page.path, line)
                self.lit = frozenset(names & (rules.zones.keys() | rules.components.keys()))
            case "ctrl+enter" | "margin":
                return self._shown_at(page, line, head=key == "margin")
        self.shell.touch()
        return None

    def left(self) -> None:
        """Hear that the caret stands in the text no more."""
        self.lit = frozenset()
        self.shell.touch()

    def _shown_at(self, page: RulesFile, line: int, *, head: bool) -> cmd.RulesCommand | None:
        """Return what puts on the table what is at a line: the game of a finding, or an example
        if it is so in the rules that are played; with `head` only at its first line.
        """
        for number, finding in enumerate(self.trial.findings):
            span = finding.diagnostic.span
            if finding.run is not None and span.line == line and self.shows(span, page):
                return cmd.SeeFinding(number)
        for example in self.people.home.session.game.rules.examples:
            spans = [example.span, *(step.span for step in example.steps)]
            first, last = spans[0].line, max(span.end_line for span in spans)
            here = line == first if head else first <= line <= last
            if here and self.shows(example.span, page):
                return cmd.LayExample(example.title)
        return None

    def speak_of(self, families: Sequence[str]) -> None:
        """Mark the lines that speak of zones and of what can be in them, and show the first."""
        rules = self.guest.session.game.rules
        names = [name for name in families if name in rules.zones]
        names += [piece for name in names for piece in rules.zones[name].pieces]
        self.asked.write({p.path: p.text for p in self.pages})
        path = self.pages[0].path if self.pages else Path()
        self.spoken = self.asked.speaking(path, dict.fromkeys(names)) if names else []
        page = self.page
        here = [line for file, line in self.spoken if page and file == page.path.name]
        if here:
            self.jump = here[0]
            self.shell.touch()

    # -------------------------------------------------------------- commands

    def go_on(self) -> None:
        """Play on with rules that part from the game, from the last common position."""
        if self.news is not None and self.news.reload.ok:
            self._take(self.news.reload)

    def keep_old(self) -> None:
        """Forget the changed text; the game continues as it was."""
        for page in self.pages:
            self._put(page, page.saved)
        self._nothing_new()

    def _nothing_new(self) -> None:
        """Forget what came of changed rules."""
        self.news = self._examples = None
        self.trial.forget()

    def original(self) -> None:
        """Go back to the rules that a copy of one's own was made from, as far as the game fits."""
        if not self.origin:
            return
        found = self.people.try_rules(load(self.origin))
        self.trial.forget()
        self.news, self._bound = News(found, problems=found.diagnostics), self.origin
        if found.ok and found.parted is None:
            self._take(found)
        self.shell.touch()

    def _keep_own(self, page: RulesFile) -> None:
        """Write what was changed in the library's rules into a file of one's own, and tell so.

        The library's file stays as it is: anybody's game of it would be another one else.
        """
        shell = self.shell
        path = _free(page.path.stem)
        base = load(page.path)
        title = f"{base.title} · {shell.translate('own_rules')}"
        text = variation(title, base, page.text, path) or page.text
        if not write_whole(path, text):
            shell.toast(shell.translate("not_saved", why=str(path)), "bad")
            return
        shell.toast(shell.translate("kept_own", name=str(path)))
        first = page is self.pages[0] and "+" not in self.rules
        self._put(page, page.saved)
        self._nothing_new()
        if first and not self.people.trying:
            found = self.people.try_rules(load(path))
            if found.ok and found.parted is None:
                self._replace(found.session)
                self._reopen(str(path), self.rules, self.news)

    def save(self) -> None:
        """Write the open file, or say why that can't be; one of the library is never written."""
        if self.page is not None and came_with_cairn(self.page.path):
            self._keep_own(self.page)
        else:
            super().save()


def _free(stem: str) -> Path:
    """Return the first name that no file of one's own has yet."""
    number = 1
    while (path := rules_folder() / f"{stem}-{number}{SUFFIX}").exists():
        number += 1
    return path
