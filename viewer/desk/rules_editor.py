"""The rules beside the table: their texts, what fired last, and going on with changed rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine import FileWatcher, examples_of, library, load, variation
from viewer import commands as cmd
from viewer.desk.document import Document, OfferedWords, TintedLine
from viewer.desk.i18n import capital
from viewer.desk.preferences import rules_folder, write_whole
from viewer.desk.rules_asked import AskedRules, place_at
from viewer.desk.rules_trial import RulesTrial
from viewer.desk.syntax_colours import paints

if TYPE_CHECKING:
    from engine import Diagnostic, Fired, Match, Outcome, Reload, Session, Span
    from viewer.desk.shell import Shell

QUIET = 0.25
"""After so many seconds without another change, changed rules are tried."""
SLICE = 0.008
"""Examples are run for so long at a time, in seconds, while the game goes on."""
SUFFIX = ".cairn"
POLL = 0.5
"""How often files are looked at, in seconds."""


@dataclass
class RulesFile:
    """One file of the rules: its text here and as it is on the disk, and when that changed."""

    path: Path
    text: str
    saved: str
    version: int = 0

    @property
    def dirty(self) -> bool:
        """Tell whether it was changed here and not saved."""
        return self.text != self.saved


@dataclass
class News:
    """What came of the rules as they are written now."""

    reload: Reload
    kept: bool = False
    problems: tuple[Diagnostic, ...] = ()

    @property
    def parting(self) -> bool:
        """Tell whether the game can't be played on with them as it stands."""
        return self.reload.parted is not None and not self.kept


