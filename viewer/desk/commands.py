"""Commands by name: what buttons and keys ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import HUMAN, RulesError
from viewer.desk.i18n import capital, languages
from viewer.desk.lesson import Lesson
from viewer.desk.preferences import SCALES, SPEEDS
from viewer.nodes import Do

if TYPE_CHECKING:
    from viewer.desk.desk import Desk

_Command = Callable[["Desk", tuple[str, ...]], None]
_BY_NAME: dict[str, _Command] = {}
_AT_TABLE = frozenset(
    {
        "undo", "redo", "hint", "hurry", "replay", "pause", "next_move", "confirm", "cancel",
        "unpick", "answer", "number", "step",
        "moves", "make", "look", "return", "back", "forward", "fork", "end_study", "lift", "why",
        "save", "again",
    }
)  # fmt: skip
"""What there has to be a game for."""


def run(desk: Desk, do: Do) -> None:
    """Carry out a command; an unknown one, or one without a game to do it in, does nothing."""
    work = _BY_NAME.get(do.command)
    if work is None or (do.command in _AT_TABLE and desk.sitting is None):
        return
    try:
        work(desk, do.about)
    except RulesError as problem:
        desk.toast(capital(problem.diagnostics[0].message), "bad")


def command(name: str) -> Callable[[_Command], _Command]:
    """Give a function a name by which buttons and keys call it."""

    def keep(work: _Command) -> _Command:
        _BY_NAME[name] = work
        return work

    return keep


# ------------------------------------------------------------------ playing

for _name, _work in {
    "undo": lambda d, a: d.acting.undo(),
    "redo": lambda d, a: d.acting.redo(),
    "hint": lambda d, a: d.acting.hint(),
    "hurry": lambda d, a: d.acting.hurry(),
    "replay": lambda d, a: d.acting.replay(),
    "pause": lambda d, a: d.acting.minds.pause(),
    "next_move": lambda d, a: d.acting.minds.step(),
    "confirm": lambda d, a: d.acting.confirm(),
    "cancel": lambda d, a: d.acting.release(),
    "unpick": lambda d, a: d.acting.back(),
    "step": lambda d, a: d.acting.entry.step(int(a[0])),
    "number": lambda d, a: d.acting.entry.set(int(a[0])),
    "return": lambda d, a: d.acting.look(None),
    "look": lambda d, a: d.acting.look(int(a[0])),
    "back": lambda d, a: d.acting.stroll(-1),
    "forward": lambda d, a: d.acting.stroll(1),
    "fork": lambda d, a: d.acting.fork(),
    "end_study": lambda d, a: d.acting.end_study(),
    "why": lambda d, a: d.acting.why_chosen(),
}.items():
    _BY_NAME[_name] = _work


@command("answer")
def _answer(desk: Desk, about: tuple[str, ...]) -> None:
    """Choose an answer by its number."""
    question = desk.acting.question
    if question is not None and int(about[0]) < len(question.choices):
        choice = question.choices[int(about[0])]
        desk.acting.pick(choice.pick, choice.offer)


@command("make")
def _make(desk: Desk, about: tuple[str, ...]) -> None:
    """Make a legal move from the list, by its notation."""
    assert desk.sitting is not None
    offer = next((o for o in desk.sitting.offers if o.text == about[0]), None)
    if offer is not None:
        desk.open("")
        desk.acting.make(offer)


@command("lift")
def _lift(desk: Desk, about: tuple[str, ...]) -> None:
    """Take the curtain away."""
    assert desk.sitting is not None
    desk.sitting.lift()
    desk.acting.changed()


# ------------------------------------------------------------------ panels


@command("tab")
def _tab(desk: Desk, about: tuple[str, ...]) -> None:
    """Show another part of the side panel."""
    desk.tab = "log" if desk.tab == about[0] else about[0]
    desk.touch()


@command("help")
def _help(desk: Desk, about: tuple[str, ...]) -> None:
    """Show the keys."""
    desk.open("" if desk.overlay == "help" else "help")


@command("menu")
def _menu(desk: Desk, about: tuple[str, ...]) -> None:
    """Open the menu."""
    desk.open("" if desk.overlay == "menu" else "menu")


@command("moves")
def _moves(desk: Desk, about: tuple[str, ...]) -> None:
    """List all legal moves."""
    if desk.sitting is not None and desk.sitting.asked:
        desk.acting.list_typed = ""
        desk.open("" if desk.overlay == "moves" else "moves")


@command("scroll")
def _scroll(desk: Desk, about: tuple[str, ...]) -> None:
    """Move a list by some rows."""
    desk.scroll(about[0], float(about[1]))


@command("games")
def _games(desk: Desk, about: tuple[str, ...]) -> None:
    """List the games that are kept."""
    if desk.sitting is not None:
        desk.acting.keep()
    desk.open("games")


@command("mishap.on")
def _after_mishap(desk: Desk, about: tuple[str, ...]) -> None:
    """Go on after a fault of the viewer's own."""
    desk.go_on()


@command("mishap.undo")
def _back_before_mishap(desk: Desk, about: tuple[str, ...]) -> None:
    """Take back the last move after a fault, and go on."""
    desk.go_on()
    if desk.sitting is not None:
        desk.acting.undo()


@command("close")
def _close(desk: Desk, about: tuple[str, ...]) -> None:
    """Close what is open."""
    desk.open("")


# ------------------------------------------------------------------ games


