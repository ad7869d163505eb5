"""What all that shows a table shares: the shell around it, and the person at the screen."""

from __future__ import annotations

from engine.table.guest import Guest
from engine.table.pass_and_play import PassAndPlay
from viewer.app.i18n import Translator
from viewer.app.shell import Shell


class AtScreen:
    """A part of a table on the screen. `people`: those who share the screen."""

    def __init__(self, shell: Shell, people: PassAndPlay) -> None:
        self.shell = shell
        self.people = people

    @property
    def guest(self) -> Guest:
        """Return the person who is at the screen."""
        return self.people.guest

    @property
    def translate(self) -> Translator:
        """Return the language in which a person is spoken to."""
        return self.shell.translate
