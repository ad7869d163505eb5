"""What the parts of an expression come to for one who reads of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.compile.debug_info import Scope
from engine.compile.program import Const, E
from engine.game.evaluate import Locals
from engine.game.interpreter import State
from engine.game.masked_state import MaskedState
from engine.game.partial import Possible
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.rules import model as m


@dataclass(frozen=True)
class EvalContext:
    """An expression is read: for a seat as me, what its names mean, as a reader knows it.

    `supposed`: what is done before it is read, the last first. `witness`: the same in a whole
    position, which decides what the reader can't know.
    """

    wording: Wording
    sight: MaskedState
    me: int
    known: Locals
    supposed: tuple[m.Model, ...] = ()
    witness: EvalContext | None = None

    def knowing(self, names: Locals) -> EvalContext:
        """Return the same with more names."""
        witness = self.witness and self.witness.knowing(names)
        return replace(self, known={**self.known, **names}, witness=witness)

    def calling(self, call: m.RuleCall) -> EvalContext:
        """Return how the cases of a rule are read that is called here."""
        parameters = self.wording.rules.rules[call.rule].parameters
        given = zip(parameters, call.arguments, strict=True)
        known: Locals = {p.key: _bound(self.possible(argument)) for p, argument in given}
        if self.supposed:  # what is supposed speaks of the names around it
            known = {**self.known, **known}
        return replace(self, known=known, witness=self.witness and self.witness.calling(call))

    def supposing(self, e: m.Supposing) -> EvalContext:
        """Return how the value of what is supposed is read."""
        witness = self.witness and self.witness.supposing(e)
        return replace(self, supposed=(e.body, *self.supposed), witness=witness)

    def possible(self, e: m.Expr) -> Possible:
        """Return what an expression is or may be. Raises RulesError where it meets an error."""
        for done in self.supposed:
            e = self.wording.supposing(e, done)
        return self.wording.possible(e, self.known, self.me, self.sight)

    def value(self, e: m.Expr) -> int | None:
        """Return what an expression is; None where the reader can't know it, or it has none."""
        try:
            value = self.possible(e)
        except RulesError:
            return None
        return value if isinstance(value, int) else None

    def holds(self, e: m.Expr) -> bool:
        """Return whether a condition holds; one that meets an error doesn't.

        What the reader can't know refuses nothing unless the witness does.
        """
        try:
            found = self.possible(e)
        except RulesError:
            return False
        if isinstance(found, int):
            return bool(found)
        return self.witness is None or self.witness.holds(e)

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


def _bound(value: Possible) -> E | frozenset[int]:
    """Return what a name means that has a value."""
    return Const(value) if isinstance(value, int) else value
