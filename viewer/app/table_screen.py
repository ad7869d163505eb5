"""The table: a game that is played, with everything that belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, assert_never

from engine import Session
from engine.game.arranged import lay_example
from engine.table.deal import in_language
from engine.table.pass_and_play import PassAndPlay
from engine.table.seats import HUMAN, seats_of
from engine.teach.positions import open_position
from viewer import commands as cmd
from viewer.app.at_screen import AtScreen
from viewer.app.course import CourseRound
from viewer.app.game_review import GameReview
from viewer.app.game_text import GameText
from viewer.app.help_pages import HelpPages
from viewer.app.i18n import capital
from viewer.app.lesson import LessonState
from viewer.app.match_controller import MatchController
from viewer.app.rules_editor import RulesEditor
from viewer.app.save_name import SaveName
from viewer.app.scene_view import SceneView
from viewer.app.shell import Shell
from viewer.commands import AtTable, InLesson, InRules, InSettings
from viewer.nodes import Spot

if TYPE_CHECKING:
    from engine import Explanation
    from engine.game.move_options import MoveOption
    from engine.teach.kept_lesson import KeptLesson
    from viewer.app.rules_editor import News

KEEP = 2.0
"""At most so often, in seconds, a game is kept while it is played."""


class TableScreen(AtScreen):
    """A game on the table: the people at it, what they do, how it looks, its rules.

    `rules` is how the ruleset is opened again. `still`: nobody thinks and nothing is kept.
    """

    def __init__(
        self, shell: Shell, people: PassAndPlay, rules: str, *, still: bool = False
    ) -> None:
        super().__init__(shell, people)
        self.rules = rules
        self.still = still
        self.text = GameText(shell, self.people)
        self.lesson: LessonState | None = None
        self.course: CourseRound | None = None
        self.review: GameReview | None = None
        self.turn = MatchController(shell, self.people, self.text, self._listen, self._refused)
        self.turn.warned = self._warned
        self.view = SceneView(shell, self.people, self.text, self.turn)
        self.editor = self._editor(rules, "", None)
        self.help = HelpPages(shell, people)
        self.tab: cmd.Tab = "log"
        self.drawn = False
        """Whether the open tab covers the table, where there is no room for it beside the table."""
        self.naming = SaveName("")
        """The name that is being written for a save."""
        self._kept = 0.0
        self._unkeepable = False
        """Whether the game could not be kept the last time, which is said once."""
        shell.laid += 1
        self.turn.begin()

    @property
    def busy(self) -> bool:
        """Return whether something continues on its own."""
        reviewing = self.review is not None and self.review.busy
        reading = self.tab == "help" and self.help.waits
        coaching = self.lesson is not None and self.lesson.busy
        waits = self.turn.agents.waiting or self.editor.trying
        return waits or reviewing or reading or coaching or bool(self.guest.stages)

    def tick(self, now: float) -> None:
        """Do what the time asks for: agents, games to keep, files that changed."""
        if not self.still:
            if self.people.home.unkept and now >= self._kept + KEEP:
                self._kept = now
                self.keep()
            self.turn.tick(now)
        if not self.people.home.hosted:
            self.editor.tick(now, looked_at=self.tab == "rules")
        self.view.tick(now)
        if self.review is not None and self.review.changed():
            self.shell.touch()
        if self.tab == "help" and self.help.changed():
            self.shell.touch()
        if self.lesson is not None and self.lesson.advised():
            self.shell.touch()

    def update(self, command: cmd.TableCommand) -> None:
        """Do what a button or a key asks for. Raises RulesError for what the rules refuse."""
        turn, guest, shell = self.turn, self.guest, self.shell
        match command:
            case AtTable.UNDO:
                turn.undo()
            case AtTable.REDO:
                turn.redo()
            case AtTable.HINT:
                turn.hint()
            case AtTable.HURRY:
                turn.agents.hurry()
            case AtTable.REPLAY:
                turn.replay()
            case AtTable.PAUSE:
                turn.agents.pause()
            case AtTable.NEXT_MOVE:
                turn.agents.step()
            case AtTable.CONFIRM:
                turn.confirm()
            case AtTable.CANCEL:
                turn.release()
            case cmd.Answer(number):
                turn.answer(number)
            case cmd.SetNumber(number):
                turn.entry.set(number)
                turn.numbered()
            case cmd.Step(by):
                turn.entry.step(by)
                turn.numbered()
            case AtTable.MOVES:
                if guest.asked:
                    turn.list_typed = ""
                    shell.open("" if shell.overlay == "moves" else "moves")
            case cmd.MakeMove(notation):
                offer = next((o for o in guest.offers if o.text == notation), None)
                if offer is not None:
                    shell.open("")
                    turn.make(offer)
            case cmd.LookAt(decisions):
                self.drawn = False
                turn.look(decisions)
            case AtTable.PRESENT:
                turn.look(None)
            case AtTable.BACK:
                turn.stroll(-1)
            case AtTable.FORWARD:
                turn.stroll(1)
            case AtTable.WHAT_IF:
                turn.what_if()
            case AtTable.END_WHAT_IF:
                if self.people.trying:
                    self._another(self.people.end_what_if)
            case AtTable.REVEAL:
                self.people.reveal()
                turn.changed()
            case AtTable.WHY:
                turn.reasons.why_chosen()
            case AtTable.RESULT:
                if guest.session.over and guest.looking is None:
                    shell.open("result")
            case AtTable.SAVE_GAME:
                if shell.autosave is not None:
                    self.naming = SaveName(shell.autosave.proposal(self.kept[0]))
                    shell.open("save")
            case AtTable.SAVE_UNDER:
                self._save()
            case cmd.ShowTab(tab):
                if shell.overlay:
                    shell.open("")
                    self.drawn, self.tab = True, tab
                else:
                    self.drawn = not (self.drawn and self.tab == tab)
                    self.tab = "log" if self.tab == tab else tab
                shell.touch()
            case _:
                if isinstance(command, cmd.LearnCommand):
                    self._learn(command)
                elif isinstance(command, cmd.HelpCommand):
                    self._help(command)
                else:
                    self._on_rules(command)
                shell.touch()

    def _learn(self, command: cmd.LearnCommand) -> None:
        lesson, session = self.lesson, self.people.home.session
        match command:
            case InLesson.CLOSE_BOX:
                if lesson is not None:
                    lesson.close(session)
            case InLesson.LAST_BOX:
                if lesson is not None:
                    lesson.back()
            case InLesson.STOP_LESSON:
                if lesson is not None:
                    lesson.forget()
                self.lesson = None
            case InLesson.COACH:
                if lesson is not None:
                    lesson.coach = not lesson.coach
            case cmd.AnswerExercise(number):
                if self.course is not None:
                    self.course.answer(number)
            case InLesson.REVIEW_GAME:
                self._review()
            case _:
                assert_never(command)
        silent = self.lesson is None or self.lesson.box is None
        ends = command in (InLesson.CLOSE_BOX, InLesson.STOP_LESSON)
        if session.over and ends and silent:
            self.shell.open("result")

    def _help(self, command: cmd.HelpCommand) -> None:
        match command:
            case cmd.SpeakOf(number):
                self.help.choose(number)
            case cmd.ShowPart(number):
                self.help.go_to(number)
            case cmd.TryPosition(number):
                self._try(number)
            case _:
                assert_never(command)

    def _try(self, number: int) -> None:
        """Put a position of the help on the table, and say what is to be tried there."""
        trial = self.help.trial(number)
        if trial is not None:
            game = self.guest.session.game
            self._lay(open_position(game.loaded, trial.position, game.language))
            if trial.said:
                self.text.toast(capital(trial.said))

    def _review(self) -> None:
        """Begin to look for what the game teaches; close it if that is shown."""
        shown, self.review = self.review, None
        if shown is None:
            self.shell.open("")
            self.tab = "log"
            viewer = self.guest.seat
            self.review = GameReview(self.guest.session, 0 if viewer is None else viewer)
        else:
            self.turn.look(None)

    def _on_rules(self, command: cmd.RulesCommand) -> None:
        editor = self.editor
        match command:
            case cmd.ShowRule(file, line):
                self.tab, self.drawn = "rules", True
                editor.point(file, line)
            case cmd.ShowPage(number):
                editor.show(number)
            case InRules.SAVE_PAGE:
                editor.save()
            case InRules.REVERT_PAGE:
                editor.revert()
            case InRules.GO_ON_WITH_RULES:
                editor.go_on()
            case InRules.KEEP_OLD_RULES:
                editor.keep_old()
            case cmd.LayExample(title):
                self._lay_example(title)
            case cmd.SeeFinding(number):
                self._see(number)
            case InRules.TO_ORIGINAL:
                editor.original()
            case _:
                assert_never(command)

    def ask(self, key: str, text: str, caret: int) -> None:
        """Take a key that asks about a place in the rules; an example is put on the table, or the
        game that shows a finding.
        """
        command = self.editor.ask(key, text, caret)
        if command is not None:
            self._on_rules(command)

    def _lay_example(self, title: str) -> None:
        game = self.kept[0].game
        laid = lay_example(game.loaded, title, game.language)
        self._lay(laid.session)
        if laid.stopped:
            self.shell.toast(capital(laid.stopped), "bad")

    def _see(self, number: int) -> None:
        """Put the game that shows a finding on the table; one that is over from its beginning."""
        session = self.editor.trial.game(number, self.translate.language)
        if session is not None:
            self._lay(session)
            if session.over:
                self.turn.look(0)

    def _lay(self, session: Session) -> None:
        """Put another game of these rules on the table; the game itself waits."""
        self._another(lambda: self.people.put(session, seats_of(session)))

    def speak_of(self, spots: Sequence[Spot]) -> None:
        """Mark the lines of the rules that speak of what was pointed at, if they are shown."""
        if self.tab == "rules":
            families = [place.family for place, _ in spots]
            self.editor.speak_of(families)

    # -------------------------------------------------------------- the game continues otherwise

    def teach(self, kept: KeptLesson | None = None) -> None:
        """Give the first person a tutor; `kept`: where the lesson is kept, or was."""
        seats = self.guest.table.seats
        if HUMAN in seats:
            self.lesson = LessonState(self.guest.session, seats.index(HUMAN), seats, kept)
            self.shell.touch()

    def examine(self, course: CourseRound) -> None:
        """Lay an exercise on the table: what it asks for is not shown by scores."""
        self.course = course
        self.text.hushed = True
        self.shell.open("")
        self.people.watch(course.viewer(self.guest.session))
        self.tab = "log"
        self.shell.touch()

    def _listen(self) -> bool:
        """Let whoever teaches look at another position; tell whether there is more to be said."""
        if self.course is not None:
            if self.guest.session.history and not self.course.moved(self.guest.session):
                self.guest.table.undo()
            return True
        if self._taught is not None and self.guest.looking is None:
            told = self._taught.unkept
            self._taught.look(self.guest.session)
            if self._taught.unkept and not told:
                self.shell.toast(self._taught.unkept, "bad")
            return self._taught.box is not None
        return self.review is not None

    @property
    def _taught(self) -> LessonState | None:
        """Return the tutor, who doesn't look at what is only tried out."""
        return None if self.people.trying else self.lesson

    def _warned(self, offer: MoveOption) -> bool:
        """Let the tutor warn of a move; return whether it has, so that the move waits."""
        found = self._taught is not None and self._taught.warned(self.guest.session, offer.move)
        if found:
            self.shell.touch()
        return found

    def _refused(self, why: Explanation) -> None:
        """Let the player who teaches answer what can't be done."""
        if self._taught is not None:
            self._taught.refused(why)
            self.shell.touch()
        elif self.course is not None:
            self.course.refused(why)
            self.shell.touch()

    def replace(self, session: Session) -> None:
        """Go on with the same game on other rules or in another language."""
        self._another(lambda: self.people.table.replace(session))

    def _another(self, doing: Callable[[], object]) -> None:
        """Do what puts another session on the table, which may be one of other rules."""
        before = self.guest.session.game
        self.turn.agents.stop()
        doing()
        if self.guest.session.game is before:
            self.turn.changed()
            return
        self.text.replaced()
        self.view.renew()
        self.shell.laid += 1
        self.turn.begin()

    def _take_rules(self, session: Session) -> None:
        """Go on with the game on other rules, also with one that waits."""
        if self.people.trying:
            self.people.home.replace(session)
        else:
            self.replace(session)

    def settled(self, command: cmd.SettingCommand) -> None:
        """Take over settings that have been changed."""
        match command:
            case InSettings.PALETTE:
                self.view.renew()
            case cmd.Language() if not self.people.home.hosted:
                self.replace(in_language(self.guest.session, self.translate.language))
            case InSettings.HIDE_HANDS:
                self.people.covers = self.shell.prefs.hide_hands
            case _:
                pass

    def _editor(self, rules: str, origin: str, news: News | None) -> RulesEditor:
        """Return the files of the rules that are played now."""
        editor = RulesEditor(
            self.shell, self.people, rules, replace=self._take_rules, reopen=self._reopen,
            origin=origin,
        )  # fmt: skip
        editor.news = news
        return editor

    def _reopen(self, rules: str, origin: str, news: News | None) -> None:
        self.editor.trial.stop()
        self.rules, self.editor = rules, self._editor(rules, origin, news)

    # -------------------------------------------------------------- keeping

    @property
    def kept(self) -> tuple[Session, list[str]]:
        """Return what is kept: the game itself while something is tried out."""
        home = self.people.home
        return home.session, home.seats

    def keep(self) -> None:
        """Keep the game for another time."""
        shell = self.shell
        if shell.autosave is None or self.still:
            return
        kept = self.people.home.keep(shell.autosave, self.rules, self.text.title)
        if not kept and not self._unkeepable:
            shell.toast(self.translate("not_kept", where=str(shell.autosave.folder)), "bad")
        self._unkeepable = not kept

    def _save(self) -> None:
        """Save the game under the name that is written, if it can have that."""
        keeper, naming = self.shell.autosave, self.naming
        if keeper is None or self.shell.overlay != "save":
            return
        if naming.accepted(keeper):
            path = keeper.save(*self.kept, self.rules, self.text.title, naming.text)
            self.shell.open("")
            self.shell.toast(self.translate("saved", name=str(path)))
        self.shell.touch()

    @property
    def typing(self) -> bool:
        """Return whether characters go into the name of a save."""
        return self.shell.overlay == "save"

    def typed(self, text: str) -> None:
        """Take typed characters for the name of a save."""
        if self.typing:
            self.naming.typed(text)
            self.shell.touch()

    def key(self, name: str) -> bool:
        """Take a key while a name is written; return whether it was one for that."""
        if not self.typing or not self.naming.key(name):
            return False
        self.shell.touch()
        return True

    def leave(self) -> None:
        """Be taken off the table: the game is kept, and nothing continues in the background."""
        self.keep()
        self.stop()

    def stand_up(self) -> None:
        """Leave the game, which goes on at its table without this screen."""
        self.people.leave()

    def stop(self) -> None:
        """Let nothing continue in the background: what agents think is forgotten."""
        self.turn.agents.stop()
        self.editor.trial.stop()
