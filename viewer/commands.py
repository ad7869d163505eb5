"""What a button or a key can ask for: plain ones by name, the others with what they are about.

`AppController.run` hands each to who carries it out: where a new one isn't handled, mypy says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, TypeAlias

Tab: TypeAlias = Literal["log", "scores", "rules", "help"]
"""What the side panel shows."""


class PlainCommand(Enum):
    """A command that needs nothing but its name."""

    @property
    def word(self) -> str:
        """Return it in one word, as the ids of its buttons have it: `end_what_if`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Command:
    """A command with what it is about."""

    @property
    def word(self) -> str:
        """Return it in one word, as the ids of its buttons have it: `make_move`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()


# -------------------------------------------------- what the table does


class AtTable(PlainCommand):
    """What the table does."""

    UNDO = auto()
    """Take back the last decision of a person."""
    REDO = auto()
    """Make again what was taken back."""
    HINT = auto()
    """Ask what a search from this position would do, and why."""
    HURRY = auto()
    """Let the agent that thinks decide at once."""
    REPLAY = auto()
    """Show again what has happened since one's own last move."""
    PAUSE = auto()
    """Let agents that play alone wait, or continue."""
    NEXT_MOVE = auto()
    """Let one agent move, and wait again."""
    CONFIRM = auto()
    """Make the move that is left, or choose the number."""
    CANCEL = auto()
    """Let go of everything picked."""
    MOVES = auto()
    """List all legal moves, or close their list."""
    PRESENT = auto()
    """Come back from an earlier position."""
    BACK = auto()
    """Look one move further back."""
    FORWARD = auto()
    """Look one move on."""
    WHAT_IF = auto()
    """Try something out from the position that is shown."""
    END_WHAT_IF = auto()
    """Go back to the game that waits."""
    REVEAL = auto()
    """Say that one is alone at the screen."""
    WHY = auto()
    """Ask why what is chosen may be done."""
    RESULT = auto()
    """Show the result of a game that is over."""
    SAVE_GAME = auto()
    """Ask for a name to save the game under."""
    SAVE_UNDER = auto()
    """Save the game under the name that is written."""


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


@dataclass(frozen=True, slots=True)
class MakeMove(Command):
    """Make a legal move from the list, by its notation."""

    notation: str


@dataclass(frozen=True, slots=True)
class LookAt(Command):
    """Look at the position after so many decisions."""

    decisions: int


@dataclass(frozen=True, slots=True)
class ShowTab(Command):
    """Show another part of the side panel."""

    tab: Tab


# ----------------------------------------- what a tutor, an exercise or a review at the table does


class InLesson(PlainCommand):
    """What a tutor, an exercise or a review at the table does."""

    CLOSE_BOX = auto()
    """Close what the tutor says."""
    LAST_BOX = auto()
    """Go back to what the tutor said before."""
    STOP_LESSON = auto()
    """Play on without the tutor."""
    COACH = auto()
    """Let a coach look at one's moves, or not."""
    REVIEW_GAME = auto()
    """Look for what the game teaches, or close what was found."""


@dataclass(frozen=True, slots=True)
class AnswerExercise(Command):
    """Choose an answer of the exercise on the table, by its number from 0."""

    number: int


# -------------------------------------------------- what the rules beside the table do


class InRules(PlainCommand):
    """What the rules beside the table do."""

    SAVE_PAGE = auto()
    """Write the file that is shown."""
    REVERT_PAGE = auto()
    """Take the text of the file that is shown as it was saved."""
    GO_ON_WITH_RULES = auto()
    """Play on with rules that part from the game, from the last common position."""
    KEEP_OLD_RULES = auto()
    """Forget the changed text; the game continues as it was."""
    TO_ORIGINAL = auto()
    """Go back to the rules that a copy of one's own was made from."""


