"""The start screen: what is chosen before a game, and how that is changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from engine import RulesError
from viewer import commands as cmd
from viewer.app.editions import lasting
from viewer.app.game_search import next_company, next_kind, next_length
from viewer.app.game_setup import SEARCH, GameSetup
from viewer.app.rules_repair import RulesRepair
from viewer.app.shell import Shell
from viewer.commands import AtStart

if TYPE_CHECKING:
    from engine import Loaded


class StartScreen:
    """Where a game is chosen and set up."""

    def __init__(self, shell: Shell, sit: Callable[[Loaded, str], None]) -> None:
        """Prepare; the library is read when the screen is first shown.

        `sit` begins a game on rules that were edited here, and how they are opened again.
        """
        self.shell = shell
        self.repair: RulesRepair | None = None
        """The rules with errors that are being edited, instead of everything else."""
        self._sit = sit

    @cached_property
    def setup(self) -> GameSetup:
        """Return what has been chosen: what was played last, else the first game."""
        prefs = self.shell.prefs
        setup = GameSetup(self.shell.translate.language, people=list(prefs.people))
        return setup.recall(prefs.last)

    @property
    def typing(self) -> bool:
        """Return whether characters go into a one-line input."""
        return self.repair is None and bool(self.setup.typing) and not self.shell.overlay

    def update(self, command: cmd.SetupCommand) -> None:
        """Do what a button asks for. Raises RulesError for a game with errors."""
        setup = self.setup
        writes = (AtStart.WRITE_SEED, AtStart.WRITE_SEARCH)
        if command not in writes and not isinstance(command, cmd.WriteName):
            setup.typing = ""
        match command:
            case cmd.ChooseGame(rules):
                self._choose(rules)
            case AtStart.LEAVE_RULES:
                self.repair = None
            case AtStart.TOGGLE_EXAMPLES:
                setup.toggle_examples()
            case cmd.ToggleVariant(rules):
                setup.choose_edition(rules)
            case cmd.ChoosePlayers(players):
                setup.choose_players(players)
            case cmd.CycleSeatPlayer(seat):
                setup.choose_seat(seat)
            case cmd.ChooseFirst(seat):
                setup.first = seat
            case cmd.ChooseOption(option, value):
                setup.choose_option(option, value)
            case AtStart.WRITE_SEED:
                setup.write("seed")
            case AtStart.WRITE_SEARCH:
                setup.write(SEARCH)
            case AtStart.NEXT_KIND:
                setup.search = next_kind(setup.search)
            case AtStart.NEXT_COMPANY:
                setup.search = next_company(setup.search)
            case AtStart.NEXT_LENGTH:
                setup.search = next_length(setup.search)
            case cmd.WriteName(seat):
                setup.write(str(seat))
            case AtStart.TOGGLE_STUDY:
                setup.study = not setup.study
            case AtStart.TOGGLE_TRAINING:
                setup.training = not setup.training
            case _:
                assert_never(command)
        self.shell.touch()

    def _choose(self, rules: str) -> None:
        """Choose a game, or edit its rules where these have errors."""
        try:
            self.setup.choose_game(rules)
        except RulesError:
            if rules not in self.setup.mistakes:
                raise
            self.edit(rules)

    def edit(self, rules: str) -> None:
        """Edit rules with errors. Raises RulesError where they have no text of one's own."""
        rules = lasting(rules)
        self.repair = RulesRepair(self.shell, rules, lambda loaded: self._sit(loaded, rules))
        self.shell.touch()

    def settled(self, command: cmd.SettingCommand) -> None:
        """Take over settings that have been changed."""
        if isinstance(command, cmd.Language):
            self.setup.speak(self.shell.translate.language)

    def typed(self, text: str) -> None:
        """Take typed characters."""
        if self.typing:
            self.setup.typed(text)
            self.shell.touch()

    def key(self, name: str) -> bool:
        """Take a key while something is typed; return whether it was one for that."""
        if not self.typing or not self.setup.key(name):
            return False
        self.shell.touch()
        return True

    def tick(self) -> None:
        """Have the picture of the chosen game's table made."""
        if self.repair is not None:
            self.repair.look(self.shell.now)
        elif self.setup.tick():
            self.shell.touch()

    def remember(self) -> None:
        """Keep the names of people and what was chosen for the next time."""
        people = tuple(name.strip() for name in self.setup.people)
        self.shell.settle(people=people, last=self.setup.memory())
