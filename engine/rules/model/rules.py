"""Named rules and advice: values by cases, the first that holds counting."""

from __future__ import annotations

from engine.rules.model.expressions import Domain, Expr, Model
from engine.rules.types import Type


class Parameter(Model):
    """A parameter of a rule or procedure."""

    name: str
    key: int
    domain: Domain


class Case(Model):
    """A value, when its condition holds."""

    value: Expr
    condition: Expr | None


class Rule(Model):
    """A named rule: the first case whose condition holds."""

    name: str
    parameters: tuple[Parameter, ...]
    cases: tuple[Case, ...]
    type: Type
    words: str | None = None

    @property
    def written_out(self) -> bool:
        """Tell whether it has to do with tuples or sets: no function gives its one value."""
        return self.takes_sets or self.type.kind in ("tuple", "set")

    @property
    def takes_sets(self) -> bool:
        """Tell whether it is given sets."""
        return any(p.domain.type.kind == "set" for p in self.parameters)


class Advice(Model):
    """What there is to say of choosing an action: a sentence, and how good each choice is.

    The weight is that of the first case that holds, 1 when none does.
    """

    name: str
    parameters: tuple[Parameter, ...]
    cases: tuple[Case, ...]
    words: str | None = None