class RulesEditor:
    """The texts that the game on the table is played from."""

    def __init__(
        self,
        shell: Shell,
        match: Match,
        rules: str,
        *,
        replace: Callable[[Session], None],
        reopen: Callable[[str, str, News | None], None],
        origin: str = "",
    ) -> None:
        """Open the files of the game on the table, its own first, then what it builds on.

        `rules`: how they are opened. `origin`: how those are that a copy of one's own was made
        from. `replace` goes on with the game on other rules; `reopen` opens the files of other
        rules with their origin and what came of them.
        """
        self.shell = shell
        self.match = match
        self._replace = replace
        self._reopen = reopen
        self.rules = rules
        self.origin = origin
        self._bound = ""
        self.open = 0
        self.news: News | None = None
        self.pages: list[RulesFile] = []
        self.jump: int | None = None
        self.asked = AskedRules()
        self.trial = RulesTrial()
        self.spoken: list[tuple[str, int]] = []
        """The files and lines that speak of what was pointed at on the table."""
        self.lit: frozenset[str] = frozenset()
        """The zones and components that the line at the caret speaks of."""
        self._offered: OfferedWords | None = None
        self._due: float | None = None
        self._examples: Iterator[Outcome] | None = None
        self._outcomes: list[Outcome] = []
        self._polled = 0.0
        self._fired: tuple[object, list[Fired]] | None = None
        # Stacked variants each name the game that they build on.
        for path in dict.fromkeys(match.session.game.loaded.files):
            text = _read(path)
            if text is not None:
                self.pages.append(RulesFile(path, text, text))
        self._watch = FileWatcher([p.path for p in self.pages])

    # -------------------------------------------------------------- what is shown

    @property
    def page(self) -> RulesFile | None:
        """Return the file that is shown."""
        return self.pages[self.open] if self.open < len(self.pages) else None

    def fired(self) -> Sequence[Fired]:
        """Return what the last decision set off, as far as the one who looks may know."""
        match = self.match
        if match.curtain is not None:
            return []
        shown = match.shown
        key = (len(shown.history), id(shown), match.viewer)
        if self._fired is None or self._fired[0] != key:
            self._fired = (key, list(shown.fired(match.viewer)))
        return self._fired[1]

    def shows(self, span: Span, page: RulesFile) -> bool:
        """Tell whether a span stands in a page."""
        return bool(span.line) and Path(span.file).name == page.path.name

    def problems(self) -> list[Diagnostic]:
        """Return the mistakes and remarks of the text as it is now."""
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
        found = [(problem, problem.message) for problem in self.problems()]
        for finding in self.trial.findings:
            see = f"; {self.shell.translate('finding_shown')}" if finding.run else ""
            found.append((finding.diagnostic, capital(finding.diagnostic.message) + see))
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

    def edited(self, text: str) -> None:
        """Take a page as it was typed; the rules are tried when nothing more is typed."""
        page, self._offered = self.page, None
        if page is not None and text != page.text:
            page.text = text
            self._due = self.shell.now + QUIET
            self.trial.stop()
            self.shell.touch()

    def tick(self, now: float, *, looked_at: bool = True) -> None:
        """Try changed rules when it is time, and look whether a file has changed on the disk.

        `looked_at`: the rules are shown, so that it is worth to play them.
        """
        if self.trial.tick(looked_at):
            self.shell.touch()
        if self._due is not None and now >= self._due:
            self.try_out()
        elif self._examples is not None:
            self._try_examples(self._examples)
        if now >= self._polled + POLL:
            self._polled = now
            self._look_at_files()

    def _look_at_files(self) -> None:
        """Take over what was saved by another editor; what was typed here and not saved stays."""
        taken = False
        for path in self._watch.changed():
            page = next((p for p in self.pages if p.path == path), None)
            text = _read(path)
            if page is None or text is None or text == page.saved:
                continue
            page.saved, mine = text, page.dirty
            if not mine:
                self._put(page, text)
                taken = True
        if taken:
            self.try_out()

    def try_out(self) -> None:
        """Go on with the game on the rules as they are written now, as far as that goes.

        Raises RulesError where they can't be tried at all.
        """
        self._due = self._examples = None
        self.trial.forget()
        found = self.match.try_rules({p.path: p.text for p in self.pages})
        self.news = News(found, problems=found.diagnostics)
        if found.ok:
            self._examples, self._outcomes = examples_of(found.session.game), []
        if found.ok and found.parted is None:
            self._take(found)
        self.shell.touch()

    @property
    def trying(self) -> bool:
        """Tell whether the examples of changed rules are being run."""
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
        self.edited(text)
        self.asked.write({p.path: p.text for p in self.pages})
        line, column = place_at(text, caret)
        match key:
            case "f12":
                found = self.asked.declared(page.path, line, column)
                if found is not None:
                    self.point(*found)
            case "ctrl+.":
                mended = self.asked.mended(text, line, self.problems())
                if mended is not None:
                    self._write(page, mended)
            case "ctrl+space":
                offered = self.asked.offered(page.path, text, caret)
                if len(offered.words) == 1:
                    only, _ = offered.words[0]
                    self._write(page, text[: offered.start] + only + text[caret:])
                elif offered.words:
                    self._offered = offered
                else:
                    self.shell.toast(self.shell.translate("nothing_fits"))
            case "line":
                rules = self.match.session.game.rules
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

    def _write(self, page: RulesFile, text: str) -> None:
        """Take a text that was not typed; it is tried like one that was."""
        if text != page.text:
            self._put(page, text)
            self._due = self.shell.now + QUIET

    def _shown_at(self, page: RulesFile, line: int, *, head: bool) -> cmd.RulesCommand | None:
        """Return what puts on the table what stands at a line: the game of a finding, or an example
        if it stands so in the rules that are played; with `head` only at its first line.
        """
        for number, finding in enumerate(self.trial.findings):
            span = finding.diagnostic.span
            if finding.run is not None and span.line == line and self.shows(span, page):
                return cmd.SeeFinding(number)
        for example in (self.match.study or self.match).session.game.rules.examples:
            spans = [example.span, *(step.span for step in example.steps)]
            first, last = spans[0].line, max(span.end_line for span in spans)
            here = line == first if head else first <= line <= last
            if here and self.shows(example.span, page):
                return cmd.LayExample(example.title)
        return None

    def speak_of(self, families: Sequence[str]) -> None:
        """Mark the lines that speak of zones and of what may lie in them, and show the first."""
        rules = self.match.session.game.rules
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

    def show(self, number: int) -> None:
        """Show another file."""
        self.open = max(0, min(number, len(self.pages) - 1))
        self.jump = None

    def point(self, file: str, line: int) -> None:
        """Show a line of a file."""
        for number, page in enumerate(self.pages):
            if Path(file).name == page.path.name:
                self.open, self.jump = number, line

    def go_on(self) -> None:
        """Play on with rules that part from the game, from the last common position."""
        if self.news is not None and self.news.reload.ok:
            self._take(self.news.reload)

    def keep_old(self) -> None:
        """Forget the changed text; the game goes on as it was."""
        for page in self.pages:
            self._put(page, page.saved)
        self._nothing_new()

    def _nothing_new(self) -> None:
        """Forget what came of changed rules."""
        self.news = self._examples = None
        self.trial.forget()

    def revert(self) -> None:
        """Take the text of the open file as it was saved."""
        if self.page is not None and self.page.dirty:
            self._put(self.page, self.page.saved)
            self.try_out()

    def _put(self, page: RulesFile, text: str) -> None:
        if page.text != text:
            page.text = text
            page.version += 1

    def original(self) -> None:
        """Go back to the rules that a copy of one's own was made from, as far as the game fits."""
        match = self.match
        if not self.origin:
            return
        found = match.try_rules(load(self.origin))
        self.trial.forget()
        self.news, self._bound = News(found, problems=found.diagnostics), self.origin
        if found.ok and found.parted is None:
            self._take(found)
        self.shell.touch()

    def _keep_own(self, page: RulesFile) -> None:
        """Write what was changed in the library's rules into a file of one's own, and tell so.

        The library's file stays as it is: anybody's game of it would be another one else.
        """
        shell, match = self.shell, self.match
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
        if first and match.study is None:
            found = match.try_rules(load(path))
            if found.ok and found.parted is None:
                self._replace(found.session)
                self._reopen(str(path), self.rules, self.news)

    def save(self) -> None:
        """Write the open file, or say why that can't be; one of the library is never written."""
        page, shell = self.page, self.shell
        if page is None:
            return
        if is_library(page.path):
            self._keep_own(page)
        elif write_whole(page.path, page.text):
            page.saved = page.text
            self._watch.changed()
            shell.toast(shell.translate("rules_saved", name=page.path.name))
        else:
            shell.toast(shell.translate("not_saved", why=page.path.name), "bad")


def is_library(path: Path) -> bool:
    """Tell whether a file is one of the library's."""
    return path.resolve() in {known.resolve() for known in library()}


def _free(stem: str) -> Path:
    """Return the first name that no file of one's own has yet."""
    number = 1
    while (path := rules_folder() / f"{stem}-{number}{SUFFIX}").exists():
        number += 1
    return path


def _read(path: Path) -> str | None:
    """Return a file's text, None when it can't be read now."""
    try:
        return path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, ValueError):
        return None
