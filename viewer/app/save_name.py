"""The name that a game is saved under: proposed, written, refused or confirmed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.table.autosave import Autosave


@dataclass
class SaveName:
    """What is written for a name. `fresh`: it is the proposal, which typing takes away."""

    text: str
    fresh: bool = True
    problem: str = ""
    """The key of the sentence that refuses the name, or asks whether to replace a save."""

    @property
    def replaces(self) -> bool:
        """Return whether it was asked whether to replace the save of that name."""
        return self.problem == "save_there"

    def typed(self, text: str) -> None:
        """Take typed characters."""
        written = "".join(c for c in text if c.isprintable())
        if written:
            self.text = written.lstrip() if self.fresh else self.text + written
            self._changed()

    def key(self, name: str) -> bool:
        """Take a key; return whether it was one for the name."""
        if name == "backspace":
            self.text = self.text[:-1]
            self._changed()
        elif name == "space":
            self.typed(" ")
        elif len(name) == 1:
            self.typed(name)
        else:
            return False
        return True

    def _changed(self) -> None:
        self.fresh, self.problem = False, ""

    def accepted(self, keeper: Autosave) -> bool:
        """Tell whether the game can be saved under the name now; a save is replaced only once that
        was asked.
        """
        self.text = self.text.strip()
        if not keeper.can_name(self.text):
            self.problem = "save_bad"
        elif keeper.has(self.text) and not self.replaces:
            self.problem = "save_there"
        else:
            return True
        return False
