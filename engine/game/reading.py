"""What the parts of an expression come to for one who reads of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.compile.debug_info import Scope
from engine.compile.program import Const
from engine.game.evaluate import Locals
from engine.game.interpreter import State
from engine.game.partial import Possible
from engine.game.sight import Sight
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.rules import model as m


@dataclass(frozen=True)
class Reading:
    """An expression is read: for a seat as me, what its names stand for, as a reader knows it."""

    wording: Wording
    sight: Sight
    me: int
    known: Locals

    def knowing(self, names: Locals) -> Reading:
        """Return the same with more names."""
        return replace(self, known={**self.known, **names})

    def possible(self, e: m.Expr) -> Possible:
        """Return what an expression is or may be. Raises RulesError where it meets an error."""
        return self.wording.possible(e, self.known, self.me, self.sight)

    def value(self, e: m.Expr) -> int | None:
        """Return what an expression is; None where the reader can't know it, or it has none."""
        try:
            value = self.possible(e)
        except RulesError:
            return None
        return value if isinstance(value, int) else None

    def holds(self, e: m.Expr) -> bool:
        """Tell whether a condition holds; one that meets an error doesn't.

        What the reader can't know doesn't refuse anything.
        """
        try:
            found = self.possible(e)
        except RulesError:
            return False
        return bool(found) if isinstance(found, int) else True

    def elements(self, domain: m.Expr, state: State) -> list[int]:
        """Return the values of a domain in a position, in order."""
        names = {key: v for key, v in self.known.items() if not isinstance(v, frozenset)}
        scope = Scope(me=Const(self.me), locals=names)
        return self.wording.interpreter.measures.elements(domain, scope, state)

    def said(self, sentence: str, **values: object) -> str:
        """Return a sentence of our own in the reader's language."""
        return self.wording.catalogue.filled(sentence, **values)

    def zone(self, e: m.Expr) -> str:
        """Return what the zone is called that an expression names, empty where it isn't known."""
        address = self.value(e)
        return "" if address is None else self.wording.shown_zone(address, self.me)
