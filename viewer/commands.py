"""What a button or a key can ask for. Each is one class; the unions at the end are closed.

`Desk.run` hands each to who carries it out: where a new one isn't handled, mypy says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Tab: TypeAlias = Literal["log", "scores", "rules"]
"""What the side panel shows."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is asked for."""

    @property
    def word(self) -> str:
        """Return it in one word, as the ids of its buttons have it: `end_study`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()


# ------------------------------------------------------------------ at the table


class Undo(Command):
    """Take back the last decision of a person."""


class Redo(Command):
    """Make again what was taken back."""


class Hint(Command):
    """Ask the best agent what it would do."""


class Hurry(Command):
    """Let the agent that thinks decide at once."""


class Replay(Command):
    """Show again what has happened since one's own last move."""


class Pause(Command):
    """Let agents that play alone wait, or go on."""


class NextMove(Command):
    """Let one agent move, and wait again."""


class Confirm(Command):
    """Make the move that is left, or choose the number."""


class Cancel(Command):
    """Let go of everything picked."""


@dataclass(frozen=True, slots=True)
class Answer(Command):
    """Choose an answer to what is asked, by its number from 0."""

    number: int


@dataclass(frozen=True, slots=True)
class SetNumber(Command):
    """Put the stepper at a number."""

    number: int


@dataclass(frozen=True, slots=True)
class Step(Command):
    """Move the stepper by so many of the numbers that may be chosen."""

    by: int


class Moves(Command):
    """List all legal moves, or close their list."""


@dataclass(frozen=True, slots=True)
class MakeMove(Command):
    """Make a legal move from the list, by its notation."""

    notation: str


@dataclass(frozen=True, slots=True)
class LookAt(Command):
    """Look at the position after so many decisions."""

    decisions: int


class Present(Command):
    """Come back from an earlier position."""


class Back(Command):
    """Look one move further back."""


class Forward(Command):
    """Look one move on."""


class Fork(Command):
    """Try something out from the position that is shown."""


class EndStudy(Command):
    """Go back to the game that waits."""


class LiftCurtain(Command):
    """Say that one is alone at the screen."""


class Why(Command):
    """Ask why what is chosen may be done."""


class SaveGame(Command):
    """Save the game under a name of its own."""


@dataclass(frozen=True, slots=True)
class Again(Command):
    """Play the same game again, dealt anew; `turned`: everybody sits one seat further on."""

    turned: bool = False


class LeaveGame(Command):
    """Go to the start screen; the game is kept."""


@dataclass(frozen=True, slots=True)
class ShowTab(Command):
    """Show another part of the side panel."""

    tab: Tab


class CloseBox(Command):
    """Close what the tutor says."""


class LastBox(Command):
    """Go back to what the tutor said before."""


class StopLesson(Command):
    """Play on without the tutor."""


@dataclass(frozen=True, slots=True)
class AnswerExercise(Command):
    """Choose an answer of the exercise on the table, by its number from 0."""

    number: int


class ReviewGame(Command):
    """Look for what the game teaches, or close what was found."""


# ------------------------------------------------------------------ the rules beside the table


@dataclass(frozen=True, slots=True)
class ShowRule(Command):
    """Show a line of the rules, from 1."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class ShowPage(Command):
    """Show another file of the rules, by its number from 0."""

    number: int


class SavePage(Command):
    """Write the file that is shown."""


class RevertPage(Command):
    """Take the text of the file that is shown as it was saved."""


class GoOnWithRules(Command):
    """Play on with rules that part from the game, from the last common position."""


class KeepOldRules(Command):
    """Forget the changed text; the game goes on as it was."""


@dataclass(frozen=True, slots=True)
class LayExample(Command):
    """Put an example of the rules on the table, by its title; the game itself waits."""

    title: str


@dataclass(frozen=True, slots=True)
class SeeFinding(Command):
    """Put the game that shows a finding of the checker that plays on the table, by the finding's
    number from 0; the game itself waits.
    """

    number: int


class ToOriginal(Command):
    """Go back to the rules that a copy of one's own was made from."""


# ------------------------------------------------------------------ the start screen


@dataclass(frozen=True, slots=True)
class ChooseGame(Command):
    """Choose a game, by what its rules are opened with."""

    rules: str


@dataclass(frozen=True, slots=True)
class ToggleExamples(Command):
    """Put the examples on the shelf, or take them away again."""


@dataclass(frozen=True, slots=True)
class ToggleVariant(Command):
    """Choose a variant or let it go; the game itself is without any."""

    rules: str


