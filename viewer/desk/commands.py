"""Carries out what buttons and keys ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine import HUMAN, Match, RulesError
from viewer import commands as cmd
from viewer.desk.i18n import capital, languages
from viewer.desk.lesson import Lesson
from viewer.desk.preferences import SCALES, SPEEDS

if TYPE_CHECKING:
    from viewer.desk.desk import Desk
    from viewer.desk.rules_editor import Book
    from viewer.desk.start_screen import Lobby


def run(desk: Desk, command: cmd.AnyCommand) -> None:
    """Carry out a command; one without the game or screen to do it in does nothing.

    What the rules refuse is told.
    """
    try:
        if isinstance(command, cmd.StartCommand):
            if desk.lobby is not None:
                _at_start(desk, desk.lobby, command)
        elif isinstance(command, cmd.SharedCommand):
            _everywhere(desk, command)
        elif desk.sitting is not None:
            _at_table(desk, desk.sitting, command)
    except RulesError as problem:
        desk.toast(capital(problem.diagnostics[0].message), "bad")


# ------------------------------------------------------------------ at the table


def _at_table(desk: Desk, sitting: Match, command: cmd.TableCommand) -> None:
    acting = desk.acting
    match command:
        case cmd.Undo():
            acting.undo()
        case cmd.Redo():
            acting.redo()
        case cmd.Hint():
            acting.hint()
        case cmd.Hurry():
            acting.hurry()
        case cmd.Replay():
            acting.replay()
        case cmd.Pause():
            acting.minds.pause()
        case cmd.NextMove():
            acting.minds.step()
        case cmd.Confirm():
            acting.confirm()
        case cmd.Cancel():
            acting.release()
        case cmd.Answer(number):
            question = acting.question
            if question is not None and number < len(question.choices):
                choice = question.choices[number]
                acting.pick(choice.pick, choice.offer)
        case cmd.SetNumber(number):
            acting.entry.set(number)
        case cmd.Step(by):
            acting.entry.step(by)
        case cmd.Moves():
            if sitting.asked:
                acting.list_typed = ""
                desk.open("" if desk.overlay == "moves" else "moves")
        case cmd.MakeMove(notation):
            offer = next((o for o in sitting.offers if o.text == notation), None)
            if offer is not None:
                desk.open("")
                acting.make(offer)
        case cmd.LookAt(decisions):
            acting.look(decisions)
        case cmd.Present():
            acting.look(None)
        case cmd.Back():
            acting.stroll(-1)
        case cmd.Forward():
            acting.stroll(1)
        case cmd.Fork():
            acting.fork()
        case cmd.EndStudy():
            acting.end_study()
        case cmd.LiftCurtain():
            sitting.lift()
            acting.changed()
        case cmd.Why():
            acting.why_chosen()
        case cmd.SaveGame():
            _save(desk, sitting)
        case cmd.Again():
            acting.deal_again()
        case cmd.ShowTab(tab):
            desk.tab = "log" if desk.tab == tab else tab
            desk.touch()
        case cmd.CloseBox():
            if desk.lesson is not None:
                desk.lesson.close(sitting.session)
                desk.touch()
        case cmd.StopLesson():
            desk.lesson = None
            desk.touch()
        case _:
            if desk.book is not None:
                _on_rules(desk, desk.book, command)
                desk.touch()


def _save(desk: Desk, sitting: Match) -> None:
    if desk.keeper is not None:
        kept = sitting.study or sitting
        path = desk.keeper.save(kept.session, kept.seats, desk.acting.rules, desk.game_title)
        desk.open("")
        desk.toast(desk.tongue("saved", name=str(path)))


def _on_rules(desk: Desk, book: Book, command: cmd.RulesCommand) -> None:
    match command:
        case cmd.ShowRule(file, line):
            desk.tab = "rules"
            book.point(file, line)
        case cmd.ShowPage(number):
            book.show(number)
        case cmd.SavePage():
            book.save()
        case cmd.RevertPage():
            book.revert()
        case cmd.GoOnWithRules():
            book.go_on()
        case cmd.KeepOldRules():
            book.keep_old()
        case cmd.ToOriginal():
            book.original()
        case _:
            assert_never(command)


# ------------------------------------------------------------------ the start screen


def _at_start(desk: Desk, lobby: Lobby, command: cmd.StartCommand) -> None:
    if not isinstance(command, cmd.WriteSeed | cmd.WriteName | cmd.Play | cmd.Learn):
        lobby.typing = ""
    match command:
        case cmd.ChooseGame(rules):
            lobby.choose_game(rules)
        case cmd.ToggleVariant(rules):
            lobby.choose_edition(rules)
        case cmd.ChoosePlayers(players):
            lobby.choose_players(players)
        case cmd.NextSitter(seat):
            lobby.choose_seat(seat)
        case cmd.ChooseFirst(seat):
            lobby.first = seat
        case cmd.ChooseOption(option, value):
            lobby.choose_option(option, value)
        case cmd.WriteSeed():
            lobby.choose_seed()
        case cmd.WriteName(seat):
            lobby.choose_name(seat)
        case cmd.ToggleStudy():
            lobby.study = not lobby.study
        case cmd.Play():
            _play(desk, lobby)
        case cmd.Learn():
            _learn(desk, lobby)
        case _:
            assert_never(command)
    desk.touch()


def _play(desk: Desk, lobby: Lobby) -> None:
    session, seats, rules = lobby.begin()
    people = tuple(name.strip() for name in lobby.people)
    if people != desk.prefs.people:
        desk.settle(people=people)
    desk.sit(session, seats, rules)


def _learn(desk: Desk, lobby: Lobby) -> None:
    _play(desk, lobby)
    sitting = desk.sitting
    if sitting is not None and HUMAN in sitting.seats:
        desk.lesson = Lesson(sitting.session, sitting.seats.index(HUMAN))


# ------------------------------------------------------------------ everywhere


def _everywhere(desk: Desk, command: cmd.SharedCommand) -> None:
    match command:
        case cmd.Resume(file):
            _resume(desk, file)
        case cmd.LeaveGame():
            desk.acting.leave()
        case cmd.Help():
            desk.open("" if desk.overlay == "help" else "help")
        case cmd.Menu():
            desk.open("" if desk.overlay == "menu" else "menu")
        case cmd.Games():
            desk.acting.keep()
            desk.open("games")
        case cmd.Close():
            desk.open("")
        case cmd.GoOn():
            desk.go_on()
        case cmd.GoBack():
            desk.go_on()
            if desk.sitting is not None:
                desk.acting.undo()
        case cmd.Scroll(name, rows):
            desk.scroll(name, rows)
        case cmd.Quit():
            desk.wants_quit = True
        case cmd.Fullscreen():
            desk.wants_fullscreen = not desk.wants_fullscreen
            desk.touch()
        case _:
            _setting(desk, command)


def _resume(desk: Desk, file: str) -> None:
    if desk.keeper is not None:
        desk.acting.keep()
        session, seats, rules = desk.keeper.resume(file, desk.tongue.language)
        desk.keeper.current = file
        desk.sit(session, seats, rules)


def _setting(desk: Desk, command: cmd.SettingCommand) -> None:
    prefs = desk.prefs
    match command:
        case cmd.Theme():
            desk.settle(theme="contrast" if prefs.theme == "table" else "table")
        case cmd.Palette():
            desk.settle(palette="safe" if prefs.palette == "usual" else "usual")
            if desk.tableau is not None:
                desk.tableau.renew()
        case cmd.Scale():
            now = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - prefs.scale))
            desk.settle(scale=SCALES[(now + 1) % len(SCALES)])
        case cmd.Speed():
            now = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - prefs.speed))
            desk.settle(speed=SPEEDS[(now + 1) % len(SPEEDS)])
        case cmd.Language(language):
            known = languages()
            now = known.index(desk.tongue.language) if desk.tongue.language in known else 0
            desk.settle(language=language or known[(now + 1) % len(known)])
            desk.acting.speak(desk.tongue.language)
        case cmd.Curtain():
            desk.settle(curtain=not prefs.curtain)
            if desk.sitting is not None:
                desk.sitting.curtains = desk.prefs.curtain
        case _:
            assert_never(command)