@dataclass(frozen=True, slots=True)
class ShowRule(Command):
    """Show a line of the rules, from 1."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class ShowPage(Command):
    """Show another file of the rules, by its number from 0."""

    number: int


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


# -------------------------------------------------- what the help beside the table does


@dataclass(frozen=True, slots=True)
class SpeakOf(Command):
    """Light on the table what a part of the help speaks of, by its number, or let it go."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowPart(Command):
    """Show a part of the help at the top, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class TryPosition(Command):
    """Put the position of a part of the help on the table; the game itself waits."""

    number: int


# -------------------------------------------------- what the start screen does


class AtStart(PlainCommand):
    """What the start screen does."""

    TOGGLE_EXAMPLES = auto()
    """Put the examples on the shelf, or take them away again."""
    LEAVE_RULES = auto()
    """Leave rules with errors as they are written on the disk."""
    WRITE_SEED = auto()
    """Begin or end typing a number for the deal."""
    WRITE_SEARCH = auto()
    """Begin or end typing words that a game is looked for by."""
    NEXT_KIND = auto()
    """Show only games of the next kind, or of all kinds."""
    NEXT_COMPANY = auto()
    """Show only games for one player more, or for any number."""
    NEXT_LENGTH = auto()
    """Show only games that take no longer than the next limit, or all."""
    TOGGLE_STUDY = auto()
    """Let anything be taken back, or not."""
    TOGGLE_TRAINING = auto()
    """Let the agents learn the game while it is played, or not."""


@dataclass(frozen=True, slots=True)
class ChooseGame(Command):
    """Choose a game, by what its rules are opened with."""

    rules: str


@dataclass(frozen=True, slots=True)
class ToggleVariant(Command):
    """Choose a variant or let it go; the game itself is without any."""

    rules: str


@dataclass(frozen=True, slots=True)
class ChoosePlayers(Command):
    """Choose how many play."""

    players: int


@dataclass(frozen=True, slots=True)
class CycleSeatPlayer(Command):
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


@dataclass(frozen=True, slots=True)
class WriteName(Command):
    """Begin or end writing the name of who has a seat, from 0."""

    seat: int


# -------------------------------------------------- what goes to another screen, or to another game


class Elsewhere(PlainCommand):
    """What goes to another screen, or to another game."""

    PLAY = auto()
    """Begin the game that was chosen."""
    LEARN = auto()
    """Begin the game that was chosen, with a tutor for its first person."""
    LEAVE_GAME = auto()
    """Go to the start screen; the game is kept."""
    BE_TAUGHT = auto()
    """Take the offer to be taught first: the same game, dealt anew, with a tutor."""
    KNOW_IT = auto()
    """Play without being taught."""
    COURSE = auto()
    """Begin the exercises of the game that was chosen, or that is on the table."""
    EXAM = auto()
    """Begin an exam on that game."""
    TRY_IT = auto()
    """Go to the position that shows what the tutor is telling of."""
    NEXT_EXERCISE = auto()
    """Go on to the next exercise of the course."""


@dataclass(frozen=True, slots=True)
class Again(Command):
    """Play the same game again, dealt anew; `turned`: everybody sits one seat further on."""

    turned: bool = False


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """Go on with a game that was kept, by its file."""

    file: str


# -------------------------------------------------- what changes a setting


class InSettings(PlainCommand):
    """What changes a setting."""

    THEME = auto()
    """Change the colours."""
    PALETTE = auto()
    """Take colours that everybody tells apart, or the usual ones."""
    SCALE = auto()
    """Make texts and panels larger, from the largest small again."""
    SPEED = auto()
    """Change how fast pieces move."""
    SOUND = auto()
    """Let sounds be heard, or not."""
    HIDE_HANDS = auto()
    """Cover the screen between two people's turns, or not."""


@dataclass(frozen=True, slots=True)
class Language(Command):
    """Speak a language, the next one when none is named."""

    language: str = ""


# -------------------------------------------------- what is there on every screen


class Everywhere(PlainCommand):
    """What is there on every screen."""

    HELP = auto()
    """Show the keys, or close them."""
    MENU = auto()
    """Open the menu, or close it."""
    GAMES = auto()
    """List the games that are kept."""
    CLOSE = auto()
    """Close what is open."""
    GO_ON = auto()
    """Go on after a fault of the viewer's own."""
    GO_BACK = auto()
    """Take back the last move after a fault, and continue."""
    QUIT = auto()
    """Close the window; the game is kept."""
    FULLSCREEN = auto()
    """Fill the screen, or not."""


@dataclass(frozen=True, slots=True)
class Scroll(Command):
    """Move a list by some rows."""

    name: str
    rows: float


LearnCommand: TypeAlias = InLesson | AnswerExercise
HelpCommand: TypeAlias = SpeakOf | ShowPart | TryPosition
RulesCommand: TypeAlias = InRules | ShowRule | ShowPage | LayExample | SeeFinding
TableCommand: TypeAlias = (
    AtTable
    | Answer
    | SetNumber
    | Step
    | MakeMove
    | LookAt
    | ShowTab
    | LearnCommand
    | HelpCommand
    | RulesCommand
)
SetupCommand: TypeAlias = (
    AtStart
    | ChooseGame
    | ToggleVariant
    | ChoosePlayers
    | CycleSeatPlayer
    | ChooseFirst
    | ChooseOption
    | WriteName
)
ScreenCommand: TypeAlias = Elsewhere | Again | Resume
SettingCommand: TypeAlias = InSettings | Language
OverlayCommand: TypeAlias = Everywhere | Scroll
AnyCommand: TypeAlias = (
    TableCommand | SetupCommand | ScreenCommand | SettingCommand | OverlayCommand
)