@dataclass(frozen=True, slots=True)
class ChoosePlayers(Command):
    """Choose how many play."""

    players: int


@dataclass(frozen=True, slots=True)
class NextSitter(Command):
    """Let the next one in the list of people and agents have a seat, from 0."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseFirst(Command):
    """Let a seat begin, from 0."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseOption(Command):
    """Set an option, to its next value when none is named."""

    option: str
    value: str = ""


class WriteSeed(Command):
    """Begin or end typing a number for the deal."""


@dataclass(frozen=True, slots=True)
class WriteName(Command):
    """Begin or end writing the name of who has a seat, from 0."""

    seat: int


class ToggleStudy(Command):
    """Let anything be taken back, or not."""


class ToggleTraining(Command):
    """Let the agents learn the game while it is played, or not."""


class Play(Command):
    """Begin the game that was chosen."""


class Learn(Command):
    """Begin the game that was chosen, with a tutor for its first person."""


class BeTaught(Command):
    """Take the offer to be taught first: the same game, dealt anew, with a tutor."""


class KnowIt(Command):
    """Play without being taught."""


class Course(Command):
    """Begin the exercises of the game that was chosen, or that is on the table."""


class TryIt(Command):
    """Go to the position that shows what the tutor is telling of."""


class NextExercise(Command):
    """Go on to the next exercise of the course."""


# ------------------------------------------------------------------ everywhere


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """Go on with a game that was kept, by its file."""

    file: str


class Help(Command):
    """Show the keys, or close them."""


class Menu(Command):
    """Open the menu, or close it."""


class Games(Command):
    """List the games that are kept."""


class Close(Command):
    """Close what is open."""


class GoOn(Command):
    """Go on after a fault of the viewer's own."""


class GoBack(Command):
    """Take back the last move after a fault, and go on."""


@dataclass(frozen=True, slots=True)
class Scroll(Command):
    """Move a list by some rows."""

    name: str
    rows: float


class Quit(Command):
    """Close the window; the game is kept."""


class Fullscreen(Command):
    """Fill the screen, or not."""


class Theme(Command):
    """Change the colours."""


class Palette(Command):
    """Take colours that everybody tells apart, or the usual ones."""


class Scale(Command):
    """Make texts and panels larger, from the largest small again."""


class Speed(Command):
    """Change how fast pieces move."""


@dataclass(frozen=True, slots=True)
class Language(Command):
    """Speak a language, the next one when none is named."""

    language: str = ""


class Sound(Command):
    """Let sounds be heard, or not."""


class Curtain(Command):
    """Draw a curtain between two people's turns, or not."""


RulesCommand: TypeAlias = (
    ShowRule
    | ShowPage
    | SavePage
    | RevertPage
    | GoOnWithRules
    | KeepOldRules
    | LayExample
    | SeeFinding
    | ToOriginal
)
LearnCommand: TypeAlias = CloseBox | LastBox | StopLesson | AnswerExercise | ReviewGame
TableCommand: TypeAlias = (
    Undo
    | Redo
    | Hint
    | Hurry
    | Replay
    | Pause
    | NextMove
    | Confirm
    | Cancel
    | Answer
    | SetNumber
    | Step
    | Moves
    | MakeMove
    | LookAt
    | Present
    | Back
    | Forward
    | Fork
    | EndStudy
    | LiftCurtain
    | Why
    | SaveGame
    | ShowTab
    | LearnCommand
    | RulesCommand
)
"""What the table does."""
SetupCommand: TypeAlias = (
    ChooseGame
    | ToggleExamples
    | ToggleVariant
    | ChoosePlayers
    | NextSitter
    | ChooseFirst
    | ChooseOption
    | WriteSeed
    | WriteName
    | ToggleStudy
    | ToggleTraining
)
"""What the start screen does."""
ScreenCommand: TypeAlias = (
    Play | Learn | Again | Resume | LeaveGame | BeTaught | KnowIt | Course | TryIt | NextExercise
)
"""What goes to another screen, or to another game."""
SettingCommand: TypeAlias = Theme | Palette | Scale | Speed | Sound | Language | Curtain
OverlayCommand: TypeAlias = Help | Menu | Games | Close | GoOn | GoBack | Scroll | Quit | Fullscreen
"""What is there on every screen."""
AnyCommand: TypeAlias = (
    TableCommand | SetupCommand | ScreenCommand | SettingCommand | OverlayCommand
)