@command("save")
def _save(desk: Desk, about: tuple[str, ...]) -> None:
    """Save the game under a name of its own."""
    assert desk.sitting is not None
    if desk.keeper is not None:
        kept = desk.sitting.study or desk.sitting
        path = desk.keeper.save(kept.session, kept.seats, desk.acting.rules, desk.game_title)
        desk.open("")
        desk.toast(desk.tongue("saved", name=str(path)))


@command("lobby")
def _lobby(desk: Desk, about: tuple[str, ...]) -> None:
    """Go to the start screen."""
    desk.acting.leave()


@command("again")
def _again(desk: Desk, about: tuple[str, ...]) -> None:
    """Play the same game again, dealt anew."""
    desk.acting.deal_again()


@command("quit")
def _quit(desk: Desk, about: tuple[str, ...]) -> None:
    """Close the window; the game is kept."""
    desk.wants_quit = True


@command("fullscreen")
def _fullscreen(desk: Desk, about: tuple[str, ...]) -> None:
    """Fill the screen, or not."""
    desk.wants_fullscreen = not desk.wants_fullscreen
    desk.touch()


# ------------------------------------------------------------------ settings


@command("theme")
def _theme(desk: Desk, about: tuple[str, ...]) -> None:
    """Change the colours."""
    desk.settle(theme="contrast" if desk.prefs.theme == "table" else "table")


@command("palette")
def _palette(desk: Desk, about: tuple[str, ...]) -> None:
    """Take colours that everybody tells apart, or the usual ones."""
    desk.settle(palette="safe" if desk.prefs.palette == "usual" else "usual")
    if desk.tableau is not None:
        desk.tableau.renew()


@command("scale")
def _scale(desk: Desk, about: tuple[str, ...]) -> None:
    """Make texts and panels larger, from the largest small again."""
    now = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - desk.prefs.scale))
    desk.settle(scale=SCALES[(now + 1) % len(SCALES)])


@command("speed")
def _speed(desk: Desk, about: tuple[str, ...]) -> None:
    """Change how fast pieces move."""
    now = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - desk.prefs.speed))
    desk.settle(speed=SPEEDS[(now + 1) % len(SPEEDS)])


@command("language")
def _language(desk: Desk, about: tuple[str, ...]) -> None:
    """Change the language, also that of the game on the table."""
    known = languages()
    now = known.index(desk.tongue.language) if desk.tongue.language in known else 0
    desk.settle(language=about[0] if about else known[(now + 1) % len(known)])
    desk.acting.speak(desk.tongue.language)


@command("curtain")
def _curtain(desk: Desk, about: tuple[str, ...]) -> None:
    """Draw a curtain between two people's turns, or not."""
    desk.settle(curtain=not desk.prefs.curtain)
    if desk.sitting is not None:
        desk.sitting.curtains = desk.prefs.curtain


# ------------------------------------------------------------------ the start screen


def _at_start(name: str) -> _Command:
    def work(desk: Desk, about: tuple[str, ...]) -> None:
        if desk.lobby is not None:
            if name not in ("choose_seed", "choose_name"):
                desk.lobby.typing = ""
            getattr(desk.lobby, name)(*about)
            desk.touch()

    return work


for _name in (
    "game",
    "edition",
    "more",
    "players",
    "seat",
    "first",
    "option",
    "seed",
    "study",
    "name",
):
    _BY_NAME[f"start.{_name}"] = _at_start(f"choose_{_name}")


@command("start.play")
def _play(desk: Desk, about: tuple[str, ...]) -> None:
    """Begin the game that was chosen."""
    if desk.lobby is not None:
        session, seats, rules = desk.lobby.begin()
        people = tuple(name.strip() for name in desk.lobby.people)
        if people != desk.prefs.people:
            desk.settle(people=people)
        desk.sit(session, seats, rules)


@command("start.learn")
def _learn(desk: Desk, about: tuple[str, ...]) -> None:
    """Begin the game that was chosen, with a tutor for its first person."""
    _play(desk, about)
    sitting = desk.sitting
    if sitting is not None and HUMAN in sitting.seats:
        desk.lesson = Lesson(sitting.session, sitting.seats.index(HUMAN))
        desk.touch()


@command("learn.on")
def _learn_on(desk: Desk, about: tuple[str, ...]) -> None:
    """Close what the tutor says."""
    if desk.lesson is not None and desk.sitting is not None:
        desk.lesson.close(desk.sitting.session)
        desk.touch()


@command("learn.off")
def _learn_off(desk: Desk, about: tuple[str, ...]) -> None:
    """Play on without the tutor."""
    desk.lesson = None
    desk.touch()


@command("start.resume")
def _resume(desk: Desk, about: tuple[str, ...]) -> None:
    """Go on with a game that was kept."""
    if desk.keeper is not None:
        desk.acting.keep()
        session, seats, rules = desk.keeper.resume(about[0], desk.tongue.language)
        desk.keeper.current = about[0]
        desk.sit(session, seats, rules)


# ------------------------------------------------------------------ the rules


@command("rules.at")
def _rules_at(desk: Desk, about: tuple[str, ...]) -> None:
    """Show a line of the rules."""
    if desk.book is not None:
        desk.tab = "rules"
        desk.book.point(about[0], int(about[1]))
        desk.touch()


def _on_book(name: str) -> _Command:
    def work(desk: Desk, about: tuple[str, ...]) -> None:
        if desk.book is not None:
            getattr(desk.book, name)(*about)
            desk.touch()

    return work


for _name in ("show", "save", "go_on", "keep_old", "revert", "goto", "original"):
    _BY_NAME[f"rules.{_name}"] = _on_book(_name)
