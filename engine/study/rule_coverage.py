"""A close look at the rules at work: which requirements refuse, which rules are asked, what begins.

A game that is looked at closely is played by a traced interpreter, which makes the same moves from
the same positions. Before each decision the requirements are asked about every move that their
action could be tried with, in the order of the text: one that stands after another is asked only
about what that one lets through. Equal pieces count one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction
from engine.compile.emit_python import PythonEmitter
from engine.compile.evaluate import (
    compile_each_requirements,
    compile_requirements,
    extended,
)
from engine.compile.lower import Compiled, lower
from engine.compile.program import Program
from engine.compile.wasm.close_look import CloseLook, Inquiry
from engine.game.evaluate import loaded, write_head
from engine.game.interpreter import Interpreter, State
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.language.source import Span
from engine.rules import model as m

_Out = list[tuple[int, int, tuple[int, ...]]]


@dataclass(frozen=True)
class AskedRequirement:
    """A requirement that was asked of a move: of which action it is, what the move would take,
    whether it holds.
    """

    action: m.Action
    require: m.Require
    arguments: tuple[int, ...]
    holds: bool


@dataclass(frozen=True)
class CountedPart:
    """A part of the rules that is counted: what it is, its name or title, its line."""

    kind: str
    name: str
    span: Span


@dataclass(frozen=True)
class Demand:
    """A requirement of an action, by the choice in which the action stands."""

    choice: int
    action: str
    quote: str
    because: str
    span: Span


class RuleCoverage:
    """Plays closely watched games of one compiled ruleset and counts what happens in them."""

    def __init__(self, game: Game, *, lines: bool = False) -> None:
        """Compile the rules again, traced; with `lines` every statement is marked too."""
        self.game = game
        setting = game.compiled.setting
        compiled = lower(game.rules, game.players, setting.options, trace=True, lines=lines)
        self.interpreter = Interpreter(compiled)
        found = enumerate(_part(part) for part in compiled.debug.marked)
        known = [(number, part) for number, part in found if part is not None]
        self.parts = [part for _, part in known]
        self._place = {number: place for place, (number, _) in enumerate(known)}
        self.demands: list[Demand] = []
        self._looks: dict[int, list[tuple[int, m.Action, Callable[..., None]]]] = {}
        for offered in compiled.debug.actions.values():
            if offered.action.requires:
                self._look(offered)
        self.rules = [n for n in game.rules.rules if not n.startswith("original ")]
        self.rules = [n for n in self.rules if not game.rules.rules[n].written_out]
        self.looking = False
        """Requirements are asked now, and the rules that they ask aren't counted."""
        self._hear_rules()
        self.clear()

    def clear(self) -> None:
        """Forget what was counted."""
        self.begun = [0] * len(self.parts)
        self.asked = [0] * len(self.rules)
        self.yes = [0] * len(self.rules)
        self.tried = [0] * len(self.demands)
        self.refused = [0] * len(self.demands)
        self.affected = [0] * len(self.demands)

    def columns(self) -> list[str]:
        """Return the names of what `row` gives."""
        kinds = "tried", "refused", "affected"
        return [
            *(f"begins_{number}_{part.name}" for number, part in enumerate(self.parts)),
            *(f"{what}_{name}" for name in self.rules for what in ("asked", "yes")),
            *(f"{what}_{n}_{d.action}" for n, d in enumerate(self.demands) for what in kinds),
        ]

    def row(self) -> list[int]:
        """Return what was counted since the last `clear`."""
        rules = zip(self.asked, self.yes, strict=True)
        demands = zip(self.tried, self.refused, self.affected, strict=True)
        return [*self.begun, *chain(*rules), *chain(*demands)]

    # -------------------------------------------------------------- counting

    def look(self, state: State, choice: int | None = None) -> None:
        """Ask the requirements of a choice, or of the decision that has to be made now."""
        choice = state[at.PC] if choice is None else choice
        for first, action, function in self._looks.get(choice, ()):
            out = self._answers(function, state)
            refusing = [0] * len(action.requires)
            for line, holds, _ in out:
                self.tried[first + line] += 1
                refusing[line] += not holds
            for line, refused in enumerate(refusing):
                self.refused[first + line] += refused
                self.affected[first + line] += refused > 0

    def questions(self, state: State, action: str) -> Iterator[AskedRequirement]:
        """Yield what is asked of each move that an action could be tried with, in order."""
        for _, known, function in self._looks.get(state[at.PC], ()):
            if known.name == action:
                for line, holds, arguments in self._answers(function, state):
                    yield AskedRequirement(known, known.requires[line], arguments, bool(holds))

    def _answers(self, function: Callable[..., None], state: State) -> _Out:
        """Return what requirements say, up to the first error."""
        out: _Out = []
        self.looking = True
        with suppress(RulesError):
            function(state, out)
        self.looking = False
        return out

    def begins(self, state: State, event: str, number: int) -> None:
        """Count a part of the rules that begins; what a run's listener is given."""
        if event == "begins" and number in self._place:
            self.begun[self._place[number]] += 1

    def _hear_rules(self) -> None:
        """Put a counting function in the place of each rule's own."""
        space = self.interpreter.measures.space
        for number, name in enumerate(self.rules):
            function = self.interpreter.compiled.debug.rule_functions[name].name
            space[function] = self._counting(number, space[function])

    def _counting(self, number: int, function: Callable[..., int]) -> Callable[..., int]:
        def counted(state: State, *arguments: int) -> int:
            value = function(state, *arguments)
            if not self.looking:
                self.asked[number] += 1
                self.yes[number] += value == 1
            return value

        return counted

    # -------------------------------------------------------------- in the module

    def in_module(self) -> tuple[Compiled, CloseLook]:
        """Return the ruleset by which a module counts the same, and what it counts."""
        compiled = self.interpreter.compiled
        offered = [o for o in compiled.debug.actions.values() if o.action.requires]
        looks, first = [], 0
        program = Program()
        for one, listing in zip(offered, compile_each_requirements(compiled, offered), strict=True):
            many, program = len(one.action.requires), listing.program
            looks.append(Inquiry(one.choice, first, many, listing.body))
            first += many
        rules = compiled.debug.rule_functions
        names = tuple(rules[name].name for name in self.rules)
        return extended(compiled, program) if looks else compiled, CloseLook(
            self._place, names, tuple(looks)
        )

    # -------------------------------------------------------------- requirements

    def _look(self, offered: OfferedAction) -> None:
        """Write out what asks an action's requirements, and keep it for its choice."""
        action, choice = offered.action, offered.choice
        compiled = self.interpreter.compiled
        listing = compile_requirements(compiled, offered)
        emitter = PythonEmitter(listing.program, compiled.layout)
        write_head(emitter, "look(S, out)")
        emitter.statements(listing.body, tail=False)
        function = loaded(emitter, self.interpreter.measures.space, "look")
        self._looks.setdefault(choice, []).append((len(self.demands), action, function))
        self.demands += [self._demand(action, r, choice) for r in action.requires]

    def _demand(self, action: m.Action, require: m.Require, choice: int) -> Demand:
        because = require.because.raw if require.because else ""
        if not because and isinstance(require.condition, m.RuleCall):
            because = self.game.rules.rules[require.condition.rule].words or ""
        quote = self.game.explainer.quote(require.condition)
        return Demand(choice, action.name, quote, because, require.span)


def _part(part: m.Model) -> CountedPart | None:
    """Return how a marked part is spoken of; None for what other columns count."""
    if isinstance(part, (m.Phase, m.Ending, m.Trigger)):
        return CountedPart(type(part).__name__.lower(), part.title, part.span)
    if isinstance(part, m.Procedure):
        return CountedPart("procedure", part.name, part.span)
    return None
